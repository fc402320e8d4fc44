#!/bin/sh
# Prints the path of a browser for the tests of the pages: `browser.sh chromium`, `firefox`, or `webkit` (the WebDriver of
# WebKitGTK). Where there is none, root installs Debian's. Without one it says so and ends with 3; but without Firefox or
# WebKit only where CI is set, else it prints nothing: their tests are left out. Of Chromium, Debian's headless shell comes
# first: the whole Chromium, which is taken in its place, draws a window of its own for each context, in twice the time.
set -eu

NAME="$1"
case "$NAME" in
    chromium)
        PROGRAMS="${CHROMIUM:-} chromium-headless-shell" OTHERS="chromium chromium-browser google-chrome"
        PACKAGES="chromium-headless-shell fonts-dejavu-core" ;;
    firefox) PROGRAMS="${FIREFOX:-} firefox-esr firefox" OTHERS="" PACKAGES="firefox-esr" ;;
    webkit) PROGRAMS="${WEBKIT:-} WebKitWebDriver" OTHERS="" PACKAGES="webkit2gtk-driver xvfb" ;;
    *) echo "tools/browser.sh: expected chromium, firefox or webkit, not $NAME" >&2; exit 2 ;;
esac

find_one() {
    if [ "$NAME" = webkit ] && [ -z "${DISPLAY:-}" ] && ! command -v Xvfb >/dev/null; then return 1; fi
    for program in "$@"; do
        if command -v "$program"; then return 0; fi
    done
    return 1
}

if find_one $PROGRAMS; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "tools/browser.sh: there is no $NAME here; installing Debian's" >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq -y install --no-install-recommends $PACKAGES; } >&2 || true
    if find_one $PROGRAMS; then exit 0; fi
fi
if find_one $OTHERS; then exit 0; fi
echo "tools/browser.sh: there is no $NAME here, and it cannot be installed; try: apt-get install $PACKAGES" >&2
if [ "$NAME" = chromium ] || [ -n "${CI:-}" ]; then exit 3; fi
