"""Durable runs: a search in tasks, kept in a SQLite file, done by threads, processes or a cluster.

``task.py`` has the values that travel, ``schema.py`` and ``store.py`` keep them, ``worker.py`` does a task,
``executors`` bring tasks to workers, and ``coordinator.py`` is the loop between the two. ``reading.py`` tells
how runs stand, ``soundness.py`` whether a file is whole; ``saving.py`` saves what is whole of a damaged one.
"""
