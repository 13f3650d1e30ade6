"""The `referee` command."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import ask, main
from referee.commands.rulesets import Known
from referee.web.server import announce
from tests.cases import library, policies

QUESTION = b'{"ask":"rulesets","id":7}\n'


def answers_to(text: bytes) -> list[dict[str, object]]:
    """Return what `referee ask` writes for this input, line by line."""
    out = io.BytesIO()

    assert ask(io.BytesIO(text), out, Known(library=library(), policies=policies())) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_ask_answers_line_by_line_in_order() -> None:
    """A question a line, an answer a line; blank lines are skipped."""
    first, second = answers_to(b"\n" + QUESTION + b"   \n" + b"{}\n")

    assert first["id"] == 7
    assert "error" in second


def test_ask_survives_anything() -> None:
    """Lines that are no JSON, no UTF-8 or not even text are answered with an error each."""
    found = answers_to(b"\xff\n{\n\x00\n" + "\ud800".encode("utf-8", "surrogatepass") + b"\n")

    assert [set(each) for each in found] == [{"error"}] * 4


def test_ask_runs_as_a_command() -> None:
    """`python -m referee ask` reads standard input, writes standard output and ends well."""
    command = [sys.executable, "-m", "referee", "ask"]

    done = subprocess.run(command, input=QUESTION, capture_output=True, check=True)  # noqa: S603

    assert json.loads(done.stdout)["id"] == 7


def test_a_wrong_ruleset_folder_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ruleset that cannot be read stops the command, and the file is named."""
    (tmp_path / "mine.toml").write_text("[document", "utf-8")

    assert main(["ask", "--rulesets", str(tmp_path)]) == 1
    assert "mine.toml" in capsys.readouterr().err


def test_a_ruleset_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`referee check` says what is wrong and ends with 1."""
    wrong = tmp_path / "mine.toml"
    wrong.write_text("[document", "utf-8")

    assert main(["check", str(wrong)]) == 1
    assert "mine.toml" in capsys.readouterr().out


def test_serve_says_where_to_open_it() -> None:
    """The address for this machine is printed; an address for phones comes with a QR code."""
    alone, shared = io.StringIO(), io.StringIO()

    announce("127.0.0.1", 8000, alone)
    announce("0.0.0.0", 8000, shared)  # noqa: S104

    assert "http://127.0.0.1:8000" in alone.getvalue()
    assert "http://127.0.0.1:8000" in shared.getvalue()
    assert ("phone" in shared.getvalue()) == ("█" in shared.getvalue())
