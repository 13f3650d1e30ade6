"""Files that events are read from and written to: text in, values or all problems out, and back."""
