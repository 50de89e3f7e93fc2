/* confine.c - what a host keeps from a program: hundreds of ways out of a confined vm
 * (confine_attempts.h), none of which may get anywhere; modules that may be imported;
 * files, modules, output and input that the host serves itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "embed.h"

enum { SECRET_FD = 50, WRITTEN_FD = 51, HELD = 0, THROUGH = 42, NO_VM = 43 };
#define TOP_SECRET "TOPSECRET"

static const struct Attempt {
    bool works; /* where nothing is confined */
    const char *name, *source;
} attempts[] = {
#include "confine_attempts.def"
};

static char dir[64], path[128];
static bool through;
static char taken[1 << 16]; /* what the program printed */
static size_t ntaken;

static const char *in_dir(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

static void file_make(const char *name, const char *text)
{
    unlink(in_dir(name));
    FILE *f = fopen(path, "w");
    if (!f)
        fail_msg("%s: %s", path, strerror(errno));
    fputs(text, f);
    fclose(f);
}

static off_t file_size(const char *name)
{
    struct stat st;
    return stat(in_dir(name), &st) == 0 ? st.st_size : -1;
}

/* ---- what the program is given --------------------------------------------------- */

static void output(void *user, int fd, const char *text, size_t size)
{
    (void)user, (void)fd;
    if (size > sizeof taken - 1 - ntaken)
        size = sizeof taken - 1 - ntaken;
    memcpy(taken + ntaken, text, size);
    ntaken += size;
    taken[ntaken] = '\0';
}

static MinipyValue leak(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user;
    for (size_t i = 0; i < n; i++) {
        MinipyValue r = minipy_to_repr(vm, args[i]);
        const char *text = r ? minipy_as_str(vm, r, NULL) : NULL;
        through |= text && strstr(text, TOP_SECRET);
        minipy_release(vm, r);
    }
    return minipy_error_occurred(vm) ? MINIPY_NULL : minipy_none();
}

static MinipyValue reached(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)vm, (void)user, (void)args, (void)n;
    through = true;
    return minipy_none();
}

static void give(MinipyVM *vm, const char *name, MinipyFunction f)
{
    MinipyValue function = minipy_function(vm, name, f, NULL);
    MinipyValue module = minipy_main_module(vm);
    minipy_setattr(vm, module, name, function);
    minipy_release(vm, function);
    minipy_release(vm, module);
}

static void give_names(MinipyVM *vm)
{
    char text[512];
    snprintf(
        text, sizeof text,
        "DIR = '%s'; SECRET = '%s/secret'; PWNED = '%s/pwned'; FD = %d; WFD = %d\n",
        dir, dir, dir, SECRET_FD, WRITTEN_FD);
    minipy_run_string(vm, text, "<names>");
    give(vm, "leak", leak);
    give(vm, "reached", reached);
}

/* ---- an attempt, in a process of its own ----------------------------------------- */

/* Has anything of the process changed? */
static bool process_changed(void)
{
    char text[64] = "", cwd[64] = "";
    struct sigaction action;
    struct rlimit core;
    sigaction(SIGUSR1, NULL, &action);
    getrlimit(RLIMIT_CORE, &core);
    mode_t mask = umask(022);
    return pread(SECRET_FD, text, sizeof text - 1, 0) < 1 ||
           !strstr(text, TOP_SECRET) || lseek(SECRET_FD, 0, SEEK_CUR) != 0 ||
           file_size("secret") != 10 || file_size("pwned") != -1 ||
           file_size("written") != 0 || file_size("stdout") != 0 ||
           file_size("stderr") != 0 || mask != 022 || !getcwd(cwd, sizeof cwd) ||
           strcmp(cwd, dir) != 0 || getenv("MINIPY_PUT") || !getenv("MINIPY_SECRET") ||
           action.sa_handler != SIG_DFL || core.rlim_cur == 0;
}

