"""What a rulebook can decide, and what is known of a table: the values that everything else is asked with."""
