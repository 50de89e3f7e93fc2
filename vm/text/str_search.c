/* str_search.c - what a str contains: find, count, startswith and their kin, and
 * replace.
 *
 * The search itself is vm/text/search.c; here needles are brought to the width of the
 * text.
 */
#include <string.h>

#include "vm/memory/mem_gmp.h"
#include "vm/objects/args.h"
#include "vm/numbers/int.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/text/search.h"

/* ---- arguments ------------------------------------------------------------------- */

const char *type_name_for_message(MinipyVM *vm, Value v)
{
    return v == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, v));
}

Value str_bad_argument(MinipyVM *vm, const char *fname, int n, const char *expected,
                       Value got)
{
    const char *name = type_name_for_message(vm, got);

    if (n == 0)
        return error_set(vm, EXC_TypeError, "%s() argument must be %s, not %.50s",
                         fname, expected, name);
    return error_set(vm, EXC_TypeError, "%s() argument %d must be %s, not %.50s", fname,
                     n, expected, name);
}

bool args_find_bounds(MinipyVM *vm, const Value *args, size_t nargs, int64_t length,
                      int64_t *start, int64_t *end)
{
    *start = 0;
    *end = INT64_MAX;
    if (nargs > 0 && args[0] != VALUE_NONE && !arg_slice_index(vm, args[0], start))
        return false;
    if (nargs > 1 && args[1] != VALUE_NONE && !arg_slice_index(vm, args[1], end))
        return false;
    if (*end > length)
        *end = length;
    else if (*end < 0 && (*end += length) < 0)
        *end = 0;
    if (*start < 0 && (*start += length) < 0)
        *start = 0;
    return true;
}

/* ---- searching views ------------------------------------------------------------- */

/* A search of a text, for a needle of its width. */
typedef struct Search {
    Text text, needle;
    int direction; /* > 0: the first, < 0: the last, 0: how many, limit at most */
    size_t limit;
    int64_t result;
} Search;

static void search_work(void *arg)
{
    Search *s = arg;
    const void *text = s->text.data, *needle = s->needle.data;
    size_t n = (size_t)s->text.length, m = (size_t)s->needle.length;
    int width = s->text.width;
    if (s->direction == 0)
        s->result = (int64_t)search_count(text, n, needle, m, width, s->limit);
    else if (s->direction > 0)
        s->result = search_find(text, n, needle, m, width);
    else
        s->result = search_rfind(text, n, needle, m, width);
}

/* What it finds; -2: exception. A stopped vm leaves the search of a long text. */
static int64_t search(MinipyVM *vm, Search *s)
{
    if (likely(s->text.length < LEAVABLE_BYTES))
        search_work(s);
    else if (run_leavable(vm, search_work, s) < 0)
        return -2;
    return s->result;
}

int64_t text_find(MinipyVM *vm, Text text, Text needle, int direction)
{
    if (needle.length == 0)
        return direction > 0 ? 0 : text.length;
    if (needle.length > text.length || needle.width > text.width)
        return -1;
    if (needle.length == 1 && text.length < LEAVABLE_BYTES) {
        uint32_t ch = text_at(needle, 0);
        return direction > 0
                   ? search_char(text.data, (size_t)text.length, ch, text.width)
                   : search_rchar(text.data, (size_t)text.length, ch, text.width);
    }
    if (needle.width == text.width && text.length < LEAVABLE_BYTES) {
        size_t n = (size_t)text.length, m = (size_t)needle.length;
        return direction > 0 ? search_find(text.data, n, needle.data, m, text.width)
                             : search_rfind(text.data, n, needle.data, m, text.width);
    }
    Search s = {.text = text, .direction = direction};
    void *copy;
    if (text_widen(vm, needle, text.width, &s.needle, &copy) < 0)
        return -2;
    int64_t at = search(vm, &s);
    mem_free(vm, copy);
    return at;
}

int64_t text_count(MinipyVM *vm, Text text, Text needle, int64_t limit)
{
    if (needle.length == 0)
        return text.length + 1 < limit ? text.length + 1 : limit;
    if (needle.length > text.length || needle.width > text.width)
        return 0;
    if (needle.width == text.width && text.length < LEAVABLE_BYTES)
        return (int64_t)search_count(text.data, (size_t)text.length, needle.data,
                                     (size_t)needle.length, text.width, (size_t)limit);
    Search s = {.text = text, .limit = (size_t)limit};
    void *copy;
    if (text_widen(vm, needle, text.width, &s.needle, &copy) < 0)
        return -2;
    int64_t count = search(vm, &s);
    mem_free(vm, copy);
    return count;
}

