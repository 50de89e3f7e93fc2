/* What the vms of a process share (vm/memory/shared.h, import_compiled.c): that it
 * makes them small and imports quick, and that nothing of one vm is seen in another by
 * it. */
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "embed.h"

#ifdef SANITIZED
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif

static long resident_kib(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long size = 0, pages = 0;
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &size, &pages), 2);
    fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* ---- how small ------------------------------------------------------------------- */

enum { ALIVE = 1000, MOST_KIB = 120, MOST_KIB_RUN = 300 };

/* In a process of its own, where nothing is left of other tests. KiB for each vm. */
static long size_of_each(const char *program)
{
    int fds[2], status;
    assert_int_equal(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0) {
        static MinipyVM *vms[ALIVE];
        minipy_free(minipy_new(NULL));
        long before = resident_kib();
        for (int i = 0; i < ALIVE; i++)
            if (!(vms[i] = minipy_new(NULL)) ||
                (program && minipy_run_string(vms[i], program, "<test>") != 0))
                _exit(1);
        long each = (resident_kib() - before) / ALIVE;
        for (int i = 0; i < ALIVE; i++)
            if (minipy_free(vms[i]) != 0)
                _exit(2);
        _exit(write(fds[1], &each, sizeof each) == sizeof each ? 0 : 3);
    }
    close(fds[1]);
    long each = -1;
    assert_int_equal(read(fds[0], &each, sizeof each), sizeof each);
    close(fds[0]);
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    return each;
}

static void a_thousand_vms_are_small(void **state)
{
    (void)state;
    if (SLOW)
        skip();
    long made = size_of_each(NULL);
    long ran = size_of_each("def f(x): return [x, str(x), {x: len('abc')}]\n"
                            "class A: pass\n"
                            "y = [f(i) for i in range(10)]\n"
                            "try: y.z\n"
                            "except AttributeError as e: pass\n");
    print_message("each of 1,000 vms: %ld KiB, after a small program %ld KiB\n", made,
                  ran);
    assert_true(made > 10 && made <= MOST_KIB);
    assert_true(ran > made && ran <= MOST_KIB_RUN);
}

/* ---- nothing leaks --------------------------------------------------------------- */

static void classes_of_one_vm_are_not_in_another(void **state)
{
    (void)state;
    MinipyVM *a = vm_start(), *b = vm_start();
    run_ok(a,
           "class A(int): pass\n"
           "class E(KeyError): x = 1\n"
           "class M(type): pass\n"
           "class B(metaclass=M): pass\n"
           "import weakref\n"
           "refs = [weakref.ref(c) for c in (int, str, KeyError, type)]\n"
           "assert weakref.getweakrefcount(int) >= 1\n"
           "assert A in int.__subclasses__() and E in KeyError.__subclasses__()\n"
           "assert M in type.__subclasses__(type) and B in object.__subclasses__()\n");
    run_ok(b, "import weakref\n"
              "names = [c.__name__ for k in (int, KeyError, type, object)\n"
              "         for c in type.__subclasses__(k)]\n"
              "assert not {'A', 'E', 'M', 'B'} & set(names), names\n"
              "assert weakref.getweakrefcount(int) == 0\n"
              "assert weakref.getweakrefs(KeyError) == []\n");
    assert_int_equal(minipy_free(a), 0);
    run_ok(b, "class A(int): pass\nassert A(3) + 4 == 7 and A.mro()[1] is int\n"
              "r = weakref.ref(int)\nassert r() is int\n"
              "assert weakref.getweakrefcount(int) == 1\n");
    assert_int_equal(minipy_free(b), 0);
}

