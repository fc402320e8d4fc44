-- Runs with a filter of solutions. Where these columns have their defaults, checksums and keys are as before.
ALTER TABLE runs ADD COLUMN filter TEXT NOT NULL DEFAULT '';          -- the name of the filter, '' for none
ALTER TABLE tasks ADD COLUMN examined INTEGER NOT NULL DEFAULT 0;     -- solutions that the filter examined
ALTER TABLE tasks ADD COLUMN undecided INTEGER NOT NULL DEFAULT 0;    -- those of them that need more memory
ALTER TABLE solutions ADD COLUMN levels TEXT NOT NULL DEFAULT '';     -- as 2.1.3, all of them
ALTER TABLE totals ADD COLUMN examined INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN undecided INTEGER NOT NULL DEFAULT 0;
