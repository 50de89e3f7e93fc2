#!/bin/sh
# Installs the Debian packages that are missing:   sh tools/install.sh [--optional | --missing] WHEN...
# WHEN is a group of tools/packages.txt: build, demo, test, bench, dev, readers, vm. With nothing missing apt is not
# touched; while another process installs, it waits (LOCK_TIMEOUT seconds, 600 unless set). Needs root on a
# Debian or Ubuntu system: elsewhere it names what is missing and stops with status 3. --optional: what
# cannot be installed is done without, in silence. --missing: names what is missing, and that is all.
set -eu
here=$(dirname "$0")
failed=1 unable=3 only_say=
case "${1-}" in
-h | --help | "")
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
--optional)
    failed=0 unable=0
    shift
    ;;
--missing)
    only_say=yes
    shift
    ;;
esac
wanted=""
for when in "$@"; do
    found=$(awk -v w="$when" '$1 == w { print $2 ($3 ? "/" $3 : "") }' "$here/packages.txt")
    if [ -z "$found" ]; then
        echo "install.sh: tools/packages.txt has no group $when" >&2
        exit 2
    fi
    wanted="$wanted $found"
done
missing=""
if command -v dpkg-query >/dev/null 2>&1; then
    for row in $(printf '%s\n' $wanted | sort -u); do
        p=${row%%/*} # behind the slash a command that does as well, whoever brought it
        case $row in */*) ! command -v "${row#*/}" >/dev/null 2>&1 || continue ;; esac
        status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
        case $status in
        installed | triggers-*) ;; # the latter while another process installs: nothing is missing
        *) missing="$missing $p" ;;
        esac
    done
else
    missing=$(printf '%s\n' $wanted | sed 's,/.*,,')
fi
[ -n "$missing" ] || exit 0
if [ -n "$only_say" ]; then
    echo "${missing# }"
    exit 0
fi
say() { [ $unable = 0 ] || echo "$@" >&2; }
if ! command -v apt-get >/dev/null 2>&1; then
    say "minipy needs these packages (Debian's names):$missing"
    say "This is no Debian system: install them by its own means, then run make again."
    exit $unable
fi
if [ "$(id -u)" != 0 ]; then
    say "minipy needs these packages:$missing"
    say "Run as root:  apt-get install$missing"
    exit $unable
fi

# apt-get with these arguments. A lock that another process holds - dpkg's, the cache's or that of the
# package lists, for which apt's own DPkg::Lock::Timeout does nothing - is waited for.
apt() {
    until apt-get -q "$@" >"$log.last" 2>&1; do
        cat "$log.last" >>"$log"
        held=$(sed -n 's/^E: \(Could not get lock .*\)/\1/p' "$log.last" | head -1)
        [ -n "$held" ] && [ "$(date +%s)" -lt "$deadline" ] || return 1
        [ "$held" = "$told" ] || echo "waiting: $held"
        told=$held
        sleep 1
    done
    cat "$log.last" >>"$log"
}

echo "installing:$missing"
log=$(mktemp "${TMPDIR:-/tmp}/minipy-install.XXXXXX")
trap 'rm -f "$log.last"' EXIT
deadline=$(($(date +%s) + ${LOCK_TIMEOUT:-600})) told=""
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
# First without fetching the lists: where they are fresh, that is all.
if ! apt install -y --no-install-recommends $missing; then
    apt update || true
    if ! apt install -y --no-install-recommends $missing; then
        tail -20 "$log" >&2
        echo "install.sh: apt-get failed; the whole log is $log" >&2
        exit $failed
    fi
fi
rm -f "$log"
