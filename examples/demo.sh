#!/bin/sh
# The main job, twice: the calls and returns of examples/call_stack.py, seen from inside (the
# in-process consumer: no root, no tracer) and from outside (bpftrace on the real markers).
#     sh examples/demo.sh        (make demo builds first)
set -eu
case "${1-}" in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/.."
program=examples/call_stack.py
echo "== 1. from inside:  ./minipy --trace=calls $program"
./minipy --trace=calls "$program" 2>&1
echo
echo "== 2. from outside: probes/scripts/minipy-trace call_stack ./minipy $program"
if ! command -v bpftrace >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        sh tools/install.sh test || true
    fi
fi
status=0
probes/scripts/minipy-trace call_stack "$PWD/minipy" "$program" || status=$?
if [ $status = 3 ]; then
    echo "The second part was skipped for the reason above; the first shows the same events."
elif [ $status != 0 ]; then
    exit $status
fi
