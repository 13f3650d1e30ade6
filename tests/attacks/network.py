"""Every fault between phone and server, while confirming and while sending, with a service worker and without one."""

import os

import pytest

MODULE = "tests/offline/test_faults.py"


def main() -> int:
    """Play every fault and return the exit code; the test command plays a few of them."""
    os.environ["FAULTS"] = "all"
    return int(pytest.main(["-q", "--durations=5", MODULE]))
