/* queue.c - the module _queue: SimpleQueue, which threads, signal handlers and
 * finalizers may put into at any time.
 *
 * Items live in a ring of `capacity` cells (a power of two) from `head` on, which the
 * vm's lock protects: nothing here runs Python code between a look at the ring and its
 * change. Who finds it empty sleeps in a line, from which put() wakes the first.
 * Rejected: a semaphore that counts the items, two atomic operations for what the vm's
 * lock orders already.
 */
#include "stdlib/seconds.h"
#include "stdlib/threads/thread_private.h"
#include "vm/objects/generic_alias.h"
#include "vm/threads/signals.h"
#include "vm/types/object_type.h"

typedef struct QueueObj {
    Object ob;
    Value *ring; /* owned; NULL while capacity is 0 */
    int64_t capacity, head, size;
    ThreadLine line; /* who waits for an item */
} QueueObj;
#define QUEUE(v) ((QueueObj *)(uintptr_t)(v))

static const ErrorClass empty_error = {
    .module = "_queue",
    .name = "Empty",
    .base = EXC_Exception,
    .doc = "Exception raised by Queue.get(block=0)/get_nowait()."};

/* ---- the ring -------------------------------------------------------------------- */

enum { FIRST_ROOM = 8 };

static inline Value *cell(QueueObj *q, int64_t i)
{
    return &q->ring[(q->head + i) & (q->capacity - 1)];
}

/* Moves the items into a ring of that many cells. -1: MemoryError. */
static int resize(MinipyVM *vm, QueueObj *q, int64_t capacity)
{
    if (capacity > (int64_t)(PTRDIFF_MAX / sizeof(Value)))
        return error_set_oom(vm), -1;
    Value *ring = mem_alloc(vm, (size_t)capacity * sizeof(Value));
    if (!ring)
        return -1;
    for (int64_t i = 0; i < q->size; i++)
        ring[i] = *cell(q, i);
    mem_free(vm, q->ring);
    q->ring = ring;
    q->capacity = capacity;
    q->head = 0;
    return 0;
}

/* The first item. A ring that is mostly empty shrinks; that it could not is no error.
 */
static Value take(MinipyVM *vm, QueueObj *q)
{
    Value v = *cell(q, 0);
    q->head = (q->head + 1) & (q->capacity - 1);
    q->size--;
    if (unlikely(q->capacity > 64 * FIRST_ROOM && q->size < q->capacity / 8) &&
        resize(vm, q, q->capacity / 4) < 0)
        error_clear(vm);
    return v;
}

/* ---- getting --------------------------------------------------------------------- */

/* get's time-out: THREAD_FOREVER, or seconds. False: exception. */
static bool wait_time(MinipyVM *vm, Value timeout, double *wait)
{
    *wait = THREAD_FOREVER;
    if (!timeout || timeout == VALUE_NONE)
        return true;
    if (!seconds_of(vm, timeout, wait))
        return false;
    if (*wait < 0)
        error_set(vm, EXC_ValueError, "'timeout' must be a non-negative number");
    else
        return true;
    return false;
}

static bool has_item(MinipyVM *vm, Value self)
{
    (void)vm;
    return QUEUE(self)->size > 0;
}

FN(queue_get)
{
    QueueObj *q = QUEUE(self);
    int block = GIVEN(0) ? object_is_true(vm, args[0]) : 1;
    double wait = 0;
    if (block < 0 || (block && !wait_time(vm, GIVEN(1), &wait)))
        return VALUE_NULL;
    if (q->size == 0 && block &&
        thread_wait(vm, self, "SimpleQueue", &q->line, has_item, wait) < 0)
        return VALUE_NULL;
    return q->size ? take(vm, q) : module_error_bare(vm, &empty_error);
}

FN(queue_get_nowait)
{
    return QUEUE(self)->size ? take(vm, QUEUE(self))
                             : module_error_bare(vm, &empty_error);
}

/* ---- putting --------------------------------------------------------------------- */

