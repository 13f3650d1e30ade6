"""The rules of riichi mahjong as pure functions over frozen values: no I/O, clock or randomness."""
