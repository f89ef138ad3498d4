"""The page for people: what the OpenAPI document says, as HTML."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from springtail.services.http.schemas import SCHEMAS

STYLE = """\
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin-top: 2rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border: 1px solid #8886; border-radius: .3rem }
td { padding-right: 1.5rem; vertical-align: top }
"""
MARKED = re.compile(r"`(.+?)`")


def make_page(document: dict[str, Any], links: dict[str, str], address: str) -> str:
    """Return the page.

    Args:
        document: from `make_document`.
        links: path -> text of what else there is to see.
        address: of the service, as its client knows it.
    """
    info = document["info"]
    title = escape(f"{info['title']} {info['version']}")
    entries = "".join(f'<li><a href="{escape(path)}">{escape(text)}</a></li>' for path, text in links.items())
    operations = [(method.upper(), path, it) for path, its in document["paths"].items() for method, it in its.items()]
    parts = [f"<p>{_text(text)}</p>" for text in info["description"].strip().split("\n\n")]
    parts.append(f"<ul>{entries}</ul>")
    parts += [
        _operation(method, path, it, document["components"]["schemas"], address) for method, path, it in operations
    ]
    parts.append(f"<h2>Problems</h2>\n{_table(_problems([it for _, _, it in operations]))}")
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>\n{STYLE}</style>\n<h1>{title}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _operation(method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any], address: str) -> str:
    said = [f"<h2><code>{method} {escape(path)}</code></h2>", f"<p>{_text(operation['description'])}</p>"]
    if "requestBody" in operation:
        [(media_type, content)] = operation["requestBody"]["content"].items()
        fields = schemas[content["schema"]["$ref"].removeprefix(SCHEMAS)]["properties"]
        said.append(_table({name: field["description"] for name, field in fields.items()}))
        command = f"curl {address}{path} -H 'Content-Type: {media_type}' -d '{json.dumps(content['example'])}'"
        said.append(f"<pre>{escape(command)}</pre>")
    return "\n".join(said)


def _problems(operations: list[dict[str, Any]]) -> dict[str, str]:
    """Return what each status means that is no answer."""
    told = {
        status: response["description"]
        for operation in operations
        for status, response in operation["responses"].items()
        if int(status) >= 400
    }
    return dict(sorted(told.items()))


def _table(rows: dict[str, str]) -> str:
    cells = "".join(f"<tr><td><code>{escape(name)}</code><td>{_text(text)}" for name, text in rows.items())
    return f"<table>{cells}</table>"


def _text(text: str) -> str:
    return MARKED.sub(r"<code>\1</code>", escape(text))
