"""How quick and how light the program is: `python -m tests.benchmarks` measures and reports, it does not judge."""
