/* minipy.c - the tasks in minipy, by minipy.h. */
#include "driver.h"

#include <stddef.h>
#include <string.h>

#include "minipy.h"

static MinipyVM *vm;
static MinipyValue add, same, fail, point, list, dict;

static MinipyValue sure(MinipyValue v)
{
    if (v == MINIPY_NULL)
        die(minipy_error_text(vm));
    return v;
}

static void done(int result)
{
    if (result < 0)
        die(minipy_error_text(vm));
}

static int64_t as_int(MinipyValue v)
{
    int64_t i = 0;
    done(minipy_as_int(vm, sure(v), &i));
    minipy_release(vm, v);
    return i;
}

static MinipyValue new_list(void)
{
    MinipyValue made = sure(minipy_list(vm, NULL, 0));
    for (int i = 0; i < ITEMS; i++) {
        MinipyValue v = minipy_int(vm, i);
        done(minipy_list_append(vm, made, v));
        minipy_release(vm, v);
    }
    return made;
}

static MinipyValue new_dict(void)
{
    MinipyValue made = sure(minipy_dict(vm));
    for (int i = 0; i < ITEMS; i++) {
        MinipyValue v = minipy_int(vm, i);
        done(minipy_setitem_str(vm, made, keys[i], v));
        minipy_release(vm, v);
    }
    return made;
}

/* ---- what the script gets -------------------------------------------------------- */

static MinipyValue add_c(MinipyVM *m, void *user, const MinipyValue *args, size_t n)
{
    int64_t a = 0, b = 2;
    (void)user, (void)n;
    if (minipy_as_int(m, args[0], &a) < 0 || minipy_as_int(m, args[1], &b) < 0)
        return MINIPY_NULL;
    return minipy_int(m, a + b);
}

static const MinipyMethod add_c_named = {"add_c_named", add_c, "(a, b)", .user = NULL};

typedef struct Counter {
    int64_t total;
} Counter;
static const MinipyType counter;

static MinipyValue counter_add(MinipyVM *m, void *user, const MinipyValue *args,
                               size_t n)
{
    Counter *c = minipy_data(m, args[0], &counter);
    int64_t by = 0;
    (void)user, (void)n;
    if (!c || minipy_as_int(m, args[1], &by) < 0)
        return MINIPY_NULL;
    return minipy_int(m, c->total += by);
}

static const MinipyMethod counter_methods[] = {
    {"add", counter_add, "(self, by, /)", .user = NULL}, {0}};
static const MinipyType counter = {
    .name = "host.Counter", .size = sizeof(Counter), .methods = counter_methods};

static MinipyVM *new_vm(void)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.isolated = config.no_site = true;
    MinipyVM *made = minipy_new(&config);
    if (!made)
        die("minipy_new failed");
    return made;
}

static void give(MinipyValue main_module, const char *name, MinipyValue v)
{
    done(minipy_setattr(vm, main_module, name, sure(v)));
    minipy_release(vm, v);
}

void host_start(void)
{
    vm = new_vm();
    MinipyValue main_module = sure(minipy_main_module(vm));
    give(main_module, "add_c", minipy_function(vm, "add_c", add_c, NULL));
    give(main_module, "add_c_named", minipy_function_new(vm, &add_c_named));
    give(main_module, "Counter", minipy_type(vm, &counter, MINIPY_NULL));
    done(minipy_run_string(vm, python_script, "script.py"));
    add = sure(minipy_getattr(vm, main_module, "add"));
    same = sure(minipy_getattr(vm, main_module, "same"));
    fail = sure(minipy_getattr(vm, main_module, "fail"));
    point = sure(minipy_getattr(vm, main_module, "point"));
    list = new_list();
    dict = new_dict();
}

static int64_t answer(MinipyVM *m)
{
    int64_t i = 0;
    MinipyValue v = minipy_eval(m, "6 * 7");
    if (v == MINIPY_NULL || minipy_as_int(m, v, &i) < 0)
        die(minipy_error_text(m));
    minipy_release(m, v);
    return i;
}

void host_more(void)
{
    answer(new_vm());
}

int64_t host_first(void)
{
    return answer(new_vm());
}

/* ---- calls ----------------------------------------------------------------------- */

static int64_t call(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        MinipyValue args[] = {minipy_int(vm, i), minipy_int(vm, 2)};
        total += as_int(minipy_call(vm, add, args, 2));
        minipy_release(vm, args[0]);
        minipy_release(vm, args[1]);
    }
    return total;
}

static int64_t call_named(long n)
{
    static const char *const names[] = {"b", NULL};
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        MinipyValue args[] = {minipy_int(vm, i), minipy_int(vm, 2)};
        total += as_int(minipy_call_kw(vm, add, args, 1, names));
        minipy_release(vm, args[0]);
        minipy_release(vm, args[1]);
    }
    return total;
}

