"""A second search with the same checkpoint: it continues, begins anew, or is refused; no file is lost."""

from __future__ import annotations

import errno
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.puzzle_cases import piece, rectangle
from tilewright.errors import CheckpointError, OutputError, UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api, continuation
from tilewright.solving.continuation import contents_text, continuing
from tilewright.solving.engines.checkpoint import (
    About,
    CheckpointFile,
    OtherSearchError,
    about_of,
    backup_path,
    solutions_path,
    write_checkpoint,
)
from tilewright.solving.steps import Control, Limits, Status

DOMINOES = Puzzle(rectangle(4, 4), (piece("domino", "##", 8),), title="Dominoes")  # 36 solutions
OTHER = Puzzle(rectangle(4, 3), (piece("domino", "##", 6),), title="Fewer")

Ask = Callable[..., Any]


def listed(path: Path, **keywords: Any) -> Any:
    values: list[object] = []
    answer = api.solve(DOMINOES, sink=values.append, engine="dense", checkpoint=path, threads=1, **keywords)
    assert len(values) == answer.solutions == len(set(values))
    return answer


def generated(path: Path, **keywords: Any) -> Any:
    steps = api.solutions(DOMINOES, engine="dense", checkpoint=path, threads=1, **keywords)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def counted_by(engine: str) -> Ask:
    return lambda path, **keywords: api.count(DOMINOES, engine=engine, checkpoint=path, threads=1, **keywords)


def counted_modulo(path: Path, **keywords: Any) -> Any:
    return api.count_modulo(DOMINOES, 1_000, checkpoint=path, threads=1, **keywords)


def counted_by_copies(path: Path, **keywords: Any) -> Any:
    return api.count_by(DOMINOES, "domino", checkpoint=path, threads=1, **keywords)


