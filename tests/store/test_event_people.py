"""A person of an event is found, exported and erased: no byte of the name is left, numbers and results stay."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from referee import desk
from referee.cli import main
from referee.commands.audit import audit, damage
from referee.commands.copies import events_of, operators_order
from referee.database import DatabaseDesk
from referee.desk import By, Order
from referee.desk_event.people import erase as erase_at_desk
from referee.store import Writer
from referee.store.sqlite import exported, forget_names, open_store, restore
from referee.store.tournaments import LinkRow, PersonRow
from referee.tournament.events import PersonErased, Role, Status, StatusSet
from referee.web.phone import game_log
from tests.cups import NAMES, REASON, Cup, opened_cup
from tests.desks import begin, opened, order, ron
from tests.store.persons import bytes_of, run

NAME = "Ángström"
WIDE = "\uff25\uff2d\uff29's phone"
KANA = "桜庭ﾈｺ"
GAMES = 12


@pytest.fixture
def hall(own_desk: DatabaseDesk) -> Cup:
    """Return an event in which Emi sits at the first table, and wrote as a referee."""
    hall = opened_cup(own_desk)
    game = hall.played(1, 1)
    game.record(ron(0, 1, 3, 40))
    by = By(device="phone", role="referee", name="Emi", link="k3")
    desk.note(own_desk, game.game, Order(command=order().command, by=by), "Emi came late")
    hall.entered(StatusSet(number=2, status=Status.PRESENT, from_round=1, minutes=None, reason=""), by)
    return hall


def test_a_name_is_listed_with_the_events_in_which_it_stands(
    hall: Cup, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """As a person with a number, as one of the staff, in a reason and in a label; games and events by their age."""
    plan = desk.NewGame(ruleset="ema-2016", options={}, names=("Emi", "Ben", "Chie", "Dan"))
    assert isinstance(desk.start(hall.desk, order(), plan), desk.Begun)
    with hall.store.writing():
        label = LinkRow(link="k3", token="", role=Role.REFEREE, table_no=None, label="emi at the door", revoked=False)
        hall.store.add_link(hall.id, label)
    code, out, _ = run(capsysbinary, "EMI", "--db", hall.desk.path)
    found = re.sub(r"Game \w+, begun [\d-]+", "Game", out)

    assert code == 0
    assert found.splitlines() == [
        f"Event {hall.id}, made 2020-05-01: Spring cup",
        "    1  number 1: Emi",
        "    2  referee of 1 entries: Emi",
        f"    3  text of entry 5: {REASON}",
        "    4  label of a link: emi at the door",
        "Game, ema-2016: Emi · Fumi · Gen · Hana",
        "    5  referee of 1 entries: Emi",
        "    6  text of entry 3: Emi came late",
        "Game, ema-2016: Emi · Ben · Chie · Dan",
        "    7  seat E: Emi",
    ]


@pytest.mark.parametrize("expected", ["Ángström", "mia ángström", "ÁNGSTRÖM Mia", "Mia"])
def test_a_person_is_found_by_every_name(hall: Cup, capsysbinary: pytest.CaptureFixture[bytes], expected: str) -> None:
    """Given, family, or both in either order; also where another name is shown."""
    with hall.store.writing():
        hall.store.put_people(hall.id, (PersonRow(number=7, family="Ángström", given="Mia", name="M. Á."),))

    assert "number 7: M. Á." in run(capsysbinary, expected, "--db", hall.desk.path)[1]


def test_a_person_of_an_event_is_exported(hall: Cup, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """What is known, the status, the seats of the draw, the games with scores and rulings, and nobody else's name."""
    code, out, err = run(capsysbinary, "Emi", "--export", "--which", "all", "--db", hall.desk.path)
    found = json.loads(out)
    event = found["events"][0]
    person = event["people"][0]

    assert (code, "number 1: Emi" in err) == (0, True)
    assert (event["event"], event["name"]) == (hall.id, "Spring cup")
    assert (person["person"]["name"], person["person"]["ema"], person["status"]) == ("Emi", "08100001", "late")
    assert [(each["round"], each["table"]) for each in person["seats"]] == [(1, 1), (2, 1)]
    assert [(each["seat"], each["score"] > 30000) for each in person["games"]] == [("E", True)]
    assert [each["kind"] for each in event["as_referee"]] == ["status_set"]
    assert [each["text"] for each in event["texts"]] == [REASON]
    assert [each["text"] for each in found["games"][0]["texts"]] == ["Emi came late"]
    assert not [name for name in NAMES[1:] if name in out]


