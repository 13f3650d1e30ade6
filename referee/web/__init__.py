"""The server as a host of the program: Flask, its guard and its door, and what phones fetch from it."""

from referee.web.app import create_app

__all__ = ["create_app"]
