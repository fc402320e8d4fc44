"""The exact engines: ``rectangles`` (with the sweeps ``dense``, ``bounded``, ``meet_in_middle``) and
``frontier``.

``frontier`` takes boards of any shape as the cover problem of ``cover_problem``; ``greedy`` gives bounds at
once.
"""
