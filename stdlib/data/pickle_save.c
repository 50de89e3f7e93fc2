/* pickle_save.c - what objects of the built-in types become in a pickle, byte for byte
 * what CPython's C code writes. Read first: pickler.c. */
#include "stdlib/data/pickle_private.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/set.h"
#include "vm/import/import.h"
#include "vm/numbers/float.h"
#include "vm/objects/reduce.h"
#include "vm/text/codecs.h"

enum { BATCH = 1000, FAST_DEPTH = 50 };

/* Little-endian. */
static void put_number(uint8_t *to, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(n >> 8 * i);
}

static int put_op_number(MinipyVM *vm, PicklerObj *p, uint8_t op, uint64_t n, int bytes)
{
    uint8_t data[9] = {op};
    memcpy(data + 1, &n, sizeof n); /* the lowest bytes first, as everywhere here */
    return pickler_put(vm, p, data, 1 + (size_t)bytes);
}

/* ---- numbers --------------------------------------------------------------------- */

static int save_bool(MinipyVM *vm, PicklerObj *p, bool b)
{
    if (p->protocol >= 2)
        return pickler_op(vm, p, b ? OP_NEWTRUE : OP_NEWFALSE);
    return pickler_put(vm, p, b ? "I01\n" : "I00\n", 4);
}

static int save_small_int(MinipyVM *vm, PicklerObj *p, int64_t i)
{
    if (p->bin) {
        if (i >= 0 && i <= 0xff)
            return put_op_number(vm, p, OP_BININT1, (uint64_t)i, 1);
        if (i >= 0 && i <= 0xffff)
            return put_op_number(vm, p, OP_BININT2, (uint64_t)i, 2);
        return put_op_number(vm, p, OP_BININT, (uint64_t)i, 4);
    }
    return pickler_line(vm, p, OP_INT, i);
}

/* In as few bytes of two's complement as there can be. */
static int save_large_int(MinipyVM *vm, PicklerObj *p, Value v)
{
    int64_t size = (int_bit_length(v) >> 3) + 1;
    if (size > INT32_MAX)
        return error_set(vm, EXC_OverflowError, "int too large to pickle"), -1;
    uint8_t *data = mem_alloc(vm, (size_t)size);
    if (!data || int_to_bytes(vm, v, data, size, true, true) < 0) {
        mem_free(vm, data);
        return -1;
    }
    if (int_sign(v) < 0 && size > 1 && data[size - 1] == 0xff && data[size - 2] & 0x80)
        size--;
    int r = size < 256 ? put_op_number(vm, p, OP_LONG1, (uint64_t)size, 1)
                       : put_op_number(vm, p, OP_LONG4, (uint64_t)size, 4);
    if (r == 0)
        r = pickler_put(vm, p, data, (size_t)size);
    mem_free(vm, data);
    return r;
}

/* op, the text of v, suffix. Takes the text over; VALUE_NULL: an error that passes. */
static int put_line(MinipyVM *vm, PicklerObj *p, uint8_t op, Value text,
                    const char *suffix)
{
    if (!text)
        return -1;
    int64_t size;
    const char *utf8 = str_utf8(vm, text, &size);
    int r = utf8 && pickler_op(vm, p, op) == 0 &&
                    pickler_put(vm, p, utf8, (size_t)size) == 0 &&
                    pickler_put(vm, p, suffix, strlen(suffix)) == 0
                ? 0
                : -1;
    value_decref(vm, text);
    return r;
}

static int save_int(MinipyVM *vm, PicklerObj *p, Value v)
{
    int overflow;
    int64_t i = int_as_i64_overflow(v, &overflow);
    if (!overflow && i >= INT32_MIN && i <= INT32_MAX)
        return save_small_int(vm, p, i);
    if (p->protocol >= 2)
        return save_large_int(vm, p, v);
    return put_line(vm, p, OP_LONG, object_repr(vm, v), "L\n");
}

static int save_float(MinipyVM *vm, PicklerObj *p, double d)
{
    if (!p->bin)
        return put_line(vm, p, OP_FLOAT, float_repr(vm, d), "\n");
    uint64_t bits;
    uint8_t data[9] = {OP_BINFLOAT};
    memcpy(&bits, &d, sizeof bits);
    for (int i = 0; i < 8; i++)
        data[1 + i] = (uint8_t)(bits >> (56 - 8 * i));
    return pickler_put(vm, p, data, sizeof data);
}

