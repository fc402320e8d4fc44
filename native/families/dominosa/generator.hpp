// Grids of numbers on which a set of dominoes lies in one way that the techniques of a level find.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "families/dominosa/candidates.hpp"

namespace tilewright::dominosa {

// Lays a set at random, and changes it as long as the techniques of the level leave fewer pairs, or as many; a grid is
// done when they leave none, and those of the level below leave some. It steps, and never calls back.
class Generator {
 public:
  // With `symmetric`, a half turn leaves the cells of the dominoes as they are. std::invalid_argument as for Candidates.
  Generator(std::int32_t width, std::int32_t height, std::int32_t largest, Level level, bool symmetric,
            std::uint64_t seed);

  // Tries up to `budget` more changes; true once a grid is done.
  bool advance(std::uint64_t budget);

  // Row by row, and the cells of the dominoes.
  const std::vector<std::uint8_t>& numbers() const { return numbers_; }
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs() const;
  std::uint64_t grids() const { return grids_; }  // how many were begun at random

 private:
  struct Laid {
    std::int32_t cells[2];
    std::uint8_t numbers[2];
  };
  struct Change {
    enum class Kind : std::uint8_t { exchange, reverse, rotate } kind;
    std::int32_t first, second;
  };

  void start();
  void accept(std::int32_t left);
  Change draw();
  void toggle(const Change& change);
  bool rotate(std::int32_t corner);
  void rotate_both(std::int32_t corner);
  void write(std::int32_t domino);
  std::int32_t evaluate();
  bool is_done();
  std::uint64_t below(std::uint64_t number) { return random_() % number; }

  std::int32_t width_, height_, largest_;
  Level level_;
  bool symmetric_;
  std::mt19937_64 random_;
  Candidates candidates_;
  std::vector<Laid> laid_;
  std::vector<std::int32_t> owner_;  // by cell
  std::vector<std::uint8_t> numbers_;
  std::vector<std::int32_t> unsolved_;  // cells that the techniques left open
  std::int32_t left_ = 0;
  std::uint64_t grids_ = 0, since_start_ = 0;
};

}  // namespace tilewright::dominosa
