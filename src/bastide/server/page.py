"""The built page, where there is one; a plain one that says what to do, where there is not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from bastide.core.catalogue import LANGUAGES, say

PACKAGE = Path(__file__).resolve().parents[1]
NOT_KEPT = {"cache-control": "no-cache"}  # asked for again each time
Head = Callable[[Request], Awaitable[str]]
PLACES = (PACKAGE / "web_dist", PACKAGE.parents[1] / "web" / "dist")


def find_page(given: Path | None) -> Path | None:
    """The folder of the built page."""
    for folder in (given,) if given else PLACES:
        if folder and (folder / "index.html").is_file():
            return folder.resolve()
    return None


class Page:
    """Every address that is not the API's: a file of the page, or the page itself, which finds its own way."""

    def __init__(self, given: Path | None) -> None:
        self.folder = find_page(given)

    def _find(self, path: str) -> Path | None:
        """The file of that name; None also for what cannot be the name of one."""
        if self.folder is None or not path:
            return None
        try:
            file = (self.folder / path).resolve()
            return file if file.is_relative_to(self.folder) and file.is_file() else None
        except (OSError, ValueError):
            return None

    async def serve(self, request: Request, head: Head) -> Response:
        """A file of the page or, for any other address, the page itself with what belongs in its head there."""
        path = request.path_params.get("path", "")
        if self.folder is None:
            return HTMLResponse(plain_page(language_of(request)))
        file = self._find(path)
        if file is not None:
            lasting = "/assets/" in request.url.path
            caching = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return FileResponse(file, headers={"cache-control": caching})
        if "." in path.rsplit("/", 1)[-1]:
            return PlainTextResponse("not found", 404)
        text = (self.folder / "index.html").read_text(encoding="utf-8")
        return HTMLResponse(text.replace("</head>", f"{await head(request)}</head>", 1), headers=NOT_KEPT)


def language_of(request: HTTPConnection) -> str:
    """The first language of the reader that we speak."""
    return language_of_header(request.headers.get("accept-language", ""))


def language_of_header(accepted: str) -> str:
    for part in accepted.split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def plain_page(language: str) -> str:
    title, text = say(language, "table.page.title"), say(language, "table.page.missing")
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<h1>{title}</h1><p>{text}</p></html>"
    )
