/* marshal.c - the module marshal: CPython's format, version 4, code objects in their
 * wordcode (vm/code/wordcode.h). As there, a value that others may hold too is written
 * once, and back references lead to it.
 */
#include "minipy.h"
#include "stdlib/native.h"
#include "stdlib/runtime/runtime.h"
#include "vm/code/code.h"
#include "vm/code/code_pack.h"
#include "vm/core/confine.h"
#include "vm/eval/audit_wanted.h"
#include "vm/bytes/bytes_private.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int_big.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/memoryview.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"

enum { MARSHAL_VERSION = 4, FLAG_REF = 0x80, MAX_DEPTH = 2000 };

/* ---- writing --------------------------------------------------------------------- */

/* The values that were written, by their words, with the numbers of their references:
 * open addressing, at most half full, the size a power of two. */
typedef struct RefTable {
    struct Ref {
        Value value; /* borrowed; VALUE_NULL: free */
        uint32_t number;
    } * refs;
    size_t size, used;
} RefTable;

typedef struct Writer {
    MinipyVM *vm;
    BytesBuilder out;
    int64_t version;
    int depth;
    RefTable refs; /* not before version 3 */
} Writer;

static void put_long(Writer *w, uint32_t n)
{
    bytesbuilder_add(&w->out, &n, sizeof n); /* little-endian machines only */
}

static void put_type_and_long(Writer *w, uint8_t type, uint32_t n)
{
    uint8_t *to = bytesbuilder_reserve(&w->out, 1 + (int64_t)sizeof n);
    if (!to)
        return;
    *to = type;
    memcpy(to + 1, &n, sizeof n);
    w->out.size += 1 + (int64_t)sizeof n;
}

static void put_double(Writer *w, double d)
{
    if (w->version > 1) {
        bytesbuilder_add(&w->out, &d, sizeof d); /* little-endian machines only */
        return;
    }
    char text[40];
    int n = snprintf(text, sizeof text, "%.17g", d);
    bytesbuilder_byte(&w->out, (uint8_t)n);
    bytesbuilder_add(&w->out, text, n);
}

/* Digits of 15 bits, the number of them carrying the sign. */
static bool put_int(Writer *w, Value v)
{
    int overflow;
    int64_t small = int_as_i64_overflow(v, &overflow);
    if (!overflow && small >= INT32_MIN && small <= INT32_MAX) {
        put_type_and_long(w, 'i', (uint32_t)small);
        return true;
    }
    IntView view;
    int_view(v, &view);
    int64_t count = int_digit_count(&view, 15);
    bytesbuilder_byte(&w->out, 'l');
    put_long(w, view.negative ? (uint32_t) - (int32_t)count : (uint32_t)count);
    for (int64_t i = 0; i < count; i++) {
        uint32_t digit = int_digit(&view, i, 15);
        bytesbuilder_byte(&w->out, (uint8_t)digit);
        bytesbuilder_byte(&w->out, (uint8_t)(digit >> 8));
    }
    return true;
}

static bool put_str(Writer *w, Value v)
{
    StrObj *s = STR(v);
    bool interned = str_is_interned(v) && w->version >= 3;
    if (w->version >= 4 && s->ascii) {
        uint8_t *to =
            s->length < 256 ? bytesbuilder_reserve(&w->out, 2 + s->length) : NULL;
        if (to) {
            to[0] = interned ? 'Z' : 'z';
            to[1] = (uint8_t)s->length;
            memcpy(to + 2, s->data, (size_t)s->length);
            w->out.size += 2 + s->length;
        } else {
            put_type_and_long(w, interned ? 'A' : 'a', (uint32_t)s->length);
            bytesbuilder_add(&w->out, s->data, s->length);
        }
        return true;
    }
    Value b = str_encode(w->vm, v, "utf-8", "surrogatepass");
    if (!b)
        return false;
    bytesbuilder_byte(&w->out, interned ? 't' : 'u');
    put_long(w, (uint32_t)BYTES(b)->size);
    bytesbuilder_add(&w->out, BYTES(b)->data, BYTES(b)->size);
    value_decref(w->vm, b);
    return true;
}

