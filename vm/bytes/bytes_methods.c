/* bytes_methods.c - the methods of bytes and bytearray besides search and splitting:
 * ASCII case, questions, padding, tabs, translation, hexadecimal, decoding.
 */
#include <string.h>

#include "vm/text/codecs.h"
#include "vm/core/ascii.h"
#include "vm/objects/args.h"
#include "vm/bytes/bytes_private.h"
#include "vm/numbers/int.h"
#include "vm/text/str_private.h"
#include "vm/bytes/buffer.h"

static inline bool is_lower(uint8_t c)
{
    return c >= 'a' && c <= 'z';
}
static inline bool is_upper(uint8_t c)
{
    return c >= 'A' && c <= 'Z';
}
static inline bool is_alpha(uint8_t c)
{
    return is_lower(c) || is_upper(c);
}
static inline bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}
static inline bool is_alnum(uint8_t c)
{
    return is_alpha(c) || is_digit(c);
}
static inline uint8_t lower(uint8_t c)
{
    return is_upper(c) ? c ^ 0x20 : c;
}
static inline uint8_t upper(uint8_t c)
{
    return is_lower(c) ? c ^ 0x20 : c;
}

Value bytes_result_like(MinipyVM *vm, Value self, int64_t size, uint8_t **data)
{
    if (value_is_bytes(self)) {
        Value b = bytes_alloc(vm, size);
        if (b)
            *data = BYTES(b)->data;
        return b;
    }
    Value b = bytearray_alloc(vm, size);
    if (b)
        *data = BYTEARRAY(b)->data;
    return b;
}

/* ---- case ------------------------------------------------------------------------ */

/* What becomes of a byte; IN_WORD says whether a letter stands before it, FIRST that it
 * is the first byte of all. */
typedef uint8_t (*ByteMapping)(uint8_t c, bool in_word, bool first);

static uint8_t map_lower(uint8_t c, bool in_word, bool first)
{
    (void)in_word, (void)first;
    return lower(c);
}
static uint8_t map_upper(uint8_t c, bool in_word, bool first)
{
    (void)in_word, (void)first;
    return upper(c);
}
static uint8_t map_swap(uint8_t c, bool in_word, bool first)
{
    (void)in_word, (void)first;
    return is_alpha(c) ? c ^ 0x20 : c;
}
static uint8_t map_title(uint8_t c, bool in_word, bool first)
{
    (void)first;
    return in_word ? lower(c) : upper(c);
}

static Value map_bytes(MinipyVM *vm, Value self, ByteMapping mapping)
{
    uint8_t *to = NULL;
    Value result = bytes_result_like(vm, self, bytes_span(self).size, &to);
    ByteSpan s = bytes_span(self);
    bool in_word = false;

    for (int64_t i = 0; result && i < s.size; i++) {
        to[i] = mapping(s.data[i], in_word, i == 0);
        in_word = is_alpha(s.data[i]);
    }
    return result;
}

#define MAP_METHOD(fn, mapping)                                                        \
    Value fn(NATIVE_ARGS)                                                              \
    {                                                                                  \
        return map_bytes(vm, self, mapping);                                           \
    }
MAP_METHOD(bytes_method_lower, map_lower)
MAP_METHOD(bytes_method_upper, map_upper)
MAP_METHOD(bytes_method_swapcase, map_swap)
MAP_METHOD(bytes_method_title, map_title)
#undef MAP_METHOD

Value bytes_method_capitalize(NATIVE_ARGS)
{
    Value result = map_bytes(vm, self, map_lower);
    uint8_t *to = !result                  ? NULL
                  : value_is_bytes(result) ? BYTES(result)->data
                                           : BYTEARRAY(result)->data;
    if (to && bytes_span(self).size)
        to[0] = upper(to[0]);
    return result;
}

/* ---- questions ------------------------------------------------------------------- */

