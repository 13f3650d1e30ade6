"""No field of a form hides what a script asks the form itself: a field called `form` or `method` would."""

import re
from pathlib import Path

import pytest

from referee.paths import data_dir

TEMPLATES = sorted((data_dir() / "templates/events").glob("*.html"))
OWN = frozenset({"action", "autocomplete", "elements", "enctype", "form", "id", "length", "method", "submit", "target"})
"""What a form, or a button in it, is asked by our scripts and htmx."""
NAMED = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"{]*)"')


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_field_hides_what_its_form_is_asked(template: Path) -> None:
    """A form whose field is called `method` says that its method is that field."""
    assert not OWN.intersection(NAMED.findall(template.read_text("utf-8")))
