"""The pages that answer without a table: payments, tiles, rulings, and rulebooks to read."""
