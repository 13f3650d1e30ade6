"""The pages of a club's own rules as somebody fills them in: every form sent as it stands, but for what is changed."""

from html.parser import HTMLParser

from flask.testing import FlaskClient

Fields = list[tuple[str, str]]


class Forms(HTMLParser):
    """Reads the fields of a page's forms as a browser would send them, and the buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Fields] = []
        self.actions: list[str] = []
        self.select = ""
        self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take over a field."""
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append([])
            self.actions.append(found["action"])
        if tag == "input" and (found["type"] not in ("radio", "checkbox") or "checked" in found):
            self.forms[-1].append((found["name"], found["value"]))
        if tag == "select":
            self.select = found["name"]
        if tag == "option" and "selected" in found:
            self.forms[-1].append((self.select, found["value"]))
        if tag == "textarea":
            self.area = found["name"]
            self.forms[-1].append((self.area, ""))

    def handle_data(self, data: str) -> None:
        """Take over a text of several lines."""
        if self.area:
            self.forms[-1][-1] = (self.area, self.forms[-1][-1][1] + data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a text of several lines."""
        if tag == "textarea":
            self.area = ""


def fields_in(page: str) -> Fields:
    """Return the fields of the first form of a page that carries the rules."""
    reader = Forms()
    reader.feed(page)
    return next(form for form in reader.forms if "text" in dict(form))


def text_in(page: str) -> str:
    """Return the rules that a page carries."""
    return dict(fields_in(page))["text"]


def without(fields: Fields, *names: str) -> Fields:
    """Return fields without some."""
    return [(name, value) for name, value in fields if name not in names]


def post(client: FlaskClient, path: str, fields: Fields, expected: int = 200) -> str:
    """Send a form as a browser does, with its line ends, and return the page."""
    data: dict[str, list[str]] = {}
    for name, value in fields:
        data.setdefault(name, []).append("\r\n".join(value.splitlines()))
    answer = client.post(path, data=data, content_type="multipart/form-data")
    assert answer.status_code == expected, answer.text[:2000]
    return answer.text


def copied(client: FlaskClient, book: str, lang: str = "en") -> str:
    """Return the first page of a copy of a book."""
    answer = client.get(f"/own-rules?book={book}&lang={lang}")
    assert answer.status_code == 200
    return answer.text
