/* int_text.c: ints to text and back.
 *
 * Text in bases that are no power of two is refused beyond the limit that
 * sys.set_int_max_str_digits keeps in the vm's settings, because it costs quadratic
 * time in CPython; the limit is part of the language's behaviour, so it is here too.
 */
#include <math.h>

#include "vm/core/ascii.h"
#include "vm/memory/mem_gmp.h"
#include "vm/bytes/bytes.h"
#include "vm/numbers/int.h"
#include "vm/numbers/int_big.h"
#include "vm/text/str.h"
#include "vm/text/unicode.h"

enum { SMALL_TEXT = 256, LIMB_BITS = 64 };

/* GMP converts numbers of so many limbs, and texts of so many digits, without memory.
 */
enum { PLAIN_LIMBS = 8, PLAIN_DIGITS = 160 };

enum { LARGE_TEXT = 1 << 20 };

static bool is_power_of_two(int base)
{
    return (base & (base - 1)) == 0;
}

/* ---- writing ------------------------------------------------------------------- */

static Value too_many_digits(MinipyVM *vm)
{
    return error_set(vm, EXC_ValueError,
                     "Exceeds the limit (%d digits) for integer string conversion; use "
                     "sys.set_int_max_str_digits() to increase the limit",
                     vm->settings.int_max_str_digits);
}

char *int_put_decimal(int64_t i, char *end)
{
    uint64_t u = i < 0 ? -(uint64_t)i : (uint64_t)i;

    do {
        *--end = (char)('0' + u % 10);
        u /= 10;
    } while (u != 0);
    if (i < 0)
        *--end = '-';
    return end;
}

static Value small_to_str(MinipyVM *vm, int64_t i, int base)
{
    char buf[72];
    char *end = buf + sizeof buf;
    char *p = end;
    uint64_t u = i < 0 ? -(uint64_t)i : (uint64_t)i;

    if (base == 10) {
        p = int_put_decimal(i, end);
    } else {
        do {
            *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[u % (unsigned)base];
            u /= (unsigned)base;
        } while (u != 0);
        if (i < 0)
            *--p = '-';
    }
    return str_from_ascii(vm, p, end - p);
}

/* 64 bits from bit `at` on. */
static mp_limb_t bits_from(const IntView *v, int64_t at)
{
    int64_t i = at / LIMB_BITS;
    int off = (int)(at % LIMB_BITS);
    mp_limb_t low = v->limbs[i] >> off;
    return off && i + 1 < v->size ? low | v->limbs[i + 1] << (LIMB_BITS - off) : low;
}

/* The digits, without a sign, before `end`, for a base of so many bits; where they
 * begin. */
static char *put_bits(const IntView *v, int64_t digits, int bits, char *end)
{
    const int at_once = LIMB_BITS / bits;
    for (int64_t at = 0; digits > 0; at += at_once * bits, digits -= at_once) {
        mp_limb_t some = bits_from(v, at);
        for (int64_t k = digits < at_once ? digits : at_once; k > 0; k--, some >>= bits)
            *--end = "0123456789abcdefghijklmnopqrstuv"[some & ((1u << bits) - 1)];
    }
    return end;
}

/* A limb's digits in base 16, and in base 2, where its zeros in front count. */
static void put_hex_limb(mp_limb_t limb, char *to)
{
    memcpy(to, &(uint64_t){ascii_hex_of_four(__builtin_bswap32(limb >> 32))}, 8);
    memcpy(to + 8, &(uint64_t){ascii_hex_of_four(__builtin_bswap32((uint32_t)limb))},
           8);
}

static void put_binary_limb(mp_limb_t limb, char *to)
{
    const uint64_t each = UINT64_C(0x0101010101010101),
                   bit = UINT64_C(0x0102040810204080), low = each * 0x7f;
    for (int i = 0; i < 8; i++, limb <<= 8) {
        uint64_t eight = (limb >> (LIMB_BITS - 8)) * each & bit; /* one in each byte */
        memcpy(to + i * (ptrdiff_t)8,
               &(uint64_t){((eight + low) >> 7 & each) + each * '0'}, 8);
    }
}

