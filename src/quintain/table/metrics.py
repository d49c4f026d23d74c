"""How the server is doing, in the text format that Prometheus reads."""

from __future__ import annotations

import bisect
import resource
import sys
import threading
from typing import TYPE_CHECKING

from quintain._build import how_built
from quintain.table.play import Table

if TYPE_CHECKING:
    from quintain.table.service import Service

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How long something took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        self.count = 0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, help: str) -> list[str]:
        found = [f"# HELP {name} {help}", f"# TYPE {name} histogram"]
        so_far = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            so_far += count
            found.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*found, f"{name}_sum {self.total:.6f}", f"{name}_count {so_far}"]


class Metrics:
    """Counted as it happens."""

    def __init__(self) -> None:
        self.commands = Histogram()
        self.refused: dict[str, int] = {}

    def refuse(self, kind: str) -> None:
        self.refused[kind] = self.refused.get(kind, 0) + 1


def text(service: Service) -> str:
    """Everything there is to tell. No names of tables or people."""
    hall, store = service.hall, service.store
    sockets = sum(len(sockets) for table in hall.tables.values() for sockets in table.sockets.values())
    used = resource.getrusage(resource.RUSAGE_SELF)
    figures: list[tuple[str, str, str, float]] = [
        ("quintain_tables_loaded", "gauge", "Tables in memory", len(hall.tables)),
        ("quintain_sockets", "gauge", "Open sockets", sockets),
        ("quintain_tables_read_total", "counter", "Tables read from the store", hall.loaded),
        ("quintain_tables_left_total", "counter", "Tables that left memory", hall.left),
        ("quintain_writes_total", "counter", "Writes committed or refused", store.writes),
        ("quintain_commits_total", "counter", "Transactions", store.commits),
        ("quintain_store_down", "gauge", "1 while the last write failed", 1 if store.problem else 0),
        ("quintain_faults_total", "counter", "Times the rules failed instead of refusing: defects", Table.faults),
        ("quintain_jobs_running", "gauge", "Jobs of the lab that run or wait", service.jobs.running()),
        ("quintain_threads", "gauge", "Threads", threading.active_count()),
        ("process_cpu_seconds_total", "counter", "CPU time", used.ru_utime + used.ru_stime),
        ("process_resident_memory_bytes", "gauge", "Memory", resident()),
    ]
    lines: list[str] = []
    for name, kind, help, value in figures:
        lines += [f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value:g}"]
    lines += service.metrics.commands.lines("quintain_command_seconds", "From a command's arrival to its receipt, durable")
    lines += ["# HELP quintain_refused_total Requests refused", "# TYPE quintain_refused_total counter"]
    lines += [f'quintain_refused_total{{kind="{kind}"}} {count}' for kind, count in sorted(service.metrics.refused.items())]
    lines += ["# HELP quintain_build How the rules run", "# TYPE quintain_build gauge", f'quintain_build{{how="{how_built()}"}} 1']
    return "\n".join(lines) + "\n"


def resident() -> int:
    """Bytes of memory this process holds."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
