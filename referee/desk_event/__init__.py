"""What people do at an event, as the desk enters it: the right is checked, then it is decided, then written."""
