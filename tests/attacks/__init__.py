"""Attacks on the program that take longer than the tests."""