KINDS: dict[str, Ask] = {
    "list": listed,
    "generator": generated,
    "count": counted_by("dense"),
    "sweep": counted_by("frontier"),
    "profile sweep": counted_by("profile-sweep"),
    "modulo": counted_modulo,
    "by": counted_by_copies,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ck"


def number_of(answer: Any) -> int:
    """The number of solutions in any kind of answer."""
    return int(answer.residue if hasattr(answer, "residue") else answer.solutions)


def files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_checkpoint_continues_and_adds_up(path: Path, kind: str) -> None:
    ask, said = KINDS[kind], list[str]()
    for nodes in range(10, 60, 10):
        ask(path, limits=Limits(nodes=nodes), on_resume=said.append)
    answer = ask(path, on_resume=said.append)
    assert answer.status is Status.COMPLETE and number_of(answer) == 36
    assert len(said) == 5 and all(str(path) in one for one in said)
    again = ask(path, on_resume=said.append)  # complete
    assert again.status is Status.COMPLETE and number_of(again) == 36
    assert "complete: " in said[-1] or "the whole sweep" in said[-1]
    assert set(files(path)) <= {"ck", "ck.solutions"}


def test_it_says_how_far_it_was(path: Path) -> None:
    said: list[str] = []
    listed(path, limits=Limits(nodes=60), on_resume=said.append)
    before = about_of(path)
    assert before.question == "list the solutions of 'Dominoes' (16 cells, 1 piece)"
    listed(path, limits=Limits(nodes=60), on_resume=said.append)
    assert said == [f"continues {path}: {before}"]
    assert " of " in str(before) and "so far, 60 nodes, " in str(before)
    text = contents_text(path).splitlines()
    assert text[:2] == [f"{path}: a checkpoint by dense", f"question: {before.question}"]
    listed(path, on_resume=said.append)
    assert contents_text(path).splitlines()[2].startswith("complete: ")


@pytest.mark.parametrize("kind", ["list", "count", "sweep", "profile sweep"])
def test_another_question_is_refused_with_both_named(path: Path, kind: str) -> None:
    KINDS[kind](path, limits=Limits(nodes=40))
    before = files(path)
    questions: list[tuple[Callable[[], object], str]] = [
        (lambda: api.count(OTHER, checkpoint=path), "count the solutions of 'Fewer' (12 cells, 1 piece)"),
        (
            lambda: api.count_modulo(DOMINOES, 7, checkpoint=path),
            "count the solutions modulo 7 of 'Dominoes'",
        ),
        (
            lambda: api.count(DOMINOES, limits=Limits(solutions=3), checkpoint=path),
            "up to a limit of 'Dominoes'",
        ),
    ]
    if "sweep" in kind:
        questions.pop()
    if kind == "list":
        questions[2] = (lambda: api.count(DOMINOES, checkpoint=path), "count the solutions of 'Dominoes'")
    for ask, words in questions:
        with pytest.raises(CheckpointError) as refused:
            ask()
        text = str(refused.value)
        assert about_of(path).question in text and words in text and "restart the search" in text
        assert files(path) == before


def test_a_limit_that_differs_is_named_as_the_cause(path: Path) -> None:
    api.count(DOMINOES, engine="dense", checkpoint=path, limits=Limits(nodes=5))
    with pytest.raises(CheckpointError, match="cannot be continued to list or to limit them"):
        api.count(DOMINOES, checkpoint=path, limits=Limits(solutions=5))
    path.unlink()
    api.count(DOMINOES, engine="dense", checkpoint=path, limits=Limits(solutions=5))
    with pytest.raises(CheckpointError, match="a count without a limit keeps none"):
        api.count(DOMINOES, checkpoint=path)
    assert listed(path).solutions == 36  # a list continues it
    with pytest.raises(CheckpointError, match="with a limit of one"):
        listed(path, limits=Limits(solutions=1))
    assert listed(path, limits=Limits(solutions=7)).solutions == 7
    assert listed(path).solutions == 36


def test_a_smaller_limit_than_was_delivered_is_kept(path: Path) -> None:
    for limit in (5, 7, 2, 3):
        answer = listed(path, limits=Limits(solutions=limit))
        assert (answer.status, answer.solutions) == (Status.LIMIT, limit)
    assert listed(path).solutions == 36


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("name", ["ck", "ck.solutions", "ck.new", "ck.lock"])
def test_other_files_are_never_overwritten(path: Path, name: str, restart: bool) -> None:  # noqa: FBT001
    (path.parent / name).write_text("my letters\n")
    before = files(path)
    with pytest.raises(OutputError, match="it is not overwritten"):
        listed(path, restart=restart)
    assert files(path) == before


@pytest.mark.parametrize("name", ["ck.bak", "ck.bak.solutions"])
@pytest.mark.parametrize("kind", ["list", "count", "sweep"])
def test_a_restart_overwrites_no_other_file(path: Path, name: str, kind: str) -> None:
    KINDS[kind](path, limits=Limits(nodes=40))
    (path.parent / name).write_text("my letters\n")
    before = files(path)
    with pytest.raises(OutputError, match="it is not overwritten"):
        KINDS[kind](path, restart=True)
    assert files(path) == before


def test_the_file_that_a_restart_kept_can_be_resumed(path: Path) -> None:
    listed(path, limits=Limits(nodes=60))
    with continuing(Control(checkpoint=path, restart=True), "ask") as control:
        CheckpointFile(control).write("kind", {}, lambda write: None, About())  # and nothing else
    assert listed(backup_path(path)).solutions == 36


def test_a_link_is_followed(path: Path) -> None:
    listed(path, limits=Limits(nodes=60))
    link = path.with_name("link")
    link.symlink_to(path)
    assert listed(link).solutions == 36
    api.count(OTHER, engine="dense", checkpoint=link, restart=True)
    assert link.is_symlink() and set(files(path)) == {"ck", "link"}
    assert "'Fewer'" in about_of(path).question


def test_a_checkpoint_is_kept_where_files_cannot_be_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    listed(path, limits=Limits(nodes=60))
    assert listed(path).solutions == 36
    assert set(files(path)) == {"ck", "ck.solutions"}


def test_the_rules_of_a_puzzle_are_named(path: Path) -> None:
    turned = DOMINOES.with_motions("fixed")
    listed(path, limits=Limits(nodes=20))
    with pytest.raises(CheckpointError) as refused:
        list(api.solutions(turned, engine="dense", checkpoint=path))
    assert "(16 cells, 1 piece), and this one to list the solutions of 'Dominoes'" in str(refused.value)
    assert "motions fixed)" in str(refused.value)
    again = pickle.loads(pickle.dumps(OtherSearchError(path, "it is another one")))
    assert str(again) == str(OtherSearchError(path, "it is another one"))


def test_a_checkpoint_that_is_not_the_one_to_resume_is_kept(path: Path) -> None:
    listed(path, limits=Limits(nodes=20))
    newer = path.with_name("newer")
    listed(newer, limits=Limits(nodes=60))
    before = files(path)
    with pytest.raises(OutputError, match=r"newer exists already, but .*ck is to be resumed"):
        listed(newer, resume=path)
    assert files(path) == before
    newer.unlink()
    solutions_path(newer).unlink()
    assert listed(newer, resume=path).solutions == 36


def test_one_file_by_two_names_is_one_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed(path, limits=Limits(nodes=60))
    monkeypatch.chdir(path.parent)
    assert listed(Path("ck"), resume=path).solutions == 36
    assert listed(path, resume=Path("ck")).solutions == 36


def test_a_restart_keeps_the_old_files_until_something_is_saved(path: Path) -> None:
    listed(path, limits=Limits(nodes=60))
    old, old_solutions = path.read_bytes(), solutions_path(path).read_bytes()
    said: list[str] = []
    with continuing(Control(checkpoint=path, restart=True, on_resume=said.append), "ask") as control:
        file = CheckpointFile(control)
        assert path.read_bytes() == old  # nothing is written yet
        for progress in ("", "", "a node", "two nodes"):
            file.write("kind", {}, lambda write: None, About(progress=progress))
            is_kept = not progress
            backup = backup_path(path)
            assert backup.exists() is solutions_path(backup).exists() is is_kept
            if is_kept:
                assert backup.read_bytes() == old
                assert solutions_path(backup).read_bytes() == old_solutions
    assert said == [f"begins anew; {path}.bak is the old checkpoint until the new one holds something"]
    assert about_of(path).progress == "two nodes"


def test_restarts_that_save_nothing_do_not_lose_the_old_file(path: Path) -> None:
    listed(path, limits=Limits(nodes=60))
    old, old_solutions = path.read_bytes(), solutions_path(path).read_bytes()
    for _ in range(3):
        with continuing(Control(checkpoint=path, restart=True), "ask") as control:
            CheckpointFile(control).write("kind", {}, lambda write: None, About())
        assert backup_path(path).read_bytes() == old
        assert solutions_path(backup_path(path)).read_bytes() == old_solutions
    said: list[str] = []
    assert listed(path, restart=True, on_resume=said.append).solutions == 36
    assert said == [f"begins anew; {path}.bak is the old checkpoint until the new one holds something"]
    assert set(files(path)) == {"ck", "ck.solutions"}
    with pytest.raises(UnsupportedError, match="restart"):
        api.count(DOMINOES, restart=True)
    with pytest.raises(UnsupportedError, match="restart and resume cannot be combined"):
        listed(path, restart=True, resume=path)


@pytest.mark.parametrize("kind", ["list", "count", "sweep"])
def test_a_restart_answers_as_the_first_search(path: Path, kind: str) -> None:
    KINDS[kind](path, limits=Limits(nodes=40))
    answer = KINDS[kind](path, restart=True)
    assert answer.status is Status.COMPLETE and number_of(answer) == 36
    assert set(files(path)) <= {"ck", "ck.solutions"}
    api.count(OTHER, engine="dense", checkpoint=path, restart=True)  # also where it was another question
    assert set(files(path)) == {"ck"} and "'Fewer'" in about_of(path).question


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("kind", ["list", "count", "sweep", "profile sweep"])
def test_a_full_disk_leaves_the_old_checkpoint_and_nothing_else(
    path: Path,
    kind: str,
    restart: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    KINDS[kind](path, limits=Limits(nodes=40))
    before = files(path)

    def full(descriptor: int) -> None:
        assert "ck.new" in files(path)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tilewright.formats.files.os.fsync", full)
        patch.setattr("tilewright.solving.engines.search_checkpoint.SolutionsFile.flush", lambda file: 0)
        with pytest.raises(OutputError, match="ck cannot be written: No space left on device"):
            KINDS[kind](path, restart=restart)
    after = files(path)
    assert after["ck"] == before["ck"] and set(after) == set(before)
    assert after.get("ck.solutions", b"").startswith(before.get("ck.solutions", b""))
    assert number_of(KINDS[kind](path)) == 36


def test_two_searches_do_not_share_a_checkpoint(path: Path) -> None:
    steps = api.solutions(DOMINOES, engine="dense", checkpoint=path, threads=1)
    next(steps)
    before = files(path)
    assert before["ck.lock"] == b"tilewright %d\n" % os.getpid()
    for restart in (False, True):
        with pytest.raises(OutputError, match=f"ck is in use by the process {os.getpid()}"):
            listed(path, restart=restart)
    with pytest.raises(OutputError, match="ck is in use"):
        listed(path.with_name("copy"), resume=path)
    assert files(path) == before
    steps.close()
    assert "ck.lock" not in files(path)
    assert listed(path).solutions == 36


def test_the_lock_of_a_process_that_was_killed_is_taken_over(path: Path) -> None:
    lock = path.with_name("ck.lock")
    lock.write_bytes(b"tilewright 12345\n")
    assert listed(path).solutions == 36 and not lock.exists()


def test_a_lock_that_is_removed_while_it_is_waited_for_is_made_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, removed = path.with_name("ck.lock"), list[Path]()
    is_file = continuation._is_file

    def remove_once(descriptor: int, file: Path) -> bool:
        if not removed:
            file.unlink()
            removed.append(file)
        return is_file(descriptor, file)

    monkeypatch.setattr(continuation, "_is_file", remove_once)
    assert listed(path).solutions == 36
    assert removed == [lock] and not lock.exists()


def test_without_locks_of_the_system_a_search_is_saved_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(continuation, "fcntl", None)
    listed(path, limits=Limits(nodes=40))
    assert listed(path).solutions == 36


def test_a_checkpoint_of_an_earlier_version_says_so(path: Path) -> None:
    write_checkpoint(path, "search", {"engine": "dense"}, lambda write: None)
    assert about_of(path) == About()
    assert contents_text(path).splitlines()[1].startswith("question: not noted by the version")


def test_a_seed_that_differs_is_refused(path: Path) -> None:
    one = Limits(solutions=1, nodes=1_000)
    api.solve(DOMINOES, sink=lambda _: None, engine="restarts", limits=one, checkpoint=path, seed=3)
    with pytest.raises(CheckpointError, match="its seed is 3, not 4"):
        api.solve(DOMINOES, sink=lambda _: None, limits=one, checkpoint=path, seed=4)
    assert api.solve(DOMINOES, sink=lambda _: None, limits=one, checkpoint=path).solutions == 1
