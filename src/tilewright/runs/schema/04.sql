CREATE TABLE totals (                   -- sums over a run's tasks, kept with every change of them: see rows.py
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    waiting INTEGER NOT NULL,           -- tasks by status
    split INTEGER NOT NULL,
    done INTEGER NOT NULL,
    share REAL NOT NULL,                -- the sum of done_share
    solutions INTEGER NOT NULL,
    images INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    workers INTEGER NOT NULL,           -- rows of workers
    task_digest TEXT NOT NULL,          -- the sum of the checksums of its tasks
    solution_digest TEXT NOT NULL,      -- the sum of the keys of its solutions
    checksum TEXT NOT NULL
) STRICT;
ALTER TABLE workers ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE estimates ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
-- The migration computes totals and checksums of what is intact: see totals.py.
