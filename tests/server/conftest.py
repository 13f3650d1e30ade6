"""A desk that a test may spoil, and its application in a real server."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.database import DatabaseDesk
from referee.web import create_app
from referee.web.server import make_server
from tests.desks import opened, shipped


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[DatabaseDesk]:
    """Return a desk of one's own."""
    own_desk = opened(tmp_path)
    yield own_desk
    own_desk.close()


@pytest.fixture
def own_app(hall: DatabaseDesk) -> Flask:
    """Return the application of that desk."""
    return create_app(shipped(), hall)


@pytest.fixture
def port(own_app: Flask) -> Iterator[int]:
    """Return the port of a running server of that application."""
    server = make_server(own_app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    server.close()
    thread.join(timeout=10)


@pytest.fixture
def own_client(own_app: Flask) -> FlaskClient:
    """Return a browser of that application."""
    return own_app.test_client()