static void process_prepare(void)
{
    static const struct {
        const char *name;
        int fd, flags;
    } files[] = {{"secret", 0, O_RDONLY},
                 {"stdout", 1, O_WRONLY},
                 {"stderr", 2, O_WRONLY},
                 {"secret", SECRET_FD, O_RDONLY},
                 {"written", WRITTEN_FD, O_WRONLY}};
    if (chdir(dir) != 0)
        _exit(NO_VM);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        int fd = open(in_dir(files[i].name), files[i].flags);
        if (fd < 0 || dup2(fd, files[i].fd) < 0)
            _exit(NO_VM);
        close(fd);
    }
    for (int signum = 1; signum < SIGRTMIN; signum++) /* cmocka has some */
        signal(signum, SIG_DFL);
    setenv("MINIPY_SECRET", TOP_SECRET, 1);
    setrlimit(RLIMIT_CORE, &(struct rlimit){1 << 20, RLIM_INFINITY});
    umask(022);
    alarm(100);
}

static void attempt_run(const char *source, bool confined, const char *const *modules)
{
    MinipyConfig c;
    process_prepare();
    minipy_config_init(&c);
    c.confined = confined;
    c.modules = modules;
    c.output = output;
    c.time_limit_ms = 30000;
    MinipyVM *vm = minipy_new(&c);
    if (!vm)
        _exit(NO_VM);
    give_names(vm);
    if (minipy_run_string(vm, source, "<attempt>") != 0)
        through |= strstr(minipy_error_text(vm), TOP_SECRET) != NULL;
    minipy_error_clear(vm);
    minipy_free(vm);
    through |= strstr(taken, TOP_SECRET) != NULL;
    _exit(through || process_changed() ? THROUGH : HELD);
}

/* How the process ended. */
static int attempt_status(const char *source, bool confined, const char *const *modules)
{
    int status = -1;
    file_make("secret", TOP_SECRET "\n");
    file_make("written", "");
    file_make("stdout", "");
    file_make("stderr", "");
    unlink(in_dir("pwned"));
    rmdir(in_dir("pwned"));
    pid_t pid = fork();
    if (pid == 0)
        attempt_run(source, confined, modules);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static const size_t attempt_count = sizeof attempts / sizeof *attempts;

static void no_attempt_gets_out(void **state)
{
    (void)state;
    int failures = 0;
    assert_true(attempt_count >= 60);
    for (size_t i = 0; i < attempt_count; i++) {
        int status = attempt_status(attempts[i].source, true, NULL);
        if (status == HELD)
            continue;
        failures++;
        print_error("%s: %s %d\n", attempts[i].name,
                    WIFSIGNALED(status) ? "crashed by signal" : "got out: status",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    assert_int_equal(failures, 0);
}

/* Else the test above would prove nothing. */
static void the_attempts_work_where_nothing_is_confined(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < attempt_count; i++) {
        if (!attempts[i].works ||
            attempt_status(attempts[i].source, false, NULL) != HELD)
            continue;
        failures++;
        print_error("%s: comes to nothing in any vm\n", attempts[i].name);
    }
    assert_int_equal(failures, 0);
}

/* ---- what may be imported -------------------------------------------------------- */

static MinipyVM *confined_vm(unsigned allow, const char *const *modules)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.confined = true;
    c.allow = allow;
    c.modules = modules;
    c.output = output;
    ntaken = 0;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    return vm;
}

static const char *const listed[] = {"json",   "random", "collections", "importlib",
                                     "pickle", "sys",    NULL};

static void only_listed_modules_are_imported(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "import os",
        "import posix",
        "import os.path",
        "from os import path",
        "__import__('os')",
        "__import__('os.path', fromlist=['x'])",
        "exec('import os')",
        "eval('__import__(\"os\")')",
        "import importlib; importlib.import_module('os')",
        "import importlib; importlib.__import__('os')",
        "import importlib; importlib.import_module('.path', 'os')",
        "import importlib.util; "
        "importlib.util.find_spec('os').loader.load_module('os')",
        "import sys; del sys.modules['os']\nimport os",
        "import pickle; pickle.loads(b'cos\\nlistdir\\n(tR.')",
        "import importlib.machinery as m\nm.BuiltinImporter.load_module('fcntl')",
        "import importlib.machinery as m\nm.FrozenImporter.load_module('os')",
        "from importlib.machinery import SourceFileLoader as L\n"
        "L('s', '/usr/lib/python3.11/subprocess.py').load_module()",
        "import json\njson.__path__ = ['/usr/lib/python3.11']\nimport json.subprocess",
        "def f(): import os\nf()",
        "class A:\n    import os",
        "import random\nf = type(lambda: 1)\nf(compile('import os', random.__file__, "
        "'exec'), vars(random))()",
        "import builtins",
        "breakpoint()",
    };
    MinipyVM *vm = confined_vm(0, listed);
    run_ok(vm, "import json, random, collections.abc, importlib.util, pickle, sys\n"
               "from json import decoder\nimport json.tool\n" /* with argparse */
               "assert json.loads('[1]') == [1] and 0 <= random.random() < 1\n"
               "assert pickle.loads(pickle.dumps({1: 2.5})) == {1: 2.5}\n"
               "assert 'x'.encode('cp1252') == b'x'\n");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (minipy_run_string(vm, refused[i], "<test>") == 0 &&
            strcmp(refused[i], "breakpoint()") != 0) /* which warns */
            fail_msg("it is imported: %s", refused[i]);
        else
            minipy_error_clear(vm);
    run_raises(vm, "import os", "ImportError");
    minipy_free(vm);
}

