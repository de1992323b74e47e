"""`bastide review`: what was skill and what was luck in a recorded game."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from bastide.bots.warming import is_compiled
from bastide.cli.language import choose_language
from bastide.cli.printing import print_no_judge
from bastide.core.catalogue import say, say_phrase, seat_name
from bastide.core.errors import BastideError
from bastide.core.record import Record
from bastide.core.words import Values
from bastide.games import GAMES, load
from bastide.reviews import CannotReview, Review, Study
from bastide.reviews.grades import GRADES
from bastide.reviews.model import Decision, Draw
from bastide.reviews.onefile import make_file, read_file, template_in
from bastide.reviews.shares import TENTH
from bastide.reviews.warming import PART
from bastide.server.page import find_page

COLUMNS = ("start", "got", "gave", "luck", "unseen", "result")
STYLES = {"keystone": "green", "detour": "yellow", "costly": "red"}


def review(
    file: Path, /, *, json: bool = False, html: Path | None = None, refine: bool = False, lang: str | None = None
) -> None:
    """Tell where a finished game was won and lost: by decisions, judged on what was known, and by luck.

    Parameters
    ----------
    file
        A record, as a table's download or `bastide play --record` gives it, or a game in one file.
    json
        Print the whole review as JSON.
    html
        Write the game and its review into one page that opens without a network.
    refine
        Look again at every decision by playing on from its moves; takes a minute or so.
    lang
        en or fr.
    """
    language = choose_language(lang)
    record = read_file(file)
    if record.game in GAMES:
        print_no_judge(Console(stderr=True, highlight=False), load(record.game), language)
    try:
        found = study(record, refine, language)
        if html is not None:
            html.write_text(make_file(template_in(find_page(None), record.game), record, found), encoding="utf-8")
            return
    except CannotReview as error:
        raise BastideError(f"{file}: {say_phrase(language, error.label)}") from error
    except OSError as error:
        raise BastideError(f"{html}: {error.strerror}") from error
    if json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        ReviewPrinter(Console(highlight=False), found, language, record.names or []).tell()


def _first_pass(record: Record, language: str) -> Study:
    """A game under review; what it needs is compiled the first time, which is told."""
    if record.game not in GAMES or is_compiled(record.game, PART):
        return Study(record)
    with Console(stderr=True).status(say(language, "review.compiling")):
        begun = Study(record)
        begun.review()
    return begun


def study(record: Record, refine: bool, language: str) -> Review:
    """A review, with a bar while it is refined."""
    begun = _first_pass(record, language)
    if not refine:
        return begun.review()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        return begun.refine(lambda done, of: bar.update(task, completed=done, total=of))


class ReviewPrinter:
    """Prints a review in a language."""

    def __init__(self, console: Console, found: Review, language: str, names: list[str]) -> None:
        self.console = console
        self.review = found
        self.language = language
        self.names = names

    def tell(self) -> None:
        self.ledger()
        self._say("review.exact", points=self.number(self.review.border))
        self.turning_points()
        self.decisions()
        self.luck()

    def ledger(self) -> None:
        """Every seat's account, rows and columns closing."""
        table = Table(title=say(self.language, "review.ledger"), title_justify="left")
        table.add_column("")
        for column in COLUMNS:
            table.add_column(say(self.language, f"review.ledger.{column}"), justify="right")
        for row in sorted(self.review.ledger, key=lambda row: (-row.result, row.seat)):
            signs = ("", "", "-", "+", "+", "")
            cells = [self.tenths(-n if sign == "-" else n, sign) for n, sign in zip(row.shown, signs, strict=True)]
            table.add_row(seat_name(self.language, str(row.seat), self.names), *cells)
        self.console.print(table)
        for row in self.review.ledger:
            tally = " · ".join(f"{row.tally[word]} {say(self.language, f'review.grade.{word}')}" for word in GRADES)
            self.console.print(Text(f"{seat_name(self.language, str(row.seat), self.names)}: {tally}"), soft_wrap=True)

    def turning_points(self) -> None:
        if self.review.turning:
            self._head("review.turning")
        for place, turn in enumerate(self.review.turning, 1):
            what = self.decided(self.review.decisions[turn.number - 1]) if turn.kind == "decision" else ""
            if turn.kind == "draw":
                drawn = next(draw for draw in self.review.draws if draw.after == turn.number)
                what = self.drawn(drawn, turn.seat)
            self.console.print(Text(f"{place}. ").append(what), soft_wrap=True)

    def decisions(self) -> None:
        """What was neither sound nor forced, in order."""
        told = [decision for decision in self.review.decisions if decision.grade in STYLES]
        if told:
            self._head("review.decisions")
        for decision in told:
            self.console.print(Text(self.decided(decision), style=STYLES[decision.grade]), soft_wrap=True)
            reasons = " · ".join(say_phrase(self.language, reason, self.names) for reason in decision.reasons)
            self.console.print(Text(f"   {reasons}", style="dim"), soft_wrap=True)

    def luck(self) -> None:
        self._head("review.luck")
        for seat in range(self.review.seats):
            for found in (self.review.luckiest[seat], self.review.unluckiest[seat]):
                if found is not None:
                    self.console.print(Text(self.drawn(self.review.draws[found], seat)), soft_wrap=True)

    def decided(self, decision: Decision) -> str:
        values: Values = {
            "number": decision.number,
            "seat": f"#{decision.seat}",
            "move": say_phrase(self.language, decision.played.label, self.names),
            "grade": say(self.language, f"review.grade.{decision.grade}"),
        }
        if decision.better is None:
            return say(self.language, "review.line.best", self.names, **values)
        better = say_phrase(self.language, decision.better.label, self.names)
        values |= {"better": better, "loss": self.number(-decision.loss), "error": self.number(decision.error)}
        return say(self.language, "review.line.lost", self.names, **values)

    def drawn(self, draw: Draw, seat: int) -> str:
        key = "review.line.deal" if draw.after == 0 else "review.line.drawn"
        change, error = self.number(draw.change[seat], "+"), self.number(draw.error)
        return say(self.language, key, self.names, number=draw.after, seat=f"#{seat}", change=change, error=error)

    def number(self, millionths: int, sign: str = "") -> str:
        return self.tenths(round(millionths / TENTH), sign)

    def tenths(self, tenths: int, sign: str = "") -> str:
        """Points with one decimal: a true minus, and a comma in French."""
        text = f"{tenths / 10:+.1f}" if sign == "+" else f"{tenths / 10:.1f}"
        return text.replace("-", "−").replace(".", "," if self.language == "fr" else ".")

    def _head(self, key: str) -> None:
        self.console.print(Text(say(self.language, key), style="bold"))

    def _say(self, key: str, **values: str | int) -> None:
        self.console.print(Text(say(self.language, key, self.names, **values), style="dim"), soft_wrap=True)
