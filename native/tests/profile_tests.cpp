// Sweeps over all profiles against the definition, and against sweeps over the states that occur.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "frontier_sums.hpp"
#include "simd/instruction_sets.hpp"
#include "solving/profile/blocks.hpp"
#include "solving/profile/steps.hpp"
#include "solving/profile/sweep.hpp"

namespace tilewright::tests {
namespace {

using profile::ProfileSweep;
using profile::Steps;

std::shared_ptr<const Steps> steps_of(const Plan& plan) {
  return std::make_shared<const Steps>(profile::make_steps(plan.residual, plan.linear_order));
}

void finish(ProfileSweep& sweep, std::uint64_t budget) {
  fr::Status status;
  while ((status = sweep.advance(budget)) == fr::Status::running) CHECK(sweep.share() >= 0 && sweep.share() <= 1);
  CHECK(status == fr::Status::complete);
  CHECK(sweep.complete() && sweep.share() == 1);
}

// To the end in steps, each with a fresh sweep that takes over from the one before.
std::unique_ptr<ProfileSweep> finish_with_rests(const std::shared_ptr<const Steps>& steps, std::uint64_t budget,
                                                Random& random, std::uint64_t modulus = 0) {
  auto sweep = std::make_unique<ProfileSweep>(steps, fr::Resources{1 + random.below(2)}, "", modulus);
  while (sweep->advance(budget) == fr::Status::running) {
    auto next = std::make_unique<ProfileSweep>(steps, fr::Resources{1 + random.below(2)}, "", modulus);
    next->restore_head(sweep->head());
    for (std::int32_t k = 0; k < sweep->parts(); ++k) next->restore_part(sweep->part(k));
    CHECK_SAME(next->states(), sweep->states());
    sweep = std::move(next);
  }
  return sweep;
}

// What sweeps over the states that occur say, modulo each of the primes.
void check_against_states(const Plan& plan, const ProfileSweep& sweep) {
  for (const auto& [prime, residue] : sweep.residues()) {
    const auto keyed = fr::make_sweep(plan.query, plan.residual, plan.linear_order, {"modulo", prime, 0}, {});
    while (keyed->advance(kUnlimited) == fr::Status::running) continue;
    const std::vector<Word> value = keyed->value();
    CHECK_SAME(std::uint64_t{residue}, value.empty() ? 0 : value[0]);
  }
}

// Small and large, prime and not: residues of 32 and of 64 bits, and such that leave 0 often.
const std::vector<std::uint64_t> kModuli{
    1, 2, 6, 97, std::uint64_t{1} << 31, (std::uint64_t{1} << 31) + 1, 1000000000000, (std::uint64_t{1} << 63) - 1};

std::vector<std::pair<std::uint64_t, std::uint64_t>> residue_of(std::uint64_t count, std::uint64_t modulus) {
  return count ? std::vector{std::pair{modulus, count % modulus}} : decltype(residue_of(0, 0)){};
}

Problem monomers_and_dimers(std::int32_t rows, std::int32_t columns) {
  Problem problem = dominoes({rows, columns});
  for (std::int32_t cell = 0; cell < rows * columns; ++cell) add_option(problem, {{cell, 0}});
  return problem;
}

TEST("profile/small problems") {
  long supported = 0, solvable = 0;
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (std::uint64_t seed = 900000; seed < 900150; ++seed) {
      subject = "profiles, kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
      Random random{seed};
      SweepQuery query;
      query.problem = random_problem(random, kKinds[kind]);
      query.prefix = random_prefix(random, query.problem);
      if (random.below(2)) query.order = random_order(random, query.problem.items);
      const Plan plan(query);
      const auto steps = steps_of(plan);
      if (!steps->refusal.empty()) {
        CHECK_THROWS(ProfileSweep(steps, fr::Resources{}));
        continue;
      }
      ++supported;
      const std::size_t count = every_solution(query.problem, query.prefix).size();
      solvable += count > 0;
      for (const std::string& set : simd::available_sets()) {
        ProfileSweep sweep(steps, fr::Resources{1 + random.below(2)}, set);
        finish(sweep, 1 + random.below(100));
        CHECK(!sweep.residues().empty() == (count > 0));
        for (const auto& [prime, residue] : sweep.residues()) CHECK_SAME(std::size_t{residue}, count % prime);
      }
      const auto rested = finish_with_rests(steps, 1 + random.below(30), random);
      for (const auto& [prime, residue] : rested->residues()) CHECK_SAME(std::size_t{residue}, count % prime);
      for (const std::uint64_t modulus : kModuli) {
        const auto& sets = simd::available_sets();
        ProfileSweep sweep(steps, fr::Resources{1 + random.below(2)}, sets[modulus % sets.size()], modulus);
        finish(sweep, 1 + random.below(100));
        CHECK(sweep.residues() == residue_of(count, modulus));
        const auto again = finish_with_rests(steps, 1 + random.below(30), random, modulus);
        CHECK(again->residues() == sweep.residues());
        CHECK_SAME(again->states(), sweep.states());
      }
    }
  CHECK(supported > 150);
  CHECK(solvable > 50);
}

// Options of items that are near each other on a line, some of the items secondary.
Problem random_band(Random& random) {
  const std::int32_t items = random.between(20, 60), secondary = random.below(10), width = random.between(3, 9);
  Problem problem = problem_of(items - secondary, secondary);
  std::vector<std::int32_t> item_at(items);
  for (std::int32_t k = 0; k < items; ++k) item_at[k] = k;
  for (std::int32_t k = items - 1; k > 0; --k) std::swap(item_at[k], item_at[random.below(k + 1)]);
  for (std::int32_t at = 0; at < items; ++at)
    for (std::int32_t n = random.between(1, 5); n > 0; --n) {
      std::vector<exact_cover::Use> uses;
      for (std::int32_t k = at; k < std::min(items, at + width); ++k)
        if (k == at || random.below(3) == 0) uses.push_back({item_at[k], 0});
      std::sort(uses.begin(), uses.end(), [](const auto& a, const auto& b) { return a.item < b.item; });
      if (uses.front().item < problem.primary) add_option(problem, uses);
    }
  return problem;
}

TEST("profile/larger problems") {
  long supported = 0;
  for (std::uint64_t seed = 910000; seed < 910040; ++seed) {
    subject = "profiles, larger, seed " + std::to_string(seed);
    Random random{seed};
    SweepQuery query;
    query.problem = random_band(random);
    const Plan plan(query);
    const auto steps = steps_of(plan);
    if (!steps->refusal.empty() || steps->bits > 18) continue;
    ProfileSweep sweep(steps, fr::Resources{2});
    finish(sweep, 1 << 20);
    supported += !sweep.residues().empty();
    check_against_states(plan, sweep);
    for (const std::uint64_t modulus : kModuli)
      for (const std::string& set : simd::available_sets()) {
        ProfileSweep single(steps, fr::Resources{2}, set, modulus);
        finish(single, 1 << 20);
        CHECK_SAME(single.residues().size(), std::size_t{!sweep.residues().empty()});
        check_against_states(plan, single);
      }
  }
  CHECK(supported > 5);
}

TEST("profile/boards") {
  // OEIS A004003 and A028420: 8 x 8.
  SweepQuery query;
  query.problem = dominoes({8, 8});
  ProfileSweep squares(steps_of(Plan(query)), fr::Resources{2});
  finish(squares, kUnlimited);
  for (const auto& [prime, residue] : squares.residues()) CHECK_SAME(residue, std::uint64_t{12988816} % prime);
  query.problem = monomers_and_dimers(8, 8);
  ProfileSweep mixed(steps_of(Plan(query)), fr::Resources{2});
  finish(mixed, kUnlimited);
  CHECK(mixed.log2_bound() > 57 && mixed.log2_bound() < 60);
  for (const auto& [prime, residue] : mixed.residues()) CHECK_SAME(std::uint64_t{residue}, 179788343101980135U % prime);

  subject = "profiles, threads share the tiles";
  query.problem = monomers_and_dimers(15, 15);
  const Plan wide(query);
  const auto steps = steps_of(wide);
  ProfileSweep one(steps, fr::Resources{1}), three(steps, fr::Resources{3});
  ProfileSweep narrow(steps, fr::Resources{2, std::uint64_t{24} << steps->bits});  // fewer primes at a time
  finish(one, kUnlimited);
  finish(three, 100'000);
  finish(narrow, 1'000'000);
  CHECK(one.residues() == three.residues());
  CHECK_SAME(one.states(), three.states());
  CHECK_SAME(one.states(), narrow.states());
  CHECK(narrow.peak() < one.peak());
  for (std::size_t k = 0; k < narrow.residues().size(); ++k) CHECK(one.residues()[k] == narrow.residues()[k]);
  check_against_states(wide, one);

  subject = "profiles, a number of thousands of bits";
  query.problem = monomers_and_dimers(1200, 3);
  const Plan tall(query);
  ProfileSweep sweep(steps_of(tall), fr::Resources{1});
  finish(sweep, kUnlimited);
  CHECK(sweep.log2_bound() > 2500);
  check_against_states(tall, sweep);
  Random random{7};
  const auto rested = finish_with_rests(steps_of(tall), 20'000, random);
  CHECK(rested->residues() == sweep.residues());
}

TEST("profile/no solution and nothing to do") {
  SweepQuery query;
  query.problem = dominoes({7, 7});
  ProfileSweep none(steps_of(Plan(query)), fr::Resources{1});
  finish(none, kUnlimited);
  CHECK(none.residues().empty());
  query.problem = problem_of(0, 0);
  ProfileSweep empty(steps_of(Plan(query)), fr::Resources{1});
  finish(empty, kUnlimited);
  CHECK(!empty.residues().empty() && empty.residues()[0].second == 1);
}

TEST("profile/memory and invalid checkpoints") {
  SweepQuery query;
  query.problem = monomers_and_dimers(12, 12);
  const auto steps = steps_of(Plan(query));
  ProfileSweep small(steps, fr::Resources{1, 7u << steps->bits});
  CHECK(small.advance(kUnlimited) == fr::Status::memory);
  CHECK(small.full() && small.advance(1) == fr::Status::memory);

  ProfileSweep sweep(steps, fr::Resources{1});
  std::vector<std::vector<Word>> heads;
  std::vector<Word> part, large;
  while (sweep.advance(5'000) == fr::Status::running) {
    heads.push_back(sweep.head());
    if (sweep.parts()) part = sweep.part(0);
  }
  CHECK(heads.size() > 10);
  const std::vector<Word> last = heads.back();
  for (std::size_t k = 0; k < 3; ++k) {  // bits, residues in an entry, block
    std::vector<Word> head = last;
    head[k] = 77;
    CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}).restore_head(head));
  }
  std::vector<Word> head = last;
  head[3] = kUnlimited;  // tile
  CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}).restore_head(head));
  head = last;
  head.push_back(5);  // no prime
  CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}).restore_head(head));
  CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}).restore_head({1, 2}));

  subject = "profiles, checkpoints modulo a number";
  const std::uint64_t moduli[] = {97, std::uint64_t{1} << 40};
  for (const std::uint64_t modulus : moduli) {
    ProfileSweep single(steps, fr::Resources{1}, "", modulus);
    CHECK(single.advance(5'000) == fr::Status::running);
    CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}).restore_head(single.head()));
    CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}, "", modulus + 1).restore_head(single.head()));
    CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}, "", modulus).restore_head(last));
    for (const Word lanes : {0, 4}) {
      head = single.head();
      head[1] = lanes;
      CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}, "", modulus).restore_head(head));
    }
    ProfileSweep next(steps, fr::Resources{1}, "", modulus);
    next.restore_head(single.head());
    large = single.part(0);
    large[1] = ~Word{0};
    CHECK_THROWS(next.restore_part(large));
  }
  CHECK_THROWS(ProfileSweep(steps, fr::Resources{1}, "", std::uint64_t{1} << 63));

  subject = "profiles, parts of the table";
  ProfileSweep fresh(steps, fr::Resources{1});
  fresh.restore_head(last);
  for (const std::vector<Word>& wrong : std::vector<std::vector<Word>>{{}, {0}, {9, 1}})
    CHECK_THROWS(fresh.restore_part(wrong));
  large = part;
  large[1] = ~Word{0};
  CHECK_THROWS(fresh.restore_part(large));
}

}  // namespace
}  // namespace tilewright::tests
