#!/bin/sh
# Runs the test suites one after the other:   sh tests/run.sh [--minipy BINARY] [SUITE...]
# SUITE: layers functions format generated setup compilers dead unit fuzz syntax code lang stdlib natives caches gc audit cli terminal site packaging extensions ctypes hosts dscript observe probes bench cost cpython embed hostile events stap
# (all when none is named). Each prints its failures; the last line counts them all: `N passed, N failed, N skipped`.
# REQUIRE_TRACERS=1 makes a tracer that cannot run a failure.
set -u
cd "$(dirname "$0")/.." || exit 2
# A shell starts what runs in the background with ctrl-C ignored, and so would be every tracer that a test interrupts.
[ -n "${MINIPY_TEST_SIGNALS-}" ] || exec env --default-signal=INT,QUIT,PIPE MINIPY_TEST_SIGNALS=1 sh tests/run.sh "$@"
minipy=$PWD/minipy
suites=""
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        sed -n '2,5s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    --minipy)
        minipy=$(realpath "$2")
        shift
        ;;
    *) suites="$suites $1" ;;
    esac
    shift
done
every="layers functions format generated setup compilers dead unit fuzz syntax code lang stdlib natives caches gc audit cli terminal site packaging extensions ctypes hosts dscript observe probes bench cost cpython embed hostile events stap"
[ -n "$suites" ] || suites=$every
py=/usr/bin/python3.11
log=$(mktemp "${TMPDIR:-/tmp}/minipy-test.XXXXXX")
trap 'rm -rf "$log"*' EXIT
passed=0 failed=0 skipped=0

suite() {
    case $1 in
    layers) $py tools/check_layers.py ;;
    functions) $py tools/check_functions.py ;;
    format) sh tools/check_format.sh ;;
    generated) $py tools/make_generated.py --check $of_day ;;
    setup) sh tests/setup/run.sh ;;
    compilers) sh tests/compilers/run.sh ;;
    dead) $py tests/dead/run.py ;;
    unit) sh tests/unit/run.sh ;;
    fuzz) sh tests/fuzz/replay.sh ;;
    syntax) sh tests/syntax/run.sh ;;
    code) $py tests/code/run.py --minipy "$minipy" ;;
    lang) $py tests/run_lang.py --minipy "$minipy" ;;
    stdlib) $py tests/run_stdlib.py --minipy "$minipy" ;;
    natives) $py tests/run_natives.py --minipy "$minipy" ;;
    caches) $py tests/run_caches.py --minipy "$minipy" --sample ;;
    events) $py tests/run_events.py --minipy "$minipy" --sample ;;
    gc) $py tests/run_gc.py --minipy "$minipy" ;;
    audit) $py tests/run_audit.py --minipy "$minipy" --sample ;;
    cli) $py tests/cli/run.py --minipy "$minipy" ;;
    terminal) $py tests/terminal/run.py --minipy "$minipy" ;;
    site) $py tests/site/run.py --sample --minipy "$minipy" ;;
    embed) KINDS=$kinds sh tests/embed/run.sh ;;
    hostile) $py tests/hostile/run.py --minipy "$minipy" ;;
    packaging) sh tests/packaging/run.sh ;;
    hosts) $py tests/hosts/run.py ;;
    ctypes) $py tests/ctypes/run.py "$minipy" ;;
    extensions) $py tests/extensions/run.py --minipy "$minipy" ;;
    probes) $py tests/probes/run.py $of_day --target "$minipy" ;;
    observe) $py tests/observe/run.py --minipy "$minipy" ;;
    dscript) $py tests/dscript/run.py --minipy "$minipy" ;;
    stap) REQUIRE_TRACERS= bash tests/probes/stap_vm.sh --install "$minipy" ;; # without a network it is skipped
    bench) $py tests/bench/run.py $of_day --minipy "$minipy" ;;
    cpython) make -s test-modules >/dev/null && $py tests/run_cpython.py --sample --shard "${CPYTHON_SHARD:-1/16}" --minipy "$minipy" ;;
    cost) $py tests/cost/run.py --minipy "$minipy" ;;
    *)
        echo "no such suite: $1"
        return 2
        ;;
    esac
}

