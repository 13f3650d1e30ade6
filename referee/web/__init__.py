"""The server as a host of the program: Flask, its guard and its listener, and what phones fetch from it."""

from referee.web.app import create_app

__all__ = ["create_app"]
