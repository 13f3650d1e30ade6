"""What a phone keeps and how it shows it: the parts it stores, its settings, its clock."""
