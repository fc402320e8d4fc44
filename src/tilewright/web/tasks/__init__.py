"""The tasks that worker processes run, named ``module:function`` by the routes that use them.

A task gets its arguments as a dict, ``emit(kind, data)`` for events on the way, and ``cancel``, an event that
is set when it should end with what it has. Events and results are JSON values.
"""

from __future__ import annotations

from collections.abc import Callable

Emit = Callable[[str, object], None]
