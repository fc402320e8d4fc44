#!/bin/sh
# Prints the path of a Chromium for the tests of the pages. Where there is none, root installs Debian's.
# Without one it says so and ends with 3.
set -eu

find_one() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
        if [ -n "$name" ] && command -v "$name"; then return 0; fi
    done
    return 1
}

if find_one; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "tools/chromium.sh: there is no Chromium here; installing Debian's" >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq -y install --no-install-recommends chromium fonts-dejavu-core; } >&2 || true
    if find_one; then exit 0; fi
fi
echo "tools/chromium.sh: there is no Chromium here, and it cannot be installed; try: apt-get install chromium" >&2
exit 3
