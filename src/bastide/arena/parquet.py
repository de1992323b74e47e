"""Data sets as Parquet. The only file that imports pyarrow; it is an extra: `pip install bastide[parquet]`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bastide.arena.dataset import BadDataset, Played, Terms, unpack
from bastide.core.game import Game
from bastide.core.observation import layout_of
from bastide.games import load

GROUP = 64  # games of a row group


def find_pyarrow() -> Any:
    """pyarrow, or what to do without it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadDataset(
            "Parquet needs the extra: pip install 'bastide[parquet]'. A name that ends in .jsonl needs nothing."
        ) from error
    return pyarrow


def write_parquet(path: Path, terms: Terms, games: Iterator[Played]) -> None:
    """One row a decision, some games a row group; the terms stand in the file's metadata under `bastide`."""
    pa = find_pyarrow()
    game = load(terms.tournament.game)
    seats = terms.tournament.seats
    schema = schema_of(game, seats).with_metadata({"bastide": msgspec.json.encode(terms)})
    with pa.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while group := list(islice(games, GROUP)):
            tables = [table_of(game, seats, played) for played in group]
            writer.write_table(pa.concat_tables(tables).replace_schema_metadata(schema.metadata))


def schema_of(game: Game, seats: int) -> Any:
    """The columns and their types."""
    pa = find_pyarrow()
    number = pa.from_numpy_dtype(layout_of(game).narrow)
    return pa.schema(
        [
            ("game", pa.int64()),
            ("deal", pa.int64()),
            ("seed", pa.int64()),
            ("ply", pa.int32()),
            ("seat", pa.int8()),
            ("bot", pa.string()),
            ("observation", pa.list_(number, layout_of(game).size)),
            ("legal", pa.list_(pa.int16())),
            ("action", pa.int16()),
            ("points", pa.list_(pa.int32(), seats)),
            ("places", pa.list_(pa.int8(), seats)),
        ]
    )


def table_of(game: Game, seats: int, played: Played) -> Any:
    """A game's decisions."""
    pa = find_pyarrow()
    schema = schema_of(game, seats)
    seat = unpack(played.seats, np.int8)
    n = len(seat)
    starts = np.concatenate([[0], np.cumsum(unpack(played.choices, np.int16), dtype=np.int32)]).astype(np.int32)

    def rows(numbers: Any, name: str) -> Any:
        kind = schema.field(name).type
        return pa.FixedSizeListArray.from_arrays(pa.array(numbers, kind.value_type), kind.list_size)

    columns = [
        np.full(n, played.number),
        np.full(n, played.deal),
        np.full(n, played.seed),
        unpack(played.plies, np.int32),
        seat,
        [played.lineup[p] for p in seat.tolist()],
        rows(unpack(played.observations, layout_of(game).narrow), "observation"),
        pa.ListArray.from_arrays(starts, pa.array(unpack(played.legal, np.int16), pa.int16())),
        unpack(played.actions, np.int16),
        rows(np.tile(played.points, n), "points"),
        rows(np.tile(played.places, n), "places"),
    ]
    return pa.Table.from_arrays([pa.array(c, t) for c, t in zip(columns, schema.types, strict=True)], schema=schema)
