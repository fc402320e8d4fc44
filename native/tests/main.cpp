// Runs the core's own tests: all of them, or those whose name contains the argument. Exit code 1 when a check fails.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "check.hpp"
#include "problems.hpp"

int main(int count, char** arguments) {
  using namespace tilewright::tests;
  const char* const filter = count > 1 ? arguments[1] : "";
  std::vector<Test> tests = all_tests();
  std::sort(tests.begin(), tests.end(), [](const Test& a, const Test& b) { return std::strcmp(a.name, b.name) < 0; });
  for (const Test& test : tests) {
    if (!std::strstr(test.name, filter)) continue;
    const std::clock_t start = std::clock();
    const long before = tally.passed + tally.failed;
    test.run();
    std::printf("%-30s %8ld checks, %.1f s\n", test.name, tally.passed + tally.failed - before,
                static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  if (!*filter) check_that_each_engine_was_used();
  std::printf("%ld passed, %ld failed\n", tally.passed, tally.failed);
  return tally.failed != 0 || tally.passed == 0;
}
