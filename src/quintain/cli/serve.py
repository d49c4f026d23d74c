"""`quintain serve`: the table as a service."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("serve")(serve_command)
    app.command("backup")(backup_command)


def serve_command(
    host: Annotated[str | None, typer.Option(help="Where to listen: 127.0.0.1 keeps it to this machine.")] = None,
    port: Annotated[int | None, typer.Option(help="The port.")] = None,
    database: Annotated[str | None, typer.Option(help="A PostgreSQL address (postgresql://...) instead of a file.")] = None,
    data: Annotated[str | None, typer.Option(help="The folder for the database file.")] = None,
    public: Annotated[str | None, typer.Option(help="The address people type, where a proxy stands before it.")] = None,
    config: Annotated[str, typer.Option(help="A file with these settings (TOML).")] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Open the table on this machine: a page for GM and players."""
    from quintain.table.serve import main

    raise SystemExit(main(host, port, database, data, browser, config, public=public))


def backup_command(
    to: Annotated[str, typer.Argument(help="The file to write.")],
    database: Annotated[str | None, typer.Option(help="A PostgreSQL address instead of a file.")] = None,
    data: Annotated[str | None, typer.Option(help="The folder of the database file.")] = None,
    config: Annotated[str, typer.Option(help="A file with these settings (TOML).")] = "",
) -> None:
    """Copy all tables into one file, also while the server runs."""
    from quintain.table.serve import backup

    raise SystemExit(backup(to, database, data, config))
