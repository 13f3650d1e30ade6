"""The phones that look at rulings."""

from tests.web.conftest import context

__all__ = ["context"]
