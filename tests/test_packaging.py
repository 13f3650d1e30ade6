"""What is installed is enough: the wheel, without the repository beside it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OPEN_FIRST_PAGE = """
from pathlib import Path
import referee
from referee.database import open_desk
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import shelf_in
from referee.web import create_app
library = library_of(shelf_in((rulesets_dir(),)))
page = create_app(library, open_desk(Path("sheets.db"), library)).test_client().get("/")
print(referee.__file__, page.status_code, "Which rules do you play?" in page.text)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it into an empty folder, as an installation does."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)  # noqa: S603
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_opens_its_first_page(installed: Path) -> None:
    """Templates, static files, words and rulesets are found inside the installed package."""
    command = [sys.executable, "-c", OPEN_FIRST_PAGE]
    environment = {"PYTHONPATH": str(installed)}

    done = subprocess.run(command, cwd=installed, env=environment, capture_output=True, text=True, check=False)  # noqa: S603

    assert done.stdout.split() == [str(installed / "referee" / "__init__.py"), "200", "True"], done.stderr


def test_the_wheel_holds_every_static_folder_but_the_pictures(installed: Path) -> None:
    """A new folder of static files has to be named in pyproject.toml; the README's pictures stay out."""
    shipped = {each.name for each in (installed / "referee" / "_data" / "static").iterdir()}
    present = {each.name for each in (ROOT / "static").iterdir()}

    assert shipped == present - {"readme"}
