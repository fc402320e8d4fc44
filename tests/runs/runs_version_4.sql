-- A run database as version 4 of its tables had it: 3x8 dominoes up to symmetry, four tasks of a first round done.
BEGIN TRANSACTION;
CREATE TABLE "estimates" (                 -- what random dives say of a run's size: see outlook.py
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    dives INTEGER NOT NULL,
    weight REAL NOT NULL,               -- of the rounds of dives together
    nodes REAL NOT NULL,                -- that the whole run will take, on average over the rounds
    ahead REAL NOT NULL,                -- the part of them that dives found
    error REAL NOT NULL,                -- its standard error
    nodes_per_second REAL NOT NULL      -- of late, by the clock
, checksum TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "estimates" VALUES('19d4e636',0,0.0,0.0,0.0,0.0,0.0,'912f6caa02c27d25');
CREATE TABLE first_tasks (              -- a second copy of those without a parent, should one be damaged
    id INTEGER PRIMARY KEY,             -- as in tasks
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    prefix TEXT NOT NULL,
    required TEXT NOT NULL,
    share REAL NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
INSERT INTO "first_tasks" VALUES(1,'19d4e636','[0,1,2,6,7]','[0]',1.30321437657173883062e-01,'8a3199d90f35107b');
INSERT INTO "first_tasks" VALUES(2,'19d4e636','[0,1,2,6,26]','[0]',1.55763910697442803376e-01,'ee8f42918b7ad79f');
INSERT INTO "first_tasks" VALUES(3,'19d4e636','[0,1,2,25]','[0]',1.63769644044578360775e-01,'e44de24dd84c0f83');
INSERT INTO "first_tasks" VALUES(4,'19d4e636','[0,22,4,5]','[0]',1.63769644044578360775e-01,'4f9602d96b0b8ae6');
INSERT INTO "first_tasks" VALUES(5,'19d4e636','[0,22,24,6]','[0]',2.22605719511648453279e-01,'2cf61137d3912310');
INSERT INTO "first_tasks" VALUES(6,'19d4e636','[0,22,24,25]','[0]',1.63769644044578360775e-01,'eb6470fc9f7dc499');
INSERT INTO "first_tasks" VALUES(7,'19d4e636','[21,-1,-3,-19,-21]','[21]',0.0,'102793f60382d6e0');
CREATE TABLE options (                  -- what the numbers in tasks and solutions stand for
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    piece TEXT NOT NULL,
    cells TEXT NOT NULL,                -- JSON
    checksum TEXT NOT NULL
) STRICT;
INSERT INTO "options" VALUES(1,'19d4e636',0,'I2','[[0,0],[1,0]]','272d57888875d9a1');
INSERT INTO "options" VALUES(2,'19d4e636',1,'I2','[[0,1],[1,1]]','0202145b677583c6');
INSERT INTO "options" VALUES(3,'19d4e636',2,'I2','[[0,2],[1,2]]','f9a640a31381f059');
INSERT INTO "options" VALUES(4,'19d4e636',3,'I2','[[1,0],[2,0]]','be66fa092cde1c0b');
INSERT INTO "options" VALUES(5,'19d4e636',4,'I2','[[1,1],[2,1]]','8dbc5ca86b4a5b7f');
INSERT INTO "options" VALUES(6,'19d4e636',5,'I2','[[1,2],[2,2]]','c314cbc887151183');
INSERT INTO "options" VALUES(7,'19d4e636',6,'I2','[[2,0],[3,0]]','b7bafbd24be8eace');
INSERT INTO "options" VALUES(8,'19d4e636',7,'I2','[[2,1],[3,1]]','d2d372c30cf20c46');
INSERT INTO "options" VALUES(9,'19d4e636',8,'I2','[[2,2],[3,2]]','77fbdaa18734258e');
INSERT INTO "options" VALUES(10,'19d4e636',9,'I2','[[3,0],[4,0]]','1dd9312882c8cf9e');
INSERT INTO "options" VALUES(11,'19d4e636',10,'I2','[[3,1],[4,1]]','e08542e6272e734a');
INSERT INTO "options" VALUES(12,'19d4e636',11,'I2','[[3,2],[4,2]]','8a76c6ecf13c8dad');
INSERT INTO "options" VALUES(13,'19d4e636',12,'I2','[[4,0],[5,0]]','9dde8a2466432205');
INSERT INTO "options" VALUES(14,'19d4e636',13,'I2','[[4,1],[5,1]]','8d128799e7387c02');
INSERT INTO "options" VALUES(15,'19d4e636',14,'I2','[[4,2],[5,2]]','0631bf23bdd91450');
INSERT INTO "options" VALUES(16,'19d4e636',15,'I2','[[5,0],[6,0]]','ad736a8266936cf5');
INSERT INTO "options" VALUES(17,'19d4e636',16,'I2','[[5,1],[6,1]]','ee45890e1825532e');
INSERT INTO "options" VALUES(18,'19d4e636',17,'I2','[[5,2],[6,2]]','4e2a677325d2d905');
INSERT INTO "options" VALUES(19,'19d4e636',18,'I2','[[6,0],[7,0]]','58bee5ffa4409791');
INSERT INTO "options" VALUES(20,'19d4e636',19,'I2','[[6,1],[7,1]]','4971be962ea8534a');
INSERT INTO "options" VALUES(21,'19d4e636',20,'I2','[[6,2],[7,2]]','340fa1e901b4886f');
INSERT INTO "options" VALUES(22,'19d4e636',21,'I2','[[0,0],[0,1]]','3cbdd659d25866c6');
INSERT INTO "options" VALUES(23,'19d4e636',22,'I2','[[0,1],[0,2]]','eb4cef139b142f82');
INSERT INTO "options" VALUES(24,'19d4e636',23,'I2','[[1,0],[1,1]]','9baa74ce228b983b');
INSERT INTO "options" VALUES(25,'19d4e636',24,'I2','[[1,1],[1,2]]','a3e86504931b5f78');
INSERT INTO "options" VALUES(26,'19d4e636',25,'I2','[[2,0],[2,1]]','615734b8172e2515');
INSERT INTO "options" VALUES(27,'19d4e636',26,'I2','[[2,1],[2,2]]','9814945761fe022f');
INSERT INTO "options" VALUES(28,'19d4e636',27,'I2','[[3,0],[3,1]]','1bce256b94db4e72');
INSERT INTO "options" VALUES(29,'19d4e636',28,'I2','[[3,1],[3,2]]','2b2fb897ce9aa455');
INSERT INTO "options" VALUES(30,'19d4e636',29,'I2','[[4,0],[4,1]]','770a71eccd6692af');
INSERT INTO "options" VALUES(31,'19d4e636',30,'I2','[[4,1],[4,2]]','84729c38e1d7e3f6');
INSERT INTO "options" VALUES(32,'19d4e636',31,'I2','[[5,0],[5,1]]','6b1c7cd0a3bc7d57');
INSERT INTO "options" VALUES(33,'19d4e636',32,'I2','[[5,1],[5,2]]','b2799b32fba9a024');
INSERT INTO "options" VALUES(34,'19d4e636',33,'I2','[[6,0],[6,1]]','81a3199d29cc62f1');
INSERT INTO "options" VALUES(35,'19d4e636',34,'I2','[[6,1],[6,2]]','743c9c46a2e1bd35');
INSERT INTO "options" VALUES(36,'19d4e636',35,'I2','[[7,0],[7,1]]','2981b49d20eee3d3');
INSERT INTO "options" VALUES(37,'19d4e636',36,'I2','[[7,1],[7,2]]','fac091860cc3e2c4');
CREATE TABLE runs (
    id TEXT PRIMARY KEY,                -- a short name, unique in this file
    title TEXT NOT NULL,
    source TEXT NOT NULL,               -- the file's name as it was given
    puzzle TEXT NOT NULL,               -- the puzzle, as Tilewright's TOML
    engine TEXT NOT NULL,
    keep INTEGER NOT NULL,              -- 1: solutions are stored, 0: only counted
    first_only INTEGER NOT NULL,               -- 1: the run ends at its first solution
    is_unique INTEGER NOT NULL,          -- 1: one of each orbit is asked for
    folded INTEGER NOT NULL,            -- 1: orbits are searched, all solutions are counted
    symmetries INTEGER NOT NULL,        -- the size of the group
    digest TEXT NOT NULL,               -- SHA-256 of what all workers must agree on
    version TEXT NOT NULL,              -- of Tilewright, that began it
    created_at TEXT NOT NULL,              -- UTC, ISO 8601
    options INTEGER NOT NULL,           -- how many placements there are
    first_tasks INTEGER NOT NULL,       -- how many tasks it began with
    status TEXT NOT NULL CHECK (status IN ('running', 'stopped', 'complete', 'failed')),
    reason TEXT NOT NULL,               -- why it stopped or failed
    seconds REAL NOT NULL,              -- wall time of all coordinators so far
    stop_requested INTEGER NOT NULL,         -- 1: the coordinator is asked to stop
    checksum TEXT NOT NULL                  -- checks the row: see rows.py
) STRICT;
INSERT INTO "runs" VALUES('19d4e636','dominoes','dominoes.toml','title = "Dominoes on a 3 by 8 board"
source = "P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27 (1961)"

[board]
drawing = """
########
########
########
"""

[[pieces]]
name = "I2"
copies = 12
drawing = """
##
"""

[[expect]]
what = "solutions"
count = 153
source = "A099390; Kasteleyn 1961, Temperley and Fisher 1961; also counted by two independent programs, one depth-first, one by transfer matrix"

[[expect]]
what = "unique"
count = 46
source = "counted by two independent programs, one depth-first, one by transfer matrix; orbits by Burnside''s lemma"
','bitmask',1,0,1,0,4,'3e65a0c13d98b96f235c31a85426c33d569f1b5457c77cbf536ff4eba3c3c43b','0.2.0','2026-11-23T00:09:21Z',37,7,'stopped','by the test',1.5,0,'9a615134c42ab129');
CREATE TABLE solutions (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    options TEXT NOT NULL,              -- numbers of options, ascending, with spaces between
    key BLOB NOT NULL                   -- 16 bytes of the SHA-256 of options: tells damage and doubles
) STRICT;
INSERT INTO "solutions" VALUES(1,'19d4e636',5,'0 6 14 18 22 24 26 28 29 31 34 36',X'4702C9618CB291B7729DAFA546D65AB4');
INSERT INTO "solutions" VALUES(2,'19d4e636',5,'0 6 14 20 22 24 26 28 29 31 33 35',X'84474A1E5B42D107E41105EC9DABFB2F');
INSERT INTO "solutions" VALUES(3,'19d4e636',4,'0 4 5 6 14 20 22 28 29 31 33 35',X'B53742DAF62E48372D88A3D5BB51B05C');
INSERT INTO "solutions" VALUES(4,'19d4e636',4,'0 4 5 6 14 18 22 28 29 31 34 36',X'C81799ED543C6ECE7CD59099CF32B257');
INSERT INTO "solutions" VALUES(5,'19d4e636',6,'0 8 12 20 22 24 25 27 30 32 33 35',X'8E2EA814A5BD7ADAB3D6C3D50A4A5FFB');
INSERT INTO "solutions" VALUES(6,'19d4e636',6,'0 8 14 18 22 24 25 27 29 31 34 36',X'9337C6F53423FC4010E11792DA1117E8');
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    parent INTEGER REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that this one is a rest of
    prefix TEXT NOT NULL,               -- decisions, as JSON: o is chosen, -1 - o is left out
    required TEXT NOT NULL,                 -- options, as JSON
    share REAL NOT NULL,                -- of the whole tree, as it was judged
    status TEXT NOT NULL CHECK (status IN ('waiting', 'split', 'done')),
    done_share REAL NOT NULL,           -- how much of the whole tree is done with this row
    nodes INTEGER NOT NULL,
    solutions INTEGER NOT NULL,
    images INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,           -- solutions that the run had already; not in the counts
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    remainders TEXT NOT NULL,                -- a second copy of the tasks that it was split into: see rows.py
    checksum TEXT NOT NULL
) STRICT;
INSERT INTO "tasks" VALUES(1,'19d4e636',NULL,'[0,1,2,6,7]','[0]',1.30321437657173883062e-01,'waiting',0.0,0,0,0,0,0.0,'','','d1fa24efc47d187d');
INSERT INTO "tasks" VALUES(2,'19d4e636',NULL,'[0,1,2,6,26]','[0]',1.55763910697442803376e-01,'waiting',0.0,0,0,0,0,0.0,'','','aa39b8ae4216f956');
INSERT INTO "tasks" VALUES(3,'19d4e636',NULL,'[0,1,2,25]','[0]',1.63769644044578360775e-01,'done',1.63769644044578360775e-01,59,0,0,0,6.86220009811222553253e-05,'here','','a9b72debca816748');
INSERT INTO "tasks" VALUES(4,'19d4e636',NULL,'[0,22,4,5]','[0]',1.63769644044578360775e-01,'split',0.031697350460241,12,2,8,0,3.22848994983360171318e-04,'here','[[0.014700346370754994,4,[6,28,29,14,31,18,19]],[0.02078942920910382,4,[6,28,29,14,15]],[0.05500365958627092,4,[6,28,12]],[0.04157885841820764,4,[6,10]]]','47058538cb364a5c');
INSERT INTO "tasks" VALUES(5,'19d4e636',NULL,'[0,22,24,6]','[0]',2.22605719511648453279e-01,'split',2.54406536584741715945e-02,12,2,6,0,1.00496199593180790543e-03,'here','[[0.014474966035978622,4,[26,28,29,14,31,18,19]],[0.02047069328297088,4,[26,28,29,14,15]],[0.05416036359182131,4,[26,28,12]],[0.04094138656594176,4,[26,10]],[0.06711765637646173,4,[7]]]','c7034c5521b27a3b');
INSERT INTO "tasks" VALUES(6,'19d4e636',NULL,'[0,22,24,25]','[0]',1.63769644044578360775e-01,'split',6.66181602893200219828e-02,24,2,4,0,3.25352993968408554792e-04,'here','[[0.019058671205215864,4,[8,27,12,30,32,18]],[0.017046593750272208,4,[8,27,12,30,16]],[0.026953031299225858,4,[8,27,12,13]],[0.034093187500544415,4,[8,9]]]','16dbd0e5159c54ef');
INSERT INTO "tasks" VALUES(7,'19d4e636',NULL,'[21,-1,-3,-19,-21]','[21]',0.0,'waiting',0.0,0,0,0,0,0.0,'','','d444864221fb3771');
INSERT INTO "tasks" VALUES(8,'19d4e636',5,'[0,22,24,6,26,28,29,14,31,18,19]','[0]',1.44749660359786216923e-02,'waiting',0.0,0,0,0,0,0.0,'','','b630e91920441075');
INSERT INTO "tasks" VALUES(9,'19d4e636',5,'[0,22,24,6,26,28,29,14,15]','[0]',2.04706932829708809773e-02,'waiting',0.0,0,0,0,0,0.0,'','','8bf29a4f2a429a49');
INSERT INTO "tasks" VALUES(10,'19d4e636',5,'[0,22,24,6,26,28,12]','[0]',5.41603635918213102695e-02,'waiting',0.0,0,0,0,0,0.0,'','','f47d5630de6a94c7');
INSERT INTO "tasks" VALUES(11,'19d4e636',5,'[0,22,24,6,26,10]','[0]',4.09413865659417619546e-02,'waiting',0.0,0,0,0,0,0.0,'','','6ff1a868d0916e3c');
INSERT INTO "tasks" VALUES(12,'19d4e636',5,'[0,22,24,6,7]','[0]',6.71176563764617345464e-02,'waiting',0.0,0,0,0,0,0.0,'','','0d0af59d7959b230');
INSERT INTO "tasks" VALUES(13,'19d4e636',4,'[0,22,4,5,6,28,29,14,31,18,19]','[0]',1.47003463707549939659e-02,'waiting',0.0,0,0,0,0,0.0,'','','516df4c59ffbee5e');
INSERT INTO "tasks" VALUES(14,'19d4e636',4,'[0,22,4,5,6,28,29,14,15]','[0]',2.07894292091038192238e-02,'waiting',0.0,0,0,0,0,0.0,'','','b676959a0f8742a0');
INSERT INTO "tasks" VALUES(15,'19d4e636',4,'[0,22,4,5,6,28,12]','[0]',5.50036595862709171145e-02,'waiting',0.0,0,0,0,0,0.0,'','','cef063f98cf557c8');
INSERT INTO "tasks" VALUES(16,'19d4e636',4,'[0,22,4,5,6,10]','[0]',4.15788584182076384476e-02,'waiting',0.0,0,0,0,0,0.0,'','','35ce9edbed404bd8');
INSERT INTO "tasks" VALUES(17,'19d4e636',6,'[0,22,24,25,8,27,12,30,32,18]','[0]',1.90586712052158643859e-02,'waiting',0.0,0,0,0,0,0.0,'','','89f1abd3693df06f');
INSERT INTO "tasks" VALUES(18,'19d4e636',6,'[0,22,24,25,8,27,12,30,16]','[0]',1.70465937502722077179e-02,'waiting',0.0,0,0,0,0,0.0,'','','fad2b3303f462038');
INSERT INTO "tasks" VALUES(19,'19d4e636',6,'[0,22,24,25,8,27,12,13]','[0]',2.69530312992258581916e-02,'waiting',0.0,0,0,0,0,0.0,'','','0f176f3080138a25');
INSERT INTO "tasks" VALUES(20,'19d4e636',6,'[0,22,24,25,8,9]','[0]',3.40931875005444154358e-02,'waiting',0.0,0,0,0,0,0.0,'','','1dcd750afb412ddf');
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
INSERT INTO "totals" VALUES('19d4e636',16,3,1,2.8752580845261355158e-01,6,18,0,107,1.72178598586469888687e-03,1,'90fe7c52b603c74c','69ff5f520c4190dfc5c4c56953623079','801bf7669f5f0b5f');
CREATE TABLE workers (                  -- as its coordinator last saw them
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    tasks INTEGER NOT NULL DEFAULT 0,   -- finished
    nodes INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,    -- spent in tasks
    running_tasks TEXT NOT NULL DEFAULT '',     -- ids of tasks, with spaces between
    last_seen TEXT NOT NULL, checksum TEXT NOT NULL DEFAULT '',                 -- UTC, ISO 8601
    PRIMARY KEY (run, name)
) STRICT;
INSERT INTO "workers" VALUES('19d4e636','here','',4,107,1.72178598586469888687e-03,'','2026-11-23T00:09:21Z','4c67dac2798b345d');
CREATE INDEX tasks_waiting ON tasks (run, share DESC, id) WHERE status = 'waiting';
CREATE INDEX tasks_of_run ON tasks (run, status);
CREATE INDEX tasks_of_parent ON tasks (parent);
CREATE INDEX first_tasks_of_run ON first_tasks (run);
CREATE UNIQUE INDEX solutions_by_key ON solutions (run, key);
CREATE INDEX solutions_of_task ON solutions (task);
CREATE UNIQUE INDEX options_by_number ON options (run, number);
COMMIT;
PRAGMA application_id = 1417106030;
PRAGMA user_version = 4;
