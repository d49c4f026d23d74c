"""A real local cluster of two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import logging
import os
import signal

import pytest

import quintain as q
from quintain.engine import Malformed, Unavailable
from quintain.lab import forecast
from quintain.lab.tally import Tally

distributed = pytest.importorskip("distributed")


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_costs_no_fight_and_none_is_counted_twice() -> None:
    enc = q.sample("riposte/cellar")
    killed: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1", silence_logs=logging.CRITICAL
    ) as cluster:
        workers = [worker.pid for worker in cluster.workers.values()]

        def kill_one(tally: Tally) -> None:
            if tally.n >= 400 and not killed:
                killed.append(tally.n)
                os.kill(workers[0], signal.SIGKILL)

        found = forecast(enc, 1_700, seed="cluster", cluster=cluster.scheduler_address, counted=kill_one)
    assert killed and found.stopped == "done" and found.fights == 1_700
    here = forecast(enc, 1_700, seed="cluster", processes=1)
    assert found.as_data() == here.as_data() and found.tally.margins == here.tally.margins


@pytest.mark.filterwarnings("ignore")
def test_an_address_where_nothing_answers_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintain.lab.cluster.SECONDS_TO_CONNECT", 1)
    with pytest.raises(Unavailable, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        forecast(q.sample("riposte/cellar"), 10, cluster="tcp://127.0.0.1:9")
    with pytest.raises((Malformed, Unavailable)):
        forecast(q.sample("riposte/cellar"), 10, cluster="nonsense://x")
