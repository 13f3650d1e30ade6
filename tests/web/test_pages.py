"""What the server sends: pages, fragments, headers, refusals."""

import gzip

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

RON = "ruleset=aalto&result=ron&ron=1&from=2&han-1=3&fu-1=40"
PAYS = "/pays?ruleset=aalto"
FIELDS = (
    *("ruleset", "option-play", "option-length", "shown", "at", "me", "honba", "sticks", "fines", "result", "step"),
    *("ron", "from", "tsumo", "tenpai", "nagashi", "offender", "riichi", "open", "dead", "won", "abort", "wareme"),
    "declarer",
    *("han-1", "fu-1", "yaku_han-1", "pao-1", "pao_yakuman-1", "ippatsu-1", "score-0", "hands_left", "dealer_wins"),
)
LIKELY = ("", "0", "1", "2", "3", "-1", "13", "40", "E0", "W3", "E", "aalto", "ranking-match", "ron", "tsumo", "draw")
LIKELIER = (
    "abort",
    "chombo",
    "mangan",
    "yakuman1",
    "yakuman9",
    "yakuman",
    "counted",
    "suufon_renda",
    "honba+1",
    "٣",
    "9" * 40,
)
VALUES = st.sampled_from([*LIKELY, *LIKELIER]) | st.text(max_size=8)


def test_a_fragment_is_the_block_of_its_page(client: FlaskClient) -> None:
    """What htmx puts into the page stands in the whole page too, byte for byte."""
    fragment = client.get(f"/pays/payment?{RON}")
    page = client.get(f"/pays?{RON}")

    assert fragment.status_code == page.status_code == 200
    assert fragment.text.strip() in page.text
    assert "<html" not in fragment.text


def test_the_address_of_a_fragment_is_the_page(client: FlaskClient) -> None:
    """A fragment tells htmx the address under which the whole page shows the same, without empty fields."""
    response = client.get(f"/pays/payment?{RON}&wareme=&shown=aalto")

    assert response.headers["HX-Replace-Url"] == f"/pays?{RON}"


def test_an_open_riichi_is_a_riichi_too(client: FlaskClient) -> None:
    """Where open riichi exists, marking it is enough: dealing into it is a yakuman, 32,000 and no han needed."""
    response = client.get(f"/pays?{RON}&open=1")

    assert response.status_code == 200
    assert '<strong class="amount">32,000</strong>' in response.text


def test_steps_lead_to_a_plain_address(client: FlaskClient) -> None:
    """A stepper's button changes its number and nothing else, and never goes below zero."""
    assert client.get(f"{PAYS}&honba=1&step=honba%2B1").headers["Location"] == f"{PAYS}&honba=2"
    assert client.get(f"{PAYS}&sticks=0&step=sticks-1").headers["Location"] == f"{PAYS}&sticks=0"


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("honba=abc", "honba"),
        ("at=Q0", "round"),
        ("score-0=many", "A score is"),
        ("result=rain", "result"),
        ("fines=-100000", "kyoutaku"),
    ],
)
def test_bad_input_is_refused_by_name_and_kept(client: FlaskClient, query: str, named: str) -> None:
    """Bad input is a 4xx whose message names it, and the form is shown again."""
    response = client.get(f"/pays?{RON}&{query}" if "result" not in query else f"{PAYS}&{query}")

    assert response.status_code == 422
    assert "headline--refused" in response.text
    assert named in response.text


def test_rules_that_are_nowhere_are_refused_by_name(client: FlaskClient) -> None:
    """They were named, so that no others are asked for."""
    response = client.get("/pays?ruleset=nowhere&result=ron&ron=1&from=2&han-1=3&fu-1=40")

    assert response.status_code == 422
    assert "headline--refused" in response.text
    assert "nowhere" in response.text


@pytest.mark.parametrize(
    "path", ["/rulings", "/rulings/found", "/rulings/noten_riichi", "/tiles", "/points", "/games/new"]
)
def test_nothing_is_answered_under_other_rules_than_those_named(client: FlaskClient, path: str) -> None:
    """An address kept from before a club renamed its file says so, and leads to the rulesets that there are."""
    response = client.get(path + "?ruleset=nowhere", headers={"Accept-Language": "ja"})

    assert response.status_code == 404
    assert "nowhere" in response.text
    assert '<a class="act" href="/rules">ルール</a>' in response.text


def test_bad_values_stay_in_the_form(client: FlaskClient) -> None:
    """What was typed is still there to be corrected."""
    assert 'name="honba" value="abc"' in client.get(f"/pays?{RON}&honba=abc").text


def test_typed_text_is_escaped(client: FlaskClient) -> None:
    """Nothing that is typed becomes markup."""
    attack = "%3Cscript%3Ealert(1)%3C/script%3E%22"

    for field in ("ruleset", "honba", "score-0", "at", "result", "me", "han-1"):
        assert "<script>alert" not in client.get(f"/pays?{RON}&{field}={attack}").text


@pytest.mark.parametrize(
    "path", ["/", "/pays", "/pays/payment", "/nowhere", "/api/v1/openapi.json", "/static/0/css/base.css"]
)
def test_every_response_is_guarded(client: FlaskClient, path: str) -> None:
    """Pages, fragments, errors and files forbid foreign scripts and frames."""
    headers = client.get(path).headers

    assert "script-src 'self' 'wasm-unsafe-eval';" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "form-action 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Sec-Fetch-Site": "none", "Origin": "http://elsewhere.example"}, 403),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({}, 200),
    ],
)
def test_only_our_own_pages_may_write(client: FlaskClient, headers: dict[str, str], status: int) -> None:
    """A post from another site's page is refused; a program without a browser's headers is not."""
    assert client.post("/api/v1/rulesets", json={}, headers=headers).status_code == status


def test_static_files_are_kept_forever_under_their_hash(client: FlaskClient) -> None:
    """The page links files by the hash of their content; they are compressed, and an old hash is not kept."""
    page = client.get("/pays").text
    link = page.split('rel="stylesheet" href="')[1].split('"')[0]

    kept = client.get(link, headers={"Accept-Encoding": "gzip"})
    old = client.get("/static/0/css/base.css")

    assert kept.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert gzip.decompress(kept.data) == old.data
    assert old.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/pays", "/phone/build.json"])
def test_what_is_compressed_tells_its_whole_length(client: FlaskClient, path: str) -> None:
    """A phone knows by it that an answer did not break off; of a file it knows by the hash in its address."""
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Whole-Length"] == str(len(gzip.decompress(packed.data)))
    assert "Whole-Length" not in client.get(path).headers


@pytest.mark.parametrize("path", ["../pyproject.toml", "%2e%2e/pyproject.toml", "css", "css/nothing.css"])
def test_only_static_files_are_sent(client: FlaskClient, path: str) -> None:
    """No path leads out of the folder."""
    assert client.get(f"/static/0/{path}").status_code == 404


@settings(max_examples=200, deadline=None)
@given(fields=st.lists(st.tuples(st.sampled_from(FIELDS) | st.text(max_size=5), VALUES), max_size=25))
def test_no_form_breaks_the_screen(app: Flask, fields: list[tuple[str, str]]) -> None:
    """Whatever a form holds, the answer is a page, a refusal or a redirect."""
    assert app.test_client().get("/pays", query_string=fields).status_code in {200, 302, 422}
