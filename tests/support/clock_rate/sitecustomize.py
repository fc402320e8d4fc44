"""Lets the clock of Tilewright go TILEWRIGHT_CLOCK_RATE times as fast: 10 is a machine ten times as slow.

Python imports this module at its start where its folder is on PYTHONPATH, in all processes of the tests.
"""

import os
import time

try:
    from tilewright import clock
except ImportError:  # another Python
    pass
else:
    RATE, START = float(os.environ["TILEWRIGHT_CLOCK_RATE"]), time.monotonic()
    clock.source = lambda: START + (time.monotonic() - START) * RATE
