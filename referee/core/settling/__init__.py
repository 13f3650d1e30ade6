"""What a finished hand does: who pays whom, what comes next, and how a game ends."""