/* ---- bytes and text -------------------------------------------------------------- */

/* The opcode with the size: short, 4 bytes, 8 bytes; 0: there is none. */
static int put_sized(MinipyVM *vm, PicklerObj *p, const uint8_t ops[3],
                     const char *what, const void *data, int64_t size, Value owner)
{
    uint8_t head[9];
    int width;
    if (size <= 0xff && ops[0])
        head[0] = ops[0], width = 1;
    else if (size <= UINT32_MAX && ops[1])
        head[0] = ops[1], width = 4;
    else if (p->protocol >= 4)
        head[0] = ops[2], width = 8;
    else {
        error_set(vm, EXC_OverflowError,
                  "serializing a %s larger than 4 GiB requires pickle protocol 4 or "
                  "higher",
                  what);
        return -1;
    }
    put_number(head + 1, (uint64_t)size, width);
    return pickler_put_large(vm, p, head, 1 + (size_t)width, data, (size_t)size, owner);
}

static int put_bytes(MinipyVM *vm, PicklerObj *p, Value v, const void *data,
                     int64_t size)
{
    static const uint8_t ops[] = {OP_SHORT_BINBYTES, OP_BINBYTES, OP_BINBYTES8};
    return put_sized(vm, p, ops, "bytes object", data, size, v) < 0
               ? -1
               : pickler_memo_put(vm, p, v);
}

static int put_bytearray(MinipyVM *vm, PicklerObj *p, Value v, const void *data,
                         int64_t size)
{
    static const uint8_t ops[] = {0, 0, OP_BYTEARRAY8};
    return put_sized(vm, p, ops, "bytearray", data, size, VALUE_NULL) < 0
               ? -1
               : pickler_memo_put(vm, p, v);
}

/* Without an opcode for bytes: codecs.encode(text, 'latin1'). */
static int save_bytes_as_text(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (!BYTES(v)->size)
        return pickle_save_call(vm, p,
                                value_incref(value_from_obj(vm->types[KIND_BYTES])),
                                tuple_from(vm, NULL, 0), v);
    Value items[] = {str_from_latin1(vm, BYTES(v)->data, BYTES(v)->size),
                     str_intern_cstr(vm, "latin1")};
    Value args = tuple_from_steal(vm, items, 2);
    if (args && !p->encode)
        p->encode = import_attr(vm, "codecs", "encode");
    return pickle_save_call(vm, p, args ? value_xincref(p->encode) : VALUE_NULL, args,
                            v);
}

static int save_bytes(MinipyVM *vm, PicklerObj *p, Value v)
{
    return p->protocol < 3 ? save_bytes_as_text(vm, p, v)
                           : put_bytes(vm, p, v, BYTES(v)->data, BYTES(v)->size);
}

static int save_bytearray(MinipyVM *vm, PicklerObj *p, Value v)
{
    const BytearrayObj *b = BYTEARRAY(v);
    if (p->protocol >= 5)
        return put_bytearray(vm, p, v, b->data, b->size);
    Value cls = value_incref(value_from_obj(vm->types[KIND_BYTEARRAY]));
    if (!b->size)
        return pickle_save_call(vm, p, cls, tuple_from(vm, NULL, 0), v);
    Value data = bytes_from(vm, b->data, b->size);
    return pickle_save_call(vm, p, cls, tuple_from_steal(vm, &data, 1), v);
}

/* 1: in the pickle, 0: the callback takes it, -1. */
static int is_in_band(MinipyVM *vm, PicklerObj *p, Value v)
{
    return p->buffer_callback
               ? object_is_true_steal(vm, call1(vm, p->buffer_callback, v))
               : 1;
}

static int save_pickle_buffer(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (p->protocol < 5)
        return module_error(vm, &pickling_error,
                            "PickleBuffer can only pickled with protocol >= 5"),
               -1;
    const Buffer *view = pickle_buffer_view(vm, v);
    if (!view)
        return -1;
    if (view->suboffsets || !buffer_is_contiguous(view))
        return module_error(vm, &pickling_error,
                            "PickleBuffer can not be pickled when pointing to a "
                            "non-contiguous buffer"),
               -1;
    int in_band = is_in_band(vm, p, v);
    if (in_band < 0 || !(view = pickle_buffer_view(vm, v)))
        return -1;
    if (in_band)
        return view->readonly ? put_bytes(vm, p, v, view->data, view->size)
                              : put_bytearray(vm, p, v, view->data, view->size);
    return pickler_op(vm, p, OP_NEXT_BUFFER) < 0 ||
                   (view->readonly && pickler_op(vm, p, OP_READONLY_BUFFER) < 0)
               ? -1
               : 0;
}