static void shared_objects_cannot_be_changed(void **state)
{
    (void)state;
    MinipyVM *a = vm_start(), *b = vm_start();
    run_ok(a,
           "def refused(f):\n"
           "    try: f()\n"
           "    except (TypeError, AttributeError): return True\n"
           "for t in (int, str, type, object, tuple, KeyError):\n"
           "    assert refused(lambda: setattr(t, 'x', 1))\n"
           "    assert refused(lambda: delattr(t, '__doc__'))\n"
           "    for name in ('__abstractmethods__', '__bases__', '__name__',\n"
           "                 '__qualname__', '__module__', '__doc__',\n"
           "                 '__annotations__'):\n"
           "        d = type.__dict__[name]\n"
           "        assert refused(lambda: d.__set__(t, frozenset('a'))), (t, name)\n"
           "ExceptionGroup.x = 1; del ExceptionGroup.x; ExceptionGroup.seen = 1\n"
           "ExceptionGroup.__str__ = lambda self: 'of a'\n"
           "ExceptionGroup.__name__ = 'Z'\n"
           "import builtins, sys, abc\n"
           "builtins.len = None\n"
           "builtins.KeyError = int\n"
           "sys.intern('__add__'); sys.intern('print')\n"
           "import collections.abc\n"
           "collections.abc.Sequence.register(int)\n"
           "collections.abc.Mapping.register(str)\n"
           "e = ValueError(); e.tag = 1; e.more = 2\n"
           "s = 'a'\n"
           "s += 'b'; s += ''\n"
           "t = ''\n"
           "for c in 'abc': t += c\n"
           "assert (s, t) == ('ab', 'abc')\n");
    run_ok(b, "assert len('abc') == 3 and KeyError.__mro__[1] is LookupError\n"
              "import collections.abc\n"
              "assert not issubclass(int, collections.abc.Sequence)\n"
              "match 5:\n"
              "    case [*_]: assert 0\n"
              "    case _: pass\n"
              "assert not hasattr(ValueError(), 'tag')\n"
              "assert not hasattr(ExceptionGroup, 'seen')\n"
              "assert str(ExceptionGroup('b', [KeyError()])) == 'b (1 sub-exception)'\n"
              "assert ExceptionGroup.__name__ == 'ExceptionGroup'\n"
              "assert 'a' == chr(97) and len('') == 0\n"
              "assert int.__doc__.startswith('int(') and int.__name__ == 'int'\n");
    assert_int_equal(minipy_free(a), 0);
    assert_int_equal(minipy_free(b), 0);
}

/* What is shared hashes with one key: vms of other seeds have their own, and all go. */
static void vms_of_other_seeds(void **state)
{
    (void)state;
    enum { VMS = 12 };
    MinipyVM *vms[VMS];
    int64_t hashes[3];
    for (int i = 0; i < VMS; i++) {
        MinipyConfig c;
        minipy_config_init(&c);
        c.hash_seed_given = true;
        c.hash_seed = (uint32_t)(i % 3);
        vms[i] = minipy_new(&c);
        assert_non_null(vms[i]);
        int64_t hash = eval_int(vms[i], "hash('__add__')");
        if (i < 3)
            hashes[i] = hash;
        assert_int_equal(hash, hashes[i % 3]);
        run_ok(vms[i], "class A(dict): pass\n"
                       "a = A(__add__=1, print=2)\n"
                       "assert a['__' + 'add' + '__'] == 1 and a['pr' + 'int'] == 2\n"
                       "assert hash('') == 0 and (lambda **k: k)(x=1) == {'x': 1}\n");
    }
    assert_true(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    for (int i = 0; i < VMS; i++)
        assert_int_equal(minipy_free(vms[(i * 5) % VMS]), 0);
    long before = resident_kib();
    for (uint32_t seed = 0; seed < 300; seed++) {
        MinipyConfig c;
        minipy_config_init(&c);
        c.hash_seed_given = true;
        c.hash_seed = seed;
        assert_int_equal(minipy_free(minipy_new(&c)), 0);
    }
    if (!SLOW)
        assert_true(resident_kib() - before < 4096);
}

/* Whose value is it? What is shared is every vm's, and nothing else is. */
static void values_are_known(void **state)
{
    (void)state;
    MinipyVM *a = vm_start(), *b = vm_start();
    const char *const own[] = {"object()",         "'x' * 10", "'x' * 10000",
                               "b'x' * 2000",      "[1]",      "10 ** 50",
                               "type('T', (), {})"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        MinipyValue v = eval_ok(a, own[i]);
        assert_true(minipy_to_repr(b, v) == MINIPY_NULL);
        expect_error(b, "SystemError");
        MinipyValue r = minipy_to_repr(a, v);
        assert_true(r != MINIPY_NULL);
        minipy_release(a, r);
        minipy_release(a, v);
    }
    expect_repr(a, eval_ok(a, "int"), "<class 'int'>");
    expect_repr(b, eval_ok(b, "'a'"), "'a'");
    minipy_free(a);
    minipy_free(b);
}

/* ---- imports --------------------------------------------------------------------- */

static int compilations;

static MinipyAnswer count_compilation(void *user, const MinipyEvent *event)
{
    (void)user;
    const char *filename = event->args[0].text;
    compilations += filename && filename[0] == '/'; /* and not by eval() or exec() */
    return MINIPY_GO_ON;
}

static int compiled_by(MinipyVM *vm, const char *program)
{
    const MinipyObserver observer = {.struct_size = sizeof observer,
                                     .kinds = MINIPY_EVENT_BIT(COMPILE_START),
                                     .event = count_compilation};
    compilations = 0;
    int id = minipy_observe(vm, &observer);
    assert_true(id > 0);
    run_ok(vm, program);
    assert_int_equal(minipy_observe_end(vm, id), 0);
    return compilations;
}

/* One that finds nothing in .pyc files, and leaves nothing there. */
static MinipyVM *vm_without_files(void)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.pycache_prefix = "/nonexistent";
    c.dont_write_bytecode = true;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    return vm;
}

