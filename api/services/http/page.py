"""The page for people: what the OpenAPI document says, as HTML."""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """\
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin-top: 2rem }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: .3rem }
td { padding-right: 1.5rem; vertical-align: top }
"""
MOST_SHOWN = 3000
"""Characters of an example."""


def make_page(document: dict[str, Any], links: dict[str, str]) -> str:
    """Return the page.

    Args:
        document: from `make_document`.
        links: path -> text of what else there is to see.
    """
    info = document["info"]
    parts = [f"<p>{escape(text)}</p>" for text in info["description"].strip().split("\n\n")]
    parts.append(
        "<ul>" + "".join(f'<li><a href="{escape(p)}">{escape(t)}</a></li>' for p, t in links.items()) + "</ul>"
    )
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(_operation(method.upper(), path, operation))
    title = f"{info['title']} {info['version']}"
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}</style>\n<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    responses = "".join(
        f"<tr><td>{status}<td>{escape(response['description'])}" for status, response in operation["responses"].items()
    )
    example = ""
    if "requestBody" in operation:
        [(media_type, content)] = operation["requestBody"]["content"].items()
        body = json.dumps(content["example"])[:MOST_SHOWN]
        example = f"<pre>curl -H 'Content-Type: {media_type}' http://.../{escape(path[1:])} -d '{escape(body)}'</pre>"
    return (
        f"<h2><code>{method} {escape(path)}</code></h2>\n<p>{escape(operation['description'])}</p>\n"
        f"{example}\n<table>{responses}</table>"
    )
