#!/bin/sh
# Finds a Python that can build Tilewright and hands over to set_up.py. Arguments go through.
# Written for any POSIX shell; everything that can wait for Python waits for Python.
set -u

here=$(dirname "$0")
best=""
faults=""
for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
  path=$(command -v "$name" 2>/dev/null) || continue
  fault=$("$path" "$here/check_python.py" 2>/dev/null) || fault="$name does not run: install Python 3.11 or newer (python.org)."
  if [ -z "$fault" ]; then
    best=$path
    break
  fi
  [ -n "$faults" ] || faults=$fault
done
if [ -z "$best" ]; then
  [ -n "$faults" ] || faults="There is no Python here: install Python 3.11 or newer, with its venv module and headers (Debian, Ubuntu: apt install python3 python3-venv python3-dev)."
  echo "$faults" >&2
  exit 2
fi
exec "$best" "$here/set_up.py" "$@"
