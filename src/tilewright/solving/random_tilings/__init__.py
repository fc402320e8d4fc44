"""Exactly uniform random tilings by pairs of cells, which need little memory: dominoes and lozenges.

``board`` recognises the boards, ``shuffling`` draws tilings of Aztec diamonds by domino shuffling, and
``coupling`` those of simply connected boards by coupling from the past; ``flips`` has height functions and
flips. Where to start: :func:`~tilewright.solving.random_tilings.drawing.draw_tilings`.
"""
