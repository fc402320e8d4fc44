"""Writes the tilings of the n x n square by V-shaped tiles in one orientation as an exact cover (.dlx).

python exact_cover.py N > v.dlx
"""

import sys

size = int(sys.argv[1])
print(*(f"{row}.{column}" for row in range(size) for column in range(size)))
for row in range(size):
    for column in range(size):
        for arm in range(size - max(row, column)):
            across = [f"{row}.{column + step}" for step in range(arm + 1)]
            print(*across, *(f"{row + step}.{column}" for step in range(1, arm + 1)))
