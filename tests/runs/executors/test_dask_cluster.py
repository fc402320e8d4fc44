"""Runs on a Dask cluster whose workers and schedulers are killed."""

from __future__ import annotations

import asyncio
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from distributed import Client

from support.dask_host import Host, host
from support.run_damage import filtered_run
from support.stored_runs import StoredRun
from support.waiting import HANGS_S, wait_until
from tilewright.catalogue import load
from tilewright.errors import RunError, UnsupportedError
from tilewright.runs.creation import NewRun, RunQuestion, new_run
from tilewright.runs.executors import dask_client
from tilewright.runs.executors.dask_address import Certificates, ClusterAddress
from tilewright.runs.executors.dask_cluster import DaskExecutor
from tilewright.runs.integrity import verify_file
from tilewright.runs.reading import run_levels
from tilewright.runs.rows import RunState
from tilewright.runs.store import Store
from tilewright.runs.task import RunTask, TaskBudget, TaskLost, TaskResult

IN_6X10, IN_4X15 = 2339, 368  # tilings by the pentominoes, up to symmetry: Haselgrove 1960
LONG = TaskBudget(1000.0)


@pytest.fixture(scope="module")
def pentominoes() -> NewRun:
    return new_run(load("pentominoes-6x10"), RunQuestion(keep=True, unique=True, tasks=40))


@pytest.fixture(scope="module")
def few() -> NewRun:
    return new_run(load("pentominoes-4x15"), RunQuestion(keep=True, unique=True, tasks=20))


@pytest.fixture(scope="module")
def large() -> NewRun:
    """Four tasks that nobody finishes: each is the whole of a search that takes hours."""
    run = new_run(load("lucky-thirteen"), RunQuestion(keep=False, tasks=1))
    return replace(run, tasks=tuple(RunTask(number, (), (), 0.25) for number in (1, 2, 3, 4)))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Host]:
    with host(workers=2) as running:
        yield running


class Loop:
    """A coordinator without a store: counts what comes back, and sends what is lost or left again."""

    def __init__(self, executor: DaskExecutor, run: NewRun, budget: TaskBudget) -> None:
        self.executor, self.budget = executor, budget
        self.todo = list(run.tasks)
        self.tasks = {task.number: task for task in run.tasks}
        self.out: set[int] = set()
        self.option_sets: list[tuple[int, ...]] = []
        self.lost: list[TaskLost] = []
        self.workers: set[str] = set()
        self.end = time.monotonic() + HANGS_S

    def step(self) -> None:
        assert time.monotonic() < self.end, f"tasks that did not come back: {sorted(self.out)}"
        while self.todo and self.executor.wanted() > 0:
            task = self.todo.pop()
            self.out.add(task.number)
            self.executor.submit(task, self.budget)
        for back in self.executor.results(0.5):
            self.take(back)

    def take(self, back: TaskResult | TaskLost) -> None:
        self.out.remove(back.number)
        task = self.tasks[back.number]
        if isinstance(back, TaskLost):
            assert not back.failed, back
            self.lost.append(back)
            self.todo.append(task)
            return
        self.option_sets += back.option_sets
        self.workers.add(back.worker)
        for rest in back.remainders:
            new = RunTask(len(self.tasks) + 1, rest.prefix, task.required, rest.share)
            self.tasks[new.number] = new
            self.todo.append(new)

    def finish(self, solutions: int) -> None:
        while self.todo or self.out:
            self.step()
        assert len(self.option_sets) == len(set(self.option_sets)) == solutions


def quiet(_: str) -> None:
    pass


@pytest.mark.event
def test_local_cluster_survives_a_killed_worker_silently(
    pentominoes: NewRun, capfd: pytest.CaptureFixture[str]
) -> None:
    executor = DaskExecutor(ClusterAddress(workers=2))
    before = set(psutil.Process().children(recursive=True))
    assert executor.name == "a Dask cluster of 2 workers on this machine"
    try:
        executor.start(pentominoes.assignment)
        started = set(psutil.Process().children(recursive=True)) - before
        # Where setproctitle is installed, Dask changes the command lines of workers.
        workers = [process for process in started if "resource_tracker" not in " ".join(process.cmdline())]
        assert len(workers) == 2
        loop = Loop(executor, pentominoes, TaskBudget(0.3))
        while len(loop.option_sets) < 200:
            loop.step()
        workers[0].kill()
        loop.finish(IN_6X10)
        assert {worker.host for worker in executor.workers()} == {"127.0.0.1"}
        assert loop.workers <= {"worker 0", "worker 1"}
    finally:
        executor.close()
        executor.close()
    assert not any(process.is_running() for process in workers)
    assert capfd.readouterr() == ("", "")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@pytest.mark.event
