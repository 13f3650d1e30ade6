"""The core on a phone: rewritten for MicroPython, with its library in pieces and what the phone asks of it."""
