/* seeing.c - looking into a running program from the host: probes, the printers behind
 * --trace, audit events and hooks.
 */
#include <unistd.h>

#include "embed.h"
#include "callbacks.h"

typedef struct Log {
    char text[4000];
    int entries, returns, lines, gc_starts, gc_dones, imports, found, not_found, audits,
        closed;
} Log;

static void note(Log *log, const char *mark, const char *what)
{
    if (strlen(log->text) + strlen(what) + 3 < sizeof log->text)
        strcat(strcat(strcat(log->text, mark), what), " ");
}

static void on_entry(void *user, const char *file, const char *function, int line,
                     void *frame)
{
    Log *log = user;
    (void)line, (void)frame;
    log->entries++;
    if (strcmp(file, "<test>") == 0)
        note(log, "+", function);
}

static void on_return(void *user, const char *file, const char *function, int line,
                      void *frame)
{
    Log *log = user;
    (void)line, (void)frame;
    log->returns++;
    if (strcmp(file, "<test>") == 0)
        note(log, "-", function);
}

static void on_line(void *user, const char *file, const char *function, int line,
                    void *frame)
{
    char text[20];
    (void)function, (void)frame;
    ((Log *)user)->lines++;
    snprintf(text, sizeof text, "%d", line);
    if (strcmp(file, "<test>") == 0)
        note(user, "", text);
}

static void on_gc_start(void *user, int generation)
{
    ((Log *)user)->gc_starts += generation >= 0;
}
static void on_gc_done(void *user, long collected)
{
    ((Log *)user)->gc_dones += collected >= 0;
}
static void on_import(void *user, const char *module)
{
    ((Log *)user)->imports += module != NULL;
}
static void on_audit(void *user, const char *event, void *args)
{
    (void)args;
    ((Log *)user)->audits += strcmp(event, "host.event") == 0;
}
static void on_close(void *user)
{
    ((Log *)user)->closed++;
}

static void on_import_done(void *user, const char *module, int found)
{
    Log *log = user;
    (void)module;
    if (found)
        log->found++;
    else
        log->not_found++;
}

static void entry_and_return(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {.user = &log,
                       .function_entry = on_entry,
                       .function_return = on_return,
                       .close = on_close};
    int id = observe_callbacks(vm, &probe);
    assert_true(id > 0);
    run_ok(vm, "def f(n):\n    return g(n)\ndef g(n):\n    return n\nf(1)\n");
    assert_string_equal(log.text, "+<module> +f +g -g -f -<module> ");
    assert_int_equal(log.entries, log.returns);
    assert_int_equal(minipy_observe_end(vm, id), 0);
    assert_int_equal(log.closed, 1);
    int before = log.entries;
    run_ok(vm, "f(1)\n");
    assert_int_equal(log.entries, before);
    assert_true(minipy_observe_end(vm, id) != 0);
    minipy_free(vm);
    assert_int_equal(log.closed, 1);
}

static void returns_by_exception(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {
        .user = &log, .function_entry = on_entry, .function_return = on_return};
    observe_callbacks(vm, &probe);
    run_raises(vm, "def f(n):\n    1 / n\ndef g(n):\n    f(n)\ng(0)\n",
               "ZeroDivisionError");
    assert_string_equal(log.text, "+<module> +g +f -f -g -<module> ");
    minipy_free(vm);
}

static void generators_enter_and_leave(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {
        .user = &log, .function_entry = on_entry, .function_return = on_return};
    run_ok(vm, "def g():\n    yield 1\n    yield 2\n");
    observe_callbacks(vm, &probe);
    run_ok(vm, "list(g())\n");
    assert_string_equal(log.text, "+<module> +g -g +g -g +g -g -<module> ");
    minipy_free(vm);
}

static void lines(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {.user = &log, .line = on_line};
    observe_callbacks(vm, &probe);
    run_ok(vm, "x = 1\nfor i in (1, 2):\n    x = i\ny = 3\n");
    assert_string_equal(log.text, "1 2 3 2 3 2 4 ");
    minipy_free(vm);
}

static void collections(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {.user = &log, .gc_start = on_gc_start, .gc_done = on_gc_done};
    observe_callbacks(vm, &probe);
    run_ok(vm, "import gc\ngc.collect()\n");
    assert_true(log.gc_starts >= 1);
    assert_int_equal(log.gc_starts, log.gc_dones);
    minipy_free(vm);
}

