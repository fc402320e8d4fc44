-- A run database that version 0.2 wrote: 6x6 dominoes up to symmetry, interrupted after its first tasks.
BEGIN TRANSACTION;
PRAGMA application_id=1417106030;
PRAGMA user_version=7;
CREATE TABLE "estimates" (                 -- what random dives say of a run's size: see outlook.py
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    dives INTEGER NOT NULL,
    weight REAL NOT NULL,               -- of the rounds of dives together
    nodes REAL NOT NULL,                -- that the whole run will take, on average over the rounds
    ahead REAL NOT NULL,                -- the part of them that dives found
    error REAL NOT NULL,                -- its standard error
    nodes_per_second REAL NOT NULL      -- of late, by the clock
, checksum TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "estimates" VALUES('3cb75e54',0,0.0,0.0,0.0,0.0,0.0,'6a8f57a00e445d03');
CREATE TABLE first_tasks (              -- a second copy of those without a parent, should one be damaged
    id INTEGER PRIMARY KEY,             -- as in tasks
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    prefix TEXT NOT NULL,
    required TEXT NOT NULL,
    share REAL NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
INSERT INTO "first_tasks" VALUES(1,'3cb75e54','[0,1,2,3,4]','[0]',8.95790617090141266798e-02,'b39c02bddfaf8664');
INSERT INTO "first_tasks" VALUES(2,'3cb75e54','[0,1,2,3,34]','[0]',1.05559888060658080277e-01,'8337d70026ff5a1b');
INSERT INTO "first_tasks" VALUES(3,'3cb75e54','[0,1,2,33]','[0]',1.16237524675751865976e-01,'bb522c6bbc8c9115');
INSERT INTO "first_tasks" VALUES(4,'3cb75e54','[0,1,32,4]','[0]',1.20499230568161336263e-01,'78d2e8f1d004c44f');
INSERT INTO "first_tasks" VALUES(5,'3cb75e54','[0,1,32,34]','[0]',1.64369695507176671878e-01,'871a679c5a1ba7c6');
INSERT INTO "first_tasks" VALUES(6,'3cb75e54','[0,31,3,4]','[0]',1.15695770412358248102e-01,'f90a3ef007b4069e');
INSERT INTO "first_tasks" VALUES(7,'3cb75e54','[0,31,3,34]','[0]',1.46846530345600329026e-01,'6000c4985d88c646');
INSERT INTO "first_tasks" VALUES(8,'3cb75e54','[0,31,33,5]','[0]',1.41212298721279300162e-01,'e0bdeceb04daaec5');
CREATE TABLE options (                  -- what the numbers in tasks and solutions stand for
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    piece TEXT NOT NULL,
    cells TEXT NOT NULL,                -- JSON
    checksum TEXT NOT NULL
) STRICT;
INSERT INTO "options" VALUES(1,'3cb75e54',0,'I2','[[0,0],[1,0]]','4b88fa751cc42407');
INSERT INTO "options" VALUES(2,'3cb75e54',1,'I2','[[0,1],[1,1]]','ffa496be0e4ca83c');
INSERT INTO "options" VALUES(3,'3cb75e54',2,'I2','[[0,2],[1,2]]','9fdf4bbe646d2081');
INSERT INTO "options" VALUES(4,'3cb75e54',3,'I2','[[0,3],[1,3]]','7955ca6ae47476e1');
INSERT INTO "options" VALUES(5,'3cb75e54',4,'I2','[[0,4],[1,4]]','3e415d3fa2816601');
INSERT INTO "options" VALUES(6,'3cb75e54',5,'I2','[[0,5],[1,5]]','f051a1bb083bbfe0');
INSERT INTO "options" VALUES(7,'3cb75e54',6,'I2','[[1,0],[2,0]]','a1e57fd0b979321f');
INSERT INTO "options" VALUES(8,'3cb75e54',7,'I2','[[1,1],[2,1]]','1340c272d5742ff2');
INSERT INTO "options" VALUES(9,'3cb75e54',8,'I2','[[1,2],[2,2]]','18fde6880224ca9b');
INSERT INTO "options" VALUES(10,'3cb75e54',9,'I2','[[1,3],[2,3]]','6466765b2c3ea4e2');
INSERT INTO "options" VALUES(11,'3cb75e54',10,'I2','[[1,4],[2,4]]','50e5cf08d4579c45');
INSERT INTO "options" VALUES(12,'3cb75e54',11,'I2','[[1,5],[2,5]]','b5cd56562d21b69f');
INSERT INTO "options" VALUES(13,'3cb75e54',12,'I2','[[2,0],[3,0]]','7ffe406f71d6fb3f');
INSERT INTO "options" VALUES(14,'3cb75e54',13,'I2','[[2,1],[3,1]]','af7faae60474e222');
INSERT INTO "options" VALUES(15,'3cb75e54',14,'I2','[[2,2],[3,2]]','9e87931736b46427');
INSERT INTO "options" VALUES(16,'3cb75e54',15,'I2','[[2,3],[3,3]]','1563a22d055c2ff7');
INSERT INTO "options" VALUES(17,'3cb75e54',16,'I2','[[2,4],[3,4]]','745548902494b7ad');
INSERT INTO "options" VALUES(18,'3cb75e54',17,'I2','[[2,5],[3,5]]','f5c46750d4715d20');
INSERT INTO "options" VALUES(19,'3cb75e54',18,'I2','[[3,0],[4,0]]','80a3ebd60fba687f');
INSERT INTO "options" VALUES(20,'3cb75e54',19,'I2','[[3,1],[4,1]]','768579fed1cc8058');
INSERT INTO "options" VALUES(21,'3cb75e54',20,'I2','[[3,2],[4,2]]','b4c8b7d05a703240');
INSERT INTO "options" VALUES(22,'3cb75e54',21,'I2','[[3,3],[4,3]]','e4c007f059250e07');
INSERT INTO "options" VALUES(23,'3cb75e54',22,'I2','[[3,4],[4,4]]','2ad4da52421543da');
INSERT INTO "options" VALUES(24,'3cb75e54',23,'I2','[[3,5],[4,5]]','654e6236b96059d1');
INSERT INTO "options" VALUES(25,'3cb75e54',24,'I2','[[4,0],[5,0]]','76f8c595bca2df4b');
INSERT INTO "options" VALUES(26,'3cb75e54',25,'I2','[[4,1],[5,1]]','2a3b80e8e1583929');
INSERT INTO "options" VALUES(27,'3cb75e54',26,'I2','[[4,2],[5,2]]','2da13339f72d5289');
INSERT INTO "options" VALUES(28,'3cb75e54',27,'I2','[[4,3],[5,3]]','559a93ece17aa6c2');
INSERT INTO "options" VALUES(29,'3cb75e54',28,'I2','[[4,4],[5,4]]','463b8ae3f01cde71');
INSERT INTO "options" VALUES(30,'3cb75e54',29,'I2','[[4,5],[5,5]]','5b3ca2ca2981036a');
INSERT INTO "options" VALUES(31,'3cb75e54',30,'I2','[[0,0],[0,1]]','c17150f3cafecbb0');
INSERT INTO "options" VALUES(32,'3cb75e54',31,'I2','[[0,1],[0,2]]','f930bc4966755004');
INSERT INTO "options" VALUES(33,'3cb75e54',32,'I2','[[0,2],[0,3]]','514e9cc399a55e48');
INSERT INTO "options" VALUES(34,'3cb75e54',33,'I2','[[0,3],[0,4]]','c7a0567826f2d95c');
INSERT INTO "options" VALUES(35,'3cb75e54',34,'I2','[[0,4],[0,5]]','91de7624fd6606d3');
INSERT INTO "options" VALUES(36,'3cb75e54',35,'I2','[[1,0],[1,1]]','3036c00ee3378de8');
INSERT INTO "options" VALUES(37,'3cb75e54',36,'I2','[[1,1],[1,2]]','5124f43149b46f3c');
INSERT INTO "options" VALUES(38,'3cb75e54',37,'I2','[[1,2],[1,3]]','bf27c6cccee5b6d0');
INSERT INTO "options" VALUES(39,'3cb75e54',38,'I2','[[1,3],[1,4]]','982513fd3a091738');
INSERT INTO "options" VALUES(40,'3cb75e54',39,'I2','[[1,4],[1,5]]','2749310875024452');
INSERT INTO "options" VALUES(41,'3cb75e54',40,'I2','[[2,0],[2,1]]','11a9650823fd1a8b');
INSERT INTO "options" VALUES(42,'3cb75e54',41,'I2','[[2,1],[2,2]]','c02b6c4bdfade286');
INSERT INTO "options" VALUES(43,'3cb75e54',42,'I2','[[2,2],[2,3]]','103fdc7b8464fc1d');
INSERT INTO "options" VALUES(44,'3cb75e54',43,'I2','[[2,3],[2,4]]','08735c769a570d8f');
INSERT INTO "options" VALUES(45,'3cb75e54',44,'I2','[[2,4],[2,5]]','0851cb0170233719');
INSERT INTO "options" VALUES(46,'3cb75e54',45,'I2','[[3,0],[3,1]]','4b1b661aaa4cc458');
INSERT INTO "options" VALUES(47,'3cb75e54',46,'I2','[[3,1],[3,2]]','b225a77b56b5bd19');
INSERT INTO "options" VALUES(48,'3cb75e54',47,'I2','[[3,2],[3,3]]','80bbf3df256db48a');
INSERT INTO "options" VALUES(49,'3cb75e54',48,'I2','[[3,3],[3,4]]','f2e67e15ed8f5b0f');
INSERT INTO "options" VALUES(50,'3cb75e54',49,'I2','[[3,4],[3,5]]','9a989dfd05a520d5');
INSERT INTO "options" VALUES(51,'3cb75e54',50,'I2','[[4,0],[4,1]]','2deb6cbd5871c590');
INSERT INTO "options" VALUES(52,'3cb75e54',51,'I2','[[4,1],[4,2]]','634471520c7fbde8');
INSERT INTO "options" VALUES(53,'3cb75e54',52,'I2','[[4,2],[4,3]]','d0a80ed5ed092e90');
INSERT INTO "options" VALUES(54,'3cb75e54',53,'I2','[[4,3],[4,4]]','79e96dbe452324ff');
INSERT INTO "options" VALUES(55,'3cb75e54',54,'I2','[[4,4],[4,5]]','fe3e14c7b36b1b1e');
INSERT INTO "options" VALUES(56,'3cb75e54',55,'I2','[[5,0],[5,1]]','cae436782fadf5c3');
INSERT INTO "options" VALUES(57,'3cb75e54',56,'I2','[[5,1],[5,2]]','3a0431d9804ef017');
INSERT INTO "options" VALUES(58,'3cb75e54',57,'I2','[[5,2],[5,3]]','b92f0843f8f302d4');
INSERT INTO "options" VALUES(59,'3cb75e54',58,'I2','[[5,3],[5,4]]','68d0ade1bf41eb43');
INSERT INTO "options" VALUES(60,'3cb75e54',59,'I2','[[5,4],[5,5]]','c25617e304d000a9');
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
, filter TEXT NOT NULL DEFAULT '', labels TEXT NOT NULL DEFAULT '', first_found_at TEXT NOT NULL DEFAULT '', first_seconds REAL) STRICT;
INSERT INTO "runs" VALUES('3cb75e54','Dominoes on a 6 by 6 board','dominoes-6x6','title = "Dominoes on a 6 by 6 board"
source = "P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27 (1961)"

[board]
drawing = """
######
######
######
######
######
######
"""

[[pieces]]
name = "I2"
copies = 18
drawing = """
##
"""

[[expect]]
what = "solutions"
count = 6728
source = "A099390; Kasteleyn 1961, Temperley and Fisher 1961; also counted by two independent programs, one depth-first, one by transfer matrix"

[[expect]]
what = "unique"
count = 930
source = "counted by two independent programs, one depth-first, one by transfer matrix; orbits by Burnside''s lemma"
','dense',0,0,1,0,8,'c35372f2af48834ff38ce6e173afee12abe7fb763914c86555d84a676b1b1104','0.2.0','2026-11-26T18:07:43Z',60,8,'stopped','it was interrupted at once, without waiting for tasks under way',4.35727999501978047192e-04,0,'1bd758b72f31f54c','','','2026-11-26T18:07:43Z',1.65166599981603212654e-03);
CREATE TABLE solutions (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    options TEXT NOT NULL,              -- numbers of options, ascending, with spaces between
    key BLOB NOT NULL                   -- 16 bytes of the SHA-256 of options: tells damage and doubles
, levels TEXT NOT NULL DEFAULT '') STRICT;
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
, examined INTEGER NOT NULL DEFAULT 0, undecided INTEGER NOT NULL DEFAULT 0, levels TEXT NOT NULL DEFAULT '', cpu_seconds REAL NOT NULL DEFAULT 0) STRICT;
INSERT INTO "tasks" VALUES(1,'3cb75e54',NULL,'[0,1,2,3,4]','[0]',8.95790617090141266798e-02,'waiting',0.0,0,0,0,0,0.0,'','','79044c314973dd46',0,0,'',0.0);
INSERT INTO "tasks" VALUES(2,'3cb75e54',NULL,'[0,1,2,3,34]','[0]',1.05559888060658080277e-01,'done',1.05559888060658080277e-01,1565,302,2340,0,4.98581999636371619999e-04,'thread 1','','cb630d35835ed5d0',0,0,'',4.59522999999999876008e-04);
INSERT INTO "tasks" VALUES(3,'3cb75e54',NULL,'[0,1,2,33]','[0]',1.16237524675751865976e-01,'done',1.16237524675751865976e-01,1292,209,1584,0,4.11642000472056679427e-04,'thread 1','','677e1fee18e83d74',0,0,'',3.58793000000000045918e-04);
INSERT INTO "tasks" VALUES(4,'3cb75e54',NULL,'[0,1,32,4]','[0]',1.20499230568161336263e-01,'done',1.20499230568161336263e-01,1487,117,750,0,4.79071999507141299545e-04,'thread 1','','9360bc41e1823b67',0,0,'',4.3466599999999978518e-04);
INSERT INTO "tasks" VALUES(5,'3cb75e54',NULL,'[0,1,32,34]','[0]',1.64369695507176671878e-01,'done',1.64369695507176671878e-01,2541,103,756,0,7.18507999408757314085e-04,'thread 1','','37865422633f2fe0',0,0,'',7.21453000000000154931e-04);
INSERT INTO "tasks" VALUES(6,'3cb75e54',NULL,'[0,31,3,4]','[0]',1.15695770412358248102e-01,'done',1.15695770412358248102e-01,1291,0,0,0,3.50271000570501200854e-04,'thread 1','','7d34aefd4db3e540',0,0,'',3.10462000000000064303e-04);
INSERT INTO "tasks" VALUES(7,'3cb75e54',NULL,'[0,31,3,34]','[0]',1.46846530345600329026e-01,'done',1.46846530345600329026e-01,1878,16,100,0,5.97718000790337100625e-04,'thread 1','','18551fa067330a04',0,0,'',0.000455628);
INSERT INTO "tasks" VALUES(8,'3cb75e54',NULL,'[0,31,33,5]','[0]',1.41212298721279300162e-01,'done',1.41212298721279300162e-01,1696,24,100,0,3.89449000067543238401e-04,'thread 1','','f071171f4ef91f2f',0,0,'',3.6235800000000012444e-04);
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
, examined INTEGER NOT NULL DEFAULT 0, undecided INTEGER NOT NULL DEFAULT 0, cpu_seconds REAL NOT NULL DEFAULT 0) STRICT;
INSERT INTO "totals" VALUES('3cb75e54',1,0,7,9.10420938290985803931e-01,771,5630,0,11750,3.44524200045270845293e-03,1,'fcc76f762e5c6a44','00000000000000000000000000000000','4455a87c0f8b001d',0,0,3.10288300000000029019e-03);
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
INSERT INTO "workers" VALUES('3cb75e54','thread 1','vm',7,11750,3.44524200045270845293e-03,'','2026-11-26T18:07:43Z','b8c633036cfada69');
CREATE INDEX tasks_waiting ON tasks (run, share DESC, id) WHERE status = 'waiting';
CREATE INDEX tasks_of_run ON tasks (run, status);
CREATE INDEX tasks_of_parent ON tasks (parent);
CREATE INDEX first_tasks_of_run ON first_tasks (run);
CREATE UNIQUE INDEX solutions_by_key ON solutions (run, key);
CREATE INDEX solutions_of_task ON solutions (task);
CREATE UNIQUE INDEX options_by_number ON options (run, number);
COMMIT;
