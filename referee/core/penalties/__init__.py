"""Offences and rulings: what is asked, what follows, and what the referee says."""
