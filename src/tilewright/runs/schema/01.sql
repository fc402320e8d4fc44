CREATE TABLE runs (
    id TEXT PRIMARY KEY,                -- a short name, unique in this file
    title TEXT NOT NULL,
    source TEXT NOT NULL,               -- the file's name as it was given
    puzzle TEXT NOT NULL,               -- the puzzle, as Tilewright's TOML
    engine TEXT NOT NULL,
    keep INTEGER NOT NULL,              -- 1: solutions are stored, 0: only counted
    one INTEGER NOT NULL,               -- 1: the run ends at its first solution
    by_orbit INTEGER NOT NULL,          -- 1: one of each orbit is asked for
    folded INTEGER NOT NULL,            -- 1: orbits are searched, all solutions are counted
    symmetries INTEGER NOT NULL,        -- the size of the group
    digest TEXT NOT NULL,               -- SHA-256 of what all workers must agree on
    version TEXT NOT NULL,              -- of Tilewright, that began it
    created TEXT NOT NULL,              -- UTC, ISO 8601
    options INTEGER NOT NULL,           -- how many placements there are
    first_tasks INTEGER NOT NULL,       -- how many tasks it began with
    status TEXT NOT NULL CHECK (status IN ('running', 'stopped', 'complete', 'failed')),
    reason TEXT NOT NULL,               -- why it stopped or failed
    seconds REAL NOT NULL,              -- wall time of all coordinators so far
    stop_wish INTEGER NOT NULL,         -- 1: the coordinator is asked to stop
    seal TEXT NOT NULL                  -- checks the row: see rows.py
) STRICT;

CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    parent INTEGER REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that this one is a rest of
    prefix TEXT NOT NULL,               -- decisions, as JSON: o is chosen, -1 - o is left out
    must TEXT NOT NULL,                 -- options, as JSON
    share REAL NOT NULL,                -- of the whole tree, as it was judged
    status TEXT NOT NULL CHECK (status IN ('waiting', 'split', 'done')),
    done_share REAL NOT NULL,           -- how much of the whole tree is done with this row
    nodes INTEGER NOT NULL,
    solutions INTEGER NOT NULL,
    images INTEGER NOT NULL,
    doubles INTEGER NOT NULL,           -- solutions that the run had already; not in the counts
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    rests TEXT NOT NULL,                -- a second copy of the tasks that it was split into: see rows.py
    seal TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_waiting ON tasks (run, share DESC, id) WHERE status = 'waiting';
CREATE INDEX tasks_of_run ON tasks (run, status);
CREATE INDEX tasks_of_parent ON tasks (parent);

CREATE TABLE first_tasks (              -- a second copy of those without a parent, should one be damaged
    id INTEGER PRIMARY KEY,             -- as in tasks
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    prefix TEXT NOT NULL,
    must TEXT NOT NULL,
    share REAL NOT NULL,
    seal TEXT NOT NULL
) STRICT;
CREATE INDEX first_tasks_of_run ON first_tasks (run);

CREATE TABLE solutions (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    options TEXT NOT NULL,              -- numbers of options, ascending, with spaces between
    key BLOB NOT NULL                   -- 16 bytes of the SHA-256 of options: tells damage and doubles
) STRICT;
CREATE UNIQUE INDEX solutions_by_key ON solutions (run, key);
CREATE INDEX solutions_of_task ON solutions (task);

CREATE TABLE options (                  -- what the numbers in tasks and solutions stand for
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    piece TEXT NOT NULL,
    cells TEXT NOT NULL,                -- JSON
    seal TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX options_by_number ON options (run, number);

CREATE TABLE workers (                  -- as its coordinator last saw them
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    tasks INTEGER NOT NULL DEFAULT 0,   -- finished
    nodes INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,    -- spent in tasks
    doing TEXT NOT NULL DEFAULT '',     -- ids of tasks, with spaces between
    seen TEXT NOT NULL,                 -- UTC, ISO 8601
    PRIMARY KEY (run, name)
) STRICT;
