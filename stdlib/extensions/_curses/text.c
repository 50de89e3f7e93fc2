/* text.c - arguments of _curses: characters in the ways that CPython takes them, texts,
 * and places. */
#include <langinfo.h>

#include "screen.h"

const char *default_encoding(void)
{
    const char *name = nl_langinfo(CODESET);
    return name && *name ? name : "utf-8";
}

static int refuse(MinipyVM *vm, const char *class_name, const char *text)
{
    minipy_raise(vm, class_name, text);
    return -1;
}

int as_long(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (minipy_as_int(vm, v, out) == 0)
        return 0;
    if (minipy_error_matches(vm, "OverflowError"))
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C long");
    return -1;
}

int as_ints(MinipyVM *vm, const MinipyValue *args, size_t n, int *out)
{
    for (size_t i = 0; i < n; i++)
        if (as_c_int(vm, args[i], &out[i]) < 0)
            return -1;
    return 0;
}

int as_tuple_ints(MinipyVM *vm, const MinipyValue *args, size_t n, int *out)
{
    for (size_t i = 0; i < n; i++) {
        int64_t v;
        if (minipy_as_int(vm, args[i], &v) < 0)
            return -1;
        if (v < INT_MIN || v > INT_MAX)
            return refuse(vm, "OverflowError",
                          v < 0 ? "signed integer is less than minimum"
                                : "signed integer is greater than maximum");
        out[i] = (int)v;
    }
    return 0;
}

/* The one character of a str, else -1. */
static int64_t one_char(MinipyVM *vm, MinipyValue v)
{
    MinipyValue builtins = minipy_import(vm, "builtins"), code = MINIPY_NULL;
    int64_t c = -1;
    if (builtins && minipy_length(vm, v) == 1)
        code = minipy_call_method(vm, builtins, "ord", &v, 1);
    if (code)
        minipy_as_int(vm, code, &c);
    minipy_release(vm, code);
    minipy_release(vm, builtins);
    return c;
}

static int not_one(MinipyVM *vm, MinipyValue v, const char *what)
{
    minipy_error_clear(vm);
    minipy_raisef(vm, "TypeError", "expect %s, got a str of length %lld", what,
                  (long long)minipy_length(vm, v));
    return -1;
}

static int not_char(MinipyVM *vm, MinipyValue v, const char *what)
{
    minipy_raisef(vm, "TypeError", "expect %s, got %s", what, minipy_type_name(vm, v));
    return -1;
}

#define ANY_CHAR "bytes or str of length 1, or int"

/* The byte that a character is in that encoding; -1: it is none. */
static int64_t encoded(MinipyVM *vm, MinipyValue v, const char *encoding)
{
    MinipyValue name = minipy_str(vm, encoding, strlen(encoding));
    MinipyValue bytes =
        name ? minipy_call_method(vm, v, "encode", &name, 1) : MINIPY_NULL;
    size_t size = 0;
    const char *data = bytes ? minipy_as_bytes(vm, bytes, &size) : NULL;
    int64_t c = data && size == 1 ? (unsigned char)*data : -1;
    minipy_error_clear(vm);
    minipy_release(vm, bytes);
    minipy_release(vm, name);
    return c;
}

/* What is no str: bytes of length 1, or an int. */
static int as_code(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    size_t size;
    if (minipy_kind(v) == MINIPY_IS_BYTES && minipy_length(vm, v) == 1) {
        *out = (unsigned char)*minipy_as_bytes(vm, v, &size);
        return 0;
    }
    if (minipy_kind(v) == MINIPY_IS_INT) /* and no bool */
        return as_long(vm, v, out);
    return not_char(vm, v, ANY_CHAR);
}

int as_chtype(MinipyVM *vm, MinipyValue v, const char *encoding, chtype *out)
{
    int64_t c;
    if (minipy_kind(v) == MINIPY_IS_STR) {
        if ((c = one_char(vm, v)) < 0)
            return not_one(vm, v, ANY_CHAR);
        if (c > 127)
            c = encoded(vm, v, encoding ? encoding : default_encoding());
        if (c < 0)
            return refuse(vm, "OverflowError", "byte doesn't fit in chtype");
    } else if (as_code(vm, v, &c) < 0) {
        return minipy_error_matches(vm, "OverflowError")
                   ? refuse(vm, "OverflowError", "byte doesn't fit in chtype")
                   : -1;
    }
    *out = (chtype)c;
    return (int64_t)*out == c
               ? 0
               : refuse(vm, "OverflowError", "byte doesn't fit in chtype");
}