/* As put_bits(): whole limbs at once. */
static char *put_limbs(const IntView *v, int64_t digits, int bits, char *end)
{
    const int64_t limb_digits = LIMB_BITS / bits;
    int64_t i = 0;
    for (; digits >= limb_digits; i++, digits -= limb_digits) {
        end -= limb_digits;
        (bits == 4 ? put_hex_limb : put_binary_limb)(v->limbs[i], end);
    }
    mp_limb_t top = digits ? v->limbs[i] : 0;
    for (; digits > 0; digits--, top >>= bits)
        *--end = "0123456789abcdef"[top & ((1u << bits) - 1)];
    return end;
}

static Value bits_to_str(MinipyVM *vm, const IntView *v, int bits)
{
    int64_t all = v->size * LIMB_BITS - __builtin_clzll(v->limbs[v->size - 1]);
    int64_t digits = (all + bits - 1) / bits;
    Value text = str_alloc(vm, v->negative + digits, 0x7f);
    if (!text)
        return VALUE_NULL;
    char *begin = str_data(STR(text)), *end = begin + v->negative + digits;
    if (v->negative)
        *begin = '-';
    (bits == 4 || bits == 1 ? put_limbs : put_bits)(v, digits, bits, end);
    return text;
}

/* Of numbers with up to two limbs, of which decimals and fractions are full, by halves:
 * what GMP does for any length is most of the work there. */
__extension__ typedef unsigned __int128 Pair;
enum { HALF_DIGITS = 19 }; /* of the largest power of ten in a limb */
static const mp_limb_t half_power = UINT64_C(10000000000000000000);

static Value pair_to_str(MinipyVM *vm, const IntView *v)
{
    char buf[48], *end = buf + sizeof buf, *p = end;
    Pair left = (Pair)(v->size > 1 ? v->limbs[1] : 0) << LIMB_BITS | v->limbs[0];
    while (left >= half_power) {
        mp_limb_t half = (mp_limb_t)(left % half_power);
        left /= half_power;
        for (int i = 0; i < HALF_DIGITS; i++, half /= 10)
            *--p = (char)('0' + half % 10);
    }
    for (mp_limb_t rest = (mp_limb_t)left; rest; rest /= 10)
        *--p = (char)('0' + rest % 10);
    if (v->negative)
        *--p = '-';
    return str_from_ascii(vm, p, end - p);
}

/* high * 10**19 + low; both have at most 19 digits. */
static Value pair_of(MinipyVM *vm, mp_limb_t high, mp_limb_t low, bool negative)
{
    Pair n = (Pair)high * half_power + low;
    IntObj *out = int_alloc(vm, 2);
    if (!out)
        return VALUE_NULL;
    out->limbs[0] = (mp_limb_t)n;
    out->limbs[1] = (mp_limb_t)(n >> LIMB_BITS);
    return int_finish(vm, out, 2, negative);
}

typedef struct Conversion {
    const IntView *view;
    char *buf;
    int base;
} Conversion;

static void write_text(void *arg)
{
    Conversion *c = arg;
    mpz_get_str(c->buf, c->base, INT_VIEW_MPZ(*c->view));
}