int64_t str_find(Value s, Value sub, int64_t start, int64_t end, int direction)
{
    if (end > STR(s)->length)
        end = STR(s)->length;
    if (start < 0)
        start = 0;
    if (start > end)
        return -1;
    Text text = text_slice(str_text(s), start, end), needle = str_text(sub);
    uint8_t small[256];
    if (needle.length > 1 && needle.width < text.width &&
        needle.length * text.width <= (int64_t)sizeof small) {
        text_copy(small, text.width, 0, needle);
        needle = (Text){small, needle.length, text.width};
    }
    int64_t at = -1;
    if (needle.width == text.width || needle.length <= 1) {
        at = text_find(NULL, text, needle, direction);
    } else if (needle.width < text.width) {
        /* A long needle, narrower than the text: no memory to widen it into here. */
        int64_t last = text.length - needle.length;
        for (int64_t n = 0; n <= last && at < 0; n++) {
            int64_t pos = direction > 0 ? n : last - n, i = 0;
            while (i < needle.length && text_at(text, pos + i) == text_at(needle, i))
                i++;
            if (i == needle.length)
                at = pos;
        }
    }
    return at < 0 ? at : at + start;
}

/* ---- find, rfind, index, rindex, count ------------------------------------------- */

/* The common part: sub and bounds from the arguments, then the search. -2: error. */
static int64_t find_method(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                           int direction)
{
    int64_t start, end;

    if (!args_find_bounds(vm, args + 1, nargs - 1, STR(self)->length, &start, &end))
        return -2;
    if (!value_is_str(args[0])) {
        error_set(vm, EXC_TypeError, "must be str, not %T", args[0]);
        return -2;
    }
    if (start > end)
        return -1;
    int64_t at = text_find(vm, text_slice(str_text(self), start, end),
                           str_text(args[0]), direction);
    return at < 0 ? at : at + start;
}

Value str_method_find(NATIVE_ARGS)
{
    int64_t at = find_method(vm, self, args, nargs, 1);

    return at == -2 ? VALUE_NULL : int_new(vm, at);
}

Value str_method_rfind(NATIVE_ARGS)
{
    int64_t at = find_method(vm, self, args, nargs, -1);

    return at == -2 ? VALUE_NULL : int_new(vm, at);
}

static Value found_or_error(MinipyVM *vm, int64_t at)
{
    if (at == -1)
        return error_set(vm, EXC_ValueError, "substring not found");
    return at == -2 ? VALUE_NULL : int_new(vm, at);
}

Value str_method_index(NATIVE_ARGS)
{
    return found_or_error(vm, find_method(vm, self, args, nargs, 1));
}

Value str_method_rindex(NATIVE_ARGS)
{
    return found_or_error(vm, find_method(vm, self, args, nargs, -1));
}

Value str_method_count(NATIVE_ARGS)
{
    int64_t start, end;

    if (!args_find_bounds(vm, args + 1, nargs - 1, STR(self)->length, &start, &end))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "must be str, not %T", args[0]);
    if (start > end)
        return value_from_imm(0);
    int64_t count = text_count(vm, text_slice(str_text(self), start, end),
                               str_text(args[0]), INT64_MAX);
    return count == -2 ? VALUE_NULL : int_new(vm, count);
}

/* ---- startswith, endswith, removeprefix, removesuffix ---------------------------- */

/* Whether [start, end) of the text begins (or ends) with AFFIX. */
static bool tail_matches(Text t, int64_t start, int64_t end, Text affix, bool at_end)
{
    if (start > end || affix.length > end - start || affix.width > t.width)
        return false;
    Text part = text_slice(t, at_end ? end - affix.length : start, end);
    if (affix.length == 0)
        return true;
    if (text_at(part, affix.length - 1) != text_at(affix, affix.length - 1))
        return false; /* as in CPython: one look may do */
    if (affix.width == t.width)
        return memcmp(part.data, affix.data, (size_t)(affix.length * affix.width)) == 0;
    for (int64_t i = 0; i < affix.length; i++)
        if (text_at(part, i) != text_at(affix, i))
            return false;
    return true;
}

