// Sweeps and graphs of states against the definition, for every semiring and every width of states.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "frontier/graph.hpp"
#include "frontier/sweep.hpp"
#include "problems.hpp"
#include "tests.hpp"

namespace tilewright::tests {
namespace {

namespace fr = tilewright::frontier;
using fr::Question;
using fr::Word;

constexpr std::array<Kind, 4> kinds{Kind::plain, Kind::coloured, Kind::bounded, Kind::everything};
constexpr std::uint64_t unlimited = std::uint64_t{1} << 40;
constexpr std::int32_t kDegree = 4;
constexpr std::array<const char*, 6> rings{"exists", "count", "modulo", "least", "least_count", "by_marks"};

// A number by what it leaves modulo two primes: long counts that lost or gained a word would be seen.
struct Residues {
  static constexpr std::array<std::uint64_t, 2> primes{(std::uint64_t{1} << 61) - 1, 1'000'000'000'000'000'009u};
  std::array<std::uint64_t, 2> left{0, 0};

  static Residues of(const Word* words, int n) {
    Residues number;
    for (int k = n - 1; k >= 0; --k)
      for (int p = 0; p < 2; ++p)
        number.left[p] = static_cast<std::uint64_t>(
            ((static_cast<unsigned __int128>(number.left[p]) << 64) + words[k]) % primes[p]);
    return number;
  }
  friend Residues operator+(Residues a, const Residues& b) {
    for (int p = 0; p < 2; ++p) a.left[p] = (a.left[p] + b.left[p]) % primes[p];
    return a;
  }
  friend Residues operator*(Residues a, const Residues& b) {
    for (int p = 0; p < 2; ++p)
      a.left[p] = static_cast<std::uint64_t>(static_cast<unsigned __int128>(a.left[p]) * b.left[p] % primes[p]);
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
  static Sum of(const fr::Charge& charge) {
    Sum sum;
    sum.exists = charge.weight != 0;
    sum.least = charge.cost;
    sum.count = sum.optima = Residues::of(&charge.weight, 1);
    if (charge.mark <= kDegree) sum.by_marks[charge.mark] = sum.count;
    return sum;
  }
};

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

std::vector<fr::Charge> random_charges(Random& random, std::int32_t options, bool weights) {
  constexpr std::array<std::uint64_t, 8> some{0, 1, 1, 1, 2, 3, std::uint64_t{1} << 40, ~std::uint64_t{0}};
  std::vector<fr::Charge> charges(options);
  for (fr::Charge& charge : charges) {
    charge.cost = random.between(-4, 4);
    charge.mark = random.below(8) ? random.below(3) : INT32_MAX;
    if (weights) charge.weight = some[random.below(8)];
  }
  return charges;
}

fr::Charge charge_of(const Question& question, std::int32_t option) {
  return question.charges.empty() ? fr::Charge{} : question.charges[option];
}

Sum sum_of(const Question& question, const Solution& solution) {
  Sum sum = Sum::one();
  for (const std::int32_t o : solution) sum = sum * Sum::of(charge_of(question, o));
  return sum;
}

Sum every_sum(const Question& question) {
  Sum sum;
  for (const Solution& solution : every_solution(question.problem, question.prefix))
    sum = sum + sum_of(question, solution);
  return sum;
}

// What a question's sweeps are made from, and how many words their states have.
struct Plan {
  Question question;
  fr::Demand demand;
  fr::Line line;

