// The core's own tests: no dependencies, exit code 1 when a check fails.
#include <cstdio>
#include <cstring>
#include <ctime>

#include "check.hpp"
#include "problems.hpp"
#include "tests.hpp"

int main(int count, char** words) {
  using namespace tilewright::tests;
  struct Group {
    const char* name;
    void (*test)();
  };
  constexpr Group groups[] = {{"definition", test_definition}, {"stepping", test_stepping},
                              {"positions", test_positions},   {"larger", test_larger},
                              {"parts", test_parts},           {"probe", test_probe},
                              {"remainder", test_remainder},
                              {"symmetry", test_symmetry},     {"known", test_known},
                              {"kasteleyn", test_kasteleyn},   {"sweeps", test_sweeps},
                              {"widths", test_widths},         {"threads", test_threads},
                              {"graphs", test_graphs},         {"reductions", test_reductions},
                              {"restarts", test_restarts},
                              {"gunport", test_gunport},       {"profiles", test_gunport_dense},
                              {"dominosa", test_dominosa},   {"vanishing", test_vanishing}};
  bool all = true;
  for (const Group& group : groups) {
    if (count > 1 && std::strcmp(words[1], group.name) != 0) {
      all = false;
      continue;
    }
    const std::clock_t start = std::clock();
    const long before = tally.passed + tally.failed;
    group.test();
    std::printf("%-10s %8ld checks, %.1f s\n", group.name, tally.passed + tally.failed - before,
                static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  if (all) check_that_each_engine_was_used();
  std::printf("%ld passed, %ld failed\n", tally.passed, tally.failed);
  return tally.failed != 0;
}