/* What is refused says what would have to be allowed; what is allowed works. */
static void each_permission_opens_what_it_names(void **state)
{
    (void)state;
    static const struct {
        unsigned allow;
        const char *name, *source;
    } rows[] = {
        {MINIPY_ALLOW_FILES, "MINIPY_ALLOW_FILES", "open('/dev/null').close()"},
        {MINIPY_ALLOW_FILES, "MINIPY_ALLOW_FILES", "import os; os.stat('/')"},
        {MINIPY_ALLOW_NETWORK, "MINIPY_ALLOW_NETWORK",
         "import socket\na, b = socket.socketpair(); a.close(); b.close()"},
        {MINIPY_ALLOW_PROCESSES, "MINIPY_ALLOW_PROCESSES",
         "import os\nassert os.system('true') == 0"},
        {MINIPY_ALLOW_ENVIRONMENT, "MINIPY_ALLOW_ENVIRONMENT",
         "import os; os.putenv('MINIPY_TEST', '1')"},
        {MINIPY_ALLOW_THREADS, "MINIPY_ALLOW_THREADS",
         "import threading\nt = threading.Thread(target=int); t.start(); t.join()"},
        {MINIPY_ALLOW_HOST, "MINIPY_ALLOW_HOST", "import os; os.umask(os.umask(0o22))"},
        {MINIPY_ALLOW_CODE, "MINIPY_ALLOW_CODE",
         "import marshal; marshal.loads(marshal.dumps((lambda: 1).__code__))"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinipyVM *vm = confined_vm(~rows[i].allow, NULL);
        assert_int_equal(minipy_run_string(vm, rows[i].source, "<test>"), -1);
        if (!minipy_error_matches(vm, "PermissionError") ||
            !strstr(minipy_error_text(vm), rows[i].name))
            fail_msg("%s: %s", rows[i].source, minipy_error_text(vm));
        minipy_error_clear(vm);
        minipy_free(vm);
        vm = confined_vm(rows[i].allow, NULL);
        run_ok(vm, rows[i].source);
        minipy_free(vm);
    }
}

/* Ordinary programs need none of it. */
static void the_library_is_there(void **state)
{
    (void)state;
    MinipyVM *vm = confined_vm(0, NULL);
    run_ok(vm, "import abc, array, ast, base64, bisect, calendar, collections, "
               "contextlib, copy, csv\n"
               "import dataclasses, datetime, decimal, difflib, enum, fractions, "
               "functools, hashlib\n"
               "import heapq, hmac, html, inspect, io, itertools, json, logging, math, "
               "operator, os\n"
               "import pathlib, pickle, pprint, queue, random, re, shlex, socket, "
               "statistics, string\n"
               "import struct, subprocess, tempfile, textwrap, threading, time, "
               "traceback, types\n"
               "import typing, unicodedata, unittest, urllib.parse, uuid, warnings, "
               "weakref, asyncio\n"
               "import signal, select, selectors, shutil, argparse, configparser, "
               "locale, zipfile\n"
               "assert re.sub('a+', 'b', 'caat') == 'cbt' and os.path.join('a', 'b') "
               "== 'a/b'\n"
               "logging.warning('logged'); time.sleep(0.001); uuid.uuid4()\n"
               "Point = dataclasses.make_dataclass('Point', ['x']); assert Point(1) == "
               "Point(1)\n"
               "@types.coroutine\ndef g(): yield 1\n"
               "assert datetime.date(2020, 1, 2).strftime('%Y') == '2020'\n"
               "try: 1 / 0\nexcept ZeroDivisionError: assert 'ZeroDivision' in "
               "traceback.format_exc()\n"
               "assert not os.environ and not os.path.exists('/')\n"
               "print('printed'); import sys; print('errors', file=sys.stderr)\n");
    assert_non_null(strstr(taken, "printed\n"));
    assert_non_null(strstr(taken, "errors\n"));
    assert_non_null(strstr(taken, "logged"));
    minipy_free(vm);
}

/* ---- what the host serves -------------------------------------------------------- */

typedef struct Disk {
    char data[4096];
    size_t size, at;
    int opened, closed;
    char mode[8];
} Disk;

static int64_t disk_read(void *user, void *data, size_t size)
{
    Disk *d = user;
    size_t n = d->size - d->at < size ? d->size - d->at : size;
    memcpy(data, d->data + d->at, n);
    d->at += n;
    return (int64_t)n;
}

static int64_t disk_write(void *user, const void *data, size_t size)
{
    Disk *d = user;
    if (size > sizeof d->data - d->at)
        return -ENOSPC;
    memcpy(d->data + d->at, data, size);
    d->at += size;
    d->size = d->at > d->size ? d->at : d->size;
    return (int64_t)size;
}

static int64_t disk_seek(void *user, int64_t offset, int whence)
{
    Disk *d = user;
    int64_t from =
        whence == SEEK_SET ? 0 : (int64_t)(whence == SEEK_CUR ? d->at : d->size);
    if (from + offset < 0 || from + offset > (int64_t)sizeof d->data)
        return -EINVAL;
    d->at = (size_t)(from + offset);
    return from + offset;
}

static int disk_close(void *user)
{
    ((Disk *)user)->closed++;
    return 0;
}

static int disk_open(void *user, const char *name, const char *mode, MinipyFile *file)
{
    Disk *d = user;
    if (strcmp(name, "/data/notes.txt") != 0)
        return -ENOENT;
    d->opened++;
    d->at = 0;
    snprintf(d->mode, sizeof d->mode, "%s", mode);
    if (*mode == 'w')
        d->size = 0;
    *file = (MinipyFile){d, disk_read, disk_write, disk_seek, disk_close};
    return 0;
}

static const char *disk_module(void *user, const char *name, size_t *size,
                               bool *package)
{
    static const char text[] = "from tools.adder import add\nanswer = add(40, 2)\n",
                      adder[] = "def add(a, b): return a + b\n",
                      bad[] = "import subprocess\n";
    (void)user;
    *package = strcmp(name, "tools") == 0;
    const char *source = *package                           ? text
                         : strcmp(name, "tools.adder") == 0 ? adder
                         : strcmp(name, "bad") == 0         ? bad
                                                            : NULL;
    *size = source ? strlen(source) : 0;
    return source;
}

static int64_t type_in(void *user, char *text, size_t size)
{
    static const char *line = "typed\n";
    (void)user;
    size_t n = strlen(line) < size ? strlen(line) : size;
    memcpy(text, line, n);
    line += n;
    return (int64_t)n;
}

static void the_host_serves_files_modules_and_streams(void **state)
{
    (void)state;
    static const char *const modules[] = {"tools", "bad", "io", NULL};
    static Disk disk;
    MinipyConfig c;
    minipy_config_init(&c);
    c.confined = true;
    c.modules = modules;
    c.user_data = &disk;
    c.open_file = disk_open;
    c.find_module = disk_module;
    c.output = output;
    c.input = type_in;
    ntaken = 0;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    run_ok(
        vm,
        "with open('/data/notes.txt', 'w') as f:\n"
        "    assert f.write('one\\ntwo\\n') == 8 and f.tell() == 8\n"
        "with open('/data/notes.txt') as f: assert f.readlines() == ['one\\n', "
        "'two\\n']\n"
        "with open('/data/notes.txt', 'a+') as f:\n"
        "    f.write('three\\n'); f.seek(4); assert f.read() == 'two\\nthree\\n'\n"
        "with open('/data/notes.txt', 'rb', 0) as f:\n"
        "    assert f.seek(-6, 2) == 8 and f.read(100) == b'three\\n'\n"
        "import io\nf = io.FileIO('/data/notes.txt'); f.__init__('/data/notes.txt')\n"
        "assert f.readall() == b'one\\ntwo\\nthree\\n'; del f\n");
    assert_string_equal(disk.mode, "r");
    assert_int_equal(disk.opened, 6);
    assert_int_equal(disk.closed, 6);
    run_raises(vm, "open('/etc/passwd')", "FileNotFoundError");
    run_raises(vm, "with open('/data/notes.txt', 'w') as f: f.write('x' * 5000)",
               "OSError");
    run_raises(vm, "open('/data/notes.txt').fileno()", "OSError");
    run_raises(vm, "open('/data/notes.txt', 'w').truncate()", "OSError");
    run_raises(vm, "open('/data/notes.txt', opener=lambda p, f: 0)", "PermissionError");
    run_ok(vm, "import tools, tools.adder\nassert tools.answer == 42\n");
    run_raises(vm, "import missing", "ImportError");
    run_raises(vm, "import tools.missing", "ModuleNotFoundError");
    run_raises(vm, "import bad",
               "ImportError"); /* what it imports is not the library's */
    run_ok(vm, "assert input() == 'typed'\nprint('seen')\n");
    run_raises(vm, "input()", "EOFError");
    assert_non_null(strstr(taken, "seen\n")); /* at once */
    minipy_free(vm);
    assert_int_equal(disk.opened, disk.closed);
}

static void a_host_may_serve_a_program_that_is_not_confined(void **state)
{
    (void)state;
    static Disk disk;
    MinipyConfig c;
    minipy_config_init(&c);
    c.user_data = &disk;
    c.open_file = disk_open;
    c.output = output;
    ntaken = 0;
    MinipyVM *vm = minipy_new(&c);
    run_ok(vm, "import os\nassert os.stat('/')\nprint('here')\n"
               "open('/data/notes.txt', 'w').write('x')\n");
    run_raises(vm, "open('/dev/null')", "FileNotFoundError");
    assert_non_null(strstr(taken, "here\n"));
    minipy_free(vm);
}

static void what_is_the_process_s_needs_a_permission(void **state)
{
    (void)state;
    MinipyConfig c;
    minipy_config_init(&c);
    c.confined = true;
    c.handle_signals = true;
    assert_null(minipy_new(&c));
    assert_non_null(strstr(minipy_config_error(&c), "MINIPY_ALLOW_HOST"));
    c.allow = MINIPY_ALLOW_HOST;
    assert_null(minipy_config_error(&c));
}

static int make_dir(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/minipy-confine-XXXXXX");
    assert_non_null(mkdtemp(dir));
    file_make("secretmod.py", "x = '" TOP_SECRET "'\n");
    file_make("LISTED-" TOP_SECRET, "");
    mkdir(in_dir("secretpkg"), 0700);
    file_make("secretpkg/__init__.py", "");
    file_make("secretpkg/data.txt", TOP_SECRET);
    char command[1024];
    snprintf(command, sizeof command,
             "cd %s && /usr/bin/python3.11 -c \"import zipfile, py_compile\n"
             "zipfile.ZipFile('z.zip', 'w').writestr('zipped.py', 'x = \\'" TOP_SECRET
             "\\'')\n"
             "py_compile.compile('secretmod.py', cfile='onlycode.pyc')\"",
             dir);
    return system(command);
}

static int remove_dir(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_attempt_gets_out),
        cmocka_unit_test(the_attempts_work_where_nothing_is_confined),
        cmocka_unit_test(only_listed_modules_are_imported),
        cmocka_unit_test(each_permission_opens_what_it_names),
        cmocka_unit_test(the_library_is_there),
        cmocka_unit_test(the_host_serves_files_modules_and_streams),
        cmocka_unit_test(a_host_may_serve_a_program_that_is_not_confined),
        cmocka_unit_test(what_is_the_process_s_needs_a_permission),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