  explicit Plan(Question asked)
      : question(std::move(asked)), demand(fr::demand_of(question)), line(fr::choose_line(question, demand).line) {}
  int words() const {
    const int bits = line.window + line.aside_bits + 1;
    return bits <= 64 ? 1 : bits <= 128 ? 2 : bits <= 256 ? 4 : 16;
  }
  std::unique_ptr<fr::Sweep> sweep(const char* ring, int threads, std::uint64_t memory = ~std::uint64_t{0}) const {
    return fr::make_sweep(question, demand, line, {ring, Residues::primes[0], kDegree}, {threads, memory});
  }
  std::unique_ptr<fr::Graph> graph(const char* ring, int threads, std::uint64_t memory = ~std::uint64_t{0}) const {
    return fr::make_graph(question, demand, line, ring, {threads, memory});
  }
};

bool says(const std::string& ring, const fr::Sweep& sweep, const Sum& want) {
  const std::vector<Word> value = sweep.value();
  if (value.empty()) return !want.exists;
  if (!want.exists) return false;
  const int n = sweep.limbs();
  if (ring == "exists") return true;
  if (ring == "count") return std::ssize(value) == n && Residues::of(value.data(), n) == want.count;
  if (ring == "modulo") return value[0] == want.count.left[0];
  if (static_cast<std::int64_t>(value[0]) != want.least && ring != "by_marks") return false;
  if (ring == "least") return true;
  if (ring == "least_count") return Residues::of(value.data() + 1, n) == want.optima;
  for (int k = 0; k <= kDegree; ++k)
    if (!(Residues::of(value.data() + n * k, n) == want.by_marks[k])) return false;
  return std::ssize(value) == n * (kDegree + 1);
}

std::unique_ptr<fr::Sweep> taken_up(const fr::Sweep& kept, std::unique_ptr<fr::Sweep> fresh) {
  fresh->restore_head(kept.head());
  for (const std::int32_t place : kept.kept_places()) fresh->restore_part(kept.part(place));
  return fresh;
}

struct Steps {
  std::uint64_t states, children, hopeless, most_live;
  bool operator==(const Steps&) const = default;
};
Steps steps_of(const fr::Sweep& sweep) { return {sweep.states, sweep.children, sweep.hopeless, sweep.most_live}; }

// Each semiring: at one go; in small steps on several threads; set down and taken up at rests.
void check_sweeps(const Plan& plan, const Sum& want, Random& random) {
  for (const char* ring : rings) {
    const std::string before = subject;
    subject += std::string(", ") + ring;
    const auto whole = plan.sweep(ring, 1);
    CHECK(whole->at_rest());
    while (whole->advance(unlimited) == fr::Status::running) {}
    CHECK(says(ring, *whole, want));
    CHECK(whole->at_rest() && whole->place() == whole->places());

    const int threads = random.between(1, 3);
    auto sliced = plan.sweep(ring, threads);
    while (sliced->advance(1 + random.below(3)) == fr::Status::running) {
      if (!sliced->at_rest()) {
        CHECK_THROWS(sliced->head());
        continue;
      }
      // Long lines take long to make ready.
      if (random.below(std::max(3, sliced->places() / 3)) == 0) sliced = taken_up(*sliced, plan.sweep(ring, random.between(1, 3)));
    }
    CHECK(says(ring, *sliced, want));
    CHECK(steps_of(*sliced) == steps_of(*whole));
    const auto again = taken_up(*sliced, plan.sweep(ring, threads));
    CHECK(again->kept_places().empty());
    CHECK(again->advance(1) == fr::Status::complete && says(ring, *again, want));

    // Any bound of memory: the same value, or none and nothing to keep.
    const std::uint64_t bound = random.below(static_cast<std::int32_t>(whole->peak()) + 1);
    const auto bounded = plan.sweep(ring, 1, bound);
    fr::Status status = fr::Status::running;
    while (status == fr::Status::running) status = bounded->advance(1 + random.below(50));
    CHECK(bounded->peak() <= bound || std::string(ring) == "count");  // there each number of limbs has its own
    if (status == fr::Status::complete) {
      CHECK(says(ring, *bounded, want));
    } else {
      CHECK(!bounded->at_rest());
      CHECK(bounded->advance(1) == fr::Status::memory);
    }
    subject = before;
  }
}

void check_graphs(const Plan& plan, const Solutions& all, Random& random) {
  Sum want;
  for (const Solution& solution : all) want = want + sum_of(plan.question, solution);
  Solutions best;
  for (const Solution& solution : all)
    if (sum_of(plan.question, solution).least == want.least) best.insert(solution);
  for (const std::string ring : {"exists", "count", "least_count"}) {
    const Solutions& meant = ring == "least_count" ? best : all;
    const auto graph = plan.graph(ring.c_str(), 1);
    const auto sliced = plan.graph(ring.c_str(), random.between(2, 3));
    while (graph->advance(unlimited) == fr::Status::running) {}
    while (sliced->advance(1 + random.below(5)) == fr::Status::running) CHECK(sliced->share() < 1);
    CHECK_SAME(graph->share(), 1.0);
    CHECK_SAME(graph->states(), sliced->states());
    CHECK(graph->value() == sliced->value());
    CHECK_SAME(graph->value().empty(), meant.empty());
    if (ring == "count" && !meant.empty()) CHECK_SAME(graph->value()[0], meant.size());
    if (ring == "least_count" && !meant.empty()) {
      CHECK_SAME(static_cast<std::int64_t>(graph->value()[0]), want.least);
      CHECK_SAME(graph->value()[1], meant.size());
    }
    const std::vector<Solution> found = graph->walk(unlimited);
    CHECK(as_set(found) == meant);
    CHECK(graph->walk(1).empty());
    const std::size_t past = sliced->skip(random.below(4));
    std::vector<Solution> tail;
    for (std::vector<Solution> some; !(some = sliced->walk(2)).empty();) tail.insert(tail.end(), some.begin(), some.end());
    CHECK_SAME(past + tail.size(), found.size());
    CHECK(std::equal(tail.begin(), tail.end(), found.begin() + static_cast<std::ptrdiff_t>(past), found.end()));
    if (ring == "exists") continue;
    const std::vector<Solution> samples = graph->sample(random.below(1000), 10);
    CHECK_SAME(samples.size(), meant.empty() ? 0u : 10u);
    for (const Solution& sample : samples) CHECK(meant.count(sample) == 1);
    const auto bounded = plan.graph(ring.c_str(), 2, random.below(static_cast<std::int32_t>(graph->peak()) + 1));
    fr::Status status = fr::Status::running;
    while (status == fr::Status::running) status = bounded->advance(1 + random.below(20));
    if (status == fr::Status::complete) CHECK(bounded->value() == graph->value());
  }
}

std::vector<std::int32_t> random_order(Random& random, std::int32_t items) {
  std::vector<std::int32_t> order(items);
  for (std::int32_t i = 0; i < items; ++i) order[i] = i;
  for (std::int32_t k = items; k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
  order.resize(random.below(items + 1));
  return order;
}

void test_small() {
  long solvable = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (std::uint64_t seed = 500000; seed < 500100; ++seed) {
      subject = "frontier, kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
      Random random{seed};
      Question question;
      question.problem = random_problem(random, kinds[kind]);
      question.prefix = random_prefix(random, question.problem);
      const std::int32_t options = question.problem.options();
      if (random.below(3)) question.charges = random_charges(random, options, random.below(2) == 0);
      if (random.below(2)) question.order = random_order(random, question.problem.items);
      const Sum want = every_sum(question);
      solvable += want.exists;
      check_sweeps(Plan(question), want, random);
      for (fr::Charge& charge : question.charges) charge.weight = 1;
      check_graphs(Plan(question), every_solution(question.problem, question.prefix), random);
    }
  CHECK(solvable > 100);
}

// Several random problems one after another, and one option more that covers an item of the first and one
// of the last: places between those cannot leave the window, so states are long, and yet few.
struct Chain {
  Question question;
  Sum want;
};
Chain random_chain(Random& random, Kind kind, int bits, bool weights) {
  Chain chain;
  Problem& joined = chain.question.problem;
  std::vector<Question> links;
  for (int have = 0; have < bits;) {
    Question link;
    link.problem = random_problem(random, kind);
    if (link.problem.primary == 0) continue;
    const bool end = links.empty() || have + link.problem.items >= bits;
    if (end) add_option(link.problem, {{random.below(link.problem.primary), 0}});  // its part of the long option
    if (every_solution(link.problem, {}).empty()) continue;
    link.charges = random_charges(random, link.problem.options(), weights);
    if (end) link.charges.back() = fr::Charge{};
    have += link.problem.items;
    links.push_back(std::move(link));
  }
  std::int32_t primary = 0, secondary = 0;
  for (const Question& link : links) primary += link.problem.primary;
  joined.primary = primary;
  primary = 0;
  std::vector<cover::Use> bridge;
  Sum middle = Sum::one();
  std::array<std::array<Sum, 2>, 2> ends;  // of the first and the last link: without the long option, with it
  for (std::size_t n = 0; n < links.size(); ++n) {
    const Problem& link = links[n].problem;
    const bool last = n + 1 == links.size(), end = n == 0 || last;
    const auto number = [&](std::int32_t i) {
      return i < link.primary ? primary + i : joined.primary + secondary + i - link.primary;
    };
    for (std::int32_t o = 0; o < link.options(); ++o) {
      std::vector<cover::Use> uses;
      for (const cover::Use& use : link.option(o)) uses.push_back({number(use.item), use.colour});
      if (end && o + 1 == link.options()) {
        bridge.insert(bridge.end(), uses.begin(), uses.end());
        continue;
      }
      add_option(joined, uses);
      chain.question.charges.push_back(links[n].charges[o]);
    }
    joined.least.insert(joined.least.end(), link.least.begin(), link.least.end());
    joined.most.insert(joined.most.end(), link.most.begin(), link.most.end());
    for (std::int32_t i = 0; i < link.items; ++i) chain.question.order.push_back(number(i));
    for (const Solution& solution : every_solution(link, {})) {
      if (!end) break;
      const bool taken = !solution.empty() && solution.back() == link.options() - 1;
      Sum& sum = ends[last][taken];
      sum = sum + sum_of(links[n], solution);
    }
    if (!end) middle = middle * every_sum(links[n]);
    primary += link.primary;
    secondary += link.items - link.primary;
  }
  joined.items = primary + secondary;
  add_option(joined, bridge);
  chain.question.charges.push_back({1, 2, 1});
  const Sum taken = Sum::of(chain.question.charges.back());
  chain.want = middle * (ends[0][0] * ends[1][0] + ends[0][1] * ends[1][1] * taken);
  return chain;
}

void test_widths() {
  std::map<int, int> seen;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (const int bits : {20, 70, 100, 150, 240, 300})
      for (std::uint64_t seed = 600000; seed < 600002; ++seed) {
        subject = "chain of " + std::to_string(bits) + ", kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
        Random random{seed + 10 * bits};
        const bool weights = seed % 2;
        const Chain chain = random_chain(random, kinds[kind], bits, weights);
        const Plan plan(chain.question);
        if (!fr::refusal(plan.line).empty()) continue;
        ++seen[plan.words()];
        check_sweeps(plan, chain.want, random);
        if (weights) continue;  // a graph takes none
        const auto graph = plan.graph("count", random.between(1, 3));
        while (graph->advance(unlimited) == fr::Status::running) {}
        const std::vector<Word> value = graph->value();
        CHECK(Residues::of(value.data(), static_cast<int>(value.size())) == chain.want.count);
        for (const Solution& sample : graph->sample(seed, 3))
          for (const std::int32_t i : {0, plan.question.problem.primary - 1})
            CHECK(std::count_if(sample.begin(), sample.end(), [&](std::int32_t o) {
                    const auto uses = plan.question.problem.option(o);
                    return std::any_of(uses.begin(), uses.end(), [&](const cover::Use& u) { return u.item == i; });
                  }) >= plan.question.problem.least[i]);
        CHECK(!graph->walk(2).empty());
      }
  subject = "widths of states";
  for (const int words : {1, 2, 4, 16}) CHECK(seen[words] >= 4);
}

// Dominoes and monominoes: 2^columns states at most places when the line goes along the longer side.
Problem monomers_and_dimers(std::int32_t rows, std::int32_t columns) {
  Problem problem = dominoes({rows, columns});
  for (std::int32_t cell = 0; cell < rows * columns; ++cell) add_option(problem, {{cell, 0}});
  return problem;
}

// The same number by a table over the cells ahead, bit k for the cell k places on.
Residues profile(std::int32_t rows, std::int32_t columns) {
  const Word one[1] = {1};
  std::map<std::uint32_t, Residues> table{{0, Residues::of(one, 1)}};
  for (std::int32_t place = 0; place < rows * columns; ++place) {
    std::map<std::uint32_t, Residues> after;
    for (const auto& [state, ways] : table) {
      after[state >> 1] = after[state >> 1] + ways;
      if (state & 1) continue;
      if ((place + 1) % columns && !(state & 2)) after[(state | 2) >> 1] = after[(state | 2) >> 1] + ways;
      if (place + columns < rows * columns) {
        const std::uint32_t down = (state | 1u << columns) >> 1;
        after[down] = after[down] + ways;
      }
    }
    table = std::move(after);
  }
  return table[0];
}

void test_threads() {
  constexpr std::int32_t rows = 3, columns = 14;  // a place with fewer than 4096 states is one thread's work
  Question question;
  question.problem = monomers_and_dimers(rows, columns);
  for (std::int32_t cell = 0; cell < rows * columns; ++cell) question.order.push_back(cell);
  const Plan plan(question);
  const Residues want = profile(columns, rows);
  CHECK(profile(rows, columns) == want);
  std::uint64_t states = 0;
  for (const int threads : {1, 2, 3}) {
    subject = "threads " + std::to_string(threads);
    const auto sweep = plan.sweep("count", threads);
    while (sweep->advance(threads == 2 ? 3000 : unlimited) == fr::Status::running) {}
    CHECK(Residues::of(sweep->value().data(), sweep->limbs()) == want);
    CHECK(sweep->most_live > 8192);
    if (threads == 1) states = sweep->states;
    CHECK_SAME(sweep->states, states);
    const auto graph = plan.graph("count", threads);
    while (graph->advance(10000) == fr::Status::running) {}
    const std::vector<Word> value = graph->value();
    CHECK(Residues::of(value.data(), static_cast<int>(value.size())) == want);
    CHECK_SAME(graph->states(), states);
    for (const std::uint64_t bound : {std::uint64_t{100'000}, sweep->peak() / 2}) {
      const auto bounded = plan.sweep("least_count", threads, bound);
      fr::Status status = fr::Status::running;
      while (status == fr::Status::running) status = bounded->advance(5000);
      CHECK(status == fr::Status::memory);
      CHECK(bounded->peak() <= bound);
    }
  }
}

void test_refusals() {
  subject = "frontier, refusals";
  Question question;
  question.problem = dominoes({2, 2});
  const Plan plan(question);
  CHECK_THROWS(plan.sweep("no such semiring", 1));
  CHECK_THROWS(fr::make_sweep(question, plan.demand, plan.line, {"modulo", 0, 0}, {}));
  CHECK_THROWS(fr::make_sweep(question, plan.demand, plan.line, {"by_marks", 0, -1}, {}));
  CHECK_THROWS(plan.graph("modulo", 1));
  for (const std::vector<Decision>& prefix : std::vector<std::vector<Decision>>{{9}, {~9}, {1, 1}, {1, ~1}}) {
    question.prefix = prefix;
    CHECK_THROWS(fr::demand_of(question));
  }
  question.prefix.clear();
  question.times = {1, 2};
  CHECK_THROWS(fr::demand_of(question));
  question.times.assign(question.problem.uses.size(), 0);
  CHECK_THROWS(fr::demand_of(question));
  const auto sweep = plan.sweep("count", 1);
  for (std::vector<Word> head : std::vector<std::vector<Word>>{{}, {0}, {99, 1, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0},
                                                              {0, 1, 0, 0, 0, 0, 0, 1}, {0, ~Word{0}, 0, 0, 0, 0, 0, 0}})
    CHECK_THROWS(plan.sweep("count", 1)->restore_head(head));
  for (std::vector<Word> part : std::vector<std::vector<Word>>{{}, {0}, {99, 0}, {~Word{0}, 0}, {0, 0, 1}, {0, 0, ~Word{0}, 1}})
    CHECK_THROWS(sweep->restore_part(part));
}

}  // namespace

void test_frontier() {
  test_small();
  test_widths();
  test_threads();
  test_refusals();
}

}  // namespace tilewright::tests
