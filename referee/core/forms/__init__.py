"""What people fill in at a table, and the question that it asks."""
