/* look.c - see look.h. The counterpart from outside is probes/scripts/minipy_spy. */
#include "vm/attach/look.h"

#include "probes/views/view.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/eval/frame.h"
#include "vm/memory/memstate.h"
#include "vm/objects/cell.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"
#include "vm/threads/thread.h"
#include "vm/types/shape.h"

enum { FRAMES_MOST = 1000, LOCALS_MOST = 100, CLASSES_SHOWN = 10 };

/* ---- threads as Python knows them ------------------------------------------------ */

/* The instance's own attribute of that name, which needs not be interned; VALUE_NULL.
 */
static Value attribute(MinipyVM *vm, Value v, const char *name)
{
    if (!v || !value_is_obj(v) || !(value_obj(v)->type->flags & TYPE_HAS_INST))
        return VALUE_NULL;
    InstHead *head = inst_head(value_obj(v));
    if (!head->shape)
        return head->u.dict
                   ? dict_get_cstr_borrow(vm, value_from_obj(head->u.dict), name)
                   : VALUE_NULL;
    for (int i = 0; i < head->shape->count; i++)
        if (str_equal_ascii(head->shape->keys[i], name))
            return head->u.values[i];
    return VALUE_NULL;
}

/* threading's object of the thread, if the program has imported it. */
static Value thread_object(MinipyVM *vm, pthread_t id)
{
    Value module = dict_get_cstr_borrow(vm, vm->modules, "threading"), key, thread;
    Value active =
        module && value_is_kind(module, KIND_MODULE)
            ? dict_get_cstr_borrow(vm, value_from_obj(MODULE(module)->dict), "_active")
            : VALUE_NULL;
    int64_t pos = 0;
    if (active && value_is_kind(active, KIND_DICT))
        while (dict_next(active, &pos, &key, &thread))
            if (key == value_from_imm((int64_t)id))
                return thread;
    return VALUE_NULL;
}

static void put_thread(MinipyVM *vm, Words *words, const Thread *t, bool running)
{
    Value object = thread_object(vm, t->pthread), tid, name = VALUE_NULL;
    bool known =
        object && (tid = attribute(vm, object, "_native_id")) && value_is_int_imm(tid);
    if (known)
        words_putf(words, "thread %lld", (long long)value_imm(tid));
    else if (t == vm->threads->main)
        words_putf(words, "thread %ld", (long)vm->maker);
    else
        words_putf(words, "thread #%llu of the vm", (unsigned long long)t->serial);
    name = attribute(vm, object, "_name");
    if (name && value_is_str(name)) {
        words_put(words, " \"");
        words_put_str(words, name);
        words_put(words, "\"");
    }
    words_put(words, running ? ": running\n" : ": waiting\n");
}

/* ---- frames ---------------------------------------------------------------------- */

/* What a variable holds; VALUE_NULL: nothing. */
static Value variable(const Frame *f, int i)
{
    Value v = f->fast[i];
    bool cell = f->code->localspluskinds[i] & (LOCAL_CELL | LOCAL_FREE);
    return cell && v && value_is_kind(v, KIND_CELL) ? CELL(v)->value : v;
}

static void put_locals(MinipyVM *vm, Words *words, const Frame *f)
{
    for (int i = 0; i < f->code->nlocalsplus; i++) {
        Value v = variable(f, i);
        if (!v)
            continue;
        if (i >= LOCALS_MOST) {
            words_put(words, "      ...\n");
            return;
        }
        words_put(words, "      ");
        words_put_str(words, tuple_get_borrow(f->code->localsplusnames, i));
        words_put(words, " = ");
        words_put_value(words, vm, v);
        words_put(words, "\n");
    }
}

static void put_frame(MinipyVM *vm, Words *words, const Frame *f, bool locals)
{
    int unit = frame_unit(f);
    int line = unit < 0 ? f->code->firstlineno : frame_lineno(f);
    words_put(words, "  ");
    words_put_str(words, f->code->filename);
    if (line >= 0)
        words_putf(words, ":%d ", line);
    else
        words_put(words, ":? ");
    words_put_str(words, f->code->qualname);
    words_put(words, "\n");
    if (locals)
        put_locals(vm, words, f);
}

