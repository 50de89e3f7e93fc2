/* str_case.c - case mappings of a str and the is...() questions.
 *
 * ASCII takes a table-free path; the rest asks vm/text/unicode.h, with full mappings
 * (one character may become three) and the context rule for the final sigma.
 */
#include "vm/text/str_private.h"
#include "vm/text/unicode.h"

enum { SMALL_SIGMA = 0x3c3, FINAL_SIGMA = 0x3c2 };

/* ---- mappings -------------------------------------------------------------------- */

static void append_case(StrBuilder *b, uint32_t ch, CaseKind kind)
{
    uint32_t mapped[3];
    int n = unicode_full_case(ch, kind, mapped);
    for (int i = 0; i < n; i++)
        strbuilder_char(b, mapped[i]);
}

/* A capital sigma becomes final when it ends a word: a cased character stands before it
   and none after it, case-ignorable ones between not counting. */
static bool is_final_sigma(Text t, int64_t at)
{
    int64_t i = at - 1;

    while (i >= 0 && unicode_is_case_ignorable(text_at(t, i)))
        i--;
    if (i < 0 || !unicode_is_cased(text_at(t, i)))
        return false;
    i = at + 1;
    while (i < t.length && unicode_is_case_ignorable(text_at(t, i)))
        i++;
    return i == t.length || !unicode_is_cased(text_at(t, i));
}

static void append_lower(StrBuilder *b, Text t, int64_t i)
{
    uint32_t ch = text_at(t, i);

    if (ch == UNICODE_SIGMA)
        strbuilder_char(b, is_final_sigma(t, i) ? FINAL_SIGMA : SMALL_SIGMA);
    else
        append_case(b, ch, CASE_LOWER);
}

/* A character that unicode_map_case leaves to others. */
static void append_special(StrBuilder *b, Text t, int64_t i, TextCase kind,
                           bool *in_word)
{
    uint32_t ch = text_at(t, i);
    bool low = kind == TEXT_LOWER || (kind == TEXT_TITLE && *in_word) ||
               (kind == TEXT_SWAP && unicode_is_upper(ch));

    *in_word = unicode_is_cased(ch);
    if (low)
        append_lower(b, t, i);
    else if (kind != TEXT_SWAP || unicode_is_lower(ch))
        append_case(b, ch,
                    kind == TEXT_FOLD    ? CASE_FOLD
                    : kind == TEXT_TITLE ? CASE_TITLE
                                         : CASE_UPPER);
    else
        strbuilder_char(b, ch);
}

enum { CHUNK = 256 };

/* A short text without characters that are another's matter, the first one a title's if
 * it is to be a capital; false: it is none. */
static bool map_short(MinipyVM *vm, Text t, TextCase kind, bool capital, Value *out)
{
    uint32_t chunk[CHUNK], first[3];
    bool in_word = false;
    if (t.length > CHUNK || t.length < capital)
        return false;
    text_copy(chunk, sizeof *chunk, 0, t);
    if ((int64_t)unicode_map_case(chunk, (size_t)t.length, kind, &in_word) < t.length)
        return false;
    if (capital && unicode_full_case(text_at(t, 0), CASE_TITLE, first) != 1)
        return false;
    if (capital)
        chunk[0] = first[0];
    *out = str_from_text(vm, (Text){chunk, t.length, sizeof *chunk});
    return true;
}

/* The text from position `pos` on. */
static void append_mapped(StrBuilder *b, Text t, int64_t pos, TextCase kind)
{
    uint32_t chunk[CHUNK];
    bool in_word = false;

    for (int64_t n, at; pos < t.length && !b->failed; pos += n) {
        n = t.length - pos < CHUNK ? t.length - pos : CHUNK;
        text_copy(chunk, sizeof *chunk, 0, text_slice(t, pos, pos + n));
        for (at = 0; at < n; at++) { /* one more each time: the special one */
            int64_t plain =
                (int64_t)unicode_map_case(chunk + at, (size_t)(n - at), kind, &in_word);
            strbuilder_text(b, (Text){chunk + at, plain, sizeof *chunk});
            if ((at += plain) < n)
                append_special(b, t, pos + at, kind, &in_word);
        }
    }
}

