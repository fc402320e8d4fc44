// The loops of the dense sweep that there are several versions of, for vectors of several widths.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gunport/dense_words.hpp"

namespace tilewright::gunport {

struct Kernels {
  // Words `first` to `last` of a step, on 64 lanes.
  void (*step)(const Program::Step&, std::size_t, std::size_t, const std::uint8_t*, std::uint8_t*);
  void (*turn)(const std::uint8_t*, std::size_t, std::uint8_t*, std::size_t);  // a square of 64 x 64 bytes
};

// The version for this machine.
const Kernels& kernels();

}  // namespace tilewright::gunport
