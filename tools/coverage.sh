#!/bin/sh
# Which lines and branches do the tests run?   sh tools/coverage.sh [SUITE...]        (make coverage)
# Builds with gcov's counters, runs the suites (those of make test that run the interpreter, unless named), the
# embedding tests, the fuzz targets and failing allocations (FAIL_ALLOC= leaves these out), and prints a table of rooms
# and the functions that nothing called; the pages are build/coverage/html/index.html.
set -eu
case "${1-}" in
-h | --help)
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/.."
suites=${*:-syntax code lang stdlib natives caches gc events audit cli terminal site extensions ctypes probes observe dscript cpython}
py=/usr/bin/python3.11
out=build/coverage
for tool in genhtml gcov; do
    command -v $tool >/dev/null || {
        echo "coverage.sh: needs $tool (Debian: $([ $tool = gcov ] && echo gcc || echo lcov))" >&2
        exit 3
    }
done
say() { echo "== $(date +%H:%M:%S) $*"; }
mkdir -p $out

# One build and its counters: NAME HOSTILE FLAGS. Without the checks of hostile builds, whose branches nothing should take.
build() {
    say "building $1"
    make -s -j2 HOSTILE="$2" OPT="-O1 -g" CFLAGS="$3" LDFLAGS="$3" DEBUG_CFLAGS= MODULE_BUILD=$out/$1-objects/modules \
        BUILD=$out/$1-objects OUT=$out/$1 build-dir all $out/$1/libminipy.a $out/$1/internals.a $out/$1/ast_tool
    find $out/$1-objects -name '*.gcda' -delete
}
build tests coverage ""
for s in $suites; do
    say "suite $s"
    AST_TOOL=$out/tests/ast_tool TEST_TIMEOUT=300 sh tests/run.sh --minipy $out/tests/minipy "$s" | tail -1 # failures do not matter here
done
say "embedding"
LIBDIR=$out/tests KINDS=a CFLAGS=--coverage sh tests/embed/run.sh | tail -1 || true
LIBDIR=$out/tests CFLAGS=--coverage sh tests/fuzz/replay.sh | tail -1 || true
folders=$out/tests-objects
if [ "${FAIL_ALLOC-yes}" ]; then
    build hostile fail-alloc "--coverage -fprofile-update=prefer-atomic"
    say "failing allocations"
    $py tests/fail_alloc_in_turn.py --minipy $out/hostile/minipy | tail -1 || true
    folders="$folders $out/hostile-objects"
fi
# shellcheck disable=SC2086
$py tools/coverage.py $folders --info $out/all.info
genhtml -q --branch-coverage --output-directory $out/html $out/all.info
echo "pages: $out/html/index.html"