/* Its raw-unicode-escape, where backslashes and ends of lines are escaped, too. */
static int save_text_line(MinipyVM *vm, PicklerObj *p, Value v)
{
    static const char hex[] = "0123456789abcdef";
    if (pickler_op(vm, p, OP_UNICODE) < 0)
        return -1;
    for (int64_t i = 0; i < str_length(v); i++) {
        uint32_t c = str_char_at(STR(v), i);
        char text[10] = {(char)c};
        size_t n = 1;
        if (c >= 256 || c == '\\' || c == 0 || c == '\n' || c == '\r' || c == 0x1a) {
            int digits = c >= 0x10000 ? 8 : 4;
            text[0] = '\\';
            text[1] = digits == 8 ? 'U' : 'u';
            for (int d = 0; d < digits; d++)
                text[2 + d] = hex[c >> 4 * (digits - 1 - d) & 15];
            n = 2 + (size_t)digits;
        }
        if (pickler_put(vm, p, text, n) < 0)
            return -1;
    }
    return pickler_op(vm, p, '\n');
}

static int save_str(MinipyVM *vm, PicklerObj *p, Value v)
{
    static const uint8_t ops4[] = {OP_SHORT_BINUNICODE, OP_BINUNICODE, OP_BINUNICODE8};
    static const uint8_t ops[] = {0, OP_BINUNICODE, OP_BINUNICODE8};
    if (!p->bin)
        return save_text_line(vm, p, v) < 0 ? -1 : pickler_memo_put(vm, p, v);
    int64_t size;
    Value encoded = VALUE_NULL;
    const char *text = str_utf8(vm, v, &size);
    if (!text) { /* lone surrogates */
        error_clear(vm);
        encoded = str_encode(vm, v, "utf-8", "surrogatepass");
        if (!encoded)
            return -1;
        text = (const char *)BYTES(encoded)->data;
        size = BYTES(encoded)->size;
    }
    int r =
        put_sized(vm, p, p->protocol >= 4 ? ops4 : ops, "string", text, size, encoded);
    value_xdecref(vm, encoded);
    return r < 0 ? -1 : pickler_memo_put(vm, p, v);
}

/* ---- tuples ---------------------------------------------------------------------- */

static int save_items(MinipyVM *vm, PicklerObj *p, Value tuple)
{
    for (int64_t i = 0; i < tuple_size(tuple); i++)
        if (pickle_save(vm, p, tuple_get_borrow(tuple, i), true) < 0)
            return -1;
    return 0;
}

/* An item has saved the tuple itself: what is on the stack goes, and it is taken from
 * the memo. */
static int drop_and_get(MinipyVM *vm, PicklerObj *p, int64_t n, bool marked,
                        int64_t index)
{
    if (marked && p->bin)
        return pickler_op(vm, p, OP_POP_MARK) < 0 ? -1 : pickler_memo_get(vm, p, index);
    for (int64_t i = 0; i < n + marked; i++)
        if (pickler_op(vm, p, OP_POP) < 0)
            return -1;
    return pickler_memo_get(vm, p, index);
}

static int save_tuple(MinipyVM *vm, PicklerObj *p, Value v)
{
    int64_t n = tuple_size(v);
    if (n == 0)
        return p->protocol ? pickler_op(vm, p, OP_EMPTY_TUPLE)
                           : pickler_put(vm, p, "(t", 2);
    bool marked = n > 3 || p->protocol < 2;
    if ((marked && pickler_op(vm, p, OP_MARK) < 0) || save_items(vm, p, v) < 0)
        return -1;
    int64_t index = memo_find(&p->memo, v);
    if (index >= 0)
        return drop_and_get(vm, p, n, marked, index);
    uint8_t op = marked ? OP_TUPLE : (uint8_t)(OP_TUPLE1 + n - 1);
    return pickler_op(vm, p, op) < 0 ? -1 : pickler_memo_put(vm, p, v);
}

/* ---- lists ----------------------------------------------------------------------- */

