/* kept.c - what the process keeps of vms that are gone does not grow with their number:
 * the C library's blocks in use, of extension modules, too, are the same after each.
 */
#include <malloc.h>
#include <unistd.h>

#include "embed.h"

static size_t blocks_after(const char *source)
{
    MinipyVM *vm = vm_start();
    run_ok(vm, source);
    assert_int_equal(minipy_free(vm), 0);
    return mallinfo2().uordblks;
}

static void modules_keep_nothing_of_a_vm(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "import json, re, decimal, datetime, threading",
        "import zlib, bz2, lzma, pyexpat, hashlib, audioop",
        "import sqlite3\nc = sqlite3.connect(':memory:')\n"
        "c.execute('select 1').fetchone()\nc.close()",
        "import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute('select 1')",
        "import ssl\nssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        size_t before = 0;
        for (int n = 0; n < 5; n++) /* the first ones make what stays for good */
            before = blocks_after(sources[i]);
        for (int n = 0; n < 5; n++)
            assert_int_equal(blocks_after(sources[i]), before);
    }
}

/* As in CPython nothing ever frees them: neither a datetime nor a code object shows the
 * collector what it refers to. Builds that hold a vm's end to be empty would stop. */
static void cycles_for_good_keep_nothing_of_a_vm(void **state)
{
    (void)state;
#ifndef __SANITIZE_ADDRESS__
    static const char source[] =
        "import datetime, sys\n"
        "class Zone(datetime.tzinfo): pass\n"
        "def cycle(n):\n"
        "    zone = Zone()\n"
        "    zone.now = datetime.datetime(2000, 1, 1, tzinfo=zone)\n"
        "    zone.data = bytearray(n), dict.fromkeys(range(n // 10))\n"
        "    zone.list = []\n"
        "    for i in range(n // 10): zone.list.append(str(i) * 200)\n"
        "    box = [bytes(n)]\n"
        "    box.append(cycle.__code__.replace(co_consts=(None, box)))\n"
        "if not hasattr(sys, '_fail_after'):\n"
        "    for n in 10, 1000, 100000, 10000000: cycle(n)\n";
    size_t before = 0;
    for (int n = 0; n < 3; n++)
        before = blocks_after(source);
    for (int n = 0; n < 3; n++)
        assert_int_equal(blocks_after(source), before);
#endif
}

/* A thread's cache counts as in use, and holds what it held by chance. */
static void without_cache(char **argv)
{
    if (getenv("GLIBC_TUNABLES"))
        return;
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
    execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
    (void)argc;
    without_cache(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_keep_nothing_of_a_vm),
        cmocka_unit_test(cycles_for_good_keep_nothing_of_a_vm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
