#!/bin/sh
# Which lines and branches do the tests run?   sh tools/coverage.sh [SUITE...]        (make coverage)
# Builds with gcov's counters, runs the suites (those of make test that run the interpreter, unless named), the
# embedding tests, the fuzz targets, failing calls and failing allocations, of the vms of embedding programs, too (FAIL_ALLOC=
# leaves these out), and prints a table of rooms and the functions that nothing called; the pages are build/coverage/html/index.html.
# RESUME=1 goes on where it was broken off, with the build that was begun with: what has been through is not run again.
# TABLE= leaves the table and the pages, which genhtml makes, for another time.
set -eu
case "${1-}" in
-h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/.."
suites=${*:-syntax code lang stdlib natives caches gc events audit cli terminal site extensions ctypes probes observe dscript cpython}
py=/usr/bin/python3.11
out=build/coverage
for tool in gcov ${TABLE-genhtml}; do
    command -v $tool >/dev/null || {
        echo "coverage.sh: needs $tool (Debian: $([ $tool = gcov ] && echo gcc || echo lcov))" >&2
        exit 3
    }
done
say() { echo "== $(date +%H:%M:%S) $*"; }
[ -n "${RESUME-}" ] || rm -rf $out/counters
mkdir -p $out/counters

# What makes processes write their counters however they end (coverage_ends.c); those of modules in C only an exit() writes.
ends() { # NAME
    echo "-Wl,--wrap=_exit,--wrap=abort,--wrap=raise,--wrap=kill,--wrap=vfork,--wrap=__gcov_fork $PWD/$out/$1/ends.o"
}
# One build and its counters: NAME HOSTILE FLAGS [GOAL...]. Without the checks of hostile builds, whose branches nothing should take.
# Nothing is laid down in several places, so that a branch of the sources counts once.
build() {
    [ ! -e "$out/counters/$1-build.done" ] || return 0
    say "building $1"
    name=$1 hostile=$2 flags=$3
    shift 3
    mkdir -p "$out/$name"
    ${CC:-gcc} -std=gnu11 -O1 -c -o "$out/$name/ends.o" tools/coverage_ends.c
    make -s ${JOBS:--j2} HOSTILE="$hostile" OPT="-O1 -g" CFLAGS="$flags -fno-inline" LDFLAGS="$flags $(ends "$name")" DEBUG_CFLAGS= MODULE_BUILD=$out/$name-objects/modules \
        BUILD=$out/$name-objects OUT=$out/$name build-dir all $out/$name/libminipy.a "$@"
    find $out/$name-objects -name '*.gcda' -delete # what was run while it was built
    touch "$out/counters/$name-build.done"
}
# Its counters have a folder of their own: who is killed while he writes one leaves it broken, and the next begins it anew.
counted() { # NAME COMMAND...: its last line; failures do not matter here
    counters=$PWD/$out/counters/$1
    [ ! -e "$counters.done" ] || return 0
    say "$1"
    rm -rf "$counters"
    shift
    mkdir -p "$counters$PWD/$out"
    (export GCOV_PREFIX="$counters" && "$@") | tail -1 || true
    (cd $out && find . -name counters -prune -o -name '*.gcno' -exec cp --parents {} "$counters$PWD" \;)
    touch "$counters.done"
}
# With the modules of CPython's tests: what these skip without them is not counted.
build tests coverage "" $out/tests/internals.a $out/tests/ast_tool test-modules
export AST_TOOL=$out/tests/ast_tool TEST_TIMEOUT=300
library() { # COMMAND...: what makes programs of its own of the library
    env LIBDIR=$out/tests CFLAGS="--coverage $(ends tests)" KINDS=a "$@"
}
for s in $suites; do
    case $s in
    extensions) counted "$s" library $py tests/extensions/run.py --minipy $out/tests/minipy ;;
    *) counted "$s" sh tests/run.sh --minipy $out/tests/minipy "$s" ;;
    esac
done
# The embedding programs, and then while their vms' requests for memory fail.
failing="--coverage -fprofile-update=prefer-atomic -fno-omit-frame-pointer -fno-optimize-sibling-calls"
failing_hosts() {
    env LIBDIR=$out/hostile WORK=$out/hostile/embed CFLAGS="$failing -DMINIPY_FAIL_ALLOC -DMINIPY_CHECK_MEMORY $(ends hostile)" KINDS=a sh tests/embed/run.sh
    $py tests/failures/embedded.py $out/hostile/embed --seconds 15
}
counted embed library sh tests/embed/run.sh
counted fuzz library sh tests/fuzz/replay.sh
counted failing-calls $py tests/failures/run.py --minipy $out/tests/minipy
if [ "${FAIL_ALLOC-yes}" ]; then
    build hostile fail-alloc "$failing"
    [ -e $out/counters/failing-allocations.done ] || rm -f $out/places
    counted failing-allocations $py tests/fail_alloc_in_turn.py --minipy $out/hostile/minipy --places $out/places --seconds 15
    counted failing-hosts failing_hosts
fi
[ -n "${TABLE-yes}" ] || exit 0
$py tools/coverage.py $out --info $out/all.info
genhtml -q --branch-coverage --output-directory $out/html $out/all.info
echo "pages: $out/html/index.html"