/* Python code in the middle of a collection: it makes and drops cycles, reaches through
 * weak references for what was just found unreachable, and asks for a collection. */
static void on_gc_phase(void *user, int generation, const char *phase)
{
    (void)generation;
    MinipyVM *vm = user;
    MinipyValue name = minipy_str(vm, phase, strlen(phase));
    MinipyValue between = eval_ok(vm, "between");
    MinipyValue r = minipy_call(vm, between, &name, 1);
    assert_true(r != MINIPY_NULL);
    minipy_release(vm, r);
    minipy_release(vm, between);
    minipy_release(vm, name);
}

static void python_code_between_the_phases_of_a_collection(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    Callbacks probe = {
        .user = vm, .gc_phase_start = on_gc_phase, .gc_phase_done = on_gc_phase};
    run_ok(vm, "import gc, weakref\n"
               "class Node:\n"
               "    def __init__(self, n):\n"
               "        self.n, self.me, self.rest = n, self, [n]\n"
               "        if n % 3 == 0: refs.append(weakref.ref(self))\n"
               "    def __del__(self):\n"
               "        if self.n % 7 == 0: kept.append(self)\n"
               "refs, kept, seen = [], [], []\n"
               "def between(phase):\n"
               "    seen.append(phase)\n"
               "    for ref in refs[::2]:\n"
               "        if (node := ref()) and node.n % 2: kept.append(node)\n"
               "    for n in range(20): Node(n)\n"
               "    del kept[::2], refs[:10]\n"
               "    assert gc.collect() == 0\n"
               "    [o for o in gc.get_objects() if type(o) is Node]\n"
               "def work():\n"
               "    for n in range(300): Node(n)\n"
               "    for generation in 0, 1, 2: gc.collect(generation)\n");
    int id = observe_callbacks(vm, &probe);
    for (int i = 0; i < 10; i++)
        run_ok(vm, "work()\n");
    assert_int_equal(minipy_observe_end(vm, id), 0);
    run_ok(vm, "refs.clear()\ndel kept[:]\nNode.__del__ = None\ngc.collect()\n"
               "assert not [o for o in gc.get_objects() if type(o) is Node]\n");
    expect_repr(vm, minipy_eval(vm, "sorted(set(seen))"),
                "['delete', 'finalize', 'find', 'resurrect', 'weakrefs']");
    assert_int_equal(minipy_free(vm), 0);
}

static void imports(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {
        .user = &log, .import_start = on_import, .import_done = on_import_done};
    run_ok(vm, "import sys\nsys.modules.pop('keyword', None)\n");
    observe_callbacks(vm, &probe);
    run_ok(vm, "import keyword\ntry:\n    import no_such_module_at_all\nexcept "
               "ImportError: pass\n");
    assert_true(log.imports >= 2);
    assert_true(log.found >= 1);
    assert_int_equal(log.not_found, 1);
    minipy_free(vm);
}

/* ---- what CPython has no marker for --------------------------------------------- */

typedef struct More {
    Log log;
    MinipyVM *vm; /* its callbacks run code in it */
    long born, died, ns;
    int program_status;
} More;

static void run_code_in(MinipyVM *vm)
{
    assert_int_equal(minipy_run_string(vm,
                                       "try:\n    [len([]), 1 / 0]\n"
                                       "except ZeroDivisionError:\n    pass\n",
                                       "<callback>"),
                     0);
}

static void on_call_of_c(void *user, const char *module, const char *name, void *frame)
{
    More *more = user;
    assert_non_null(frame);
    note(&more->log, module, "");
    note(&more->log, "(", name);
    run_code_in(more->vm);
}

static void on_raise(void *user, const char *type, const char *file,
                     const char *function, int line, void *frame, const char *message)
{
    More *more = user;
    (void)file, (void)frame;
    char text[200];
    snprintf(text, sizeof text, "%s(%s):%s:%d", type, message ? message : "", function,
             line);
    note(&more->log, "!", text);
    run_code_in(more->vm);
}

static void on_handled(void *user, const char *type, const char *file,
                       const char *function, int line, void *frame)
{
    (void)file, (void)function, (void)line, (void)frame;
    note(&((More *)user)->log, "=", type);
    run_code_in(((More *)user)->vm);
}

static void on_latency(void *user, const char *file, const char *function, int line,
                       long ns, void *frame)
{
    (void)file, (void)function, (void)line, (void)frame;
    assert_true(ns >= 0);
    ((More *)user)->ns += ns;
}

