CREATE TABLE outlooks (                 -- what random dives say of a run's size: see outlook.py
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    dives INTEGER NOT NULL,
    weight REAL NOT NULL,               -- of the rounds of dives together
    nodes REAL NOT NULL,                -- that the whole run will take, on average over the rounds
    ahead REAL NOT NULL,                -- the part of them that dives found
    error REAL NOT NULL,                -- its standard error
    nodes_per_second REAL NOT NULL      -- of late, by the clock
) STRICT;
