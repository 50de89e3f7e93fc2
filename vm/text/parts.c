/* parts.c - a str, bytes or bytearray taken apart. Read first: parts.h. */
#include "vm/text/parts.h"

#include <string.h>

#include "vm/objects/args.h"
#include "vm/bytes/bytes_private.h"
#include "vm/text/search.h"
#include "vm/text/unicode.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"

/* What is taken apart. `low` has a bit for each space up to ' ': \t to \r, for a str
 * 0x1c to 0x1f too; above that only a str has any. */
typedef struct Whole {
    MinipyVM *vm;
    Value self;
    Text t;
    Value (*part)(MinipyVM *vm, Value self, int64_t start, int64_t end);
    uint64_t low;
    bool text, ascii;
} Whole;

static Whole whole_of(MinipyVM *vm, Value self)
{
    if (value_is_str(self))
        return (Whole){vm,          self, str_text(self),  str_substring,
                       0x1f0003e00, true, STR(self)->ascii};
    ByteSpan s = bytes_span(self);
    return (Whole){vm,    self, {s.data, s.size, 1}, bytes_like_part, 0x100003e00,
                   false, false};
}

static inline bool is_space(const Whole *w, uint32_t ch)
{
    /* Most characters leave at the first comparison. */
    return ch > ' ' ? ch >= 0x80 && w->text && unicode_is_space(ch) : w->low >> ch & 1;
}

static inline Value part(const Whole *w, int64_t start, int64_t end)
{
    if (w->ascii && end - start < w->t.length)
        return str_from_ascii(w->vm, (const char *)w->t.data + start, end - start);
    return w->part(w->vm, w->self, start, end);
}

/* -1: error. */
static int append_part(const Whole *w, Value list, int64_t start, int64_t end)
{
    Value v = limits_poll(w->vm) < 0 ? VALUE_NULL : part(w, start, end);
    return v ? list_append_steal(w->vm, list, v) : -1;
}

/* ---- split ----------------------------------------------------------------------- */

/* The first place from I on that is a space, or is none. */
static inline int64_t skip(const Whole *w, int64_t i, bool spaces)
{
    Text t = w->t;
    if (t.width == 1) {
        const uint8_t *p = t.data;
        while (i < t.length && is_space(w, p[i]) == spaces)
            i++;
    } else {
        while (i < t.length && is_space(w, text_at(t, i)) == spaces)
            i++;
    }
    return i;
}

/* The same to the left: the first place before which there is a space, or none. */
static inline int64_t skip_back(const Whole *w, int64_t i, bool spaces)
{
    if (w->t.width == 1) {
        const uint8_t *p = w->t.data;
        while (i > 0 && is_space(w, p[i - 1]) == spaces)
            i--;
        return i;
    }
    while (i > 0 && is_space(w, text_at(w->t, i - 1)) == spaces)
        i--;
    return i;
}

static int split_space(const Whole *w, Value list, int64_t limit)
{
    int64_t start, i = 0;
    int error = 0;
    while (error == 0 && (start = skip(w, i, true)) < w->t.length) {
        if (limit-- == 0)
            return append_part(w, list, start, w->t.length);
        i = skip(w, start, false);
        error = append_part(w, list, start, i);
    }
    return error;
}

static int rsplit_space(const Whole *w, Value list, int64_t limit)
{
    int64_t end, i = w->t.length;
    int error = 0;
    while (error == 0 && (end = skip_back(w, i, true)) > 0) {
        if (limit-- == 0)
            return append_part(w, list, 0, end);
        i = skip_back(w, end, false);
        error = append_part(w, list, i, end);
    }
    return error;
}

/* The place of a byte from i on, or the end: most are near. */
static inline int64_t next_byte(const uint8_t *p, int64_t i, int64_t n, uint8_t c)
{
    enum { NEAR = 16 };
    int64_t near = n - i < NEAR ? n : i + NEAR;
    while (i < near && p[i] != c)
        i++;
    if (i < near || i == n)
        return i;
    const uint8_t *found = memchr(p + i, c, (size_t)(n - i));
    return found ? found - p : n;
}

