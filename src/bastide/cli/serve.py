"""`bastide serve`: the web table, in one process and one file unless set otherwise."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rich.console import Console

from bastide.cli.language import choose_language
from bastide.core.catalogue import say, say_phrase
from bastide.core.errors import BastideError

if TYPE_CHECKING:
    from bastide.server.notices.settings import NoticeSettings

ANYWHERE = ("0.0.0.0", "::")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def has_screen() -> bool:
    """Whether a browser can be opened; one in the terminal would hide what the server says."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in SCREENS)


def notice_settings(
    public_url: str,
    mail_from: str,
    mail_server: str,
    mail_user: str,
    mail_security: Literal["starttls", "tls", "none"],
    private_hooks: bool,
) -> NoticeSettings:
    """How people are told that it is their turn; mail needs all that it needs, or nothing."""
    from bastide.server.notices.settings import MailSettings, NoticeSettings

    mail = None
    if mail_from or mail_server:
        if not (mail_from and mail_server and public_url):
            raise BastideError("mail needs --mail-from, --mail-server and --public-url")
        host, _, port = mail_server.partition(":")
        if port and not port.isdigit():
            raise BastideError(f"--mail-server is host or host:port, not {mail_server!r}")
        password = os.environ.get("BASTIDE_MAIL_PASSWORD", "")
        mail = MailSettings(host, mail_from, int(port or 587), mail_user, password, mail_security)
    return NoticeSettings(public_url.rstrip("/"), mail, private_hooks)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8700,
    data: Path = Path("bastide.db"),
    database: str | None = None,
    bus: str = "",
    web: Path | None = None,
    thinkers: int = 1,
    open_page: bool = False,
    trust_proxy: str = "",
    allow_host: tuple[str, ...] = (),
    backup_every: float = 0.0,
    backup_to: Path | None = None,
    backup_keep: int = 7,
    public_url: str = "",
    mail_from: str = "",
    mail_server: str = "",
    mail_user: str = "",
    mail_security: Literal["starttls", "tls", "none"] = "starttls",
    private_hooks: bool = False,
    log_level: str = "info",
    lang: str | None = None,
) -> None:
    """Serve tables to browsers and programs.

    Parameters
    ----------
    host
        Which address to listen on; 0.0.0.0 for everybody.
    port
        Which port; 0 takes a free one.
    data
        The file in which everything is kept (SQLite).
    database
        A database instead of the file: postgresql://user@host/name, for several processes.
    bus
        redis://... for notes between processes; PostgreSQL's own otherwise.
    web
        The folder of the built page, where it is not found by itself.
    thinkers
        In how many processes bots think.
    open_page
        Open the page in a browser.
    trust_proxy
        Addresses of reverse proxies whose X-Forwarded-For is believed.
    allow_host
        A name this server answers to, besides addresses and this machine's own names; * for any.
    backup_every
        Copy the file every so many hours, and try each copy out; 0 for never.
    backup_to
        The folder of those copies: `backups` beside the file where none is named.
    backup_keep
        How many copies are kept.
    public_url
        The address at which people reach this server (https://...), for links in messages.
    mail_from
        The address that mails come from; with --mail-server and --public-url, who wants to is told their turn by mail.
    mail_server
        The mail server that takes them: host or host:port. Its password is read from BASTIDE_MAIL_PASSWORD.
    mail_user
        The name to log in with there.
    mail_security
        starttls, tls or none.
    private_hooks
        Let webhooks lead into this server's own network.
    log_level
        debug, info, warning or error.
    lang
        en or fr.
    """
    from bastide.server.main import run_server
    from bastide.server.settings import BackupPlan, Settings
    from bastide.server.starting import CannotStart

    language = choose_language(lang)
    if not 0 <= port <= 65535 or thinkers < 1:
        raise BastideError("--port runs from 0 to 65535, and at least one process must think")
    url = database or f"sqlite:///{data.expanduser().resolve()}"
    token = os.environ.get("BASTIDE_METRICS_TOKEN", "")
    if backup_every < 0 or backup_keep < 1:
        raise BastideError("--backup-every is a number of hours, and at least one copy is kept")
    folder = backup_to or data.expanduser().resolve().parent / "backups"
    plan = BackupPlan(backup_every * 3600, folder, backup_keep) if backup_every else None
    settings = Settings(
        database=url,
        bus=bus,
        web=web,
        thinkers=thinkers,
        metrics_token=token,
        hosts=allow_host,
        backups=plan,
        notices=notice_settings(public_url, mail_from, mail_server, mail_user, mail_security, private_hooks),
    )
    console = Console(stderr=True, highlight=False)

    def ready(bound: int) -> None:
        shown = "localhost" if host in (*ANYWHERE, "127.0.0.1", "::1") else host
        address = f"http://{shown}:{bound}/"
        console.print(say(language, "table.serve.ready", address=address), style="bold", soft_wrap=True)
        place = str(data) if database is None else database.split("@")[-1]  # without a password
        console.print(say(language, "table.serve.data", place=place), soft_wrap=True)
        if open_page and has_screen():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()  # some of them wait

    try:
        run_server(settings, host, port, trust_proxy, log_level, ready)
    except CannotStart as error:
        raise BastideError(say_phrase(language, error.label)) from None
