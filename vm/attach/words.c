/* words.c - see words.h. Values are put into words as probes/scripts/minipy_spy does
 * it from outside: only what lies in memory is looked at.
 */
#include "vm/attach/words.h"

#include <sys/mman.h>

#include "probes/format.h"
#include "probes/views/view.h"
#include "vm/bytes/bytes.h"
#include "vm/code/code.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/tuple.h"
#include "vm/numbers/dtoa.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/objects/func.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"
#include "vm/text/unicode.h"

enum { TEXT_MOST = 80, ITEMS_MOST = 8, DEPTH_MOST = 3 };

/* ---- text ------------------------------------------------------------------------ */

/* Large rooms are mapped: malloc would keep what one of its arenas had to give for
 * them, 16 MB for each thread of the program that has put events there (`make soak`).
 */
enum { MAPPED_FROM = 128 << 10 };

static char *take_room(size_t room)
{
    if (room < MAPPED_FROM)
        return view_alloc(room);
    void *p =
        mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void give_room(char *bytes, size_t room)
{
    if (room < MAPPED_FROM)
        view_free(bytes);
    else
        munmap(bytes, room);
}

/* Room for so many bytes more; false: there is none. */
static bool widen(Words *words, size_t size)
{
    size_t room = words->room ? words->room : 1024;
    while (room - words->used < size)
        room *= 2;
    if (room == words->room)
        return true;
    char *wider = take_room(room);
    if (!wider)
        return false;
    if (words->used)
        memcpy(wider, words->bytes, words->used);
    give_room(words->bytes, words->room);
    words->bytes = wider;
    words->room = room;
    return true;
}

void words_put_bytes(Words *words, const void *bytes, size_t size)
{
    words->cut = words->cut || !widen(words, size);
    if (words->cut || !size)
        return;
    memcpy(words->bytes + words->used, bytes, size);
    words->used += size;
}

void words_put(Words *words, const char *text)
{
    words_put_bytes(words, text, strlen(text));
}

void words_putf(Words *words, const char *format, ...)
{
    char text[512];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    words_put_bytes(words, text, length);
}

void words_free(Words *words)
{
    give_room(words->bytes, words->room);
    *words = (Words){.cut = false};
}

/* As UTF-8, which surrogates do not have. */
static void put_code_point(Words *words, uint32_t c)
{
    unsigned char s[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (c >= 0xd800 && c < 0xe000) {
        words_putf(words, "\\u%04x", c);
        return;
    }
    for (size_t i = n; i-- > 1; c >>= 6)
        s[i] = (unsigned char)(0x80 | (c & 0x3f));
    s[0] = (unsigned char)(n == 1 ? c : (0xf00u >> n & 0xff) | c);
    words_put_bytes(words, s, n);
}

void words_put_str(Words *words, Value str)
{
    if (!str || !value_is_str(str)) {
        words_put(words, "?");
        return;
    }
    for (int64_t i = 0; i < str_length(str); i++)
        put_code_point(words, str_char_at(STR(str), i));
}

/* A character between quotes. */
static void put_quoted(Words *words, uint32_t c)
{
    if (c == '\'' || c == '\\')
        words_putf(words, "\\%c", (int)c);
    else if (c == '\n')
        words_put(words, "\\n");
    else if (c == '\t')
        words_put(words, "\\t");
    else if (c == '\r')
        words_put(words, "\\r");
    else if (unicode_is_printable(c) || c == ' ')
        put_code_point(words, c);
    else
        words_putf(words,
                   c < 0x100     ? "\\x%02x"
                   : c < 0x10000 ? "\\u%04x"
                                 : "\\U%08x",
                   c);
}

/* ---- values ---------------------------------------------------------------------- */

static void put_value(Words *words, MinipyVM *vm, Value v, int depth);

static void put_text_value(Words *words, Value v)
{
    words_put(words, "'");
    for (int64_t i = 0; i < str_length(v) && i < TEXT_MOST; i++)
        put_quoted(words, str_char_at(STR(v), i));
    words_put(words, str_length(v) > TEXT_MOST ? "'..." : "'");
}

static void put_bytes_value(Words *words, const uint8_t *data, int64_t size)
{
    words_put(words, "b'");
    for (int64_t i = 0; i < size && i < TEXT_MOST; i++)
        if (data[i] < 0x7f)
            put_quoted(words, data[i]);
        else
            words_putf(words, "\\x%02x", data[i]);
    words_put(words, size > TEXT_MOST ? "'..." : "'");
}

static void put_int(Words *words, Value v)
{
    if (value_is_int_imm(v))
        words_putf(words, "%lld", (long long)value_imm(v));
    else
        words_putf(words, "<%sint of about %lld bits>",
                   INT(v)->size < 0 ? "negative " : "",
                   (long long)(INT(v)->size < 0 ? -INT(v)->size : INT(v)->size) * 64);
}

static void put_float(Words *words, double d)
{
    char text[32];
    words_put_bytes(words, text, double_repr(text, d));
}

/* Before the item at `at`; false: enough were shown. */
static bool next_item(Words *words, int64_t at)
{
    if (at > 0)
        words_put(words, ", ");
    if (at == ITEMS_MOST)
        words_put(words, "...");
    return at < ITEMS_MOST;
}

static void put_items(Words *words, MinipyVM *vm, const Value *items, int64_t n,
                      int depth)
{
    for (int64_t i = 0; i < n && next_item(words, i); i++)
        put_value(words, vm, items[i], depth);
}

static void put_dict(Words *words, MinipyVM *vm, Value v, int depth)
{
    Value key, value;
    int64_t pos = 0;
    for (int64_t n = 0; dict_next(v, &pos, &key, &value) && next_item(words, n); n++) {
        put_value(words, vm, key, depth);
        words_put(words, ": ");
        put_value(words, vm, value, depth);
    }
}

static void put_set(Words *words, MinipyVM *vm, Value v, int depth)
{
    Value key;
    int64_t pos = 0;
    for (int64_t n = 0; set_next(v, &pos, &key) && next_item(words, n); n++)
        put_value(words, vm, key, depth);
}

/* A container whose items are shown, as deep as `depth` goes. */
static void put_container(Words *words, MinipyVM *vm, Value v, int depth)
{
    Kind kind = value_obj(v)->kind;
    bool tuple = kind == KIND_TUPLE, list = kind == KIND_LIST, dict = kind == KIND_DICT;
    int64_t size = tuple  ? tuple_size(v)
                   : list ? list_size(v)
                   : dict ? dict_size(v)
                          : set_size(v);
    if (size == 0 && !tuple && !list && !dict) {
        words_put(words, kind == KIND_SET ? "set()" : "frozenset()");
        return;
    }
    words_put(words, tuple                    ? "("
                     : list                   ? "["
                     : kind == KIND_FROZENSET ? "frozenset({"
                                              : "{");
    if (size > 0 && depth == 0)
        words_put(words, "...");
    else if (tuple || list)
        put_items(words, vm, seq_items(v), size, depth - 1);
    else if (dict)
        put_dict(words, vm, v, depth - 1);
    else
        put_set(words, vm, v, depth - 1);
    words_put(words, tuple                    ? size == 1 ? ",)" : ")"
                     : list                   ? "]"
                     : kind == KIND_FROZENSET ? "})"
                                              : "}");
}

void words_put_type(Words *words, MinipyVM *vm, const TypeObj *type)
{
    Value module = type->flags & TYPE_HEAP
                       ? dict_get_str_borrow(vm, type_dict(vm, (TypeObj *)type),
                                             NAME(vm, __module__))
                       : VALUE_NULL;
    if (module && value_is_str(module) && !str_equal_ascii(module, "builtins")) {
        words_put_str(words, module);
        words_put(words, ".");
    }
    words_put_str(words, type->qualname ? type->qualname : type->name);
}

/* "<function NAME at ADDRESS>" and the like. */
static void put_named(Words *words, const char *what, Value name, Value v)
{
    words_putf(words, "<%s ", what);
    words_put_str(words, name);
    words_putf(words, " at %#llx>", (unsigned long long)v);
}

static void put_object(Words *words, MinipyVM *vm, Value v)
{
    words_put(words, "<");
    words_put_type(words, vm, value_type(vm, v));
    words_putf(words, " object at %#llx>", (unsigned long long)v);
}

/* Objects with an exact built-in class, but for containers. */
static void put_plain(Words *words, MinipyVM *vm, Value v)
{
    switch (value_obj(v)->kind) {
    case KIND_STR: put_text_value(words, v); break;
    case KIND_BYTES: put_bytes_value(words, BYTES(v)->data, BYTES(v)->size); break;
    case KIND_INT: put_int(words, v); break;
    case KIND_FLOAT: put_float(words, float_value(v)); break;
    case KIND_FUNCTION: put_named(words, "function", FUNC(v)->qualname, v); break;
    case KIND_CODE: put_named(words, "code object", CODE(v)->name, v); break;
    case KIND_MODULE: put_named(words, "module", MODULE(v)->name, v); break;
    case KIND_TYPE:
        words_put(words, "<class '");
        words_put_type(words, vm, (const TypeObj *)value_obj(v));
        words_put(words, "'>");
        break;
    default: put_object(words, vm, v);
    }
}

static bool is_container(Kind kind)
{
    return kind == KIND_TUPLE || kind == KIND_LIST || kind == KIND_DICT ||
           kind == KIND_SET || kind == KIND_FROZENSET;
}

static void put_special(Words *words, Value v)
{
    words_put(words, v == VALUE_NONE       ? "None"
                     : v == VALUE_TRUE     ? "True"
                     : v == VALUE_FALSE    ? "False"
                     : v == VALUE_ELLIPSIS ? "Ellipsis"
                                           : "NotImplemented");
}

static void put_value(Words *words, MinipyVM *vm, Value v, int depth)
{
    if (value_is_int_imm(v)) {
        put_int(words, v);
    } else if (value_is_float_imm(v)) {
        put_float(words, value_float_imm(v));
    } else if (!value_is_obj(v)) {
        put_special(words, v);
    } else {
        Kind kind = value_obj(v)->kind;
        bool exact = value_obj(v)->type == vm->types[kind];
        if (exact && is_container(kind))
            put_container(words, vm, v, depth);
        else if (exact || kind == KIND_TYPE)
            put_plain(words, vm, v);
        else
            put_object(words, vm, v);
    }
}

void words_put_value(Words *words, MinipyVM *vm, Value value)
{
    put_value(words, vm, value, DEPTH_MOST);
}
