#!/bin/sh
# The main job, twice: the calls and returns of examples/call_stack.py, seen from inside (the
# in-process consumer: no root, no tracer) and from outside (bpftrace on the real markers).
#     sh examples/demo.sh        (make demo builds, and installs bpftrace, first)
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
status=0
timeout --foreground -k 30 120 \
    probes/scripts/minipy-trace call_stack "$PWD/minipy" "$program" || status=$?
if [ $status = 125 ]; then
    echo "The second part was skipped for the reason above; the first shows the same events."
elif [ $status != 0 ]; then
    exit $status
fi