static int64_t call_raises(long n)
{
    int64_t caught = 0;
    for (long i = 0; i < n; i++) {
        if (minipy_call(vm, fail, NULL, 0) != MINIPY_NULL)
            die("fail() did not");
        MinipyValue e = sure(minipy_error_take(vm));
        caught++;
        minipy_release(vm, e);
    }
    return caught;
}

static int64_t text(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        size_t size;
        MinipyValue s = sure(minipy_str(vm, "a text of thirty-two characters.", 32));
        MinipyValue r = sure(minipy_call(vm, same, &s, 1));
        total += minipy_as_str(vm, r, &size)[size - 1];
        minipy_release(vm, r);
        minipy_release(vm, s);
    }
    return total;
}

/* A function of the script, which does it n times. */
static int64_t in_script(const char *name, long n)
{
    MinipyValue main_module = sure(minipy_main_module(vm)), times = minipy_int(vm, n);
    MinipyValue r = sure(minipy_call_method(vm, main_module, name, &times, 1));
    minipy_release(vm, times);
    minipy_release(vm, main_module);
    return as_int(r);
}

static int64_t into_c(long n)
{
    return in_script("into_c", n);
}
static int64_t into_c_named(long n)
{
    return in_script("into_c_named", n);
}
static int64_t into_method(long n)
{
    return in_script("into_method", n);
}

/* ---- fields, items, containers --------------------------------------------------- */

static int64_t get_field(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        total += as_int(minipy_getattr(vm, point, "x"));
    return total;
}

static int64_t set_field(long n)
{
    for (long i = 0; i < n; i++) {
        MinipyValue v = minipy_int(vm, 1);
        done(minipy_setattr(vm, point, "x", v));
        minipy_release(vm, v);
    }
    return n;
}

static int64_t get_item(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        total += as_int(minipy_getitem_at(vm, list, i % ITEMS));
    return total;
}

static int64_t get_key(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        total += as_int(minipy_getitem_str(vm, dict, keys[i % ITEMS]));
    return total;
}

static int64_t set_key(long n)
{
    for (long i = 0; i < n; i++) {
        MinipyValue v = minipy_int(vm, i % ITEMS);
        done(minipy_setitem_str(vm, dict, keys[i % ITEMS], v));
        minipy_release(vm, v);
    }
    return n;
}

static int64_t build_list(long n)
{
    for (long i = 0; i < n; i++)
        minipy_release(vm, new_list());
    return n;
}

static int64_t build_dict(long n)
{
    for (long i = 0; i < n; i++)
        minipy_release(vm, new_dict());
    return n;
}

static int64_t walk_dict(long n)
{
    int64_t total = 0, k;
    for (long i = 0; i < n; i++) {
        MinipyValue v;
        for (size_t pos = 0; minipy_dict_next(vm, dict, &pos, NULL, &v) > 0;) {
            done(minipy_as_int(vm, v, &k));
            total += k;
        }
    }
    return total;
}

/* ---- events ---------------------------------------------------------------------- */

static MinipyAnswer count(void *user, const MinipyEvent *event)
{
    (void)user, (void)event;
    seen++;
    return MINIPY_GO_ON;
}

static MinipyAnswer name(void *user, const MinipyEvent *event)
{
    (void)user;
    used += event->code->filename[0] + event->code->name[0] + event->line;
    seen++;
    return MINIPY_GO_ON;
}

static int64_t listened(MinipyAnswer (*event)(void *, const MinipyEvent *),
                        uint64_t kinds, const char *function, long n)
{
    const MinipyObserver observer = {
        .struct_size = sizeof observer, .kinds = kinds, .event = event};
    int id = minipy_observe(vm, &observer);
    done(id);
    int64_t r = in_script(function, n);
    done(minipy_observe_end(vm, id));
    return r;
}

#define CALLS (MINIPY_EVENT_BIT(FUNCTION_ENTRY) | MINIPY_EVENT_BIT(FUNCTION_RETURN))

static int64_t calls(long n)
{
    return in_script("calls", n);
}
static int64_t calls_counted(long n)
{
    return listened(count, CALLS, "calls", n);
}
static int64_t calls_named(long n)
{
    return listened(name, CALLS, "calls", n);
}
static int64_t lines(long n)
{
    return in_script("lines", n);
}
static int64_t lines_counted(long n)
{
    return listened(count, MINIPY_EVENT_BIT(LINE), "lines", n);
}
static int64_t lines_named(long n)
{
    return listened(name, MINIPY_EVENT_BIT(LINE), "lines", n);
}

/* ---- life ------------------------------------------------------------------------ */

static int64_t made_and_freed(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        MinipyVM *made = new_vm();
        total += answer(made);
        minipy_free(made);
    }
    return total;
}

const Task tasks[] = {TASKS(TASK_ROW){NULL, NULL}};
const Task alone[] = {{NULL, NULL}};
