/* struct.c - the module _struct: values as packed C data and back. A format is
 * translated once into a row of items with offsets; packing and unpacking walk that
 * row.
 */
#include <math.h>

#include "vm/bytes/memoryview.h"
#include "vm/core/ascii.h"
#include "stdlib/native.h"
#include "vm/text/str_private.h"
#include "vm/numbers/float.h"
#include "vm/numbers/number.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/sequence.h"

typedef struct Item {
    char code;
    uint8_t size; /* of one value; of 's' and 'p': 1 */
    bool is_int, is_signed;
    int64_t offset;
    int64_t repeat; /* values; of 's' and 'p': bytes */
} Item;

typedef struct StructObj {
    Object ob;
    Value format; /* str; VALUE_NULL before __init__ */
    Item *items;  /* owned */
    int64_t nitems, nvalues, size;
    bool native, big;
} StructObj;
#define STRUCT(v) ((StructObj *)(uintptr_t)(v))

typedef struct UnpackIter {
    Object ob;
    Value owner; /* Struct, strong; VALUE_NULL at the end */
    Buffer view;
    int64_t at;
} UnpackIter;
#define UNPACK_ITER(v) ((UnpackIter *)(uintptr_t)(v))

static const TypeSpec struct_spec, unpack_iter_spec;

static const ErrorClass error_class = {
    .module = "struct", .name = "error", .base = EXC_Exception};
#define struct_error(vm, ...) module_error(vm, &error_class, __VA_ARGS__)

/* ---- formats --------------------------------------------------------------------- */

/* The size of a code's item; 0: unknown. */
static int code_size(char code, bool native)
{
    bool padding_or_text = code == 'x' || code == 's' || code == 'p';
    return padding_or_text ? 1 : code == 'e' ? 2 : memory_code_size(code, native);
}

/* Reads the format; with items NULL it only counts. false: struct.error. */
static bool scan_format(MinipyVM *vm, StructObj *s, const char *p, Item *items)
{
    bool aligned = true;
    s->native = true;
    s->big = false;
    switch (*p) {
    case '<':
    case '=':
        s->native = aligned = false;
        p++;
        break;
    case '>':
    case '!':
        s->native = aligned = false;
        s->big = true;
        p++;
        break;
    case '@': p++; break;
    }
    int64_t size = 0, nitems = 0, nvalues = 0;
    while (*p) {
        if (ascii_is_space(*p)) {
            p++;
            continue;
        }
        int64_t n = 1;
        if (*p >= '0' && *p <= '9') {
            for (n = 0; *p >= '0' && *p <= '9'; p++)
                if (__builtin_mul_overflow(n, 10, &n) ||
                    __builtin_add_overflow(n, *p - '0', &n))
                    return struct_error(vm, "total struct size too long"), false;
            if (!*p)
                return struct_error(vm, "repeat count given without format specifier"),
                       false;
        }
        char code = *p++;
        int each = code_size(code, s->native);
        int64_t bytes;
        if (!each)
            return struct_error(vm, "bad char in struct format"), false;
        if (aligned && each > 1)
            size = (size + each - 1) / each * each;
        if (code != 'x' && (n || code == 's' || code == 'p')) {
            if (items)
                items[nitems] = (Item){.code = code,
                                       .size = (uint8_t)each,
                                       .is_int = strchr("bBhHiIlLqQnN", code),
                                       .is_signed = strchr("bhilqn", code),
                                       .offset = size,
                                       .repeat = n};
            nitems++;
            nvalues += code == 's' || code == 'p' ? 1 : n;
        }
        if (__builtin_mul_overflow(n, (int64_t)each, &bytes) ||
            __builtin_add_overflow(size, bytes, &size))
            return struct_error(vm, "total struct size too long"), false;
    }
    s->nitems = nitems;
    s->nvalues = nvalues;
    s->size = size;
    return true;
}

