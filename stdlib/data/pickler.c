/* pickler.c - the class Pickler: where a pickle is written to, the memo as programs see
 * it. Read next: pickle_save.c.
 *
 * From protocol 4 on opcodes come in frames of some 64 KB, each behind its size; bytes
 * larger than that go to the file by themselves, between two frames. */
#include "stdlib/data/pickle_private.h"
#include "vm/memory/gc.h"
#include "vm/numbers/number.h"
#include "vm/types/object_type.h"

enum { FRAME_LEAST = 4 };

/* ---- output ---------------------------------------------------------------------- */

static int reserve(MinipyVM *vm, PicklerObj *p, size_t more)
{
    if (more <= p->room - p->size)
        return 0;
    if (more > SIZE_MAX / 4 - p->size)
        return error_set_oom(vm), -1;
    size_t room = (p->size + more) * 2;
    uint8_t *out = mem_realloc(vm, p->out, room < 1024 ? 1024 : room);
    if (!out)
        return -1;
    p->out = out;
    p->room = room < 1024 ? 1024 : room;
    return 0;
}

int pickler_put_slow(MinipyVM *vm, PicklerObj *p, const void *data, size_t size)
{
    bool begins = p->framing && p->frame_start < 0;
    if (unlikely(size + FRAME_HEADER > p->room - p->size) &&
        reserve(vm, p, size + FRAME_HEADER) < 0)
        return -1;
    if (begins) {
        p->frame_start = (int64_t)p->size;
        memset(p->out + p->size, 0xfe, FRAME_HEADER);
        p->size += FRAME_HEADER;
    }
    mem_copy(p->out + p->size, data, size);
    p->size += size;
    return 0;
}

/* Ends the frame: its header is written, or taken away where that is not worth it. */
static void end_frame(PicklerObj *p)
{
    if (!p->framing || p->frame_start < 0)
        return;
    uint8_t *header = p->out + p->frame_start;
    uint64_t size = p->size - (size_t)p->frame_start - FRAME_HEADER;
    if (size >= FRAME_LEAST) {
        header[0] = OP_FRAME;
        for (int i = 0; i < 8; i++)
            header[1 + i] = (uint8_t)(size >> 8 * i);
    } else {
        memmove(header, header + FRAME_HEADER, size);
        p->size -= FRAME_HEADER;
    }
    p->frame_start = -1;
}

