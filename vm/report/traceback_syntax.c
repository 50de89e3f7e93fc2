/* traceback_syntax.c - the place in a source that an exception names by its attributes,
 * as SyntaxError does: file, line, and the line's text with carets.
 */
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/report/report.h"

#include <string.h>

typedef struct SyntaxPlace {
    Value message, filename, text; /* owned; text may be NULL */
    int64_t lineno, offset, end_lineno, end_offset;
} SyntaxPlace;

static Value place_value(MinipyVM *vm, Value exc, Value name)
{
    Value v = object_getattr(vm, exc, name);
    error_clear(vm);
    return v;
}

/* An attribute that is a number; `missing` stands for None. False: it has another type.
 */
static bool place_number(MinipyVM *vm, Value exc, Value name, int64_t missing,
                         int64_t *out)
{
    Value v = place_value(vm, exc, name);
    bool ok = v && (v == VALUE_NONE || value_is_int(v));
    int overflow = 0;
    *out = ok && v != VALUE_NONE ? int_as_i64_overflow(v, &overflow) : missing;
    value_xdecref(vm, v);
    return ok && !overflow;
}

static void place_release(MinipyVM *vm, SyntaxPlace *place)
{
    value_xdecref(vm, place->message);
    value_xdecref(vm, place->filename);
    value_xdecref(vm, place->text);
}

/* Only SyntaxError itself has an end: for its subclasses CPython marks one place. */
static bool read_place(MinipyVM *vm, Value exc, SyntaxPlace *place)
{
    enum { NO_LINE = INT64_MIN };
    place->message = place_value(vm, exc, NAME(vm, msg));
    place->filename = place_value(vm, exc, NAME(vm, filename));
    place->text = place_value(vm, exc, NAME(vm, text));
    if (!place->message || !place->filename || !place->text ||
        !place_number(vm, exc, NAME(vm, lineno), NO_LINE, &place->lineno) ||
        place->lineno == NO_LINE ||
        !place_number(vm, exc, NAME(vm, offset), -1, &place->offset))
        return false;
    place->end_lineno = place->lineno;
    place->end_offset = -1;
    if (value_type(vm, exc) != vm->exc[EXC_SyntaxError])
        return true;
    return place_number(vm, exc, NAME(vm, end_lineno), place->lineno,
                        &place->end_lineno) &&
           place_number(vm, exc, NAME(vm, end_offset), -1, &place->end_offset);
}

static void put_repeated(StrBuilder *b, char c, int64_t n)
{
    for (; n > 0; n--)
        strbuilder_char(b, (uint32_t)c);
}

/* The line, stripped, with its carets. Offsets count characters and are clipped by
 * bytes: CPython does so too. False: it is no str, or cannot be encoded. */
static bool put_place_text(MinipyVM *vm, StrBuilder *b, const SyntaxPlace *place)
{
    int64_t size, offset = place->offset - 1;
    const char *s = value_is_str(place->text) ? str_utf8(vm, place->text, &size) : NULL;
    if (!s) {
        error_clear(vm);
        return false;
    }
    int64_t end = place->end_lineno > place->lineno ? size : place->end_offset;
    end = end <= size ? end : size + 1;
    int64_t carets = end > 0 && end > place->offset ? end - place->offset : 1;
    for (; *s == ' ' || *s == '\t' || *s == '\f'; s++)
        offset--;
    int64_t len = (int64_t)strlen(s);
    if (len > 0 && s[len - 1] == '\n')
        len--;
    offset = offset < len ? offset : len;
    for (const char *newline;
         (newline = strchr(s, '\n')) != NULL && newline - s < offset;) {
        int64_t skipped = newline + 1 - s;
        s += skipped, len -= skipped, offset -= skipped;
    }
    Value shown = str_from_utf8(vm, s, len);
    if (!shown) {
        error_clear(vm);
        return true;
    }
    strbuilder_ascii(b, "\n    ");
    strbuilder_str(b, shown);
    value_decref(vm, shown);
    if (offset < 0)
        return true;
    strbuilder_ascii(b, "\n    ");
    put_repeated(b, ' ', offset);
    put_repeated(b, '^', carets);
    return true;
}

static Value format_place(MinipyVM *vm, const SyntaxPlace *place, bool *lost)
{
    StrBuilder b;
    Value head =
        place->filename == VALUE_NONE
            ? str_format_c(vm, "  File \"<string>\", line %d", (int)place->lineno)
            : str_format_c(vm, "  File \"%S\", line %d", place->filename,
                           (int)place->lineno);
    if (!head) {
        error_clear(vm);
        return VALUE_NULL;
    }
    strbuilder_init(&b, vm);
    strbuilder_str(&b, head);
    value_decref(vm, head);
    if (place->text != VALUE_NONE)
        *lost = !put_place_text(vm, &b, place);
    return strbuilder_finish(&b);
}

Value syntax_place_format(MinipyVM *vm, Value exc, Value *message, bool *lost)
{
    SyntaxPlace place = {0};
    Value mark = place_value(vm, exc, NAME(vm, print_file_and_line)),
          result = VALUE_NULL;
    *message = VALUE_NULL;
    *lost = false;
    if (!mark)
        return VALUE_NULL;
    value_decref(vm, mark);
    if (read_place(vm, exc, &place))
        result = format_place(vm, &place, lost);
    if (result)
        *message = value_incref(place.message);
    place_release(vm, &place);
    return result;
}
