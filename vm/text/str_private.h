/* str_private.h - what the files of the str type share with each other and with bytes:
 * the view of a text as (data, length, width), and the methods of str_methods.def.
 */
#ifndef MINIPY_VM_TEXT_STR_PRIVATE_H
#define MINIPY_VM_TEXT_STR_PRIVATE_H

#include "vm/memory/mem_gmp.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/text/utf8.h"

/* Characters somewhere in memory, borrowed. Two words, which travel in registers: a
 * third one made every call write all to the stack and wait until it could be read. */
typedef struct Text {
    const void *data;
    int64_t length : 56;
    int64_t width : 8; /* 1, 2, 4 */
} Text;

static inline Text str_text(Value s)
{
    return (Text){STR(s)->data, STR(s)->length, STR(s)->width};
}

static inline uint32_t text_at(Text t, int64_t i)
{
    return t.width == 1   ? ((const uint8_t *)t.data)[i]
           : t.width == 2 ? ((const uint16_t *)t.data)[i]
                          : ((const uint32_t *)t.data)[i];
}

static inline Text text_slice(Text t, int64_t start, int64_t end)
{
    return (Text){(const char *)t.data + start * t.width, end - start, t.width};
}

static inline void text_put(void *data, int width, int64_t i, uint32_t ch)
{
    if (width == 1)
        ((uint8_t *)data)[i] = (uint8_t)ch;
    else if (width == 2)
        ((uint16_t *)data)[i] = (uint16_t)ch;
    else
        ((uint32_t *)data)[i] = ch;
}

static inline int width_of(uint32_t max_char)
{
    return max_char < 0x100 ? 1 : max_char < 0x10000 ? 2 : 4;
}

/* ---- where a str has its UTF-8 ---- */

/* What str_utf8() made of text that is not ASCII. */
typedef struct Utf8 {
    int64_t size;
    char text[];
} Utf8;

/* Bytes behind the header of a str: the text, its zero, the address of its UTF-8. Only
 * what is not ASCII has the last, which would make each short str a quarter larger. */
static inline int64_t str_room(int64_t length, int width, bool ascii)
{
    int64_t header = offsetof(StrObj, data), text = (length + 1) * width;
    return ascii ? text : ((header + text + 7) & ~7) - header + (int64_t)sizeof(Utf8 *);
}

/* Strong; not of ASCII. */
static inline Utf8 **str_utf8_cell(StrObj *s)
{
    int64_t room = str_room(s->length, s->width, false);
    return (Utf8 **)(void *)(s->data + room - sizeof(Utf8 *));
}

static inline void str_forget_utf8(MinipyVM *vm, StrObj *s)
{
    if (!s->ascii) {
        mem_free(vm, *str_utf8_cell(s));
        *str_utf8_cell(s) = NULL;
    }
}

/* A new str's text has been laid out but for its zero; it has no UTF-8 yet. */
static inline void str_end_text(StrObj *s)
{
    if (s->width == 1)
        s->data[s->length] = 0;
    else
        memset(s->data + s->length * s->width, 0, s->width);
    if (!s->ascii)
        *str_utf8_cell(s) = NULL;
}

/* The largest value that characters of the width can have, for str_alloc. */
static inline uint32_t str_max_char(Value s)
{
    return STR(s)->ascii        ? 0x7f
           : STR(s)->width == 1 ? 0xff
           : STR(s)->width == 2 ? 0xffff
                                : 0x10ffff;
}

/* A bound of the same class (0x7f, 0xff, 0xffff, 0x10ffff) as the largest character. */
uint32_t text_max_char(Text t);
void strbuilder_text(StrBuilder *b, Text t);
/* The repr of a str. */
void strbuilder_quoted(StrBuilder *b, Value s);
/* Where the next n characters go, if the builder has room for them and one byte for
 * each; or NULL. Who writes ASCII there adds what it wrote to b->length. */