/* Many at once: no byte is the first that is not, mostly. */
static Value all_ascii(ByteSpan s)
{
    enum { BLOCK = 64 };
    for (; s.size >= BLOCK; s.data += BLOCK, s.size -= BLOCK) {
        uint8_t any = 0; /* no way out: a loop of vectors */
        for (int i = 0; i < BLOCK; i++)
            any |= s.data[i];
        if (any & 0x80)
            return VALUE_FALSE;
    }
    for (; s.size >= 8; s.data += 8, s.size -= 8) {
        uint64_t word;
        memcpy(&word, s.data, sizeof word);
        if (word & UINT64_C(0x8080808080808080))
            return VALUE_FALSE;
    }
    for (int64_t i = 0; i < s.size; i++)
        if (s.data[i] >= 0x80)
            return VALUE_FALSE;
    return VALUE_TRUE;
}

Value bytes_method_isascii(NATIVE_ARGS)
{
    return all_ascii(bytes_span(self));
}

#define ALL_ARE_METHOD(fn, test)                                                       \
    Value fn(NATIVE_ARGS)                                                              \
    {                                                                                  \
        ByteSpan s = bytes_span(self);                                                 \
        for (int64_t i = 0; i < s.size; i++)                                           \
            if (!test(s.data[i]))                                                      \
                return VALUE_FALSE;                                                    \
        return value_from_bool(s.size > 0);                                            \
    }
ALL_ARE_METHOD(bytes_method_isalnum, is_alnum)
ALL_ARE_METHOD(bytes_method_isalpha, is_alpha)
ALL_ARE_METHOD(bytes_method_isdigit, is_digit)
ALL_ARE_METHOD(bytes_method_isspace, ascii_is_space)
#undef ALL_ARE_METHOD

#define ONE_CASE_METHOD(fn, wanted, other)                                             \
    Value fn(NATIVE_ARGS)                                                              \
    {                                                                                  \
        ByteSpan s = bytes_span(self);                                                 \
        bool found = false;                                                            \
        for (int64_t i = 0; i < s.size; i++) {                                         \
            if (other(s.data[i]))                                                      \
                return VALUE_FALSE;                                                    \
            found = found || wanted(s.data[i]);                                        \
        }                                                                              \
        return value_from_bool(found);                                                 \
    }
ONE_CASE_METHOD(bytes_method_islower, is_lower, is_upper)
ONE_CASE_METHOD(bytes_method_isupper, is_upper, is_lower)
#undef ONE_CASE_METHOD

Value bytes_method_istitle(NATIVE_ARGS)
{
    ByteSpan s = bytes_span(self);
    bool in_word = false, found = false;

    for (int64_t i = 0; i < s.size; i++) {
        if (is_upper(s.data[i]) ? in_word : is_lower(s.data[i]) && !in_word)
            return VALUE_FALSE;
        in_word = is_alpha(s.data[i]);
        found = found || in_word;
    }
    return value_from_bool(found);
}

/* ---- padding --------------------------------------------------------------------- */

static Value pad(MinipyVM *vm, Value self, int64_t left, int64_t right, uint8_t fill)
{
    int64_t size = bytes_span(self).size;
    uint8_t *to;

    if (left <= 0 && right <= 0)
        return bytes_like_part(vm, self, 0, size);
    if (left < 0)
        left = 0;
    if (right < 0)
        right = 0;
    if (left > INT64_MAX - size - right)
        return error_set_oom(vm);
    Value result = bytes_result_like(vm, self, left + size + right, &to);
    if (result) {
        memset(to, fill, (size_t)left);
        if (size)
            memcpy(to + left, bytes_span(self).data, (size_t)size);
        memset(to + left + size, fill, (size_t)right);
    }
    return result;
}