static Value map_all(MinipyVM *vm, Value self, TextCase kind)
{
    StrBuilder b;
    Value mapped;

    if (map_short(vm, str_text(self), kind, false, &mapped))
        return mapped;
    strbuilder_init(&b, vm);
    append_mapped(&b, str_text(self), 0, kind);
    return strbuilder_finish(&b);
}

typedef struct Swap {
    const uint8_t *from;
    uint8_t *to;
    int64_t length;
    uint8_t first;  /* of the 26 letters that change */
    uint8_t ignore; /* 0x20: of both cases; first is the small one then */
    bool latin1;    /* letters beyond ASCII change, too */
    bool title;     /* of ASCII: letters behind letters are small, others capitals */
} Swap;

static void title_work(const Swap *w)
{
    uint8_t behind = 0; /* 0x20 behind a letter */

    for (int64_t i = 0; i < w->length; i++) {
        uint8_t c = w->from[i];
        bool letter = (uint8_t)((c | 0x20) - 'a') < 26;
        w->to[i] = letter ? (uint8_t)((c & ~0x20) | behind) : c;
        behind = letter ? 0x20 : 0;
    }
}

static void swap_work(void *arg)
{
    Swap w = *(Swap *)arg;
    uint8_t beyond = (uint8_t)(w.first == 'A' ? 0xc0 : 0xe0);
    if (w.title)
        title_work(&w);
    else if (w.latin1)
        for (int64_t i = 0; i < w.length; i++) {
            uint8_t c = w.from[i];
            bool plain = (uint8_t)(c - beyond) < 31 && c != beyond + 0x17;
            w.to[i] = c ^ (uint8_t)((uint8_t)(c - w.first) < 26 || plain ? 0x20 : 0);
        }
    else
        for (int64_t i = 0; i < w.length; i++) { /* no branch: compilers vectorize it */
            uint8_t letter = (uint8_t)((w.from[i] | w.ignore) - w.first);
            w.to[i] = w.from[i] ^ (uint8_t)(letter < 26 ? 0x20 : 0);
        }
}

/* A copy with characters of as many bytes, in which `how` says what changes. */
static Value swap_letters(MinipyVM *vm, Value self, Swap how)
{
    int64_t length = STR(self)->length;
    Value s = str_alloc(vm, length, how.latin1 ? 0xff : 0x7f);

    if (!s)
        return VALUE_NULL;
    how.from = STR(self)->data;
    how.to = STR(s)->data;
    how.length = length;
    if (length < LEAVABLE_BYTES)
        swap_work(&how);
    else if (run_leavable(vm, swap_work, &how) < 0)
        value_clear(vm, &s);
    return s;
}

/* An ASCII copy in which the 26 letters from FIRST on change their case. */
static Value swap_ascii_letters(MinipyVM *vm, Value self, uint8_t first)
{
    return swap_letters(vm, self, (Swap){.first = first});
}

/* Whether it has a letter whose capital is not one character of Latin-1. */
static bool has_wide_capital(Value self)
{
    const uint8_t *s = STR(self)->data;
    int64_t found = 0;
    for (int64_t i = 0; i < STR(self)->length; i++)
        found |= (s[i] == 0xb5) | (s[i] == 0xdf) | (s[i] == 0xff);
    return found;
}

Value str_method_lower(NATIVE_ARGS)
{
    if (STR(self)->ascii)
        return swap_ascii_letters(vm, self, 'A');
    Text t = str_text(self);
    if (t.width == 1 && t.length > 1)
        return swap_letters(vm, self, (Swap){.first = 'A', .latin1 = true});
    return map_all(vm, self, TEXT_LOWER);
}

Value str_method_upper(NATIVE_ARGS)
{
    if (STR(self)->ascii)
        return swap_ascii_letters(vm, self, 'a');
    if (STR(self)->width == 1 && STR(self)->length > 1 && !has_wide_capital(self))
        return swap_letters(vm, self, (Swap){.first = 'a', .latin1 = true});
    return map_all(vm, self, TEXT_UPPER);
}

Value str_method_casefold(NATIVE_ARGS)
{
    if (STR(self)->ascii)
        return swap_ascii_letters(vm, self, 'A');
    return map_all(vm, self, TEXT_FOLD);
}

Value str_method_swapcase(NATIVE_ARGS)
{
    if (STR(self)->ascii && STR(self)->length > 1)
        return swap_letters(vm, self, (Swap){.first = 'a', .ignore = 0x20});
    return map_all(vm, self, TEXT_SWAP);
}