static bool put_value(Writer *w, Value v);

/* Of a tuple or list, as it is: who else refers to an item decides whether it is
 * marked, so that nothing here may. */
static bool put_items(Writer *w, Value v)
{
    for (int64_t i = 0; i < seq_size(v); i++)
        if (!put_value(w, seq_items(v)[i]))
            return false;
    return true;
}

static bool put_dict(Writer *w, Value v)
{
    Value key, value;
    bytesbuilder_byte(&w->out, '{');
    for (int64_t pos = 0; dict_next(v, &pos, &key, &value);)
        if (!put_value(w, key) || !put_value(w, value))
            return false;
    bytesbuilder_byte(&w->out, '0');
    return true;
}

static Value dump_bytes(MinipyVM *vm, Value v, int64_t version, int depth);

/* A set's items are written in the order of their bytes, so that the hash seed does not
 * show. */
static bool put_set(Writer *w, Value v)
{
    Value items = sequence_tuple(w->vm, v), dumps = items ? list_new(w->vm, 0) : items;
    bool ok = dumps != VALUE_NULL;

    for (int64_t i = 0; ok && i < tuple_size(items); i++) {
        Value item =
            dump_bytes(w->vm, tuple_get_borrow(items, i), w->version, w->depth);
        Value row = item ? tuple_pack(w->vm, 2, item, value_from_imm(i)) : VALUE_NULL;
        value_xdecref(w->vm, item);
        ok = row && list_append_steal(w->vm, dumps, row) == 0;
    }
    ok = ok && list_sort(w->vm, dumps, VALUE_NULL, false) == 0;
    for (int64_t i = 0; ok && i < list_size(dumps); i++) {
        Value row = list_get_borrow(dumps, i);
        ok = put_value(w, tuple_get_borrow(items, value_imm(tuple_get_borrow(row, 1))));
    }
    value_xdecref(w->vm, items);
    value_xdecref(w->vm, dumps);
    return ok;
}

static bool put_code(Writer *w, CodeObj *c)
{
    Value parts[CODE_PARTS];
    if (!code_to_parts(w->vm, c, parts))
        return false;
    bytesbuilder_byte(&w->out, 'c');
    bool ok = true;
    for (int i = 0; ok && i < CODE_PARTS; i++)
        if (code_part_is_number(i))
            put_long(w, (uint32_t)value_imm(parts[i]));
        else
            ok = put_value(w, parts[i]);
    for (int i = 0; i < CODE_PARTS; i++)
        value_decref(w->vm, parts[i]);
    return ok;
}

static bool put_container(Writer *w, Value v, TypeObj *t)
{
    MinipyVM *vm = w->vm;
    if (value_is_kind(v, KIND_CODE))
        return put_code(w, CODE(v));
    if (t == vm->types[KIND_TUPLE]) {
        int64_t n = tuple_size(v);
        bytesbuilder_byte(&w->out, w->version >= 4 && n < 256 ? ')' : '(');
        if (w->version >= 4 && n < 256)
            bytesbuilder_byte(&w->out, (uint8_t)n);
        else
            put_long(w, (uint32_t)n);
        return put_items(w, v);
    }
    if (t == vm->types[KIND_LIST]) {
        bytesbuilder_byte(&w->out, '[');
        put_long(w, (uint32_t)list_size(v));
        return put_items(w, v);
    }
    if (t == vm->types[KIND_DICT])
        return put_dict(w, v);
    if (t == vm->types[KIND_SET] || t == vm->types[KIND_FROZENSET]) {
        bytesbuilder_byte(&w->out, t == vm->types[KIND_SET] ? '<' : '>');
        put_long(w, (uint32_t)set_size(v));
        return put_set(w, v);
    }
    if (buffer_supported(vm, v)) {
        Buffer view;
        if (buffer_get(vm, v, &view, BUF_SIMPLE) < 0)
            return false;
        bytesbuilder_byte(&w->out, 's');
        put_long(w, (uint32_t)view.size);
        bytesbuilder_add(&w->out, view.data, view.size);
        buffer_release(vm, &view);
        return true;
    }
    error_set(vm, EXC_ValueError, "unmarshallable object");
    return false;
}

