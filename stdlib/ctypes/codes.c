/* codes.c - the codes of simple types: how each is read from memory and written there.
 *
 * A size with bits above the sixteenth is that of a bit field: their number, and below
 * it the first of them. What a set returns is what must live as long as the memory
 * shows it: None for what was copied. Read next: simple.c, field.c.
 */
#include <wchar.h>

#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/bytes.h"
#include "vm/numbers/float.h"
#include "vm/numbers/number.h"

/* ---- integers -------------------------------------------------------------------- */

/* The lowest limb of an int of any size, as two's complement has it. */
static uint64_t lowest_bits(Value v)
{
    if (value_is_int_imm(v))
        return (uint64_t)value_imm(v);
    const IntObj *i = INT(v);
    uint64_t low = i->size ? i->limbs[0] : 0;
    return i->size < 0 ? -low : low;
}

int ccode_mask(MinipyVM *vm, Value v, uint64_t *out)
{
    if (likely(value_is_int_imm(v))) {
        *out = (uint64_t)value_imm(v);
        return 0;
    }
    Value i = number_index(vm, v);
    if (!i)
        return -1;
    *out = lowest_bits(i);
    value_decref(vm, i);
    return 0;
}

/* The new contents, with v at its bits. */
static inline uint64_t put_bits(uint64_t before, uint64_t v, int64_t size)
{
    int64_t n = size >> 16, first = size & 0xffff;
    if (likely(n == 0))
        return v;
    uint64_t mask = n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
    return (before & ~(mask << first)) | ((v & mask) << first);
}

static inline int64_t take_signed(int64_t v, int64_t size)
{
    int64_t n = size >> 16, first = size & 0xffff;
    return likely(n == 0) ? v : (int64_t)((uint64_t)v << (64 - first - n)) >> (64 - n);
}

static inline uint64_t take_unsigned(uint64_t v, int64_t size)
{
    int64_t n = size >> 16, first = size & 0xffff;
    return likely(n == 0) ? v : (v << (64 - first - n)) >> (64 - n);
}

#define SAME(x) (x)
/* Functions of one integer type in one byte order. */
#define INTEGER(id, type, swap, take, make)                                            \
    static Value get_##id(MinipyVM *vm, const void *p, int64_t size)                   \
    {                                                                                  \
        type v;                                                                        \
        memcpy(&v, p, sizeof v);                                                       \
        v = (type)swap(v);                                                             \
        return make(vm, take(v, size));                                                \
    }                                                                                  \
    static Value set_##id(MinipyVM *vm, void *p, Value value, int64_t size)            \
    {                                                                                  \
        uint64_t new_bits;                                                             \
        type v;                                                                        \
        if (ccode_mask(vm, value, &new_bits) < 0)                                      \
            return VALUE_NULL;                                                         \
        memcpy(&v, p, sizeof v);                                                       \
        v = (type)put_bits((uint64_t)swap(v), new_bits, size);                         \
        v = (type)swap(v);                                                             \
        memcpy(p, &v, sizeof v);                                                       \
        return VALUE_NONE;                                                             \
    }
INTEGER(int8, int8_t, SAME, take_signed, int_new)
INTEGER(uint8, uint8_t, SAME, take_unsigned, int_from_u64)
INTEGER(int16, int16_t, SAME, take_signed, int_new)
INTEGER(uint16, uint16_t, SAME, take_unsigned, int_from_u64)
INTEGER(int32, int32_t, SAME, take_signed, int_new)
INTEGER(uint32, uint32_t, SAME, take_unsigned, int_from_u64)
INTEGER(int64, int64_t, SAME, take_signed, int_new)
INTEGER(uint64, uint64_t, SAME, take_unsigned, int_from_u64)
INTEGER(int16_swapped, int16_t, __builtin_bswap16, take_signed, int_new)
INTEGER(uint16_swapped, uint16_t, __builtin_bswap16, take_unsigned, int_from_u64)
INTEGER(int32_swapped, int32_t, __builtin_bswap32, take_signed, int_new)
INTEGER(uint32_swapped, uint32_t, __builtin_bswap32, take_unsigned, int_from_u64)
INTEGER(int64_swapped, int64_t, __builtin_bswap64, take_signed, int_new)
INTEGER(uint64_swapped, uint64_t, __builtin_bswap64, take_unsigned, int_from_u64)

