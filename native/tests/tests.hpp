// The groups of tests.
#pragma once

namespace tilewright::tests {

void test_definition();  // engines against the definition, on random problems
void test_stepping();    // slices, positions, progress, vector units
void test_positions();   // positions that may not be of the tree
void test_larger();      // engines against each other
void test_parts();       // reduce and split
void test_remainder();   // what is left of a search, in parts
void test_probe();       // estimates
void test_symmetry();    // one solution an orbit
void test_known();       // counts from the literature
void test_kasteleyn();   // embeddings, orientations, determinants
void test_sweeps();      // memoised sweeps in every semiring
void test_widths();      // of long states
void test_threads();     // that threads share
void test_graphs();      // lists from the graph of states
void test_reductions();  // reduction before search
void test_restarts();       // one solution of a large packing
void test_gunport();        // bounds on gunport arrangements, and the sweep that they bound
void test_gunport_dense();  // the sweep over all profiles
void test_dominosa();       // domino sets on grids of numbers
void test_vanishing();      // vanishing dominoes: the solver, the rules, the searches

}  // namespace tilewright::tests
