// What the dense search does with a group of eight items (lanes) at a time, for the instruction sets of this file's user.
#pragma once

#include "solve/search/dense_lanes_avx2.hpp"
#include "solve/search/dense_lanes_avx512.hpp"
#include "solve/search/dense_lanes_neon.hpp"
#include "solve/search/dense_words.hpp"
