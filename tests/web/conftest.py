"""The phones that look at pages."""

import pytest
from playwright.sync_api import BrowserContext
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.web.table import at_rest


@pytest.fixture
def context(request: pytest.FixtureRequest, new_context: CreateContextCallback) -> BrowserContext:
    """Return a phone whose worker rests, unless a test is marked as one of a worker at work."""
    made = new_context()
    return made if request.node.get_closest_marker("worker") else at_rest(made)