static int save_exact_list(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (list_size(v) == 1) {
        Value item = value_incref(list_get_borrow(v, 0));
        int r = pickle_save(vm, p, item, true);
        value_decref(vm, item);
        return r < 0 ? -1 : pickler_op(vm, p, OP_APPEND);
    }
    int64_t total = 0;
    do {
        if (pickler_op(vm, p, OP_MARK) < 0)
            return -1;
        for (int n = 0; total < list_size(v) && n < BATCH; n++) {
            Value item = value_incref(list_get_borrow(v, total++));
            int r = pickle_save(vm, p, item, true);
            value_decref(vm, item);
            if (r < 0)
                return -1;
        }
        if (pickler_op(vm, p, OP_APPENDS) < 0)
            return -1;
    } while (total < list_size(v));
    return 0;
}

/* Saves item, which it takes over. */
static int save_steal(MinipyVM *vm, PicklerObj *p, Value item)
{
    int r = pickle_save(vm, p, item, true);
    value_decref(vm, item);
    return r;
}

/* How items that come one by one are written: `save` takes one over; the opcodes for
 * one and for as many as are there since the mark. */
typedef struct Batch {
    int (*save)(MinipyVM *vm, PicklerObj *p, Value item);
    int one, many;
} Batch;

static int save_each(MinipyVM *vm, PicklerObj *p, Value it, const Batch *b)
{
    Value item;
    while ((item = iter_next(vm, it)))
        if (b->save(vm, p, item) < 0 || pickler_op(vm, p, b->one) < 0)
            return -1;
    return error_occurred(vm) ? -1 : 0;
}

static int save_in_batches(MinipyVM *vm, PicklerObj *p, Value it, const Batch *b)
{
    if (p->protocol == 0)
        return save_each(vm, p, it, b);
    int n;
    do {
        Value first = iter_next(vm, it), item;
        if (!first)
            break;
        if (!(item = iter_next(vm, it))) {
            if (error_occurred(vm))
                return value_decref(vm, first), -1;
            return b->save(vm, p, first) < 0 ? -1 : pickler_op(vm, p, b->one);
        }
        if (pickler_op(vm, p, OP_MARK) < 0)
            return value_decref(vm, first), value_decref(vm, item), -1;
        if (b->save(vm, p, first) < 0)
            return value_decref(vm, item), -1;
        for (n = 1; item; item = n == BATCH ? VALUE_NULL : iter_next(vm, it)) {
            n++;
            if (b->save(vm, p, item) < 0)
                return -1;
        }
        if (error_occurred(vm) || pickler_op(vm, p, b->many) < 0)
            return -1;
    } while (n == BATCH);
    return error_occurred(vm) ? -1 : 0;
}

int pickle_batch_list(MinipyVM *vm, PicklerObj *p, Value it)
{
    static const Batch items = {save_steal, OP_APPEND, OP_APPENDS};
    return save_in_batches(vm, p, it, &items);
}

/* In fast mode nothing is remembered, so that what contains itself never ended. */
static int fast_enter(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (!p->fast || ++p->fast_depth < FAST_DEPTH)
        return 0;
    if (!p->fast_seen && !(p->fast_seen = dict_new(vm)))
        return -1;
    Value key = int_new(vm, (int64_t)(v >> 1));
    int known = key ? dict_contains(vm, p->fast_seen, key) : -1;
    if (known > 0)
        error_set(vm, EXC_ValueError,
                  "fast mode: can't pickle cyclic objects including object type %T", v);
    int r = known == 0 ? dict_set(vm, p->fast_seen, key, VALUE_NONE) : -1;
    value_xdecref(vm, key);
    if (r < 0)
        p->fast_depth = 0;
    return r;
}

static void fast_leave(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (!p->fast || p->fast_depth-- < FAST_DEPTH || !p->fast_seen)
        return;
    Value error = error_fetch(vm), key = int_new(vm, (int64_t)(v >> 1));
    if (!key || dict_delete(vm, p->fast_seen, key) < 0)
        error_clear(vm);
    value_xdecref(vm, key);
    error_restore_steal(vm, error);
}

static const char deeper[] = " while pickling an object";

static int list_body(MinipyVM *vm, PicklerObj *p, Value v)
{
    if ((p->bin ? pickler_op(vm, p, OP_EMPTY_LIST) : pickler_put(vm, p, "(l", 2)) < 0 ||
        pickler_memo_put(vm, p, v) < 0)
        return -1;
    if (list_size(v) == 0)
        return 0;
    if (p->protocol > 0)
        return save_exact_list(vm, p, v);
    Value it = object_iter(vm, v);
    int r = it ? pickle_batch_list(vm, p, it) : -1;
    value_xdecref(vm, it);
    return r;
}

