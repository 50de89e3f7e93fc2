/* str.c - the str object: making, comparing, hashing, joining two, indexing, iterating.
 *
 * Invariant: a text is stored in the narrowest width that holds it, so equal texts have
 * equal width, length and bytes. Only str_append_steal and the builder change a str,
 * and only while nobody else can see it. The methods are in str_search.c, str_split.c,
 * str_case.c, str_methods.c; formatting in str_format.c and str_percent.c.
 */
#include "vm/core/copy.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"
#include "vm/text/str.h"

#include <string.h>

#include "vm/objects/args.h"
#include "vm/text/codecs.h"
#include "vm/memory/mem_inline.h"
#include "vm/memory/object_report.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/short_text.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/text/search.h"
#include "vm/text/utf8.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/slice.h"
#include "vm/memory/mem_gmp.h"
#include "vm/objects/reduce.h"

#define STR_HEADER ((int64_t)offsetof(StrObj, data))

/* ---- characters in memory -------------------------------------------------------- */

uint32_t text_max_char(Text t)
{
    if (t.width == 1)
        return utf8_ascii_prefix(t.data, (size_t)t.length) == (size_t)t.length ? 0x7f
                                                                               : 0xff;
    /* By blocks, as most texts tell by their first: what is in another width than its
       own is seldom. */
    enum { BLOCK = 16 };
    uint32_t bits = 0, enough = t.width == 2 ? 0x100 : 0x10000;
    int64_t i = 0;
    for (; t.length - i >= BLOCK && bits < enough; i += BLOCK)
        if (t.width == 2)
            for (int k = 0; k < BLOCK; k++)
                bits |= ((const uint16_t *)t.data)[i + k];
        else
            for (int k = 0; k < BLOCK; k++)
                bits |= ((const uint32_t *)t.data)[i + k];
    for (; i < t.length && bits < enough; i++)
        bits |= text_at(t, i);
    return bits < 0x80      ? 0x7f
           : bits < 0x100   ? 0xff
           : bits < 0x10000 ? 0xffff
                            : 0x10ffff;
}

/* Blocks have a fixed size and overlap nothing, so that compilers make vectors of them.
 */
#define CONVERT(name, From, To)                                                        \
    static void name(To *restrict to, const From *restrict from, int64_t n)            \
    {                                                                                  \
        enum { BLOCK = 16 };                                                           \
        int64_t i = 0;                                                                 \
        for (; n - i >= BLOCK; i += BLOCK)                                             \
            for (int k = 0; k < BLOCK; k++)                                            \
                to[i + k] = (To)from[i + k];                                           \
        for (; i < n; i++)                                                             \
            to[i] = (To)from[i];                                                       \
    }
CONVERT(convert_1_to_2, uint8_t, uint16_t)
CONVERT(convert_1_to_4, uint8_t, uint32_t)
CONVERT(convert_2_to_1, uint16_t, uint8_t)
CONVERT(convert_2_to_4, uint16_t, uint32_t)
CONVERT(convert_4_to_1, uint32_t, uint8_t)
CONVERT(convert_4_to_2, uint32_t, uint16_t)

void text_copy(void *to, int to_width, int64_t at, Text from)
{
    void *out = (char *)to + at * to_width;
    int64_t n = from.length;
    if (to_width == from.width)
        memcpy(out, from.data, (size_t)(n * to_width));
    else if (from.width == 1 && to_width == 2)
        convert_1_to_2(out, from.data, n);
    else if (from.width == 1)
        convert_1_to_4(out, from.data, n);
    else if (from.width == 2 && to_width == 1)
        convert_2_to_1(out, from.data, n);
    else if (from.width == 2)
        convert_2_to_4(out, from.data, n);
    else if (to_width == 1)
        convert_4_to_1(out, from.data, n);
    else
        convert_4_to_2(out, from.data, n);
}