static void on_alloc(void *user, const char *type, long size, void *object)
{
    (void)object;
    ((More *)user)->born += strcmp(type, "Mine") == 0 && size > 0;
}
static void on_free(void *user, const char *type, long size, void *object)
{
    (void)object;
    ((More *)user)->died += strcmp(type, "Mine") == 0 && size > 0;
}

static void on_mark(void *user, const char *name, const char *text, long first,
                    long second, long third)
{
    char all[100];
    snprintf(all, sizeof all, "%s,%s,%ld,%ld,%ld", name, text, first, second, third);
    note(&((More *)user)->log, "*", all);
}

static void on_end(void *user, int status)
{
    ((More *)user)->program_status = status;
}

static void calls_of_c_and_exceptions(void **state)
{
    (void)state;
    More more = {.vm = vm_start()};
    Callbacks probe = {.user = &more,
                       .cfunction_entry = on_call_of_c,
                       .exception_raise = on_raise,
                       .exception_handled = on_handled};
    int id = observe_callbacks(more.vm, &probe);
    run_ok(more.vm, "def f(n):\n    return 1 // n\n"
                    "try:\n    f(0)\nexcept ZeroDivisionError as e:\n"
                    "    print(e.args)\n'a'.upper()\n");
    assert_string_equal(more.log.text,
                        "!ZeroDivisionError(integer division or modulo by zero):f:2 "
                        "=ZeroDivisionError builtins (print str (upper ");
    minipy_observe_end(more.vm, id);
    run_ok(more.vm, "print(len([]))\n");
    assert_null(strstr(more.log.text, "len"));
    minipy_free(more.vm);
}

static void objects_and_marks(void **state)
{
    (void)state;
    More more = {.vm = vm_start(), .program_status = -1};
    Callbacks probe = {.user = &more,
                       .object_alloc = on_alloc,
                       .object_free = on_free,
                       .function_latency = on_latency,
                       .mark = on_mark,
                       .process_end = on_end};
    observe_callbacks(more.vm, &probe);
    run_ok(more.vm, "import probes\nclass Mine: pass\n"
                    "def make():\n    return [Mine() for _ in range(100)]\n"
                    "made = make()\nprobes.mark('made', len(made), 'x', 2)\n"
                    "del made[:]\n");
    assert_string_equal(more.log.text, "*made,100 x 2,100,2,0 ");
    assert_int_equal(more.born, 100);
    assert_int_equal(more.died, 100);
    assert_true(more.ns > 0);
    assert_int_equal(minipy_run_command(more.vm, "raise SystemExit(3)"), -1);
    assert_int_equal(minipy_error_exit_status(more.vm, NULL), 3);
    minipy_free(more.vm);
    assert_int_equal(more.program_status, 3);
}

static void on_lock_acquired(void *user, void *lock, const char *kind, long ns, int got)
{
    char text[60];
    (void)lock;
    snprintf(text, sizeof text, "%s%d%s", kind, got, ns >= 0 ? "" : " before it began");
    note(user, "", text);
}
static MinipyValue listen_to_locks(MinipyVM *vm, void *user, const MinipyValue *args,
                                   size_t n)
{
    Callbacks probe = {.user = user, .lock_acquired = on_lock_acquired};
    (void)args, (void)n;
    assert_true(observe_callbacks(vm, &probe) > 0);
    return minipy_none();
}

/* A wait that began before the listener came has no time that it could tell. A thread
 * that memory ran out for (tests/failures/embedded.py) does not say that it ended. */
static void waits_for_locks(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *vm = vm_start();
    MinipyValue listen = minipy_function(vm, "listen", listen_to_locks, &log);
    MinipyValue main_module = minipy_main_module(vm);
    assert_int_equal(minipy_setattr(vm, main_module, "listen", listen), 0);
    run_ok(vm, "import _thread, time\n"
               "lock, ended = _thread.allocate_lock(), []\n"
               "def wait():\n"
               "    with lock: pass\n"
               "    ended.append(1)\n"
               "for round in 1, 2:\n"
               "    lock.acquire()\n"
               "    _thread.start_new_thread(wait, ())\n"
               "    time.sleep(0.05)\n"
               "    if round == 1: listen()\n"
               "    lock.release()\n"
               "    end = time.monotonic() + 10\n"
               "    while len(ended) < round and time.monotonic() < end: "
               "time.sleep(0.01)\n");
    assert_string_equal(log.text, "lock1 ");
    minipy_release(vm, listen);
    minipy_release(vm, main_module);
    assert_int_equal(minipy_free(vm), 0);
}

