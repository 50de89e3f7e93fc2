/* io_newlines.c - newline translation of decoded text, and the class
 * IncrementalNewlineDecoder, which does it around any decoder. A \r at the end of a
 * piece waits for the next one, which may begin with its \n. Read next: io_text_read.c.
 */
#include "stdlib/io/io_private.h"
#include "vm/types/object_type.h"
#include "vm/text/search.h"
#include "vm/text/str_private.h"
#include "vm/objects/call.h"

enum { SEEN_LF = 1, SEEN_CR = 2, SEEN_CRLF = 4 };

/* Where c is from `from` on, or n. */
static int64_t next_of(const StrObj *s, char c, int64_t from, int64_t n)
{
    if (from >= n)
        return n;
    const char *data = (const char *)s->data + from * s->width;
    ptrdiff_t at = search_char(data, (size_t)(n - from), (uint8_t)c, s->width);
    return at < 0 ? n : from + at;
}

/* Which line ends the n characters have; those of a kind that was seen before are not
 * looked for again. */
static void see_newlines(const StrObj *s, int64_t n, int *seen)
{
    int both = SEEN_CR | SEEN_CRLF;
    for (int64_t i = 0; (*seen & both) != both && (i = next_of(s, '\r', i, n)) < n; i++)
        *seen |= i + 1 < n && str_char_at(s, i + 1) == '\n' ? SEEN_CRLF : SEEN_CR;
    for (int64_t i = 0; !(*seen & SEEN_LF) && (i = next_of(s, '\n', i, n)) < n; i++)
        if (i == 0 || str_char_at(s, i - 1) != '\r')
            *seen |= SEEN_LF;
}

/* How many \r\n there are from there on. */
static int64_t count_pairs(const StrObj *s, int64_t from)
{
    static const uint8_t one[] = "\r\n";
    static const uint16_t two[] = {'\r', '\n'};
    static const uint32_t four[] = {'\r', '\n'};
    const void *pair = s->width == 1   ? (const void *)one
                       : s->width == 2 ? (const void *)two
                                       : four;
    size_t n = (size_t)(s->length - from);
    return (int64_t)search_count(s->data + from * s->width, n, pair, 2, s->width, n);
}

/* The text with \n for each \r\n and \r, of which the first is there. */
static Value with_line_feeds(MinipyVM *vm, Value text, int64_t first)
{
    const StrObj *s = STR(text);
    int64_t n = s->length, from = 0, put = 0;
    Value v = str_alloc(vm, n - count_pairs(s, first), str_max_char(text));
    if (!v)
        return VALUE_NULL;
    for (int64_t i = first;; i = next_of(s, '\r', from, n)) {
        Text part = {s->data + from * s->width, i - from, s->width};
        text_copy(STR(v)->data, s->width, put, part);
        put += i - from;
        if (i == n)
            return v;
        text_put(STR(v)->data, s->width, put++, '\n');
        from = i + 1 + (i + 1 < n && str_char_at(s, i + 1) == '\n');
    }
}

Value newlines_translate_steal(MinipyVM *vm, Value text, bool translate, bool final,
                               bool *pending_cr, int *seen)
{
    if (*pending_cr && (final || str_length(text) > 0)) {
        value_set_steal(vm, &text, str_concat(vm, vm->ascii['\r'], text));
        *pending_cr = false;
        if (!text)
            return VALUE_NULL;
    }
    int64_t n = str_length(text);
    if (!final && n > 0 && str_char_at(STR(text), n - 1) == '\r') {
        *pending_cr = true;
        value_set_steal(vm, &text, str_substring(vm, text, 0, n - 1));
        if (!text)
            return VALUE_NULL;
        n--;
    }
    int64_t first = next_of(STR(text), '\r', 0, n);
    if (first == n) {
        if (!(*seen & SEEN_LF) && next_of(STR(text), '\n', 0, n) < n)
            *seen |= SEEN_LF;
        return text;
    }
    see_newlines(STR(text), n, seen);
    if (!translate)
        return text;
    Value translated = with_line_feeds(vm, text, first);
    value_decref(vm, text);
    return translated;
}

