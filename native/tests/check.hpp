// Tests register themselves with TEST("name") { ... }; checks are counted, and report where they fail and why.
#pragma once

#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tilewright::tests {

struct Test {
  const char* name;
  void (*run)();
};

// All tests, in no particular order.
inline std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

struct Registration {
  Registration(const char* name, void (*run)()) { all_tests().push_back({name, run}); }
};

struct Tally {
  long passed = 0;
  long failed = 0;
};

inline Tally tally;

// What is being tested just now, said when a check fails: "seed 17, dancing".
inline std::string subject;

inline void check(bool well, const char* text, const char* file, int line, const std::string& more) {
  if (well) {
    ++tally.passed;
    return;
  }
  ++tally.failed;
  if (tally.failed <= 50) std::printf("%s:%d: %s fails%s (%s)\n", file, line, text, more.c_str(), subject.c_str());
}

template <typename A, typename B>
void check_same(const A& got, const B& want, const char* text, const char* file, int line) {
  const bool well = got == want;
  std::ostringstream more;
  if (!well) more << ": got " << got << ", expected " << want;
  check(well, text, file, line, more.str());
}

}  // namespace tilewright::tests

#define TILEWRIGHT_JOIN_NOW(a, b) a##b
#define TILEWRIGHT_JOIN(a, b) TILEWRIGHT_JOIN_NOW(a, b)
#define TEST(name)                                                                               \
  static void TILEWRIGHT_JOIN(test_at_line_, __LINE__)();                                        \
  static const ::tilewright::tests::Registration TILEWRIGHT_JOIN(registered_at_line_, __LINE__)( \
      name, TILEWRIGHT_JOIN(test_at_line_, __LINE__));                                           \
  static void TILEWRIGHT_JOIN(test_at_line_, __LINE__)()

#define CHECK(condition) ::tilewright::tests::check((condition), #condition, __FILE__, __LINE__, "")
#define CHECK_SAME(got, want) ::tilewright::tests::check_same((got), (want), #got " == " #want, __FILE__, __LINE__)
#define CHECK_THROWS(expression)                                                       \
  do {                                                                                 \
    bool thrown = false;                                                               \
    try {                                                                              \
      expression;                                                                      \
    } catch (const std::invalid_argument&) {                                           \
      thrown = true;                                                                   \
    }                                                                                  \
    ::tilewright::tests::check(thrown, #expression " throws", __FILE__, __LINE__, ""); \
  } while (false)
