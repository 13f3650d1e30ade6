"""The address of a table as a QR code, for the other phones at the table."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import segno
from flask import request, url_for

if TYPE_CHECKING:
    from flask import Flask


EVERY_INTERFACE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - named to be recognised, not to be bound
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


def local_network_address() -> str | None:
    """Return this machine's address on the local network, or None without a network.

    Connecting a datagram socket sends nothing; it only makes the system choose the outgoing address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in EVERY_INTERFACE else address


def address_of(token: str) -> str:
    """Return the address of a table as another phone can open it."""
    return shared(url_for("table.show", token=token))


def shared(path: str) -> str:
    """Return the whole address of a page as another phone can open it.

    On the machine that serves, the page is open under an address that only this machine understands; phones need the
    one on the local network.
    """
    host, colon, port = request.host.rpartition(":")
    name = host if colon else request.host
    network = local_network_address() if name in _LOOPBACK else None
    reachable = request.host if network is None else f"{network}{colon}{port if colon else ''}"
    return f"{request.scheme}://{reachable}{path}"


def qr_of(token: str) -> str:
    """Return the address of a table as a picture that can stand in a page."""
    return qr_at(address_of(token))


def qr_to_read(token: str, reader: str) -> str:  # noqa: ARG001 - a phone finds it by the token
    """Return the address at which a game is only read as a picture."""
    return qr_at(shared(url_for("reader.show", reader=reader)))


def qr_at(address: str) -> str:
    """Return a whole address as a picture that can stand in a page."""
    code = segno.make(address, error="m", micro=False)
    return code.svg_data_uri(scale=4, border=2, dark="#000", light="#fff")


def install(app: Flask) -> None:
    """Let every template show the address of a table."""
    app.jinja_env.globals["address_of"] = address_of
    app.jinja_env.globals["qr_of"] = qr_of
    app.jinja_env.globals["qr_to_read"] = qr_to_read
    app.jinja_env.globals["shared"] = shared
    app.jinja_env.globals["qr_at"] = qr_at
