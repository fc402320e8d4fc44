"""Durable runs: a search in tasks, kept in a SQLite file, done by threads, processes or a cluster.

``task.py`` has the values that travel, ``schema.py`` and ``store.py`` keep them, ``worker.py`` does a task,
``executors`` bring tasks to workers, and ``coordinator.py`` is the loop between the two.
"""
