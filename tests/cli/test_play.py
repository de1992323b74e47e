"""A person at the terminal, for every game: whole games, undo, refusals, rules."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bastide.bots import make_bot
from bastide.bots.bot import Dice
from bastide.bots.worker import Failed
from bastide.cli import aside
from bastide.cli.aside import Aside, compiling_aside
from bastide.cli.play import Sitting, console_of, patience, seat_bots
from bastide.core.catalogue import say
from bastide.core.errors import BadNotation
from bastide.core.game import Game
from bastide.core.notation import in_language
from bastide.core.position import Position
from bastide.core.record import Record
from bastide.core.view import View
from bastide.games import load
from bastide.table.fairness import verify
from bastide.table.seen import log_for


class Typist(Console):
    """A console whose person types what an iterator says."""

    def __init__(self) -> None:
        self.page = io.StringIO()
        super().__init__(file=self.page, width=160)
        self.keys: Iterator[str] = iter(())

    def input(self, *_: Any, **__: Any) -> str:
        try:
            return next(self.keys)
        except StopIteration:
            raise EOFError from None


def sit(game: Game, language: str = "en", seed: int = 4) -> tuple[Sitting, Typist]:
    console = Typist()
    bots = seat_bots(game, game.spec.seats[0], 0, "uniform", seed)
    return Sitting(console, game, {}, 0, bots, seed, language), console


def moves_of(sitting: Sitting) -> Iterator[str]:
    """The middle one of what is legal, typed in the notation of the reader's language, to the end."""
    while True:
        choices = sitting.view.choices
        yield in_language(sitting.table.game.id, sitting.language, choices[len(choices) // 2].text)


def position_of(sitting: Sitting) -> Position:
    return sitting.table.match.position


@pytest.mark.broad
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_to_its_scores(game: Game, language: str, tmp_path: Path) -> None:
    sitting, console = sit(game, language)
    console.keys = moves_of(sitting)
    sitting.play()
    assert sitting.table.state == "over"
    assert ("Final scores" if language == "en" else "Décompte final") in console.page.getvalue()
    final = position_of(sitting).scores()
    assert sitting.view.scores.totals[: len(final)] == [score.points for score in final]
    assert sitting.view.scores.places == [score.place for score in final]
    sitting.save(str(tmp_path / "game.json"))
    record = Record.load(tmp_path / "game.json")
    assert record.replay(game).is_over
    verify(record, game)


@pytest.mark.parametrize(("language", "move"), [("en", "take A1"), ("fr", "prendre A1")])
def test_moves_are_listed_as_they_are_written_in_the_readers_language(language: str, move: str) -> None:
    sitting, console = sit(load("enghien"), language)
    console.keys = iter(("quit",))
    sitting.play()
    assert move in console.page.getvalue()


def test_rules_moves_log_and_help_change_nothing(game: Game) -> None:
    sitting, console = sit(game)
    console.keys = moves_of(sitting)
    clause = f"{game.spec.clause_prefix}-10"
    asked = ["?", f"? {clause}", "? XYZ-12", "moves", "board", "log", "help", "save", "nonsense", "", "quit"]
    console.keys = iter(asked)
    sitting.play()
    assert all(who != 0 for who, _ in position_of(sitting).plies)
    page = console.page.getvalue()
    assert clause in page
    assert "“nonsense” is no move here.\nType help to see what can be typed." in page


@pytest.mark.parametrize(
    ("language", "typed", "near"), [("en", "paas", "pass"), ("fr", "PASER", "passer"), ("en", "undoo", "undo")]
)
def test_what_is_no_move_is_answered_with_what_looks_like_it(language: str, typed: str, near: str) -> None:
    sitting, console = sit(load("batisseurs"), language)
    console.keys = chain(islice(moves_of(sitting), 1), [typed, "quit"])
    sitting.play()
    assert say(language, "cli.typed.near", near=near) in console.page.getvalue()


def test_a_refusal_cites_its_clause_and_changes_nothing(game: Game) -> None:
    """The first illegal action that can be written and read at some decision of the person's."""
    sitting, console = sit(game, seed=6)
    refused: list[str] = []

    def keys() -> Iterator[str]:
        moves = moves_of(sitting)
        while not refused:
            s = position_of(sitting).state
            text = next((game.write(s, a) for a in illegal(game, sitting) if reads_back(game, s, a)), "")
            if text:
                refused.append(game.refuse(s, game.read(s, text)))
            yield text or next(moves)

    console.keys = keys()
    sitting.play()
    assert f"({refused[0]})" in console.page.getvalue().replace("\n", " ")


def illegal(game: Game, sitting: Sitting) -> list[int]:
    return [a for a in range(game.spec.num_actions) if a not in position_of(sitting).legal]


def reads_back(game: Game, s: Any, a: int) -> bool:
    try:
        return game.read(s, game.write(s, a)) == a
    except BadNotation:
        return False


@pytest.mark.broad
def test_undo_is_the_tables_own(game: Game) -> None:
    """Where the table says that a decision can be taken back, undo restores what was; elsewhere it changes nothing."""
    sitting, console = sit(game, seed=8)
    checked: list[bool] = []

    def shown() -> object:
        return bytes(position_of(sitting)), log_for(sitting.table, 0, 0), sitting.view.scores

    def keys() -> Iterator[str]:
        moves = moves_of(sitting)
        for _ in range(60):
            before = shown()
            yield next(moves)
            expected = before if sitting.view.turn.undo else shown()
            yield "undo"
            checked.append(shown() == expected)
            yield next(moves)

    console.keys = keys()
    sitting.play()
    assert checked
    assert all(checked)
    assert sitting.say("table.refused.undo") in " ".join(console.page.getvalue().split())


def test_plans_are_listed_and_followed_by_number() -> None:
    """`plan` alone lists them and changes nothing; `plan 1` does all actions of the first one."""
    sitting, console = sit(load("alhambra"))
    followed: list[bool] = []

    def keys() -> Iterator[str]:
        moves = moves_of(sitting)
        while not (plans := sitting.view.plans):
            yield next(moves)
        ply = position_of(sitting).ply
        yield "plan 99"
        yield "plan"
        assert position_of(sitting).ply == ply
        yield "plan 1"
        mine = [action for who, action in position_of(sitting).plies[ply:] if who == 0]
        followed.append(tuple(mine[: len(plans[0].actions)]) == plans[0].actions)

    console.keys = keys()
    sitting.play()
    assert followed == [True]
    page = console.page.getvalue()
    assert "No plan 99; plans offered:" in page
    assert "\n1. " in page


def test_a_plan_that_is_not_offered_changes_nothing(game: Game) -> None:
    sitting, console = sit(game)
    console.keys = iter(["plan 99", "plan"])
    sitting.play()
    assert "No plan 99; plans offered:" in console.page.getvalue()
    assert all(who != 0 for who, _ in position_of(sitting).plies)


@pytest.mark.parametrize(("language", "word", "said"), [("en", "hint", "first places"), ("fr", "conseil", "premières")])
def test_a_hint_is_given_and_changes_nothing(game: Game, language: str, word: str, said: str) -> None:
    sitting, console = sit(game, language)
    console.keys = iter([word])
    sitting.play()
    page = console.page.getvalue()
    assert said in page
    assert "1. " in page
    assert all(who != 0 for who, _ in position_of(sitting).plies)


@pytest.mark.broad
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_plain_game_has_no_boxes_and_no_colours(game: Game, language: str) -> None:
    console = Typist()
    bots = seat_bots(game, game.spec.seats[0], 0, "uniform", 4)
    sitting = Sitting(console, game, {}, 0, bots, 4, language, plain=True)
    asked = {"en": ["tell what can I ask", "tell", "tell what happened"], "fr": ["dire que puis-je demander", "dire"]}
    console.keys = chain([*asked[language], "board", "moves"], moves_of(sitting))
    sitting.play()
    page = console.page.getvalue()
    assert sitting.table.state == "over"
    assert not set(page) & set("│┃─━┌┏└┗├┡┐┓╭╰\x1b")


@pytest.mark.parametrize("plain", [True, False])
def test_a_plain_terminal_gets_no_escape_codes(
    plain: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.modules["bastide.cli.play"], "is_compiled", lambda _name, _part: False)
    console = console_of(plain)
    with patience(console, "en", load("enghien"), "bots"):
        console.print("take A1[dim]  the casino[/dim]", "[bold red]no[/bold red]")
    assert ("\x1b" in capsys.readouterr().out) is not plain


def test_what_cannot_be_printed_is_not_printed_back(game: Game) -> None:
    sitting, console = sit(game)
    console.keys = iter(["\x1b[D\x07nonsense"])
    sitting.play()
    page = console.page.getvalue()
    assert "[Dnonsense" in page
    assert not set(page) & set("\x1b\x07")


TWO_LINES = """
from rich.console import Console
from bastide.cli.asking import read_line
print([read_line(Console()), read_line(Console())])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_an_arrow_key_brings_back_the_line_before() -> None:
    import pty

    keyboard, screen = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen([sys.executable, "-c", TWO_LINES], stdin=screen, stdout=screen, env=environment):
        os.close(screen)
        shown = b""
        for prompt, keys in ((1, b"take A1\r"), (2, b"\x1b[A\r")):
            while shown.count(b"> ") < prompt:
                shown += os.read(keyboard, 1000)
            os.write(keyboard, keys)
        while b"]" not in shown:
            shown += os.read(keyboard, 1000)
    os.close(keyboard)
    assert b"['take A1', 'take A1']" in shown


def test_what_is_compiled_is_said_once_and_nothing_where_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("enghien")
    monkeypatch.setattr(sys.modules["bastide.cli.play"], "is_compiled", lambda _name, part: part == "rules")
    console = Typist()
    with patience(console, "en", game, "rules"):
        pass
    assert console.page.getvalue() == ""
    sitting, console = sit(game)
    console.keys = moves_of(sitting)
    sitting.play()
    assert console.page.getvalue().count("The bots of Enghien-les-Bains are being compiled") == 1


class Process:
    """One that compiles until it is told to end."""

    is_over = False

    def poll(self) -> int | None:
        return 0 if self.is_over else None

    def wait(self) -> int:
        self.is_over = True
        return 0


class Interpreter:
    """A worker that keeps whom it was asked for, and fails where it is told to."""

    def __init__(self, fails: bool = False) -> None:
        self.asked: list[str] = []
        self.fails = fails
        self.is_closed = False

    def decide(self, bot: str, view: View, seed: int, decision: int) -> int:
        self.asked.append(bot)
        if self.fails:
            raise Failed("the bot's process ended")
        thinker: Any = make_bot(bot, view.game, 0)
        thinker.dice = Dice(seed, decision)
        return int(thinker.choose(view))

    def close(self) -> None:
        self.is_closed = True


def sit_cold(bot: str, interpreter: Interpreter, language: str = "en", plain: bool = False) -> tuple[Sitting, Typist]:
    """Beside a bot that is being compiled."""
    game, console = load("enghien"), Typist()
    bots = seat_bots(game, 2, 0, bot, 4)
    busy: Any = Aside(Process(), interpreter)  # type: ignore[arg-type]
    return Sitting(console, game, {}, 0, bots, 4, language, plain, busy), console


@pytest.mark.compiled
@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("language", "unready", "ready", "mark"),
    [
        ("en", "is still getting ready", "is ready, and searches from now on", "by judgement alone"),
        ("fr", "se prépare encore", "est prêt", "sur son seul jugement"),
    ],
)
def test_a_champion_decides_by_judgement_alone_until_it_is_compiled_and_that_is_said(
    language: str, unready: str, ready: str, mark: str, plain: bool
) -> None:
    interpreter = Interpreter()
    sitting, console = sit_cold("champion", interpreter, language, plain)
    process: Any = sitting.aside.process

    def keys() -> Iterator[str]:
        moves = moves_of(sitting)
        for _ in range(3):
            yield next(moves)
        assert not process.is_over
        assert ready not in console.page.getvalue()
        process.is_over = True
        yield from moves

    console.keys = keys()
    sitting.play()
    page = " ".join(console.page.getvalue().split())
    assert page.count(unready) == page.count(ready) == 1
    assert page.count(mark) == 1 + sum(event.stand_in for event in log_for(sitting.table, 0, 0))
    assert set(interpreter.asked) == {"judged"}
    assert (
        len(interpreter.asked) == len(sitting.table.stood_in) < sum(who == 1 for who, _ in position_of(sitting).plies)
    )


@pytest.mark.compiled
def test_a_level_decides_the_same_whether_it_is_compiled_or_not() -> None:
    played = []
    for is_compiled in (False, True):
        interpreter = Interpreter()
        sitting, console = sit_cold("level3", interpreter)
        sitting.aside.process.is_over = is_compiled  # type: ignore[union-attr]
        console.keys = moves_of(sitting)
        sitting.play()
        played.append(position_of(sitting).plies)
        assert set(interpreter.asked) == (set() if is_compiled else {"level3"})
        assert sitting.table.stood_in == set()
    assert played[0] == played[1]


@pytest.mark.compiled
def test_where_nothing_interprets_a_bot_is_waited_for() -> None:
    sitting, console = sit_cold("greedy", Interpreter(fails=True))
    console.keys = moves_of(sitting)
    sitting.play()
    assert sitting.table.state == "over"
    assert sitting.aside.is_done
    assert sitting.table.stood_in == set()


@pytest.mark.parametrize(("language", "word"), [("en", "hint"), ("fr", "conseil")])
def test_a_hint_that_is_being_compiled_keeps_nobody_waiting(language: str, word: str) -> None:
    sitting, console = sit_cold("uniform", Interpreter(), language)
    console.keys = iter([word])
    sitting.play()
    assert sitting.say("cli.play.hint_later") in console.page.getvalue()
    assert not sitting.aside.is_done


def test_what_bots_need_is_compiled_by_another_process_meanwhile(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    program = "import sys; open(sys.argv[1], 'w').write(' '.join(sys.argv[2:]))"
    monkeypatch.setattr(aside, "command_of", lambda *asked: [sys.executable, "-c", program, str(told), *asked])
    bots = seat_bots(game, game.spec.seats[1], 0, "greedy", 1).values()
    interpreter: Any = Interpreter()
    for is_compiled in (True, False):
        monkeypatch.setattr(aside, "is_compiled", lambda *_, known=is_compiled: known)
        with compiling_aside(game, bots, lambda: interpreter) as beside:
            assert not interpreter.is_closed
            beside.wait()
            assert beside.is_done
        assert told.exists() == interpreter.is_closed != is_compiled
    assert told.read_text() == f"{game.id} greedy bots"


def no_interpreter() -> Any:
    raise OSError("no more processes")


def test_who_leaves_does_not_wait_for_what_bots_need(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "is_compiled", lambda *_: False)
    monkeypatch.setattr(aside, "command_of", lambda *_: [sys.executable, "-c", "import time; time.sleep(3600)"])
    bots = seat_bots(game, game.spec.seats[0], 0, "uniform", 1).values()
    with compiling_aside(game, bots, no_interpreter) as beside:
        process = beside.process
        assert process is not None
        assert process.poll() is None
    assert process.poll() is not None