/* The place of the last such byte before n, or -1. */
static inline int64_t byte_before(const uint8_t *p, int64_t n, uint8_t c)
{
    enum { NEAR = 16 };
    int64_t near = n < NEAR ? 0 : n - NEAR;
    while (n > near && p[n - 1] != c)
        n--;
    if (n > near || n == 0)
        return n - 1;
    const uint8_t *found = memrchr(p, c, (size_t)n);
    return found ? found - p : -1;
}

static int split_at_byte(const Whole *w, Value list, uint8_t sep, int64_t limit)
{
    int64_t from = 0, length = w->t.length;
    for (; limit-- > 0;) {
        int64_t end = next_byte(w->t.data, from, length, sep);
        if (end == length)
            break;
        if (append_part(w, list, from, end) < 0)
            return -1;
        from = end + 1;
    }
    return append_part(w, list, from, length);
}

static int split_at(const Whole *w, Value list, const Text *sep, int64_t limit)
{
    const Text *t = &w->t;
    int64_t from = 0;
    if (t->width == 1 && sep->length == 1)
        return split_at_byte(w, list, *(const uint8_t *)sep->data, limit);
    while (limit-- > 0) {
        ptrdiff_t hit = search_find((const char *)t->data + from * t->width,
                                    (size_t)(t->length - from), sep->data,
                                    (size_t)sep->length, t->width);
        if (hit < 0)
            break;
        if (append_part(w, list, from, from + hit) < 0)
            return -1;
        from += hit + sep->length;
    }
    return append_part(w, list, from, t->length);
}

static int rsplit_at(const Whole *w, Value list, const Text *sep, int64_t limit)
{
    int64_t end = w->t.length;
    bool bytes = w->t.width == 1 && sep->length == 1;
    while (limit-- > 0) {
        ptrdiff_t hit = bytes ? byte_before(w->t.data, end, *(const uint8_t *)sep->data)
                              : search_rfind(w->t.data, (size_t)end, sep->data,
                                             (size_t)sep->length, w->t.width);
        if (hit < 0)
            break;
        if (append_part(w, list, hit + sep->length, end) < 0)
            return -1;
        end = hit;
    }
    return append_part(w, list, 0, end);
}

Value parts_split(MinipyVM *vm, Value self, const Text *sep, int64_t limit, bool right)
{
    enum { ROOM = 8 }; /* so many parts before the list grows, as most have few */
    if (sep && sep->length == 0)
        return error_set(vm, EXC_ValueError, "empty separator");
    if (limit < 0)
        limit = INT64_MAX;
    Whole w = whole_of(vm, self);
    /* All parts are the same from both sides, unless separators lie over each other. */
    if (limit >= w.t.length && (!sep || sep->length == 1))
        right = false;
    Value list = list_new(vm, limit < ROOM ? limit + 1 : ROOM);
    if (!list)
        return VALUE_NULL;
    LIST(list)->size = 0;
    int error =
        !right
            ? (sep ? split_at(&w, list, sep, limit) : split_space(&w, list, limit))
            : (sep ? rsplit_at(&w, list, sep, limit) : rsplit_space(&w, list, limit));
    if (right && error == 0)
        error = list_reverse(vm, list);
    return list_unless_steal(vm, list, error);
}

/* Most characters leave at the first comparison. */
static inline bool ends_line(bool text, uint32_t ch)
{
    enum { ASCII_ENDS = 0xf << '\n' | 7 << 0x1c };
    if (ch - 0x1f < 0x85 - 0x1f)
        return false;
    if (ch >= 0x85)
        return text && (ch == 0x85 || (ch | 1) == 0x2029);
    return text ? (uint32_t)ASCII_ENDS >> ch & 1 : ch == '\n' || ch == '\r';
}

