#!/bin/sh
# Do the README's two commands do all there is to do on a fresh machine?
#     sh tools/check_fresh.sh [--keep] [FOLDER]        (make check-fresh)
# Makes a minimal Debian 12 in FOLDER (/var/tmp/minipy-fresh unless named; --keep leaves it there), puts a
# clean clone of this repository's last commit into it and runs both commands there, as .ci/run would.
# Needs root, git and debootstrap; MIRROR is where Debian is fetched from. The last line counts.
#
# /proc, /sys and /dev are mounted in a mount namespace of this run alone: they are gone with its last
# process, however that ends, and what removes FOLDER cannot see them.
set -eu
repository=$(realpath "$(dirname "$0")/..")
keep=
marker=.minipy-fresh # only a folder that has it is ever emptied

usage() { sed -n '2,6s/^# \{0,1\}//p' "$0"; }
die() {
    echo "check_fresh.sh: $1" >&2
    exit 2
}

# The indented lines of the README's section "Two commands" until its first text again.
commands() { awk '/^## Two commands/ { on = 1 } on && /^    / { print; n++ } on && n && !NF { exit }' "$repository/README.md"; }

# Empties the folder, once it is sure that it is ours and that nothing is mounted in it.
remove() {
    [ -e "$folder/$marker" ] || die "$folder was not made by this script: remove it yourself"
    if awk -v f="$folder/" 'index($5, f) == 1 { found = 1 } END { exit !found }' /proc/self/mountinfo; then
        die "something is still mounted in $folder: umount -R it, then remove it"
    fi
    rm -rf --one-file-system "$folder"
}

# ---- in the namespace --------------------------------------------------------------------------------

make_system() {
    root=$folder/root
    debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$folder/debootstrap.log" 2>&1 ||
        die "debootstrap failed; see $folder/debootstrap.log"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    printf '127.0.0.1\tlocalhost\n' >"$root/etc/hosts" # which every installer and container has
    # This machine's way to the network: its proxies and, if it has any, its own certificates.
    apt-config dump | grep -i '^Acquire::.*proxy' >"$root/etc/apt/apt.conf.d/99host" || true
    if [ -d /usr/local/share/ca-certificates ]; then
        mkdir -p "$root/usr/local/share" "$root/etc/ssl/certs"
        cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
        [ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    fi
    git clone -q --no-hardlinks "$repository" "$root/minipy"
}

# The folder becomes a mount of its own, so that in it, too, one can unshare(1) the mounts, as the tests do.
mount_kernel() {
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    [ -e "$root/sys/kernel/tracing/uprobe_events" ] || mount -t tracefs tracefs "$root/sys/kernel/tracing" ||
        echo "no tracefs here: tracers cannot run"
}

inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb CFLAGS=-Werror \
        REQUIRE_TRACERS="${REQUIRE_TRACERS-1}" \
        chroot "$root" sh -c "cd /minipy && $1" </dev/null
}

run_commands() {
    folder=$1 passed=0 failed=0
    echo "== a minimal Debian 12 in $folder"
    make_system
    mount_kernel
    commands >"$folder/commands"
    while read -r command; do
        echo "== $command"
        if inside "$command" 2>&1; then
            passed=$((passed + 1))
        else
            echo "FAIL $command: status $?"
            failed=$((failed + 1))
        fi
    done <"$folder/commands"
    [ $((passed + failed)) = 2 ] || {
        failed=$((failed + 1))
        echo "FAIL the README's section has not two commands"
    }
    echo "$passed passed, $failed failed, 0 skipped"
    [ $failed = 0 ]
}

# ---- outside -----------------------------------------------------------------------------------------

folder=/var/tmp/minipy-fresh
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help) usage && exit ;;
    --keep) keep=yes ;;
    --inside)
        run_commands "$2"
        exit
        ;;
    -*) usage >&2 && exit 2 ;;
    *) folder=$1 ;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || die "needs root"
[ -e "$repository/.git" ] || die "needs a git checkout: $repository is none (what is committed counts)"
for tool in debootstrap git unshare; do
    command -v $tool >/dev/null || die "needs $tool (sh tools/install.sh dev)"
done
folder=$(realpath -m "$folder")
[ ! -e "$folder" ] || [ -e "$folder/$marker" ] || die "$folder is there and was not made by this script"
# The lock is open in every process of a run: one whose script was killed holds it to its end.
take() {
    mkdir -p "$folder"
    : >>"$folder/$marker"
    exec 9<"$folder/$marker"
    flock -n 9 || die "another run works in $folder"
}
take
if [ -e "$folder/root" ]; then # what a killed run left
    remove
    take
fi
child=
finish() {
    trap '' INT TERM HUP
    if [ -n "$child" ]; then # the whole group: chroot's children too
        kill -s TERM -- "-$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
        kill -s KILL -- "-$child" 2>/dev/null || true
    fi
    [ -n "$keep" ] || remove
}
trap finish EXIT
trap 'exit 130' INT TERM HUP
# In a session of its own, to be ended as a whole; with the signals that "&" makes ignored.
setsid env --default-signal=INT,QUIT unshare --mount --propagation private sh "$0" --inside "$folder" &
child=$!
status=0
wait $child || status=$?
child=
exit $status