/* Whether the value can be met again: nothing else refers to it, or it is an int of
 * those that CPython has once only. */
static bool may_recur(Value v)
{
    if (value_is_obj(v))
        return value_obj(v)->refs > 1;
    return value_is_int_imm(v) && value_imm(v) >= -5 && value_imm(v) <= 256;
}

static struct Ref *find_ref(const RefTable *t, Value v)
{
    size_t i = (size_t)(v * 0x9e3779b97f4a7c15u >> 32);
    while (t->refs[i & (t->size - 1)].value && t->refs[i & (t->size - 1)].value != v)
        i++;
    return &t->refs[i & (t->size - 1)];
}

/* Room for one more. -1: MemoryError. */
static int grow_refs(MinipyVM *vm, RefTable *t)
{
    if (2 * (t->used + 1) <= t->size)
        return 0;
    RefTable bigger = {.size = t->size ? 4 * t->size : 32, .used = t->used};
    if (!(bigger.refs = mem_calloc(vm, bigger.size * sizeof *bigger.refs)))
        return -1;
    for (size_t i = 0; i < t->size; i++)
        if (t->refs[i].value)
            *find_ref(&bigger, t->refs[i].value) = t->refs[i];
    mem_free(vm, t->refs);
    *t = bigger;
    return 0;
}

/* A value written before? 1: its reference is, 0: not yet (*flagged says whether it has
 * a number now), -1: error. */
static int put_reference(Writer *w, Value v, bool *flagged)
{
    MinipyVM *vm = w->vm;
    if (w->version < 3 || !may_recur(v) ||
        v == value_from_obj(vm->exc[EXC_StopIteration]))
        return 0;
    if (grow_refs(vm, &w->refs) < 0)
        return -1;
    struct Ref *ref = find_ref(&w->refs, v);
    if (ref->value) {
        put_type_and_long(w, 'r', ref->number);
        return 1;
    }
    *ref = (struct Ref){v, (uint32_t)w->refs.used++};
    *flagged = true;
    return 0;
}

static bool put_fresh_value(Writer *w, Value v);

static bool put_value(Writer *w, Value v)
{
    if (w->depth >= MAX_DEPTH || c_stack_full(w->vm)) {
        error_set(w->vm, EXC_ValueError, "object too deeply nested to marshal");
        return false;
    }
    bool flagged = false;
    int r = put_reference(w, v, &flagged);
    if (r)
        return r > 0;
    int64_t start = w->out.size;
    w->depth++;
    bool ok = put_fresh_value(w, v);
    w->depth--;
    if (!ok)
        return false;
    if (flagged && !w->out.failed)
        w->out.obj->data[start] |= FLAG_REF;
    return true;
}

static bool put_fresh_value(Writer *w, Value v)
{
    MinipyVM *vm = w->vm;
    TypeObj *t = value_type(vm, v);
    bool ok = true;
    if (value_is_special(v)) {
        bytesbuilder_byte(&w->out, v == VALUE_NONE    ? 'N'
                                   : v == VALUE_TRUE  ? 'T'
                                   : v == VALUE_FALSE ? 'F'
                                                      : '.');
    } else if (v == value_from_obj(vm->exc[EXC_StopIteration])) {
        bytesbuilder_byte(&w->out, 'S');
    } else if (t == vm->types[KIND_INT]) {
        ok = put_int(w, v);
    } else if (t == vm->types[KIND_FLOAT]) {
        bytesbuilder_byte(&w->out, w->version > 1 ? 'g' : 'f');
        put_double(w, float_value(v));
    } else if (t == vm->types[KIND_COMPLEX]) {
        bytesbuilder_byte(&w->out, w->version > 1 ? 'y' : 'x');
        put_double(w, COMPLEX(v)->real);
        put_double(w, COMPLEX(v)->imag);
    } else if (t == vm->types[KIND_STR]) {
        ok = put_str(w, v);
    } else {
        ok = put_container(w, v, t);
    }
    return ok;
}

