"""The JSON interface: every kind of question, read, decided and answered."""