typedef struct TextCopy {
    void *to;
    int to_width;
    int64_t at;
    Text from;
} TextCopy;

static void text_copy_work(void *arg)
{
    const TextCopy *c = arg;
    text_copy(c->to, c->to_width, c->at, c->from);
}

int text_copy_leavable(MinipyVM *vm, void *to, int to_width, int64_t at, Text from)
{
    TextCopy c = {to, to_width, at, from};
    return run_leavable(vm, text_copy_work, &c);
}

void text_fill(void *to, int width, int64_t at, int64_t count, uint32_t ch)
{
    if (width == 1) {
        memset((uint8_t *)to + at, (int)ch, (size_t)count);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        text_put(to, width, at + i, ch);
}

int text_widen(MinipyVM *vm, Text needle, int width, Text *out, void **copy)
{
    *copy = NULL;
    *out = needle;
    if (needle.width == width)
        return 0;
    *copy = mem_alloc(vm, (size_t)(needle.length * width));
    if (!*copy)
        return -1;
    text_copy(*copy, width, 0, needle);
    *out = (Text){*copy, needle.length, width};
    return 0;
}

/* ---- making strings -------------------------------------------------------------- */

static Value alloc_text(MinipyVM *vm, int64_t length, uint32_t max_char)
{
    int width = width_of(max_char);

    if (length > (INT64_MAX - STR_HEADER) / 4 - 1)
        return error_set_oom(vm);
    bool ascii = max_char < 0x80;
    size_t size = (size_t)(STR_HEADER + str_room(length, width, ascii));
    StrObj *s = mem_alloc_object_inline(vm, size, 0, vm->types[KIND_STR]);
    if (!s)
        return VALUE_NULL;
    s->ob = (Object){.refs = 1, .kind = KIND_STR, .type = vm->types[KIND_STR]};
    s->hash = -1;
    s->length = length;
    s->width = (uint8_t)width;
    s->ascii = ascii;
    str_end_text(s);
    return value_from_obj(s);
}

Value str_alloc(MinipyVM *vm, int64_t length, uint32_t max_char)
{
    if (length == 0 && vm->empty_str)
        return value_incref(vm->empty_str);
    return alloc_text(vm, length, max_char);
}

/* Apart, so that one that exists is found without a frame. */
static __attribute__((noinline)) Value new_char(MinipyVM *vm, uint32_t cp)
{
    Value s = alloc_text(vm, 1, cp);
    if (!s)
        return VALUE_NULL;
    text_put(str_data(STR(s)), STR(s)->width, 0, cp);
    if (cp < 0x100)
        vm->latin1[cp - 0x80] = value_incref(s);
    return s;
}

Value str_from_char(MinipyVM *vm, uint32_t cp)
{
    if (cp < 0x80)
        return value_incref(vm->ascii[cp]);
    if (cp < 0x100 && vm->latin1[cp - 0x80])
        return value_incref(vm->latin1[cp - 0x80]);
    return new_char(vm, cp);
}

Value str_from_text(MinipyVM *vm, Text t)
{
    if (t.length == 1)
        return str_from_char(vm, text_at(t, 0));
    Value s = str_alloc(vm, t.length, text_max_char(t));
    if (s && t.length > 0) /* an empty text may be at NULL */
        text_copy(str_data(STR(s)), STR(s)->width, 0, t);
    return s;
}

Value str_from_ascii(MinipyVM *vm, const char *s, int64_t size)
{
    if (size == 1)
        return value_incref(vm->ascii[(uint8_t)s[0]]);
    Value v = str_alloc(vm, size, 0x7f);
    if (v)
        copy_few((char *)STR(v)->data, s, (size_t)size);
    return v;
}

Value str_from_latin1(MinipyVM *vm, const uint8_t *s, int64_t size)
{
    return str_from_text(vm, (Text){s, size, 1});
}

Value str_from_ucs4(MinipyVM *vm, const uint32_t *s, int64_t n)
{
    return str_from_text(vm, (Text){s, n, 4});
}

/* Is it ASCII, and so short that looking once at each byte is the quickest? */
static inline bool is_short_ascii(const char *s, int64_t size)
{
    enum { SHORT = 16 };
    uint64_t first, last;
    if (size > SHORT)
        return false;
    if (size >= 8) {
        memcpy(&first, s, 8);
        memcpy(&last, s + size - 8, 8);
        return !((first | last) & UINT64_C(0x8080808080808080));
    }
    unsigned char all = 0;
    for (int64_t i = 0; i < size; i++)
        all |= (unsigned char)s[i];
    return all < 0x80;
}

Value str_from_utf8_run(MinipyVM *vm, const char *s, Utf8Run run)
{
    if (run.max_char < 0x80)
        return str_from_ascii(vm, s, (int64_t)run.bytes);
    Value v = str_alloc(vm, (int64_t)run.chars, run.max_char);
    if (v)
        utf8_decode(s, run.bytes, str_data(STR(v)), STR(v)->width);
    return v;
}

static Value from_utf8(MinipyVM *vm, const char *s, int64_t size, bool surrogates)
{
    if (is_short_ascii(s, size))
        return str_from_ascii(vm, s, size);
    Value v;
    if (str_try_utf8(vm, s, size, &v))
        return v;
    Utf8Run run = utf8_scan(s, (size_t)size, surrogates);

    if (run.bytes != (size_t)size)
        return codec_decode_utf8(vm, s, size, "strict", NULL);
    return str_from_utf8_run(vm, s, run);
}

Value str_from_utf8(MinipyVM *vm, const char *s, int64_t size)
{
    return from_utf8(vm, s, size, false);
}

Value str_from_utf8_surrogates(MinipyVM *vm, const char *s, int64_t size)
{
    return from_utf8(vm, s, size, true);
}

Value str_from_cstr(MinipyVM *vm, const char *s)
{
    return from_utf8(vm, s, (int64_t)strlen(s), false);
}

Value str_decode_path(MinipyVM *vm, const void *data, int64_t size)
{
    if (unlikely(vm->settings.fs_encoding != NULL))
        return str_decode(vm, data, size, vm->settings.fs_encoding, "surrogateescape");
    return codec_decode_utf8(vm, data, size, "surrogateescape", NULL);
}

Value str_from_path(MinipyVM *vm, const char *path)
{
    return str_decode_path(vm, path, (int64_t)strlen(path));
}

/* ---- UTF-8 of a string ----------------------------------------------------------- */

/* Makes the cached encoding; false when the text has surrogates (no exception) or
 * memory ends (exception). */
static bool cache_utf8(MinipyVM *vm, StrObj *s)
{
    size_t size = utf8_size(s->data, (size_t)s->length, s->width), written;
    Utf8 *made = mem_alloc(vm, sizeof *made + size + 1);

    if (!made)
        return false;
    if (utf8_encode(s->data, (size_t)s->length, s->width, false, (uint8_t *)made->text,
                    &written) != (size_t)s->length) {
        mem_free(vm, made);
        return false;
    }
    made->text[written] = '\0';
    made->size = (int64_t)written;
    *str_utf8_cell(s) = made;
    return true;
}

const char *str_utf8(MinipyVM *vm, Value v, int64_t *size)
{
    StrObj *s = STR(v);

    if (s->ascii) {
        if (size)
            *size = s->length;
        return (const char *)s->data;
    }
    Utf8 **utf8 = str_utf8_cell(s);
    if (!*utf8 && !cache_utf8(vm, s)) {
        if (!error_occurred(vm)) {
            Value never = codec_encode_utf8(vm, v, "strict");
            value_xdecref(vm, never);
        }
        return NULL;
    }
    if (size)
        *size = (*utf8)->size;
    return (*utf8)->text;
}

const char *str_utf8_made(Value v)
{
    StrObj *s = STR(v);
    if (s->ascii)
        return (const char *)s->data;
    const Utf8 *utf8 = *str_utf8_cell(s);
    return utf8 ? utf8->text : NULL;
}

const char *str_utf8_or_null(MinipyVM *vm, Value v)
{
    const char *text = str_utf8_made(v);
    if (text)
        return text;
    Value pending = error_fetch(vm);
    cache_utf8(vm, STR(v));
    error_clear(vm);
    if (pending)
        error_restore_steal(vm, pending);
    return str_utf8_made(v);
}

const char *str_cstr(MinipyVM *vm, Value s)
{
    int64_t size;
    const char *text = str_utf8(vm, s, &size);

    if (text && strlen(text) != (size_t)size) {
        error_set(vm, EXC_ValueError, "embedded null character");
        return NULL;
    }
    return text;
}

Value str_encode_path(MinipyVM *vm, Value s)
{
    if (unlikely(vm->settings.fs_encoding != NULL))
        return str_encode(vm, s, vm->settings.fs_encoding, "surrogateescape");
    return codec_encode_utf8(vm, s, "surrogateescape");
}

char *str_path(MinipyVM *vm, Value s)
{
    Value bytes = str_encode_path(vm, s);

    if (!bytes)
        return NULL;
    char *path = NULL;
    int64_t size = BYTES(bytes)->size;
    if (memchr(BYTES(bytes)->data, 0, (size_t)size))
        error_set(vm, EXC_ValueError, "embedded null byte");
    else if ((path = mem_alloc(vm, (size_t)size + 1)) != NULL)
        memcpy(path, BYTES(bytes)->data, (size_t)size + 1);
    value_decref(vm, bytes);
    return path;
}

/* ---- comparing ------------------------------------------------------------------- */

int64_t str_hash(MinipyVM *vm, Value v)
{
    StrObj *s = STR(v);

    if (s->hash == -1)
        s->hash = hash_bytes(&vm->hash_key, s->data, (size_t)(s->length * s->width));
    return s->hash;
}

int64_t str_hash_leavable(MinipyVM *vm, Value v)
{
    StrObj *s = STR(v);

    if (s->hash == -1)
        s->hash = hash_leavable(vm, s->data, (size_t)(s->length * s->width));
    return s->hash;
}

bool str_equal(Value a, Value b)
{
    StrObj *x = STR(a), *y = STR(b);

    if (x == y)
        return true;
    if (x->length != y->length || x->width != y->width ||
        (x->hash != y->hash && x->hash != -1 && y->hash != -1))
        return false;
    size_t n = (size_t)(x->length * x->width);
    return n <= SHORT_TEXT ? short_texts_same(x, y, n)
                           : memcmp(x->data, y->data, n) == 0;
}

int str_compare(Value a, Value b)
{
    Text x = str_text(a), y = str_text(b);
    int64_t shorter = x.length < y.length ? x.length : y.length;

    if (x.width == 1 && y.width == 1) {
        int order = bytes_order(x.data, x.length, y.data, y.length);
        return (order > 0) - (order < 0);
    }
    enum { BLOCK = 64 };
    int64_t i = 0;
    if (x.width == y.width)
        while (shorter - i >= BLOCK &&
               memcmp((const char *)x.data + i * x.width,
                      (const char *)y.data + i * x.width, BLOCK * x.width) == 0)
            i += BLOCK;
    for (; i < shorter; i++) {
        uint32_t c = text_at(x, i), d = text_at(y, i);
        if (c != d)
            return c < d ? -1 : 1;
    }
    return x.length < y.length ? -1 : x.length > y.length;
}

typedef struct Comparison {
    Value a, b;
    bool order; /* is wanted, too */
    int result; /* of str_compare, or != 0: they differ */
} Comparison;

static void compare_work(void *arg)
{
    Comparison *c = arg;
    c->result = c->order ? str_compare(c->a, c->b) : !str_equal(c->a, c->b);
}

static int compare_long(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    Comparison c = {a, b, op != CMP_EQ && op != CMP_NE, 0};
    if (run_leavable(vm, compare_work, &c) < 0)
        return -1;
    return compare_by_order(c.result, op);
}

int str_compare_bool(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (unlikely(STR(a)->length >= LEAVABLE_BYTES && STR(b)->length >= LEAVABLE_BYTES))
        return compare_long(vm, a, b, op);
    if (op == CMP_EQ)
        return str_equal(a, b);
    if (op == CMP_NE)
        return !str_equal(a, b);
    return compare_by_order(str_compare(a, b), op);
}

Value str_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_str(a) || !value_is_str(b))
        return VALUE_NOT_IMPLEMENTED;
    return value_true_or_error(str_compare_bool(vm, a, b, op));
}

