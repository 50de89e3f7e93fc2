/* The gate's requests and the list of in-process consumers, without an interpreter.
 * Kernel tracers and the whole streams are tests/probes/run.py's. */
/* clang-format off: cmocka.h wants these first */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "probes/report.h"
#include "probes/trace.h"
#include "tests/probes/host.h"

static uint64_t requests_up(void)
{
    return gate_word / (GATE_LANE_REQUEST & -GATE_LANE_REQUEST);
}

static void test_word_is_zero_at_start(void **state)
{
    (void)state;
    assert_false(gate_is_raised());
}

static void test_first_flag_raises_and_last_lowers(void **state)
{
    (void)state;
    GateRequests requests = {0};
    gate_requests_set(&requests, GATE_REQUEST_GC);
    gate_requests_set(&requests, GATE_REQUEST_SIGNAL | GATE_REQUEST_GC);
    assert_int_equal(requests_up(), 1);
    assert_int_equal(gate_requests_clear(&requests, GATE_REQUEST_GC), GATE_REQUEST_GC);
    assert_int_equal(requests_up(), 1);
    assert_int_equal(gate_requests_clear(&requests, GATE_REQUEST_GC), 0);
    assert_int_equal(gate_requests_clear(&requests, UINT32_MAX), GATE_REQUEST_SIGNAL);
    assert_int_equal(requests_up(), 0);
    gate_requests_set(&requests, 0);
    assert_false(gate_is_raised());
}

static void test_vms_are_counted(void **state)
{
    (void)state;
    GateRequests one = {0}, other = {0};
    gate_requests_set(&one, GATE_REQUEST_INTERRUPT);
    gate_requests_set(&other, GATE_REQUEST_GC);
    assert_int_equal(requests_up(), 2);
    assert_int_equal(gate_requests_get(&one), GATE_REQUEST_INTERRUPT);
    gate_requests_clear(&one, UINT32_MAX);
    assert_true(gate_is_raised());
    gate_requests_clear(&other, UINT32_MAX);
    assert_false(gate_is_raised());
}

/* A consumer that counts, and may change the list while it is called. */
typedef struct Counter {
    ProbeConsumers *consumers;
    int entries, lines, closed;
    int remove_id; /* removed by the first entry */
    bool add;      /* a second of its kind is added by the first entry */
} Counter;

static void count_close(void *user)
{
    ((Counter *)user)->closed++;
}

static ProbeAnswer count(void *user, const ProbeEvent *event);

static int count_with(Counter *counter, uint64_t kinds)
{
    ProbeObserver o = {
        .kinds = kinds, .event = count, .user = counter, .close = count_close};
    return probe_observe(counter->consumers, &o);
}

static ProbeAnswer count(void *user, const ProbeEvent *event)
{
    Counter *counter = user;
    counter->lines += event->kind == PROBE_line;
    if (event->kind != PROBE_function_entry)
        return PROBE_GO_ON;
    counter->entries++;
    /* reported from within a callback: to nobody */
    probes_function_entry(counter->consumers, "file.py", "function", 1,
                          (void *)(uintptr_t)event->frame);
    if (counter->remove_id != 0)
        probe_consumers_remove(counter->consumers, counter->remove_id);
    counter->remove_id = 0;
    if (counter->add) {
        counter->add = false;
        count_with(counter, PROBE_BIT(function_entry));
    }
    return PROBE_GO_ON;
}

static void fire(ProbeConsumers *consumers)
{
    int frame;
    probes_function_entry(consumers, "file.py", "function", 1, &frame);
    probes_line(consumers, "file.py", NULL, 2, &frame);
}

static int aborts;

static void host_abort(void *vm)
{
    (void)vm;
    aborts++;
}

static int changes;

static void host_changed(void *vm)
{
    (void)vm;
    changes++;
}

static const ProbeHost host = HOST(.abort = host_abort, .changed = host_changed);

static void test_consumers_leave_the_gate_alone(void **state)
{
    (void)state;
    GateRequests requests = {0};
    ProbeConsumers list;
    probe_consumers_init(&list, &requests, &host);
    Counter counter = {.consumers = &list}, other = {.consumers = &list};
    int id = count_with(&counter, PROBE_BIT(function_entry));
    assert_true(id > 0);
    int more =
        count_with(&other, PROBE_BIT(generator_yield) | PROBE_BIT(cfunction_entry) |
                               PROBE_BIT(exception_raise));
    assert_int_equal(changes, 2);   /* the host sees to what they need, in its vm: */
    assert_false(gate_is_raised()); /* no other learns of it */
    assert_int_equal(probe_consumers_remove(&list, more), 0);
    assert_true(probes_function_entry_wanted(&list));
    assert_int_equal(list.wanted, 1u << PROBE_function_entry);
    fire(&list);
    assert_int_equal(counter.entries, 1);
    assert_int_equal(counter.lines, 0);
    assert_int_equal(probe_consumers_remove(&list, id), 0);
    assert_int_equal(probe_consumers_remove(&list, id), -1);
    assert_int_equal(counter.closed, 1);
    assert_false(gate_is_raised());
    fire(&list);
    assert_int_equal(counter.entries, 1);
}

