"""The documentation site, built by `make docs` from the pages as they are.

The README is its first page. Its tables from "Start here" on are the navigation: a page belongs below the heading under
which a table links to it, and a page that none links to is an error.
"""

from __future__ import annotations

import ast
import importlib
import re
import shutil
from functools import cache
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from sphinx.ext.napoleon import GoogleDocstring

import springtail

ROOT = Path(__file__).parents[1]

project = "springtail"
author = "the springtail developers"
copyright = f"2026, {author}"
version = release = installed_version("springtail")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md"]
exclude_patterns = [".*", "build", "dist", "*.egg-info"]
myst_heading_anchors = 3
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!springtail\.\w+$).*")]  # types of Python, of numpy and from inside
default_role = "code"
autodoc_member_order = "bysource"
html_theme = "furo"
html_title = f"springtail {version}"
html_copy_source = False
html_show_sphinx = False
smartquotes = False

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ROW = re.compile(r"^\|.*$", re.MULTILINE)
LINK = re.compile(r"\]\(([\w/]+)\.md\)")


def add_navigation(app: Any, page: str, source: list[str]) -> None:
    """Write the tables of the README as the navigation of the site, one part a heading."""
    if page != root_doc:
        return
    _, *parts = HEADING.split(source[0])
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        if pages := LINK.findall("\n".join(ROW.findall(text))):
            listed = "\n".join(dict.fromkeys(pages))
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{listed}\n```\n"


@cache
def stub(module: str) -> dict[str, ast.AST]:
    """Return what the .pyi beside a compiled module declares, by qualified name; nothing where there is none."""
    path = Path(importlib.import_module(module).__file__ or "").parent / f"{module.rpartition('.')[2]}.pyi"
    if not path.exists():
        return {}
    declared: dict[str, ast.AST] = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            functions = [inner for inner in node.body if isinstance(inner, ast.FunctionDef)]
            declared |= {f"{node.name}.{function.name}": function for function in functions}
        elif isinstance(node, ast.FunctionDef):
            declared[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            declared[node.target.id] = node.value
    return declared


def add_stub_types(
    app: Any, what: str, name: str, described: Any, options: Any, signature: str | None, returns: str
) -> tuple[str, str | None] | None:
    """Take the signature of what is compiled from its stub, which has the types."""
    if signature is None:  # Sphinx 9.0 has no place for one where it has found none
        return None
    declared = stub(described.__module__) if getattr(described, "__module__", None) else {}
    member = f"{described.__qualname__}.__init__" if what == "class" else getattr(described, "__qualname__", "")
    if not isinstance(node := declared.get(member), ast.FunctionDef):
        return None

    def plain(part: ast.AST) -> str:
        """Write a part of a signature, with what its private aliases stand for."""
        alias = {name: ast.unparse(value) for name, value in declared.items() if isinstance(value, ast.expr)}
        return re.sub(r"\b_\w+", lambda found: alias.get(found.group(), found.group()), ast.unparse(part))

    arguments = plain(node.args).removeprefix("self, ").removeprefix("self").removeprefix("/, ")
    return f"({arguments})", None if what == "class" or node.returns is None else plain(node.returns)


def read_sections(app: Any, what: str, name: str, described: Any, options: Any, lines: list[str]) -> None:
    """Read Args and Raises of a docstring. Those of attributes have none: a colon in them is only a colon."""
    if what not in {"attribute", "data", "property"}:
        lines[:] = GoogleDocstring("\n".join(lines), what=what, name=name, obj=described, options=options).lines()


def find_public(app: Any, env: Any, node: Any, text: Any) -> Any:
    """Lead the name of the module where something is written to where it is described: below `springtail`."""
    name = node.get("reftarget", "").rpartition(".")[2]
    if node.get("refdomain") != "py" or name not in springtail.__all__:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", f"springtail.{name}", node, text)


def add_index(app: Any, failure: Exception | None) -> None:
    """Make the first page the one that a browser opens in a folder."""
    if failure is None and app.builder.format == "html":
        shutil.copy(Path(app.outdir, f"{root_doc}.html"), Path(app.outdir, "index.html"))


def setup(app: Any) -> None:
    app.connect("source-read", add_navigation)
    app.connect("autodoc-process-signature", add_stub_types)
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("missing-reference", find_public)
    app.connect("build-finished", add_index)