/* ---- concatenation and parts ----------------------------------------------------- */

static Value exact_copy(MinipyVM *vm, Value s)
{
    if (value_is_exact(vm, s, KIND_STR))
        return value_incref(s);
    return str_from_text(vm, str_text(s));
}

Value str_concat(MinipyVM *vm, Value a, Value b)
{
    if (STR(a)->length == 0)
        return exact_copy(vm, b);
    if (STR(b)->length == 0)
        return exact_copy(vm, a);
    if (STR(a)->length > INT64_MAX - STR(b)->length)
        return error_set(vm, EXC_OverflowError, "strings are too large to concat");
    uint32_t max_a = str_max_char(a), max_b = str_max_char(b);
    Value s =
        str_alloc(vm, STR(a)->length + STR(b)->length, max_a > max_b ? max_a : max_b);
    if (s && (text_copy_any(vm, str_data(STR(s)), STR(s)->width, 0, str_text(a)) < 0 ||
              text_copy_any(vm, str_data(STR(s)), STR(s)->width, STR(a)->length,
                            str_text(b)) < 0))
        value_clear(vm, &s);
    return s;
}

Value str_append_steal(MinipyVM *vm, Value a, Value b)
{
    StrObj *s = STR(a), *t = STR(b);

    if (s->ob.refs != 1 || s->ob.type != vm->types[KIND_STR] || s->width < t->width ||
        (s->ob.flags & OBJ_INTERNED) || t->length == 0 ||
        s->length > INT64_MAX / 8 - t->length) {
        Value sum = str_concat(vm, a, b);
        value_decref(vm, a);
        return sum;
    }
    int64_t length = s->length + t->length;
    bool ascii = s->ascii && t->ascii;
    str_forget_utf8(vm, s);
    StrObj *grown =
        mem_realloc(vm, s, (size_t)(STR_HEADER + str_room(length, s->width, ascii)));
    if (!grown) {
        value_decref(vm, a);
        return VALUE_NULL;
    }
    if (objects_are_reported(vm))
        object_report_move(vm, s, &grown->ob);
    s = grown;
    text_copy(s->data, s->width, s->length, str_text(b));
    s->length = length;
    s->ascii = ascii;
    s->hash = -1;
    str_end_text(s);
    return value_from_obj(s);
}

