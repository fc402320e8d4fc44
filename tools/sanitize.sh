#!/bin/sh
# The core under sanitizers. Address and undefined behaviour, in build/sanitize: the core's own tests, and random
# puzzles through all engines of the Python extension. Data races, in build/sanitize-threads: the tests with threads.
# SANITIZE_SECONDS is the time for random puzzles (default: 100).
set -eu
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
jobs=$(nproc)

configure() { # FOLDER SANITIZERS [OPTION ...]
  folder=$1
  sanitizers=$2
  shift 2
  # A folder of another generator, of an older version of this script, cannot be used.
  grep -qs '^CMAKE_GENERATOR:INTERNAL=Ninja$' "$folder/CMakeCache.txt" || rm -rf "$folder"
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTILEWRIGHT_TESTS=ON \
    "-DTILEWRIGHT_SANITIZE=$sanitizers" "$@" >/dev/null
}

configure build/sanitize address,undefined -DSKBUILD=ON "-DPython_EXECUTABLE=$python" \
  "-Dnanobind_DIR=$("$python" -m nanobind --cmake_dir)"
cmake --build build/sanitize --parallel "$jobs"
# The tests take one processor each; the other one goes on compiling, then feeds the extension.
build/sanitize/core_tests >build/sanitize/core_tests.log 2>&1 &
core=$!
trap 'kill $core 2>/dev/null || true' EXIT
configure build/sanitize-threads thread
cmake --build build/sanitize-threads --parallel "$jobs" --target core_tests
(
  for filter in threads gunport/slices; do
    echo "Core tests with threads (data races): $filter"
    TSAN_OPTIONS=halt_on_error=1 build/sanitize-threads/core_tests "$filter"
  done
) >build/sanitize-threads/core_tests.log 2>&1 &
threads=$!
trap 'kill $core $threads 2>/dev/null || true' EXIT

echo "Random puzzles through the extension (address, undefined behaviour)"
# Python itself is not compiled with the sanitizer, so its library comes first, and leaks are not looked for.
LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libstdc++.so)" \
  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
  "$python" tools/with_core.py build/sanitize/_core.*.so \
  benchmarks/attack.py --seconds "${SANITIZE_SECONDS:-100}" --only puzzles --report build/sanitize/attack.md

finish() { # TITLE PROCESS LOG
  echo "$1"
  if ! wait "$2"; then
    cat "$3"
    exit 1
  fi
  grep 'passed,' "$3"
}
finish "Core tests with threads (data races)" $threads build/sanitize-threads/core_tests.log
finish "Core tests (address, undefined behaviour)" $core build/sanitize/core_tests.log