static Value get_bool(MinipyVM *vm, const void *p, int64_t size)
{
    (void)vm;
    return value_from_bool(take_unsigned(*(const uint8_t *)p, size) != 0);
}

static Value set_bool(MinipyVM *vm, void *p, Value v, int64_t size)
{
    int is = object_is_true(vm, v);
    if (is < 0)
        return VALUE_NULL;
    *(uint8_t *)p = (uint8_t)put_bits(*(uint8_t *)p, (uint64_t)is, size);
    return VALUE_NONE;
}

/* VARIANT_BOOL: a short, all bits set for true. */
static Value get_variant(MinipyVM *vm, const void *p, int64_t size)
{
    int16_t v;
    (void)vm, (void)size;
    memcpy(&v, p, sizeof v);
    return value_from_bool(v != 0);
}

static Value set_variant(MinipyVM *vm, void *p, Value v, int64_t size)
{
    int is = object_is_true(vm, v);
    (void)size;
    if (is < 0)
        return VALUE_NULL;
    int16_t bits = is ? -1 : 0;
    memcpy(p, &bits, sizeof bits);
    return VALUE_NONE;
}

/* ---- floats ---------------------------------------------------------------------- */

static inline bool as_double(MinipyVM *vm, Value v, double *out)
{
    *out = value_is_float(v) ? float_value(v) : number_as_double(vm, v);
    return *out != -1.0 || !error_occurred(vm);
}

static void reverse(void *p, size_t n)
{
    uint8_t *bytes = p;
    for (size_t i = 0; i < n / 2; i++) {
        uint8_t b = bytes[i];
        bytes[i] = bytes[n - 1 - i];
        bytes[n - 1 - i] = b;
    }
}

#define FLOATING(id, type, swapped)                                                    \
    static Value get_##id(MinipyVM *vm, const void *p, int64_t size)                   \
    {                                                                                  \
        (void)size;                                                                    \
        type v;                                                                        \
        memcpy(&v, p, sizeof v);                                                       \
        if (swapped)                                                                   \
            reverse(&v, sizeof v);                                                     \
        return float_new(vm, (double)v);                                               \
    }                                                                                  \
    static Value set_##id(MinipyVM *vm, void *p, Value value, int64_t size)            \
    {                                                                                  \
        (void)size;                                                                    \
        double d;                                                                      \
        if (!as_double(vm, value, &d))                                                 \
            return VALUE_NULL;                                                         \
        type v = (type)d;                                                              \
        if (swapped)                                                                   \
            reverse(&v, sizeof v);                                                     \
        memcpy(p, &v, sizeof v);                                                       \
        return VALUE_NONE;                                                             \
    }
FLOATING(float, float, false)
FLOATING(double, double, false)
FLOATING(long_double, long double, false)
FLOATING(float_swapped, float, true)
FLOATING(double_swapped, double, true)

/* ---- characters ------------------------------------------------------------------ */

static Value get_char(MinipyVM *vm, const void *p, int64_t size)
{
    (void)size;
    return bytes_from(vm, p, 1);
}

static Value set_char(MinipyVM *vm, void *p, Value v, int64_t size)
{
    (void)size;
    if (value_is_bytes(v) && BYTES(v)->size == 1) {
        *(uint8_t *)p = BYTES(v)->data[0];
    } else if (value_is_kind(v, KIND_BYTEARRAY) && BYTEARRAY(v)->size == 1) {
        *(uint8_t *)p = BYTEARRAY(v)->data[0];
    } else {
        int overflow = 1;
        int64_t i = value_is_int(v) ? int_as_i64_overflow(v, &overflow) : 0;
        if (overflow || i < 0 || i > 255)
            return error_set(vm, EXC_TypeError,
                             "one character bytes, bytearray or integer expected");
        *(uint8_t *)p = (uint8_t)i;
    }
    return VALUE_NONE;
}

/* Arrays of char that are fields: text up to the first NUL. */
static Value get_char_array(MinipyVM *vm, const void *p, int64_t size)
{
    return bytes_from(vm, p, (int64_t)strnlen(p, (size_t)size));
}