static int save_list(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (fast_enter(vm, p, v) < 0)
        return -1;
    int r = -1; /* each nested one is two steps down in CPython */
    if (recursion_enter(vm, deeper) == 0) {
        r = list_body(vm, p, v);
        recursion_leave(vm);
    }
    fast_leave(vm, p, v);
    return r;
}

/* ---- dicts ----------------------------------------------------------------------- */

int pickle_save_pair(MinipyVM *vm, PicklerObj *p, Value key, Value value)
{
    value_incref(key);
    value_incref(value);
    int r = pickle_save(vm, p, key, true);
    if (r == 0)
        r = pickle_save(vm, p, value, true);
    value_decref(vm, key);
    value_decref(vm, value);
    return r;
}

static int save_exact_dict(MinipyVM *vm, PicklerObj *p, Value v)
{
    Value key, value;
    int64_t pos = 0, size = dict_size(v);
    if (size == 1)
        return dict_next(v, &pos, &key, &value) &&
                       pickle_save_pair(vm, p, key, value) < 0
                   ? -1
                   : pickler_op(vm, p, OP_SETITEM);
    int n;
    do {
        if (pickler_op(vm, p, OP_MARK) < 0)
            return -1;
        for (n = 0; n < BATCH && dict_next(v, &pos, &key, &value); n++) {
            if (pickle_save_pair(vm, p, key, value) < 0)
                return -1;
            if (dict_size(v) != size)
                break;
        }
        if (pickler_op(vm, p, OP_SETITEMS) < 0)
            return -1;
        if (dict_size(v) != size)
            return error_set(vm, EXC_RuntimeError,
                             "dictionary changed size during iteration"),
                   -1;
    } while (n == BATCH);
    return 0;
}

/* The pair that item must be; takes it over. */
static int save_pair_steal(MinipyVM *vm, PicklerObj *p, Value item)
{
    int r = -1;
    if (!value_is_tuple(item) || tuple_size(item) != 2)
        error_set(vm, EXC_TypeError, "dict items iterator must return 2-tuples");
    else
        r = pickle_save_pair(vm, p, tuple_get_borrow(item, 0),
                             tuple_get_borrow(item, 1));
    value_decref(vm, item);
    return r;
}

int pickle_batch_dict(MinipyVM *vm, PicklerObj *p, Value it)
{
    static const Batch pairs = {save_pair_steal, OP_SETITEM, OP_SETITEMS};
    return save_in_batches(vm, p, it, &pairs);
}

static int dict_body(MinipyVM *vm, PicklerObj *p, Value v)
{
    if ((p->bin ? pickler_op(vm, p, OP_EMPTY_DICT) : pickler_put(vm, p, "(d", 2)) < 0 ||
        pickler_memo_put(vm, p, v) < 0)
        return -1;
    if (dict_size(v) == 0)
        return 0;
    if (p->protocol > 0)
        return save_exact_dict(vm, p, v);
    Value it = reduce_items(vm, v);
    int r = it ? pickle_batch_dict(vm, p, it) : -1;
    value_xdecref(vm, it);
    return r;
}

static int save_dict(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (fast_enter(vm, p, v) < 0)
        return -1;
    int r = -1;
    if (recursion_enter(vm, deeper) == 0) {
        r = dict_body(vm, p, v);
        recursion_leave(vm);
    }
    fast_leave(vm, p, v);
    return r;
}

/* ---- sets ------------------------------------------------------------------------ */

/* Before protocol 4: its class of a list. */
static int save_set_as_call(MinipyVM *vm, PicklerObj *p, Value v)
{
    Value items = list_new(vm, 0);
    if (items && list_extend(vm, items, v) < 0)
        value_clear(vm, &items);
    return pickle_save_call(vm, p, value_incref(value_from_obj(value_type(vm, v))),
                            tuple_from_steal(vm, &items, 1), v);
}

/* Items from *pos on, at most `most`; how many, or -1. */
static int save_set_items(MinipyVM *vm, PicklerObj *p, Value v, int64_t *pos, int most)
{
    int n = 0;
    Value key;
    while (n < most && set_next(v, pos, &key)) {
        value_incref(key);
        if (save_steal(vm, p, key) < 0)
            return -1;
        n++;
    }
    return n;
}

