# What suites in sh share: `check NAME COMMAND...` counts in $passed and $failed whether the command succeeds; the end of what
# it said goes to the report. Needs $work, a folder.
passed=0 failed=0
check() {
    name=$1
    shift
    if "$@" >"$work/check.log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name: $(tail -4 "$work/check.log" | tr '\n' ' ')"
    fi
}