Value newlines_seen(MinipyVM *vm, int seen)
{
    static const char *const names[] = {"\r", "\n", "\r\n"};
    static const int bits[] = {2, 1, 4};
    Value found[3];
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (seen & bits[i] && !(found[n++] = str_from_cstr(vm, names[i])))
            return VALUE_NULL;
    if (n == 0)
        return VALUE_NONE;
    return n == 1 ? found[0] : tuple_from_steal(vm, found, n);
}

/* Behind the first \n, \r or \r\n from `from` on, or -1. */
static int64_t any_line_end(const StrObj *s, int64_t from)
{
    enum {
        WINDOW = 256
    }; /* a text that lacks one of them is not searched to its end */
    for (int64_t n = s->length; from < n; from += WINDOW) {
        int64_t end = n - from < WINDOW ? n : from + WINDOW;
        int64_t lf = next_of(s, '\n', from, end), cr = next_of(s, '\r', from, lf);
        if (cr < lf)
            return cr + 1 + (cr + 1 < n && str_char_at(s, cr + 1) == '\n');
        if (lf < end)
            return lf + 1;
    }
    return -1;
}

/* Index behind the first line end at or after from, or -1. */
int64_t text_find_line_end(Value text, int64_t from, const char *newline,
                           bool translated)
{
    const StrObj *s = STR(text);
    int64_t n = s->length;
    if (!translated && !*newline)
        return any_line_end(s, from);
    char end = translated ? '\n' : *newline;
    for (int64_t i = from; (i = next_of(s, end, i, n)) < n; i++)
        if (end == '\n' || !newline[1])
            return i + 1;
        else if (i + 1 < n && str_char_at(s, i + 1) == '\n')
            return i + 2;
    return -1;
}

/* ---- IncrementalNewlineDecoder --------------------------------------------------- */

typedef struct NewlineDecoderObj {
    Object ob;
    Value decoder; /* or None */
    bool translate, pending_cr;
    int seen;
} NewlineDecoderObj;
#define NLD(v) ((NewlineDecoderObj *)(uintptr_t)(v))

#define DECODER_SIGNATURE "(decoder, translate, errors='strict')"
INIT(nld_init, 3, "IncrementalNewlineDecoder", DECODER_SIGNATURE)
{
    int translate;
    if (!arg_int(vm, given[1], &translate))
        return -1;
    value_set_steal(vm, &NLD(self)->decoder, value_incref(given[0]));
    NLD(self)->translate = translate;
    NLD(self)->pending_cr = false;
    NLD(self)->seen = 0;
    return 0;
}

static bool nld_ok(MinipyVM *vm, Value self)
{
    if (!NLD(self)->decoder)
        error_set(vm, EXC_ValueError,
                  "IncrementalNewlineDecoder.__init__() not called");
    return NLD(self)->decoder != VALUE_NULL;
}

/* decoder.NAME(...), the decoder held: the call may run __init__ again. */
static Value call_decoder(MinipyVM *vm, Value self, const char *name, const Value *args,
                          size_t nargs)
{
    Value decoder = value_incref(NLD(self)->decoder);
    Value r = call_method_cstr(vm, decoder, name, args, nargs);
    value_decref(vm, decoder);
    return r;
}

FN(nld_decode)
{
    int final = 0;
    if ((GIVEN(1) && !arg_int(vm, args[1], &final)) || !nld_ok(vm, self))
        return VALUE_NULL;
    Value b[2] = {args[0], value_from_bool(final)};
    Value text = NLD(self)->decoder == VALUE_NONE
                     ? value_incref(args[0])
                     : call_decoder(vm, self, "decode", b, 2);
    if (text && !value_is_str(text)) {
        error_set(vm, EXC_TypeError, "decoder should return a string result, not '%T'",
                  text);
        value_clear(vm, &text);
    }
    return text ? newlines_translate_steal(vm, text, NLD(self)->translate, final,
                                           &NLD(self)->pending_cr, &NLD(self)->seen)
                : VALUE_NULL;
}

