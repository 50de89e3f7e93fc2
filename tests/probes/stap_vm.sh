#!/bin/bash
# Runs a real SystemTap session where this machine's kernel cannot load modules: the
# module is made here, against the headers of Debian's small "cloud" kernel, and loaded in
# a virtual machine that boots that kernel, without a disk and without KVM.
#
#   tests/probes/stap_vm.sh [--install] [BINARY [SCRIPT]]
#
# Compares what probes/scripts/call_stack.stp prints for examples/call_stack.py with
# BINARY --trace=calls, times aside, and what all_markers.stp sees of all_markers.py (by the manual's names, in
# BINARY and in libminipy.so) with --trace=all, what more_markers.stp sees of more_markers.py (provider minipy, in
# both) with more_markers.out, what howto.stp (as CPython's howto has it) shows of the call hierarchy with
# --trace=calls; that top.stp shows what runs; and looks at the semaphores. Then the guest sees this machine's files
# (virtiofs, read-only) and stap itself runs there, by the command that docs/PROBES.md has: all its passes, of which
# the compiler's, a quarter of an hour without KVM, finds its result in stap's cache. BINARY is ./minipy unless named. --install gets the packages that are missing. The kernel's packages are only unpacked, in a cache folder
# (STAPVM_CACHE, or minipy-stapvm under ~/.cache); nothing goes to /boot or /lib/modules.
# Last line: N passed, N failed, N skipped. Takes about a minute, and a download at first.
set -u -o pipefail
export LC_ALL=C
root=$(realpath "$(dirname "$0")/../..")
cache=${STAPVM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/minipy-stapvm}
kernel=$cache/root

finish() { # passed failed skipped [why]
    [ -z "${4-}" ] || echo "$4"
    echo "$1 passed, $2 failed, $3 skipped"
    [ "$2" = 0 ] && { [ "$3" = 0 ] || [ "${REQUIRE_TRACERS-}" != 1 ]; }
    exit
}
skip() { finish 0 0 1 "SKIP stap_vm: $1"; }
fail() { finish 0 1 0 "FAIL stap_vm: $1"; }

install=
case ${1-} in
--install) install=1; shift ;;
-h | --help) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
binary=$(realpath "${1:-$root/minipy}")
script=$(realpath "${2:-$root/examples/call_stack.py}")
[ -x "$binary" ] || skip "find $binary: not built"
work=$(mktemp -d /tmp/stapvm.XXXXXX)
trap 'rm -rf "$work"' EXIT

get_packages() {
    local missing
    [ -z "$install" ] || sh "$root/tools/install.sh" build vm >"$work/apt.log" 2>&1 ||
        skip "install: $(tail -n 1 "$work/apt.log")"
    missing=$(sh "$root/tools/install.sh" --missing build vm)
    [ -z "$missing" ] || skip "packages: missing $missing (or use --install)"
}