Value str_substring(MinipyVM *vm, Value s, int64_t start, int64_t end)
{
    int64_t length = STR(s)->length;

    if (start < 0)
        start = 0;
    if (end > length)
        end = length;
    if (start >= end)
        return value_incref(vm->empty_str);
    if (start == 0 && end == length)
        return exact_copy(vm, s);
    if (STR(s)->ascii)
        return str_from_ascii(vm, (const char *)STR(s)->data + start, end - start);
    return str_from_text(vm, text_slice(str_text(s), start, end));
}

/* i already in range */
static Value str_getitem_index(MinipyVM *vm, Value s, int64_t i)
{
    return str_from_char(vm, str_char_at(STR(s), i));
}

static Value concat_slot(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_str(b))
        return error_set(vm, EXC_TypeError,
                         "can only concatenate str (not \"%T\") to str", b);
    return str_concat(vm, a, b);
}

static Value repeat_slot(MinipyVM *vm, Value self, int64_t n)
{
    Text t = str_text(self);

    if (n < 1 || t.length == 0)
        return value_incref(vm->empty_str);
    if (n == 1)
        return exact_copy(vm, self);
    if (t.length > INT64_MAX / n)
        return error_set(vm, EXC_OverflowError, "repeated string is too long");
    if (t.length > INT64_MAX / 4 / n)
        return error_set_oom(vm);
    Value s = str_alloc(vm, t.length * n, str_max_char(self));
    size_t size = (size_t)(t.length * t.width);
    if (s && repeat_leavable(vm, STR(s)->data, t.data, size, size * (size_t)n) < 0)
        value_clear(vm, &s);
    return s;
}

