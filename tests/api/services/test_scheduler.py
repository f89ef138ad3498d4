"""The scheduler: order, ends, and that every query gets exactly one final answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from springtail.services.query import Answer, Query, read_query
from springtail.services.reasons import Busy, Draining
from springtail.services.scheduler import Scheduler

FOUR = {"game": "connect_four", "actions": []}
WAIT_SECONDS = 30


class Answers:
    """Collects answers, as a client would."""

    def __init__(self) -> None:
        self.all: list[Answer] = []
        self._changed = threading.Condition()

    def __call__(self, answer: Answer) -> None:
        with self._changed:
            self.all.append(answer)
            self._changed.notify_all()

    @property
    def final(self) -> list[Answer]:
        return [answer for answer in self.all if answer["is_final"]]

    def ids(self) -> list[Any]:
        return [answer["id"] for answer in self.final]

    def wait(self, count: int, final: bool = True) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.final if final else self.all) >= count, WAIT_SECONDS)


def long(id: Any = None, **fields: Any) -> Query:
    return read_query({"id": id, "position": FOUR, "limit": {"time": 600}, **fields})


def short(id: Any = None, **fields: Any) -> Query:
    return read_query({"id": id, "position": FOUR, "limit": {"simulations": 20}, **fields})


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    """One worker, and the thread for quick queries."""
    with Scheduler(workers=1, most_waiting=50) as made:
        yield made


@pytest.fixture
def busy(scheduler: Scheduler, answers: Answers) -> Scheduler:
    """A scheduler whose worker works on query 0."""
    scheduler.submit(long(0, report_every=0), answers)
    answers.wait(1, final=False)
    return scheduler


def test_a_query_is_answered_once(scheduler: Scheduler, answers: Answers) -> None:
    for number in range(40):
        scheduler.submit(short(number), answers)
    assert scheduler.drain(WAIT_SECONDS)
    assert sorted(answers.ids()) == list(range(40))
    assert len(answers.all) == 40


def test_quick_queries_pass_the_long_ones(busy: Scheduler, answers: Answers) -> None:
    busy.submit(long("long"), answers)
    for number in range(5):
        busy.submit(short(f"quick {number}"), answers)
    answers.wait(5)
    assert answers.ids() == [f"quick {number}" for number in range(5)]


def test_the_highest_priority_comes_first_then_the_first_that_came(busy: Scheduler, answers: Answers) -> None:
    tickets = [busy.submit(long(id, priority=priority), answers) for id, priority in enumerate([0, 5, 0, 5, -1], 1)]
    for ended in ([0], [2], [4], [1], [3]):
        number = busy.stats()["answered"]
        running = [ticket for ticket in busy._live.values() if ticket.state == "running"]
        assert [ticket.query.id for ticket in running] == ended
        busy.terminate(running[0])
        answers.wait(number + 1)
        if ended != [3]:
            while not any(ticket.state == "running" for ticket in busy._live.values()):
                threading.Event().wait(0.001)
    assert len(tickets) == 5


def test_a_terminated_query_answers_with_what_was_found(busy: Scheduler, answers: Answers) -> None:
    [ticket] = busy._live.values()
    assert busy.terminate(ticket)
    answers.wait(1)
    assert answers.final[0]["stopped_by"] == "stop"
    assert answers.final[0]["move"] in "1234567"
    assert not busy.terminate(ticket)


def test_a_query_terminated_before_it_begins_says_that_nothing_was_found(busy: Scheduler, answers: Answers) -> None:
    ticket = busy.submit(long("waiting"), answers)
    assert busy.terminate(ticket)
    answers.wait(1)
    assert [(answer["id"], answer["move"]) for answer in answers.final] == [("waiting", None)]


def test_all_are_terminated_at_once(busy: Scheduler, answers: Answers) -> None:
    for number in range(1, 20):
        busy.submit(long(number), answers)
    assert busy.terminate_all() == 20
    answers.wait(20)
    assert sorted(answers.ids()) == list(range(20))
    assert busy.terminate_all() == 0


def test_too_many_are_refused_and_room_is_found_again(busy: Scheduler, answers: Answers) -> None:
    tickets = [busy.submit(long(number), answers) for number in range(1, 51)]
    with pytest.raises(Busy, match="50 queries wait already"):
        busy.submit(long(51), answers)
    busy.terminate(tickets[0])
    answers.wait(1)
    busy.submit(long(52), answers)


def test_who_waits_for_room_gets_it(busy: Scheduler, answers: Answers) -> None:
    tickets = [busy.submit(long(number), answers) for number in range(1, 51)]
    waiting = threading.Thread(target=busy.submit, args=(long("last"), answers), kwargs={"wait": True})
    waiting.start()
    busy.terminate(tickets[0])
    waiting.join(WAIT_SECONDS)
    assert busy.stats()["waiting"] == 50


def test_a_scheduler_that_drains_takes_no_more_and_answers_all(scheduler: Scheduler, answers: Answers) -> None:
    scheduler.submit(short(1), answers)
    assert scheduler.drain(WAIT_SECONDS)
    assert answers.ids() == [1]
    with pytest.raises(Draining):
        scheduler.submit(short(2), answers)


def test_draining_waits_no_longer_than_told(busy: Scheduler) -> None:
    assert not busy.drain(0.01)


def test_closing_answers_what_still_runs(answers: Answers) -> None:
    with Scheduler(workers=1) as scheduler:
        for number in range(3):
            scheduler.submit(long(number), answers)
    assert sorted(answers.ids()) == [0, 1, 2]
    assert not any(thread.is_alive() for thread in scheduler._threads)


def test_a_receiver_that_fails_harms_nobody(
    scheduler: Scheduler, answers: Answers, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(answer: Answer) -> None:
        raise OSError("gone")

    scheduler.submit(short("lost"), fail)
    scheduler.submit(short("next"), answers)
    assert scheduler.drain(WAIT_SECONDS)
    assert answers.ids() == ["next"]
    assert "'lost' could not be handed out" in caplog.text


def test_the_numbers_add_up(busy: Scheduler, answers: Answers) -> None:
    busy.submit(long(1), answers)
    busy.submit(short(2), answers)
    busy.submit(short(3, solver="ismcts"), answers)
    answers.wait(2)
    stats = busy.stats()
    assert (stats["workers"], stats["running"] + stats["waiting"]) == (1, 2)
    busy.terminate_all()
    assert busy.drain(WAIT_SECONDS)
    stats = busy.stats()
    assert {name: stats[name] for name in ("waiting", "running", "answered", "terminated", "failed", "refused")} == {
        "waiting": 0,
        "running": 0,
        "answered": 4,
        "terminated": 2,
        "failed": 1,
        "refused": 0,
    }
    assert stats["simulations"] > 20


def test_answers_say_how_long_they_waited(scheduler: Scheduler, answers: Answers) -> None:
    scheduler.submit(short(1), answers)
    answers.wait(1)
    assert 0 <= answers.final[0]["waited"] < WAIT_SECONDS