/* DEPTH: how many containers V is in. */
static Value dump_bytes(MinipyVM *vm, Value v, int64_t version, int depth)
{
    Writer w = {.vm = vm, .version = version, .depth = depth};
    bytesbuilder_init(&w.out, vm, 50);
    bool ok = put_value(&w, v);
    mem_free(vm, w.refs.refs);
    if (!ok) {
        bytesbuilder_discard(&w.out);
        return VALUE_NULL;
    }
    return bytesbuilder_finish(&w.out);
}

/* ---- reading --------------------------------------------------------------------- */

typedef struct Loader {
    MinipyVM *vm;
    const uint8_t *at, *end;
    Value file; /* borrowed: what is read from, piece by piece; or VALUE_NULL */
    Value held; /* the last piece that was read, a bytearray */
    Value refs; /* list */
    int depth, put_back; /* a type that was only looked at, if has_put_back */
    bool has_put_back;
    const char *short_text; /* what is said when it ends too early */
} Loader;

/* file.readinto(n bytes): how many it says that it read, -1: an exception. */
static int64_t read_into(Loader *r, int64_t n)
{
    MinipyVM *vm = r->vm;
    int64_t got = -1;
    value_clear(vm, &r->held);
    r->held = bytearray_from(vm, NULL, n);
    Value view = r->held ? memoryview_new(vm, r->held) : VALUE_NULL;
    Value told =
        view ? call_method(vm, r->file, NAME(vm, readinto), &view, 1) : VALUE_NULL;
    if (told && !arg_ssize(vm, told, &got))
        got = -1;
    value_xdecref(vm, told);
    value_xdecref(vm, view);
    return got;
}

/* The next n bytes of the file and no more: what follows may not have been written. */
static const uint8_t *take_from_file(Loader *r, int64_t n)
{
    int64_t got = n == 0 ? 0 : read_into(r, n);
    if (got == n)
        return n ? BYTEARRAY(r->held)->data : (const uint8_t *)"";
    if (!error_occurred(r->vm) && got > n)
        error_set(r->vm, EXC_ValueError,
                  "read() returned too much data: %ld bytes requested, %ld returned",
                  (long)n, (long)got);
    else if (!error_occurred(r->vm))
        error_set(r->vm, EXC_EOFError, "%s", r->short_text);
    return NULL;
}

static const uint8_t *take_slow(Loader *r, int64_t n)
{
    if (r->file && n >= 0)
        return take_from_file(r, n);
    if (n < 0 || n > r->end - r->at) {
        error_set(r->vm, EXC_EOFError, "%s", r->short_text);
        return NULL;
    }
    const uint8_t *p = r->at;
    r->at += n;
    return p;
}

/* What is read from a file has no end yet. */
static inline const uint8_t *take(Loader *r, int64_t n)
{
    const uint8_t *p = r->at;
    if (unlikely(n < 0 || n >= r->end - p))
        return take_slow(r, n);
    r->at += n;
    return p;
}

static bool get_byte_slow(Loader *r, int *out)
{
    if (r->has_put_back) {
        r->has_put_back = false;
        *out = r->put_back;
        return true;
    }
    const uint8_t *p = r->file || r->at < r->end ? take(r, 1) : NULL;
    if (p)
        *out = *p;
    else /* whatever went wrong, as CPython */
        error_set(r->vm, EXC_EOFError, "EOF read where object expected");
    return p != NULL;
}

