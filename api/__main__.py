"""The command line: `springtail VERB ...`, also `python -m springtail VERB ...` (docs/command_line.md)."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import NoReturn

from springtail.cython_ext.errors import InvalidOptions, SpringtailError

VERBS = (
    "games",
    "best-move",
    "analyse",
    "solve",
    "perft",
    "play",
    "match",
    "replay",
    "review",
    "render",
    "convert",
    "jsonl",
    "serve",
    "bench",
    "doctor",
)
"""Each is a module of `command_line`, which says what it needs to have."""

WRONG_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143
EXIT_CODES = """\
exit codes:
  0    done, also when Ctrl-C or SIGTERM ended a search that had found something
  1    the check failed (replay --check, doctor)
  2    wrong input; what is wrong stands on one line of standard error
  130  interrupted before anything was found
  141  nobody read the output to its end
  143  ended by SIGTERM before anything was found
"""


class Terminated(KeyboardInterrupt):
    """SIGTERM came, which ends things as Ctrl-C does."""


class Parser(argparse.ArgumentParser):
    """A parser that raises what is wrong with the arguments, instead of printing usage and leaving."""

    def error(self, message: str) -> NoReturn:
        raise InvalidOptions(message.removeprefix("argument "))


class Version(argparse.Action):
    """Prints the version, which takes longer to find than all other arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"springtail {version('springtail')}")
        parser.exit()


def make_parser(verbs: Iterable[str] = VERBS) -> Parser:
    """Return a parser of some verbs; `run` of what it returns is the verb's."""
    modules = {verb: _module(verb) for verb in verbs}
    summaries = "\n".join(f"  {verb:11}{(module.__doc__ or '').splitlines()[0]}" for verb, module in modules.items())
    top = Parser(
        prog="springtail",
        usage="springtail [-h] [--version] VERB ...",
        description=f"The best move in board games about spring and insects.\n\nverbs:\n{summaries}",
        epilog=f"`springtail VERB --help` shows the options of a verb, with examples.\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Version, nargs=0, help="print the version and leave")
    parsers = top.add_subparsers(metavar="VERB", required=True, help=argparse.SUPPRESS)
    for verb, module in modules.items():
        parser = parsers.add_parser(
            verb,
            prog=f"springtail {verb}",
            description=module.__doc__,
            epilog=f"examples:\n{module.EXAMPLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(parser)
        parser.set_defaults(run=module.run)
    return top


def _module(verb: str) -> ModuleType:
    return importlib.import_module(f"springtail.command_line.{verb.replace('-', '_')}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code.

    Args:
        argv: the arguments after the program's name; None takes those of the process.
    """
    argv = sys.argv[1:] if argv is None else argv
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a drawing must not fail for a letter that the terminal lacks
    sys.stdin = sys.stdin or open(os.devnull)  # whoever started the process may have closed it
    sys.stderr = sys.stderr or open(os.devnull, "w")
    if sys.stdout is None:
        print("springtail: standard output is closed", file=sys.stderr)
        return WRONG_INPUT
    try:
        with terminated_by_signal():
            named = [verb for verb in VERBS if verb in argv[:1]]  # the others need not be loaded
            arguments = make_parser(named or VERBS).parse_args(argv)
            code: int = arguments.run(arguments)
            sys.stdout.flush()
            return code
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it closes it
        return BROKEN_PIPE
    except MemoryError:
        print("springtail: this machine has not enough memory left; --memory-mb caps a search", file=sys.stderr)
        return WRONG_INPUT
    except (SpringtailError, OSError) as error:
        print(f"springtail: {_one_line(str(error))}", file=sys.stderr)
        return WRONG_INPUT


@contextmanager
def terminated_by_signal() -> Iterator[None]:
    """Raise Terminated on SIGTERM in here; where signals cannot be handled, as in another thread, do nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _one_line(text: str) -> str:
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


if __name__ == "__main__":
    sys.exit(main())
