"""What looks the same with and without a network: parts of pages as HTML."""
