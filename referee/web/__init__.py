"""The pages: Flask handlers that parse a form, ask the core and render a template."""

from referee.web.app import create_app

__all__ = ["create_app"]
