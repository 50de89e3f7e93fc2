#!/bin/sh
# Installs the Debian packages that are missing:   sh tools/install.sh WHEN...
# WHEN is build, test, bench or dev (tools/packages.txt has the list). Needs root on a Debian
# or Ubuntu system; elsewhere it names what is missing and stops with status 3.
set -eu
case "${1-}" in
-h | --help | "")
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
here=$(dirname "$0")
wanted=""
for when in "$@"; do
    found=$(awk -v w="$when" '$1 == w { print $2 }' "$here/packages.txt")
    if [ -z "$found" ]; then
        echo "install.sh: no such group: $when (build, test, bench, dev)" >&2
        exit 2
    fi
    wanted="$wanted $found"
done
missing=""
if command -v dpkg-query >/dev/null 2>&1; then
    for p in $(printf '%s\n' $wanted | sort -u); do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
        [ "$status" = installed ] || missing="$missing $p"
    done
else
    missing=$wanted
fi
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "minipy needs these packages (Debian's names):$missing" >&2
    echo "This is no Debian system: install them by its own means, then run make again." >&2
    exit 3
fi
if [ "$(id -u)" != 0 ]; then
    echo "minipy needs these packages:$missing" >&2
    echo "Run as root:  apt-get install$missing" >&2
    exit 3
fi
echo "installing:$missing"
log=${TMPDIR:-/tmp}/minipy-install.$$.log
export DEBIAN_FRONTEND=noninteractive
if ! apt-get install -y -q --no-install-recommends $missing >"$log" 2>&1; then
    apt-get update -q >>"$log" 2>&1 || true
    if ! apt-get install -y -q --no-install-recommends $missing >>"$log" 2>&1; then
        tail -20 "$log" >&2
        echo "install.sh: apt-get failed; the whole log is $log" >&2
        exit 1
    fi
fi
rm -f "$log"
