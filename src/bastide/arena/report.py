"""Reports of a tournament: as a table for the terminal, JSON, CSV, or a page with plots that opens offline."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

import msgspec
from rich.table import Table

from bastide.arena.plots import Bar, curve_plot, histogram, interval_plot
from bastide.arena.run import Result
from bastide.arena.schedule import Tournament
from bastide.arena.standing import Standing, by_deal, standings, whole_deals
from bastide.core.catalogue import say
from bastide.games import load

COLUMNS = ("bot", "games", "share", "interval", "points", "place", "rating", "ms")
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid #8886 }
th:first-child, td:first-child { text-align: left }
figure { margin: 2rem 0 } figcaption { font-weight: 600; margin-bottom: .4rem }
svg { width: 100%; height: auto } svg text { font-size: 13px; fill: currentColor }
.mark { stroke: currentColor; stroke-dasharray: 4 4; opacity: .6 }
.span { stroke: currentColor; stroke-width: 3; opacity: .45 } .axis { stroke: currentColor; opacity: .4 }
"""


def cells(row: Standing) -> tuple[str, ...]:
    """A row in words, in the order of COLUMNS."""
    return (
        row.bot,
        str(row.games),
        f"{100 * row.share:.1f} %",
        f"{100 * row.low:.1f}–{100 * row.high:.1f}",
        f"{row.points:.1f}",
        f"{row.place:.2f}",
        f"{row.rating:+.0f} ±{(row.rating_high - row.rating_low) / 2:.0f}",
        f"{row.ms:.2f}",
    )


def heading(tournament: Tournament, language: str) -> str:
    return say(
        language,
        "arena.title",
        game=load(tournament.game).spec.title[language],
        seats=tournament.seats,
        seed=tournament.seed,
    )


def as_table(tournament: Tournament, rows: Sequence[Standing], language: str) -> Table:
    """For the terminal."""
    table = Table(title=heading(tournament, language))
    for column in COLUMNS:
        table.add_column(say(language, f"arena.column.{column}"), justify="left" if column == "bot" else "right")
    for row in rows:
        table.add_row(*cells(row))
    return table


class Summary(msgspec.Struct, frozen=True):
    tournament: Tournament
    games: int
    standings: list[Standing]


def as_json(tournament: Tournament, results: Sequence[Result]) -> str:
    """The tournament, its rows, and how many games they rest on."""
    rows = standings(tournament, results)
    summary = Summary(tournament, len(whole_deals(tournament, results)), rows)
    return msgspec.json.format(msgspec.json.encode(summary), indent=2).decode()


def as_csv(tournament: Tournament, results: Sequence[Result]) -> str:
    """One line a bot."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Standing.__struct_fields__)
    for row in standings(tournament, results):
        writer.writerow(msgspec.structs.astuple(row))
    return out.getvalue()


def running(shares: Sequence[float]) -> list[float]:
    """The mean after each deal."""
    total = 0.0
    means = []
    for n, share in enumerate(shares, 1):
        total += share
        means.append(total / n)
    return means


def as_html(tournament: Tournament, results: Sequence[Result], language: str) -> str:
    """A page in one file: the table and four plots."""
    results = whole_deals(tournament, results)
    rows = standings(tournament, results)
    head = "".join(f"<th>{escape(say(language, f'arena.column.{column}'))}</th>" for column in COLUMNS)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells(row)) + "</tr>" for row in rows)
    title = escape(heading(tournament, language))
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}</style>'
        f"<h1>{title}</h1><p>{escape(say(language, 'arena.about', games=len(results)))}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"{draw_plots(results, rows, language)}</html>\n"
    )


def draw_plots(results: Sequence[Result], rows: Sequence[Standing], language: str) -> str:
    """Shares, how they settled, ratings and points."""
    if not rows:
        return ""
    shares = [Bar(row.bot, row.share, row.low, row.high, f"{100 * row.share:.0f} %") for row in rows]
    ratings = [Bar(row.bot, row.rating, row.rating_low, row.rating_high, f"{row.rating:+.0f}") for row in rows]
    curves = [(row.bot, running(by_deal(results, row.bot))) for row in rows]
    points = [
        (row.bot, [result.points[p] for result in results for p, bot in enumerate(result.lineup) if bot == row.bot])
        for row in rows
    ]
    return (
        interval_plot(say(language, "arena.plot.share"), shares, rows[0].fair)
        + curve_plot(say(language, "arena.plot.curve"), curves, rows[0].fair)
        + interval_plot(say(language, "arena.plot.rating"), ratings, 0.0)
        + histogram(say(language, "arena.plot.points"), points)
    )