Value int_to_str(MinipyVM *vm, Value v, int base)
{
    int64_t small;
    if (int_small(v, &small))
        return small_to_str(vm, small, base);
    IntView view;
    int_view(v, &view);
    if (is_power_of_two(base))
        return bits_to_str(vm, &view, __builtin_ctz((unsigned)base));
    if (base == 10 && view.size <= 2)
        return pair_to_str(vm, &view);
    int limit = vm->settings.int_max_str_digits;
    /* 3.4 bits to a digit: at least so many digits, before any work is done. */
    if (limit > 0 && base == 10 && int_bit_length(v) / 3.4 > limit)
        return too_many_digits(vm);
    size_t size = mpz_sizeinbase(INT_VIEW_MPZ(view), base);
    char few[SMALL_TEXT], *buf = size + 2 <= sizeof few ? few : mem_alloc(vm, size + 2);
    if (buf == NULL)
        return VALUE_NULL;
    Conversion conversion = {&view, buf, base};
    Value result = VALUE_NULL;
    if (view.size <= PLAIN_LIMBS)
        write_text(&conversion);
    else if (run_leavable(vm, write_text, &conversion) < 0)
        goto done;
    size_t n = strlen(buf);
    if (limit > 0 && n - view.negative > (size_t)limit)
        too_many_digits(vm);
    else
        result = str_from_ascii(vm, buf, (int64_t)n);
done:
    if (buf != few)
        mem_free(vm, buf);
    return result;
}

Value int_repr(MinipyVM *vm, Value v)
{
    return int_to_str(vm, v, 10);
}

/* ---- reading ------------------------------------------------------------------- */

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* A literal taken apart: sign, base, digits (with underscores). */
typedef struct Literal {
    const char *digits, *end;
    int base;
    bool negative;
} Literal;

static int prefix_base(const char *p, const char *end)
{
    if (end - p < 2 || p[0] != '0')
        return 0;
    char c = p[1] | 32;
    return c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
}

/* White space, sign and prefix off; base 0 decided. */
static void literal_open(Literal *lit, const char *text, size_t n, int base)
{
    const char *p = text;
    const char *end = text + n;
    while (p < end && ascii_is_text_space(*p))
        p++;
    while (end > p && ascii_is_text_space(end[-1]))
        end--;
    lit->negative = false;
    if (p < end && (*p == '+' || *p == '-'))
        lit->negative = *p++ == '-';
    int prefix = prefix_base(p, end);
    if (prefix != 0 && (base == 0 || base == prefix)) {
        p += 2;
        base = prefix;
        if (p < end && *p == '_')
            p++;
    }
    lit->digits = p;
    lit->end = end;
    lit->base = base;
}

/* Counts the digits; -1 unless they are valid, with single underscores between. */
static int64_t count_digits(const Literal *lit, int base)
{
    int64_t count = 0;
    bool after_digit = false;
    for (const char *p = lit->digits; p < lit->end; p++) {
        if (*p == '_') {
            if (!after_digit)
                return -1;
            after_digit = false;
        } else {
            if (digit_value(*p) >= base)
                return -1;
            after_digit = true;
            count++;
        }
    }
    return after_digit ? count : -1;
}

/* Base 0 without a prefix is decimal and allows no leading zeros, but zero itself. */
static bool literal_is_zero(const Literal *lit)
{
    for (const char *p = lit->digits; p < lit->end; p++)
        if (*p != '0' && *p != '_')
            return false;
    return true;
}

/* What a text of many digits is asked, where a stopped vm can leave it. */
typedef struct Look {
    const Literal *lit;
    int base;
    int64_t count;
} Look;

static void look(void *arg)
{
    Look *l = arg;
    l->count = count_digits(l->lit, l->base);
}

/* As count_digits; -2: exception. */
static int64_t literal_check(MinipyVM *vm, const Literal *lit, int base)
{
    if (lit->end - lit->digits < LARGE_TEXT)
        return count_digits(lit, base);
    Look l = {lit, base, 0};
    return run_leavable(vm, look, &l) < 0 ? -2 : l.count;
}

typedef struct Reading {
    IntObj *out;
    const uint8_t *digits;
    int64_t count;
    int base;
    int64_t size; /* limbs set */
} Reading;

static void read_digits(void *arg)
{
    Reading *r = arg;
    r->size = mpn_set_str(r->out->limbs, r->digits, (size_t)r->count, r->base);
}

