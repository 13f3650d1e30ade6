"""What is sent is packed as the browser can read it, and files only once, however many phones ask."""

import gzip
import re
import threading
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient

from referee.web import assets

SHEET = "/static/0/css/base.css"
READERS: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


@pytest.mark.parametrize("path", ["/", "/sw.js", "/api/v1/openapi.json", SHEET])
@pytest.mark.parametrize(
    ("taken", "coding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip"), ("deflate", ""), ("", "")],
)
def test_a_browser_gets_what_it_can_read(client: FlaskClient, path: str, taken: str, coding: str) -> None:
    """Brotli over HTTPS, gzip over the plain HTTP of a hall, neither for a program that asks for none."""
    response = client.get(path, headers={"Accept-Encoding": taken})

    assert response.headers.get("Content-Encoding", "") == coding
    assert READERS[coding](response.data) == client.get(path).data
    assert "Accept-Encoding" in response.vary


def test_a_page_that_did_not_change_is_not_sent_again(client: FlaskClient) -> None:
    """A browser that still holds the games gets no body, and the new page after one was started."""
    known = {"If-None-Match": client.get("/").headers["ETag"], "Accept-Encoding": "br"}
    again = client.get("/", headers=known)
    client.post("/games", data={f"name-{seat}": f"P{seat}" for seat in range(4)})

    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/", headers=known).status_code == 200


def test_phones_that_ask_at_once_wait_for_one_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one packs a file; those who come meanwhile get the same, and another file is not held up."""
    packings: list[bytes] = []
    small_is_sent = threading.Event()

    def slowly(content: bytes) -> bytes:
        packings.append(content)
        assert content == b"small" or small_is_sent.wait(10)
        return content.upper()

    monkeypatch.setitem(assets.SMALL, "slow", slowly)
    got: list[bytes] = []
    phones = [threading.Thread(target=lambda: got.append(assets.packed(b"large", "1", "slow"))) for _ in range(5)]
    for each in phones:
        each.start()
    assert assets.packed(b"small", "2", "slow") == b"SMALL"
    assert got == []
    small_is_sent.set()
    for each in phones:
        each.join()

    assert got == [b"LARGE"] * 5
    assert sorted(packings) == [b"large", b"small"]


STATIC = Path(__file__).resolve().parents[2] / "static"
OURS = sorted([*STATIC.glob("js/**/*.js"), *STATIC.glob("css/*.css"), *STATIC.glob("events/*.*s")])


def words(style: str) -> list[str]:
    """Return what a style sheet is made of, whatever stands between."""
    closed = re.sub(r";\s*\}", "}", re.sub(r"\s*\{", "{", style))
    return re.sub(r"([{};:,])\s*", r"\1 ", closed).split()


@pytest.mark.parametrize("file", OURS, ids=lambda file: str(file.relative_to(STATIC)))
def test_remarks_stay_with_us_and_all_else_is_sent(file: Path, client: FlaskClient) -> None:
    """A script or a style is sent without its remarks: whole lines in scripts, and nothing that only looks like one.

    Spaces go where they only set a line in.
    """
    whole = file.read_text("utf-8")
    sent = client.get(f"/static/any/{file.relative_to(STATIC)}").text

    if file.suffix == ".js":
        lines = [line.lstrip(" ") for line in whole.splitlines()]
        kept = [line for line in lines if line and not line.startswith("//")]
        assert [line for line in sent.splitlines() if line] == kept
    else:
        assert not any(re.search(r"[{};:,]\s|\s\{|;\s*\}", text) for text in re.findall('"[^"]*"', sent))
        assert words(sent) == words(re.sub(r"/[*].*?[*]/", "", whole, flags=re.DOTALL))
        assert "\n\n" not in sent
    assert not re.search(r"[^:\"]//|/[*]", sent)
    assert all(line.count("`") % 2 == 0 for line in whole.splitlines() if file.suffix == ".js")
