#!/bin/sh
# Puts minipy where tools look for it, or takes it away again. Usage:
#
#   put_files.sh install|uninstall|list DESTDIR PREFIX
#
# DESTDIR is put before every path (empty: the machine itself), PREFIX is /usr/local or the like.
# Run by make install and make uninstall, after the build. `list` names the files.
set -eu
case ${1:-} in
-h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
[ $# = 3 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."
action=$1 destdir=$2 prefix=$3
version=$(sed -n 's/^#define MINIPY_VERSION "\([^"]*\)".*/\1/p' include/minipy.h)
major=${version%%.*}
share=$prefix/share/minipy
case $prefix in
/*) ;;
*) echo "put_files.sh: PREFIX must be an absolute path, not $prefix" >&2; exit 2 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A file of tools/packaging with the names between @ replaced.
filled() {
    minor=${version#*.}
    sed -e "s|@PREFIX@|$prefix|; s|@VERSION@|$version|; s|@MAJOR@|$major|; s|@MINOR@|${minor%%.*}|" \
        -e "s|@SUFFIX@|$(sed -n 's/^#define MINIPY_MODULE_SUFFIX "\(.*\)"/\1/p' include/minipy.h)|" "tools/packaging/$1" >"$work/$1"
}

# One file a line: mode, where it goes, what it is: a file of ours, one made just now (+), or a link (>).
files() {
    cat <<END
755 $prefix/bin/minipy minipy
- $prefix/bin/minipy-trace >../share/minipy/scripts/minipy-trace
- $prefix/bin/minipy-spy >../share/minipy/scripts/minipy-spy
- $prefix/bin/minipy-observe >../share/minipy/scripts/minipy-observe
755 $prefix/lib/libminipy.so.$version build/shared/libminipy.so
- $prefix/lib/libminipy.so.$major >libminipy.so.$version
- $prefix/lib/libminipy.so >libminipy.so.$major
644 $prefix/lib/libminipy.a libminipy.a
644 $prefix/include/minipy.h include/minipy.h
644 $prefix/lib/pkgconfig/minipy.pc +minipy.pc
644 $prefix/lib/cmake/minipy/minipyConfig.cmake +minipyConfig.cmake
644 $prefix/lib/cmake/minipy/minipyConfigVersion.cmake +minipyConfigVersion.cmake
644 $prefix/share/man/man1/minipy.1 +minipy.1
644 $prefix/share/man/man1/minipy-trace.1 +minipy-trace.1
644 $prefix/share/man/man1/minipy-spy.1 +minipy-spy.1
644 $prefix/share/man/man1/minipy-observe.1 +minipy-observe.1
644 $prefix/share/systemtap/tapset/minipy.stp +minipy.stp
644 $share/markers.def probes/markers.def
755 $share/markers.sh probes/markers.sh
END
    find build/minipy-3.11 -name '*.so' -printf '%f\n' 2>/dev/null | LC_ALL=C sort | while read -r name; do
        echo "755 $prefix/lib/minipy-3.11/$name build/minipy-3.11/$name"
    done
    find probes/scripts -type f ! -path '*__pycache__*' -printf '%m %P\n' | LC_ALL=C sort -k 2 | while read -r mode name; do
        echo "$mode $share/scripts/$name probes/scripts/$name"
    done
}

make_files() {
    for name in minipy.pc minipyConfig.cmake minipyConfigVersion.cmake; do filled $name; done
    sh tools/make_man.sh minipy 'a Python 3.11 interpreter with markers for tracers' ./minipy >"$work/minipy.1"
    sh tools/make_man.sh minipy-trace 'traces minipy with bpftrace' probes/scripts/minipy-trace >"$work/minipy-trace.1"
    sh tools/make_man.sh minipy-spy 'stacks of running minipys' probes/scripts/minipy-spy >"$work/minipy-spy.1"
    sh tools/make_man.sh minipy-observe 'looks into running minipys' probes/scripts/minipy-observe >"$work/minipy-observe.1"
    sh probes/markers.sh tapset "$prefix/bin/minipy" >"$work/minipy.stp"
}

put() { # MODE PATH WHAT
    mkdir -p "$destdir$(dirname "$2")"
    case $3 in
    '>'*) ln -sfn "${3#>}" "$destdir$2" ;;
    +*) install -m "$1" "$work/${3#+}" "$destdir$2" ;;
    *) install -m "$1" "$3" "$destdir$2" ;;
    esac
}

case $action in
list) files | cut -d ' ' -f 2 ;;
install)
    make_files
    files | while read -r mode path what; do put "$mode" "$path" "$what"; done
    [ -n "$destdir" ] || [ "$(id -u)" != 0 ] || ldconfig 2>/dev/null || :
    echo "minipy $version is in $destdir$prefix; make uninstall PREFIX=$prefix takes it away"
    ;;
uninstall)
    files | while read -r mode path what; do rm -f "$destdir$path"; done
    rm -rf "$destdir$prefix/lib/minipy-3.11/cache" # what the installed program compiled of the library
    find "$destdir$share" "$destdir$prefix/lib/cmake/minipy" "$destdir$prefix/lib/minipy-3.11" -type d -empty -delete 2>/dev/null || :
    ;;
*) echo "put_files.sh: install, uninstall or list, not $action" >&2; exit 2 ;;
esac
