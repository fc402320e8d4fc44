#!/bin/sh
# Formatting and clang-tidy of native/, for the compile commands of a build in build/lint that is never compiled.
# Without precompiled headers, so that a file that does not include what it uses is noticed.
set -eu
cd "$(dirname "$0")/.."
find native -name '*.?pp' -print0 | xargs -0 clang-format --dry-run -Werror
cmake -S . -B build/lint -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DTILEWRIGHT_TESTS=ON -DSKBUILD=ON \
    -DPython_EXECUTABLE="$(command -v python)" -Dnanobind_DIR="$(python -m nanobind --cmake_dir)" >/dev/null
# Silent but for findings: the counts of suppressed warnings go to a file.
find native -name '*.cpp' -print0 | xargs -0 -P 2 -n 4 clang-tidy -p build/lint --quiet 2>build/lint/tidy.log