static inline bool get_byte(Loader *r, int *out)
{
    if (unlikely(r->has_put_back || r->at >= r->end))
        return get_byte_slow(r, out);
    *out = *r->at++;
    return true;
}

static bool get_long(Loader *r, int32_t *out)
{
    const uint8_t *p = take(r, 4);
    if (p)
        memcpy(out, p, 4);
    return p != NULL;
}

static Value bad(Loader *r, const char *what)
{
    return error_set(r->vm, EXC_ValueError, "bad marshal data (%s)", what);
}

static Value get_int(Loader *r)
{
    int32_t n;
    if (!get_long(r, &n))
        return VALUE_NULL;
    int64_t count = n < 0 ? -(int64_t)n : n;
    const uint8_t *p = take(r, count * 2);
    if (!p)
        return VALUE_NULL;
    uint32_t *digits = mem_alloc(r->vm, (size_t)count * sizeof *digits);
    if (!digits)
        return VALUE_NULL;
    bool in_range = true;
    for (int64_t i = 0; i < count; i++) {
        digits[i] = (uint32_t)(p[2 * i] | p[2 * i + 1] << 8);
        in_range &= digits[i] <= 0x7fff;
    }
    Value v = VALUE_NULL;
    if (!in_range)
        bad(r, "digit out of range in long");
    else if (count && digits[count - 1] == 0)
        bad(r, "unnormalized long data");
    else
        v = int_from_bit_digits(r->vm, digits, count, 15, n < 0);
    mem_free(r->vm, digits);
    return v;
}

static bool get_double(Loader *r, bool binary, double *out)
{
    if (binary) {
        const uint8_t *p = take(r, 8);
        if (p)
            memcpy(out, p, 8);
        return p != NULL;
    }
    int n;
    if (!get_byte(r, &n))
        return false;
    const uint8_t *p = take(r, n);
    Value text = p ? str_from_latin1(r->vm, p, n) : VALUE_NULL;
    Value f = text ? float_from_text(r->vm, text) : VALUE_NULL;
    if (f)
        *out = float_value(f);
    value_xdecref(r->vm, text);
    value_xdecref(r->vm, f);
    return f != VALUE_NULL;
}

static Value get_text(Loader *r, int64_t n, bool ascii, bool intern)
{
    const uint8_t *p = take(r, n);
    if (!p)
        return VALUE_NULL;
    Value s = ascii ? str_from_latin1(r->vm, p, n)
                    : str_decode(r->vm, p, n, "utf-8", "surrogatepass");
    return s && intern ? str_intern_steal(r->vm, s) : s;
}

static Value get_value(Loader *r);

/* The place of a value in refs, reserved before its items are read; -1 error. */
static int64_t reserve_ref(Loader *r, bool flag)
{
    if (!flag)
        return 0;
    return list_append(r->vm, r->refs, VALUE_NONE) < 0 ? -1 : list_size(r->refs);
}

static void fill_ref(Loader *r, int64_t place, Value v)
{
    if (place > 0 && v)
        value_set_steal(r->vm, &LIST(r->refs)->items[place - 1], value_incref(v));
}

/* A tuple of as many items as there may be in what is left. */
static Value get_tuple(Loader *r, int64_t n, int64_t place)
{
    Value t = tuple_alloc(r->vm, n);
    for (int64_t i = 0; t && i < n; i++)
        if (!(TUPLE(t)->items[i] = get_value(r)))
            value_clear(r->vm, &t);
    fill_ref(r, place, t);
    return t;
}

