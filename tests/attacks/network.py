"""Every fault between phone and server, while confirming and while sending, with a service worker and without one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

FAULTS = "tests/offline/test_faults.py"


def every_fault(_: Path) -> Iterator[str]:
    """Play every fault; the test command plays a few of them."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", FAULTS]
    done = subprocess.run(  # noqa: S603
        command, env=os.environ | {"FAULTS": "all"}, capture_output=True, text=True, check=False
    )
    yield done.stdout.strip().rpartition("\n")[2]
    assert done.returncode == 0, done.stdout
