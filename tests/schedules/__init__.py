"""The generator of the plans that are kept: `python -m tests.schedules` finds them again, in some minutes."""
