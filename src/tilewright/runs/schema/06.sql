-- Levels of a run that only counts. Where the column has its default, checksums are as before.
ALTER TABLE tasks ADD COLUMN levels TEXT NOT NULL DEFAULT '';         -- the number of solutions by levels, as {"2.1.3":7}
