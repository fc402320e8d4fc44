-- A run database as version 2 of its tables had it: 3x8 dominoes up to symmetry, four tasks of a first round done.
PRAGMA application_id = 1417106030;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE first_tasks (              -- a second copy of those without a parent, should one be damaged
        id INTEGER PRIMARY KEY,             -- as in tasks
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        prefix TEXT NOT NULL,
        must TEXT NOT NULL,
        share REAL NOT NULL,
        seal TEXT NOT NULL
    ) STRICT;
INSERT INTO "first_tasks" VALUES(1,'af7e147c','[3,21,2,4,8,9]','[3]',8.58345021374112560064e-02,'13b43100896f14af');
INSERT INTO "first_tasks" VALUES(2,'af7e147c','[3,21,2,4,8,27]','[3]',1.34132413687015561443e-01,'25a3af0720a86dd0');
INSERT INTO "first_tasks" VALUES(3,'af7e147c','[6,-4,-6,-16,-18,0,1,2,7]','[6]',1.23273858299455016385e-01,'8518cc4c8e46cb83');
INSERT INTO "first_tasks" VALUES(4,'af7e147c','[6,-4,-6,-16,-18,0,1,2,26]','[6]',1.36737169759069354668e-01,'f042cff8a812449e');
INSERT INTO "first_tasks" VALUES(5,'af7e147c','[6,-4,-6,-16,-18,0,22,24,7]','[6]',1.23273858299455016385e-01,'3e6f8d5131eb4b91');
INSERT INTO "first_tasks" VALUES(6,'af7e147c','[6,-4,-6,-16,-18,0,22,24,26]','[6]',1.36737169759069354668e-01,'7515489087ee129d');
INSERT INTO "first_tasks" VALUES(7,'af7e147c','[6,-4,-6,-16,-18,21,2,23,7]','[6]',1.23273858299455016385e-01,'62e170ed73c83992');
INSERT INTO "first_tasks" VALUES(8,'af7e147c','[6,-4,-6,-16,-18,21,2,23,26]','[6]',1.36737169759069354668e-01,'6f0f9d221f119dff');
INSERT INTO "first_tasks" VALUES(9,'af7e147c','[25,-4,-6,-7,-9,-13,-15,-16,-18]','[25]',0.0,'394b61b63585bdb9');
CREATE TABLE options (                  -- what the numbers in tasks and solutions stand for
        id INTEGER PRIMARY KEY,
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        piece TEXT NOT NULL,
        cells TEXT NOT NULL,                -- JSON
        seal TEXT NOT NULL
    ) STRICT;