int as_char(MinipyVM *vm, MinipyValue v, chtype *narrow, wchar_t *wide)
{
    int64_t c;
    if (minipy_kind(v) == MINIPY_IS_STR) {
        if ((c = one_char(vm, v)) < 0)
            return not_one(vm, v, ANY_CHAR);
        *wide = (wchar_t)c;
        return 2;
    }
    if (as_code(vm, v, &c) < 0)
        return minipy_error_matches(vm, "OverflowError")
                   ? refuse(vm, "OverflowError", "int doesn't fit in long")
                   : -1;
    *narrow = (chtype)c;
    if ((int64_t)*narrow != c)
        return refuse(vm, "OverflowError", "byte doesn't fit in chtype");
    return 1;
}

int as_wide_char(MinipyVM *vm, MinipyValue v, wchar_t *out)
{
    int64_t c;
    if (minipy_kind(v) == MINIPY_IS_STR) {
        if ((c = one_char(vm, v)) < 0)
            return not_one(vm, v, "str of length 1 or int");
    } else if (minipy_kind(v) != MINIPY_IS_INT) {
        return not_char(vm, v, "str of length 1 or int");
    } else if (as_long(vm, v, &c) < 0) {
        return -1;
    }
    *out = (wchar_t)c;
    return *out == c ? 0
                     : refuse(vm, "OverflowError", "character doesn't fit in wchar_t");
}

/* ---- texts ----------------------------------------------------------------------- */

/* UTF-32 of a str, which is wchar_t here. */
static wchar_t *wide_of(MinipyVM *vm, MinipyValue v)
{
    MinipyValue names[] = {minipy_str(vm, "utf-32-le", 9),
                           minipy_str(vm, "surrogatepass", 13)};
    MinipyValue bytes = names[0] && names[1]
                            ? minipy_call_method(vm, v, "encode", names, 2)
                            : MINIPY_NULL;
    size_t size = 0;
    const char *data = bytes ? minipy_as_bytes(vm, bytes, &size) : NULL;
    wchar_t *wide = data ? calloc(size / sizeof *wide + 1, sizeof *wide) : NULL;
    if (data && !wide)
        minipy_raise(vm, "MemoryError", NULL);
    else if (data && size)
        memcpy(wide, data, size);
    if (wide && wcslen(wide) != size / sizeof *wide) {
        free(wide);
        wide = NULL;
        minipy_raise(vm, "ValueError", "embedded null character");
    }
    minipy_release(vm, bytes);
    minipy_release(vm, names[0]);
    minipy_release(vm, names[1]);
    return wide;
}

int as_string(MinipyVM *vm, MinipyValue v, Str *out)
{
    size_t size;
    *out = (Str){0};
    if (minipy_kind(v) == MINIPY_IS_STR)
        return (out->wide = wide_of(vm, v)) ? 0 : -1;
    if (minipy_kind(v) != MINIPY_IS_BYTES) {
        minipy_raisef(vm, "TypeError", "expect bytes or str, got %s",
                      minipy_type_name(vm, v));
        return -1;
    }
    out->holder = minipy_retain(v);
    out->narrow = minipy_as_bytes(vm, v, &size);
    if (out->narrow && strlen(out->narrow) == size)
        return 0;
    minipy_release(vm, out->holder);
    return refuse(vm, "ValueError", "embedded null byte");
}

void string_drop(MinipyVM *vm, Str *s)
{
    free(s->wide);
    minipy_release(vm, s->holder);
}

/* ---- places ---------------------------------------------------------------------- */

int take_place(MinipyVM *vm, const char *name, const MinipyValue *args, size_t n,
               size_t between, bool attributes, Place *place)
{
    int at[2];
    size_t more = n - between;
    if (n < between || more > (attributes ? 3 : 2) || (more == 1 && !attributes)) {
        minipy_raisef(vm, "TypeError",
                      "_curses.window.%s requires %zu to %zu arguments", name, between,
                      between + (attributes ? 3 : 2));
        return -1;
    }
    *place = (Place){.at = more >= 2, .painted = more & 1};
    place->rest = args + (place->at ? 2 : 0);
    if (place->at && as_tuple_ints(vm, args, 2, at) < 0)
        return -1;
    if (place->at)
        place->y = at[0], place->x = at[1];
    return place->painted ? as_long(vm, args[n - 1], &place->attr) : 0;
}