static bool struct_set_format(MinipyVM *vm, StructObj *s, Value format)
{
    Value text;
    const char *p;
    if (value_is_bytes(format)) {
        p = (const char *)BYTES(format)->data;
        text = str_from_latin1(vm, BYTES(format)->data, BYTES(format)->size);
    } else if (value_is_str(format)) {
        if (!STR(format)->ascii) {
            Value b = str_encode(vm, format, "ascii",
                                 "strict"); /* the error that CPython gives */
            value_xdecref(vm, b);
            return false;
        }
        p = str_data(STR(format));
        text = value_incref(format);
    } else {
        error_set(vm, EXC_TypeError,
                  "Struct() argument 1 must be a str or bytes object, not %U",
                  value_type(vm, format)->name);
        return false;
    }
    Item *items = NULL;
    bool ok = text && (int64_t)strlen(p) == str_length(text);
    if (text && !ok)
        struct_error(vm, "embedded null character");
    ok = ok && scan_format(vm, s, p, NULL) &&
         (items = mem_alloc(vm, (size_t)(s->nitems + 1) * sizeof *items)) &&
         scan_format(vm, s, p, items);
    if (!ok) {
        mem_free(vm, items);
        value_xdecref(vm, text);
        return false;
    }
    mem_free(vm, s->items);
    s->items = items;
    value_set_steal(vm, &s->format, text);
    return true;
}

/* ---- floats of 2 and 4 bytes ----------------------------------------------------- */

static double half_to_double(uint16_t h)
{
    int exponent = h >> 10 & 31, mantissa = h & 1023;
    double v = exponent == 31 ? (mantissa ? NAN : INFINITY)
               : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                              : ldexp(mantissa, -24);
    return h & 0x8000 ? -v : v;
}

/* -1: too large. Rounds half to even. */
static int double_to_half(double d)
{
    int sign = signbit(d) ? 0x8000 : 0, exponent;
    if (isnan(d))
        return sign | 0x7e00;
    if (isinf(d))
        return sign | 0x7c00;
    if (d == 0)
        return sign;
    frexp(d, &exponent);
    if (exponent < -13)
        exponent = -13; /* subnormal: a fixed scale */
    double scaled = nearbyint(ldexp(fabs(d), 11 - exponent));
    int bits =
        (int)scaled + ((exponent + 13) << 10); /* a carry moves into the exponent */
    return bits >= 0x7c00 ? -1 : sign | bits;
}

/* ---- packing --------------------------------------------------------------------- */

/* The lowest `size` bytes of v, which are 1, 2, 4 or 8, with the others zero. */
static inline void store_int(uint8_t *p, uint64_t v, int size, bool big)
{
    if (big)
        v = __builtin_bswap64(v) >> (64 - 8 * size);
    switch (size) {
    case 1: *p = (uint8_t)v; break;
    case 2: memcpy(p, &(uint16_t){(uint16_t)v}, 2); break;
    case 4: memcpy(p, &(uint32_t){(uint32_t)v}, 4); break;
    default: memcpy(p, &v, 8);
    }
}

static inline uint64_t load_int(const uint8_t *p, int size, bool big)
{
    uint64_t v = 0;
    switch (size) {
    case 1: return *p;
    case 2: memcpy(&v, p, 2); break;
    case 4: memcpy(&v, p, 4); break;
    default: memcpy(&v, p, 8);
    }
    return big ? __builtin_bswap64(v) >> (64 - 8 * size) : v;
}