Value str_method_capitalize(NATIVE_ARGS)
{
    Text t = str_text(self);
    StrBuilder b;

    if (STR(self)->ascii && t.length > 1) {
        Value s = swap_ascii_letters(vm, self, 'A');
        if (s && STR(self)->data[0] - (unsigned)'a' < 26)
            STR(s)->data[0] = STR(self)->data[0] ^ 0x20;
        else if (s)
            STR(s)->data[0] = STR(self)->data[0];
        return s;
    }
    Value mapped;
    if (map_short(vm, t, TEXT_LOWER, true, &mapped))
        return mapped;
    strbuilder_init(&b, vm);
    if (t.length > 0)
        append_case(&b, text_at(t, 0), CASE_TITLE);
    append_mapped(&b, t, 1, TEXT_LOWER);
    return strbuilder_finish(&b);
}

Value str_method_title(NATIVE_ARGS)
{
    if (STR(self)->ascii && STR(self)->length > 1)
        return swap_letters(vm, self, (Swap){.title = true});
    return map_all(vm, self, TEXT_TITLE);
}

/* ---- questions ------------------------------------------------------------------- */

/* Whether the text is not empty and every character passes. */
static Value all_are(Value self, bool (*test)(uint32_t))
{
    Text t = str_text(self);

    for (int64_t i = 0; i < t.length; i++)
        if (!test(text_at(t, i)))
            return VALUE_FALSE;
    return value_from_bool(t.length > 0);
}

#define ALL_ARE_METHOD(fn, test)                                                       \
    Value fn(NATIVE_ARGS)                                                              \
    {                                                                                  \
        return all_are(self, test);                                                    \
    }
ALL_ARE_METHOD(str_method_isspace, unicode_is_space)
ALL_ARE_METHOD(str_method_isdecimal, unicode_is_decimal)
ALL_ARE_METHOD(str_method_isdigit, unicode_is_digit)
ALL_ARE_METHOD(str_method_isnumeric, unicode_is_numeric)
ALL_ARE_METHOD(str_method_isalpha, unicode_is_alpha)
ALL_ARE_METHOD(str_method_isalnum, unicode_is_alnum)
#undef ALL_ARE_METHOD

Value str_method_isascii(NATIVE_ARGS)
{
    return value_from_bool(STR(self)->ascii);
}

Value str_method_isprintable(NATIVE_ARGS)
{
    return value_from_bool(STR(self)->length == 0 ||
                           all_are(self, unicode_is_printable) == VALUE_TRUE);
}

/* Whether there is a character of the wanted case and none of the other two. */
static Value one_case(Value self, bool (*wanted)(uint32_t), bool (*other)(uint32_t))
{
    Text t = str_text(self);
    bool found = false;

    for (int64_t i = 0; i < t.length; i++) {
        uint32_t ch = text_at(t, i);
        if (other(ch) || unicode_is_title(ch))
            return VALUE_FALSE;
        found = found || wanted(ch);
    }
    return value_from_bool(found);
}

Value str_method_islower(NATIVE_ARGS)
{
    return one_case(self, unicode_is_lower, unicode_is_upper);
}

Value str_method_isupper(NATIVE_ARGS)
{
    return one_case(self, unicode_is_upper, unicode_is_lower);
}

Value str_method_istitle(NATIVE_ARGS)
{
    Text t = str_text(self);
    bool in_word = false, found = false;

    for (int64_t i = 0; i < t.length; i++) {
        uint32_t ch = text_at(t, i);
        bool starts = unicode_is_upper(ch) || unicode_is_title(ch);
        bool goes_on = unicode_is_lower(ch);
        if ((starts && in_word) || (!starts && goes_on && !in_word))
            return VALUE_FALSE;
        in_word = starts || goes_on;
        found = found || in_word;
    }
    return value_from_bool(found);
}

bool str_is_identifier(Value s)
{
    Text t = str_text(s);

    if (t.length == 0 || !unicode_is_xid_start(text_at(t, 0)))
        return false;
    for (int64_t i = 1; i < t.length; i++)
        if (!unicode_is_xid_continue(text_at(t, i)))
            return false;
    return true;
}

Value str_method_isidentifier(NATIVE_ARGS)
{
    return value_from_bool(str_is_identifier(self));
}