static int64_t length_slot(MinipyVM *vm, Value self)
{
    (void)vm;
    return STR(self)->length;
}

static Value item_slot(MinipyVM *vm, Value self, int64_t i)
{
    if (i < 0 || i >= STR(self)->length)
        return error_set(vm, EXC_IndexError, "string index out of range");
    return str_getitem_index(vm, self, i);
}

/* The loop of by_steps; WIDTH is a constant at each call. */
static inline __attribute__((always_inline)) void
copy_steps(void *to, int width, Text t, int64_t start, int64_t step, int64_t count)
{
    Text same = {t.data, 0, width};
    if (step == -1) /* a loop of its own: compilers make vectors of it */
        for (int64_t i = 0; i < count; i++)
            text_put(to, width, i, text_at(same, start - i));
    else
        for (int64_t i = 0; i < count; i++)
            text_put(to, width, i, text_at(same, start + i * step));
}

/* count > 0 characters from start on, each `step` behind the one before. */
static Value by_steps(MinipyVM *vm, Value self, int64_t start, int64_t step,
                      int64_t count)
{
    Text t = str_text(self);
    uint32_t bits = 0, enough = t.width == 1 ? 0x80 : t.width == 2 ? 0x100 : 0x10000;
    for (int64_t i = 0; i < count && bits < enough && !STR(self)->ascii; i++)
        bits |= text_at(t, start + i * step);
    Value s = str_alloc(vm, count, bits);
    if (!s)
        return VALUE_NULL;
    if (STR(s)->width != t.width)
        for (int64_t i = 0; i < count; i++)
            text_put(STR(s)->data, STR(s)->width, i, text_at(t, start + i * step));
    else if (t.width == 1)
        copy_steps(STR(s)->data, 1, t, start, step, count);
    else if (t.width == 2)
        copy_steps(STR(s)->data, 2, t, start, step, count);
    else
        copy_steps(STR(s)->data, 4, t, start, step, count);
    return s;
}

