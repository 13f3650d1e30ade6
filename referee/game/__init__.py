"""A game as a log of events: what is decided, what is stored, and the state that follows."""