static void several_probes_at_once(void **state)
{
    (void)state;
    Log a = {0}, b = {0};
    MinipyVM *vm = vm_start();
    Callbacks one = {.user = &a, .function_entry = on_entry},
              two = {.user = &b, .function_entry = on_entry, .close = on_close};
    int first = observe_callbacks(vm, &one);
    observe_callbacks(vm, &two);
    run_ok(vm, "def f(): pass\nf()\n");
    assert_int_equal(a.entries, b.entries);
    minipy_observe_end(vm, first);
    run_ok(vm, "f()\n");
    assert_true(b.entries > a.entries);
    minipy_free(vm);
    assert_int_equal(b.closed, 1);
}

static void a_probe_sees_its_own_vm_only(void **state)
{
    (void)state;
    Log log = {0};
    MinipyVM *a = vm_start(), *b = vm_start();
    Callbacks probe = {.user = &log, .function_entry = on_entry};
    observe_callbacks(a, &probe);
    run_ok(b, "def f(): pass\nfor i in range(10): f()\n");
    assert_int_equal(log.entries, 0);
    run_ok(a, "def f(): pass\nfor i in range(10): f()\n");
    assert_int_equal(log.entries, 11);
    minipy_free(a);
    minipy_free(b);
}

static void sink(void *user, const char *text, size_t size)
{
    strncat(user, text, size < 3000 ? size : 3000);
}

static void printed_trace(void **state)
{
    (void)state;
    char *text = calloc(1, 100000);
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_trace(vm, "no such kind", sink, text), -2);
    assert_non_null(strstr(minipy_trace_kinds(), "calls"));
    int id = minipy_trace(vm, "calls", sink, text);
    assert_true(id > 0);
    run_ok(vm, "def f():\n    pass\nf()\n");
    assert_non_null(strstr(text, "function-entry"));
    assert_non_null(strstr(text, "f:1"));
    assert_int_equal(minipy_observe_end(vm, id), 0);
    text[0] = 0;
    run_ok(vm, "f()\n");
    assert_string_equal(text, "");
    minipy_free(vm);
    free(text);
}

static void views_write_to_files_and_complain(void **state)
{
    (void)state;
    char name[] = "/tmp/minipy-view-XXXXXX", *text = calloc(1, 100000), line[100] = "";
    close(mkstemp(name));
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_trace_file(vm, "function_counts:hz=1", name, sink, text),
                     -2);
    assert_non_null(strstr(text, "has no option hz"));
    assert_int_equal(minipy_trace_file(vm, "calls", "/no/such/file", sink, text), -3);
    assert_non_null(strstr(text, "No such file"));
    int id = minipy_trace_file(vm, "function_counts", name, NULL, NULL);
    assert_true(id > 0);
    run_ok(vm, "def f():\n    pass\nf()\nf()\n");
    assert_int_equal(minipy_observe_end(vm, id), 0);
    FILE *file = fopen(name, "r");
    while (fgets(line, sizeof line, file) && !strstr(line, ":f "))
        ;
    fclose(file);
    assert_non_null(strstr(line, " 2\n"));
    text[0] = 0;
    minipy_trace_help(sink, text);
    assert_non_null(strstr(text, "function_counts"));
    unlink(name);
    minipy_free(vm);
    free(text);
}

/* ---- audit ----------------------------------------------------------------------- */

static int count_event(const char *event, MinipyValue args, void *user)
{
    (void)args;
    ((Log *)user)->audits += strcmp(event, "host.event") == 0;
    return 0;
}

static void audit_hooks_in_c(void **state)
{
    (void)state;
    Log log = {0}, seen = {0};
    MinipyVM *vm = vm_start();
    Callbacks probe = {.user = &seen, .audit = on_audit};
    assert_int_equal(minipy_audit(vm, "host.event", MINIPY_NULL), 0);
    assert_int_equal(minipy_add_audit_hook(vm, count_event, &log), 0);
    observe_callbacks(vm, &probe);
    run_ok(vm, "import sys\nsys.audit('host.event', 1, 2)\nsys.audit('other')\n");
    assert_int_equal(log.audits, 1);
    assert_int_equal(seen.audits, 1);
    assert_int_equal(minipy_audit(vm, "host.event", MINIPY_NULL), 0);
    assert_int_equal(log.audits, 2);
    assert_int_equal(minipy_audit(vm, NULL, MINIPY_NULL), -1);
    minipy_error_clear(vm);
    assert_int_equal(minipy_add_audit_hook(vm, NULL, NULL), -1);
    minipy_error_clear(vm);
    minipy_free(vm);
}