static void imports_are_compiled_once(void **state)
{
    (void)state;
    static const char program[] =
        "import json, re, dataclasses, asyncio, decimal\n"
        "assert json.loads(json.dumps([1, 2.5, {'a': None}])) == [1, 2.5, {'a': "
        "None}]\n"
        "assert re.sub('(a+)b', r'<\\1>', 'aab') == '<aa>'\n"
        "P = dataclasses.make_dataclass('P', ['x', 'y'])\n"
        "assert repr(P(1, 2)) == 'P(x=1, y=2)'\n"
        "async def f(): return 3\n"
        "assert asyncio.run(f()) == 3\n"
        "import traceback\n"
        "try: json.loads('[1,')\n"
        "except ValueError as e: told = traceback.format_exc()\n"
        "assert 'decoder.py' in told and 'raise JSONDecodeError' in told\n"
        "assert json.loads.__code__.co_consts[0] == json.loads.__doc__\n";
    MinipyVM *first = vm_without_files();
    assert_true(compiled_by(first, program) > 20);
    for (int i = 0; i < 3; i++) {
        MinipyVM *vm = vm_without_files();
        assert_in_range(compiled_by(vm, program), 0, 2); /* whose sources name codecs */
        run_ok(vm, "json.loads = None\njson.decoder.JSONDecoder.x = 1\n");
        minipy_free(vm);
    }
    run_ok(first,
           "assert json.loads('1') == 1 and not hasattr(json.JSONDecoder, 'x')\n");
    minipy_free(first);
}

static char folder[] = "/tmp/minipy-shared-XXXXXX";

static void write_module(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s.py", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    const struct timespec same[2] = {{1000000000, 0}, {1000000000, 0}};
    utimensat(AT_FDCWD, path, same, 0);
}

static MinipyVM *vm_in_folder(bool confined, const char *const *modules)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.path = folder;
    c.confined = confined;
    c.modules = modules;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    return vm;
}

/* Of the same size, with the same time. */
static void an_edited_file_is_seen(void **state)
{
    (void)state;
    static const char *const texts[] = {"x = 1\n", "x = 2\n", "x = 3\n", "x = 1\n"};
    static const int64_t values[] = {1, 2, 3, 1};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        write_module("edited", texts[i]);
        MinipyVM *vm = vm_in_folder(false, NULL);
        run_ok(vm, "import edited");
        assert_int_equal(eval_int(vm, "edited.x"), values[i]);
        minipy_free(vm);
    }
}

static const char *no_module(void *user, const char *name, size_t *size, bool *package)
{
    (void)user, (void)size, (void)package;
    static const char text[] = "x = 'of the host'\n";
    *size = sizeof text - 1;
    return strcmp(name, "served") == 0 ? text : NULL;
}

