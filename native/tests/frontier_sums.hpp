// What a query comes to in every semiring, straight from the definition, and sweeps to hold against it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "problems.hpp"
#include "solving/frontier/state_graph.hpp"
#include "solving/frontier/state_width.hpp"
#include "solving/frontier/sweep.hpp"

namespace tilewright::tests {

namespace fr = tilewright::frontier;
using fr::SweepQuery;
using fr::Word;

constexpr std::array<Kind, 4> kKinds{Kind::plain, Kind::coloured, Kind::bounded, Kind::everything};
constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 40;
constexpr std::int32_t kDegree = 4;

// A number by what it leaves modulo two primes: long counts that lost or gained a word would be seen.
struct Residues {
  static constexpr std::array<std::uint64_t, 2> kPrimes{(std::uint64_t{1} << 61) - 1, 1'000'000'000'000'000'009u};
  std::array<std::uint64_t, 2> left{0, 0};

  static Residues of(const Word* words, int n) {
    Residues number;
    for (int k = n - 1; k >= 0; --k)
      for (int p = 0; p < 2; ++p)
        number.left[p] = static_cast<std::uint64_t>(
            ((static_cast<unsigned __int128>(number.left[p]) << 64) + words[k]) % kPrimes[p]);
    return number;
  }
  friend Residues operator+(Residues a, const Residues& b) {
    for (int p = 0; p < 2; ++p) a.left[p] = (a.left[p] + b.left[p]) % kPrimes[p];
    return a;
  }
  friend Residues operator*(Residues a, const Residues& b) {
    for (int p = 0; p < 2; ++p)
      a.left[p] = static_cast<std::uint64_t>(static_cast<unsigned __int128>(a.left[p]) * b.left[p] % kPrimes[p]);
    return a;
  }
  bool operator==(const Residues&) const = default;
};

// What all semirings together say of a set of solutions.
struct Sum {
  bool exists = false;
  std::int64_t least = 0;
  Residues count, optima;
  std::array<Residues, kDegree + 1> by_marks;

  static Sum one() {
    const Word words[1] = {1};
    Sum sum;
    sum.exists = true;
    sum.count = sum.optima = sum.by_marks[0] = Residues::of(words, 1);
    return sum;
  }
  static Sum of(const fr::Contribution& contribution) {
    Sum sum;
    sum.exists = contribution.weight != 0;
    sum.least = contribution.cost;
    sum.count = sum.optima = Residues::of(&contribution.weight, 1);
    if (contribution.mark <= kDegree) sum.by_marks[contribution.mark] = sum.count;
    return sum;
  }
};

Sum operator+(const Sum& a, const Sum& b);
Sum operator*(const Sum& a, const Sum& b);

std::vector<fr::Contribution> random_charges(Random& random, std::int32_t options, bool weights);
Sum sum_of(const SweepQuery& query, const Solution& solution);
Sum every_sum(const SweepQuery& query);
// Some items of a problem, in any order.
std::vector<std::int32_t> random_order(Random& random, std::int32_t items);

// What a query's sweeps are made from, and how many words their states have.
struct Plan {
  SweepQuery query;
  fr::ResidualProblem residual;
  fr::LinearOrder linear_order;

  explicit Plan(SweepQuery asked)
      : query(std::move(asked)),
        residual(fr::residual_problem(query)),
        linear_order(fr::choose_linear_order(query, residual).linear_order) {}
  int words() const {
    return fr::with_words(linear_order, [](int words) { return words; });
  }
  std::unique_ptr<fr::Sweep> sweep(const char* ring, int threads, std::uint64_t memory = ~std::uint64_t{0}) const {
    return fr::make_sweep(query, residual, linear_order, {ring, Residues::kPrimes[0], kDegree}, {threads, memory});
  }
  std::unique_ptr<fr::StateGraph> graph(int threads, std::uint64_t memory = ~std::uint64_t{0}) const {
    return fr::make_state_graph(query, residual, linear_order, {threads, memory});
  }
};

// Each semiring: at one go; in small steps on several threads; stored and taken up at rests.
void check_sweeps(const Plan& plan, const Sum& index_goal, Random& random);

}  // namespace tilewright::tests
