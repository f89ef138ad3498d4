"""Where tasks run: in this process, on local processes, or on any executor of concurrent.futures.

A task is a function of a module with arguments that can be pickled; it gives the same wherever it runs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.solvers.analysis import Analysis
from springtail.solvers.solution import Solution

MOST_PROCESSES = 1000
MOST_AHEAD = 10_000
"""Tasks that an executor holds at a time."""
Given = ParamSpec("Given")
Found = TypeVar("Found")
Said = TypeVar("Said", Analysis, Solution)
"""What says why it ended."""


class InThisProcess(Executor):
    """Runs each task when it is submitted, in this thread."""

    def submit(self, task: Callable[Given, Found], /, *args: Given.args, **named: Given.kwargs) -> Future[Found]:
        """Run the task and return its result as a Future; Ctrl-C is not a result."""
        future: Future[Found] = Future()
        try:
            future.set_result(task(*args, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def local(processes: int) -> AbstractContextManager[Executor]:
    """Return an executor on so many processes of this machine, to be used in `with`; 1 is this process itself.

    Raises:
        InvalidOptions: when it is no number of processes.
    """
    if type(processes) is not int or not 1 <= processes <= MOST_PROCESSES:
        raise InvalidOptions(f"processes: must be a whole number from 1 to {MOST_PROCESSES}, not {shown(processes)}")
    return nullcontext(InThisProcess()) if processes == 1 else workers(processes)


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Give an executor on so many processes beside this one; what runs at the end is cut off.

    The workers do not hear Ctrl-C, and end when this process does, however it does.

    Raises:
        Unsupported: when they cannot start.
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, _serve, (theirs,))
    try:
        with _deaf_to_ctrl_c():
            starting = [pool.submit(os.getpid) for _ in range(count)]
        try:
            starting[0].result()
        except BrokenExecutor:
            raise Unsupported(
                "processes: they cannot start; more than 1 need a script in a file, its work under "
                'if __name__ == "__main__":'
            ) from None
        yield pool
    finally:
        ours.close()
        theirs.close()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait until the end; processes that are started inside do not hear it even while they load."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(
    task: Callable[..., Said], calls: Iterable[tuple[Any, ...]], processes: int = 1, executor: Executor | None = None
) -> list[Said]:
    """Return the answers of a task for each tuple of arguments, in order; Ctrl-C ends with those so far.

    Args:
        task: a function of a module.
        calls: its arguments.
        processes: of this machine, where there is no executor.
        executor: where the tasks run instead.

    Raises:
        InvalidOptions, Unsupported: as `local`.
        ConnectionError: when a process dies, or the executor gives up.
        Exception: what a task raises.
    """
    found: list[Said] = []
    waiting: deque[Future[Said]] = deque()
    remaining = iter(calls)
    try:
        with local(processes) if executor is None else nullcontext(executor) as where:
            ahead = MOST_AHEAD if executor is not None or processes > 1 else 1
            while True:
                for call in islice(remaining, ahead - len(waiting)):
                    waiting.append(where.submit(task, *call))
                if not waiting:
                    return found
                found.append(waiting.popleft().result())
                if found[-1].stopped_by == "interrupt":
                    return found
    except KeyboardInterrupt:
        return found
    except (BrokenExecutor, CancelledError) as error:
        raise ConnectionError(f"executor: it gave up task {len(found)} ({type(error).__name__})") from None
    finally:
        for future in waiting:
            future.cancel()


def _serve(owner: Connection) -> None:
    """Prepare a worker: it ends at once when its owner closes the other end of the pipe, or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_owner() -> None:
        try:
            owner.poll(None)
        except OSError:
            pass
        os._exit(0)

    threading.Thread(target=end_with_owner, daemon=True).start()
