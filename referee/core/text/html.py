"""HTML that stands in a page as it is; everything else is escaped when a page is drawn."""

from __future__ import annotations


class Html:
    """A piece of HTML whose texts are escaped already; an empty one counts as none."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __html__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)
