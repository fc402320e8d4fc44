-- Values and their order stay as they are, so that checksums of rows stay right.
ALTER TABLE runs RENAME COLUMN one TO first_only;           -- 1: the run ends at its first solution
ALTER TABLE runs RENAME COLUMN by_orbit TO is_unique;       -- 1: one solution of each orbit
ALTER TABLE runs RENAME COLUMN created TO created_at;
ALTER TABLE runs RENAME COLUMN stop_wish TO stop_requested; -- 1: the coordinator is requested to stop
ALTER TABLE runs RENAME COLUMN seal TO checksum;
ALTER TABLE tasks RENAME COLUMN must TO required;           -- options, as JSON
ALTER TABLE tasks RENAME COLUMN doubles TO duplicates;      -- solutions that the run had already
ALTER TABLE tasks RENAME COLUMN rests TO remainders;        -- a second copy of its child tasks
ALTER TABLE tasks RENAME COLUMN seal TO checksum;
ALTER TABLE first_tasks RENAME COLUMN must TO required;
ALTER TABLE first_tasks RENAME COLUMN seal TO checksum;
ALTER TABLE options RENAME COLUMN seal TO checksum;
ALTER TABLE workers RENAME COLUMN doing TO running_tasks;   -- ids of tasks, with spaces between
ALTER TABLE workers RENAME COLUMN seen TO last_seen;        -- UTC, ISO 8601
ALTER TABLE outlooks RENAME TO estimates;                   -- of a run's size, by random dives
