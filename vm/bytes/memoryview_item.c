/* memoryview_item.c - one item of memory in a native struct format, read and written.
 */
#include <math.h>
#include <string.h>

#include "vm/bytes/bytes_private.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/bytes/memoryview.h"

int memory_code_size(char code, bool native)
{
    switch (code) {
    case 'c':
    case 'b':
    case 'B':
    case '?': return 1;
    case 'h':
    case 'H': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L': return native ? 8 : 4;
    case 'q':
    case 'Q':
    case 'd': return 8;
    case 'n':
    case 'N':
    case 'P': return native ? 8 : 0;
    default: return 0;
    }
}

int memory_itemsize(const char *format)
{
    return memory_code_size(memory_code(format), true);
}

bool memory_is_byte_format(const char *format)
{
    char c = memory_code(format);

    return c == 'b' || c == 'B' || c == 'c';
}

bool memory_same_format(const char *a, const char *b)
{
    return strcmp(a + (*a == '@'), b + (*b == '@')) == 0;
}

int memory_check_format(MinipyVM *vm, const char *format)
{
    if (memory_code(format))
        return 0;
    error_set(vm, EXC_NotImplementedError, "memoryview: unsupported format %s", format);
    return -1;
}

/* An item's format is none that items are read or written by. */
static void refuse(MinipyVM *vm, const char *format)
{
    if (memory_check_format(vm, format) == 0)
        error_set(vm, EXC_NotImplementedError, "memoryview: format %s not supported",
                  format + (*format == '@'));
}

static bool is_signed(char c)
{
    return strchr("bhilqn", c) != NULL;
}

Value memory_unpack(MinipyVM *vm, const char *format, const void *at)
{
    float single;
#define READ(code, Type, make)                                                         \
    case code: {                                                                       \
        Type x;                                                                        \
        memcpy(&x, at, sizeof x);                                                      \
        return make;                                                                   \
    }
    switch (memory_code(format)) {
        READ('B', uint8_t, value_from_imm(x))
        READ('b', int8_t, value_from_imm(x))
        READ('H', uint16_t, value_from_imm(x))
        READ('h', int16_t, value_from_imm(x))
        READ('I', uint32_t, value_from_imm(x))
        READ('i', int32_t, value_from_imm(x))
        READ('l', int64_t, int_new(vm, x))
        READ('q', int64_t, int_new(vm, x))
        READ('n', int64_t, int_new(vm, x))
        READ('L', uint64_t, int_from_u64(vm, x))
        READ('Q', uint64_t, int_from_u64(vm, x))
        READ('N', uint64_t, int_from_u64(vm, x))
        READ('P', uint64_t, int_from_u64(vm, x))
        READ('d', double, float_new(vm, x))
        READ('?', uint8_t, value_from_bool(x != 0))
#undef READ
    case 'f': memcpy(&single, at, sizeof single); return float_new(vm, (double)single);
    case 'c': return bytes_from(vm, at, 1);
    default: return refuse(vm, format), VALUE_NULL;
    }
}

static int bad_type(MinipyVM *vm, const char *format)
{
    error_set(vm, EXC_TypeError, "memoryview: invalid type for format '%s'",
              format + (*format == '@'));
    return -1;
}

static int bad_value(MinipyVM *vm, const char *format)
{
    error_set(vm, EXC_ValueError, "memoryview: invalid value for format '%s'",
              format + (*format == '@'));
    return -1;
}

static int pack_integer(MinipyVM *vm, const char *format, void *at, Value v)
{
    char c = memory_code(format);
    int size = memory_itemsize(format);
    uint64_t bits;

    bool is_address = c == 'P'; /* an int alone, with a sign or without */
    if (!value_is_int(v) && (is_address || !value_type(vm, v)->slots.nb_index))
        return bad_type(vm, format);
    Value number = number_index(vm, v);
    if (!number)
        return error_matches(vm, EXC_TypeError)
                   ? (error_clear(vm), bad_type(vm, format))
                   : -1;
    bool fits;
    if (is_signed(c) || (is_address && int_sign(number) < 0)) {
        int overflow;
        int64_t n = int_as_i64_overflow(number, &overflow);
        int unused = 64 - 8 * size;
        bits = (uint64_t)n;
        fits = !overflow && (int64_t)(bits << unused) >> unused == n;
    } else {
        fits = int_sign(number) >= 0 && int_bit_length(number) <= 8 * size;
        bits = fits ? int_as_u64(vm, number) : 0;
    }
    value_decref(vm, number);
    if (!fits)
        return bad_value(vm, format);
    memcpy(at, &bits, (size_t)size);
    return 0;
}

static int pack_float(MinipyVM *vm, const char *format, void *at, Value v)
{
    double number = number_as_double(vm, v);
    float single = (float)number;

    if (number == -1.0 && error_occurred(vm)) {
        if (!error_matches(vm, EXC_TypeError))
            return -1;
        error_clear(vm);
        return bad_type(vm, format);
    }
    if (memory_code(format) == 'f')
        memcpy(at, &single, sizeof single);
    else
        memcpy(at, &number, sizeof number);
    return 0;
}

/* A small int; false: another knows what is to be done, or wrong. */
static bool pack_small(char code, void *at, int64_t n)
{
#define PACK(c, Type)                                                                  \
    case c: {                                                                          \
        Type x = (Type)n;                                                              \
        if ((int64_t)x != n)                                                           \
            return false;                                                              \
        memcpy(at, &x, sizeof x);                                                      \
        return true;                                                                   \
    }
    switch (code) {
        PACK('B', uint8_t)
        PACK('b', int8_t)
        PACK('H', uint16_t)
        PACK('h', int16_t)
        PACK('I', uint32_t)
        PACK('i', int32_t)
        PACK('l', int64_t)
        PACK('q', int64_t)
    default: return false;
    }
#undef PACK
}

int memory_pack(MinipyVM *vm, const char *format, void *at, Value v)
{
    int truth;

    if (value_is_int_imm(v) && pack_small(memory_code(format), at, value_imm(v)))
        return 0;
    if (memory_itemsize(format) == 0) {
        refuse(vm, format);
        return -1;
    }
    switch (memory_code(format)) {
    case 'c':
        if (!value_is_bytes(v))
            return bad_type(vm, format);
        if (BYTES(v)->size != 1)
            return bad_value(vm, format);
        *(uint8_t *)at = BYTES(v)->data[0];
        return 0;
    case '?':
        truth = object_is_true(vm, v);
        if (truth < 0)
            return -1;
        *(uint8_t *)at = (uint8_t)truth;
        return 0;
    case 'f':
    case 'd': return pack_float(vm, format, at, v);
    default: return pack_integer(vm, format, at, v);
    }
}