static bool range_error(MinipyVM *vm, char code, const StructObj *s)
{
    static const struct {
        char code;
        const char *text;
    } texts[] = {
        {'b', "byte format requires -128 <= number <= 127"},
        {'B', "ubyte format requires 0 <= number <= 255"},
        {'h', "short format requires -32768 <= number <= 32767"},
        {'H', "ushort format requires 0 <= number <= 65535"},
        {'i', "'i' format requires -2147483648 <= number <= 2147483647"},
        {'I', "'I' format requires 0 <= number <= 4294967295"},
        {'l', "'l' format requires -2147483648 <= number <= 2147483647"},
        {'L', "'L' format requires 0 <= number <= 4294967295"},
    };
    if (s->big && (code == 'h' || code == 'H')) /* packed by other code in CPython */
        return struct_error(vm, code == 'h'
                                    ? "'h' format requires -32768 <= number <= 32767"
                                    : "'H' format requires 0 <= number <= 65535"),
               false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].code == code && !(s->native && (code == 'l' || code == 'L')))
            return struct_error(vm, "%s", texts[i].text), false;
    return struct_error(vm, "argument out of range"), false;
}

/* CPython packs big-endian items of 8 bytes by other code, with other messages: n is
 * what
 * __index__ gave, if v is no int. */
static bool too_large(MinipyVM *vm, const StructObj *s, const Item *it, Value v,
                      Value n)
{
    if (!s->big || it->size != 8)
        struct_error(vm, "argument out of range");
    else if (value_is_int(v))
        struct_error(vm, "int too large to convert");
    else
        error_set(vm, EXC_OverflowError,
                  it->is_signed || int_sign(n) > 0
                      ? "int too big to convert"
                      : "can't convert negative int to unsigned");
    return false;
}

static bool pack_int(MinipyVM *vm, const StructObj *s, const Item *it, uint8_t *p,
                     Value v)
{
    Value n = value_is_int(v) ? value_incref(v) : VALUE_NULL;
    if (!n) {
        if (!value_type(vm, v)->slots.nb_index)
            return struct_error(vm, "required argument is not an integer"), false;
        if (!(n = number_index(vm, v)))
            return false;
    }
    int overflow, bits = it->size * 8;
    int64_t i = int_as_i64_overflow(n, &overflow);
    uint64_t u = (uint64_t)i;
    bool ok = true;
    if (it->code == 'P') {
        u = int_sign(n) < 0 ? (uint64_t)int_as_i64(vm, n) : int_as_u64(vm, n);
        ok = !error_occurred(vm);
    } else if (it->is_signed) {
        if (overflow)
            ok = too_large(vm, s, it, v, n);
        else if (bits < 64 &&
                 (i < -((int64_t)1 << (bits - 1)) || i >= (int64_t)1 << (bits - 1)))
            ok = range_error(vm, it->code, s);
    } else if (overflow || i < 0) {
        /* small types are read as a signed number first, and say their range */
        bool small = bits <= (s->big ? 8 : 16);
        if (!overflow && small)
            ok = range_error(vm, it->code, s);
        else if (overflow > 0 && bits == 64 && int_bit_length(n) <= 64)
            u = int_as_u64(vm, n);
        else if (overflow > 0 && bits < 64 && !small && int_bit_length(n) <= 64)
            ok = range_error(vm, it->code, s);
        else
            ok = too_large(vm, s, it, v, n);
    } else if (bits < 64 && i >= (int64_t)1 << bits) {
        ok = range_error(vm, it->code, s);
    }
    value_decref(vm, n);
    if (ok)
        store_int(p, u, it->size, s->big);
    return ok;
}

/* Of a small int in the range: else false, and pack_int sees to it. */
static inline bool pack_small(const StructObj *s, const Item *it, uint8_t *p, Value v)
{
    if (!it->is_int || !value_is_int_imm(v))
        return false;
    int64_t i = value_imm(v);
    int bits = it->size * 8, shift = 64 - bits;
    bool fits = it->is_signed ? (int64_t)((uint64_t)i << shift) >> shift == i
                              : i >= 0 && (bits == 64 || i >> bits == 0);
    if (fits)
        store_int(p, (uint64_t)i, it->size, s->big);
    return fits;
}