static Value slice_of(MinipyVM *vm, Value self, Value slice)
{
    int64_t start, stop, step;

    if (slice_unpack(vm, slice, &start, &stop, &step) < 0)
        return VALUE_NULL;
    int64_t count = slice_adjust(STR(self)->length, &start, &stop, step);
    if (count <= 0)
        return value_incref(vm->empty_str);
    if (step == 1)
        return str_substring(vm, self, start, start + count);
    return by_steps(vm, self, start, step, count);
}

static Value subscript_slot(MinipyVM *vm, Value self, Value key)
{
    if (value_is_kind(key, KIND_SLICE))
        return slice_of(vm, self, key);
    if (!value_is_int_imm(key) && !value_type(vm, key)->slots.nb_index)
        return error_set(vm, EXC_TypeError, "string indices must be integers, not '%T'",
                         key);
    int64_t i = value_is_int_imm(key) ? value_imm(key)
                                      : number_as_ssize(vm, key, EXC_IndexError);
    if (i == -1 && !value_is_int_imm(key) && error_occurred(vm))
        return VALUE_NULL;
    return item_slot(vm, self, i < 0 ? i + STR(self)->length : i);
}

/* The most common question: whether a text has a character. */
static inline bool has_byte(const StrObj *s, uint8_t c)
{
    size_t n = (size_t)s->length;
    return n <= SHORT_TEXT ? short_text_has(s, n, c) : memchr(s->data, c, n) != NULL;
}

