"""What a pasted link shows before it is opened: the game, whether seats are free, a picture.

Never who plays, nor anything of the position: whoever is sent an address may know no more than that there is a table.
"""

from __future__ import annotations

from html import escape

from starlette.requests import Request

from bastide.core.catalogue import say
from bastide.server.links import is_table_id
from bastide.server.page import language_of
from bastide.server.store import Store, TableRow
from bastide.server.summary import read_summary

OF_A_TABLE = ("table", "end", "replay")  # the pages whose address names one


async def preview(store: Store, request: Request) -> str:
    """The tags for the head of the page."""
    row = await _row(store, request.path_params.get("path", ""))
    language = language_of(request)
    title = say(language, f"{row.setup.game}.title") if row else say(language, "table.page.title")
    picture = f"{str(request.base_url).rstrip('/')}/preview/{row.setup.game if row else 'bastide'}.png"
    tags = {
        "og:type": "website",
        "og:site_name": say(language, "table.page.title"),
        "og:title": title,
        "og:description": _description(row, language),
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    return "".join([f'<meta name="description" content="{escape(tags["og:description"])}" />', *lines])


async def _row(store: Store, path: str) -> TableRow | None:
    page, _, rest = path.partition("/")
    table = rest.partition("/")[0]
    return await store.table(table) if page in OF_A_TABLE and is_table_id(table) else None


def _description(row: TableRow | None, language: str) -> str:
    if row is None:
        return say(language, "table.preview.home")
    free = sum(seat.kind == "open" for seat in read_summary(row.summary).seats)
    if row.state == "waiting" and free:
        return say(language, "table.preview.free", n=free)
    return say(language, f"table.preview.{row.state}")