static bool pack_float(MinipyVM *vm, const StructObj *s, const Item *it, uint8_t *p,
                       Value v)
{
    double d = value_is_float_imm(v) ? float_value(v) : number_as_double(vm, v);
    if (d == -1.0 && error_occurred(vm)) {
        if (error_matches(vm, EXC_TypeError)) {
            error_clear(vm);
            struct_error(vm, "required argument is not a float");
        }
        return false;
    }
    uint64_t bits = 0;
    if (it->size == 8) {
        memcpy(&bits, &d, 8);
    } else if (it->size == 4) {
        float f = (float)d;
        if (isinf(f) && !isinf(d) && !s->native)
            return error_set(vm, EXC_OverflowError,
                             "float too large to pack with f format"),
                   false;
        memcpy(&bits, &f, 4);
    } else {
        int half = double_to_half(d);
        if (half < 0)
            return error_set(vm, EXC_OverflowError,
                             "float too large to pack with e format"),
                   false;
        bits = (uint64_t)half;
    }
    store_int(p, bits, it->size, s->big);
    return true;
}

static bool pack_bytes(MinipyVM *vm, const Item *it, uint8_t *p, Value v)
{
    const uint8_t *data;
    int64_t n;
    if (value_is_bytes(v)) {
        data = BYTES(v)->data;
        n = BYTES(v)->size;
    } else if (value_is_kind(v, KIND_BYTEARRAY) && it->code != 'c') {
        data = BYTEARRAY(v)->data;
        n = BYTEARRAY(v)->size;
    } else {
        return (it->code == 'c'
                    ? struct_error(vm,
                                   "char format requires a bytes object of length 1")
                    : struct_error(vm, "argument for '%c' must be a bytes object",
                                   it->code)),
               false;
    }
    if (it->code == 'c') {
        if (n != 1)
            return struct_error(vm, "char format requires a bytes object of length 1"),
                   false;
        *p = *data;
        return true;
    }
    int64_t room = it->repeat;
    if (it->code == 'p') {
        if (room == 0)
            return true;
        room--;
        int64_t length = n < room ? n : room;
        *p++ = (uint8_t)(length < 255 ? length : 255);
    }
    memcpy(p, data, (size_t)(n < room ? n : room));
    return true;
}

static bool pack_into(MinipyVM *vm, const StructObj *s, uint8_t *out, const Value *args)
{
    memset(out, 0, (size_t)s->size);
    for (int64_t i = 0; i < s->nitems; i++) {
        const Item *it = &s->items[i];
        bool text = it->code == 's' || it->code == 'p';
        for (int64_t k = 0; k < (text ? 1 : it->repeat); k++, args++) {
            uint8_t *p = out + it->offset + k * it->size;
            bool ok = true;
            if (pack_small(s, it, p, *args))
                continue;
            switch (it->code) {
            case 's':
            case 'p':
            case 'c': ok = pack_bytes(vm, it, p, *args); break;
            case 'e':
            case 'f':
            case 'd': ok = pack_float(vm, s, it, p, *args); break;
            case '?': {
                int yes = object_is_true(vm, *args);
                ok = yes >= 0;
                *p = yes > 0;
                break;
            }
            default: ok = pack_int(vm, s, it, p, *args);
            }
            if (!ok) {
                if (value_is_int(*args) && error_matches(vm, EXC_OverflowError)) {
                    error_clear(vm);
                    struct_error(vm, "int too large to convert");
                }
                return false;
            }
        }
    }
    return true;
}

/* ---- unpacking ------------------------------------------------------------------- */

static Value unpack_one(MinipyVM *vm, const StructObj *s, const Item *it,
                        const uint8_t *p)
{
    switch (it->code) {
    case 's': return bytes_from(vm, p, it->repeat);
    case 'p': {
        int64_t n = it->repeat ? *p : 0;
        return bytes_from(vm, p + (it->repeat ? 1 : 0),
                          n < it->repeat ? n
                          : it->repeat   ? it->repeat - 1
                                         : 0);
    }
    case 'c': return bytes_from(vm, p, 1);
    case '?': return value_from_bool(*p != 0);
    }
    uint64_t bits = load_int(p, it->size, s->big);
    if (it->code == 'd') {
        double d;
        memcpy(&d, &bits, 8);
        return float_new(vm, d);
    }
    if (it->code == 'f') {
        float f;
        memcpy(&f, &bits, 4);
        return float_new(vm, (double)f);
    }
    if (it->code == 'e')
        return float_new(vm, half_to_double((uint16_t)bits));
    if (!it->is_signed)
        return int_from_u64(vm, bits);
    int shift = 64 - it->size * 8;
    return int_new(vm, (int64_t)(bits << shift) >> shift);
}