def test_a_casual_person_is_exported_as_before(hall: Cup, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Nothing about events is said of somebody who was at none."""
    found = json.loads(run(capsysbinary, "Ben", "--export", "--which", "all", "--db", hall.desk.path)[1])

    assert sorted(found) == ["games", "name"]


def test_the_log_tells_that_a_person_was_erased(hall: Cup, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """By the command as by the page; seats, results and the other entries stay, and the audit finds nothing."""
    entries = hall.store.tournament_events_of(hall.id)
    code, out, _ = run(capsysbinary, "Emi", "--erase", "--which", "1", "--db", hall.desk.path)

    assert (code, "Erased in 1 of 5 places." in out) == (0, True)
    after = hall.store.tournament_events_of(hall.id)
    assert after[:-1] == entries
    assert (after[-1].kind, json.loads(after[-1].body)) == ("person_erased", {"number": 1})
    assert [person.display_name for person in hall.store.people_of(hall.id)] == ["P1", *NAMES[1:]]
    assert audit(hall.desk) == (2, ())
    assert "number 1" not in run(capsysbinary, "Emi", "--db", hall.desk.path)[1]


def test_a_label_that_names_a_person_goes_with_the_name(hall: Cup) -> None:
    """It is part of the order; labels that name others stay."""
    with hall.store.writing():
        for link, label in (("k3", WIDE), ("k4", "Fumi")):
            row = LinkRow(link=link, token=link, role=Role.REFEREE, table_no=None, label=label, revoked=False)
            hall.store.add_link(hall.id, row)
    erase_at_desk(events_of(hall.desk), operators_order(hall.id), 1)

    assert [link.label for link in hall.store.links_of(hall.id)] == ["Eri's laptop", "", "", "Fumi"]


def test_texts_that_may_name_a_person_are_told_and_erased(hall: Cup) -> None:
    """Those of the event and of its games, whichever part of the name stands in them."""
    casual = begin(hall.desk)
    desk.note(hall.desk, casual.game, order(), "Emi looked on")
    game = hall.store.games_of_tournament(hall.id)[0].game
    texts = hall.store.texts_naming(hall.id, 1)
    assert [(each.game, each.text) for each in texts] == [(None, REASON), (game, "Emi came late")]
    before = hall.store.revision_of(game)

    with hall.store.writing():
        hall.store.erase_texts(hall.id, texts)

    assert hall.store.texts_naming(hall.id, 1) == ()
    assert hall.store.revision_of(game) == before + 1
    assert "Emi looked on" in repr(casual.view)
    with pytest.raises(LookupError):
        hall.store.texts_naming(hall.id, 77)


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("name", [NAME, KANA])
def test_no_byte_of_a_name_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, name: str) -> None:
    """§13.13: after many games, changed people, reasons and labels, in either journal mode, with another reader."""
    safe = (3, 0, 0) if mode == "wal" else (99, 0, 0)
    monkeypatch.setattr("referee.store.sqlite.connections.WAL_IS_SAFE_FROM", safe)
    own_desk, server = opened(tmp_path), opened(tmp_path)
    hall = opened_cup(own_desk)
    assert own_desk.store.database().execute("pragma journal_mode").fetchone() == (mode,)
    games = []
    for turn in range(GAMES):
        with own_desk.store.writing():
            own_desk.store.put_people(hall.id, (PersonRow(number=1, name=name, club="C" * turn),))
            label = LinkRow(
                link=f"r{turn}", token=f"r{turn}", role="referee", table_no=None, label=f"{name} {turn}", revoked=False
            )
            own_desk.store.add_link(hall.id, label)
        games.append(hall.begun(turn + 3, 1, 1, 2, 3, 4))
        by = Writer(device="phone", role="referee", name=name.upper(), link="k1")
        late = StatusSet(
            number=1, status=Status.LATE, from_round=1, minutes=turn, reason=f"{name}が遅れた " * (1 + turn)
        )
        hall.entered(late, by)
    assert desk.table_view(server, games[0].game).seats[0].name == name
    spellings = [each.encode() for each in (name, name.upper(), name.casefold())]
    assert spellings[0] in bytes_of(own_desk.path)

    assert main(["person", name, "--erase", "--which", "all", "--db", str(own_desk.path)]) == 0

    assert not [each for each in spellings if each in bytes_of(own_desk.path)]
    assert not [each for each in spellings if each in "".join(exported(own_desk.store)).encode()]
    assert [difference for difference in audit(own_desk)[1] if difference.what != "seats"] == []
    assert damage(own_desk) == ()
    assert desk.table_view(server, games[0].game).seats[0].name == "P1"
    own_desk.close()
    server.close()


def test_erasing_at_the_desk_leaves_no_byte_of_what_is_known(hall: Cup) -> None:
    """The order of the page: everything that `people` held of the person."""
    known = PersonRow(number=1, family="Öztürk", given="Ülkü", name="Ülkü Ö.", club="Xyzzy", ema="77007700", ara="A-99")
    with hall.store.writing():
        hall.store.put_people(hall.id, (known,))
    found = [each.encode() for each in (known.family, known.given, known.name, known.club, known.ema, known.ara)]
    assert all(each in bytes_of(hall.desk.path) for each in found)

    erase_at_desk(events_of(hall.desk), operators_order(hall.id), 1)

    assert not [each for each in found if each in bytes_of(hall.desk.path)]
    assert [each.kind for each in hall.store.tournament_events_of(hall.id)][-1] == "person_erased"
    assert json.loads(hall.store.tournament_events_of(hall.id)[-1].body) == {"number": PersonErased(number=1).number}


def test_pages_and_phones_drop_the_name_at_their_next_fetch(hall: Cup) -> None:
    """What is kept in memory does not outlive a change beside the log; the version for phones is another."""
    game = hall.store.games_of_tournament(hall.id)[0].game
    assert desk.table_view(hall.desk, game).seats[0].name == "Emi"
    had = game_log(hall.desk, game)

    erase_at_desk(events_of(hall.desk), operators_order(hall.id), 1)

    assert desk.table_view(hall.desk, game).seats[0].name == "P1"
    log = game_log(hall.desk, game)
    assert (log.names[0], log.version != had.version, log.hashes == had.hashes) == ("P1", True, True)


def test_an_export_brings_nothing_erased_back(hall: Cup, tmp_path: Path) -> None:
    """An older export only goes on with what is there; one made since restores to the same."""
    older = list(exported(hall.store))
    assert main(["person", "Emi", "--erase", "--which", "all", "--db", str(hall.desk.path)]) == 0
    lines = list(exported(hall.store))

    assert restore(hall.store, older) == 0
    assert list(exported(hall.store)) == lines
    assert "Emi" not in "".join(lines)
    other = open_store(tmp_path / "other.db")
    restore(other, lines)
    assert list(exported(other)) == lines
    other.close()


def test_names_of_events_are_not_forgotten_by_themselves(hall: Cup) -> None:
    """`--forget-after` is about casual games: an event's people are erased by its organiser."""
    hall.store.database().execute("update games set created = '2020-01-01'")

    assert forget_names(hall.store, "2021-01-01") == 1
    game = hall.store.games_of_tournament(hall.id)[0].game
    assert [seat.name for seat in desk.table_view(hall.desk, game).seats] == list(NAMES[:4])
    assert "Emi came late" in repr(desk.table_view(hall.desk, game))
    assert forget_names(hall.store, "2021-01-01") == 0


@pytest.mark.parametrize(
    ("family", "given", "shown", "short"),
    [
        ("Korhonen", "Aino", "Aino Korhonen", "Aino K."),
        ("高橋", "健太郎", "高橋 健太郎", "高橋"),
        ("林", "修", "林 修", "林"),
        ("ミュラー", "グレタ", "ミュラー グレタ", "ミュラー"),
        ("", "Aino", "Aino", "Aino"),
        ("高橋", "", "高橋", "高橋"),
    ],
)
def test_a_name_is_shortened_as_it_is_written(family: str, given: str, shown: str, short: str) -> None:
    """events/2.1: the given name with an initial; in Japanese the family's comes first, and is enough."""
    person = PersonRow(number=1, family=family, given=given)
    assert (person.display_name, person.short_name(Counter())) == (shown, short)


def test_who_shares_the_familys_name_is_told_apart_by_the_first_letter_of_the_given_one() -> None:
    """Nobody else needs it; a name of one piece is a family's, and letters of other scripts stay as they are."""
    rows = [("高橋", "健"), ("高橋", "健太郎"), ("林", "修"), ("林", ""), ("Berg", "Aki"), ("Berg", "Ben")]
    people = [PersonRow(number=number, family=family, given=given) for number, (family, given) in enumerate(rows)]
    people.append(PersonRow(number=9, name="Cher"))
    families = Counter([each.parted_name[0] for each in people])

    shown = [each.short_name(families) for each in people]

    assert shown == ["高橋 健", "高橋 健", "林 修", "林", "Aki B.", "Ben B.", "Cher"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Aino Korhonen", "Aino K."),
        ("Ana Maria Silva", "Ana Maria S."),
        ("高橋 健太郎", "高橋"),
        ("高橋\N{IDEOGRAPHIC SPACE}健太郎", "高橋"),
        ("林 修", "林"),
        ("Aino", "Aino"),
        ("高橋健太郎", "高橋健太郎"),
        ("Substitute 12", "Substitute 12"),
        ("補充員 1", "補充員 1"),
    ],
)
def test_a_name_written_as_one_is_shortened_too(name: str, short: str) -> None:
    """Most lists are pasted one name a line: what was promised about public pages holds for them as well."""
    assert PersonRow(number=1, name=name).short_name(Counter()) == short