static int flush(MinipyVM *vm, PicklerObj *p)
{
    if (!p->write)
        return 0;
    Value bytes = bytes_from(vm, p->out, (int64_t)p->size);
    p->size = 0;
    Value r = bytes ? call1(vm, p->write, bytes) : VALUE_NULL;
    value_xdecref(vm, bytes);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

int pickler_next_frame(MinipyVM *vm, PicklerObj *p)
{
    end_frame(p);
    return flush(vm, p);
}

int pickler_put_large(MinipyVM *vm, PicklerObj *p, const uint8_t *head,
                      size_t head_size, const void *data, size_t size, Value owner)
{
    if (size < FRAME_TARGET || !p->framing)
        return pickler_put(vm, p, head, head_size) < 0 ? -1
                                                       : pickler_put(vm, p, data, size);
    end_frame(p);
    p->framing = false;
    int r = pickler_put(vm, p, head, head_size);
    if (r == 0 && p->write) {
        Value bytes = owner && value_is_exact(vm, owner, KIND_BYTES)
                          ? value_incref(owner)
                          : bytes_from(vm, data, (int64_t)size);
        Value written = VALUE_NULL;
        r = bytes ? flush(vm, p) : -1;
        if (r == 0 && !(written = call1(vm, p->write, bytes)))
            r = -1;
        value_xdecref(vm, written);
        value_xdecref(vm, bytes);
    } else if (r == 0) {
        r = pickler_put(vm, p, data, size);
    }
    p->framing = true;
    return r;
}

/* ---- the memo -------------------------------------------------------------------- */

int pickler_line(MinipyVM *vm, PicklerObj *p, uint8_t op, int64_t n)
{
    char text[24], *end = text + sizeof text, *at = end;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    *--at = '\n';
    do {
        *--at = (char)('0' + left % 10);
    } while (left /= 10);
    if (n < 0)
        *--at = '-';
    *--at = (char)op;
    return pickler_put(vm, p, at, (size_t)(end - at));
}

static int put_memo_op(MinipyVM *vm, PicklerObj *p, int64_t i, uint8_t text_op,
                       uint8_t op, uint8_t long_op)
{
    if (!p->bin)
        return pickler_line(vm, p, text_op, i);
    if (i > UINT32_MAX)
        return module_error(vm, &pickling_error, "memo id too large for LONG_BINGET"),
               -1;
    uint8_t data[5] = {i < 256 ? op : long_op};
    for (int n = 0; n < 4; n++)
        data[1 + n] = (uint8_t)(i >> 8 * n);
    return pickler_put(vm, p, data, i < 256 ? 2 : 5);
}

int pickler_memo_put(MinipyVM *vm, PicklerObj *p, Value object)
{
    if (p->fast)
        return 0;
    int64_t index = (int64_t)p->memo.used;
    if (memo_add(vm, &p->memo, object, index) < 0)
        return -1;
    return p->protocol >= 4
               ? pickler_op(vm, p, OP_MEMOIZE)
               : put_memo_op(vm, p, index, OP_PUT, OP_BINPUT, OP_LONG_BINPUT);
}

int pickler_memo_get(MinipyVM *vm, PicklerObj *p, int64_t index)
{
    return put_memo_op(vm, p, index, OP_GET, OP_BINGET, OP_LONG_BINGET);
}

/* ---- setting up ------------------------------------------------------------------ */

int pickler_set_protocol(MinipyVM *vm, PicklerObj *p, Value protocol, Value fix_imports)
{
    int64_t number = PICKLE_DEFAULT;
    if (protocol && protocol != VALUE_NONE && !arg_long(vm, protocol, &number))
        return -1;
    if (number < 0)
        number = PICKLE_HIGHEST;
    int fix = fix_imports ? object_is_true(vm, fix_imports) : 1;
    if (fix < 0)
        return -1;
    if (number > PICKLE_HIGHEST)
        return error_set(vm, EXC_ValueError, "pickle protocol must be <= %d",
                         PICKLE_HIGHEST),
               -1;
    p->protocol = (int)number;
    p->bin = number > 0;
    p->fix_imports = fix && number < 3;
    p->fast = p->fast_depth = 0;
    p->frame_start = -1;
    return 0;
}

int pickler_set_buffers(MinipyVM *vm, PicklerObj *p, Value callback)
{
    bool some = callback && callback != VALUE_NONE;
    if (some && p->protocol < 5)
        return error_set(vm, EXC_ValueError, "buffer_callback needs protocol >= 5"), -1;
    value_set_steal(vm, &p->buffer_callback,
                    some ? value_incref(callback) : VALUE_NULL);
    p->initialized = true;
    return 0;
}

int pickler_set_file(MinipyVM *vm, PicklerObj *p, Value file)
{
    Value write;
    int found = attr_lookup(vm, file, "write", &write);
    if (found == 0)
        error_set(vm, EXC_TypeError, "file must have a 'write' attribute");
    if (found <= 0)
        return -1;
    value_set_steal(vm, &p->write, write);
    return 0;
}

/* In *place what a subclass or the instance has under that name. */
static int find_override(MinipyVM *vm, Value self, const char *name, Value *place)
{
    Value v;
    int found = attr_lookup(vm, self, name, &v);
    value_set_steal(vm, place, found > 0 ? v : VALUE_NULL);
    return found < 0 ? -1 : 0;
}

/* Does the class have that name itself, and no subclass other? Then there is nothing to
 * call. */
static int find_overrides(MinipyVM *vm, Value self)
{
    PicklerObj *p = PICKLER(self);
    if (!(p->ob.type->flags & TYPE_HEAP))
        return 0;
    return find_override(vm, self, "persistent_id", &p->persistent_id) < 0 ||
                   find_override(vm, self, "dispatch_table", &p->dispatch_table) < 0
               ? -1
               : 0;
}

int pickler_dump(MinipyVM *vm, PicklerObj *p, Value object)
{
    p->size = 0;
    p->frame_start = -1;
    p->framing = false;
    value_clear(vm, &p->registered);
    value_clear(vm, &p->encode);
    uint8_t head[] = {OP_PROTO, (uint8_t)p->protocol};
    if (p->protocol >= 2 && pickler_put(vm, p, head, 2) < 0)
        return -1;
    p->framing = p->protocol >= 4;
    int r = pickle_save(vm, p, object, true) < 0 ? -1 : pickler_op(vm, p, OP_STOP);
    end_frame(p);
    p->framing = false;
    return r;
}

/* ---- the class ------------------------------------------------------------------- */

static Value pickler_new(NEW_ARGS)
{
    return object_alloc_value(vm, cls);
}

INIT(pickler_init, 4, "Pickler",
     "(file, protocol=None, fix_imports=True, buffer_callback=None)")
{
    PicklerObj *p = PICKLER(self);
    memo_clear(vm, &p->memo);
    return pickler_set_protocol(vm, p, given[1], given[2]) < 0 ||
                   pickler_set_file(vm, p, given[0]) < 0 ||
                   pickler_set_buffers(vm, p, given[3]) < 0 ||
                   find_overrides(vm, self) < 0
               ? -1
               : 0;
}

FN(pickler_dump_method)
{
    PicklerObj *p = PICKLER(self);
    if (!p->write)
        return module_error(vm, &pickling_error,
                            "Pickler.__init__() was not called by %T.__init__()", self);
    if (find_override(vm, self, "reducer_override", &p->reducer_override) < 0)
        return VALUE_NULL;
    int r = pickler_dump(vm, p, args[0]);
    value_clear(vm, &p->reducer_override);
    return r < 0 || flush(vm, p) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(pickler_clear_memo)
{
    memo_clear(vm, &PICKLER(self)->memo);
    return VALUE_NONE;
}

FN(pickler_sizeof)
{
    PicklerObj *p = PICKLER(self);
    return int_new(vm,
                   (int64_t)(sizeof *p + p->room + p->memo.room * sizeof(MemoEntry)) +
                       type_added_size(self));
}

static void pickler_clear(MinipyVM *vm, Object *o)
{
    object_values_release(vm, o);
    memo_clear(vm, &((PicklerObj *)o)->memo);
}

static void pickler_dealloc(MinipyVM *vm, Object *o)
{
    pickler_clear(vm, o);
    mem_free(vm, ((PicklerObj *)o)->out);
}

static int pickler_traverse(Object *o, VisitFn visit, void *arg)
{
    int r = object_values_visit(o, visit, arg);
    return r ? r : memo_visit(&((PicklerObj *)o)->memo, visit, arg);
}

/* ---- the memo as an attribute ---------------------------------------------------- */

typedef struct ProxyObj {
    Object ob;
    Value pickler;
} ProxyObj;
#define PROXY(v) ((ProxyObj *)(uintptr_t)(v))

GETTER(memo_get)
{
    TypeObj *t = module_type_made_borrow(vm, &pickler_memo_spec);
    Value own = value_incref(self);
    return t ? object_of_steal(vm, t, &own, 1) : (value_decref(vm, own), VALUE_NULL);
}

/* {id: (index, object)} of a program. */
static int memo_from_dict(MinipyVM *vm, Memo *m, Value dict)
{
    Value key, pair;
    for (int64_t pos = 0; dict_next(dict, &pos, &key, &pair);) {
        if (!value_is_tuple(pair) || tuple_size(pair) != 2)
            return error_set(vm, EXC_TypeError, "'memo' values must be 2-item tuples"),
                   -1;
        int64_t index;
        if (!value_is_int(tuple_get_borrow(pair, 0)))
            return error_set(vm, EXC_TypeError, "an integer is required"), -1;
        if (!arg_ssize(vm, tuple_get_borrow(pair, 0), &index) ||
            memo_add(vm, m, tuple_get_borrow(pair, 1), index) < 0)
            return -1;
    }
    return 0;
}

SETTER(memo_set)
{
    PicklerObj *p = PICKLER(self);
    Memo m = {NULL, 0, 0};
    int r = -1;
    if (!value)
        error_set(vm, EXC_TypeError, "attribute deletion is not supported");
    else if (value_is_of(value, &pickler_memo_spec))
        r = memo_copy(vm, &m, &PICKLER(PROXY(value)->pickler)->memo);
    else if (value_is_dict(value))
        r = memo_from_dict(vm, &m, value);
    else
        error_set(vm, EXC_TypeError,
                  "'memo' attribute must be a PicklerMemoProxy object or dict, not %T",
                  value);
    if (r < 0)
        return memo_clear(vm, &m), -1;
    memo_clear(vm, &p->memo);
    p->memo = m;
    return 0;
}

FN(proxy_clear)
{
    memo_clear(vm, &PICKLER(PROXY(self)->pickler)->memo);
    return VALUE_NONE;
}

static int copy_entry(MinipyVM *vm, Value dict, const MemoEntry *e)
{
    Value key = int_from_u64(vm, e->object);
    Value pair = key ? tuple_pack(vm, 2, int_new(vm, e->index), e->object) : VALUE_NULL;
    int r = pair ? dict_set(vm, dict, key, pair) : -1;
    value_xdecref(vm, key);
    value_xdecref(vm, pair);
    return r;
}

FN(proxy_copy)
{
    const Memo *m = &PICKLER(PROXY(self)->pickler)->memo;
    Value dict = dict_new(vm);
    for (size_t i = 0; dict && i < m->room; i++)
        if (m->table[i].object && copy_entry(vm, dict, &m->table[i]) < 0)
            value_clear(vm, &dict);
    return dict;
}

FN(proxy_reduce)
{
    return pickle_memo_reduce(vm, proxy_copy(vm, self, NULL, 0, VALUE_NULL));
}

static METHODS(proxy_methods,
    {"clear", proxy_clear, 0, "($self, /)", "Remove all items from memo."},
    {"copy", proxy_copy, 0, "($self, /)", "Copy the memo to a new object."},
    {"__reduce__", proxy_reduce, 0, "($self, /)", "Implement pickle support."},
);
TYPE_SPEC(pickler_memo_spec,
    .name = "_pickle.PicklerMemoProxy",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_NO_NEW, .basicsize = sizeof(ProxyObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .hash = object_hash_not_implemented},
    .methods = proxy_methods,
);

GETTER(persistent_id_get)
{
    return pickle_hook_get(vm, PICKLER(self)->persistent_id, "persistent_id");
}

SETTER(persistent_id_set)
{
    return pickle_hook_set(vm, &PICKLER(self)->persistent_id, value, "persistent_id");
}

static METHODS(pickler_methods,
    {"dump", pickler_dump_method, 0, "($self, obj, /)",
     "Write a pickled representation of the given object to the open file."},
    {"clear_memo", pickler_clear_memo, 0, "($self, /)", "Clears the pickler's \"memo\"."},
    {"__sizeof__", pickler_sizeof, 0, "($self, /)", "Returns size in memory, in bytes."},
);
static MEMBERS(pickler_members,
    {"bin", MEMBER_INT32, offsetof(PicklerObj, bin), false, NULL},
    {"fast", MEMBER_INT32, offsetof(PicklerObj, fast), false, NULL},
    {"dispatch_table", MEMBER_VALUE, offsetof(PicklerObj, dispatch_table), false, NULL},
);
static GETSETS(pickler_getsets,
    GETS_SETS("memo", memo_get, memo_set),
    GETS_SETS("persistent_id", persistent_id_get, persistent_id_set),
);
TYPE_SPEC(pickler_spec,
    .name = "_pickle.Pickler",
    .doc = "Pickler(file, protocol=None, fix_imports=True, buffer_callback=None)\n--\n\n"
           "Writes pickles to a file, an object with write(bytes).\n\nprotocol: 0 to 5, negative: the highest. "
           "fix_imports: below protocol 3 names are those that Python 2 had.\n"
           "buffer_callback: from protocol 5 on gets each PickleBuffer; false keeps it out of the pickle.",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(PicklerObj), .values = PICKLER_VALUES,
    .dealloc = pickler_dealloc, .traverse = pickler_traverse, .clear = pickler_clear,
    .slots = {.new_ = pickler_new, .init = pickler_init},
    .methods = pickler_methods, .getsets = pickler_getsets, .members = pickler_members,
);
