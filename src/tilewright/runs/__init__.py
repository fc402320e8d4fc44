"""Durable runs: a search in tasks, stored in an SQLite file, done by threads, processes or a cluster.

``task.py`` has the values that travel, ``database.py`` and ``store.py`` keep them, ``worker.py`` does a task,
``executors`` bring tasks to workers, and ``coordinator.py`` is the loop between the two. ``reading.py`` reads
the states of runs, ``totals.py`` compares sums with their rows, ``integrity.py`` checks a file, and
``recovery.py`` recovers what is intact of a damaged one.
"""