static bool pad_args(MinipyVM *vm, const char *name, const Value *args, size_t nargs,
                     int64_t *width, uint8_t *fill)
{
    *fill = ' ';
    if (!arg_ssize(vm, args[0], width))
        return false;
    if (nargs < 2)
        return true;
    if ((!value_is_bytes(args[1]) && !value_is_kind(args[1], KIND_BYTEARRAY)) ||
        bytes_span(args[1]).size != 1) {
        str_bad_argument(vm, name, 2, "a byte string of length 1", args[1]);
        return false;
    }
    *fill = bytes_span(args[1]).data[0];
    return true;
}

Value bytes_method_center(NATIVE_ARGS)
{
    int64_t width;
    uint8_t fill;

    if (!pad_args(vm, "center", args, nargs, &width, &fill))
        return VALUE_NULL;
    int64_t size = bytes_span(self).size, missing = width > size ? width - size : 0;
    int64_t left = missing / 2 + (missing & width & 1);
    return pad(vm, self, left, missing - left, fill);
}

Value bytes_method_ljust(NATIVE_ARGS)
{
    int64_t width;
    uint8_t fill;

    if (!pad_args(vm, "ljust", args, nargs, &width, &fill))
        return VALUE_NULL;
    return pad(vm, self, 0, width < 0 ? 0 : width - bytes_span(self).size, fill);
}

Value bytes_method_rjust(NATIVE_ARGS)
{
    int64_t width;
    uint8_t fill;

    if (!pad_args(vm, "rjust", args, nargs, &width, &fill))
        return VALUE_NULL;
    return pad(vm, self, width < 0 ? 0 : width - bytes_span(self).size, 0, fill);
}

Value bytes_method_zfill(NATIVE_ARGS)
{
    int64_t width;

    if (!arg_ssize(vm, args[0], &width))
        return VALUE_NULL;
    int64_t size = bytes_span(self).size, missing = width > size ? width - size : 0;
    Value result = pad(vm, self, missing, 0, '0');
    if (!result || missing == 0 || size == 0)
        return result;
    uint8_t *to =
        value_is_bytes(result) ? BYTES(result)->data : BYTEARRAY(result)->data;
    if (to[missing] == '+' || to[missing] == '-') {
        to[0] = to[missing];
        to[missing] = '0';
    }
    return result;
}

/* ---- tabs and translation -------------------------------------------------------- */

Value bytes_finish_like(MinipyVM *vm, Value self, BytesBuilder *b)
{
    Value made = bytesbuilder_finish(b);
    if (!made || value_is_bytes(self))
        return made;
    Value result = bytearray_from(vm, BYTES(made)->data, BYTES(made)->size);
    value_decref(vm, made);
    return result;
}

Value bytes_method_expandtabs(NATIVE_ARGS)
{
    int tabsize = 8;
    int64_t column = 0;
    BytesBuilder b;

    if (GIVEN(0) && !arg_int(vm, GIVEN(0), &tabsize))
        return VALUE_NULL;
    ByteSpan s = bytes_span(self);
    bytesbuilder_init(&b, vm, s.size);
    for (int64_t i = 0; i < s.size && !b.failed; i++) {
        uint8_t c = s.data[i];
        if (c == '\t') {
            int64_t blanks = tabsize > 0 ? tabsize - column % tabsize : 0;
            uint8_t *to = bytesbuilder_reserve(&b, blanks);
            column += blanks;
            if (to) {
                memset(to, ' ', (size_t)blanks);
                b.size += blanks;
            }
            continue;
        }
        column = c == '\n' || c == '\r' ? 0 : column + 1;
        bytesbuilder_byte(&b, c);
    }
    return bytes_finish_like(vm, self, &b);
}

/* Each byte by the table, none left out. */
static Value translate_all(MinipyVM *vm, Value self, const uint8_t *table)
{
    uint8_t *to = NULL, changed = 0;
    Value result = bytes_result_like(vm, self, bytes_span(self).size, &to);
    ByteSpan s = bytes_span(self);

    for (int64_t i = 0; result && i < s.size; i++) {
        to[i] = table[s.data[i]];
        changed |= to[i] ^ s.data[i];
    }
    if (result && !changed && value_is_exact(vm, self, KIND_BYTES))
        value_set_steal(vm, &result, value_incref(self));
    return result;
}

