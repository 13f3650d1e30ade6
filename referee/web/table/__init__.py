"""The pages of a table: its hands, its score sheet, its rulings, and how a game begins and ends."""