# What takes minutes of a processor, builds of the tree and a guest that is emulated: every fourth day when all are run.
# But the hostile builds every second day: neither beside the guest nor beside the builds of bench.
seldom="" of_day="" kinds="${KINDS-a so}"
day=${HOSTILE_SEED:-$(($(date +%s) / 86400))}
if [ "$suites" = "$every" ]; then
    [ $((day % 4)) = 0 ] || seldom="bench"
    [ $((day % 4)) = 1 ] || seldom="$seldom compilers dead"
    [ $((day % 4)) = 2 ] || seldom="$seldom stap"
    [ $((day % 2)) = 1 ] || seldom="$seldom hostile"
    [ $((day % 4)) = 3 ] || seldom="$seldom natives"
    # Of what looks at both libraries one, of the tracers' ways to the same markers a fifth, of what bench builds one.
    [ $((day % 2)) = 0 ] && kinds=a || kinds=so
    of_day="--day $day"
fi
# These count instructions or events, or which tests pass, or wait for a slow guest: what runs at the same time does not change
# them. They run beside the others, which leave half of the machine idle; from `observe` on come those that want it for themselves.
waits="stap"
beside="embed cost events cpython hostile"
[ "$suites" = "$every" ] || waits="" beside=""
case $seldom in *stap*) waits="" ;; esac
case $seldom in *hostile*) beside=${beside%% hostile*}${beside##*hostile} ;; esac
run_beside() {
    for b; do
        mkdir "$log.$b.begun" 2>/dev/null || continue # the other one has it
        began=$(date +%s)
        suite "$b" >"$log.$b" 2>&1
        echo $? >"$log.$b.status"
        echo $(($(date +%s) - began)) >"$log.$b.seconds"
    done
}
# When the others are through, they take the last of what is left.
backwards() {
    set -- $(printf '%s\n' "$@" | tac)
    run_beside "$@"
}

for s in $suites; do
    echo "== $s"
    [ "$s" != layers ] || { run_beside $waits & run_beside $beside & }
    [ "$s" != observe ] || { backwards $beside; wait; }
    start=$(date +%s)
    case " $seldom " in
    *" $s "*)
        echo "SKIP $s: not on day $day (sh tests/run.sh $s)"
        skipped=$((skipped + 1))
        continue
        ;;
    esac
    took=""
    case " $waits $beside " in
    *" $s "*)
        cp "$log.$s" "$log"
        status=$(cat "$log.$s.status")
        took=$(cat "$log.$s.seconds")
        ;;
    *)
        suite "$s" >"$log" 2>&1
        status=$?
        ;;
    esac
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$log" | tail -1)
    grep '^seed ' "$log"
    if [ -z "$counts" ]; then # it died before it could count
        counts="0 1 0"
        tail -30 "$log"
        echo "$s: FAIL: it did not come to its count" >>"$log.failures"
    elif [ $status != 0 ] || grep -q -E '^(FAIL|SKIP)' "$log"; then
        grep -E '^(FAIL|SKIP)' "$log" | head -40
    fi
    grep '^FAIL' "$log" | head -20 | sed "s/^/$s: /" >>"$log.failures"
    set -- $counts
    if [ "$1" = 0 ] && [ "$2" = 0 ] && [ "$s" != stap ]; then # green would say that what it tests works
        echo "FAIL $s: nothing was tested" | tee -a "$log.failures"
        set -- 0 1 "$3"
    fi
    if [ $status != 0 ] && [ "$2" = 0 ]; then
        echo "FAIL $s: ended with status $status" | tee -a "$log.failures"
        set -- "$1" 1 "$3"
    fi
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
    echo "   $1 passed, $2 failed, $3 skipped (${took:-$(($(date +%s) - start))} s)"
done
# Who reads the end of a long log finds them there, too.
[ $failed = 0 ] || cat "$log.failures"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
