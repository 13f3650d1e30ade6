"""The JSON interface for events: draws and standings, which phones do not work out."""