static void test_rare_events_leave_the_loop_alone(void **state)
{
    (void)state;
    GateRequests requests = {0};
    ProbeConsumers list;
    probe_consumers_init(&list, &requests, &host);
    assert_int_equal(probe_trace_start(&list, "gc,imports,audit", NULL, NULL, NULL), 1);
    assert_false(gate_is_raised());
    assert_true(probes_gc_start_wanted(&list));
    probe_consumers_fini(&list);
    assert_int_equal(list.wanted, 0);
}

static void test_list_changes_under_a_callback(void **state)
{
    (void)state;
    GateRequests requests = {0};
    ProbeConsumers list;
    probe_consumers_init(&list, &requests, &host);
    Counter first = {.consumers = &list, .add = true}, second = {.consumers = &list};
    first.remove_id = count_with(&first, PROBE_BIT(function_entry));
    count_with(&second, PROBE_BIT(line));
    fire(&list); /* the first removes itself and adds another, which sees the next */
    assert_int_equal(first.entries, 1);
    assert_int_equal(first.closed, 1);
    assert_int_equal(second.lines, 1);
    fire(&list);
    assert_int_equal(first.entries, 2);
    assert_int_equal(second.lines, 2);
    probe_consumers_fini(&list);
    assert_int_equal(first.closed, 2);
    assert_int_equal(second.closed, 1);
    assert_null(list.first);
    assert_false(gate_is_raised());
}

/* ---- observers ------------------------------------------------------------------- */

typedef struct Watcher {
    ProbeConsumers *consumers;
    ProbeEvent last;
    int events, closed, id;
    ProbeAnswer answer;
    bool leave, add;
} Watcher;

static void watcher_closes(void *user)
{
    ((Watcher *)user)->closed++;
}

static ProbeAnswer watch(void *user, const ProbeEvent *event)
{
    Watcher *w = user;
    w->last = *event;
    w->events++;
    if (w->leave)
        assert_int_equal(probe_consumers_remove(w->consumers, w->id), 0);
    if (w->add) {
        ProbeObserver same = {.kinds = PROBE_BIT(line), .event = watch, .user = w};
        w->id = probe_observe(w->consumers, &same);
        w->add = false;
    }
    assert_int_equal(w->closed, 0);
    return w->answer;
}

static int watch_with(Watcher *w, uint64_t kinds, ProbeFilter filter)
{
    ProbeObserver o = {.kinds = kinds,
                       .event = watch,
                       .filter = filter,
                       .user = w,
                       .close = watcher_closes};
    return w->id = probe_observe(w->consumers, &o);
}

static void test_an_observer_is_told_where(void **state)
{
    (void)state;
    GateRequests requests = {0};
    ProbeConsumers list;
    probe_consumers_init(&list, &requests, &host);
    Watcher w = {.consumers = &list};
    assert_true(watch_with(&w, PROBE_BIT(function_entry) | PROBE_BIT(gc_done),
                           (ProbeFilter){0}) > 0);
    int frame;
    probes_function_entry(&list, "file.py", "name", 7, &frame);
    assert_int_equal(w.events, 1);
    assert_int_equal(w.last.size, sizeof w.last);
    assert_int_equal(w.last.kind, PROBE_function_entry);
    assert_int_equal(w.last.line, 7);
    assert_ptr_equal(w.last.frame, &frame);
    assert_string_equal(w.last.code->qualname, "Class.name");
    ProbeValue values[PROBE_ARGS_MAX];
    probe_event_args(&w.last, values);
    assert_string_equal(values[0].text, "file.py");
    assert_int_equal(values[2].number, 7);
    assert_ptr_equal(values[3].address, &frame);
    probes_line(&list, "file.py", "name", 8, &frame);
    assert_int_equal(w.events, 1);
    probes_gc_done(&list, -5);
    assert_int_equal(w.events, 2);
    assert_int_equal(w.last.args[0].number, -5);
    assert_int_equal(probe_consumers_remove(&list, w.id), 0);
    assert_int_equal(w.closed, 1);
    assert_false(gate_is_raised());
    probe_consumers_fini(&list);
}

static int passes(ProbeFilter filter)
{
    GateRequests requests = {0};
    ProbeConsumers list;
    probe_consumers_init(&list, &requests, &host);
    Watcher w = {.consumers = &list};
    watch_with(&w, PROBE_BIT(line), filter);
    for (int i = 0; i < 2; i++)
        probes_line(&list, "file.py", "name", 8, &filter);
    probe_consumers_fini(&list);
    assert_int_equal(w.closed, 1);
    assert_int_equal(w.events % 2, 0);
    return w.events / 2;
}

