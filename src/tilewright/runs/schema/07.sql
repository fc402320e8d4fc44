-- Counts with copies distinct, the first solution, processor time. Where these columns have their defaults, checksums are as before.
ALTER TABLE runs ADD COLUMN labels TEXT NOT NULL DEFAULT '';          -- how many solutions each makes with copies distinct, '' if not counted
ALTER TABLE runs ADD COLUMN first_found_at TEXT NOT NULL DEFAULT '';  -- when the first solution was found, UTC
ALTER TABLE runs ADD COLUMN first_seconds REAL;                       -- the time of the run until then, over its sessions
ALTER TABLE tasks ADD COLUMN cpu_seconds REAL NOT NULL DEFAULT 0;     -- processor time of its worker
ALTER TABLE totals ADD COLUMN cpu_seconds REAL NOT NULL DEFAULT 0;