static Value set_char_array(MinipyVM *vm, void *p, Value v, int64_t size)
{
    if (!value_is_bytes(v))
        return error_set(vm, EXC_TypeError, "expected bytes, %T found", v);
    int64_t n = (int64_t)strlen((const char *)BYTES(v)->data);
    if (n > size)
        return error_set(vm, EXC_ValueError, "bytes too long (%zd, maximum length %zd)",
                         n, size);
    memcpy(p, BYTES(v)->data, (size_t)(n < size ? n + 1 : n));
    return VALUE_NONE;
}

Value ccode_wide_str(MinipyVM *vm, const wchar_t *text, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if ((uint32_t)text[i] > 0x10ffff)
            return error_set(vm, EXC_ValueError,
                             "character U+%x is not in range [U+0000; U+10ffff]",
                             (unsigned)text[i]);
    return str_from_ucs4(vm, (const uint32_t *)text, n);
}

static Value get_wide(MinipyVM *vm, const void *p, int64_t size)
{
    (void)size;
    wchar_t c;
    memcpy(&c, p, sizeof c);
    return ccode_wide_str(vm, &c, 1);
}

static Value not_a_str(MinipyVM *vm, Value v)
{
    return error_set(vm, EXC_TypeError,
                     "unicode string expected instead of %T instance", v);
}

static Value set_wide(MinipyVM *vm, void *p, Value v, int64_t size)
{
    (void)size;
    if (!value_is_str(v))
        return not_a_str(vm, v);
    if (str_length(v) != 1)
        return error_set(vm, EXC_TypeError, "one character unicode string expected");
    wchar_t c = (wchar_t)str_char_at(STR(v), 0);
    memcpy(p, &c, sizeof c);
    return VALUE_NONE;
}

static void copy_wide(void *to, Value str, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        wchar_t c = i < str_length(str) ? (wchar_t)str_char_at(STR(str), i) : 0;
        memcpy((char *)to + i * (int64_t)sizeof c, &c, sizeof c);
    }
}

static Value get_wide_array(MinipyVM *vm, const void *p, int64_t size)
{
    const wchar_t *text = p;
    return ccode_wide_str(vm, text,
                          (int64_t)wcsnlen(text, (size_t)size / sizeof *text));
}

static Value set_wide_array(MinipyVM *vm, void *p, Value v, int64_t size)
{
    int64_t most = size / (int64_t)sizeof(wchar_t);
    if (!value_is_str(v))
        return not_a_str(vm, v);
    int64_t n = str_length(v);
    if (n > most)
        return error_set(vm, EXC_ValueError,
                         "string too long (%zd, maximum length %zd)", n, most);
    copy_wide(p, v, n < most ? n + 1 : n);
    return VALUE_NONE;
}

/* ---- pointers -------------------------------------------------------------------- */

static Value get_object(MinipyVM *vm, const void *p, int64_t size)
{
    (void)size;
    Value v;
    memcpy(&v, p, sizeof v);
    return v ? value_incref(v) : error_set(vm, EXC_ValueError, "PyObject is NULL");
}

static Value set_object(MinipyVM *vm, void *p, Value v, int64_t size)
{
    (void)size, (void)vm;
    memcpy(p, &v, sizeof v);
    return value_incref(v);
}

static void *pointer_at(const void *p)
{
    void *at;
    memcpy(&at, p, sizeof at);
    return at;
}

static void put_pointer(void *p, const void *at)
{
    memcpy(p, &at, sizeof at);
}

static Value get_pointer(MinipyVM *vm, const void *p, int64_t size)
{
    (void)size;
    const void *at = pointer_at(p);
    return at ? int_from_u64(vm, (uintptr_t)at) : VALUE_NONE;
}

/* None or an int as an address: 1; 0: v is neither. */
static int set_address(void *p, Value v)
{
    if (v == VALUE_NONE)
        put_pointer(p, NULL);
    else if (value_is_int(v))
        put_pointer(p, (void *)(uintptr_t)(value_is_bool(v) ? v == VALUE_TRUE
                                                            : lowest_bits(v)));
    else
        return 0;
    return 1;
}

