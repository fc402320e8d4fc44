// The table of the kernels of the dense sweep.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::gunport {

struct Kernels {
  // The values of some words after a step of a Program, on 64 lanes: begin .. end - 1 say where their sources begin.
  void (*step)(const std::uint32_t* begin, const std::uint32_t* end, const std::uint32_t* sources,
               const std::uint8_t* in, std::uint8_t* out);
  // Transposes a square of 64 x 64 bytes.
  void (*transpose)(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out, std::size_t out_stride);
};

template <class Set>
Kernels kernels();

}  // namespace tilewright::gunport
