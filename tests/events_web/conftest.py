"""The network between an event and its phones."""

import time
from collections.abc import Iterator
from http import HTTPStatus
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.events_web.phones import Phones
from tests.offline.proxy import Between, between
from tests.tournaments import Hall
from tests.web.conftest import context

__all__ = ["context"]


@pytest.fixture
def network(app: Flask, address: str) -> Iterator[Between]:
    """Return the network, which can be cut, before a server that has made what phones take along."""
    del app
    with between(address) as running:
        while status_of(f"{address}/sw.js") != HTTPStatus.OK:
            time.sleep(0.1)
        yield running


def status_of(address: str) -> int:
    """Return the status of an answer."""
    try:
        with urlopen(address, timeout=180) as answer:  # noqa: S310 our own server
            return int(answer.status)
    except HTTPError as problem:
        return problem.code


@pytest.fixture
def phones(browser: Browser, network: Between, hall: Hall) -> Phones:
    """Return phones at the event of a test."""
    return Phones(network=network, hall=hall, browser=browser)
