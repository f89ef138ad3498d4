"""Processes of the command line under test."""

from __future__ import annotations

import os
import subprocess
import time


def wait_until_busy(process: subprocess.Popen[str], seconds_of_work: float = 0.8) -> None:
    """Wait until a process has used so much processor time, so that it surely searches by then."""
    ticks = os.sysconf("SC_CLK_TCK")
    for _ in range(3000):
        with open(f"/proc/{process.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / ticks >= seconds_of_work:
            return
        time.sleep(0.01)
    raise AssertionError("the process does nothing")