static Value starts_or_ends(MinipyVM *vm, const char *name, Value self,
                            const Value *args, size_t nargs, bool at_end)
{
    Text t = str_text(self);
    int64_t start, end;

    if (!args_find_bounds(vm, args + 1, nargs - 1, t.length, &start, &end))
        return VALUE_NULL;
    if (value_is_str(args[0]))
        return value_from_bool(tail_matches(t, start, end, str_text(args[0]), at_end));
    if (!value_is_tuple(args[0]))
        return error_set(vm, EXC_TypeError,
                         "%s first arg must be str or a tuple of str, not %.100T", name,
                         args[0]);
    for (int64_t i = 0; i < tuple_size(args[0]); i++) {
        Value affix = tuple_get_borrow(args[0], i);
        if (!value_is_str(affix))
            return error_set(vm, EXC_TypeError,
                             "tuple for %s must only contain str, not %T", name, affix);
        if (tail_matches(t, start, end, str_text(affix), at_end))
            return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

Value str_method_startswith(NATIVE_ARGS)
{
    return starts_or_ends(vm, "startswith", self, args, nargs, false);
}

Value str_method_endswith(NATIVE_ARGS)
{
    return starts_or_ends(vm, "endswith", self, args, nargs, true);
}

Value str_method_removeprefix(NATIVE_ARGS)
{
    int64_t length = STR(self)->length;

    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "removeprefix", 0, "str", args[0]);
    bool there = tail_matches(str_text(self), 0, length, str_text(args[0]), false);
    return str_substring(vm, self, there ? STR(args[0])->length : 0, length);
}

Value str_method_removesuffix(NATIVE_ARGS)
{
    int64_t length = STR(self)->length;

    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "removesuffix", 0, "str", args[0]);
    bool there = tail_matches(str_text(self), 0, length, str_text(args[0]), true);
    return str_substring(vm, self, 0, there ? length - STR(args[0])->length : length);
}

/* ---- replace --------------------------------------------------------------------- */

/* Calls work(arg), about a text; a long one can be left. -1: exception. */
static int work_on(MinipyVM *vm, Text t, void (*work)(void *), void *arg)
{
    if (t.length >= LEAVABLE_BYTES)
        return run_leavable(vm, work, arg);
    work(arg);
    return 0;
}

typedef struct CharReplacing {
    Text t;
    uint32_t from, to;
    int64_t count, at; /* at: the first place */
    StrObj *result;
} CharReplacing;

/* Each FROM becomes TO: loops that compilers make vectors of. */
static void replace_all_of(void *to, Text t, uint32_t from, uint32_t by)
{
#define REPLACE(Type)                                                                  \
    for (int64_t i = 0; i < t.length; i++) {                                           \
        Type ch = ((const Type *)t.data)[i];                                           \
        ((Type *)to)[i] = ch == (Type)from ? (Type)by : ch;                            \
    }
    if (t.width == 1)
        REPLACE(uint8_t)
    else if (t.width == 2)
        REPLACE(uint16_t)
    else
        REPLACE(uint32_t)
#undef REPLACE
}

static void replace_char_work(void *arg)
{
    const CharReplacing *w = arg;
    Text t = w->t;
    StrObj *r = w->result;
    int64_t at = w->at, count = w->count;
    if (count >= t.length && t.width == 1 && r->width == 1) {
        search_replace_byte(r->data, t.data, (size_t)t.length, (uint8_t)w->from,
                            (uint8_t)w->to);
        return;
    }
    if (w->count >= t.length && r->width == t.width) {
        replace_all_of(r->data, t, w->from, w->to);
        return;
    }
    text_copy(r->data, r->width, 0, t);
    while (at >= 0 && count-- > 0) {
        text_put(r->data, r->width, at, w->to);
        int64_t next = search_char((const char *)t.data + (at + 1) * t.width,
                                   (size_t)(t.length - at - 1), w->from, t.width);
        at = next < 0 ? -1 : at + 1 + next;
    }
}

/* Both are one character: positions stay, only those characters change. */
static Value replace_char(MinipyVM *vm, Value s, uint32_t from, uint32_t to,
                          int64_t count)
{
    Text t = str_text(s);
    uint32_t max_char = str_max_char(s);
    CharReplacing work = {
        t, from, to, count, search_char(t.data, (size_t)t.length, from, t.width), NULL};

    if (work.at < 0)
        return str_substring(vm, s, 0, t.length);
    Value result = str_alloc(vm, t.length, to > max_char ? to : max_char);
    if (!result)
        return VALUE_NULL;
    StrObj *r = work.result = STR(result);
    if (work_on(vm, t, replace_char_work, &work) < 0) {
        value_decref(vm, result);
        return VALUE_NULL;
    }
    if (from <= to || from < 0x80)
        return result;
    /* The widest characters may be gone. */
    Text made = str_text(result);
    uint32_t now = text_max_char(made);
    if (width_of(now) == made.width && (now < 0x80) == r->ascii)
        return result;
    Value narrow = str_from_text(vm, made);
    value_decref(vm, result);
    return narrow;
}

