"""A riichi mahjong referee assistant: what a hand pays under your rules, and why."""