static Value get_items(Loader *r, int64_t n, bool tuple, bool flag)
{
    if (n < 0)
        return bad(r, tuple ? "tuple size out of range" : "list size out of range");
    int64_t place = reserve_ref(r, flag);
    if (tuple && place >= 0 && n > 0 && n <= r->end - r->at)
        return get_tuple(r, n, place);
    Value list = place < 0 ? VALUE_NULL : list_new(r->vm, 0);
    if (!tuple)
        fill_ref(r, place, list);
    for (int64_t i = 0; list && i < n; i++) {
        Value v = get_value(r);
        if (!v || list_append_steal(r->vm, list, v) < 0)
            value_clear(r->vm, &list);
    }
    if (list && tuple) {
        value_set_steal(r->vm, &list, list_as_tuple(r->vm, list));
        fill_ref(r, place, list);
    }
    return list;
}

static Value get_set(Loader *r, bool frozen, bool flag)
{
    int32_t n;
    int64_t place = reserve_ref(r, flag);
    if (place < 0 || !get_long(r, &n))
        return VALUE_NULL;
    Value items = get_items(r, n, false, false);
    Value s = !items   ? VALUE_NULL
              : frozen ? frozenset_new(r->vm, items)
                       : set_new(r->vm, items);
    value_xdecref(r->vm, items);
    fill_ref(r, place, s);
    return s;
}

static Value get_dict(Loader *r, bool flag)
{
    int64_t place = reserve_ref(r, flag);
    Value d = place < 0 ? VALUE_NULL : dict_new(r->vm);
    fill_ref(r, place, d);
    while (d) {
        int type;
        if (!get_byte(r, &type)) {
            value_clear(r->vm, &d);
            break;
        }
        if (type == '0')
            break;
        r->put_back = type;
        r->has_put_back = true;
        Value key = get_value(r), v = key ? get_value(r) : VALUE_NULL;
        if (!v || dict_set(r->vm, d, key, v) < 0)
            value_clear(r->vm, &d);
        value_xdecref(r->vm, key);
        value_xdecref(r->vm, v);
    }
    return d;
}

static Value get_code(Loader *r, bool flag)
{
    Value parts[CODE_PARTS] = {0}, code = VALUE_NULL;
    int64_t place = reserve_ref(r, flag);
    bool ok = place >= 0;
    for (int i = 0; ok && i < CODE_PARTS; i++) {
        int32_t n = 0;
        if (code_part_is_number(i))
            parts[i] = get_long(r, &n) ? value_from_imm(n) : VALUE_NULL;
        else
            parts[i] = get_value(r);
        ok = parts[i] != VALUE_NULL;
    }
    if (ok)
        code = code_from_parts(r->vm, parts);
    for (int i = 0; i < CODE_PARTS; i++)
        value_xdecref(r->vm, parts[i]);
    fill_ref(r, place, code);
    return code;
}

/* Values without items; *known false if `code` is none of them. */
static Value get_simple(Loader *r, int code, bool *known)
{
    int32_t n;
    int small;
    double re, im;
    *known = true;
    switch (code) {
    case 'N': return VALUE_NONE;
    case 'T': return VALUE_TRUE;
    case 'F': return VALUE_FALSE;
    case '.': return VALUE_ELLIPSIS;
    case 'S': return value_incref(value_from_obj(r->vm->exc[EXC_StopIteration]));
    case 'i': return get_long(r, &n) ? int_new(r->vm, n) : VALUE_NULL;
    case 'I': {
        const uint8_t *p = take(r, 8);
        int64_t wide;
        return p ? int_new(r->vm, (memcpy(&wide, p, 8), wide)) : VALUE_NULL;
    }
    case 'l': return get_int(r);
    case 'f':
    case 'g':
        return get_double(r, code == 'g', &re) ? float_new(r->vm, re) : VALUE_NULL;
    case 'x':
    case 'y':
        return get_double(r, code == 'y', &re) && get_double(r, code == 'y', &im)
                   ? complex_new(r->vm, re, im)
                   : VALUE_NULL;
    case 's': {
        const uint8_t *p = get_long(r, &n) ? take(r, n) : NULL;
        return p ? bytes_from(r->vm, p, n) : VALUE_NULL;
    }
    case 'a':
    case 'A': return get_long(r, &n) ? get_text(r, n, true, code == 'A') : VALUE_NULL;
    case 'z':
    case 'Z':
        return get_byte(r, &small) ? get_text(r, small, true, code == 'Z') : VALUE_NULL;
    case 'u':
    case 't': return get_long(r, &n) ? get_text(r, n, false, code == 't') : VALUE_NULL;
    default: *known = false; return VALUE_NULL;
    }
}

