#!/bin/sh
# The core's own tests, compiled for arm64 in build/arm64. They run in QEMU where this machine is of another kind.
# With an argument: the tests whose name contains it. Exit code 3 when the compiler or QEMU is missing.
set -eu
cd "$(dirname "$0")/.."

missing=""
if [ "$(uname -m)" = aarch64 ]; then
  compiler=${CXX:-c++}
else
  compiler=${CXX:-aarch64-linux-gnu-g++}
  emulator="qemu-aarch64 -L /usr/aarch64-linux-gnu"
  command -v qemu-aarch64 >/dev/null || missing="qemu-aarch64 (Debian, Ubuntu: apt install qemu-user)"
fi
command -v "$compiler" >/dev/null || missing="${missing:+$missing, }$compiler (Debian, Ubuntu: apt install g++-aarch64-linux-gnu)"
for program in cmake ninja; do
  command -v $program >/dev/null || missing="${missing:+$missing, }$program (PyPI: pip install $program)"
done
if [ -n "$missing" ]; then
  echo "The tests for arm64 need what is not installed: $missing." >&2
  exit 3
fi

cmake -S . -B build/arm64 -G Ninja -DCMAKE_BUILD_TYPE=Release -DTILEWRIGHT_TESTS=ON "-DCMAKE_CXX_COMPILER=$compiler" \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 >/dev/null
cmake --build build/arm64 --target core_tests
${emulator:-} build/arm64/core_tests "$@"