static int refuse_open(const char *event, MinipyValue args, void *user)
{
    (void)args;
    if (strcmp(event, "open") != 0)
        return 0;
    minipy_raise(user, "PermissionError", "the host says no");
    return -1;
}

static void an_audit_hook_refuses(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "open('/dev/null').close()\n");
    assert_int_equal(minipy_add_audit_hook(vm, refuse_open, vm), 0);
    run_raises(vm, "open('/dev/null')\n", "PermissionError");
    run_ok(vm, "try:\n    open('/dev/null')\nexcept PermissionError as e:\n    assert "
               "str(e) == 'the host says no'\n");
    minipy_free(vm);
}

static int raise_and_accept(const char *event, MinipyValue args, void *user)
{
    (void)args;
    if (strcmp(event, "host.event") == 0)
        minipy_raise(user, "ValueError", "not minded");
    return 0;
}

static void an_audit_hook_that_accepts_and_raises(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_add_audit_hook(vm, raise_and_accept, vm), 0);
    run_raises(vm, "import sys\nsys.audit('host.event')\n", "SystemError");
    assert_int_equal(minipy_audit(vm, "host.event", MINIPY_NULL), -1);
    expect_error(vm, "SystemError");
    minipy_free(vm);
}

/* ---- probes that change the list of probes --------------------------------------- */

typedef struct Changer {
    MinipyVM *vm;
    int id, calls, closed;
} Changer;

static void change_closed(void *user)
{
    ((Changer *)user)->closed++;
}
static void change_remove_self(void *user, const char *file, const char *function,
                               int line, void *frame)
{
    Changer *c = user;
    (void)file, (void)function, (void)line, (void)frame;
    c->calls++;
    assert_int_equal(minipy_observe_end(c->vm, c->id), 0);
    assert_int_equal(c->closed, 0); /* its callback still runs */
    assert_int_equal(minipy_observe_end(c->vm, c->id), -1);
}
static void change_add(void *user, const char *file, const char *function, int line,
                       void *frame)
{
    Changer *c = user;
    (void)file, (void)function, (void)line, (void)frame;
    if (c->calls++ > 100)
        fail_msg("probes that probes add see the event without an end");
    Callbacks same = {.user = c, .function_entry = change_add};
    observe_callbacks(c->vm, &same);
}
static void change_raise(void *user, const char *file, const char *function, int line,
                         void *frame)
{
    (void)file, (void)function, (void)line, (void)frame;
    minipy_raise(((Changer *)user)->vm, "ValueError", "dropped");
}
static void remove_in_sink(void *user, const char *text, size_t size)
{
    Changer *c = user;
    (void)text, (void)size;
    c->calls++;
    minipy_observe_end(c->vm, c->id);
}
static void close_removes_the_next(void *user)
{
    Changer *c = user;
    c->closed++;
    minipy_observe_end(c->vm, c->id);
}

static void probes_change_the_list_of_probes(void **state)
{
    (void)state;
    Changer c = {.vm = vm_start()}, first = c;
    Callbacks probe = {
        .user = &c, .function_entry = change_remove_self, .close = change_closed};
    run_ok(c.vm, "def f(): return 1\n");
    c.id = observe_callbacks(c.vm, &probe);
    run_ok(c.vm, "f()\nf()\n");
    assert_int_equal(c.calls, 1);
    assert_int_equal(c.closed, 1);
    c.calls = 0;
    c.id = minipy_trace(c.vm, "calls", remove_in_sink, &c);
    run_ok(c.vm, "f()\n");
    assert_true(c.calls > 0);
    /* at the end of the vm, one close removes another */
    Callbacks one = {.user = &first, .close = close_removes_the_next},
              two = {.user = &first, .close = close_removes_the_next};
    observe_callbacks(c.vm, &one);
    first.id = observe_callbacks(c.vm, &two);
    assert_int_equal(minipy_free(c.vm), 0);
    assert_int_equal(first.closed, 2);
}