def test_workers_of_other_machines_join_a_local_cluster(few: NewRun, tmp_path: Path) -> None:
    certificates, port = authority(tmp_path / "ours"), free_port()
    executor = DaskExecutor(ClusterAddress(workers=1, port=port, certificates=certificates))
    assert executor.name == f"a Dask cluster of 1 worker on this machine, at port {port}"
    try:
        executor.start(few.assignment)
        with host(scheduler=f"tls://127.0.0.1:{port}", workers=1, tls=tmp_path / "ours"):
            wait_until(lambda: len(executor.workers()) == 2)
            Loop(executor, few, TaskBudget(0.3)).finish(IN_4X15)
    finally:
        executor.close()


def test_two_runs_share_a_cluster(cluster: Host, few: NewRun) -> None:
    loops = []
    try:
        for name in ("a", "b"):
            executor = DaskExecutor(ClusterAddress(cluster.address))
            run = replace(few.assignment, run=name)
            executor.start(run)
            loops.append(Loop(executor, few, TaskBudget(0.3)))
        assert loops[0].executor.name == f"a Dask cluster at {cluster.address}"
        assert sum(1 for _ in loops[0].executor.workers()) == 2
        for loop in loops:
            loop.finish(IN_4X15)
            assert not loop.lost
    finally:
        for loop in loops:
            loop.executor.close()


def test_a_filtered_run_is_examined_on_the_cluster(cluster: Host, tmp_path: Path) -> None:
    """Workers find the filter of a family by its name; the store has the levels that they send."""
    with Store(tmp_path / "runs.db") as store:
        run = StoredRun(tmp_path / "runs.db", store.create_run(filtered_run(), "", "").id)
    result = run.session(DaskExecutor(ClusterAddress(cluster.address)))
    totals = result.progress.totals
    assert result.state is RunState.COMPLETE
    assert (totals.solutions, totals.images, totals.examined, totals.undecided) == (7, 32, 7, 0)
    assert run_levels(run.path, run.run) == {(1, 1, 1, 1, 1): 7}
    assert verify_file(run.path).is_sound


def tasks_begun(cluster: Host) -> int:
    """How many tasks the workers of a cluster have begun."""
    with Client(cluster.address) as client:
        return sum(client.run(lambda dask_worker: len(dask_worker.state.executing)).values())


@pytest.mark.event
def test_stopped_tasks_return_their_remainders(cluster: Host, large: NewRun) -> None:
    executor = DaskExecutor(ClusterAddress(cluster.address))
    try:
        executor.start(large.assignment)
        assert executor.wanted() == 4  # two for each worker
        for task in large.tasks:
            executor.submit(task, LONG)
        assert executor.wanted() == 0
        wait_until(lambda: tasks_begun(cluster) == 2)
        assert executor.results(0) == []
        numbers = sorted(task.number for task in large.tasks)
        wait_until(lambda: sorted(n for worker in executor.workers() for n in worker.tasks) == numbers)
        back = executor.stop(HANGS_S)
    finally:
        executor.close()
    assert sorted(one.number for one in back) == sorted(task.number for task in large.tasks)
    begun = [one for one in back if isinstance(one, TaskResult)]
    assert len(begun) == 2
    shares = {task.number: task.share for task in large.tasks}
    for one in begun:
        assert 0 < sum(rest.share for rest in one.remainders) <= shares[one.number]
    assert {one.reason for one in back if isinstance(one, TaskLost)} == {
        "the run was stopped before it started"
    }


