#!/bin/sh
# The set-up: what is installed and when, the README's commands, the help, suites that run nothing.
# dpkg and apt are played by small scripts here: nothing is installed.
#     sh tests/setup/run.sh        the last line counts
set -u
case "${1-}" in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d "${TMPDIR:-/tmp}/minipy-setup.XXXXXX")
trap 'rm -rf "$work"' EXIT
. tests/check.sh

# ---- tools/install.sh --------------------------------------------------------------------------------

play() { # NAME BODY: a program of that name
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
mkdir "$work/bin"
play id 'echo 0'
# A package is there if it is named in the file; apt-get writes its own name down and does what it is told.
play dpkg-query "shift 3; grep -q -x \"\$1\" $work/there && printf \${DPKG_STATUS-installed}"
play apt-get "echo \"\$*\" >>$work/apt; sh $work/apt-does"

# install STATUS [OPTION...] GROUP...: runs it; its output is in $work/said
install() {
    wanted=$1
    shift
    : >"$work/apt"
    PATH=$work/bin:$PATH sh tools/install.sh "$@" >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    [ $status = "$wanted" ]
}
nothing_missing() {
    awk '!/^#/ { print $2 }' tools/packages.txt >"$work/there"
    echo 'exit 100' >"$work/apt-does"
    install 0 build demo test bench dev && [ ! -s "$work/apt" ]
}
another_installs() {
    export DPKG_STATUS=triggers-pending
    nothing_missing
    status=$?
    unset DPKG_STATUS
    return $status
}
only_named() {
    install 0 --missing build test && [ "$(cat "$work/said")" = gdb ] && [ ! -s "$work/apt" ]
}
command_of_elsewhere() {
    play npm 'exit 0'
    awk '!/^#/ && $2 != "npm" { print $2 }' tools/packages.txt >"$work/there"
    install 0 readers && [ ! -s "$work/apt" ]
}
one_missing() {
    awk '!/^#/ && $2 != "gdb" { print $2 }' tools/packages.txt >"$work/there"
    echo 'exit 0' >"$work/apt-does"
    install 0 build test && grep -q 'install .*gdb$' "$work/apt" && [ "$(wc -l <"$work/apt")" = 1 ]
}
LOCKED="echo 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (other)'; exit 100"
lock_is_waited_for() {
    echo "[ \$(wc -l <$work/apt) -ge 3 ] || { $LOCKED; }" >"$work/apt-does"
    install 0 test && grep -q 'waiting: .*held by process 7' "$work/said" && [ "$(grep -c waiting "$work/said")" = 1 ]
}
lock_is_waited_for_so_long() {
    echo "$LOCKED" >"$work/apt-does"
    LOCK_TIMEOUT=1 install 1 test && grep -q 'apt-get failed' "$work/said"
}
stale_lists() {
    echo "case \$(tail -1 $work/apt) in *update*) ;; *) [ \$(wc -l <$work/apt) = 3 ] ;; esac" >"$work/apt-does"
    install 0 test && [ "$(sed -n 2p "$work/apt")" = "-q update" ]
}
no_root() {
    play id 'echo 1000'
    install 3 test && grep -q 'apt-get install gdb' "$work/said" && install 0 --optional test && [ ! -s "$work/said" ]
}
# A name that apt does not know stops the whole group. Lists that lack even gcc were never fetched, and say nothing.
apt_knows_them() {
    apt-cache pkgnames 2>/dev/null | sort >"$work/known"
    ! grep -q -x gcc "$work/known" ||
        ! awk '!/^#/ { print $2 }' tools/packages.txt | sort -u | comm -23 - "$work/known" | grep .
}
check "tools/packages.txt: apt knows every name" apt_knows_them
check "install.sh: nothing missing, apt is not touched" nothing_missing
check "install.sh: a package whose triggers wait is there" another_installs
check "install.sh: a command that does instead of its package" command_of_elsewhere
check "install.sh: what is missing, and no more" one_missing
check "install.sh: --missing names it and installs nothing" only_named
check "install.sh: a held lock is waited for, with a word" lock_is_waited_for
check "install.sh: but not for ever" lock_is_waited_for_so_long
check "install.sh: old package lists are fetched again" stale_lists
check "install.sh: without root it names what is missing" no_root
check "install.sh: no such group" install 2 tset

# ---- the commands ------------------------------------------------------------------------------------

# Where there is no make, ./make asks for it and says why it cannot go on.
bare_machine() {
    mkdir "$work/bare"
    for tool in sh sed dirname awk sort; do
        ln -s "$(command -v $tool)" "$work/bare/"
    done
    PATH=$work/bare ./make demo >"$work/said" 2>&1
    [ $? = 3 ] && grep -q ' make' "$work/said"
}
readme_agrees() {
    [ "$(sed -n '/^## Two commands/,/^##/s/^    \(\.\/make .*\)/\1/p' README.md | tr '\n' ' ')" = "./make demo ./make test " ] &&
        grep -q '^exec \./make test$' .ci/run
}
every_target_is_in_the_help() {
    sed -e ':more' -e '/\\$/{N;s/\\\n//;b more' -e '}' Makefile | sed -n 's/^\.PHONY://p' | tr -s ' \t' '\n' |
        grep -v -x -e '' -e always -e build-dir -e '$(.*' >"$work/targets"
    make -s help | awk '{ print $1 }' >"$work/helped"
    ! grep -v -x -F -f "$work/helped" "$work/targets"
}
# What a script says of itself on its second line must be what --help shows first.
every_script_has_help() {
    missing=0
    for script in make tools/*.sh tools/*.py tests/run*.sh tests/run_*.py tests/*/run.py tests/*/run.sh examples/*.sh \
        bench/*.py bench/compare bench/disassemble probes/scripts/minipy-trace tests/probes/stap_vm.sh; do
        run=$(sed -n '1s/^#!//p' "$script")
        [ -n "$run" ] || continue # a module
        about=$(sed -n '2s/^# //p; 2s/^"""//p' "$script" | cut -c 1-40)
        timeout 20 $run "$script" --help >"$work/said" 2>&1 </dev/null &&
            grep -q -F -e "$about" "$work/said" || {
            echo "$script"
            missing=$((missing + 1))
        }
    done
    [ $missing = 0 ]
}
compilers() {
    [ "$(env -u CC make V=1 -n -B build/objects/vm/memory/mem.o | awk '/ -c -o / { print $1 }')" = gcc ] &&
        [ "$(CC=clang make V=1 -n -B build/objects-clang/vm/memory/mem.o | awk '/ -c -o / { print $1 }')" = clang ]
}
check "./make where there is no make" bare_machine
check "README and .ci/run have the same commands" readme_agrees
check "make help lists every target" every_target_is_in_the_help
check "every script has --help" every_script_has_help
check "gcc compiles unless CC says otherwise" compilers

# ---- make install ------------------------------------------------------------------------------------

there=$work/place/usr
cat >"$work/host.c" <<'END'
#include <minipy.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "minipy %d.%d.%d", MINIPY_VERSION_MAJOR, MINIPY_VERSION_MINOR, MINIPY_VERSION_PATCH);
    MinipyVM *vm = minipy_new(NULL);
    int status = vm ? minipy_run_string(vm, "print('from the host')", "<host>") : 1;
    minipy_free(vm);
    return status || !strstr(minipy_version(), wanted);
}
END
host_of() { # FLAGS OF PKG-CONFIG: a program built and run with what was installed
    flags=$(PKG_CONFIG_PATH=$there/lib/pkgconfig pkg-config --cflags --libs $1 minipy) &&
        cc -o "$work/host" "$work/host.c" $flags ${2-} && LD_LIBRARY_PATH=$there/lib "$work/host" | grep -x 'from the host'
}
uninstalled() {
    sh tools/put_files.sh uninstall "" "$there" || return
    find "$there" ! -type d >"$work/left"
    find "$there/share/minipy" 2>/dev/null >>"$work/left"
    cat "$work/left"
    [ ! -s "$work/left" ]
}
if [ -e minipy ] && [ -e libminipy.a ] && [ -e build/shared/libminipy.so ]; then
    check "make install" sh tools/put_files.sh install "" "$there"
    check "make install DESTDIR=" sh tools/put_files.sh install "$work/stage" /usr
    check "DESTDIR has it all" sh -c 'cd "$1" && ls $(sh "$2/tools/put_files.sh" list "" /usr | sed s,^/,,)' - "$work/stage" "$PWD"
    # Without what was cached for the user before.
    check "the installed minipy runs" env -u PYTHONDONTWRITEBYTECODE XDG_CACHE_HOME="$work/none" "$there/bin/minipy" -c 'import json'
    check "it keeps what it compiled of the library" test -d "$there/lib/minipy-3.11/cache/usr/lib/python3.11/json"
    check "the installed minipy-trace, by its link" "$there/bin/minipy-trace" --script imports
    check "the installed minipy-spy, by its link" "$there/bin/minipy-spy" --help
    check "the installed minipy-observe, by its link" "$there/bin/minipy-observe" --help
    check "its tapset is that of the installed program" grep -q "process(\"$there/bin/minipy\")" "$there/share/systemtap/tapset/minipy.stp"
    check "pkg-config: the shared library" host_of ""
    check "the soname is versioned" sh -c "readelf -d '$work/host' | grep -q 'NEEDED.*libminipy.so.[0-9]'"
    check "pkg-config: the archive" host_of --static "-static-libgcc -Wl,-Bstatic -lminipy -Wl,-Bdynamic -lgmp -lm"
    check "manual pages" grep -q 'exit status is that of COMMAND' "$there/share/man/man1/minipy-trace.1"
    check "make uninstall takes all away" uninstalled
else
    check "make install: the libraries were not built (make all libminipy.a libminipy.so)" false
fi
check "PREFIX must be absolute" sh -c '! sh tools/put_files.sh list "" here'

# ---- a suite that runs nothing -----------------------------------------------------------------------

suite_says() { # LAST_LINE STATUS: tests/run.sh where a suite says this and ends so
    mkdir -p "$work/tree/tests" "$work/tree/tools"
    cp tests/run.sh "$work/tree/tests/"
    printf 'echo "%s"\nexit %s\n' "$1" "$2" >"$work/tree/tools/check_format.sh"
    sh "$work/tree/tests/run.sh" format
}
check "a suite with a passing test is green" suite_says "1 passed, 0 failed, 0 skipped" 0
not() { ! "$@"; }
check "a suite that ran nothing fails" not suite_says "0 passed, 0 failed, 0 skipped" 0
check "a suite that skipped all fails" not suite_says "0 passed, 0 failed, 3 skipped" 0
check "a suite that says nothing fails" not suite_says "" 0
check "a suite that ends badly fails" not suite_says "1 passed, 0 failed, 0 skipped" 1
for runner in "tests/run_lang.py" "tests/cli/run.py" "tests/run_events.py" "tests/probes/run.py --only"; do
    check "$runner with a word that nothing has fails" not /usr/bin/python3.11 $runner no-such-test
done
empty_tree() { # the checks of the sources, where there are none
    mkdir -p "$work/empty/tools"
    cp tools/check_layers.py tools/check_format.sh "$work/empty/tools/"
    ! /usr/bin/python3.11 "$work/empty/tools/check_layers.py" && ! sh "$work/empty/tools/check_format.sh"
}
check "no sources: layers and format fail" empty_tree
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