static const char counting[] =
    "python$target::f:function-entry { @[copyinstr(arg1)] = count(); }"
    "END { printf(\"end %s\\n\", $$1); }";

static void d_scripts(void **state)
{
    (void)state;
    char *out = calloc(1, 100000), *err = calloc(1, 100000);
    const char *words[] = {"-q", "-a", "one", "-n", counting, NULL};
    const char *wrong[] = {"-n", "function-entri { }", NULL};
    const char *over[] = {"-q", "-n", "BEGIN { trace(7); exit(0); }", NULL};
    MinipyVM *vm = vm_start(), *other = vm_start();
    int id = minipy_dscript(vm, words, sink, out, sink, err);
    assert_true(id > 0);
    assert_int_equal(minipy_dscript(other, words, sink, err, sink, err), 1);
    run_ok(vm, "def f():\n    pass\nf()\nf()\n");
    assert_string_equal(out, "");
    assert_int_equal(minipy_observe_end(vm, id), 0);
    assert_string_equal(out, "end one\n\n  f                                         "
                             "                        2\n");
    out[0] = err[0] = 0;
    run_ok(vm, "f()\n");
    assert_int_equal(minipy_dscript(vm, wrong, sink, out, sink, err), -2);
    assert_non_null(strstr(err, "Did you mean function-entry?"));
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(minipy_dscript(vm, over, sink, out, sink, err), 0);
    assert_string_equal(out, "7\n");
    minipy_free(vm);
    err[0] = 0;
    minipy_free(
        other); /* its end is the script's, which saw none of the first vm's calls */
    assert_string_equal(err, "end one\n\ndscript: -n:1: :f matched no function of the "
                             "program\n");
    free(out);
    free(err);
}

static void what_added_probes_add_waits(void **state)
{
    (void)state;
    Changer c = {.vm = vm_start()};
    Callbacks probe = {.user = &c, .function_entry = change_add};
    observe_callbacks(c.vm, &probe);
    run_ok(c.vm, "def f(): return 1\nf()\nf()\n");
    assert_int_equal(c.calls, 1 + 2 + 4); /* what is added sees the next event */
    minipy_free(c.vm);
}

static void what_a_probe_raises_is_dropped(void **state)
{
    (void)state;
    Changer c = {.vm = vm_start()};
    Callbacks probe = {.user = &c,
                       .function_entry = change_raise,
                       .function_return = change_raise,
                       .line = change_raise};
    observe_callbacks(c.vm, &probe);
    run_ok(c.vm, "def f(n): return 1 // n\nf(1)\n"
                 "try: f(0)\nexcept ZeroDivisionError as e: text = str(e)\n");
    assert_false(minipy_error_occurred(c.vm));
    expect_repr(c.vm, minipy_eval(c.vm, "text"),
                "'integer division or modulo by zero'");
    minipy_free(c.vm);
}

static void audit_hooks_in_python(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "import sys\nevents = []\nsys.addaudithook(lambda e, a: "
               "events.append((e, a)) if e.startswith('host') else None)\n");
    MinipyValue one = minipy_int(vm, 1), args = minipy_tuple(vm, &one, 1);
    assert_int_equal(minipy_audit(vm, "host.thing", args), 0);
    minipy_release(vm, args);
    expect_repr(vm, minipy_eval(vm, "events"), "[('host.thing', (1,))]");
    minipy_free(vm);
}

/* ---- observers ------------------------------------------------------------------- */

typedef struct Seen {
    MinipyVM *vm;
    int events[3], left[4], raising, wrong, closed, id, inner;
    MinipyAnswer answer;
    bool runs_python, raises, leaves;
    char names[200];
} Seen;

static void seen_closed(void *user)
{
    ((Seen *)user)->closed++;
}
static MinipyAnswer see(void *user, const MinipyEvent *event)
{
    Seen *s = user;
    s->wrong += event->struct_size != sizeof *event || event->vm != s->vm ||
                !event->code || !event->frame || event->kind > MINIPY_EVENT_LINE;
    s->events[event->kind]++;
    s->left[event->left]++;
    if (event->kind == MINIPY_EVENT_FUNCTION_ENTRY)
        strncat(strncat(s->names, event->code->qualname, 30), " ", 2);
    if (s->runs_python)
        run_ok(s->vm, "inner()\n");
    if (s->raises)
        minipy_raise(s->vm, "ValueError", "dropped");
    if (s->leaves) {
        assert_int_equal(minipy_observe_end(s->vm, s->id), 0);
        assert_int_equal(s->closed, 0);
    }
    return s->answer;
}

