"""What becomes of a checkpoint that is there already: a search continues it, replaces it, or refuses it.

One search at a time uses a checkpoint. ``FILE.lock`` is locked meanwhile, with the number of the process in
it; the lock of the operating system ends with the process, however that ends.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from tilewright.errors import CheckpointError, OutputError, UnsupportedError
from tilewright.solving.engines.checkpoint import (
    NOT_OVERWRITTEN,
    OtherSearchError,
    about_of,
    check_place,
    has_content,
    kind_of,
    open_checkpoint,
)
from tilewright.solving.engines.registry import engine_of_checkpoints
from tilewright.solving.steps import Control

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None

LOCK_PREFIX = b"tilewright "  # before the number of the process
WITHOUT_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""Errors of a file system that has no locks; a checkpoint is kept there all the same."""


@contextmanager
def continuing(control: Control, question: str) -> Iterator[Control]:
    """The control of a search that continues its checkpoint where the file is there already.

    ``question`` is the search in words. CheckpointError, with both questions, when the checkpoint is of
    another search; OutputError when it is no checkpoint, or used by another process.
    """
    if not control.is_durable:
        yield control
        return
    checkpoint, resume = (path and _target(Path(path)) for path in (control.checkpoint, control.resume))
    written = checkpoint or resume
    assert written is not None
    with ExitStack() as locks:
        for place, path in {one.resolve(): one for one in (resume, checkpoint) if one is not None}.items():
            locks.enter_context(_locked(path, is_read=place != written.resolve()))
        resume = file_to_resume(checkpoint, resume, restart=control.restart)
        try:
            yield replace(control, checkpoint=checkpoint, resume=resume, question=question)
        except OtherSearchError as error:
            raise CheckpointError(f"{error}; {_both_questions(error.path, question)}") from None


def _target(path: Path) -> Path:
    """The file that a link leads to, so that what is kept next to it is found by all of its names."""
    return path.resolve() if path.is_symlink() else path


def file_to_resume(checkpoint: Path | None, resume: Path | None, *, restart: bool) -> Path | None:
    """The checkpoint that a search continues; None when it begins anew.

    UnsupportedError for ``restart`` without a checkpoint, or with one to resume. OutputError when another
    file than a checkpoint would be overwritten, or one that is not the one to resume.
    """
    if restart and (checkpoint is None or resume is not None):
        raise UnsupportedError("a restart needs a checkpoint, and none to resume")
    if checkpoint is None:
        return resume
    if resume is not None and checkpoint.resolve() == resume.resolve():
        return checkpoint
    check_place(checkpoint)
    if not has_content(checkpoint):
        return resume
    if resume is not None:
        raise OutputError(
            f"the checkpoint {checkpoint} exists already, but {resume} is to be resumed; {NOT_OVERWRITTEN}"
        )
    return None if restart else checkpoint


def contents_text(path: Path) -> str:
    """What a checkpoint holds, in lines; CheckpointError when it is none, or damaged."""
    if path.exists() and not path.is_file():  # a pipe to which perhaps nobody writes
        raise CheckpointError(f"{path} is not an ordinary file; expected a checkpoint")
    kind = kind_of(path)
    with open_checkpoint(path, kind) as (head, _):
        made_by = str(head.get("engine", ""))
    about = about_of(path)
    owner = engine_of_checkpoints(kind)
    made_by = made_by or (kind if owner is None else owner.name)
    lines = [f"{path}: a checkpoint by {made_by}", f"question: {about.question or NOT_NOTED}"]
    if about.question:
        lines.append(f"{'complete' if about.complete else 'so far'}: {about}")
    return "\n".join(lines)


NOT_NOTED = "not noted by the version of tilewright that wrote the file"


def _both_questions(path: Path, question: str) -> str:
    text = about_of(path).question
    advice = "name another file, or restart the search"
    if text == question:
        return f"the question of both is to {text}; {advice}"
    text = text or f"answer a question that is {NOT_NOTED}"
    return f"its question is to {text}, and this one to {question}; {advice}"


@contextmanager
def _locked(path: Path, *, is_read: bool) -> Iterator[None]:
    """Lock a checkpoint; OutputError when another search has it.

    There is no lock on a file system that has none, nor where a checkpoint is only read and its directory
    cannot be written.
    """
    place = path.resolve()
    lock = place.with_name(place.name + ".lock")
    try:
        descriptor = None if fcntl is None else _open_locked(lock, path)
    except (PermissionError, FileNotFoundError) as error:
        if not is_read:
            raise OutputError(f"the checkpoint {path} cannot be written: {error.strerror}") from None
        descriptor = None
    except OSError as error:
        raise OutputError(f"the checkpoint {path} cannot be locked: {error.strerror or error}") from None
    try:
        yield
    finally:
        if descriptor is not None:
            try:
                with suppress(OSError):  # it stays there unlocked, which does no harm
                    lock.unlink()  # while it is locked: who waits for it sees that it is gone
            finally:
                os.close(descriptor)


def _open_locked(lock: Path, path: Path) -> int | None:
    """A descriptor of the lock, which is locked and has the number of this process; None without locks."""
    assert fcntl is not None
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            word = os.pread(descriptor, 100, 0)
            if word and not word.startswith(LOCK_PREFIX):
                raise OutputError(f"{lock} is not the lock of a checkpoint; {NOT_OVERWRITTEN}")
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                who = word.removeprefix(LOCK_PREFIX).decode("ascii", "replace").strip()
                by = f"the process {who}" if who.isdigit() else "another process"
                raise OutputError(f"the checkpoint {path} is in use by {by}; name another file") from None
            except OSError as error:
                if error.errno not in WITHOUT_LOCKS:
                    raise
                lock.unlink(missing_ok=True)
                os.close(descriptor)
                return None
            if _is_file(descriptor, lock):
                os.ftruncate(descriptor, 0)
                with suppress(OSError):  # on a full disk it is locked all the same, by an unnamed process
                    os.pwrite(descriptor, LOCK_PREFIX + b"%d\n" % os.getpid(), 0)
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # its holder has removed it since it was opened


def _is_file(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