@pytest.mark.event
def test_workers_drop_tasks_of_a_lost_coordinator(cluster: Host, large: NewRun, few: NewRun) -> None:
    text = (
        "import pickle, signal, sys\n"
        "from tilewright.runs.executors.dask_cluster import DaskExecutor\n"
        "from tilewright.runs.executors.dask_address import ClusterAddress\n"
        "assignment, tasks, budget, address = pickle.load(sys.stdin.buffer)\n"
        "executor = DaskExecutor(ClusterAddress(address))\n"
        "executor.start(assignment)\n"
        "for task in tasks:\n"
        "    executor.submit(task, budget)\n"
        "while not all(worker.tasks for worker in executor.workers()):\n"
        "    executor.results(0.1)\n"
        "print('at work', flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as coordinator:
        assert coordinator.stdin is not None and coordinator.stdout is not None
        pickle.dump((large.assignment, large.tasks, LONG, cluster.address), coordinator.stdin)
        coordinator.stdin.close()
        assert coordinator.stdout.readline() == b"at work\n"
        coordinator.kill()
    executor = DaskExecutor(ClusterAddress(cluster.address))
    try:
        executor.start(few.assignment)
        Loop(executor, few, TaskBudget(0.3)).finish(IN_4X15)  # it could not, were the workers busy
    finally:
        executor.close()


@pytest.mark.parametrize(
    ("field", "message"),
    [("version", "the coordinator has another"), ("digest", "translates the puzzle differently")],
)
def test_mismatched_workers_are_refused(cluster: Host, few: NewRun, field: str, message: str) -> None:
    executor = DaskExecutor(ClusterAddress(cluster.address))
    try:
        with pytest.raises(RunError, match=message) as caught:
            executor.start(replace(few.assignment, **{field: "another"}))  # type: ignore[arg-type]
    finally:
        executor.close()
    assert "the worker at tcp://127.0.0.1:" in str(caught.value)


def test_a_mismatched_late_worker_is_left_out(few: NewRun) -> None:
    reports: list[str] = []
    with host() as scheduler:
        executor = DaskExecutor(ClusterAddress(scheduler.address), report=reports.append)
        try:
            executor.start(few.assignment)
            assert executor.workers() == [] and executor.wanted() > 0
            loop = Loop(executor, few, TaskBudget(0.3))
            with host(scheduler=scheduler.address, workers=1, blind=True):
                loop.step()
                while not reports:
                    loop.step()
                assert executor.workers() == []
                with host(scheduler=scheduler.address, workers=1):  # and one that does
                    loop.finish(IN_4X15)
                    assert len(executor.workers()) == 1
        finally:
            executor.close()
    left_out = [line for line in reports if "is not used" in line]
    assert len(left_out) == 1 and "Tilewright cannot be imported there" in left_out[0]


@pytest.mark.event
@pytest.mark.parametrize("by_file", [False, True])
def test_another_scheduler_takes_over_when_one_is_killed(
    pentominoes: NewRun, tmp_path: Path, *, by_file: bool
) -> None:
    reports: list[str] = []
    file = tmp_path / "scheduler.json" if by_file else None
    with host(workers=1, file=file) as first:
        place = ClusterAddress(file=file) if by_file else ClusterAddress(first.address)
        executor = DaskExecutor(place, reconnect_s=HANGS_S, report=reports.append)
        try:
            executor.start(pentominoes.assignment)
            loop = Loop(executor, pentominoes, TaskBudget(0.1))
            while len(loop.option_sets) < 200:
                loop.step()
            first.kill()
            while not reports:
                loop.step()
            assert executor.workers() == [] and executor.wanted() == 0
            if file is not None:
                file.unlink()
            with host(workers=1, file=file, port=0 if by_file else first.port):
                loop.finish(IN_6X10)
        finally:
            executor.close()
    # The second scheduler may be gone before the executor is closed, which it then reports, too.
    assert [line.partition(" to ")[0] for line in reports][:2] == ["the connection", "connected"]


@pytest.mark.event
def test_a_lost_scheduler_ends_the_run(large: NewRun) -> None:
    with host(workers=1) as running:
        executor = DaskExecutor(ClusterAddress(running.address), reconnect_s=1.0, report=quiet)
        try:
            executor.start(large.assignment)
            for task in large.tasks[:2]:
                executor.submit(task, LONG)
            running.kill()
            back: list[TaskResult | TaskLost] = []
            with pytest.raises(RunError, match="did not come back within 1 s"):
                while True:
                    back += executor.results(HANGS_S)
            assert sorted(one.number for one in back) == sorted(task.number for task in large.tasks[:2])
            assert executor.stop(0) == []
        finally:
            executor.close()


def test_tls_with_a_private_certificate_authority(
    few: NewRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates = authority(tmp_path / "ours")
    others = authority(tmp_path / "others")
    with host(tls=tmp_path / "ours", workers=1) as running:
        assert running.address.startswith("tls://127.0.0.1:")
        with pytest.raises(RunError, match="--tls-ca"):
            start(ClusterAddress(running.address), few)
        with monkeypatch.context() as patch, pytest.raises(RunError, match="no scheduler answers at tls://"):
            patch.setattr(dask_client, "CONNECT_SECONDS", 0.5)
            start(ClusterAddress(running.address, certificates=others), few)
        executor = DaskExecutor(ClusterAddress(running.address, certificates=certificates))
        try:
            executor.start(few.assignment)
            Loop(executor, few, TaskBudget(0.3)).finish(IN_4X15)
        finally:
            executor.close()


def authority(place: Path) -> Certificates:
    """A certificate authority, and a certificate by it."""
    import trustme  # here, as it is large: each worker imports all modules

    place.mkdir()
    made = trustme.CA()
    certificate = made.issue_cert("127.0.0.1")
    files = Certificates(place / "ca.pem", place / "cert.pem", place / "key.pem")
    made.cert_pem.write_to_path(files.ca)
    certificate.cert_chain_pems[0].write_to_path(files.cert)
    certificate.private_key_pem.write_to_path(files.key)
    return files


def start(place: ClusterAddress, run: NewRun) -> None:
    executor = DaskExecutor(place)
    try:
        executor.start(run.assignment)
    finally:
        executor.close()


def test_no_scheduler_at_the_address(few: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "CONNECT_SECONDS", 0.5)
    with pytest.raises(RunError, match=r"no scheduler answers at tcp://127\.0\.0\.1:1 "):
        start(ClusterAddress("tcp://127.0.0.1:1"), few)


def test_a_scheduler_that_accepts_and_never_answers(few: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a proxy does whose scheduler is gone: Dask's own timeout does not cover that."""
    monkeypatch.setattr(dask_client, "CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(RunError, match=rf"no scheduler answers at tcp://127\.0\.0\.1:{port} \(the conn"):
            DaskExecutor(ClusterAddress(f"tcp://127.0.0.1:{port}")).start(few.assignment)


def test_errors_that_no_part_of_dask_waits_for_are_logged(
    cluster: Host, few: NewRun, caplog: pytest.LogCaptureFixture
) -> None:
    async def lose() -> None:
        lost = {"message": "Future exception was never retrieved", "exception": OSError("closed")}
        asyncio.get_running_loop().call_exception_handler(lost)

    executor = DaskExecutor(ClusterAddress(cluster.address))
    executor.start(few.assignment)
    assert executor._loop is not None
    asyncio.run_coroutine_threadsafe(lose(), executor._loop).result(HANGS_S)
    executor.close()
    assert ("distributed", "Future exception was never retrieved") in [
        (record.name, record.message) for record in caplog.records
    ]


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UnsupportedError, match=r"needs distributed, .*pip install '\.\[cluster\]'"):
        DaskExecutor(ClusterAddress("tcp://127.0.0.1:8786"))


def test_other_executors_do_not_import_dask() -> None:
    code = (
        "import sys, tilewright.runs.executors.local, tilewright.runs.executors.dask_cluster; "
        "print({'dask', 'distributed'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_client_that_does_not_close_is_left_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would close itself when it is collected, in the middle of something else, and fail."""

    class Stuck:
        status = "closing"

        async def close(self) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(dask_client, "CLOSE_SECONDS", 0.0)
    stuck = Stuck()
    asyncio.run(dask_client._leave(stuck))
    assert stuck.status == "closed"
