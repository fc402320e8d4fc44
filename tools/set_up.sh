#!/bin/sh
# Finds a Python that can build Tilewright and runs set_up.py with the same arguments.
set -u

here=$(dirname "$0")
best=""
problems=""
for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
  path=$(command -v "$name" 2>/dev/null) || continue
  problem=$("$path" "$here/check_python.py" 2>/dev/null) || problem="$name does not run: install Python 3.11 or newer (python.org)."
  if [ -z "$problem" ]; then
    best=$path
    break
  fi
  [ -n "$problems" ] || problems=$problem
done
if [ -z "$best" ]; then
  [ -n "$problems" ] || problems="Python was not found: install Python 3.11 or newer, with its venv module and headers (Debian, Ubuntu: apt install python3 python3-venv python3-dev)."
  echo "$problems" >&2
  exit 2
fi
exec "$best" "$here/set_up.py" "$@"
