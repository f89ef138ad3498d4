"""Figures about the service, in the text format of Prometheus."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

from springtail.services.http.jobs import Jobs
from springtail.services.http.lanes import Lanes

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
"""Seconds: upper bounds of what requests are sorted into by how long they took."""
STATM = Path("/proc/self/statm")
PAGE_BYTES = 4096

Sample = tuple[Mapping[str, object], float]
"""Labels, and the value."""


class Metrics:
    """Counts requests."""

    def __init__(self) -> None:
        self._started = time.time()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._within: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()

    def count(self, endpoint: str, method: str, status: int, seconds: float) -> None:
        """Count a request that is over."""
        self._requests[endpoint, method, status] += 1
        within = self._within.setdefault(endpoint, [0] * (len(BOUNDS) + 1))
        within[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[endpoint] += seconds  # type: ignore[assignment]

    def text(self, lanes: Lanes, jobs: Jobs) -> str:
        """Return all figures."""
        return "".join([*self._of_requests(), *_of_lanes(lanes), *_of_jobs(jobs), *self._of_process()])

    def _of_requests(self) -> Iterator[str]:
        yield _metric(
            "springtail_requests_total",
            "counter",
            "Requests answered.",
            (
                ({"endpoint": endpoint, "method": method, "status": status}, count)
                for (endpoint, method, status), count in self._requests.items()
            ),
        )
        yield _header("springtail_request_seconds", "histogram", "Time from a request to the end of its response.")
        for endpoint, within in self._within.items():
            labels: dict[str, object] = {"endpoint": endpoint}
            total = 0
            for bound, count in zip([*BOUNDS, "+Inf"], within, strict=True):
                total += count
                yield _sample("springtail_request_seconds_bucket", labels | {"le": bound}, total)
            yield _sample("springtail_request_seconds_sum", labels, self._seconds[endpoint])
            yield _sample("springtail_request_seconds_count", labels, total)

    def _of_process(self) -> Iterator[str]:
        yield _metric("springtail_info", "gauge", "Its version.", [({"version": version("springtail")}, 1)])
        yield _metric("process_start_time_seconds", "gauge", "Unix time.", [({}, self._started)])
        yield _metric("springtail_threads", "gauge", "Threads of the process.", [({}, threading.active_count())])
        if STATM.exists():
            resident = int(STATM.read_text().split()[1]) * PAGE_BYTES
            yield _metric("process_resident_memory_bytes", "gauge", "Memory in use.", [({}, resident)])


def _of_lanes(lanes: Lanes) -> Iterator[str]:
    stats = {name: lane.stats() for name, lane in lanes.by_name.items()}
    for name, kind, text, label, fields in (
        ("springtail_queries", "gauge", "Queries not yet answered.", "state", ("waiting", "running")),
        (
            "springtail_queries_total",
            "counter",
            "Queries that ended; of those answered some were terminated or failed.",
            "outcome",
            ("answered", "terminated", "failed", "refused"),
        ),
    ):
        yield _metric(
            name,
            kind,
            text,
            (({"lane": lane, label: field}, found[field]) for lane, found in stats.items() for field in fields),
        )
    for field in ("simulations", "nodes"):
        yield _metric(
            f"springtail_{field}_total",
            "counter",
            f"{field.capitalize()} of all searches.",
            (({"lane": lane}, found[field]) for lane, found in stats.items()),
        )


def _of_jobs(jobs: Jobs) -> Iterator[str]:
    counts = jobs.counts().items()
    yield _metric("springtail_jobs", "gauge", "Jobs kept.", (({"status": status}, count) for status, count in counts))


def _metric(name: str, kind: str, text: str, samples: Iterable[Sample]) -> str:
    return _header(name, kind, text) + "".join(_sample(name, labels, value) for labels, value in samples)


def _header(name: str, kind: str, text: str) -> str:
    return f"# HELP {name} {text}\n# TYPE {name} {kind}\n"


def _sample(name: str, labels: Mapping[str, object], value: float) -> str:
    told = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"{name}{{{told}}} {value}\n" if told else f"{name} {value}\n"