static const char observed[] =
    "class C:\n    def m(self):\n        return 1 // n\n"
    "def inner(): pass\n"
    "def g():\n    yield 1\n"
    "def run():\n    global n\n    for n in 1, 0:\n        try:\n            C().m()\n"
    "        except ZeroDivisionError as e:\n            assert e.args\n"
    "    assert list(g()) == [1]\n";
#define ALL_THREE                                                                      \
    (MINIPY_EVENT_BIT(FUNCTION_ENTRY) | MINIPY_EVENT_BIT(FUNCTION_RETURN) |            \
     MINIPY_EVENT_BIT(LINE))

/* Runs run() twice while it is observed, and once after. */
static Seen observe(Seen with, const MinipyObserver *like)
{
    Seen s = with;
    MinipyObserver o = *like;
    s.vm = vm_start();
    run_ok(s.vm, observed);
    o.struct_size = sizeof o;
    o.event = see;
    o.user = &s;
    o.close = seen_closed;
    s.id = minipy_observe(s.vm, &o);
    assert_true(s.id > 0);
    run_ok(s.vm, "run()");
    run_ok(s.vm, "run()");
    if (!s.leaves)
        assert_int_equal(minipy_observe_end(s.vm, s.id), 0);
    assert_int_equal(s.closed, 1);
    assert_int_equal(s.wrong, 0);
    int before = s.events[0] + s.events[1] + s.events[2];
    run_ok(s.vm, "run()");
    assert_int_equal(s.events[0] + s.events[1] + s.events[2], before);
    assert_false(minipy_error_occurred(s.vm));
    minipy_free(s.vm);
    return s;
}

static void an_observer_sees_what_it_names(void **state)
{
    (void)state;
    MinipyObserver all = {.kinds = ALL_THREE}, methods = all, lines = all;
    Seen s = observe((Seen){0}, &all);
    assert_string_equal(s.names, "<module> run C.m C.m g g <module> run C.m C.m g g ");
    assert_int_equal(s.left[MINIPY_LEFT_BY_YIELD], 2);
    assert_int_equal(s.left[MINIPY_LEFT_BY_EXCEPTION], 2);
    assert_int_equal(s.events[MINIPY_EVENT_FUNCTION_RETURN], 12);
    methods.names = "C.*,g,!g";
    s = observe((Seen){0}, &methods);
    assert_string_equal(s.names, "C.m C.m C.m C.m ");
    lines.kinds = MINIPY_EVENT_BIT(LINE);
    lines.modules = "__main__";
    lines.files = "!nothing";
    int count = observe((Seen){0}, &lines).events[MINIPY_EVENT_LINE];
    assert_int_equal(count, observe((Seen){0}, &all).events[MINIPY_EVENT_LINE]);
    lines.thread = 1;
    assert_int_equal(observe((Seen){0}, &lines).events[MINIPY_EVENT_LINE], 0);
}

static void an_observer_that_misbehaves(void **state)
{
    (void)state;
    MinipyObserver all = {.kinds = ALL_THREE};
    Seen plain = observe((Seen){0}, &all);
    const Seen hard[] = {{.raises = true}, {.runs_python = true, .raises = true}};
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        assert_memory_equal(observe(hard[i], &all).events, plain.events,
                            sizeof plain.events);
    assert_int_equal(observe((Seen){.leaves = true}, &all).events[0], 1);
}

static void a_silent_observer_hears_each_place_once(void **state)
{
    (void)state;
    MinipyObserver all = {.kinds = ALL_THREE};
    Seen s = observe((Seen){.answer = MINIPY_SILENT}, &all);
    /* two modules' bodies, run, C.m and both entries of g: the second is another line
     */
    assert_int_equal(s.events[MINIPY_EVENT_FUNCTION_ENTRY], 6);
    assert_int_equal(s.events[MINIPY_EVENT_LINE], 2 + 6 + 1 + 1);
}