/* An item's values, up to four bytes each, of which no object is made. */
static void unpack_small_ints(const StructObj *s, const Item *it, const uint8_t *p,
                              Value *to)
{
    int shift = it->is_signed ? 64 - it->size * 8 : 0;
    for (int64_t k = 0; k < it->repeat; k++, p += it->size)
        to[k] =
            value_from_imm((int64_t)(load_int(p, it->size, s->big) << shift) >> shift);
}

static Value unpack_from(MinipyVM *vm, const StructObj *s, const uint8_t *data)
{
    Value t = tuple_alloc(vm, s->nvalues);
    int64_t at = 0;
    for (int64_t i = 0; t && i < s->nitems; i++) {
        const Item *it = &s->items[i];
        const uint8_t *p = data + it->offset;
        int64_t n = it->code == 's' || it->code == 'p' ? 1 : it->repeat;
        if (it->is_int && it->size <= 4) {
            unpack_small_ints(s, it, p, TUPLE(t)->items + at);
            at += n;
            continue;
        }
        for (int64_t k = 0; t && k < n; k++)
            t = tuple_put_made(vm, t, at++, unpack_one(vm, s, it, p + k * it->size));
    }
    return t;
}

/* ---- class Struct ---------------------------------------------------------------- */

static Value struct_new(NEW_ARGS)
{
    return value_from_obj(object_alloc(vm, cls, 0));
}

static int struct_init(NATIVE_ARGS)
{
    static const MethodDef row = {.name = "Struct", .signature = "(format)"};
    Value a[1];
    return args_take(vm, &row, args, nargs, kwnames, a) &&
                   struct_set_format(vm, STRUCT(self), a[0])
               ? 0
               : -1;
}

static void struct_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((StructObj *)o)->items);
    ((StructObj *)o)->items = NULL;
    value_clear(vm, &((StructObj *)o)->format);
}

static Value struct_pack_values(MinipyVM *vm, StructObj *s, const Value *args,
                                size_t nargs)
{
    if ((int64_t)nargs != s->nvalues)
        return struct_error(vm, "pack expected %lld items for packing (got %zu)",
                            (long long)s->nvalues, nargs);
    Value b = bytes_alloc(vm, s->size);
    if (b && !pack_into(vm, s, BYTES(b)->data, args))
        value_clear(vm, &b);
    return b;
}

/* Makes a negative offset positive and sees to it that the struct fits. */
static bool fit(MinipyVM *vm, StructObj *s, int64_t size, int64_t *offset, bool packing)
{
    const char *name = packing ? "pack_into" : "unpack_from",
               *doing = packing ? "packing" : "unpacking";
    int64_t at = *offset;
    if (at < 0) {
        if (at + s->size > 0)
            return struct_error(
                       vm,
                       packing ? "no space to pack %lld bytes at offset %lld"
                               : "not enough data to unpack %lld bytes at offset %lld",
                       (long long)s->size, (long long)at),
                   false;
        if (at + size < 0)
            return struct_error(vm, "offset %lld out of range for %lld-byte buffer",
                                (long long)at, (long long)size),
                   false;
        at += size;
    }
    if (size - at < s->size)
        return struct_error(vm,
                            "%s requires a buffer of at least %llu bytes for %s %lld "
                            "bytes at offset %lld "
                            "(actual buffer size is %lld)",
                            name, (unsigned long long)s->size + (unsigned long long)at,
                            doing, (long long)s->size, (long long)at, (long long)size),
               false;
    *offset = at;
    return true;
}