static Value translate(MinipyVM *vm, Value self, const uint8_t *table,
                       const bool *deleted)
{
    BytesBuilder b;
    uint8_t changed = 0;
    int64_t size = bytes_span(self).size;

    bytesbuilder_init(&b, vm, size);
    uint8_t *out = bytesbuilder_reserve(&b, size);
    ByteSpan s = bytes_span(self);
    for (int64_t i = 0; out && i < size; i++) {
        uint8_t c = s.data[i], to = table ? table[c] : c;
        /* What is deleted is written over by the next: a branch would be guessed. */
        *out = to;
        out += !deleted[c];
        changed |= deleted[c] | (to ^ c);
    }
    if (out)
        b.size = out - b.obj->data;
    if (!changed && !b.failed && value_is_exact(vm, self, KIND_BYTES)) {
        bytesbuilder_discard(&b);
        return value_incref(self);
    }
    return bytes_finish_like(vm, self, &b);
}

Value bytes_method_translate(NATIVE_ARGS)
{
    Buffer table = {.obj = VALUE_NULL}, drop = {.obj = VALUE_NULL};
    bool deleted[256] = {false};
    Value result = VALUE_NULL;

    if (args[0] != VALUE_NONE) {
        if (buffer_get(vm, args[0], &table, BUF_SIMPLE) < 0)
            return VALUE_NULL;
        if (table.size != 256) {
            error_set(vm, EXC_ValueError,
                      "translation table must be 256 characters long");
            goto done;
        }
    }
    if (GIVEN(1)) {
        if (buffer_get(vm, GIVEN(1), &drop, BUF_SIMPLE) < 0)
            goto done;
        for (int64_t i = 0; i < drop.size; i++)
            deleted[((const uint8_t *)drop.data)[i]] = true;
    }
    result = table.obj && !drop.obj
                 ? translate_all(vm, self, table.data)
                 : translate(vm, self, table.obj ? table.data : NULL, deleted);
done:
    buffer_release(vm, &drop);
    buffer_release(vm, &table);
    return result;
}

