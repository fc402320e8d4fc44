#include "frontier_sums.hpp"

#include <algorithm>
#include <utility>

#include "check.hpp"

namespace tilewright::tests {

Sum operator+(const Sum& a, const Sum& b) {
  if (!a.exists) return b;
  if (!b.exists) return a;
  Sum sum = a.least <= b.least ? a : b;
  if (a.least == b.least) sum.optima = a.optima + b.optima;
  sum.count = a.count + b.count;
  for (int k = 0; k <= kDegree; ++k) sum.by_marks[k] = a.by_marks[k] + b.by_marks[k];
  return sum;
}

Sum operator*(const Sum& a, const Sum& b) {
  Sum sum;
  sum.exists = a.exists && b.exists;
  sum.least = a.least + b.least;
  sum.count = a.count * b.count;
  sum.optima = a.optima * b.optima;
  for (int j = 0; j <= kDegree; ++j)
    for (int k = 0; j + k <= kDegree; ++k) sum.by_marks[j + k] = sum.by_marks[j + k] + a.by_marks[j] * b.by_marks[k];
  return sum;
}

std::vector<fr::Contribution> random_charges(Random& random, std::int32_t options, bool weights) {
  constexpr std::array<std::uint64_t, 8> some{0, 1, 1, 1, 2, 3, std::uint64_t{1} << 40, ~std::uint64_t{0}};
  std::vector<fr::Contribution> contributions(options);
  for (fr::Contribution& contribution : contributions) {
    contribution.cost = random.between(-4, 4);
    contribution.mark = random.below(8) ? random.below(3) : INT32_MAX;
    if (weights) contribution.weight = some[random.below(8)];
  }
  return contributions;
}

static fr::Contribution charge_of(const SweepQuery& query, std::int32_t option) {
  return query.contributions.empty() ? fr::Contribution{} : query.contributions[option];
}

Sum sum_of(const SweepQuery& query, const Solution& solution) {
  Sum sum = Sum::one();
  for (const std::int32_t o : solution) sum = sum * Sum::of(charge_of(query, o));
  return sum;
}

Sum every_sum(const SweepQuery& query) {
  Sum sum;
  for (const Solution& solution : every_solution(query.problem, query.prefix)) sum = sum + sum_of(query, solution);
  return sum;
}

std::vector<std::int32_t> random_order(Random& random, std::int32_t items) {
  std::vector<std::int32_t> order(items);
  for (std::int32_t i = 0; i < items; ++i) order[i] = i;
  for (std::int32_t k = items; k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
  order.resize(random.below(items + 1));
  return order;
}

namespace {

constexpr std::array<const char*, 6> kRings{"exists", "count", "modulo", "least", "least_count", "by_marks"};

bool says(const std::string& ring, const fr::Sweep& sweep, const Sum& index_goal) {
  const std::vector<Word> value = sweep.value();
  if (value.empty()) return !index_goal.exists;
  if (!index_goal.exists) return false;
  const int n = sweep.limbs();
  if (ring == "exists") return true;
  if (ring == "count") return std::ssize(value) == n && Residues::of(value.data(), n) == index_goal.count;
  if (ring == "modulo") return value[0] == index_goal.count.left[0];
  if (static_cast<std::int64_t>(value[0]) != index_goal.least && ring != "by_marks") return false;
  if (ring == "least") return true;
  if (ring == "least_count") return Residues::of(value.data() + 1, n) == index_goal.optima;
  for (int k = 0; k <= kDegree; ++k)
    if (!(Residues::of(value.data() + n * k, n) == index_goal.by_marks[k])) return false;
  return std::ssize(value) == n * (kDegree + 1);
}

std::unique_ptr<fr::Sweep> taken_up(const fr::Sweep& kept, std::unique_ptr<fr::Sweep> fresh) {
  fresh->restore_head(kept.head());
  for (const std::int32_t place : kept.stored_places()) fresh->restore_part(kept.part(place));
  return fresh;
}

struct Steps {
  std::uint64_t states, children, infeasible, max_live;
  bool operator==(const Steps&) const = default;
};
Steps steps_of(const fr::Sweep& sweep) { return {sweep.states, sweep.children, sweep.infeasible, sweep.max_live}; }

}  // namespace

void check_sweeps(const Plan& plan, const Sum& index_goal, Random& random) {
  for (const char* ring : kRings) {
    const std::string before = subject;
    subject += std::string(", ") + ring;
    const auto whole = plan.sweep(ring, 1);
    CHECK(whole->at_rest());
    while (whole->advance(kUnlimited) == fr::Status::running) {
    }
    CHECK(says(ring, *whole, index_goal));
    CHECK(whole->at_rest() && whole->place() == whole->places());

    const int threads = random.between(1, 3);
    auto sliced = plan.sweep(ring, threads);
    while (sliced->advance(1 + random.below(3)) == fr::Status::running) {
      if (!sliced->at_rest()) {
        CHECK_THROWS(sliced->head());
        continue;
      }
      // Long lines take long to make ready.
      if (random.below(std::max(3, sliced->places() / 3)) == 0)
        sliced = taken_up(*sliced, plan.sweep(ring, random.between(1, 3)));
    }
    CHECK(says(ring, *sliced, index_goal));
    CHECK(steps_of(*sliced) == steps_of(*whole));
    const auto again = taken_up(*sliced, plan.sweep(ring, threads));
    CHECK(again->stored_places().empty());
    CHECK(again->advance(1) == fr::Status::complete && says(ring, *again, index_goal));

    // Any bound of memory: the same value, or none and nothing to keep.
    const std::uint64_t bound = random.below(static_cast<std::int32_t>(whole->peak()) + 1);
    const auto bounded = plan.sweep(ring, 1, bound);
    fr::Status status = fr::Status::running;
    while (status == fr::Status::running) status = bounded->advance(1 + random.below(50));
    CHECK(bounded->peak() <= bound || std::string(ring) == "count");  // there each number of limbs has its own
    if (status == fr::Status::complete) {
      CHECK(says(ring, *bounded, index_goal));
    } else {
      CHECK(!bounded->at_rest());
      CHECK(bounded->advance(1) == fr::Status::memory);
    }
    subject = before;
  }
}

}  // namespace tilewright::tests
