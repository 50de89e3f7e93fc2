/* text.c - text between Python, where it is str, and libedit, where it is wchar_t. A
 * byte that is no UTF-8 is a lone surrogate in both, as the error handler
 * surrogateescape has it. */
#include "editor.h"

enum { LONE = 0xdc00 };

static bool is_lone(wchar_t c)
{
    return c >= LONE + 0x80 && c <= LONE + 0xff;
}

/* v.method("utf-8", "surrogateescape") */
static MinipyValue recode(MinipyVM *vm, MinipyValue v, const char *method)
{
    MinipyValue args[] = {minipy_str(vm, "utf-8", 5),
                          minipy_str(vm, "surrogateescape", 15)};
    MinipyValue r =
        args[0] && args[1] ? minipy_call_method(vm, v, method, args, 2) : MINIPY_NULL;
    minipy_release(vm, args[0]);
    minipy_release(vm, args[1]);
    return r;
}

/* A surrogate that stands for no byte: what the C library says of it, through CPython.
 */
static void name_locale(MinipyVM *vm, MinipyValue v)
{
    MinipyValue e = minipy_error_take(vm);
    MinipyValue start = minipy_getattr(vm, e, "start");
    int64_t at = 0;
    if (start && minipy_as_int(vm, start, &at) == 0) {
        MinipyValue args[] = {minipy_str(vm, "locale", 6), v, minipy_int(vm, at),
                              minipy_int(vm, at + 1),
                              minipy_str(vm, "encoding error", 14)};
        MinipyValue cls = minipy_getattr(vm, e, "__class__");
        MinipyValue made =
            cls && args[0] && args[4] ? minipy_call(vm, cls, args, 5) : MINIPY_NULL;
        if (made)
            minipy_raise_value(vm, made);
        minipy_release(vm, made);
        minipy_release(vm, cls);
        minipy_release(vm, args[0]);
        minipy_release(vm, args[4]);
    }
    minipy_release(vm, start);
    minipy_release(vm, e);
}

MinipyValue text_encode(MinipyVM *vm, MinipyValue v, const char **text)
{
    if (minipy_kind(v) != MINIPY_IS_STR)
        return minipy_raise(vm, "TypeError",
                            "bad argument type for built-in operation");
    size_t size;
    MinipyValue bytes = recode(vm, v, "encode");
    if (!bytes && minipy_error_matches(vm, "UnicodeEncodeError"))
        name_locale(vm, v);
    *text = bytes ? minipy_as_bytes(vm, bytes, &size) : NULL;
    if (*text && strlen(*text) != size) {
        minipy_release(vm, bytes);
        return minipy_raise(vm, "ValueError", "embedded null character");
    }
    return bytes;
}

MinipyValue text_decode(MinipyVM *vm, const char *bytes, size_t size)
{
    MinipyValue b = minipy_bytes(vm, bytes, size);
    MinipyValue r = b ? recode(vm, b, "decode") : MINIPY_NULL;
    minipy_release(vm, b);
    return r;
}

int wide_add(MinipyVM *vm, Wide *w, const wchar_t *text, size_t size)
{
    if (w->size + size + 1 > w->room) {
        size_t room = (w->size + size + 1) * 2;
        wchar_t *grown = realloc(w->text, room * sizeof *grown);
        if (!grown) {
            minipy_raise(vm, "MemoryError", NULL);
            return -1;
        }
        w->text = grown;
        w->room = room;
    }
    if (size)
        wmemcpy(w->text + w->size, text, size);
    w->size += size;
    w->text[w->size] = 0;
    return 0;
}

int wide_add_char(MinipyVM *vm, Wide *w, wchar_t c)
{
    return wide_add(vm, w, &c, 1);
}

/* The character that begins at p, whose length is *n; a byte that begins none is lone.
 */
static wchar_t decode_char(const unsigned char *p, size_t *n)
{
    static const wchar_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
    wchar_t c = length < 2 ? *p : *p & (0x7f >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            length = 0;
        else
            c = c << 6 | (p[i] & 0x3f);
    }
    bool good = length && *p < 0xf5 && c >= least[length] && c <= 0x10ffff &&
                (c < 0xd800 || c > 0xdfff);
    *n = good ? length : 1;
    return good ? c : LONE + *p;
}

int wide_from_bytes(MinipyVM *vm, Wide *w, const char *bytes)
{
    w->size = 0;
    if (wide_add(vm, w, NULL, 0) < 0)
        return -1;
    const unsigned char *p = (const unsigned char *)bytes;
    for (size_t n; *p; p += n)
        if (wide_add_char(vm, w, decode_char(p, &n)) < 0)
            return -1;
    return 0;
}

int wide_from(MinipyVM *vm, Wide *w, MinipyValue str)
{
    const char *text;
    MinipyValue holder = text_encode(vm, str, &text);
    int r = holder ? wide_from_bytes(vm, w, text) : -1;
    minipy_release(vm, holder);
    return r;
}

static size_t encode_char(unsigned char *out, wchar_t c)
{
    if (c < 0x80 || is_lone(c)) {
        *out = (unsigned char)c;
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        out[i] = (unsigned char)(0x80 | (c & 0x3f));
    *out = (unsigned char)(0xf00 >> length | c);
    return length;
}

MinipyValue wide_str(MinipyVM *vm, const wchar_t *text, size_t size)
{
    unsigned char *bytes = malloc(size * 4 + 1);
    if (!bytes)
        return minipy_raise(vm, "MemoryError", NULL);
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += encode_char(bytes + n, text[i]);
    MinipyValue r = text_decode(vm, (const char *)bytes, n);
    free(bytes);
    return r;
}