static Value unpack(Loader *r, const uint8_t *data, size_t size, size_t *used)
{
    if (confine_check(r->vm, MINIPY_ALLOW_CODE, "marshal") < 0)
        return VALUE_NULL;
    Value code = code_unpack_sealed(r->vm, data, size, VALUE_NULL, true, used);
    if (code || error_occurred(r->vm))
        return code;
    return bad(r, "damaged code, or of another minipy");
}

/* The mark is read; the head behind it says how much more there is. */
static Value get_packed_from_file(Loader *r)
{
    uint8_t head[CODE_PACK_HEAD] = {CODE_PACK_MARK};
    const uint8_t *rest = take(r, sizeof head - 1);
    if (!rest)
        return VALUE_NULL;
    memcpy(head + 1, rest, sizeof head - 1);
    size_t size = code_pack_size(head), used;
    if (size > INT32_MAX)
        return bad(r, "damaged code, or of another minipy");
    if (!(rest = take(r, (int64_t)(size - sizeof head))))
        return VALUE_NULL;
    uint8_t *data = mem_alloc(r->vm, size);
    if (!data)
        return VALUE_NULL;
    memcpy(data, head, sizeof head);
    memcpy(data + sizeof head, rest, size - sizeof head);
    Value code = unpack(r, data, size, &used);
    mem_free(r->vm, data);
    return code;
}

/* Code in our own form, which .pyc files have. */
static Value get_packed(Loader *r)
{
    size_t used;
    if (r->file)
        return get_packed_from_file(r);
    const uint8_t *from = r->at - 1;
    Value code = unpack(r, from, (size_t)(r->end - from), &used);
    if (code)
        r->at = from + used;
    return code;
}

static Value get_any(Loader *r)
{
    int code, small;
    int32_t n;
    bool known;
    if (!get_byte(r, &code))
        return VALUE_NULL;
    bool flag = code & FLAG_REF;
    code &= ~FLAG_REF;
    Value v = get_simple(r, code, &known);
    if (known) {
        if (v && flag && list_append(r->vm, r->refs, v) < 0)
            value_clear(r->vm, &v);
        return v;
    }
    switch (code) {
    case ')': return get_byte(r, &small) ? get_items(r, small, true, flag) : VALUE_NULL;
    case '(':
    case '[': return get_long(r, &n) ? get_items(r, n, code == '(', flag) : VALUE_NULL;
    case '{': return get_dict(r, flag);
    case '<':
    case '>': return get_set(r, code == '>', flag);
    case 'r':
        if (!get_long(r, &n))
            return VALUE_NULL;
        if (n < 0 || n >= list_size(r->refs))
            return bad(r, "invalid reference");
        return value_incref(list_get_borrow(r->refs, n));
    case 'c': return get_code(r, flag);
    case CODE_PACK_MARK: return get_packed(r);
    case '0':
        return error_set(r->vm, EXC_TypeError,
                         "NULL object in marshal data for object");
    default: return bad(r, "unknown type code");
    }
}

static Value get_value(Loader *r)
{
    if (++r->depth > MAX_DEPTH || c_stack_full(r->vm))
        return error_set(r->vm, EXC_ValueError, "recursion limit exceeded");
    Value v = get_any(r);
    r->depth--;
    return v;
}

static Value load_bytes(MinipyVM *vm, const uint8_t *data, int64_t size, int64_t *used,
                        const char *short_text)
{
    Loader r = {.vm = vm,
                .at = data,
                .end = data + size,
                .refs = list_new(vm, 0),
                .short_text = short_text};
    Value v = r.refs ? get_value(&r) : VALUE_NULL;
    value_xdecref(vm, r.refs);
    *used = r.at - data;
    return v;
}

