// Counts what passes and fails; says where and what on failure.
#pragma once

#include <cstdio>
#include <sstream>
#include <string>

namespace tilewright::tests {

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
  if (tally.failed <= 50)
    std::printf("%s:%d: %s fails%s (%s)\n", file, line, text, more.c_str(), subject.c_str());
}

template <typename A, typename B>
void check_same(const A& got, const B& want, const char* text, const char* file, int line) {
  const bool well = got == want;
  std::ostringstream more;
  if (!well) more << ": got " << got << ", expected " << want;
  check(well, text, file, line, more.str());
}

}  // namespace tilewright::tests

#define CHECK(condition) ::tilewright::tests::check((condition), #condition, __FILE__, __LINE__, "")
#define CHECK_SAME(got, want) \
  ::tilewright::tests::check_same((got), (want), #got " == " #want, __FILE__, __LINE__)
#define CHECK_THROWS(expression)                                                          \
  do {                                                                                    \
    bool thrown = false;                                                                  \
    try {                                                                                 \
      expression;                                                                         \
    } catch (const std::invalid_argument&) {                                              \
      thrown = true;                                                                      \
    }                                                                                     \
    ::tilewright::tests::check(thrown, #expression " throws", __FILE__, __LINE__, "");    \
  } while (false)