/* new_ before each character and at the end, COUNT times in all. */
static Value replace_empty(MinipyVM *vm, Value s, Value new_, int64_t count)
{
    StrBuilder b;
    int64_t length = STR(s)->length, i = 0;

    strbuilder_init(&b, vm);
    for (; i < length && count > 0 && !b.failed; i++, count--) {
        strbuilder_str(&b, new_);
        strbuilder_char(&b, str_char_at(STR(s), i));
    }
    if (count > 0)
        strbuilder_str(&b, new_);
    strbuilder_slice(&b, s, i, length);
    return strbuilder_finish(&b);
}

typedef struct Replacing {
    Text t, old, new_;
    int64_t limit;
    void *to;
} Replacing;

static void replace_work(void *arg)
{
    const Replacing *w = arg;
    search_replace(w->to, w->t.data, (size_t)w->t.length, w->old.data,
                   (size_t)w->old.length, w->new_.data, (size_t)w->new_.length,
                   (size_t)w->limit);
}

int64_t text_hits(MinipyVM *vm, Text t, Text old, int64_t new_length, int64_t limit)
{
    if (old.length == 0 || old.length != new_length)
        return text_count(vm, t, old, limit);
    int64_t at = text_find(vm, t, old, 1);
    return at >= 0 ? limit : at == -1 ? 0 : at;
}

int text_replace(MinipyVM *vm, void *to, Text t, Text old, Text new_, int64_t limit)
{
    Replacing work = {t, old, new_, limit, to};
    return work_on(vm, t, replace_work, &work);
}

/* COUNT replacements, all there, among ASCII texts: the result's size is known. */
static Value replace_ascii(MinipyVM *vm, Text t, Text old, Text new_, int64_t count)
{
    Value s = str_alloc(vm, t.length + count * (new_.length - old.length), 0x7f);

    if (s && text_replace(vm, str_data(STR(s)), t, old, new_, count) < 0)
        value_clear(vm, &s);
    return s;
}

/* The general case: count first, so that the result is allocated once. */
static Value replace_text(MinipyVM *vm, Value s, Text old, Value new_, int64_t limit)
{
    Text t = str_text(s), new_text = str_text(new_);
    int64_t count = text_hits(vm, t, old, new_text.length, limit);

    if (count <= 0)
        return count < 0 ? VALUE_NULL : str_substring(vm, s, 0, t.length);
    int64_t growth = new_text.length - old.length;
    if (growth > 0 && growth > (INT64_MAX / 8 - t.length) / count)
        return error_set(vm, EXC_OverflowError, "replace string is too long");
    if (STR(s)->ascii && STR(new_)->ascii)
        return replace_ascii(vm, t, old, new_text, count);
    StrBuilder b;
    strbuilder_init(&b, vm);
    int64_t from = 0;
    while (count-- > 0 && !b.failed) {
        if (limits_poll(vm) < 0)
            return strbuilder_discard(&b), VALUE_NULL;
        ptrdiff_t hit = search_find((const char *)t.data + from * t.width,
                                    (size_t)(t.length - from), old.data,
                                    (size_t)old.length, t.width);
        if (hit < 0)
            break;
        strbuilder_slice(&b, s, from, from + hit);
        strbuilder_str(&b, new_);
        from += hit + old.length;
    }
    strbuilder_slice(&b, s, from, t.length);
    return strbuilder_finish(&b);
}

Value str_replace(MinipyVM *vm, Value s, Value old, Value new_, int64_t maxcount)
{
    Text t = str_text(s), old_text = str_text(old);

    if (maxcount < 0)
        maxcount = INT64_MAX;
    if (maxcount == 0 || str_equal(old, new_) || old_text.length > t.length ||
        old_text.width > t.width)
        return str_substring(vm, s, 0, t.length);
    if (old_text.length == 0)
        return replace_empty(vm, s, new_, maxcount);
    if (old_text.length == 1 && STR(new_)->length == 1)
        return replace_char(vm, s, text_at(old_text, 0), str_char_at(STR(new_), 0),
                            maxcount);
    Text same;
    void *copy;
    if (text_widen(vm, old_text, t.width, &same, &copy) < 0)
        return VALUE_NULL;
    Value result = replace_text(vm, s, same, new_, maxcount);
    mem_free(vm, copy);
    return result;
}

Value str_method_replace(NATIVE_ARGS)
{
    int64_t count = -1;

    for (int i = 0; i < 2; i++)
        if (!value_is_str(args[i]))
            return str_bad_argument(vm, "replace", i + 1, "str", args[i]);
    if (nargs == 3 && !arg_ssize(vm, args[2], &count))
        return VALUE_NULL;
    return str_replace(vm, self, args[0], args[1], count);
}
