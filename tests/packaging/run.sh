#!/bin/sh
# What `make install` gives to those who build on minipy: hosts through pkg-config, CMake and Meson, by
# docs/EMBEDDING.md's own snippets; the archive in a plugin; and the names that the library exports.
#     sh tests/packaging/run.sh [--symbols]      --symbols writes tests/packaging/symbols.txt anew
set -u
case "${1-}" in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.." || exit 2
exported() { nm -D --defined-only "$1" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort; }
if [ "${1-}" = --symbols ]; then
    exported libminipy.so >tests/packaging/symbols.txt
    exit
fi
for made in minipy libminipy.a libminipy.so build/shared/libminipy.so; do
    [ -e $made ] || {
        echo "FAIL $made was not built: make all libminipy.a libminipy.so"
        echo "0 passed, 1 failed, 0 skipped"
        exit 1
    }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/minipy-packaging.XXXXXX")
trap 'rm -rf "$work"' EXIT
. tests/check.sh

# ---- the guide's snippets --------------------------------------------------------------------------

# The fenced block of docs/EMBEDDING.md whose first line contains the words.
snippet() { # LANGUAGE WORDS
    awk -v fence="^\`\`\`$1\$" -v words="$2" '
        $0 ~ fence { text = ""; on = 1; next }
        /^```$/ && on { if (index(text, words)) { printf "%s", text; found = 1; exit } on = 0 }
        on { text = text $0 "\n" }
        END { exit !found }' docs/EMBEDDING.md
}

there=$work/there
check "make install" sh tools/put_files.sh install "$work/stage" /usr
check "make install, to be used" sh tools/put_files.sh install "" "$there"
export PKG_CONFIG_PATH=$there/lib/pkgconfig LD_LIBRARY_PATH=$there/lib
project=$work/project
mkdir "$project"
snippet c 'int main(void)' >"$project/host.c"
snippet c 'MINIPY_MODULE(greeting)' >"$project/greeting.c"
snippet cmake 'find_package(minipy' >"$project/CMakeLists.txt"
snippet meson "dependency('minipy'" >"$project/meson.build"

answers() { "$1" | grep -q -x 42; }
by_command() { # the first command of the guide
    cc -Wall -Wextra -Werror -o "$work/by-command" "$project/host.c" $(pkg-config --cflags --libs minipy) && answers "$work/by-command"
}
by_archive() {
    cc -o "$work/by-archive" "$project/host.c" $(pkg-config --cflags minipy) "$there/lib/libminipy.a" \
        -Wl,--export-dynamic-symbol='minipy_*' -lgmp -lm && answers "$work/by-archive" && ! ldd "$work/by-archive" | grep libminipy
}
greets() { # a folder with the guide's extension module
    PYTHONPATH=$1 "$there/bin/minipy" -c 'import greeting; print(greeting.hello("you"))' | grep -q -x 'hello, you'
}
by_pkg_config_module() {
    mkdir "$work/modules" &&
        cc -shared -fPIC -fvisibility=hidden -Wall -Wextra -Werror $(pkg-config --cflags minipy) \
            -o "$work/modules/greeting$(pkg-config --variable=extsuffix minipy)" "$project/greeting.c" && greets "$work/modules"
}
by_cmake() {
    cmake -S "$project" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$there" && cmake --build "$work/cmake" &&
        answers "$work/cmake/host" && answers "$work/cmake/host_static" && greets "$work/cmake"
}
cmake_refuses() { # a version that is not installed
    sed 's/find_package(minipy [0-9.]*/find_package(minipy 9.0/' "$project/CMakeLists.txt" >"$work/newer.txt" &&
        mkdir "$work/newer" && cp "$work/newer.txt" "$work/newer/CMakeLists.txt" && cp "$project"/*.c "$work/newer/" &&
        ! cmake -S "$work/newer" -B "$work/newer/build" -DCMAKE_PREFIX_PATH="$there" && grep -q 'version: 0' "$work/check.log"
}
by_meson() {
    meson setup "$work/meson" "$project" && meson compile -C "$work/meson" && answers "$work/meson/host" && greets "$work/meson"
}
check "the host, by pkg-config" by_command
check "the host, by the archive" by_archive
check "the extension module, by pkg-config" by_pkg_config_module
check "host and module by CMake" by_cmake
check "CMake: a newer version is not found" cmake_refuses
check "host and module by Meson" by_meson
check "DESTDIR is in no file" sh -c "! grep -r -I '$work/stage' '$work/stage'"
check "the version's macros are the version" sh -c 'printf "#include <minipy.h>\n#if MINIPY_VERSION_NUMBER != %d\n#error\n#endif\n" \
    $(pkg-config --modversion minipy | awk -F. "{ print \$1 * 10000 + \$2 * 100 + \$3 }") | cc -I'"$there"'/include -fsyntax-only -x c -'

# ---- the modules that come with it ---------------------------------------------------------------------

bundled() { # found beside what is installed, by the program and by a host of the library
    [ "$("$there/bin/minipy" -c 'import zlib, bz2, lzma, _bz2; print(zlib.__file__)')" = "$there/lib/minipy-3.11/zlib$(pkg-config --variable=extsuffix minipy)" ] &&
        [ "$(pkg-config --variable=moduledir minipy)" = "$there/lib/minipy-3.11" ]
}
not_built() { # a program that has none beside it says what to do
    mkdir "$work/alone" && cp minipy "$work/alone/" && ! "$work/alone/minipy" -c 'import zlib' 2>"$work/said" &&
        grep -q "No module named 'zlib' (an extension of minipy that was not built: make install-build modules)" "$work/said"
}
check "modules that come with minipy, installed" bundled
check "one that was not built" not_built

# ---- the archive in a plugin ---------------------------------------------------------------------------

# A plugin that holds the whole archive is loaded for itself alone; a module in C finds minipy's functions all the same.
plugin() {
    cc -shared -fPIC -Iinclude -o "$work/plugin.so" tests/packaging/plugin.c "$there/lib/libminipy.a" -lgmp -lm -Wl,-z,defs,-z,text &&
        cc -o "$work/loads" tests/packaging/loads.c && PYTHONPATH=$work/modules "$work/loads" "$work/plugin.so" | grep -q -x 'hello, plugin'
}
library_of_plugin() { # the same with a plugin that is linked to the shared library
    cc -shared -fPIC -Iinclude -o "$work/thin.so" tests/packaging/plugin.c -L"$there/lib" -lminipy -Wl,-z,defs &&
        PYTHONPATH=$work/modules "$work/loads" "$work/thin.so" | grep -q -x 'hello, plugin'
}
check "the archive goes into a shared object" plugin
check "a plugin with the shared library" library_of_plugin

# ---- names ---------------------------------------------------------------------------------------------

same_symbols() {
    exported libminipy.so >"$work/symbols" && diff tests/packaging/symbols.txt "$work/symbols" || {
        echo "a name that went breaks hosts; new ones: sh tests/packaging/run.sh --symbols"
        return 1
    }
}
declared() { sed -n 's/^MINIPY_API.*[ *]\(minipy_[a-z_0-9]*\)(.*/\1/p' include/minipy.h | LC_ALL=C sort; }
program_exports() { # ./minipy to its extension modules: what the header declares, and the table for docs/STACKS.md
    exported minipy | grep '^minipy_' | grep -v -x minipy_debug_offsets >"$work/of-program" && declared >"$work/declared" && diff "$work/of-program" "$work/declared"
}
check "libminipy.so exports the committed names" same_symbols
check "./minipy exports the header's functions" program_exports
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