static int save_set(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (p->protocol < 4)
        return save_set_as_call(vm, p, v);
    int64_t size = set_size(v), pos = 0;
    if (pickler_op(vm, p, OP_EMPTY_SET) < 0 || pickler_memo_put(vm, p, v) < 0)
        return -1;
    int n = size ? BATCH : 0;
    while (n == BATCH) {
        if (pickler_op(vm, p, OP_MARK) < 0 ||
            (n = save_set_items(vm, p, v, &pos, BATCH)) < 0 ||
            pickler_op(vm, p, OP_ADDITEMS) < 0)
            return -1;
        if (set_size(v) != size)
            return error_set(vm, EXC_RuntimeError, "set changed size during iteration"),
                   -1;
    }
    return 0;
}

static int save_frozenset(MinipyVM *vm, PicklerObj *p, Value v)
{
    int64_t pos = 0;
    if (p->protocol < 4)
        return save_set_as_call(vm, p, v);
    if (pickler_op(vm, p, OP_MARK) < 0 || save_set_items(vm, p, v, &pos, INT32_MAX) < 0)
        return -1;
    int64_t index = memo_find(&p->memo, v);
    if (index >= 0)
        return drop_and_get(vm, p, 0, true, index);
    return pickler_op(vm, p, OP_FROZENSET) < 0 ? -1 : pickler_memo_put(vm, p, v);
}

/* ---- everything else ------------------------------------------------------------- */

/* type(None) and its like have no name in a module. */
static int save_type(MinipyVM *vm, PicklerObj *p, Value v)
{
    Value of = v == value_from_obj(vm->types[KIND_NONE])       ? VALUE_NONE
               : v == value_from_obj(vm->types[KIND_ELLIPSIS]) ? VALUE_ELLIPSIS
               : v == value_from_obj(vm->types[KIND_NOT_IMPLEMENTED])
                   ? VALUE_NOT_IMPLEMENTED
                   : VALUE_NULL;
    if (!of)
        return pickle_save_global(vm, p, v, VALUE_NULL);
    return pickle_save_call(vm, p, value_incref(value_from_obj(vm->types[KIND_TYPE])),
                            tuple_from(vm, &of, 1), v);
}

/* 1: it was saved as a persistent id, 0: it has none, -1. */
static int save_persistent(MinipyVM *vm, PicklerObj *p, Value v)
{
    Value id = call1(vm, p->persistent_id, v);
    if (!id || id == VALUE_NONE)
        return id ? 0 : -1;
    int r = -1;
    if (p->bin) {
        r = pickle_save(vm, p, id, false) < 0 ? -1 : pickler_op(vm, p, OP_BINPERSID);
    } else {
        Value text = object_str(vm, id);
        if (text && !STR(text)->ascii) {
            module_error(vm, &pickling_error,
                         "persistent IDs in protocol 0 must be ASCII strings");
            value_clear(vm, &text);
        }
        r = put_line(vm, p, OP_PERSID, text, "\n");
    }
    value_decref(vm, id);
    return r < 0 ? -1 : 1;
}

/* A function of the dispatch table for that type: new; VALUE_NULL: none, or exception.
 */
static Value dispatched(MinipyVM *vm, PicklerObj *p, TypeObj *type)
{
    Value key = value_from_obj(type), r;
    if (!p->dispatch_table) {
        if (!p->registered)
            p->registered = import_attr(vm, "copyreg", "dispatch_table");
        return p->registered && value_is_dict(p->registered)
                   ? value_xincref(dict_get_borrow(vm, p->registered, key))
                   : VALUE_NULL;
    }
    r = object_getitem(vm, p->dispatch_table, key);
    if (!r && error_matches(vm, EXC_KeyError))
        error_clear(vm);
    return r;
}

/* What __reduce_ex__ or __reduce__ says. */
static Value reduced_by_method(MinipyVM *vm, PicklerObj *p, Value v)
{
    Value method;
    int found = object_lookup_attr(vm, v, NAME(vm, __reduce_ex__), &method);
    Value r = found > 0 ? call1(vm, method, value_from_imm(p->protocol)) : VALUE_NULL;
    if (found == 0) {
        found = object_lookup_attr(vm, v, NAME(vm, __reduce__), &method);
        if (found > 0)
            r = call0(vm, method);
        else if (found == 0)
            module_error(vm, &pickling_error, "can't pickle '%T' object: %R", v, v);
    }
    if (found > 0)
        value_decref(vm, method);
    return r;
}