/* What another vm compiled is no way to it. */
static void confinement_is_not_passed_by(void **state)
{
    (void)state;
    static const char *const listed[] = {"json", NULL};
    write_module("secret", "x = 42\n");
    MinipyVM *open = vm_in_folder(false, NULL);
    run_ok(open, "import secret, json, string\nassert secret.x == 42\n");
    MinipyConfig c;
    minipy_config_init(&c);
    c.confined = true;
    c.find_module = no_module;
    MinipyVM *elsewhere = minipy_new(&c);
    assert_non_null(elsewhere);
    run_raises(elsewhere, "import secret", "ModuleNotFoundError");
    run_ok(elsewhere, "import served\nassert served.x == 'of the host'\n");
    MinipyVM *few = vm_in_folder(true, listed);
    run_raises(few, "import secret", "ImportError");
    run_raises(few, "import string", "ImportError");
    run_ok(few, "import json\nassert json.dumps(1) == '1'\n");
    minipy_free(few);
    minipy_free(elsewhere);
    minipy_free(open);
}

/* A warning of the compiler's is every vm's own. */
static void each_vm_is_warned(void **state)
{
    (void)state;
    write_module("warns", "x = '\\d'\n");
    for (int i = 0; i < 3; i++) {
        MinipyVM *vm = vm_in_folder(false, NULL);
        run_ok(vm, i < 2 ? "import warnings\n"
                           "with warnings.catch_warnings(record=True) as told:\n"
                           "    warnings.simplefilter('always')\n"
                           "    import warns\n"
                           "assert len(told) == 1, told\n"
                         : "import warnings\n"
                           "warnings.simplefilter('error')\n"
                           "try: import warns\n"
                           "except SyntaxError: pass\n"
                           "else: assert 0\n");
        minipy_free(vm);
    }
}

/* Settings that compiling depends on, and constants of every kind. */
static void what_is_unpacked_is_what_was_compiled(void **state)
{
    (void)state;
    write_module(
        "constants",
        "def f(a, b=(1, 2.5, 1e300, -0.0, 3j, 10 ** 30, -(2 ** 70)), *c, d=b'x', "
        "**e):\n"
        "    '''Doc \u00e9 \u4e2d \U0001f600'''\n"
        "    def g(): return a, (None, True, ..., 'not_a name', '')\n"
        "    x = 1 in {1, 2, 'a', (3, 4)}\n"
        "    assert a, 'told'\n"
        "    try: return g()[1] + (x, __debug__)\n"
        "    finally: a = 1_000_000_000_000_000_000_000_000\n"
        "lines = [f.__code__.co_code, list(f.__code__.co_positions()),\n"
        "         f.__code__.co_consts, f.__code__.co_exceptiontable, f.__doc__,\n"
        "         f.__code__.co_names, f.__code__.co_varnames, f.__defaults__, f(5)]\n"
        "told = repr(lines).replace('  ', ' ')\n"
        "import re\n"
        "told = re.sub('0x[0-9a-f]+|frozenset.*?}', '', told)\n");
    char *before = NULL;
    for (int i = 0; i < 3; i++) {
        MinipyVM *vm = vm_in_folder(false, NULL);
        run_ok(vm, "import constants");
        MinipyValue told = eval_ok(vm, "constants.told");
        const char *text = minipy_as_str(vm, told, NULL);
        assert_true(strlen(text) > 1000);
        if (before)
            assert_string_equal(text, before);
        free(before);
        before = strdup(text);
        minipy_release(vm, told);
        minipy_free(vm);
    }
    free(before);
    MinipyConfig c;
    minipy_config_init(&c);
    c.path = folder;
    c.optimize = 2;
    MinipyVM *vm = minipy_new(&c);
    run_ok(vm, "import constants\nassert constants.f.__doc__ is None\n"
               "assert constants.f(0)[-1] is False\n");
    minipy_free(vm);
}