FN(queue_put)
{
    QueueObj *q = QUEUE(self);
    if (q->size == q->capacity &&
        resize(vm, q, q->capacity ? q->capacity * 2 : FIRST_ROOM) < 0)
        return VALUE_NULL;
    *cell(q, q->size) = value_incref(args[0]);
    q->size++;
    thread_line_wake(vm, &q->line);
    return VALUE_NONE;
}

FN(queue_empty)
{
    return value_from_bool(QUEUE(self)->size == 0);
}

FN(queue_qsize)
{
    return value_from_imm(QUEUE(self)->size);
}

/* ---- the type -------------------------------------------------------------------- */

/* A subclass with an __init__ of its own takes what that takes. */
static Value queue_new(NEW_ARGS)
{
    bool own_init = cls->slots.init != vm->types[KIND_OBJECT]->slots.init;
    if (!own_init && nargs)
        return error_set(vm, EXC_TypeError,
                         "SimpleQueue() takes no positional arguments");
    if (!own_init && !args_no_kw(vm, "SimpleQueue", kwnames))
        return VALUE_NULL;
    return object_alloc_value(vm, cls);
}

static void drop_items(MinipyVM *vm, Object *o)
{
    QueueObj *q = (QueueObj *)o, old = *q;
    q->ring = NULL;
    q->capacity = q->head = q->size = 0;
    for (int64_t i = 0; i < old.size; i++)
        value_decref(vm, *cell(&old, i));
    mem_free(vm, old.ring);
}

static int queue_traverse(Object *o, VisitFn visit, void *arg)
{
    QueueObj *q = (QueueObj *)o;
    for (int64_t i = 0; i < q->size; i++)
        GC_VISIT(*cell(q, i));
    return 0;
}

static METHODS(queue_methods,
    {"empty", queue_empty, 0, "($self, /)", "Return True if the queue is empty, False otherwise (not reliable!)."},
    {"get", queue_get, M_METHOD, "($self, /, block=True, timeout=None)", "Remove and return an item from the queue.\n\n"
     "If optional args 'block' is true and 'timeout' is None (the default),\n"
     "block if necessary until an item is available. If 'timeout' is\n"
     "a non-negative number, it blocks at most 'timeout' seconds and raises\n"
     "the Empty exception if no item was available within that time.\n"
     "Otherwise ('block' is false), return an item if one is immediately\n"
     "available, else raise the Empty exception ('timeout' is ignored\nin that case)."},
    {"get_nowait", queue_get_nowait, M_METHOD, "($self, /)",
     "Remove and return an item from the queue without blocking.\n\n"
     "Only get an item if one is immediately available. Otherwise\nraise the Empty exception."},
    {"put", queue_put, 0, "($self, /, item, block=True, timeout=None)", "Put the item on the queue.\n\n"
     "The optional 'block' and 'timeout' arguments are ignored, as this method\n"
     "never blocks.  They are provided for compatibility with the Queue class."},
    {"put_nowait", queue_put, 0, "($self, /, item)", "Put an item into the queue without blocking.\n\n"
     "This is exactly equivalent to `put(item)` and is only provided\nfor compatibility with the Queue class."},
    {"qsize", queue_qsize, 0, "($self, /)", "Return the approximate size of the queue (not reliable!)."},
    CLASS_GETITEM_METHOD,
);
static TYPE_SPEC(queue_spec,
    .name = "_queue.SimpleQueue",
    .doc = "SimpleQueue()\n--\n\nSimple, unbounded, reentrant FIFO queue.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_OWN_MODULE, .basicsize = sizeof(QueueObj),
    .dealloc = drop_items, .traverse = queue_traverse, .clear = drop_items,
    .slots = {.new_ = queue_new},
    .methods = queue_methods,
);

static CONTENTS(contents, HAS_TYPE("SimpleQueue", &queue_spec), HAS_ERROR("Empty", &empty_error),);

MODULE_SPEC(queue_module_spec,
    .name = "_queue",
    .doc = "C implementation of the Python queue module.\n"
           "This module is an implementation detail, please do not use it directly.",
    .contents = contents,
);