/* Bytes that are looked through before a look at the vm's limits is due. */
enum { AT_ONCE = 4096 };
int str_contains(MinipyVM *vm, Value s, Value sub)
{
    if (STR(sub)->length == 1 && STR(sub)->width == 1 && STR(s)->width == 1 &&
        STR(s)->length < AT_ONCE)
        return has_byte(STR(s), *(const uint8_t *)STR(sub)->data);
    int64_t at = text_find(vm, str_text(s), str_text(sub), 1);

    return at == -2 ? -1 : at >= 0;
}

static int contains_slot(MinipyVM *vm, Value self, Value item)
{
    if (!value_is_str(item)) {
        error_set(vm, EXC_TypeError,
                  "'in <string>' requires string as left operand, not %T", item);
        return -1;
    }
    return str_contains(vm, self, item);
}

static Value str_slot(MinipyVM *vm, Value self)
{
    return exact_copy(vm, self);
}

/* ---- str(...) -------------------------------------------------------------------- */

static Value new_exact(MinipyVM *vm, const Value *arg)
{
    Value object = arg[0], encoding = arg[1], errors = arg[2];

    if (object && !encoding && !errors)
        return object_str(vm, object);
    const char *names[2] = {"utf-8", "strict"};
    for (int i = 0; i < 2; i++) {
        Value v = arg[i + 1];
        if (!v)
            continue;
        if (!value_is_str(v))
            return error_set(
                vm, EXC_TypeError, "str() argument '%s' must be str, not %.50s",
                i == 0 ? "encoding" : "errors", type_name_for_message(vm, v));
        int64_t size;
        names[i] = str_utf8(vm, v, &size);
        if (!names[i])
            return VALUE_NULL;
        if ((size_t)size != strlen(names[i]))
            return error_set(vm, EXC_ValueError, "embedded null character");
    }
    if (!object)
        return value_incref(vm->empty_str);
    if (value_is_str(object))
        return error_set(vm, EXC_TypeError, "decoding str is not supported");
    Buffer view;
    if (!buffer_supported(vm, object))
        return error_set(vm, EXC_TypeError,
                         "decoding to str: need a bytes-like object, %.80T found",
                         object);
    if (buffer_get(vm, object, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value s = view.size == 0 && !vm->settings.dev_mode
                  ? value_incref(vm->empty_str)
                  : str_decode(vm, view.data, view.size, names[0], names[1]);
    buffer_release(vm, &view);
    return s;
}

NEW(new_slot, 3, "str", "(object=None, encoding=None, errors=None)")
{
    Value s = new_exact(vm, given);
    if (!s || cls == vm->types[KIND_STR])
        return s;
    StrObj *from = STR(s);
    StrObj *copy = (StrObj *)object_alloc(
        vm, cls, str_room(from->length, from->width, from->ascii));
    if (copy) {
        copy->hash = from->hash;
        copy->length = from->length;
        copy->width = from->width;
        copy->ascii = from->ascii;
        memcpy(copy->data, from->data, (size_t)(from->length * from->width));
        str_end_text(copy);
    }
    value_decref(vm, s);
    return copy ? value_from_obj(copy) : VALUE_NULL;
}

static void dealloc(MinipyVM *vm, Object *o)
{
    StrObj *s = (StrObj *)o;

    if (o->flags & OBJ_INTERNED)
        str_intern_forget(vm, s);
    str_forget_utf8(vm, s);
}

/* Of one that is no subclass's: nothing refers to it but references, and it refers to
 * nothing. */
static void str_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL)) {
        object_death(vm, o);
        return;
    }
    dealloc(vm, o);
    mem_free_inline(vm, o);
}