# Fills the cache: $kernel holds the unpacked kernel, its headers and their build tools.
get_kernel() {
    [ -e "$cache/version" ] && return
    local image version deb
    image=$(apt-cache depends linux-image-cloud-amd64 |
        sed -n 's/.*Depends: *\(linux-image-[0-9].*\)/\1/p' | head -n 1)
    [ -n "$image" ] || skip "find the kernel: apt-get update was not run"
    version=${image#linux-image-}
    rm -rf "$cache"
    mkdir -p "$kernel" "$cache/debs"
    (cd "$cache/debs" && apt-get download -q "$image" "linux-headers-$version" \
        "linux-headers-${version%-cloud-amd64}-common" \
        "linux-kbuild-$(echo "$version" | cut -d. -f1,2)") >"$work/apt.log" 2>&1 ||
        skip "download the kernel: $(tail -n 1 "$work/apt.log")"
    for deb in "$cache"/debs/*.deb; do dpkg -x "$deb" "$kernel"; done
    rm -r "$cache/debs"
    # The header packages name each other by /usr/src.
    sed -i "s#/usr/src/#$kernel/usr/src/#" "$kernel/usr/src/linux-headers-$version/Makefile"
    fix_runtime "$kernel/usr/src/linux-headers-${version%-cloud-amd64}-common"
    echo "$version" >"$cache/version"
}

# Debian's 6.1 kernels have a newer name for what SystemTap 4.8 calls task_work_cancel.
fix_runtime() {
    cp -r /usr/share/systemtap/runtime "$cache/runtime"
    grep -q task_work_cancel_func "$1/include/linux/task_work.h" || return 0
    sed -i 's/\(typeof(&\|kallsyms_lookup_name("\)task_work_cancel\([)"]\)/\1task_work_cancel_func\2/' \
        "$cache/runtime/stp_task_work.c"
}

make_module() { # NAME BINARY SCRIPT ARGUMENT...: the module of that script, with the tapset of that binary
    local name=$1 tapset
    tapset=$("$root/probes/scripts/minipy-trace" -b "$2" --tapset-dir) || fail "make the tapset"
    (cd "$work" && SYSTEMTAP_TAPSET=$tapset SYSTEMTAP_DIR=$cache/stap timeout 300 stap -R "$cache/runtime" \
        -r "$kernel/usr/src/linux-headers-$version" -p4 -m "$name" -c "$2 $script" "${@:3}") \
        >"$work/stap.log" 2>&1
    [ -s "$work/$name.ko" ] || fail "stap -p4 $name: $(tail -n 3 "$work/stap.log")"
}

# The command of docs/PROBES.md, as one types it, but for -S: what the .pth files of this machine's packages run at start-up
# would come before the script, and be more than stap's buffer holds at the guest's speed.
typed="stap $root/tests/probes/howto.stp $binary -c '$binary -S $script'"

# Fills stap's cache with what that command compiles in the guest: the same paths lead to the same files here.
make_typed() {
    [ -d /lib/modules ] || skip "type stap's command: no /lib/modules, where the guest's kernel is looked for"
    unshare -m bash -e -c 'mount -t tmpfs none /lib/modules
        mkdir "/lib/modules/$1"
        ln -s "$2" "/lib/modules/$1/build"
        mount --bind "$3" /usr/share/systemtap/runtime
        export SYSTEMTAP_DIR=$4 PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
        eval "timeout 300 ${5/stap/stap -p4 -r $1}"' \
        bash "$version" "$kernel/usr/src/linux-headers-$version" "$cache/runtime" "$work/typed" "$typed" >"$work/stap.log" 2>&1
    [ -n "$(find "$work/typed" -name '*.ko')" ] || fail "stap -p4, typed: $(tail -n 3 "$work/stap.log")"
    cat >"$work/typed.sh" <<TYPED
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C TMPDIR=/run SYSTEMTAP_DIR=/run/typed
cp -a $work/typed /run/typed
$typed
TYPED
}

# Copies a file and the libraries it needs to the same place in the initramfs.
put() {
    local file real
    for file in "$1" $(ldd "$1" 2>/dev/null | grep -o '/[^ ]*'); do
        real=$(realpath "$file") # the markers are those of the file, whatever links lead to it
        mkdir -p "$image$(dirname "$file")" "$image$(dirname "$real")"
        cp "$real" "$image$real"
        [ -e "$image$file" ] || ln -s "$real" "$image$file"
    done
}

make_image() {
    image=$work/image
    mkdir -p "$image"/{proc,sys,dev,tmp,run,etc,bin,mod,host}
    put /usr/bin/staprun
    put "$(dpkg -L systemtap-runtime | grep '/stapio$' | head -n 1)"
    put "$binary"
    put "$shared"
    put "$markers"
    put "$more"
    put "$work/spins.py"
    for file in "$script"*; do put "$file"; done # with what the driver plays
    cp "$(command -v busybox)" "$image/bin/busybox"
    cp "$work"/*.ko "$image/"
    for file in $modules; do cp "$kernel/lib/modules/$version/kernel/$file.ko" "$image/mod/"; done
    echo 'root:x:0:0:root:/:/bin/sh' >"$image/etc/passwd"
    printf 'root:x:0:\nstapusr:x:156:root\nstapsys:x:157:root\nstapdev:x:158:root\n' \
        >"$image/etc/group"
    cat >"$image/init" <<INIT
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
mkdir -p /dev/shm; mount -t tmpfs shm /dev/shm; mount -t debugfs debug /sys/kernel/debug
ln -s /proc/self/fd /dev/fd
export PATH=/usr/bin:/bin HOME=/
show() { echo; echo "@begin \$1"; shift; "\$@" >/run/out 2>&1; echo "status \$?" >>/run/out; cat /run/out; echo "@end"; }
show calls staprun -c "$binary $script" /minipy_calls.ko
show markers staprun -c "$binary $markers $word" /minipy_markers.ko
show library staprun -c "$shared $markers" /minipy_library.ko
show howto staprun -c "$binary $script" /minipy_howto.ko
show top staprun -c "$binary $work/spins.py" /minipy_top.ko
show more staprun -c "$binary $more" /minipy_more.ko
show library_more staprun -c "$shared $more" /minipy_library_more.ko
show trace $binary --trace=all $markers $word
show library_trace $shared --trace=all $markers
for file in $modules; do insmod "/mod/\${file##*/}.ko"; done
mount -t virtiofs -o ro host /host
mount -t tmpfs run /host/run; mount -t tmpfs modules /host/lib/modules
mkdir /host/lib/modules/$version; ln -s $kernel/usr/src/linux-headers-$version /host/lib/modules/$version/build
mount --bind /host$cache/runtime /host/usr/share/systemtap/runtime
for file in proc sys dev; do mount --rbind /\$file /host/\$file; done
show typed timeout 150 chroot /host /bin/bash $work/typed.sh
poweroff -f
INIT
    chmod 755 "$image/init"
    (cd "$image" && find . | cpio --quiet -o -H newc -R 0:0) >"$work/initrd"
}

part() { # NAME: what the guest printed of that run
    tr -d '\r' <"$work/console" | sed -n "/^@begin $1\$/,/^@end\$/p"
}
same() { # WHAT WANTED SEEN
    [ -s "$2" ] || fail "$1: nothing was wanted"
    diff "$2" "$3" >"$work/diff" || fail "$1: SystemTap saw other events than were wanted: $(head -n 12 "$work/diff")"
    passed=$((passed + 1))
}

