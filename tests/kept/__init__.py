"""What earlier versions of the program wrote and sent: later ones must read the former and live beside the latter."""