static int64_t nitems(Object *o)
{
    StrObj *s = (StrObj *)o;

    return str_room(s->length, s->width, s->ascii);
}

/* ---- iteration ------------------------------------------------------------------- */

static Value iter_slot(MinipyVM *vm, Value self)
{
    bool ascii = STR(self)->ascii && value_is_exact(vm, self, KIND_STR);
    return seq_iter_at(vm, ascii ? KIND_STR_ASCII_ITER : KIND_STR_ITER, self, 0);
}

static Value iter_next_slot(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);

    if (!it->seq)
        return VALUE_NULL;
    if (it->index < STR(it->seq)->length)
        return str_getitem_index(vm, it->seq, it->index++);
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

FN(iter_length_hint)
{
    SeqIterObj *it = SEQ_ITER(self);

    return int_new(vm, it->seq ? STR(it->seq)->length - it->index : 0);
}

FN(iter_reduce)
{
    return seq_iter_reduced_steal(vm, self, "iter", value_incref(vm->empty_str));
}

FN(iter_setstate)
{
    Value str = SEQ_ITER(self)->seq;
    return seq_iter_set_index(vm, self, args[0], 0, str ? STR(str)->length : 0);
}

static METHODS(iter_methods,
    {"__length_hint__", iter_length_hint, M_UNSIGNED, "($self, /)", "How many characters are left."},
    {"__reduce__", iter_reduce, M_UNSIGNED, "($self, /)", "For pickling."},
    {"__setstate__", iter_setstate, M_UNSIGNED, "($self, state, /)", "Sets the position."},
);

#define STR_ITER_SPEC(type_name)                                                       \
    {                                                                                  \
        .name = type_name, .basicsize = sizeof(SeqIterObj),                            \
        .flags = TYPE_GC | TYPE_NO_NEW | TYPE_CLEARS, .values = 1,                     \
        .death = first_value_death,                                                    \
        .slots = {.getattro = object_generic_getattr,                                  \
                  .iter = object_self,                                                 \
                  .iternext = iter_next_slot},                                         \
        .methods = iter_methods                                                        \
    }
const TypeSpec str_iter_type_spec = STR_ITER_SPEC("str_iterator");
const TypeSpec str_ascii_iter_type_spec = STR_ITER_SPEC("str_ascii_iterator");

/* ---- the type -------------------------------------------------------------------- */

static Value mod_slot(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_str(a))
        return VALUE_NOT_IMPLEMENTED;
    return str_mod(vm, a, b);
}

static const MethodDef str_methods[] = {
#define STR_METHOD(name, fn, flags, signature, doc) {name, fn, flags, signature, doc},
#include "vm/text/str_methods.def"
#undef STR_METHOD
    {0},
};

TYPE_SPEC(str_type_spec,
    .name = "str",
    .doc = "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n"
           "The text of an object, or bytes decoded.",
    .flags = TYPE_BASE | TYPE_MATCH_SELF, .basicsize = offsetof(StrObj, data), .itemsize = 1,
    .dealloc = dealloc, .death = str_death, .nitems = nitems,
    .slots = {.getattro = object_generic_getattr, .repr = str_repr, .str = str_slot, .hash = str_hash_leavable,
              .richcompare = str_richcompare, .iter = iter_slot, .new_ = new_slot, .nb_remainder = mod_slot,
              .sq_length = length_slot, .sq_concat = concat_slot, .sq_repeat = repeat_slot, .sq_item = item_slot,
              .sq_contains = contains_slot, .mp_length = length_slot, .mp_subscript = subscript_slot},
    .methods = str_methods,
);