static void an_observer_ends_the_run(void **state)
{
    (void)state;
    Seen s = {.vm = vm_start(), .answer = MINIPY_ABORT};
    MinipyObserver o = {.struct_size = sizeof o,
                        .kinds = MINIPY_EVENT_BIT(LINE),
                        .event = see,
                        .user = &s};
    assert_true(minipy_observe(s.vm, &o) > 0);
    /* Code that there is no memory to observe runs on. */
    assert_int_equal(minipy_limits_set(s.vm, 0, 30000000, 0), 0);
    assert_true(minipy_run_string(s.vm, "while True:\n    pass\n", "<endless>") < 0);
    assert_int_equal(minipy_stopped(s.vm), MINIPY_STOPPED_BY_HOST);
    minipy_error_clear(s.vm);
    minipy_free(s.vm);
}

static MinipyAnswer look_around(void *user, const MinipyEvent *event)
{
    Seen *s = user;
    MinipyFrame frames[4];
    size_t n = minipy_stack_walk(s->vm, frames, 4);
    if (strcmp(event->code->name, "leaf") != 0)
        return MINIPY_GO_ON;
    assert_int_equal(n, 3);
    assert_ptr_equal(frames[0].frame, event->frame);
    assert_string_equal(frames[1].code->qualname, "outer");
    assert_int_equal(frames[1].line, 4);
    assert_int_equal(frames[2].line, 5);
    MinipyValue locals = minipy_frame_locals(s->vm, &frames[0]);
    expect_repr(s->vm, locals, "{'x': 41}");
    s->inner++;
    return MINIPY_GO_ON;
}

static void a_callback_looks_around(void **state)
{
    (void)state;
    Seen s = {.vm = vm_start()};
    MinipyObserver o = {.struct_size = sizeof o,
                        .kinds = MINIPY_EVENT_BIT(FUNCTION_ENTRY),
                        .event = look_around,
                        .user = &s};
    assert_int_equal(minipy_stack_walk(s.vm, NULL, 3), 0);
    assert_true(minipy_observe(s.vm, &o) > 0);
    run_ok(s.vm, "def leaf(x):\n    return x\ndef outer():\n    leaf(41)\nouter()\n");
    assert_int_equal(s.inner, 1);
    minipy_free(s.vm);
}

static void bad_observers(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyObserver o = {.struct_size = sizeof o, .kinds = ALL_THREE, .event = see};
    MinipyObserver bad[] = {o, o, o};
    bad[0].struct_size = 8;
    bad[1].event = NULL;
    bad[2].kinds = ~UINT64_C(0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(minipy_observe(vm, &bad[i]), -1);
        expect_error(vm, "SystemError");
    }
    int last = 0;
    for (int i = 0; i < 64; i++)
        assert_true((last = minipy_observe(vm, &o)) > 0);
    assert_int_equal(minipy_observe(vm, &o), -1);
    assert_int_equal(minipy_observe_end(vm, last), 0);
    assert_true(minipy_observe(vm, &o) > 0);
    assert_int_equal(minipy_free(vm), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_observer_sees_what_it_names),
        cmocka_unit_test(an_observer_that_misbehaves),
        cmocka_unit_test(a_silent_observer_hears_each_place_once),
        cmocka_unit_test(an_observer_ends_the_run),
        cmocka_unit_test(a_callback_looks_around),
        cmocka_unit_test(bad_observers),
        cmocka_unit_test(entry_and_return),
        cmocka_unit_test(returns_by_exception),
        cmocka_unit_test(generators_enter_and_leave),
        cmocka_unit_test(lines),
        cmocka_unit_test(collections),
        cmocka_unit_test(python_code_between_the_phases_of_a_collection),
        cmocka_unit_test(imports),
        cmocka_unit_test(calls_of_c_and_exceptions),
        cmocka_unit_test(objects_and_marks),
        cmocka_unit_test(waits_for_locks),
        cmocka_unit_test(several_probes_at_once),
        cmocka_unit_test(a_probe_sees_its_own_vm_only),
        cmocka_unit_test(printed_trace),
        cmocka_unit_test(audit_hooks_in_c),
        cmocka_unit_test(an_audit_hook_refuses),
        cmocka_unit_test(an_audit_hook_that_accepts_and_raises),
        cmocka_unit_test(views_write_to_files_and_complain),
        cmocka_unit_test(probes_change_the_list_of_probes),
        cmocka_unit_test(d_scripts),
        cmocka_unit_test(what_added_probes_add_waits),
        cmocka_unit_test(what_a_probe_raises_is_dropped),
        cmocka_unit_test(audit_hooks_in_python),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