#define ONES UINT64_C(0x0101010101010101)

/* The first place from i on that ends a line, or the end; WIDTH and TEXT are constants
 * at each call. */
static inline __attribute__((always_inline)) int64_t line_end(const Whole *w, int64_t i,
                                                              int width, bool text)
{
    Text same = {w->t.data, 0, width};
    int64_t length = w->t.length;
    /* Eight bytes with none below 0x1f, nor in a text one beyond ASCII, have no end. */
    for (uint64_t word, hits; width == 1 && length - i >= 8; i += 8) {
        memcpy(&word, (const uint8_t *)same.data + i, 8);
        hits = ((word - ONES * 0x1f) & ~word) | (text ? word : 0);
        if (hits & ONES << 7)
            break;
    }
    while (i < length && !ends_line(text, text_at(same, i)))
        i++;
    return i;
}

Value parts_lines(MinipyVM *vm, Value self, Value keepends)
{
    int keep = 0, error = 0;
    if (keepends && !arg_int(vm, keepends, &keep))
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    if (!list)
        return VALUE_NULL;
    Whole w = whole_of(vm, self);
    Text t = w.t;
    for (int64_t i = 0; i < t.length && error == 0;) {
        int64_t start = i;
        int64_t end = i = !w.text        ? line_end(&w, i, 1, false)
                          : t.width == 1 ? line_end(&w, i, 1, true)
                          : t.width == 2 ? line_end(&w, i, 2, true)
                                         : line_end(&w, i, 4, true);
        if (i < t.length) {
            bool two =
                text_at(t, i) == '\r' && i + 1 < t.length && text_at(t, i + 1) == '\n';
            i += two ? 2 : 1;
            if (keep)
                end = i;
        }
        error = append_part(&w, list, start, end);
    }
    return list_unless_steal(vm, list, error);
}

/* ---- partition and strip --------------------------------------------------------- */

Value parts_around(MinipyVM *vm, Value self, Value sep, int64_t size, int64_t at,
                   int direction)
{
    Whole w = whole_of(vm, self);
    Value parts[3];
    if (at >= 0) {
        parts[0] = part(&w, 0, at);
        parts[1] = value_is_kind(self, KIND_BYTEARRAY) ? part(&w, at, at + size)
                                                       : value_incref(sep);
        parts[2] = part(&w, at + size, w.t.length);
    } else {
        int whole = direction > 0 ? 0 : 2;
        /* As it is, even of a subclass: so CPython has it. */
        parts[whole] = value_is_kind(self, KIND_BYTEARRAY) ? part(&w, 0, w.t.length)
                                                           : value_incref(self);
        parts[2 - whole] = part(&w, 0, 0);
        parts[1] = part(&w, 0, 0);
    }
    return tuple_from_steal(vm, parts, 3);
}

static inline bool is_stripped(const Whole *w, int64_t i, const Text *chars)
{
    uint32_t ch = text_at(w->t, i);
    if (!chars)
        return is_space(w, ch);
    return chars->length &&
           search_char(chars->data, (size_t)chars->length, ch, chars->width) >= 0;
}

Value parts_strip(MinipyVM *vm, Value self, const Text *chars, int sides)
{
    Whole w = whole_of(vm, self);
    int64_t start = 0, end = w.t.length;
    if (chars && chars->length == 1 && w.t.width == 1) { /* most often: no call each */
        uint32_t c = text_at(*chars, 0);
        const uint8_t *at = w.t.data;
        while ((sides & STRIP_LEFT) && start < end && at[start] == c)
            start++;
        while ((sides & STRIP_RIGHT) && end > start && at[end - 1] == c)
            end--;
        return part(&w, start, end);
    }
    if (sides & STRIP_LEFT)
        while (start < end && is_stripped(&w, start, chars))
            start++;
    if (sides & STRIP_RIGHT)
        while (end > start && is_stripped(&w, end - 1, chars))
            end--;
    return part(&w, start, end);
}