static Value set_pointer(MinipyVM *vm, void *p, Value v, int64_t size)
{
    (void)size;
    return set_address(p, v)
               ? VALUE_NONE
               : error_set(vm, EXC_TypeError, "cannot be converted to pointer");
}

static Value get_text(MinipyVM *vm, const void *p, int64_t size)
{
    (void)size;
    const char *text = pointer_at(p);
    return text ? bytes_from(vm, text, (int64_t)strlen(text)) : VALUE_NONE;
}

static Value set_text(MinipyVM *vm, void *p, Value v, int64_t size)
{
    (void)size;
    if (set_address(p, v))
        return VALUE_NONE;
    if (!value_is_bytes(v))
        return error_set(vm, EXC_TypeError,
                         "bytes or integer address expected instead of %T instance", v);
    put_pointer(p, BYTES(v)->data);
    return value_incref(v);
}

static Value get_wide_text(MinipyVM *vm, const void *p, int64_t size)
{
    (void)size;
    const wchar_t *text = pointer_at(p);
    return text ? ccode_wide_str(vm, text, (int64_t)wcslen(text)) : VALUE_NONE;
}

static Value set_wide_text(MinipyVM *vm, void *p, Value v, int64_t size)
{
    (void)size;
    if (set_address(p, v))
        return VALUE_NONE;
    if (!value_is_str(v))
        return error_set(vm, EXC_TypeError,
                         "unicode string or integer address expected instead of %T "
                         "instance",
                         v);
    wchar_t *text;
    Value keep = ccode_wide_new(vm, v, &text);
    if (keep)
        put_pointer(p, text);
    return keep;
}

/* ---- text as wchar_t ------------------------------------------------------------- */

typedef struct WideObj {
    Object ob;
    wchar_t *text; /* owned */
} WideObj;

static void wide_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((WideObj *)o)->text);
}

static Value wide_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm,
                        "<capsule object \"_ctypes/cfield.c wchar_t buffer from "
                        "unicode\" at %p>",
                        value_obj(self));
}

TYPE_SPEC(wide_spec,
    .name = "PyCapsule", .flags = TYPE_NO_NEW, .basicsize = sizeof(WideObj),
    .dealloc = wide_dealloc,
    .slots = {.repr = wide_repr},
);

Value ccode_wide_new(MinipyVM *vm, Value str, wchar_t **text)
{
    int64_t n = str_length(str) + 1;
    WideObj *w = (WideObj *)object_alloc(vm, vm->ctypes->wide, 0);
    if (w && !(w->text = mem_alloc(vm, (size_t)n * sizeof **text))) {
        obj_decref(vm, &w->ob);
        w = NULL;
    }
    if (!w)
        return VALUE_NULL;
    copy_wide(w->text, str, n);
    *text = w->text;
    return value_from_obj(w);
}

/* ---- the list -------------------------------------------------------------------- */

/* clang-format off */
#define PLAIN(code, id, type) {code, set_##id, get_##id, offsetof(Foreign, type), NULL, NULL}
#define SWAPS(code, id, type)                                                          \
    {code, set_##id, get_##id, offsetof(Foreign, type), set_##id##_swapped, get_##id##_swapped}
static const CCode codes[] = {
    PLAIN('c', char, sint8),       PLAIN('b', int8, sint8),     PLAIN('B', uint8, uint8),
    SWAPS('h', int16, sint16),     SWAPS('H', uint16, uint16),  SWAPS('i', int32, sint32),
    SWAPS('I', uint32, uint32),    SWAPS('l', int64, sint64),   SWAPS('L', uint64, uint64),
    SWAPS('q', int64, sint64),     SWAPS('Q', uint64, uint64),  SWAPS('f', float, float32),
    SWAPS('d', double, float64),   PLAIN('g', long_double, float_long),
    PLAIN('?', bool, uint8),       PLAIN('u', wide, sint32),    PLAIN('z', text, pointer),
    PLAIN('Z', wide_text, pointer), PLAIN('P', pointer, pointer), PLAIN('O', object, pointer),
    PLAIN('v', variant, sint16),
};
const CCode ccode_char_array = PLAIN('s', char_array, pointer);
const CCode ccode_wide_array = PLAIN('U', wide_array, pointer);
/* clang-format on */

const CCode *ccode_of(char code)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return &codes[i];
    return NULL;
}