Value bytes_method_maketrans(NATIVE_ARGS)
{
    Buffer from, to;
    Value table = VALUE_NULL;

    if (buffer_get(vm, args[0], &from, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    if (buffer_get(vm, args[1], &to, BUF_SIMPLE) == 0) {
        if (from.size != to.size) {
            error_set(vm, EXC_ValueError, "maketrans arguments must have same length");
        } else if ((table = bytes_alloc(vm, 256)) != VALUE_NULL) {
            for (int c = 0; c < 256; c++)
                BYTES(table)->data[c] = (uint8_t)c;
            for (int64_t i = 0; i < from.size; i++)
                BYTES(table)->data[((const uint8_t *)from.data)[i]] =
                    ((const uint8_t *)to.data)[i];
        }
        buffer_release(vm, &to);
    }
    buffer_release(vm, &from);
    return table;
}

/* ---- hexadecimal ----------------------------------------------------------------- */

/* The separator argument of hex; of a result that is bytes it may be any byte. -1:
 * error.
 */
static int separator_byte(MinipyVM *vm, Value sep, bool any_byte)
{
    uint32_t ch;

    if (value_is_str(sep)) {
        if (STR(sep)->length != 1)
            goto length;
        ch = str_char_at(STR(sep), 0);
    } else if (value_is_bytes(sep)) {
        if (BYTES(sep)->size != 1)
            goto length;
        ch = BYTES(sep)->data[0];
    } else {
        int64_t length = object_length(vm, sep);
        if (length >= 0 && length != 1)
            goto length;
        if (length == 1)
            error_set(vm, EXC_TypeError, "sep must be str or bytes.");
        return -1;
    }
    if (ch < (any_byte ? 0x100 : 0x80))
        return (int)ch;
    error_set(vm, EXC_ValueError, "sep must be ASCII.");
    return -1;
length:
    error_set(vm, EXC_ValueError, "sep must be length 1.");
    return -1;
}

enum { HEX_CHUNK = 512 };

/* Two digits for each byte, as many as there is room for; S is what is left. Returns
 * the number of digits. */
static int put_hex_chunk(char chunk[HEX_CHUNK], ByteSpan *s)
{
    enum { AT_ONCE = 4 };
    int n = 0;
    for (; s->size >= AT_ONCE && n < HEX_CHUNK;
         s->data += AT_ONCE, s->size -= AT_ONCE, n += 2 * AT_ONCE) {
        uint32_t four;
        memcpy(&four, s->data, sizeof four);
        uint64_t digits = ascii_hex_of_four(four);
        memcpy(chunk + n, &digits, sizeof digits);
    }
    for (; s->size && n < HEX_CHUNK; s->data++, s->size--, n += 2)
        memcpy(chunk + n, &(uint16_t){(uint16_t)ascii_hex_of_four(*s->data)}, 2);
    return n;
}

static void put_hex(StrBuilder *b, ByteSpan s)
{
    char chunk[HEX_CHUNK];
    while (s.size && !b->failed)
        strbuilder_bytes(b, chunk, put_hex_chunk(chunk, &s));
}

/* Groups of STEP bytes count from the right, or from the left. */
static Value hex_in_groups(MinipyVM *vm, ByteSpan s, char sep, int64_t step,
                           bool from_left)
{
    if (s.size == 0)
        return value_incref(vm->empty_str);
    int64_t seps = (s.size - 1) / step, first = step;
    if (!from_left && s.size % step)
        first = s.size % step;
    Value text = str_alloc(vm, 2 * s.size + seps, (uint8_t)sep | 0x7f);
    if (!text)
        return VALUE_NULL;
    uint8_t *to = STR(text)->data;
    for (int64_t n = first < s.size ? first : s.size;;) {
        s.size -= n;
        for (; n >= 4; n -= 4, s.data += 4, to += 8) {
            uint32_t four;
            memcpy(&four, s.data, sizeof four);
            memcpy(to, &(uint64_t){ascii_hex_of_four(four)}, 8);
        }
        for (; n > 0; n--, to += 2)
            memcpy(to, &(uint16_t){(uint16_t)ascii_hex_of_four(*s.data++)}, 2);
        if (s.size == 0)
            return text;
        *to++ = (uint8_t)sep;
        n = step < s.size ? step : s.size;
    }
}

Value bytes_hex(MinipyVM *vm, ByteSpan s, bool any_byte, const Value *args,
                size_t nargs, Value kwnames)
{
    static const MethodDef row = {.name = "hex",
                                  .signature = "(sep=None, bytes_per_sep=None)"};
    Value arg[2] = {VALUE_NULL, VALUE_NULL};
    int sep = -1, group = 1;
    StrBuilder b;

    if ((nargs || kwnames) && !args_take(vm, &row, args, nargs, kwnames, arg))
        return VALUE_NULL;
    if (arg[1] && !arg_int(vm, arg[1], &group))
        return VALUE_NULL;
    if (arg[0] && (sep = separator_byte(vm, arg[0], any_byte)) < 0)
        return VALUE_NULL;
    int64_t step = group < 0 ? -(int64_t)group : group;
    if ((sep < 0 || step == 0) && s.size <= HEX_CHUNK / 2) {
        char digits[HEX_CHUNK];
        return str_from_ascii(vm, digits, put_hex_chunk(digits, &s));
    }
    if (sep >= 0 && step > 0)
        return hex_in_groups(vm, s, (char)sep, step, group < 0);
    strbuilder_init(&b, vm);
    put_hex(&b, s);
    return strbuilder_finish(&b);
}

Value bytes_method_hex(NATIVE_ARGS)
{
    return bytes_hex(vm, bytes_span(self), false, args, nargs, kwnames);
}

/* Two loops that compilers make vectors of. */
bool bytes_unhex_pairs(uint8_t *restrict to, const uint8_t *restrict digits, int64_t n)
{
    uint8_t wrong = 0;
    for (int64_t i = 0; i < 2 * n; i++) {
        uint8_t digit = (uint8_t)(digits[i] - '0'),
                letter = (uint8_t)((digits[i] | 0x20) - 'a'),
                no_digit = digit > 9 ? 0xff : 0, no_letter = letter > 5 ? 0xff : 0;
        wrong |= no_digit & no_letter;
    }
    for (int64_t i = 0; i < n; i++) {
        uint16_t high = digits[2 * i], low = digits[2 * i + 1], pair = high | low << 8;
        pair = (uint16_t)((pair & 0x0f0f) + (pair >> 6 & 0x0101) * 9);
        to[i] = (uint8_t)(pair << 4 | pair >> 8);
    }
    return !wrong;
}

Value bytes_unhex(MinipyVM *vm, Value text)
{
    enum { SHORT = 64 };
    Text t = str_text(text);
    BytesBuilder b;
    int64_t i = 0, n = 0;

    if (STR(text)->ascii && t.length <= SHORT) {
        uint8_t room[SHORT / 2];
        if (t.length % 2 == 0 && bytes_unhex_pairs(room, t.data, t.length / 2))
            return bytes_from(vm, room, t.length / 2);
    }

    bytesbuilder_init(&b, vm, t.length / 2);
    uint8_t *to = bytesbuilder_reserve(&b, t.length / 2);
    if (!STR(text)->ascii) { /* CPython looks for that first */
        while (text_at(t, i) < 0x80)
            i++;
        goto error;
    }
    const uint8_t *digits = t.data;
    if (to && bytes_unhex_pairs(to, digits, t.length / 2)) { /* nothing but pairs */
        n = t.length / 2;
        i = 2 * n;
    }
    while (i < t.length && to) {
        int pair = -1;
        if (t.length - i >= 2)
            pair = ascii_hex_value(digits[i]) * 16 | ascii_hex_value(digits[i + 1]);
        if (pair >= 0) {
            to[n++] = (uint8_t)pair;
            i += 2;
            continue;
        }
        uint32_t ch = digits[i];
        if (ch < 0x80 && ascii_is_space((uint8_t)ch)) {
            i++;
            continue;
        }
        int high = ascii_hex_value(ch);
        if (high < 0)
            goto error;
        i++;
        goto error; /* the one behind it is none */
    }
    b.size = n;
    return bytesbuilder_finish(&b);
error:
    bytesbuilder_discard(&b);
    return error_set(vm, EXC_ValueError,
                     "non-hexadecimal number found in fromhex() arg at position %ld",
                     (long)i);
}

/* ---- decode ---------------------------------------------------------------------- */

Value bytes_method_decode(NATIVE_ARGS)
{
    const char *names[2];
    BytesArg view;
    if (nargs == 0 && value_is_bytes(self) && !vm->settings.dev_mode)
        return str_from_utf8(vm, (const char *)BYTES(self)->data, BYTES(self)->size);
    if (!codec_names_args(vm, "decode", args, nargs, names) ||
        bytes_arg_get(vm, self, &view) < 0)
        return VALUE_NULL;
    /* Of nothing: no codec is asked, unless -X dev wants the names looked at. */
    Value result = view.size == 0 && !vm->settings.dev_mode
                       ? value_incref(vm->empty_str)
                       : str_decode(vm, view.data, view.size,
                                    names[0] ? names[0] : "utf-8", names[1]);
    bytes_arg_release(vm, &view);
    return result;
}
