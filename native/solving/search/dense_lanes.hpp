// What the dense search does with a group of eight items (lanes) at a time, for the instruction sets of this file's user.
#pragma once

#include "solving/search/dense_lanes_avx2.hpp"
#include "solving/search/dense_lanes_avx512.hpp"
#include "solving/search/dense_lanes_neon.hpp"
#include "solving/search/dense_words.hpp"