INSERT INTO "options" VALUES(1,'af7e147c',0,'I2','[[0,0],[1,0]]','102fd456ebd84050');
INSERT INTO "options" VALUES(2,'af7e147c',1,'I2','[[0,1],[1,1]]','3427ecd3e257fe3f');
INSERT INTO "options" VALUES(3,'af7e147c',2,'I2','[[0,2],[1,2]]','e31e4cf603f85b19');
INSERT INTO "options" VALUES(4,'af7e147c',3,'I2','[[1,0],[2,0]]','facb8bbca02bf0ba');
INSERT INTO "options" VALUES(5,'af7e147c',4,'I2','[[1,1],[2,1]]','8e17c3fa4bb978bd');
INSERT INTO "options" VALUES(6,'af7e147c',5,'I2','[[1,2],[2,2]]','5a2d7dd366c38cb5');
INSERT INTO "options" VALUES(7,'af7e147c',6,'I2','[[2,0],[3,0]]','a2ac74f75f239775');
INSERT INTO "options" VALUES(8,'af7e147c',7,'I2','[[2,1],[3,1]]','ff75c02d8f50a0c6');
INSERT INTO "options" VALUES(9,'af7e147c',8,'I2','[[2,2],[3,2]]','654bfeea1a03a1a8');
INSERT INTO "options" VALUES(10,'af7e147c',9,'I2','[[3,0],[4,0]]','db5e71815e7f62fd');
INSERT INTO "options" VALUES(11,'af7e147c',10,'I2','[[3,1],[4,1]]','42e9ee724c4b5edd');
INSERT INTO "options" VALUES(12,'af7e147c',11,'I2','[[3,2],[4,2]]','4aaa6b0266e020fb');
INSERT INTO "options" VALUES(13,'af7e147c',12,'I2','[[4,0],[5,0]]','4262242efda16c7a');
INSERT INTO "options" VALUES(14,'af7e147c',13,'I2','[[4,1],[5,1]]','57d337209c4ed7a7');
INSERT INTO "options" VALUES(15,'af7e147c',14,'I2','[[4,2],[5,2]]','175160dd36eb2bba');
INSERT INTO "options" VALUES(16,'af7e147c',15,'I2','[[5,0],[6,0]]','83ff0bda08a7b59c');
INSERT INTO "options" VALUES(17,'af7e147c',16,'I2','[[5,1],[6,1]]','2b71993335df3417');
INSERT INTO "options" VALUES(18,'af7e147c',17,'I2','[[5,2],[6,2]]','687b90284ccc7807');
INSERT INTO "options" VALUES(19,'af7e147c',18,'I2','[[6,0],[7,0]]','c7d47d4d6c40a25f');
INSERT INTO "options" VALUES(20,'af7e147c',19,'I2','[[6,1],[7,1]]','c1f0b4877930ee7c');
INSERT INTO "options" VALUES(21,'af7e147c',20,'I2','[[6,2],[7,2]]','35675f2f27e0a5d3');
INSERT INTO "options" VALUES(22,'af7e147c',21,'I2','[[0,0],[0,1]]','a09b3064efa8db4d');
INSERT INTO "options" VALUES(23,'af7e147c',22,'I2','[[0,1],[0,2]]','b52eab8ade44ad5d');
INSERT INTO "options" VALUES(24,'af7e147c',23,'I2','[[1,0],[1,1]]','ee05c24d08c32ec9');
INSERT INTO "options" VALUES(25,'af7e147c',24,'I2','[[1,1],[1,2]]','d34a301b07794081');
INSERT INTO "options" VALUES(26,'af7e147c',25,'I2','[[2,0],[2,1]]','14e2d6dec7fa1cf3');
INSERT INTO "options" VALUES(27,'af7e147c',26,'I2','[[2,1],[2,2]]','55638e8684c12ea6');
INSERT INTO "options" VALUES(28,'af7e147c',27,'I2','[[3,0],[3,1]]','13292fcd66475ec2');
INSERT INTO "options" VALUES(29,'af7e147c',28,'I2','[[3,1],[3,2]]','334f96f46a9aebbb');
INSERT INTO "options" VALUES(30,'af7e147c',29,'I2','[[4,0],[4,1]]','7bc66e25c1ce0ade');
INSERT INTO "options" VALUES(31,'af7e147c',30,'I2','[[4,1],[4,2]]','b31cfb8e917d2da1');
INSERT INTO "options" VALUES(32,'af7e147c',31,'I2','[[5,0],[5,1]]','b80a0204f40ee949');
INSERT INTO "options" VALUES(33,'af7e147c',32,'I2','[[5,1],[5,2]]','cb9ad1ba773e44d9');
INSERT INTO "options" VALUES(34,'af7e147c',33,'I2','[[6,0],[6,1]]','d1fc54d7033c79dc');
INSERT INTO "options" VALUES(35,'af7e147c',34,'I2','[[6,1],[6,2]]','1adbd07c855e8841');
INSERT INTO "options" VALUES(36,'af7e147c',35,'I2','[[7,0],[7,1]]','cb046552906db25b');
INSERT INTO "options" VALUES(37,'af7e147c',36,'I2','[[7,1],[7,2]]','701f0392d93fe942');
CREATE TABLE outlooks (                 -- what random dives say of a run's size: see outlook.py
        run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
        dives INTEGER NOT NULL,
        weight REAL NOT NULL,               -- of the rounds of dives together
        nodes REAL NOT NULL,                -- that the whole run will take, on average over the rounds
        ahead REAL NOT NULL,                -- the part of them that dives found
        error REAL NOT NULL,                -- its standard error
        nodes_per_second REAL NOT NULL      -- of late, by the clock
    ) STRICT;