Value marshal_to_bytes(MinipyVM *vm, Value v)
{
    return dump_bytes(vm, v, MARSHAL_VERSION, 0);
}

Value marshal_from_bytes(MinipyVM *vm, const void *data, int64_t size)
{
    int64_t used;
    Value v = load_bytes(vm, data, size, &used, "marshal data too short");
    if (v && used != size) {
        value_decref(vm, v);
        return error_set(vm, EXC_ValueError, "bad marshal data (something follows)");
    }
    return v;
}

/* ---- the functions --------------------------------------------------------------- */

static Value dump_audited(MinipyVM *vm, Value v, int64_t version)
{
    return audit(vm, "marshal.dumps", 2, v, value_from_imm(version)) < 0
               ? VALUE_NULL
               : dump_bytes(vm, v, version, 0);
}

static int audit_loads(MinipyVM *vm, const Buffer *view)
{
    if (!audit_wanted(vm))
        return 0;
    Value bytes = bytes_from(vm, view->data, view->size);
    int r = bytes ? audit(vm, "marshal.loads", 1, bytes) : -1;
    value_xdecref(vm, bytes);
    return r;
}

FN(marshal_dumps)
{
    int version = MARSHAL_VERSION;
    if (nargs > 1 && !arg_int(vm, args[1], &version))
        return VALUE_NULL;
    return dump_audited(vm, args[0], version);
}

FN(marshal_dump)
{
    int version = MARSHAL_VERSION;
    if (nargs > 2 && !arg_int(vm, args[2], &version))
        return VALUE_NULL;
    Value data = dump_audited(vm, args[0], version);
    Value r = data ? call_method(vm, args[1], NAME(vm, write), &data, 1) : VALUE_NULL;
    value_xdecref(vm, data);
    return r;
}

FN(marshal_loads)
{
    Buffer view;
    int64_t used;
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value v = audit_loads(vm, &view) < 0 ? VALUE_NULL
                                         : load_bytes(vm, view.data, view.size, &used,
                                                      "marshal data too short");
    buffer_release(vm, &view);
    return v;
}

static Value load_file(MinipyVM *vm, Value file)
{
    Loader r = {.vm = vm,
                .file = file,
                .refs = list_new(vm, 0),
                .short_text = "EOF read where not expected"};
    Value v = r.refs ? get_value(&r) : VALUE_NULL;
    value_xdecref(vm, r.refs);
    value_xdecref(vm, r.held);
    return v;
}

FN(marshal_load)
{
    Value none = value_from_imm(0), v = VALUE_NULL;
    Value kind = call_method(vm, args[0], NAME(vm, read), &none, 1);
    if (!kind)
        return VALUE_NULL;
    if (!value_is_bytes(kind))
        error_set(vm, EXC_TypeError, "file.read() returned not bytes but %T", kind);
    else if (audit(vm, "marshal.load", 0) == 0)
        v = load_file(vm, args[0]);
    value_decref(vm, kind);
    return v;
}

static METHODS(functions,
    {"dump", marshal_dump, 0, "($module, value, file, version=version, /)", "Write the value on the open file."},
    {"load", marshal_load, 0, "($module, file, /)", "Read one value from the open file."},
    {"dumps", marshal_dumps, 0, "($module, value, version=version, /)", "The bytes that dump() would write."},
    {"loads", marshal_loads, 0, "($module, bytes, /)", "Convert the bytes-like object to a value."},
);

static CONTENTS(contents,
    HAS_INT("version", MARSHAL_VERSION),
);

MODULE_SPEC(marshal_module_spec,
    .name = "marshal",
    .doc = "Python values as bytes, in CPython's format; code objects excepted.",
    .methods = functions, .contents = contents,
);
