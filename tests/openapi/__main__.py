"""`python -m tests.openapi`: write the description of the interface for programs as it has to be."""

from tests.openapi.document import FILE, written

FILE.write_text(written(), "utf-8")
