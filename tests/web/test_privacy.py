"""The page about privacy: found from the first page and the settings, and true of how this server is run."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.cli import main
from referee.web.privacy import Notice, notice_in, use_notice

MORE = "Write to the club:\nclub@example.org\n\n<b>Until</b> the end of the year & no longer.\n\n\n"


@pytest.mark.parametrize("start", ["/", "/settings"])
def test_the_notice_is_found(client: FlaskClient, start: str) -> None:
    """From where a newcomer begins, and from where people look for it."""
    assert 'href="/privacy"' in client.get(start).text
    assert "Ask whoever runs this server." in client.get("/privacy").text


def test_how_long_names_are_kept_is_what_the_server_does(app: Flask, client: FlaskClient) -> None:
    """Until they are erased, or so many days; in both languages."""
    found = [
        ("/privacy?lang=en", "Until whoever runs this server erases it."),
        ("/privacy?lang=ja", "消去するまでです"),
    ]
    assert [sentences in client.get(page).text for page, sentences in found] == [True, True]

    use_notice(Notice(forget_after=90), app)
    forgotten = [client.get(page).text for page, _ in found]
    use_notice(Notice(), app)

    assert "erased 90 days after a game began" in forgotten[0]
    assert "対局開始から90日後" in forgotten[1]
    assert not [page for page, (_, sentences) in zip(forgotten, found, strict=True) if sentences in page]


def test_the_host_of_the_server_adds_a_text(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    """Plain text in paragraphs, whatever stands in it."""
    (tmp_path / "notice.txt").write_text(MORE, "utf-8")
    use_notice(notice_in(tmp_path / "notice.txt", None), app)
    page = client.get("/privacy").text
    use_notice(Notice(), app)

    assert "<p>Write to the club: club@example.org</p>" in page
    assert "<p>&lt;b&gt;Until&lt;/b&gt; the end of the year &amp; no longer.</p>" in page
    assert page.count("<h2>") == client.get("/privacy").text.count("<h2>") + 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--notice", "missing.txt"), "missing.txt cannot be read"),
        (("--notice", "broken.txt"), "broken.txt cannot be read"),
    ],
)
def test_a_notice_that_cannot_be_read_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, str], why: str
) -> None:
    """The server does not start with half of what it should say."""
    (tmp_path / "broken.txt").write_bytes(b"\xff\xfe\xff")

    assert main(["serve", "--db", str(tmp_path / "a.db"), arguments[0], str(tmp_path / arguments[1])]) == 1
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("days", ["0", "-1", "many", "99999999"])
def test_a_number_of_days_that_is_none_is_refused(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is allowed is said."""
    with pytest.raises(SystemExit):
        main(["serve", f"--forget-after={days}"])
    assert "from 1 to 36500" in capsys.readouterr().err