bool newlines_flags(MinipyVM *vm, Value state, const char *message, uint64_t *out)
{
    if (!value_is_tuple(state) || tuple_size(state) != 2 ||
        !value_is_int(tuple_get_borrow(state, 1))) {
        error_set(vm, EXC_TypeError, "%s", message);
        return false;
    }
    *out = int_low_bits(tuple_get_borrow(state, 1));
    return true;
}

/* (a, b), the first borrowed. */
static Value state_of(MinipyVM *vm, Value bytes, uint64_t flags)
{
    Value number = int_from_u64(vm, flags);
    Value state = number ? tuple_pack(vm, 2, bytes, number) : VALUE_NULL;
    value_xdecref(vm, number);
    return state;
}

FN(nld_getstate)
{
    uint64_t flags;
    if (!nld_ok(vm, self))
        return VALUE_NULL;
    if (NLD(self)->decoder == VALUE_NONE)
        return state_of(vm, vm->empty_bytes, NLD(self)->pending_cr);
    Value inner = call_decoder(vm, self, "getstate", NULL, 0), r = VALUE_NULL;
    if (inner && newlines_flags(vm, inner, "illegal decoder state", &flags))
        r = state_of(vm, tuple_get_borrow(inner, 0),
                     flags << 1 | NLD(self)->pending_cr);
    value_xdecref(vm, inner);
    return r;
}

FN(nld_setstate)
{
    uint64_t flags;
    if (!value_is_tuple(args[0]))
        return error_set(vm, EXC_TypeError, "state argument must be a tuple");
    if (!nld_ok(vm, self) ||
        !newlines_flags(vm, args[0], "setstate(): illegal state argument", &flags))
        return VALUE_NULL;
    NLD(self)->pending_cr = flags & 1;
    if (NLD(self)->decoder == VALUE_NONE)
        return VALUE_NONE;
    Value state = state_of(vm, tuple_get_borrow(args[0], 0), flags >> 1);
    Value r = state ? call_decoder(vm, self, "setstate", &state, 1) : VALUE_NULL;
    value_xdecref(vm, state);
    return r;
}

FN(nld_reset)
{
    if (!nld_ok(vm, self))
        return VALUE_NULL;
    NLD(self)->seen = 0;
    NLD(self)->pending_cr = false;
    return NLD(self)->decoder == VALUE_NONE ? VALUE_NONE
                                            : call_decoder(vm, self, "reset", NULL, 0);
}

GETTER(nld_newlines)
{
    return newlines_seen(vm, NLD(self)->seen);
}

static METHODS(nld_methods,
    {"decode", nld_decode, 0, "($self, /, input, final=False)", NULL},
    {"getstate", nld_getstate, 0, "($self, /)", NULL},
    {"setstate", nld_setstate, 0, "($self, state, /)", NULL},
    {"reset", nld_reset, 0, "($self, /)", NULL},
);
static GETSETS(nld_getsets,
    {"newlines", nld_newlines, NULL, NULL, NULL},
);
TYPE_SPEC(io_newline_decoder_spec,
    .name = "_io.IncrementalNewlineDecoder", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "IncrementalNewlineDecoder" DECODER_SIGNATURE
           "\n--\n\nTranslates newlines behind another decoder, or of text, and notes "
           "which there are.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_CLEARS, .basicsize = sizeof(NewlineDecoderObj), .values = 1,
    .slots = {.new_ = type_alloc_new, .init = nld_init},
    .methods = nld_methods, .getsets = nld_getsets,
);
