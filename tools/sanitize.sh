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
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTILEWRIGHT_TESTS=ON \
    "-DTILEWRIGHT_SANITIZE=$sanitizers" "$@" >/dev/null
}

configure build/sanitize address,undefined -DSKBUILD=ON "-DPython_EXECUTABLE=$python" \
  "-Dnanobind_DIR=$("$python" -m nanobind --cmake_dir)"
cmake --build build/sanitize --parallel "$jobs"
# The core's tests take one processor; the other one goes on compiling.
build/sanitize/core_tests >build/sanitize/core_tests.log 2>&1 &
tests=$!
trap 'kill "$tests" 2>/dev/null || true' EXIT
configure build/sanitize-threads thread
cmake --build build/sanitize-threads --parallel "$jobs" --target core_tests

echo "Random puzzles through the extension (address, undefined behaviour)"
# Python itself is not compiled with the sanitizer, so its library comes first, and leaks are not looked for.
LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libstdc++.so)" \
  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
  "$python" tools/with_core.py build/sanitize/_core.*.so \
  benchmarks/attack.py --seconds "${SANITIZE_SECONDS:-100}" --only puzzles --report build/sanitize/attack.md

for filter in threads gunport/slices; do
  echo "Core tests with threads (data races): $filter"
  TSAN_OPTIONS=halt_on_error=1 build/sanitize-threads/core_tests "$filter"
done

echo "Core tests (address, undefined behaviour)"
if ! wait "$tests"; then
  cat build/sanitize/core_tests.log
  exit 1
fi
tail -n 1 build/sanitize/core_tests.log