static inline uint8_t *strbuilder_narrow(StrBuilder *b, int64_t n)
{
    return b->data && b->width == 1 && n <= b->open - b->length
               ? (uint8_t *)((StrObj *)b->data)->data + b->length
               : NULL;
}
/* Copies characters to position AT of storage of another (sufficient) width. */
void text_copy(void *to, int to_width, int64_t at, Text from);
/* The same of what is long, so that a stopped vm can leave it. -1: exception. */
int text_copy_leavable(MinipyVM *vm, void *to, int to_width, int64_t at, Text from);
static inline int text_copy_any(MinipyVM *vm, void *to, int to_width, int64_t at,
                                Text from)
{
    if (unlikely(from.length >= LEAVABLE_BYTES))
        return text_copy_leavable(vm, to, to_width, at, from);
    text_copy(to, to_width, at, from);
    return 0;
}
/* Sets COUNT characters from position AT on. */
void text_fill(void *to, int width, int64_t at, int64_t count, uint32_t ch);
/* A new str of valid UTF-8, as utf8_scan() found it. */
Value str_from_utf8_run(MinipyVM *vm, const char *s, Utf8Run run);
/* *out: a new str of UTF-8 that is ASCII, or where much is none; false: it is another
 * or has errors (codec_utf8.c). */
bool str_try_utf8(MinipyVM *vm, const void *text, int64_t size, Value *out);
/* A new str of these characters, narrowed. */
Value str_from_text(MinipyVM *vm, Text t);
/* A view of NEEDLE in the given width, which must suffice; *COPY gets memory to be
 * freed with mem_free when the characters had to be widened (else NULL). -1:
 * MemoryError. */
int text_widen(MinipyVM *vm, Text needle, int width, Text *out, void **copy);

/* Substring search over text views of any widths; -1 when absent, -2 with an exception.
 * An empty needle is found at the start (or end). DIRECTION > 0: first, < 0: last. */
int64_t text_find(MinipyVM *vm, Text text, Text needle, int direction);
/* How often it is in it, limit at most; -2: exception. */
int64_t text_count(MinipyVM *vm, Text text, Text needle, int64_t limit);
/* How many needles there are to be replaced, LIMIT at most. Where the size stays it is
 * enough that there is one: LIMIT, then. -2: exception. */
int64_t text_hits(MinipyVM *vm, Text t, Text old, int64_t new_length, int64_t limit);
/* Writes a text of bytes with its needles, none of them empty, LIMIT at most, replaced.
 * -1: exception. */
int text_replace(MinipyVM *vm, void *to, Text t, Text old, Text new_, int64_t limit);

/* "f() argument N must be X, not T", with None called None. N 0: "f() argument must".
 */
Value str_bad_argument(MinipyVM *vm, const char *fname, int n, const char *expected,
                       Value got);
/* A name for messages: "None" or the type's name. */
const char *type_name_for_message(MinipyVM *vm, Value v);
/* The [start[, end]] arguments of find & co., None and __index__ allowed, clipped to
 * LENGTH. args[0] is the first of them. */
bool args_find_bounds(MinipyVM *vm, const Value *args, size_t nargs, int64_t length,
                      int64_t *start, int64_t *end);

/* str_intern.c */
void str_intern_forget(MinipyVM *vm, StrObj *s); /* on deallocation */

/* str_names.c: empty_str, names[] and ascii[]. */
void str_names_init(MinipyVM *vm);
/* The interned string of that text among the shared ones, or VALUE_NULL; the text is
 * put there while the image is open, VALUE_NULL if it has no room. hash: of the text.
 */
Value str_shared_find(const SharedImage *image, const void *text, size_t size,
                      int64_t hash);
Value str_shared_add(SharedImage *image, const char *text, size_t size, int64_t hash);

/* str_percent.c: FORMAT % ARGS for bytes and bytearray, made by bytes_from or
 * bytearray_from. ARGS may run any code while FORMAT is read. */
typedef Value BytesMaker(MinipyVM *vm, const void *data, int64_t size);
Value bytes_percent(MinipyVM *vm, const char *format, int64_t size, Value args,
                    BytesMaker *make);

/* str_format.c: what _string's iterators give. The next field of a format string from
 * *pos on, as (literal, name, spec, conversion), a new reference; 1, 0 at the end, -1
 * with an exception. */
int str_formatter_next_field(MinipyVM *vm, Value s, int64_t *pos, Value *item);
/* What comes before the first "." or "[" of a field's name: an int or a str. */
Value str_formatter_first_part(MinipyVM *vm, Value s, int64_t *pos);
/* Then one after the other, as (is it an attribute?, name or index). */
int str_formatter_next_access(MinipyVM *vm, Value s, int64_t *pos, Value *item);

#define STR_METHOD(name, fn, flags, signature, doc) Value fn(NATIVE_ARGS);
#include "vm/text/str_methods.def"
#undef STR_METHOD

#endif