/* Kept is a bounded part of all that was ever compiled. */
static void what_is_kept_is_bounded(void **state)
{
    (void)state;
    enum { MODULES = 300, LENGTH = 100000 };
    char *text = malloc(LENGTH + 100);
    assert_non_null(text);
    MinipyVM *warm = vm_in_folder(false, NULL);
    run_ok(warm, "import json");
    minipy_free(warm);
    malloc_trim(0);
    long before = resident_kib();
    for (int i = 0; i < MODULES; i++) {
        int n = sprintf(text, "x = '%d", i);
        memset(text + n, 'x', LENGTH);
        strcpy(text + n + LENGTH, "'\n");
        write_module("large", text);
        MinipyVM *vm = vm_in_folder(false, NULL);
        run_ok(vm, "import large\nassert len(large.x) > 100000\n");
        minipy_free(vm);
    }
    free(text);
    malloc_trim(0);
    print_message("kept of 30 MB: %ld KiB\n", resident_kib() - before);
    if (!SLOW)
        assert_true(resident_kib() - before < 14 << 10);
}

static void *imports_again_and_again(void *arg)
{
    (void)arg;
    for (int i = 0; i < (SLOW ? 2 : 6); i++) {
        MinipyConfig c;
        minipy_config_init(&c);
        c.hash_seed_given = i % 2;
        c.hash_seed = 7;
        MinipyVM *vm = minipy_new(&c);
        if (!vm ||
            minipy_run_string(vm,
                              "import json, string, bisect, enum\nimport weakref\n"
                              "class A(int): pass\nclass E(ValueError): pass\n"
                              "r = weakref.ref(int)\n"
                              "try: raise E('x')\nexcept ValueError as e: e.a = 1\n"
                              "x = ''.join(chr(i % 128) for i in range(1000))\n",
                              "<thread>") != 0 ||
            minipy_free(vm) != 0)
            return "failed";
    }
    return NULL;
}

static void many_threads_import(void **state)
{
    (void)state;
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, imports_again_and_again, NULL), 0);
    for (int i = 0; i < 8; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

/* Wherever a vm's memory ends, while it is made or unpacks: nothing is left, and the
 * next one is whole. */
static void memory_that_ends_anywhere(void **state)
{
    (void)state;
    int made = 0, imported = 0, vms = 0;
    for (uint64_t limit = 4 << 10; limit < 5 << 20; limit += limit / 50 + 512) {
        MinipyConfig c;
        minipy_config_init(&c);
        c.hash_seed_given = true;
        c.hash_seed = (uint32_t)limit % 2 + 100;
        c.memory_limit = limit;
        MinipyVM *vm = minipy_new(&c);
        vms++;
        if (!vm)
            continue;
        made++;
        imported += minipy_run_string(vm, "import json, enum\nx = json.dumps([1])\n",
                                      "<test>") == 0;
        minipy_error_clear(vm);
        minipy_free(vm);
        c.memory_limit = 0;
        vm = minipy_new(&c);
        run_ok(vm, "import json\nassert json.dumps([1]) == '[1]'\n"
                   "try: raise ExceptionGroup('x', [KeyError('y')])\n"
                   "except* LookupError: pass\n");
        assert_int_equal(minipy_free(vm), 0);
    }
    print_message("%d vms, %d made, %d could import\n", vms, made, imported);
    assert_true(made < vms && imported > 0 && imported < made);
}

int main(void)
{
    assert_non_null(mkdtemp(folder));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_vms_are_small),
        cmocka_unit_test(memory_that_ends_anywhere),
        cmocka_unit_test(classes_of_one_vm_are_not_in_another),
        cmocka_unit_test(shared_objects_cannot_be_changed),
        cmocka_unit_test(vms_of_other_seeds),
        cmocka_unit_test(values_are_known),
        cmocka_unit_test(imports_are_compiled_once),
        cmocka_unit_test(an_edited_file_is_seen),
        cmocka_unit_test(confinement_is_not_passed_by),
        cmocka_unit_test(each_vm_is_warned),
        cmocka_unit_test(what_is_unpacked_is_what_was_compiled),
        cmocka_unit_test(what_is_kept_is_bounded),
        cmocka_unit_test(many_threads_import),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[200];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? failed : 1;
}