static void test_filters_of_observers(void **state)
{
    (void)state;
    uint64_t here = (uint64_t)pthread_self();
    assert_int_equal(passes((ProbeFilter){.files = "*.py"}), 1);
    assert_int_equal(passes((ProbeFilter){.files = "other.py,file.py"}), 1);
    assert_int_equal(passes((ProbeFilter){.files = "*,!file.*"}), 0);
    assert_int_equal(passes((ProbeFilter){.files = "!other.py"}), 1);
    assert_int_equal(passes((ProbeFilter){.modules = "mod"}), 0);
    assert_int_equal(passes((ProbeFilter){.modules = "mod*", .names = "Class.*"}), 1);
    assert_int_equal(passes((ProbeFilter){.modules = "mod*", .names = "name"}), 0);
    assert_int_equal(passes((ProbeFilter){.files = "", .names = ""}), 1);
    assert_int_equal(passes((ProbeFilter){.thread = here}), 1);
    assert_int_equal(passes((ProbeFilter){.thread = here + 1}), 0);
}

static void test_observers_answer(void **state)
{
    (void)state;
    GateRequests requests = {0};
    ProbeConsumers list;
    probe_consumers_init(&list, &requests, &host);
    Watcher silent = {.consumers = &list, .answer = PROBE_SILENT};
    Watcher leaving = {.consumers = &list, .leave = true};
    Watcher adding = {.consumers = &list, .add = true};
    watch_with(&silent, PROBE_BIT(line) | PROBE_BIT(function_entry), (ProbeFilter){0});
    watch_with(&leaving, PROBE_BIT(line), (ProbeFilter){0});
    watch_with(&adding, PROBE_BIT(line), (ProbeFilter){0});
    for (int round = 0; round < 3; round++)
        for (int line = 1; line <= 100; line++)
            probes_line(&list, "file.py", "name", line, &list);
    assert_int_equal(silent.events, 100);
    probes_function_entry(&list, "file.py", "name", 1, &list);
    assert_int_equal(silent.events, 101);
    assert_int_equal(leaving.events, 1);
    assert_int_equal(leaving.closed, 1);
    assert_int_equal(adding.events, 300 + 299); /* what is added sees the next */
    Watcher abort = {.consumers = &list, .answer = PROBE_ABORT};
    watch_with(&abort, PROBE_BIT(gc_start), (ProbeFilter){0});
    probes_gc_start(&list, 2);
    assert_int_equal(aborts, 1);
    probe_consumers_fini(&list);
}

static void test_the_clock(void **state)
{
    (void)state;
    uint64_t last = probe_now(), begin = last;
    for (int i = 0; last - begin < 50000000; i++) {
        struct timespec t;
        uint64_t now = probe_now();
        clock_gettime(CLOCK_MONOTONIC, &t);
        uint64_t real = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
        assert_true(now >= last && now <= real + 100000);
        last = now;
    }
    assert_true(probe_cpu_now() > 0);
}

typedef struct Text {
    char bytes[512];
    size_t length;
} Text;

static void append(void *user, const char *text, size_t length)
{
    Text *into = user;
    assert_true(into->length + length < sizeof into->bytes);
    memcpy(into->bytes + into->length, text, length);
    into->length += length;
}

static void test_names_that_are_null(void **state)
{
    (void)state;
    GateRequests requests = {0};
    ProbeConsumers list;
    Text text = {0};
    probe_consumers_init(&list, &requests, &host);
    assert_int_equal(probe_trace_start(&list, "all", append, &text, NULL), 1);
    probes_function_return(&list, NULL, NULL, 3, NULL);
    assert_non_null(strstr(text.bytes, "\tfunction-return:file.py:name:3\n"));
    probes_import_done(&list, NULL, 0);
    assert_non_null(strstr(text.bytes, "\timport-find-load-done::0\n"));
    probe_consumers_fini(&list);
}

static void test_sites_fire_without_a_tracer(void **state)
{
    (void)state;
    probe_function_entry(NULL, NULL, -1, NULL);
    probe_function_return("", "", 0, NULL);
    probe_line("file.py", "function", 1, NULL);
    probe_gc_start(2);
    probe_gc_done(-1);
    probe_import_start(NULL);
    probe_import_done("name", 1);
    probe_audit("event", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_word_is_zero_at_start),
        cmocka_unit_test(test_first_flag_raises_and_last_lowers),
        cmocka_unit_test(test_vms_are_counted),
        cmocka_unit_test(test_consumers_leave_the_gate_alone),
        cmocka_unit_test(test_rare_events_leave_the_loop_alone),
        cmocka_unit_test(test_list_changes_under_a_callback),
        cmocka_unit_test(test_an_observer_is_told_where),
        cmocka_unit_test(test_filters_of_observers),
        cmocka_unit_test(test_observers_answer),
        cmocka_unit_test(test_the_clock),
        cmocka_unit_test(test_names_that_are_null),
        cmocka_unit_test(test_sites_fire_without_a_tracer),
    };
    return cmocka_run_group_tests_name("gate and consumers", tests, NULL, NULL);
}
