"""Jobs for child processes of tests."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from typing import Any

from tilewright.workers import ChildProgram, Send


def do(job: Any, send: Send, stopped: threading.Event) -> None:
    """Do what a pair of a word and its argument says."""
    word, argument = job
    if word == "echo":
        ctypes.CDLL(None).puts(b"native code prints")
        print("so does Python", flush=True)
        send("echo", argument, os.getpid())
    elif word == "wait":
        send("waiting")
        stopped.wait()
        send("stopped", argument)
    elif word == "spin":
        send("spinning")
        while True:
            pass
    elif word == "hold":
        send("holding")
        ctypes.PyDLL(None).pause()  # with Python's lock
    elif word == "program":
        program = ChildProgram([sys.executable, "-c", "import signal; signal.pause()"], own_session=False)
        send("runs", program.pid)
        program.process.wait()
    elif word == "exit":
        print("why it ends", file=sys.stderr, flush=True)
        os._exit(argument)
    elif word == "bytes":
        try:
            bytearray(argument)
        except MemoryError:
            send("no memory")
        else:
            send("memory")


def broken(job: Any, send: Send, stopped: threading.Event) -> None:
    """A job that fails in a way that it does not handle."""
    raise ArithmeticError(job)
