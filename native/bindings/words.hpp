// Words as Python has them: bytes, little-endian.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace tilewright::bindings {

inline nanobind::bytes bytes_of(const std::vector<std::uint64_t>& words) {
  return nanobind::bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t));
}

inline std::vector<std::uint64_t> words_of(const nanobind::bytes& bytes) {
  if (bytes.size() % sizeof(std::uint64_t)) throw std::invalid_argument("the checkpoint does not belong to this sweep");
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  std::copy_n(bytes.c_str(), bytes.size(), reinterpret_cast<char*>(words.data()));
  return words;
}

}  // namespace tilewright::bindings