INSERT INTO "outlooks" VALUES('af7e147c',0,0.0,0.0,0.0,0.0,0.0);
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
INSERT INTO "runs" VALUES('af7e147c','dominoes','dominoes.toml','title = "Dominoes on a 3 by 8 board"
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
','dancing',1,0,1,0,4,'79d49c9a5893c865f2d5baff76aa18cd1e16b6e9e2bae60f223b43f755b6502e','0.1.0','2026-11-22T10:53:32Z',37,9,'stopped','by the test',1.5,0,'b697576e7d4fcfcb');
CREATE TABLE solutions (
        id INTEGER PRIMARY KEY,
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
        options TEXT NOT NULL,              -- numbers of options, ascending, with spaces between
        key BLOB NOT NULL                   -- 16 bytes of the SHA-256 of options: tells damage and doubles
    ) STRICT;
INSERT INTO "solutions" VALUES(1,'af7e147c',4,'0 1 2 6 10 11 12 18 19 20 26 32',X'8EA3A8B71A4C1F4C791FD1E99F3F45A6');
INSERT INTO "solutions" VALUES(2,'af7e147c',4,'0 1 2 6 10 11 12 18 26 32 34 36',X'F8D0650226176FDEF16A7C4C41F56D86');
INSERT INTO "solutions" VALUES(3,'af7e147c',6,'0 6 10 11 12 20 22 24 26 32 33 35',X'2573CCD44623DDC1E628CB7920273367');
INSERT INTO "solutions" VALUES(4,'af7e147c',6,'0 6 10 11 12 18 22 24 26 32 34 36',X'F42044DE18C336C6EE46519132E2FA91');
INSERT INTO "solutions" VALUES(5,'af7e147c',8,'0 8 9 10 14 18 22 24 25 31 34 36',X'823ABE21F34191D8108B462357A7CA15');
INSERT INTO "solutions" VALUES(6,'af7e147c',8,'0 8 14 18 22 24 25 27 29 31 34 36',X'9337C6F53423FC4010E11792DA1117E8');
INSERT INTO "solutions" VALUES(7,'af7e147c',2,'0 1 2 6 7 8 12 16 17 18 30 36',X'241B151F7F81F7B89159E0877191663A');
INSERT INTO "solutions" VALUES(8,'af7e147c',2,'0 4 5 6 12 13 14 20 22 28 33 35',X'EE356823D6FD6C656D7E7AB7F8148B7B');
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
INSERT INTO "tasks" VALUES(1,'af7e147c',NULL,'[3,21,2,4,8,9]','[3]',8.58345021374112560064e-02,'waiting',0.0,0,0,0,0,0.0,'','','8d9c52a24f95913f');
INSERT INTO "tasks" VALUES(2,'af7e147c',NULL,'[3,21,2,4,8,27]','[3]',1.34132413687015561443e-01,'split',2.980720304155901057e-02,9,2,8,0,5.01896000059787184e-04,'here','[[0.019482937060382094,6,[12,13,14,33]],[0.04055696764833605,6,[12,30]],[0.04428530593673841,6,[29]]]','eddf785d6816858d');
INSERT INTO "tasks" VALUES(3,'af7e147c',NULL,'[6,-4,-6,-16,-18,0,1,2,7]','[6]',1.23273858299455016385e-01,'waiting',0.0,0,0,0,0,0.0,'','','c478d827a9e5a19e');
INSERT INTO "tasks" VALUES(4,'af7e147c',NULL,'[6,-4,-6,-16,-18,0,1,2,26]','[6]',1.36737169759069354668e-01,'split',2.84869103664727729707e-02,10,2,6,0,9.55868999881204217672e-04,'here','[[0.024515134381890718,9,[10,11,12,32,33]],[0.08373512501070586,9,[28]]]','8dc45493dc0caea1');
INSERT INTO "tasks" VALUES(5,'af7e147c',NULL,'[6,-4,-6,-16,-18,0,22,24,7]','[6]',1.23273858299455016385e-01,'waiting',0.0,0,0,0,0,0.0,'','','476f6a1113e96de1');
INSERT INTO "tasks" VALUES(6,'af7e147c',NULL,'[6,-4,-6,-16,-18,0,22,24,26]','[6]',1.36737169759069354668e-01,'split',3.70329834764146215153e-02,13,2,6,0,2.76820999715710058808e-04,'here','[[0.09970418628265473,9,[28]]]','742e2ac900eee64f');
INSERT INTO "tasks" VALUES(7,'af7e147c',NULL,'[6,-4,-6,-16,-18,21,2,23,7]','[6]',1.23273858299455016385e-01,'waiting',0.0,0,0,0,0,0.0,'','','9124ec6cbe4adf8c');
INSERT INTO "tasks" VALUES(8,'af7e147c',NULL,'[6,-4,-6,-16,-18,21,2,23,26]','[6]',1.36737169759069354668e-01,'split',1.04039150903639715517e-01,35,2,4,0,2.42350000007718335837e-04,'here','[[0.03269801885542963,9,[28,29]]]','9fd316f1b98a749a');
INSERT INTO "tasks" VALUES(9,'af7e147c',NULL,'[25,-4,-6,-7,-9,-13,-15,-16,-18]','[25]',0.0,'waiting',0.0,0,0,0,0,0.0,'','','d13285b18e09fd84');
INSERT INTO "tasks" VALUES(10,'af7e147c',4,'[6,-4,-6,-16,-18,0,1,2,26,10,11,12,32,33]','[6]',2.45151343818907178906e-02,'waiting',0.0,0,0,0,0,0.0,'','','62fb8230aa999dce');
INSERT INTO "tasks" VALUES(11,'af7e147c',4,'[6,-4,-6,-16,-18,0,1,2,26,28]','[6]',8.37351250107058603378e-02,'waiting',0.0,0,0,0,0,0.0,'','','5a3ad3a423c86caf');
INSERT INTO "tasks" VALUES(12,'af7e147c',6,'[6,-4,-6,-16,-18,0,22,24,26,28]','[6]',9.97041862826547331533e-02,'waiting',0.0,0,0,0,0,0.0,'','','646486e902c62a21');
INSERT INTO "tasks" VALUES(13,'af7e147c',8,'[6,-4,-6,-16,-18,21,2,23,26,28,29]','[6]',3.26980188554296322123e-02,'waiting',0.0,0,0,0,0,0.0,'','','793a47c4e3fecb07');
INSERT INTO "tasks" VALUES(14,'af7e147c',2,'[3,21,2,4,8,27,12,13,14,33]','[3]',1.94829370603820939411e-02,'waiting',0.0,0,0,0,0,0.0,'','','1cbf69b6c535ec59');
INSERT INTO "tasks" VALUES(15,'af7e147c',2,'[3,21,2,4,8,27,12,30]','[3]',4.05569676483360508356e-02,'waiting',0.0,0,0,0,0,0.0,'','','21c03a48d7d6f514');
INSERT INTO "tasks" VALUES(16,'af7e147c',2,'[3,21,2,4,8,27,29]','[3]',4.42853059367384130351e-02,'waiting',0.0,0,0,0,0,0.0,'','','fa3bff1d8fcbbde9');
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
INSERT INTO "workers" VALUES('af7e147c','here','',4,67,0.00197693599966442,'','2026-11-22T10:53:32Z');
CREATE INDEX tasks_waiting ON tasks (run, share DESC, id) WHERE status = 'waiting';
CREATE INDEX tasks_of_run ON tasks (run, status);
CREATE INDEX tasks_of_parent ON tasks (parent);
CREATE INDEX first_tasks_of_run ON first_tasks (run);
CREATE UNIQUE INDEX solutions_by_key ON solutions (run, key);
CREATE INDEX solutions_of_task ON solutions (task);
CREATE UNIQUE INDEX options_by_number ON options (run, number);
COMMIT;