static Value digits_to_int(MinipyVM *vm, const uint8_t *digits, int64_t count, int base,
                           bool negative)
{
    double limbs = (double)count * log2(base) / LIMB_BITS + 2;
    if (limbs > (double)INT_MAX_LIMBS)
        return error_set_oom(vm);
    Reading reading = {int_alloc(vm, (int64_t)limbs), digits, count, base, 0};
    if (reading.out == NULL)
        return VALUE_NULL;
    if (count <= PLAIN_DIGITS) {
        read_digits(&reading);
    } else if (run_leavable(vm, read_digits, &reading) < 0) {
        obj_decref(vm, &reading.out->ob);
        return VALUE_NULL;
    }
    return int_finish(vm, reading.out, reading.size, negative);
}

typedef struct Digits {
    const Literal *lit;
    uint8_t *out; /* their values */
    int64_t n;
} Digits;

/* Without underscores and leading zeros. */
static void take_digits(void *arg)
{
    Digits *d = arg;
    int64_t n = 0;
    for (const char *p = d->lit->digits; p < d->lit->end; p++)
        if (*p != '_' && (n > 0 || *p != '0'))
            d->out[n++] = (uint8_t)digit_value(*p);
    d->n = n;
}

static Value literal_value_big(MinipyVM *vm, const Literal *lit, int base,
                               int64_t count)
{
    uint8_t small[SMALL_TEXT];
    uint8_t *buf = count < SMALL_TEXT ? small : mem_alloc(vm, (size_t)count);
    if (buf == NULL)
        return VALUE_NULL;
    Digits d = {lit, buf, 0};
    Value result = VALUE_NULL;
    if (count < LARGE_TEXT)
        take_digits(&d);
    if (count < LARGE_TEXT || run_leavable(vm, take_digits, &d) == 0)
        result = d.n == 0 ? value_from_imm(0)
                          : digits_to_int(vm, buf, d.n, base, lit->negative);
    if (buf != small)
        mem_free(vm, buf);
    return result;
}

/* The number of so many digits, of which there are at most 19; false: some are none. */
static inline bool half_of(const char *digits, size_t count, mp_limb_t *n)
{
    unsigned worst = 0;
    *n = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned digit = (unsigned char)digits[i] - (unsigned)'0';
        worst |= digit > 9;
        *n = *n * 10 + digit;
    }
    return !worst;
}

/* Most texts: a sign or none, and at most 38 digits, in base 10 or 0. 0: it is another.
 */
static int parse_plain(MinipyVM *vm, const char *text, size_t n, Value *out)
{
    bool negative = n > 0 && *text == '-';
    const char *digits = text + negative;
    n -= negative;
    if (n == 0 || n > 2 * HALF_DIGITS || *digits == '0')
        return 0;
    size_t first = n > HALF_DIGITS ? n - HALF_DIGITS : 0;
    mp_limb_t high, low;
    if (!half_of(digits, first, &high) || !half_of(digits + first, n - first, &low))
        return 0;
    *out = n < HALF_DIGITS ? int_new(vm, negative ? -(int64_t)low : (int64_t)low)
                           : pair_of(vm, high, low, negative);
    return *out ? 1 : -1;
}

/* The number of so many hexadecimal digits, at most 16; false: some are none. */
static inline bool limb_of(const char *digits, size_t count, mp_limb_t *n)
{
    int worst = 0;
    *n = 0;
    for (size_t i = 0; i < count; i++) {
        int digit = ascii_hex_value((uint8_t)digits[i]);
        worst |= digit;
        *n = *n << 4 | (mp_limb_t)digit;
    }
    return worst >= 0;
}

/* At most 32 digits in base 16, without a sign. 0: it is another. */
static int parse_hex(MinipyVM *vm, const char *digits, size_t n, Value *out)
{
    enum { HALF = 16 };
    size_t first = n > HALF ? n - HALF : 0;
    mp_limb_t high, low;
    if (n == 0 || n > 2 * HALF || !limb_of(digits, first, &high) ||
        !limb_of(digits + first, n - first, &low))
        return 0;
    if (high == 0) {
        *out = int_from_u64(vm, low);
    } else {
        IntObj *o = int_alloc(vm, 2);
        if (o == NULL)
            return -1;
        o->limbs[0] = low;
        o->limbs[1] = high;
        *out = int_finish(vm, o, 2, false);
    }
    return *out == VALUE_NULL ? -1 : 1;
}

