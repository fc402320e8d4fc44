// Counts fixed polyominoes by their bounding rectangles, with the transfer-matrix method of Conway and Jensen.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace tilewright::polyforms {

// The largest size: a state has three bits for each column of the narrower side of a rectangle.
constexpr std::int32_t kMaxTransferSize = 40;

class TransferMatrix {
 public:
  // Throws std::invalid_argument unless 1 <= size <= kMaxTransferSize.
  static std::unique_ptr<TransferMatrix> make(std::int32_t size);
  virtual ~TransferMatrix() = default;

  // Continues for about so many transitions; whether that was all.
  virtual bool advance(std::uint64_t budget) = 0;
  // The number of fixed polyominoes, its higher and lower 64 bits, when all is done.
  virtual std::pair<std::uint64_t, std::uint64_t> count() const = 0;
  // Which rectangles are done, by their width: 0 to 1.
  virtual double progress() const = 0;
  virtual std::uint64_t memory_bytes() const = 0;
};

}  // namespace tilewright::polyforms