static Value struct_pack_into_buffer(MinipyVM *vm, StructObj *s, const Value *args,
                                     size_t nargs)
{
    if (nargs < 2 || (int64_t)nargs - 2 != s->nvalues) {
        if (nargs == 0)
            return struct_error(vm, "pack_into expected buffer argument");
        if (nargs == 1)
            return struct_error(vm, "pack_into expected offset argument");
        return struct_error(vm, "pack_into expected %lld items for packing (got %zu)",
                            (long long)s->nvalues, nargs - 2);
    }
    Buffer view;
    int64_t offset;
    if (buffer_get(vm, args[0], &view, BUF_WRITABLE) < 0) {
        error_clear(vm);
        return error_set(vm, EXC_TypeError,
                         "argument must be read-write bytes-like object, not %.50s",
                         type_name_for_message(vm, args[0]));
    }
    offset = number_as_ssize(vm, args[1], EXC_IndexError);
    bool ok = (offset != -1 || !error_occurred(vm)) &&
              fit(vm, s, view.size, &offset, true) &&
              pack_into(vm, s, (uint8_t *)view.data + offset, args + 2);
    buffer_release(vm, &view);
    return ok ? VALUE_NONE : VALUE_NULL;
}

static Value struct_unpack_whole(MinipyVM *vm, StructObj *s, Value buffer)
{
    Buffer view;
    if (buffer_get(vm, buffer, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value t = view.size == s->size
                  ? unpack_from(vm, s, view.data)
                  : struct_error(vm, "unpack requires a buffer of %lld bytes",
                                 (long long)s->size);
    buffer_release(vm, &view);
    return t;
}

/* offset VALUE_NULL: 0 */
static Value struct_unpack_at(MinipyVM *vm, StructObj *s, Value buffer, Value start)
{
    Value t = VALUE_NULL;
    int64_t offset = 0;
    Buffer view;
    if (buffer_get(vm, buffer, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    if ((!start || arg_ssize(vm, start, &offset)) &&
        fit(vm, s, view.size, &offset, false))
        t = unpack_from(vm, s, (uint8_t *)view.data + offset);
    buffer_release(vm, &view);
    return t;
}

static Value struct_iterate(MinipyVM *vm, StructObj *s, Value buffer)
{
    if (s->size == 0)
        return struct_error(vm, "cannot iteratively unpack with a struct of length 0");
    UnpackIter *it =
        (UnpackIter *)object_alloc(vm, module_type_borrow(vm, &unpack_iter_spec), 0);
    if (!it)
        return VALUE_NULL;
    if (buffer_get(vm, buffer, &it->view, BUF_SIMPLE) < 0)
        goto error;
    it->owner = value_incref(value_from_obj(s));
    if (it->view.size % s->size) {
        struct_error(
            vm, "iterative unpacking requires a buffer of a multiple of %lld bytes",
            (long long)s->size);
        goto error;
    }
    return value_from_obj(it);
error:
    obj_decref(vm, &it->ob);
    return VALUE_NULL;
}

static void unpack_iter_dealloc(MinipyVM *vm, Object *o)
{
    UnpackIter *it = (UnpackIter *)o;
    if (it->view.obj)
        buffer_release(vm, &it->view);
    value_clear(vm, &it->owner);
}

static Value unpack_iter_next(MinipyVM *vm, Value self)
{
    UnpackIter *it = UNPACK_ITER(self);
    if (!it->owner || it->at >= it->view.size)
        return VALUE_NULL;
    Value t = unpack_from(vm, STRUCT(it->owner), (uint8_t *)it->view.data + it->at);
    it->at += STRUCT(it->owner)->size;
    return t;
}

FN(unpack_iter_hint)
{
    UnpackIter *it = UNPACK_ITER(self);
    return it->owner ? int_new(vm, (it->view.size - it->at) / STRUCT(it->owner)->size)
                     : value_from_imm(0);
}

static bool ready(MinipyVM *vm, Value self)
{
    if (!STRUCT(self)->format)
        struct_error(vm, "Struct object is not initialized");
    return STRUCT(self)->format != VALUE_NULL;
}

FN(method_pack)
{
    return ready(vm, self) ? struct_pack_values(vm, STRUCT(self), args, nargs)
                           : VALUE_NULL;
}
FN(method_pack_into)
{
    return ready(vm, self) ? struct_pack_into_buffer(vm, STRUCT(self), args, nargs)
                           : VALUE_NULL;
}
FN(method_unpack)
{
    return ready(vm, self) ? struct_unpack_whole(vm, STRUCT(self), args[0])
                           : VALUE_NULL;
}
FN(method_unpack_from)
{
    return ready(vm, self) ? struct_unpack_at(vm, STRUCT(self), args[0], GIVEN(1))
                           : VALUE_NULL;
}
FN(method_iter_unpack)
{
    return ready(vm, self) ? struct_iterate(vm, STRUCT(self), args[0]) : VALUE_NULL;
}

/* CPython's: the object, and 32 bytes for each code and one more. */
FN(method_sizeof)
{
    return int_new(vm, 56 + type_added_size(self) + 32 * (STRUCT(self)->nitems + 1));
}

GETTER(get_size)
{
    return int_new(vm, STRUCT(self)->size);
}

static METHODS(struct_methods,
    {"iter_unpack", method_iter_unpack, 0, "($self, buffer, /)", "Return an iterator yielding tuples."},
    {"pack", method_pack, M_UNSIGNED, "($self, *values)", "S.pack(v1, v2, ...) -> bytes"},
    {"pack_into", method_pack_into, M_UNSIGNED, "($self, *args)", "S.pack_into(buffer, offset, v1, v2, ...)"},
    {"unpack", method_unpack, 0, "($self, buffer, /)", "Return a tuple containing unpacked values."},
    {"unpack_from", method_unpack_from, 0, "($self, /, buffer, offset=0)",
     "Return a tuple containing unpacked values."},
    {"__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)", "S.__sizeof__() -> size of S in memory, in bytes"},
);
static GETSETS(struct_getsets,
    {"size", get_size, NULL, "struct size in bytes", NULL},
);
static MEMBERS(struct_members,
    {"format", MEMBER_VALUE, offsetof(StructObj, format), true, "struct format string"},
);
static TYPE_SPEC(struct_spec,
    .name = "_struct.Struct",
    .doc = "Struct(fmt) --> compiled struct object",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_BASE | TYPE_WEAKREFS, .basicsize = sizeof(StructObj),
    .dealloc = struct_dealloc,
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .new_ = struct_new,
              .init = struct_init},
    .methods = struct_methods, .getsets = struct_getsets, .members = struct_members,
);

/* It makes none, but it is there: __new__ is among the type's own names. */
static Value unpack_iter_new(NEW_ARGS)
{
    (void)args, (void)nargs, (void)kwnames;
    return error_set(vm, EXC_TypeError, "Cannot create '%s objects",
                     type_last_name(cls));
}

static METHODS(unpack_iter_methods,
    {"__length_hint__", unpack_iter_hint, M_UNSIGNED, "($self, /)", NULL},
);
static TYPE_SPEC(unpack_iter_spec,
    .name = "_struct.unpack_iterator",
    .flags = TYPE_OWN_MODULE, .basicsize = sizeof(UnpackIter),
    .dealloc = unpack_iter_dealloc,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = unpack_iter_next,
              .new_ = unpack_iter_new},
    .methods = unpack_iter_methods,
);

/* ---- the functions: a format first, compiled once and kept ----------------------- */

/* The Struct of a format, new reference. The cache is the module's dict entry `_cache`.
 */
static Value compiled(MinipyVM *vm, Value self, Value format)
{
    enum { CACHE_SIZE = 100 };
    Value cache = dict_get_str_borrow(vm, MODULE(self)->dict, NAME(vm, _cache));
    Value s = VALUE_NULL;
    bool cacheable = cache && value_is_dict(cache);
    if (cacheable && (s = dict_get_borrow(vm, cache, format)) &&
        value_is_of(s, &struct_spec))
        return value_incref(s);
    if (error_occurred(
            vm)) /* of its hash, before anybody asks whether it is a format */
        return VALUE_NULL;
    Object *o = object_alloc(vm, module_type_borrow(vm, &struct_spec), 0);
    if (!o)
        return VALUE_NULL;
    s = value_from_obj(o);
    if (!struct_set_format(vm, STRUCT(s), format)) {
        value_decref(vm, s);
        return VALUE_NULL;
    }
    if (cacheable) {
        if (dict_size(cache) >= CACHE_SIZE)
            dict_clear(vm, cache);
        if (dict_set(vm, cache, format, s) < 0)
            value_clear(vm, &s);
    }
    return s;
}

#define WITH_STRUCT(expression)                                                        \
    do {                                                                               \
        Value s = compiled(vm, self, args[0]);                                         \
        Value result = s ? (expression) : VALUE_NULL;                                  \
        value_xdecref(vm, s);                                                          \
        return result;                                                                 \
    } while (0)

FN(fn_calcsize)
{
    WITH_STRUCT(int_new(vm, STRUCT(s)->size));
}
FN(fn_pack)
{
    if (nargs == 0)
        return error_set(vm, EXC_TypeError, "missing format argument");
    WITH_STRUCT(struct_pack_values(vm, STRUCT(s), args + 1, nargs - 1));
}
FN(fn_pack_into)
{
    if (nargs == 0)
        return error_set(vm, EXC_TypeError, "missing format argument");
    WITH_STRUCT(struct_pack_into_buffer(vm, STRUCT(s), args + 1, nargs - 1));
}
FN(fn_unpack)
{
    WITH_STRUCT(struct_unpack_whole(vm, STRUCT(s), args[1]));
}
FN(fn_unpack_from)
{
    WITH_STRUCT(struct_unpack_at(vm, STRUCT(s), args[1], GIVEN(2)));
}
FN(fn_iter_unpack)
{
    WITH_STRUCT(struct_iterate(vm, STRUCT(s), args[1]));
}
FN(fn_clearcache)
{
    Value cache = dict_get_str_borrow(vm, MODULE(self)->dict, NAME(vm, _cache));
    if (cache && value_is_dict(cache))
        dict_clear(vm, cache);
    return VALUE_NONE;
}

static METHODS(functions,
    {"_clearcache", fn_clearcache, 0, "($module, /)", "Clear the internal cache."},
    {"calcsize", fn_calcsize, 0, "($module, format, /)",
     "Return size in bytes of the struct described by the format string."},
    {"iter_unpack", fn_iter_unpack, 0, "($module, format, buffer, /)", "Return an iterator yielding tuples."},
    {"pack", fn_pack, M_UNSIGNED, "($module, *args)", "pack(format, v1, v2, ...) -> bytes"},
    {"pack_into", fn_pack_into, M_UNSIGNED, "($module, *args)", "pack_into(format, buffer, offset, v1, v2, ...)"},
    {"unpack", fn_unpack, 0, "($module, format, buffer, /)", "Return a tuple containing unpacked values."},
    {"unpack_from", fn_unpack_from, 0, "($module, format, /, buffer, offset=0)",
     "Return a tuple containing unpacked values."},
);

static CONTENTS(contents,
    HAS_TYPE("Struct", &struct_spec), HAS_TYPE(NULL, &unpack_iter_spec), HAS_MADE("_cache", dict_new),
    HAS_ERROR("error", &error_class),
);

MODULE_SPEC(struct_module_spec,
    .name = "_struct",
    .doc = "Functions to convert between Python values and C structs represented as bytes.",
    .methods = functions, .contents = contents,
);
