"""The examples of docs/http.md, against a service."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[4] / "docs" / "http.md"
BLOCK = re.compile(r"^```(sh|js)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (language, code) for language, code in BLOCK.findall(PAGE.read_text("utf-8")) if "127.0.0.1:8765/v1" in code
]
RUN = {"sh": ["bash", "-euc"], "js": ["node", "--input-type=module", "-e"]}


def run(language: str, code: str, made: Any) -> str:
    if shutil.which(RUN[language][0]) is None or (language == "sh" and shutil.which("curl") is None):
        pytest.skip(f"{'node' if language == 'js' else 'bash or curl'} is not installed")
    code = code.replace("http://127.0.0.1:8765", made.url)
    done = subprocess.run([*RUN[language], code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int, served: Any) -> None:
    said = run(*EXAMPLES[number], served)
    assert said
    assert "problem" not in said and "about:blank" not in said


def test_there_are_examples_in_both_languages() -> None:
    assert {language for language, _ in EXAMPLES} == set(RUN)
