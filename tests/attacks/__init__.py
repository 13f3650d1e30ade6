"""What is done to a running server on purpose: `python -m tests.attacks` does it at full size and reports."""
