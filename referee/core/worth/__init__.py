"""What a winning hand is worth: yaku, fu, the best reading, and its points."""
