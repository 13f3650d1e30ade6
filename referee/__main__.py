"""`python -m referee` is the same as `referee`."""

import gc
import sys

gc.disable()  # what the program reads before it begins all stays: not to look through it saves a fifteenth of the start

from referee.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