passed=0
# What the guest needs to see this machine's files, in this order.
modules="drivers/virtio/virtio_ring drivers/virtio/virtio drivers/virtio/virtio_pci_modern_dev \
drivers/virtio/virtio_pci_legacy_dev drivers/virtio/virtio_pci fs/fuse/fuse fs/fuse/virtiofs"
markers=$root/tests/probes/all_markers.py
more=$root/tests/probes/more_markers.py
shared=$root/build/shared/minipy
[ -x "$shared" ] || skip "find $shared: not built (make libminipy.so)"
word=0x$(nm "$binary" | sed -n 's/ [a-zA-Z] gate_word$//p')
get_packages
get_kernel
version=$(cat "$cache/version")
make_module minipy_calls "$binary" "$root/probes/scripts/call_stack.stp" "$binary"
make_module minipy_markers "$binary" "$root/tests/probes/all_markers.stp"
make_module minipy_library "$shared" "$root/tests/probes/all_markers.stp"
make_module minipy_more "$binary" "$root/tests/probes/more_markers.stp"
make_module minipy_library_more "$shared" "$root/tests/probes/more_markers.stp"
make_module minipy_howto "$binary" "$root/tests/probes/howto.stp" "$binary"
make_module minipy_top "$binary" -G seconds=3 "$root/probes/scripts/top.stp"
make_typed
cat >"$work/spins.py" <<SPINS
import time
def step():
    pass
end = time.time() + 6
while time.time() < end:
    step()
SPINS
make_image
/usr/lib/qemu/virtiofsd --socket-path="$work/files" -o source=/ -o cache=always -o sandbox=chroot >"$work/files.log" 2>&1 &
files=$!
for _ in $(seq 50); do [ -e "$work/files" ] || sleep 0.1; done
timeout 400 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 \
    -object memory-backend-memfd,id=memory,size=1024M,share=on -numa node,memdev=memory \
    -chardev "socket,id=files,path=$work/files" -device vhost-user-fs-pci,chardev=files,tag=host \
    -nodefaults -no-user-config -display none -no-reboot \
    -kernel "$kernel/boot/vmlinuz-$version" -initrd "$work/initrd" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off" \
    -serial "file:$work/console" </dev/null >"$work/qemu.log" 2>&1
kill $files 2>/dev/null
for run in calls howto top markers library more library_more trace library_trace typed; do
    part $run >"$work/$run.out"
    grep -q '^status 0' "$work/$run.out" ||
        fail "the guest, $run: $(tail -n 5 "$work/$run.out" "$work/console" "$work/qemu.log")"
done

lines() { sed -n 's/^[0-9]*\(\t *function-.*\)/\1/p' "$1"; }
"$binary" --trace=calls "$script" >/dev/null 2>"$work/inside"
lines "$work/inside" >"$work/wanted"
lines "$work/calls.out" >"$work/seen"
same "call_stack.stp" "$work/wanted" "$work/seen"

events() { sed -n -e 's/^@\([a-z].*:.*\)/\1/p' -e 's/^[0-9]*\t *\([a-z-]*:\) *\(.*\)/\1\2/p' "$1"; }
events "$work/trace.out" >"$work/wanted"
events "$work/markers.out" >"$work/seen"
same "all markers, by the manual's names" "$work/wanted" "$work/seen"
events "$work/library_trace.out" >"$work/wanted"
events "$work/library.out" >"$work/seen"
same "all markers of libminipy.so" "$work/wanted" "$work/seen"
# entries and returns, indented: "  => f:1"
indented() {
    sed -n -e 's/^[0-9]*\t *function-entry:\( *\)[^:]*:\([^:]*:[0-9]*\)$/\1=> \2/p' \
        -e 's/^[0-9]*\t *function-return:\( *\)[^:]*:\([^:]*:[0-9]*\)$/\1<= \2/p' \
        -e 's/^@[^:]*:\( *\) \([<=][=>]\) \(.*\) in .*:\([0-9]*\)$/\1\2 \3:\4/p' "$1"
}
indented "$work/inside" >"$work/wanted"
indented "$work/howto.out" >"$work/seen"
same "the howto's call hierarchy" "$work/wanted" "$work/seen"
indented "$work/typed.out" >"$work/seen"
same "the howto's command, typed" "$work/wanted" "$work/seen"
grep -q "^ *[1-9][0-9]\{2,\} .*/spins.py:2 step" "$work/top.out" || fail "top.stp did not show what runs: $(head -n 8 "$work/top.out")"
passed=$((passed + 1))

for run in more library_more; do
    part $run | grep '^@[a-z-]*:' >"$work/seen"
    same "provider minipy, $run" "${more%.py}.out" "$work/seen"
done
grep -q '^semaphores up' "$work/markers.out" || fail "no semaphore was raised while stap ran"
grep -q '^semaphores down' "$work/trace.out" || fail "a semaphore was left raised by stap"
finish $((passed + 2)) 0 0
