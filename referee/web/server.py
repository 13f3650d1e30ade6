"""`referee serve`: the app in a waitress server, and the address to open, also as a QR code."""

import socket
import sys
from typing import Protocol, TextIO

import segno
import waitress
from flask import Flask

THREADS = 32
PROXY = "127.0.0.1"
"""A proxy on this machine may stand in front, and say that it is asked over HTTPS."""
EVERY_INTERFACE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - named to be recognised, not to be bound


class Server(Protocol):
    """What we use of waitress's server, which comes without types."""

    effective_port: int

    def run(self) -> None:
        """Serve until interrupted or closed."""

    def close(self) -> None:
        """Stop listening."""


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


def announce(host: str, port: int, out: TextIO = sys.stdout) -> None:
    """Print where the app can be opened: on this machine, and from phones on the same network."""
    shown = "127.0.0.1" if host in EVERY_INTERFACE else host
    out.write(f"\n  On this machine:  http://{shown}:{port}\n")
    network = local_network_address() if host in EVERY_INTERFACE else None
    if network is not None:
        address = f"http://{network}:{port}"
        out.write(f"  From a phone on the same network:  {address}\n\n")
        segno.make(address, error="m").terminal(out=out, compact=True)
    out.write("\n  Ctrl+C stops it.\n")
    out.flush()


def make_server(app: Flask, host: str, port: int) -> Server:
    """Return a listening server; port 0 takes any free one."""
    server: Server = waitress.create_server(
        app,
        host=host,
        port=port,
        threads=THREADS,
        asyncore_use_poll=True,
        trusted_proxy=PROXY,
        trusted_proxy_headers={"x-forwarded-proto"},
    )
    return server


def serve(app: Flask, host: str, port: int) -> int:
    """Serve until interrupted; return the exit code."""
    try:
        server = make_server(app, host, port)
    except OSError as problem:
        sys.stderr.write(f"Cannot listen on {host}:{port} ({problem.strerror}). Try --port {port + 1}.\n")
        return 1
    announce(host, server.effective_port)
    server.run()
    return 0