/* What to save for an object that no opcode knows: new; VALUE_NULL without an
 * exception: it is a class, to be saved by its name. */
static Value reduced(MinipyVM *vm, PicklerObj *p, Value v)
{
    TypeObj *type = value_type(vm, v);
    if (p->reducer_override) {
        Value r = call1(vm, p->reducer_override, v);
        if (!r || r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    if (type == vm->types[KIND_TYPE] || type == vm->types[KIND_FUNCTION])
        return VALUE_NULL;
    Value function = dispatched(vm, p, type);
    if (function || error_occurred(vm)) {
        Value r = function ? call1(vm, function, v) : VALUE_NULL;
        value_xdecref(vm, function);
        return r;
    }
    if (type_is_subtype(type, vm->types[KIND_TYPE]))
        return VALUE_NULL;
    return reduced_by_method(vm, p, v);
}

static int save_reduced(MinipyVM *vm, PicklerObj *p, Value v)
{
    int done = pickle_save_instance(vm, p, v);
    if (done)
        return done < 0 ? -1 : 0;
    Value parts = reduced(vm, p, v);
    if (!parts)
        return error_occurred(vm) ? -1
               : value_is_type(v) ? save_type(vm, p, v)
                                  : pickle_save_global(vm, p, v, VALUE_NULL);
    int r = -1;
    if (value_is_str(parts))
        r = pickle_save_global(vm, p, v, parts);
    else if (value_is_tuple(parts))
        r = pickle_save_reduce(vm, p, parts, v);
    else
        module_error(vm, &pickling_error, "__reduce__ must return a string or tuple");
    value_decref(vm, parts);
    return r;
}

static int save_container(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (value_is_exact(vm, v, KIND_TUPLE))
        return save_tuple(vm, p, v);
    if (value_is_exact(vm, v, KIND_LIST))
        return save_list(vm, p, v);
    if (value_is_exact(vm, v, KIND_DICT))
        return save_dict(vm, p, v);
    if (value_is_exact(vm, v, KIND_SET))
        return save_set(vm, p, v);
    if (value_is_exact(vm, v, KIND_FROZENSET))
        return save_frozenset(vm, p, v);
    if (value_is_exact(vm, v, KIND_BYTEARRAY))
        return save_bytearray(vm, p, v);
    if (value_is_of(v, &pickle_buffer_spec))
        return save_pickle_buffer(vm, p, v);
    return save_reduced(vm, p, v);
}

/* What is not remembered: 1 it was saved, 0 it is something else, -1. */
static int save_atom(MinipyVM *vm, PicklerObj *p, Value v)
{
    int r;
    if (v == VALUE_NONE)
        r = pickler_op(vm, p, OP_NONE);
    else if (v == VALUE_TRUE || v == VALUE_FALSE)
        r = save_bool(vm, p, v == VALUE_TRUE);
    else if (value_is_int_imm(v) || value_is_exact(vm, v, KIND_INT))
        r = save_int(vm, p, v);
    else if (value_is_float_imm(v) || value_is_exact(vm, v, KIND_FLOAT))
        r = save_float(vm, p, float_value(v));
    else
        return 0;
    return r < 0 ? -1 : 1;
}

int pickle_save(MinipyVM *vm, PicklerObj *p, Value v, bool persistent)
{
    if (pickler_boundary(vm, p) < 0)
        return -1;
    int done = persistent && p->persistent_id ? save_persistent(vm, p, v) : 0;
    if (done == 0 && p->bin && value_is_int_imm(v) && value_imm(v) >= INT32_MIN &&
        value_imm(v) <= INT32_MAX)
        return save_small_int(vm, p, value_imm(v));
    if (done == 0)
        done = save_atom(vm, p, v);
    if (done)
        return done < 0 ? -1 : 0;
    int64_t index = memo_find(&p->memo, v);
    if (index >= 0)
        return pickler_memo_get(vm, p, index);
    if (value_is_exact(vm, v, KIND_STR))
        return save_str(vm, p, v);
    if (value_is_exact(vm, v, KIND_BYTES))
        return save_bytes(vm, p, v);
    if (limits_poll(vm) < 0 || recursion_enter(vm, deeper) < 0)
        return -1;
    int r = save_container(vm, p, v);
    recursion_leave(vm);
    return r;
}
