"""One address begins as many games as a hall needs, and no more."""

from flask import Flask
from flask.testing import FlaskClient

from referee.database import DatabaseDesk
from referee.store.sqlite import all_games
from referee.web import guard
from referee.web.guard import MOST_ADDRESSES, MOST_GAMES, SECONDS, Limits

NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}


def begin(client: FlaskClient, command: str, address: str = "192.0.2.1", **headers: str) -> tuple[int, str]:
    """Try to begin a game; return the status and when to try again."""
    fields = NAMES | {"ruleset": "aalto", "command_id": command}
    answer = client.post("/games", data=fields, headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.headers["Referee"]
    assert answer.headers.get("Referee-Command", "") == command
    return answer.status_code, answer.headers.get("Retry-After", "")


def test_too_many_games_of_one_address_are_refused(own_app: Flask, own_client: FlaskClient, hall: DatabaseDesk) -> None:
    """With a sentence and when to try again; a retry is no other game, others begin theirs, and nothing is written."""
    own_app.extensions[guard.LIMITS] = Limits(most=2)
    for number in (1, 2):
        assert begin(own_client, str(number) * 32) == (303, "")
    status, wait = begin(own_client, "3" * 32)

    assert status == 429
    assert 0 < int(wait) <= SECONDS
    assert begin(own_client, "2" * 32)[0] == 303
    assert begin(own_client, "4" * 32, "192.0.2.2")[0] == 303
    assert begin(own_client, "", **{"Referee-Command": ""})[0] == 429
    assert len(all_games(hall.store.database())) == 3
    answer = own_client.post("/games?lang=ja", data=NAMES, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert "2件" in answer.text


def test_a_home_has_many_of_the_newer_addresses(own_app: Flask, own_client: FlaskClient) -> None:
    """They count as one; an older address in the newer form is the older one."""
    own_app.extensions[guard.LIMITS] = Limits(most=1)

    assert begin(own_client, "1" * 32, "2001:db8:1:2::1")[0] == 303
    assert begin(own_client, "2" * 32, "[2001:db8:1:2:3::9]")[0] == 429
    assert begin(own_client, "3" * 32, "2001:db8:1:3::1")[0] == 303
    assert begin(own_client, "4" * 32, "192.0.2.9")[0] == 303
    assert begin(own_client, "5" * 32, "::ffff:192.0.2.9")[0] == 429


def test_what_was_refused_does_not_count(own_app: Flask, own_client: FlaskClient) -> None:
    """Only games that were begun."""
    own_app.extensions[guard.LIMITS] = Limits(most=1)
    for number in range(3):
        answer = own_client.post("/games", data={"command_id": str(number) * 32, "ruleset": "nowhere"})
        assert answer.status_code == 422

    assert begin(own_client, "9" * 32)[0] == 303


def test_ten_minutes_later_there_is_room_again() -> None:
    """Three hundred in ten minutes, and the time to wait is the time until the first of them is as old."""
    now = 0.0
    found = Limits(most=MOST_GAMES, clock=lambda: now)
    for number in range(MOST_GAMES):
        now = float(number)
        assert found.seconds_to_wait("hall", str(number)) == 0
        found.note("hall", str(number))

    assert found.seconds_to_wait("hall", "more") == SECONDS - (MOST_GAMES - 1) + 1
    now = SECONDS + 0.5
    assert found.seconds_to_wait("hall", "more") == 0


def test_addresses_do_not_fill_the_memory() -> None:
    """Of very many, those that have begun nothing for longest are forgotten."""
    found = Limits(most=1)
    for number in range(MOST_ADDRESSES + 5):
        found.note(str(number), "one")

    assert len(found.begun) == MOST_ADDRESSES
    assert found.seconds_to_wait("0", "two") == 0
    assert found.seconds_to_wait(str(MOST_ADDRESSES), "two") > 0