void look_stacks(MinipyVM *vm, Words *words, bool locals, pthread_t running)
{
    for (Thread *t = vm->threads->first; t; t = t->next) {
        put_thread(vm, words, t, running && pthread_equal(t->pthread, running));
        Frame *f = frame_shown(thread_frame(vm, t));
        if (!f)
            words_put(words, "  (no Python frame)\n");
        for (int n = 0; f; f = frame_shown(f->prev)) {
            if (n++ == FRAMES_MOST) {
                words_put(words, "  ...\n");
                break;
            }
            put_frame(vm, words, f, locals);
        }
    }
}

/* ---- figures --------------------------------------------------------------------- */

static int64_t list_length(const GcHead *head)
{
    int64_t n = 0;
    for (const GcHead *g = head->next; g != head; g = g->next)
        n++;
    return n;
}

void look_gc(MinipyVM *vm, Words *words)
{
    const GcState *gc = &vm->gc;
    words_putf(words, "automatic collections are %s\n", gc->enabled ? "on" : "off");
    words_putf(words, "%-11s %10s %10s %10s %12s %12s %14s\n", "generation", "objects",
               "threshold", "count", "collections", "collected", "uncollectable");
    for (int i = 0; i < GC_GENERATIONS; i++)
        words_putf(words, "%-11d %10lld %10d %10d %12lld %12lld %14lld\n", i,
                   (long long)list_length(&gc->gen[i].head), gc->gen[i].threshold,
                   gc->gen[i].count, (long long)gc->gen[i].collections,
                   (long long)gc->gen[i].collected,
                   (long long)gc->gen[i].uncollectable);
    words_putf(words, "%-11s %10lld\n", "frozen", (long long)list_length(&gc->frozen));
}

typedef struct ClassCount {
    const TypeObj *type;
    uint64_t count;
} ClassCount;

/* The objects that the collector knows, by class; the map's values are counts. */
static void count_classes(ViewMap *classes, GcHead *head)
{
    for (GcHead *g = head->next; g != head; g = g->next) {
        void **slot = view_map_at(classes, VIEW_KEY(gc_object(g)->type), 0);
        if (slot)
            *slot = (char *)*slot + 1;
    }
}

/* Into its place among the largest, the last of which falls out. */
static void rank(ClassCount *most, ClassCount one)
{
    for (int i = 0; i < CLASSES_SHOWN; i++)
        if (one.count > most[i].count) {
            ClassCount next = most[i];
            most[i] = one;
            one = next;
        }
}

static void put_classes(MinipyVM *vm, Words *words)
{
    ViewMap classes = {NULL, 0, 0};
    ClassCount most[CLASSES_SHOWN] = {{NULL, 0}};
    for (int i = 0; i < GC_GENERATIONS; i++)
        count_classes(&classes, &vm->gc.gen[i].head);
    count_classes(&classes, &vm->gc.frozen);
    for (size_t i = 0; i < classes.room; i++)
        if (classes.slots[i].a)
            rank(most, (ClassCount){(const TypeObj *)(uintptr_t)classes.slots[i].a,
                                    VIEW_KEY(classes.slots[i].value)});
    words_put(words, "objects that the collector knows, by class:\n");
    for (int i = 0; i < CLASSES_SHOWN && most[i].type; i++) {
        words_putf(words, "  %10llu  ", (unsigned long long)most[i].count);
        words_put_type(words, vm, most[i].type);
        words_put(words, "\n");
    }
    view_map_free(&classes, NULL);
}

static int count_threads(MinipyVM *vm)
{
    int n = 0;
    for (Thread *t = vm->threads->first; t; t = t->next)
        n++;
    return n;
}

void look_memory(MinipyVM *vm, Words *words)
{
    words_putf(words, "memory of the vm  %14zu bytes\n", mem_bytes(vm));
    if (vm->settings.memory_limit)
        words_putf(words, "its limit         %14llu bytes\n",
                   (unsigned long long)vm->settings.memory_limit);
    words_putf(words, "modules           %14lld\nthreads           %14d\n",
               (long long)dict_size(vm->modules), count_threads(vm));
    put_classes(vm, words);
}
