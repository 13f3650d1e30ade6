"""Who sits where in the rounds of an event, and who stands where after them."""
