#!/bin/sh
# The core's own tests under the address and undefined-behaviour sanitizers, built in build/sanitize.
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B build/sanitize -DTILEWRIGHT_TESTS=ON -DTILEWRIGHT_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build build/sanitize --parallel 2
ctest --test-dir build/sanitize --output-on-failure --no-tests=error
