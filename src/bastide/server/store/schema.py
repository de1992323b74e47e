"""The tables of the database. The log of a table is only ever added to; everything else can be made from it again."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    literal_column,
    true,
)

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("setup", Text, nullable=False),  # JSON of Setup
    Column("seed", Text, nullable=False),  # the secret behind the commitment
    Column("link_numbers", Text, nullable=False),  # JSON: who ("0".., "watch", "host") -> the number in their link
    Column("game", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("state", Text, nullable=False),
    Column("summary", Text, nullable=False),  # JSON for lists of tables
    Column("length", Integer, nullable=False),  # lines in the log
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger),  # when it must be woken: a clock, a bot's turn
    Column("owner", Text),  # the process that keeps its timers
    Column("leased_until", BigInteger, nullable=False),
    Index("tables_due", "due"),
    Index("tables_changed", "state", "updated"),
)
OPEN = and_(tables.c.listed.is_(true()), tables.c.state != literal_column("'over'"))  # written out, for the index
Index("tables_open", tables.c.updated, tables.c.id, sqlite_where=OPEN, postgresql_where=OPEN)
STATES = ("waiting", "playing", "over")

lines = Table(
    "lines",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),  # JSON of one line
    Column("chain", Text, nullable=False, server_default=""),  # hash of this line and all before it
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("chat_of_table", "table_id", "id"),
)

cards = Table(
    "cards",
    metadata,
    Column("id", Text, primary_key=True),
    Column("number", Text, nullable=False),  # in the card's key: changed when all its devices are to be forgotten
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

card_tables = Table(
    "card_tables",
    metadata,
    Column("card_id", Text, ForeignKey("cards.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("who", Text, nullable=False),  # as in `link_numbers`
    Column("number", Text, nullable=False),  # of the link by which the table was added
    Column("note", Text, nullable=False),  # for the card's owner alone
    Column("quiet", Boolean, nullable=False, server_default=false()),  # no notices of this table
    Column("noticed", BigInteger, nullable=False, server_default="0"),  # the latest asking that made notices
    Index("card_tables_of_table", "table_id"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", Text, primary_key=True),
    Column("card_id", Text, ForeignKey("cards.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # push, mail, hook
    Column("address", Text, nullable=False),  # JSON: where to
    Column("code", Text, nullable=False),  # by which it is confirmed and ended without the card
    Column("confirmed", Boolean, nullable=False),
    Column("sent", BigInteger, nullable=False),  # when it last carried something
    Column("failures", Integer, nullable=False),  # in a row
    Column("due", BigInteger),  # when it is to be looked at; None: nothing waits
    Column("leased_until", BigInteger, nullable=False),  # by the process that sends
    Index("channels_of_card", "card_id"),
    Index("channels_due", "due"),
    Index("channels_code", "code"),
)

notices = Table(
    "notices",
    metadata,
    Column("channel_id", Text, ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("asked_at", BigInteger, nullable=False),  # which asking it tells of
)

rated_games = Table(
    "rated_games",
    metadata,
    Column("card_id", Text, ForeignKey("cards.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu", Float, nullable=False),  # after it
    Column("sigma", Float, nullable=False),
    Index("rated_games_of_card", "card_id", "game", "at"),
    Index("rated_games_of_table", "table_id"),
)

daily = Table(
    "daily",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, nullable=False),
    Column("card_id", Text, ForeignKey("cards.id", ondelete="CASCADE"), nullable=False),
    UniqueConstraint("day", "card_id", name="daily_once"),
)

offers = Table(
    "offers",
    metadata,
    Column("card_id", Text, ForeignKey("cards.id", ondelete="CASCADE"), primary_key=True),  # who is invited again
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("by", Text, nullable=False),  # the name of whoever asks
    Column("made", BigInteger, nullable=False),
)

passes = Table(
    "passes",
    metadata,
    Column("hash", Text, primary_key=True),  # of a code that is good once
    Column("body", Text, nullable=False),  # JSON: what it hands over
    Column("until", BigInteger, nullable=False),
    Index("passes_until", "until"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("length", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("refined", Boolean, nullable=False),
    Column("data", LargeBinary, nullable=False),  # zlib of a review's JSON
)

branches = Table(
    "branches",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),  # that it goes on from
    Column("branch_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Index("branches_of_table", "table_id", "id"),
)

comments = Table(
    "comments",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("ply", Integer, nullable=False),  # of the decision
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Index("comments_of_table", "table_id", "id"),
)