/* The digits of a limb, BITS each, the last of them before `end`; fewer than fill one
 * where the text begins. False: some are none. */
static bool limb_before(const char *end, int64_t count, int bits, mp_limb_t *out)
{
    const char *at = end - count;
    uint64_t eight, limb = 0;
    if (bits == 4)
        return limb_of(at, (size_t)count, out);
    for (; bits == 1 && count >= 8; at += 8, count -= 8) {
        memcpy(&eight, at, sizeof eight);
        eight ^= 0x3030303030303030;
        if (eight & ~(uint64_t)0x0101010101010101)
            return false;
        limb = limb << 8 | (eight * 0x8040201008040201) >> 56;
    }
    for (; count > 0; count--) {
        int digit = digit_value(*at++);
        if (digit >> bits)
            return false;
        limb = limb << bits | (mp_limb_t)digit;
    }
    *out = limb;
    return true;
}

/* Digits alone in a base whose digits are whole bits of a limb: 2, 4, 16. 0: it is
 * another text. */
static int parse_bits(MinipyVM *vm, const Literal *lit, int base, Value *out)
{
    int bits = base == 16 ? 4 : base == 4 ? 2 : base == 2 ? 1 : 0;
    int64_t n = lit->end - lit->digits, i = 0;
    if (!bits || n < 20 || n >= LARGE_TEXT || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return 0;
    int64_t each = LIMB_BITS / bits, size = (n + each - 1) / each;
    IntObj *o = int_alloc(vm, size);
    if (o == NULL)
        return -1;
    for (const char *end = lit->end; i < size; i++, end -= each) {
        int64_t left = end - lit->digits;
        if (!limb_before(end, left < each ? left : each, bits, &o->limbs[i])) {
            obj_decref(vm, &o->ob);
            return 0;
        }
    }
    *out = int_finish(vm, o, size, lit->negative);
    return *out == VALUE_NULL ? -1 : 1;
}

/* Some hundred decimal digits, 19 at once. 0: it is another text. */
static int parse_halves(MinipyVM *vm, const Literal *lit, Value *out)
{
    enum { MOST = 25 * HALF_DIGITS };
    int64_t n = lit->end - lit->digits, size = 0;
    const char *at = lit->digits;
    if (n <= 2 * HALF_DIGITS || n > MOST || *at == '0')
        return 0;
    mp_limb_t limbs[MOST / HALF_DIGITS + 1], half;
    for (int64_t first = n % HALF_DIGITS; at < lit->end; first = HALF_DIGITS) {
        if (!half_of(at, (size_t)first, &half))
            return 0;
        at += first;
        if (size == 0) {
            limbs[0] = half;
            size = first > 0;
            continue;
        }
        mp_limb_t carry = mpn_mul_1(limbs, limbs, size, UINT64_C(10000000000000000000));
        carry += mpn_add_1(limbs, limbs, size, half);
        limbs[size] = carry;
        size += carry != 0;
    }
    IntObj *o = int_alloc(vm, size);
    if (o == NULL)
        return -1;
    memcpy(o->limbs, limbs, (size_t)size * sizeof *limbs);
    *out = int_finish(vm, o, size, lit->negative);
    return *out == VALUE_NULL ? -1 : 1;
}

/* 1 and *out, 0 when the text is no int, -1 with an exception. */
static int parse_int(MinipyVM *vm, const char *text, size_t n, int base, Value *out)
{
    int done = base == 10 || base == 0 ? parse_plain(vm, text, n, out)
               : base == 16            ? parse_hex(vm, text, n, out)
                                       : 0;
    if (done)
        return done;
    Literal lit;
    literal_open(&lit, text, n, base);
    bool plain = lit.base == 0;
    int used = plain ? 10 : lit.base;
    int limit = vm->settings.int_max_str_digits;
    if ((done = parse_bits(vm, &lit, used, out)))
        return done;
    if (used == 10 && (done = parse_halves(vm, &lit, out)))
        return done;
    int64_t count = literal_check(vm, &lit, used);
    if (count < 0)
        return count == -2 ? -1 : 0;
    if (plain && *lit.digits == '0' && !literal_is_zero(&lit))
        return 0;
    if (count <= 12 || (count <= 18 && used <= 10)) {
        int64_t value = 0;
        for (const char *p = lit.digits; p < lit.end; p++)
            if (*p != '_')
                value = value * used + digit_value(*p);
        *out = int_new(vm, lit.negative ? -value : value);
        return *out == VALUE_NULL ? -1 : 1;
    }
    if (limit > 0 && count > limit && !is_power_of_two(used)) {
        error_set(vm, EXC_ValueError,
                  "Exceeds the limit (%d digits) for integer string conversion: value "
                  "has %zd digits; use sys.set_int_max_str_digits() to increase the "
                  "limit",
                  limit, count);
        return -1;
    }
    *out = literal_value_big(vm, &lit, used, count);
    return *out == VALUE_NULL ? -1 : 1;
}

Value int_from_digits(MinipyVM *vm, const char *digits, size_t n, int base)
{
    Value result;
    int found = parse_int(vm, digits, n, base, &result);
    if (found == 0)
        error_set(vm, EXC_ValueError, "invalid literal for int() with base %d", base);
    return found > 0 ? result : VALUE_NULL;
}

/* Bytes of any kind are shown as bytes, of which 200, like CPython's. */
static Value invalid_literal(MinipyVM *vm, Value text, int base)
{
    Value shown = value_incref(text);
    if (!value_is_str(text)) {
        bool fixed = value_is_kind(text, KIND_BYTES);
        const uint8_t *data = fixed ? BYTES(text)->data : BYTEARRAY(text)->data;
        int64_t size = fixed ? BYTES(text)->size : BYTEARRAY(text)->size;
        value_set_steal(vm, &shown, bytes_from(vm, data, size < 200 ? size : 200));
    }
    if (shown)
        error_set(vm, EXC_ValueError, "invalid literal for int() with base %d: %.200R",
                  base, shown);
    value_xdecref(vm, shown);
    return VALUE_NULL;
}

/* Text that is not ASCII: decimal digits and spaces of any script become ASCII ones. */
static int parse_wide(MinipyVM *vm, const StrObj *s, int base, Value *out)
{
    char *buf = mem_alloc(vm, (size_t)s->length);
    if (buf == NULL)
        return -1;
    for (int64_t i = 0; i < s->length; i++)
        buf[i] = unicode_to_number_char(str_char_at(s, i));
    int found = parse_int(vm, buf, (size_t)s->length, base, out);
    mem_free(vm, buf);
    return found;
}

Value int_from_text(MinipyVM *vm, Value text, int base)
{
    Value result = VALUE_NULL;
    int found;
    if (base != 0 && (base < 2 || base > 36))
        return error_set(vm, EXC_ValueError, "int() base must be >= 2 and <= 36, or 0");
    if (value_is_kind(text, KIND_BYTES)) {
        const BytesObj *b = BYTES(text);
        found = parse_int(vm, (const char *)b->data, (size_t)b->size, base, &result);
    } else if (value_is_kind(text, KIND_BYTEARRAY)) {
        const BytearrayObj *b = BYTEARRAY(text);
        found = parse_int(vm, (const char *)b->data, (size_t)b->size, base, &result);
    } else if (STR(text)->ascii) {
        found =
            parse_int(vm, str_data(STR(text)), (size_t)str_length(text), base, &result);
    } else {
        found = parse_wide(vm, STR(text), base, &result);
    }
    if (found == 0)
        return invalid_literal(vm, text, base);
    return found > 0 ? result : VALUE_NULL;
}
