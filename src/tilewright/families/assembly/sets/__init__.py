"""Searches for sets of pieces: of all sets from a pool of candidates, the one with the highest level.

Start with ``search``. ``goal`` says which of two sets is better, and examines a single one. ``listing``
lists all assemblies of the candidates once and groups them by their sets, which ``exhaustive`` goes through.
``growth`` and ``annealing`` change the pieces of an assembly cell by cell instead. ``parts`` does either on
threads, with a ``checkpoint``.
"""
