"""The phone as the other host: program and templates rewritten for MicroPython, and the library in pieces."""
