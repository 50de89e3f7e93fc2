/* pickle_load.c - the machine that reads a pickle: a stack of objects, marks on it, a
 * memo. What a pickle says is never trusted: each opcode looks what lies on the stack,
 * and sizes are held against what there is. Read first: unpickler.c. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>

#include "stdlib/data/pickle_private.h"
#include "vm/bytes/bytes.h"
#include "vm/bytes/memoryview.h"
#include "vm/containers/set.h"
#include "vm/import/import.h"
#include "vm/numbers/float.h"
#include "vm/text/codecs.h"
#include "vm/types/attr.h"
#include "vm/types/shape.h"
#include "vm/types/type.h"

/* ---- the stack ------------------------------------------------------------------- */

static inline int push_steal(MinipyVM *vm, UnpicklerObj *u, Value v)
{
    if (!v)
        return -1;
    if (unlikely(u->size == u->room)) {
        int64_t room = u->room ? u->room * 2 : 32;
        Value *stack = mem_realloc_array(vm, u->stack, (size_t)room, sizeof *stack);
        if (!stack) {
            value_decref(vm, v);
            return -1;
        }
        u->stack = stack;
        u->room = room;
    }
    u->stack[u->size++] = v;
    return 0;
}

static int underflow(MinipyVM *vm, UnpicklerObj *u)
{
    module_error(vm, &unpickling_error,
                 u->mark_count ? "unexpected MARK found"
                               : "unpickling stack underflow");
    return -1;
}

/* New; VALUE_NULL: exception. */
static Value pop(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->size > u->fence)
        return u->stack[--u->size];
    underflow(vm, u);
    return VALUE_NULL;
}

static Value top_borrow(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->size > u->fence)
        return u->stack[u->size - 1];
    underflow(vm, u);
    return VALUE_NULL;
}

static int load_mark(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->mark_count == u->mark_room) {
        int64_t room = u->mark_room * 2 + 16;
        int64_t *marks = mem_realloc_array(vm, u->marks, (size_t)room, sizeof *marks);
        if (!marks)
            return -1;
        u->marks = marks;
        u->mark_room = room;
    }
    u->marks[u->mark_count++] = u->fence = u->size;
    return 0;
}

/* Where the last mark is, which is gone then; -1: exception. */
static int64_t take_mark(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->mark_count < 1) {
        module_error(vm, &unpickling_error, "could not find MARK");
        return -1;
    }
    int64_t at = u->marks[--u->mark_count];
    u->fence = u->mark_count ? u->marks[u->mark_count - 1] : 0;
    return at;
}

static void drop_to(MinipyVM *vm, UnpicklerObj *u, int64_t size)
{
    while (u->size > size)
        value_decref(vm, u->stack[--u->size]);
}

/* What lies from `from` on, off the stack, as a tuple. */
static Value take_tuple(MinipyVM *vm, UnpicklerObj *u, int64_t from)
{
    int64_t n = u->size - from;
    if (from < u->fence || n < 0) {
        underflow(vm, u);
        return VALUE_NULL;
    }
    u->size = from;
    return tuple_from_steal(vm, u->stack + from, n);
}

/* ---- numbers --------------------------------------------------------------------- */

static uint64_t number_of(const uint8_t *data, int bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)data[i] << 8 * i;
    return n;
}

/* The size behind an opcode; -1: exception. */
static int64_t read_size(MinipyVM *vm, UnpicklerObj *u, int bytes, const char *what)
{
    const uint8_t *data = unpickler_bytes(vm, u, bytes);
    if (!data)
        return -1;
    uint64_t n = number_of(data, bytes);
    if (n > INT64_MAX) {
        error_set(vm, EXC_OverflowError, "%s of %zd bytes", what, (ssize_t)INT64_MAX);
        return -1;
    }
    return (int64_t)n;
}

/* Of most ints. */
static inline int load_byte(MinipyVM *vm, UnpicklerObj *u)
{
    const uint8_t *data = unpickler_bytes(vm, u, 1);
    return data ? push_steal(vm, u, value_from_imm(*data)) : -1;
}

static int load_binint(MinipyVM *vm, UnpicklerObj *u, int bytes)
{
    const uint8_t *data = unpickler_bytes(vm, u, bytes);
    if (!data)
        return -1;
    uint64_t n = number_of(data, bytes);
    return push_steal(vm, u, int_new(vm, bytes == 4 ? (int32_t)n : (int64_t)n));
}

/* A line as str; it must be ASCII where it is a number, so other bytes may be anything.
 */
/* A line that says a number or a name: an empty one is an end that came too early. */
static const uint8_t *filled_line(MinipyVM *vm, UnpicklerObj *u, int64_t *size)
{
    const uint8_t *line = unpickler_line(vm, u, size);
    if (line && *size == 0)
        return module_error(vm, &unpickling_error, "pickle data was truncated"), NULL;
    return line;
}

/* A number of few digits, as pickles of protocol 0 are full of them: no str is made of
 * it. False: it is another, or none at all. */
static bool short_int(const uint8_t *line, int64_t size, int64_t *n)
{
    bool minus = size > 0 && *line == '-';
    const uint8_t *end = line + size, *digit = line + minus;
    if (end - digit < 1 || end - digit > 18 || (*digit == '0' && end - digit > 1))
        return false;
    for (*n = 0; digit < end && *digit >= '0' && *digit <= '9'; digit++)
        *n = *n * 10 + (*digit - '0');
    *n = minus ? -*n : *n;
    return digit == end;
}

/* Its int. What is none is shown with the line's end, and base 0 as 10: CPython's C
 * library reads the text. */
static Value line_int(MinipyVM *vm, const uint8_t *line, int64_t size, int base)
{
    int64_t n;
    if (short_int(line, size, &n))
        return int_new(vm, n);
    Value text = str_decode(vm, line, size, "utf-8", "strict");
    Value v = text ? int_from_text(vm, text, base) : VALUE_NULL;
    if (!v && text && base == 0 && error_matches(vm, EXC_ValueError)) {
        error_clear(vm);
        error_set(vm, EXC_ValueError, "invalid literal for int() with base 10: %R",
                  text);
    }
    value_xdecref(vm, text);
    return v;
}

/* What C's strtol reads as a whole: octal numbers, too, which int() refuses. Two
 * characters that say 0 or 1 are a bool. */
static bool c_long(const uint8_t *line, int64_t size, int64_t *n)
{
    if (short_int(line, size, n))
        return true;
    char text[24], *end;
    if (size >= (int64_t)sizeof text)
        return false;
    memcpy(text, line, (size_t)size);
    text[size] = 0;
    errno = 0;
    *n = strtol(text, &end, 0);
    return errno == 0 && *end == 0;
}

static int load_int(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size;
    const uint8_t *line = filled_line(vm, u, &size);
    if (!line)
        return -1;
    int64_t n;
    if (c_long(line, size, &n))
        return push_steal(vm, u,
                          size == 2 && (n == 0 || n == 1) ? value_from_bool(n)
                                                          : int_new(vm, n));
    Value v = line_int(vm, line, size, 0);
    if (!v && error_matches(vm, EXC_ValueError))
        error_clear(vm),
            error_set(vm, EXC_ValueError, "could not convert string to int");
    return push_steal(vm, u, v);
}

static int load_long(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size;
    const uint8_t *line = filled_line(vm, u, &size);
    if (!line)
        return -1;
    return push_steal(
        vm, u, line_int(vm, line, line[size - 1] == 'L' ? size - 1 : size + 1, 0));
}

static int load_counted_long(MinipyVM *vm, UnpicklerObj *u, int bytes)
{
    const uint8_t *data = unpickler_bytes(vm, u, bytes);
    int64_t size = data ? bytes == 4 ? (int32_t)number_of(data, 4) : data[0] : 0;
    if (size < 0)
        module_error(vm, &unpickling_error, "LONG pickle has negative byte count");
    if (!data || size < 0 || !(data = unpickler_bytes(vm, u, size)))
        return -1;
    return push_steal(
        vm, u, size ? int_from_bytes(vm, data, size, true, true) : value_from_imm(0));
}

/* Does the text begin with a number, whatever follows? */
static bool begins_float(const uint8_t *p, const uint8_t *end)
{
    p += p < end && (*p == '-' || *p == '+');
    p += p < end && *p == '.';
    return (p < end && *p >= '0' && *p <= '9') ||
           (end - p >= 3 && (strncasecmp((const char *)p, "inf", 3) == 0 ||
                             strncasecmp((const char *)p, "nan", 3) == 0));
}

/* Nothing but a number, as float() would not insist: no blanks, no underscores. */
static bool is_bare(const uint8_t *line, int64_t size)
{
    for (int64_t i = 0; i < size; i++)
        if (line[i] <= ' ' || line[i] >= 0x7f || line[i] == '_')
            return false;
    return true;
}

static void refuse_float(MinipyVM *vm, const uint8_t *line, int64_t size)
{
    Value text = VALUE_NULL;
    error_clear(vm);
    if (begins_float(line, line + size))
        error_set(vm, EXC_ValueError, "could not convert string to float");
    else if ((text = str_decode(vm, line, size + 1, "utf-8", "replace")))
        error_set(vm, EXC_ValueError, "could not convert string to float: '%U'", text);
    value_xdecref(vm, text);
}

static int load_float(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size;
    const uint8_t *line = filled_line(vm, u, &size);
    if (!line)
        return -1;
    Value text = str_from_latin1(vm, line, size);
    Value v = text && is_bare(line, size) ? float_from_text(vm, text) : VALUE_NULL;
    if (!v && text && (!error_occurred(vm) || error_matches(vm, EXC_ValueError)))
        refuse_float(vm, line, size);
    value_xdecref(vm, text);
    return push_steal(vm, u, v);
}

static int load_binfloat(MinipyVM *vm, UnpicklerObj *u)
{
    const uint8_t *data = unpickler_bytes(vm, u, 8);
    if (!data)
        return -1;
    uint64_t bits = 0;
    double d;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | data[i];
    memcpy(&d, &bits, sizeof d);
    return push_steal(vm, u, float_new(vm, d));
}

/* ---- bytes and text -------------------------------------------------------------- */

/* An 8-bit string of Python 2. */
static Value old_string(MinipyVM *vm, UnpicklerObj *u, const void *data, int64_t size)
{
    return strcmp(u->encoding, "bytes") == 0
               ? bytes_from(vm, data, size)
               : str_decode(vm, data, size, u->encoding, u->errors);
}

/* A quoted line with escapes. */
static int load_string(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size;
    const uint8_t *line = unpickler_line(vm, u, &size);
    if (!line)
        return -1;
    if (size < 2 || line[0] != line[size - 1] || (line[0] != '"' && line[0] != '\''))
        return module_error(vm, &unpickling_error,
                            "the STRING opcode argument must be quoted"),
               -1;
    Value raw = bytes_from(vm, line + 1, size - 2);
    Value codecs = raw ? import_attr(vm, "_codecs", "escape_decode") : VALUE_NULL;
    Value pair = codecs ? call1(vm, codecs, raw) : VALUE_NULL;
    Value bytes = pair && value_is_tuple(pair) ? tuple_get_borrow(pair, 0) : VALUE_NULL;
    Value v =
        bytes ? old_string(vm, u, BYTES(bytes)->data, BYTES(bytes)->size) : VALUE_NULL;
    Value used[] = {raw, codecs, pair};
    values_xdecref(vm, used, 3);
    return push_steal(vm, u, v);
}

static int load_binstring(MinipyVM *vm, UnpicklerObj *u, int bytes)
{
    int64_t size = read_size(vm, u, bytes, "BINSTRING exceeds system's maximum size");
    const uint8_t *data = size < 0 ? NULL : unpickler_bytes(vm, u, size);
    return data ? push_steal(vm, u, old_string(vm, u, data, size)) : -1;
}

static int load_unicode(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size;
    const uint8_t *line = unpickler_line(vm, u, &size);
    if (!line)
        return -1;
    bool plain = !memchr(line, '\\', (size_t)size);
    return push_steal(
        vm, u,
        plain ? str_from_latin1(vm, line, size)
              : codec_decode_raw_unicode_escape(vm, line, size, "strict", NULL));
}

static int load_binunicode(MinipyVM *vm, UnpicklerObj *u, int bytes)
{
    int64_t size = read_size(vm, u, bytes, "BINUNICODE exceeds system's maximum size");
    const uint8_t *data = size < 0 ? NULL : unpickler_bytes(vm, u, size);
    if (!data)
        return -1;
    Value v = str_from_utf8(vm, (const char *)data, size);
    if (!v && error_matches(vm, EXC_UnicodeDecodeError)) {
        error_clear(vm);
        v = str_decode(vm, data, size, "utf-8", "surrogatepass");
    }
    return push_steal(vm, u, v);
}

/* CPython makes an object before it reads what comes into it: more than a process can
 * address is a MemoryError, however little there is. */
static bool fits_memory(MinipyVM *vm, int64_t size)
{
    if (size < INT64_C(1) << 47)
        return true;
    error_set_oom(vm);
    return false;
}

enum { BYTES_OVERHEAD = 33 }; /* of a bytes object of CPython's */

static int load_binbytes(MinipyVM *vm, UnpicklerObj *u, int bytes)
{
    int64_t size = read_size(vm, u, bytes, "BINBYTES exceeds system's maximum size");
    if (size > INT64_MAX - BYTES_OVERHEAD)
        return error_set(vm, EXC_OverflowError, "byte string is too large"), -1;
    if (size < 0 || !fits_memory(vm, size))
        return -1;
    return push_steal(vm, u, unpickler_bytes_object(vm, u, size, false));
}

static int load_bytearray(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size = read_size(vm, u, 8, "BYTEARRAY8 exceeds system's maximum size");
    if (size < 0 || !fits_memory(vm, size))
        return -1;
    return push_steal(vm, u, unpickler_bytes_object(vm, u, size, true));
}

static int load_next_buffer(MinipyVM *vm, UnpicklerObj *u)
{
    if (!u->buffers)
        return module_error(vm, &unpickling_error,
                            "pickle stream refers to out-of-band data but no *buffers* "
                            "argument was given"),
               -1;
    Value v = iter_next(vm, u->buffers);
    if (!v && !error_occurred(vm))
        module_error(vm, &unpickling_error, "not enough out-of-band buffers");
    return push_steal(vm, u, v);
}

static int load_readonly_buffer(MinipyVM *vm, UnpicklerObj *u)
{
    Value v = top_borrow(vm, u);
    Value view = v ? memoryview_new(vm, v) : VALUE_NULL;
    if (!view)
        return -1;
    if (MEMORYVIEW(view)->readonly)
        return value_decref(vm, view), 0;
    Value r = call_method_cstr(vm, view, "toreadonly", NULL, 0);
    value_decref(vm, view);
    if (r)
        value_set_steal(vm, &u->stack[u->size - 1], r);
    return r ? 0 : -1;
}

/* ---- containers ------------------------------------------------------------------ */

static int load_counted_tuple(MinipyVM *vm, UnpicklerObj *u, int n)
{
    if (u->size - u->fence < n)
        return underflow(vm, u);
    return push_steal(vm, u, take_tuple(vm, u, u->size - n));
}

static int load_tuple(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    return at < 0 ? -1 : push_steal(vm, u, take_tuple(vm, u, at));
}

static int load_list(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    if (at < 0)
        return -1;
    int64_t n = u->size - at;
    u->size = at;
    return push_steal(vm, u, list_from_steal(vm, u->stack + at, n));
}

static int load_frozenset(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    Value items = at < 0 ? VALUE_NULL : take_tuple(vm, u, at);
    Value v = items ? frozenset_new(vm, items) : VALUE_NULL;
    value_xdecref(vm, items);
    return push_steal(vm, u, v);
}

static int load_dict(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    if (at < 0)
        return -1;
    if ((u->size - at) % 2)
        return module_error(vm, &unpickling_error, "odd number of items for DICT"), -1;
    Value dict = dict_new(vm);
    for (int64_t i = at; dict && i < u->size; i += 2)
        if (dict_set(vm, dict, u->stack[i], u->stack[i + 1]) < 0)
            value_clear(vm, &dict);
    drop_to(vm, u, at);
    return push_steal(vm, u, dict);
}

/* Those that lie above at are put into what lies there; what only has append() or
 * extend() gets them by these. */
static int append_items(MinipyVM *vm, Value list, const Value *items, int64_t n)
{
    Value method;
    int found = attr_lookup(vm, list, "extend", &method);
    if (found < 0)
        return -1;
    if (found > 0) {
        Value all = list_from(vm, items, n);
        Value r = all ? call1(vm, method, all) : VALUE_NULL;
        value_xdecref(vm, all);
        value_decref(vm, method);
        value_xdecref(vm, r);
        return r ? 0 : -1;
    }
    method = attr_get(vm, list, "append");
    Value r = method;
    for (int64_t i = 0; r && i < n; i++) {
        r = call1(vm, method, items[i]);
        value_xdecref(vm, r);
    }
    value_xdecref(vm, method);
    return r ? 0 : -1;
}

static int do_append(MinipyVM *vm, UnpicklerObj *u, int64_t at)
{
    if (at > u->size || at <= u->fence)
        return underflow(vm, u);
    Value list = u->stack[at - 1];
    int r = 0;
    if (value_is_exact(vm, list, KIND_LIST)) {
        int64_t end = u->size;
        u->size = at;
        for (int64_t i = at; i < end; i++)
            if (r == 0)
                r = list_append_steal(vm, list, u->stack[i]);
            else
                value_decref(vm, u->stack[i]);
    } else if (at < u->size) {
        r = append_items(vm, list, u->stack + at, u->size - at);
    }
    drop_to(vm, u, at);
    return r;
}

static int do_setitems(MinipyVM *vm, UnpicklerObj *u, int64_t at)
{
    if (at > u->size || at <= u->fence)
        return underflow(vm, u);
    if ((u->size - at) % 2)
        return module_error(vm, &unpickling_error, "odd number of items for SETITEMS"),
               -1;
    Value dict = u->stack[at - 1];
    bool exact = value_is_exact(vm, dict, KIND_DICT);
    int r = 0;
    for (int64_t i = at; r == 0 && i < u->size; i += 2)
        r = exact ? dict_set(vm, dict, u->stack[i], u->stack[i + 1])
                  : object_setitem(vm, dict, u->stack[i], u->stack[i + 1]);
    drop_to(vm, u, at);
    return r;
}

static int load_additems(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    if (at < 0)
        return -1;
    if (at > u->size || at <= u->fence)
        return underflow(vm, u);
    Value set = u->stack[at - 1], method = VALUE_NULL;
    bool plain = value_is_kind(set, KIND_SET);
    int r = plain || at == u->size || (method = attr_get(vm, set, "add")) ? 0 : -1;
    for (int64_t i = at; r == 0 && i < u->size; i++) {
        Value done = plain ? VALUE_NONE : call1(vm, method, u->stack[i]);
        r = !done ? -1 : plain ? set_add(vm, set, u->stack[i]) : 0;
        value_xdecref(vm, done);
    }
    value_xdecref(vm, method);
    drop_to(vm, u, at);
    return r;
}

/* ---- objects --------------------------------------------------------------------- */

/* By the unpickler's find_class, which a subclass may have replaced. */
static Value find_class(MinipyVM *vm, UnpicklerObj *u, Value module, Value name)
{
    Value self = value_from_obj(u);
    if (!(u->ob.type->flags & TYPE_HEAP))
        return unpickler_find_class(vm, self, module, name);
    const Value args[] = {module, name};
    return call_method_cstr(vm, self, "find_class", args, 2);
}

/* The class that two lines name. */
static Value class_of_lines(MinipyVM *vm, UnpicklerObj *u, const char *encoding)
{
    Value parts[2] = {VALUE_NULL, VALUE_NULL}, cls = VALUE_NULL;
    for (int i = 0; i < 2 && (i == 0 || parts[0]); i++) {
        int64_t size;
        const uint8_t *line = filled_line(vm, u, &size);
        if (line)
            parts[i] = str_decode(vm, line, size, encoding, "strict");
    }
    if (parts[0] && parts[1])
        cls = find_class(vm, u, parts[0], parts[1]);
    values_xdecref(vm, parts, 2);
    return cls;
}

static int load_stack_global(MinipyVM *vm, UnpicklerObj *u)
{
    Value name = pop(vm, u), module = name ? pop(vm, u) : VALUE_NULL, cls = VALUE_NULL;
    if (module && value_is_exact(vm, module, KIND_STR) &&
        value_is_exact(vm, name, KIND_STR))
        cls = find_class(vm, u, module, name);
    else
        module_error(vm, &unpickling_error, "STACK_GLOBAL requires str");
    value_xdecref(vm, name);
    value_xdecref(vm, module);
    return push_steal(vm, u, cls);
}

/* An instance as INST and OBJ make it; both are stolen. */
static Value instance_of(MinipyVM *vm, Value cls, Value args)
{
    Value r = VALUE_NULL, found = VALUE_NULL;
    int init = 1;
    if (cls && args && tuple_size(args) == 0 && value_is_type(cls))
        init = attr_lookup(vm, cls, "__getinitargs__", &found);
    value_xdecref(vm, found);
    if (cls && args && init >= 0)
        r = init ? call_tuple_dict(vm, cls, args, VALUE_NULL)
                 : call_method(vm, cls, NAME(vm, __new__), &cls, 1);
    value_xdecref(vm, cls);
    value_xdecref(vm, args);
    return r;
}

static int load_inst(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    Value cls = at < 0 ? VALUE_NULL : class_of_lines(vm, u, "ascii");
    if (!cls)
        return -1;
    return push_steal(vm, u, instance_of(vm, cls, take_tuple(vm, u, at)));
}

static int load_obj(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    if (at < 0)
        return -1;
    if (u->size - at < 1)
        return underflow(vm, u);
    Value args = take_tuple(vm, u, at + 1);
    Value cls = args ? pop(vm, u) : VALUE_NULL;
    return push_steal(vm, u, instance_of(vm, cls, args));
}

static int load_reduce(MinipyVM *vm, UnpicklerObj *u)
{
    Value args = pop(vm, u), callable = args ? pop(vm, u) : VALUE_NULL, r = VALUE_NULL;
    if (callable && !value_is_tuple(args))
        error_set(vm, EXC_TypeError, "argument list must be a tuple");
    else if (callable)
        r = call(vm, callable, TUPLE(args)->items, (size_t)tuple_size(args),
                 VALUE_NULL);
    value_xdecref(vm, args);
    value_xdecref(vm, callable);
    return push_steal(vm, u, r);
}

/* What is wrong with the parts of NEWOBJ or NEWOBJ_EX; false: an error was set. */
static bool newobj_is_good(MinipyVM *vm, Value cls, Value args, Value kwargs)
{
    const char *op = kwargs ? "NEWOBJ_EX" : "NEWOBJ";
    if (!value_is_type(cls))
        module_error(vm, &unpickling_error, "%s class argument must be a type, not %T",
                     op, cls);
    else if (!TYPE_OF(cls)->slots.new_)
        module_error(vm, &unpickling_error,
                     "%s class argument '%N' doesn't have __new__", op, TYPE_OF(cls));
    else if (!value_is_tuple(args))
        module_error(vm, &unpickling_error, "%s args argument must be a tuple, not %T",
                     op, args);
    else if (kwargs && !value_is_dict(kwargs))
        module_error(vm, &unpickling_error, "%s kwargs argument must be a dict, not %T",
                     op, kwargs);
    else
        return true;
    return false;
}

static int load_newobj(MinipyVM *vm, UnpicklerObj *u, bool with_kwargs)
{
    Value kwargs = with_kwargs ? pop(vm, u) : VALUE_NULL, r = VALUE_NULL;
    Value args = with_kwargs && !kwargs ? VALUE_NULL : pop(vm, u);
    Value cls = args ? pop(vm, u) : VALUE_NULL;
    FlatArgs flat;
    if (cls && newobj_is_good(vm, cls, args, kwargs) &&
        flat_args_init(vm, &flat, cls, VALUE_NULL, args, kwargs) == 0) {
        r = TYPE_OF(cls)->slots.new_(vm, TYPE_OF(cls), flat.values, flat.npos,
                                     flat.kwnames);
        flat_args_fini(vm, &flat);
    }
    Value used[] = {kwargs, args, cls};
    values_xdecref(vm, used, 3);
    return push_steal(vm, u, r);
}

/* Where attributes of o go to by way of its __dict__, without making one: NULL: they do
 * not, or some key is no str. */
static InstHead *attributes_of(MinipyVM *vm, Value o, Value state)
{
    TypeObj *t = value_type(vm, o);
    Value key, v;
    if (!(t->flags & TYPE_HAS_INST) || t->slots.getattro != object_generic_getattr ||
        !type_shows_inst_dict(vm, t))
        return NULL;
    InstHead *h = inst_head(value_obj(o));
    for (int64_t pos = 0; h->shape && dict_next(state, &pos, &key, &v);)
        if (!value_is_exact(vm, key, KIND_STR))
            return NULL;
    return h->shape ? h : NULL;
}

static int set_attributes(MinipyVM *vm, Value o, InstHead *h, Value state)
{
    Value key, v;
    int r = 0;
    for (int64_t pos = 0; r == 0 && dict_next(state, &pos, &key, &v);) {
        Value name = str_intern_steal(vm, value_incref(key));
        r = name ? inst_set(vm, value_obj(o), h, name, v) : -1;
        value_xdecref(vm, name);
    }
    return r;
}

/* {key: value} becomes attributes; keys are interned, as those of classes are. */
static int set_dict(MinipyVM *vm, Value o, Value state)
{
    InstHead *h = attributes_of(vm, o, state);
    if (h)
        return set_attributes(vm, o, h, state);
    Value dict = object_getattr(vm, o, NAME(vm, __dict__)), key, v;
    int r = dict ? 0 : -1;
    for (int64_t pos = 0; r == 0 && dict_next(state, &pos, &key, &v);) {
        Value name = value_incref(key), held = value_incref(v);
        if (value_is_exact(vm, name, KIND_STR))
            name = str_intern_steal(vm, name);
        r = name ? object_setitem(vm, dict, name, held) : -1;
        value_xdecref(vm, name);
        value_decref(vm, held);
    }
    value_xdecref(vm, dict);
    return r;
}

static int set_slots(MinipyVM *vm, Value o, Value state)
{
    Value key, v;
    int r = 0;
    for (int64_t pos = 0; r == 0 && dict_next(state, &pos, &key, &v);) {
        value_incref(key);
        value_incref(v);
        r = object_setattr(vm, o, key, v);
        value_decref(vm, key);
        value_decref(vm, v);
    }
    return r;
}

/* Without __setstate__: a dict of attributes, or a pair of it and one of slots. */
static int set_state(MinipyVM *vm, Value o, Value state)
{
    Value slots = VALUE_NULL;
    if (value_is_tuple(state) && tuple_size(state) == 2) {
        slots = tuple_get_borrow(state, 1);
        state = tuple_get_borrow(state, 0);
    }
    if (state != VALUE_NONE && !value_is_dict(state))
        return module_error(vm, &unpickling_error, "state is not a dictionary"), -1;
    if (state != VALUE_NONE && set_dict(vm, o, state) < 0)
        return -1;
    if (!slots)
        return 0;
    if (!value_is_dict(slots))
        return module_error(vm, &unpickling_error, "slot state is not a dictionary"),
               -1;
    return set_slots(vm, o, slots);
}

static int load_build(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->size - 2 < u->fence)
        return underflow(vm, u);
    Value state = pop(vm, u), o = u->stack[u->size - 1], method;
    int found = object_lookup_attr(vm, o, NAME(vm, __setstate__), &method);
    int r = found < 0 ? -1 : 0;
    if (found > 0) {
        Value done = call1(vm, method, state);
        value_decref(vm, method);
        value_xdecref(vm, done);
        r = done ? 0 : -1;
    } else if (found == 0) {
        r = set_state(vm, o, state);
    }
    value_decref(vm, state);
    return r;
}

/* What copyreg has under a number. */
static int load_extension(MinipyVM *vm, UnpicklerObj *u, int bytes)
{
    const uint8_t *data = unpickler_bytes(vm, u, bytes);
    if (!data)
        return -1;
    int64_t code =
        bytes == 4 ? (int32_t)number_of(data, 4) : (int64_t)number_of(data, bytes);
    if (code <= 0)
        return module_error(vm, &unpickling_error, "EXT specifies code <= 0"), -1;
    Value cache = import_attr(vm, "copyreg", "_extension_cache");
    Value names = cache ? import_attr(vm, "copyreg", "_inverted_registry") : VALUE_NULL;
    Value key = int_new(vm, code);
    Value v = names ? value_xincref(dict_get_borrow(vm, cache, key)) : VALUE_NULL;
    Value pair = names && !v ? dict_get_borrow(vm, names, key) : VALUE_NULL;
    if (names && !v && !pair && !error_occurred(vm))
        error_set(vm, EXC_ValueError, "unregistered extension code %ld", (long)code);
    else if (pair && (!value_is_tuple(pair) || tuple_size(pair) != 2 ||
                      !value_is_str(tuple_get_borrow(pair, 0)) ||
                      !value_is_str(tuple_get_borrow(pair, 1))))
        error_set(vm, EXC_ValueError,
                  "_inverted_registry[%ld] isn't a 2-tuple of strings", (long)code);
    else if (pair) {
        v = find_class(vm, u, tuple_get_borrow(pair, 0), tuple_get_borrow(pair, 1));
        if (v && dict_set(vm, cache, key, v) < 0)
            value_clear(vm, &v);
    }
    Value used[] = {cache, names, key};
    values_xdecref(vm, used, 3);
    return push_steal(vm, u, v);
}

static bool has_persistent_load(MinipyVM *vm, const UnpicklerObj *u)
{
    if (!u->persistent_load)
        module_error(vm, &unpickling_error,
                     "A load persistent id instruction was encountered,\n"
                     "but no persistent_load function was specified.");
    return u->persistent_load != VALUE_NULL;
}

static int load_persistent(MinipyVM *vm, UnpicklerObj *u, Value id)
{
    Value r = id ? call1(vm, u->persistent_load, id) : VALUE_NULL;
    value_xdecref(vm, id);
    return push_steal(vm, u, r);
}

static int load_persid(MinipyVM *vm, UnpicklerObj *u)
{
    if (!has_persistent_load(vm, u))
        return -1;
    int64_t size;
    const uint8_t *line = unpickler_line(vm, u, &size);
    Value id = line ? str_decode(vm, line, size, "ascii", "strict") : VALUE_NULL;
    if (!id && line && error_matches(vm, EXC_UnicodeDecodeError)) {
        error_clear(vm);
        module_error(vm, &unpickling_error,
                     "persistent IDs in protocol 0 must be ASCII strings");
    }
    return load_persistent(vm, u, id);
}

/* ---- the memo -------------------------------------------------------------------- */

static int get_memo(MinipyVM *vm, UnpicklerObj *u, int64_t index)
{
    Value v = index < 0 ? VALUE_NULL : unpickler_memo_get_borrow(vm, u, index);
    if (!v && !error_occurred(vm))
        module_error(vm, &unpickling_error, "Memo value not found at index %ld",
                     (long)index);
    return v ? push_steal(vm, u, value_incref(v)) : -1;
}

static int put_memo(MinipyVM *vm, UnpicklerObj *u, int64_t index)
{
    Value v = top_borrow(vm, u);
    if (v && index < 0)
        error_set(vm, EXC_ValueError, "negative PUT argument");
    /* CPython's table, whose size doubles, with a pointer for each. */
    bool fits = v && index >= 0 &&
                fits_memory(vm, index > INT64_MAX / 16 ? INT64_MAX : index * 16);
    return fits ? unpickler_memo_put(vm, u, index, v) : -1;
}

/* The index in a line, in *index. -1: exception. */
static int line_index(MinipyVM *vm, UnpicklerObj *u, int64_t *index)
{
    int64_t size;
    const uint8_t *line = filled_line(vm, u, &size);
    Value v = line ? line_int(vm, line, size + 1, 10) : VALUE_NULL;
    int r = v && arg_ssize(vm, v, index) ? 0 : -1;
    value_xdecref(vm, v);
    return r;
}

static int load_memo_op(MinipyVM *vm, UnpicklerObj *u, int bytes, bool put)
{
    int64_t index;
    if (bytes) {
        const uint8_t *data = unpickler_bytes(vm, u, bytes);
        if (!data)
            return -1;
        index = (int64_t)number_of(data, bytes);
    } else if (line_index(vm, u, &index) < 0) {
        return -1;
    }
    return put ? put_memo(vm, u, index) : get_memo(vm, u, index);
}

/* ---- the machine ----------------------------------------------------------------- */

static int load_pop(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->mark_count && u->marks[u->mark_count - 1] == u->size)
        return take_mark(vm, u) < 0 ? -1 : 0;
    Value v = pop(vm, u);
    value_xdecref(vm, v);
    return v ? 0 : -1;
}

static int load_pop_mark(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t at = take_mark(vm, u);
    if (at < 0)
        return -1;
    drop_to(vm, u, at);
    return 0;
}

static int load_dup(MinipyVM *vm, UnpicklerObj *u)
{
    Value v = top_borrow(vm, u);
    return v ? push_steal(vm, u, value_incref(v)) : -1;
}

static int load_proto(MinipyVM *vm, UnpicklerObj *u)
{
    const uint8_t *data = unpickler_bytes(vm, u, 1);
    if (!data)
        return -1;
    if (*data > PICKLE_HIGHEST)
        return error_set(vm, EXC_ValueError, "unsupported pickle protocol: %d", *data),
               -1;
    u->protocol = *data;
    return 0;
}

/* The frame is read at once; its opcodes then come from there. */
static int load_frame(MinipyVM *vm, UnpicklerObj *u)
{
    int64_t size = read_size(vm, u, 8, "FRAME length exceeds system's maximum");
    if (size < 0 || !unpickler_bytes(vm, u, size))
        return -1;
    u->in_at -= size;
    return 0;
}

static int bad_opcode(MinipyVM *vm, uint8_t op)
{
    if (op >= 0x20 && op <= 0x7e && op != '\'' && op != '\\')
        module_error(vm, &unpickling_error, "invalid load key, '%c'.", op);
    else
        module_error(vm, &unpickling_error, "invalid load key, '\\x%s%x'.",
                     op < 16 ? "0" : "", op);
    return -1;
}

/* The opcodes that come first are those of protocol 4 and later. */
static int run(MinipyVM *vm, UnpicklerObj *u, uint8_t op)
{
    switch (op) {
    case OP_NONE: return push_steal(vm, u, VALUE_NONE);
    case OP_NEWTRUE: return push_steal(vm, u, VALUE_TRUE);
    case OP_NEWFALSE: return push_steal(vm, u, VALUE_FALSE);
    case OP_BININT: return load_binint(vm, u, 4);
    case OP_BININT1: return load_byte(vm, u);
    case OP_BININT2: return load_binint(vm, u, 2);
    case OP_INT: return load_int(vm, u);
    case OP_LONG: return load_long(vm, u);
    case OP_LONG1: return load_counted_long(vm, u, 1);
    case OP_LONG4: return load_counted_long(vm, u, 4);
    case OP_FLOAT: return load_float(vm, u);
    case OP_BINFLOAT: return load_binfloat(vm, u);
    case OP_STRING: return load_string(vm, u);
    case OP_BINSTRING: return load_binstring(vm, u, 4);
    case OP_SHORT_BINSTRING: return load_binstring(vm, u, 1);
    case OP_UNICODE: return load_unicode(vm, u);
    case OP_SHORT_BINUNICODE: return load_binunicode(vm, u, 1);
    case OP_BINUNICODE: return load_binunicode(vm, u, 4);
    case OP_BINUNICODE8: return load_binunicode(vm, u, 8);
    case OP_SHORT_BINBYTES: return load_binbytes(vm, u, 1);
    case OP_BINBYTES: return load_binbytes(vm, u, 4);
    case OP_BINBYTES8: return load_binbytes(vm, u, 8);
    case OP_BYTEARRAY8: return load_bytearray(vm, u);
    case OP_NEXT_BUFFER: return load_next_buffer(vm, u);
    case OP_READONLY_BUFFER: return load_readonly_buffer(vm, u);
    case OP_EMPTY_TUPLE: return push_steal(vm, u, tuple_from(vm, NULL, 0));
    case OP_TUPLE1: return load_counted_tuple(vm, u, 1);
    case OP_TUPLE2: return load_counted_tuple(vm, u, 2);
    case OP_TUPLE3: return load_counted_tuple(vm, u, 3);
    case OP_TUPLE: return load_tuple(vm, u);
    case OP_EMPTY_LIST: return push_steal(vm, u, list_new(vm, 0));
    case OP_LIST: return load_list(vm, u);
    case OP_APPEND: return do_append(vm, u, u->size - 1);
    case OP_EMPTY_DICT: return push_steal(vm, u, dict_new(vm));
    case OP_DICT: return load_dict(vm, u);
    case OP_SETITEM: return do_setitems(vm, u, u->size - 2);
    case OP_EMPTY_SET: return push_steal(vm, u, set_new(vm, VALUE_NULL));
    case OP_ADDITEMS: return load_additems(vm, u);
    case OP_FROZENSET: return load_frozenset(vm, u);
    case OP_MEMOIZE:
        return put_memo(vm, u, u->memo_count + (u->sparse ? dict_size(u->sparse) : 0));
    case OP_BINGET: return load_memo_op(vm, u, 1, false);
    case OP_LONG_BINGET: return load_memo_op(vm, u, 4, false);
    case OP_GET: return load_memo_op(vm, u, 0, false);
    case OP_BINPUT: return load_memo_op(vm, u, 1, true);
    case OP_LONG_BINPUT: return load_memo_op(vm, u, 4, true);
    case OP_PUT: return load_memo_op(vm, u, 0, true);
    case OP_STACK_GLOBAL: return load_stack_global(vm, u);
    case OP_GLOBAL: return push_steal(vm, u, class_of_lines(vm, u, "utf-8"));
    case OP_REDUCE: return load_reduce(vm, u);
    case OP_NEWOBJ: return load_newobj(vm, u, false);
    case OP_NEWOBJ_EX: return load_newobj(vm, u, true);
    case OP_BUILD: return load_build(vm, u);
    case OP_INST: return load_inst(vm, u);
    case OP_OBJ: return load_obj(vm, u);
    case OP_EXT1: return load_extension(vm, u, 1);
    case OP_EXT2: return load_extension(vm, u, 2);
    case OP_EXT4: return load_extension(vm, u, 4);
    case OP_PERSID: return load_persid(vm, u);
    case OP_BINPERSID:
        return has_persistent_load(vm, u) ? load_persistent(vm, u, pop(vm, u)) : -1;
    case OP_MARK: return load_mark(vm, u);
    case OP_POP: return load_pop(vm, u);
    case OP_POP_MARK: return load_pop_mark(vm, u);
    case OP_DUP: return load_dup(vm, u);
    case OP_PROTO: return load_proto(vm, u);
    case OP_FRAME: return load_frame(vm, u);
    default: return bad_opcode(vm, op);
    }
}

/* APPENDS and SETITEMS, whose items begin at the mark. */
static int run_marked(MinipyVM *vm, UnpicklerObj *u, uint8_t op)
{
    int64_t at = take_mark(vm, u);
    if (at < 0)
        return -1;
    return op == OP_APPENDS ? do_append(vm, u, at) : do_setitems(vm, u, at);
}

/* Until STOP. -1: exception. */
static int run_all(MinipyVM *vm, UnpicklerObj *u)
{
    for (;;) {
        const uint8_t *op = unpickler_bytes(vm, u, 1);
        if (!op) {
            if (module_error_is(vm, &unpickling_error)) {
                error_clear(vm);
                error_set(vm, EXC_EOFError, "Ran out of input");
            }
            return -1;
        }
        if (*op == OP_STOP)
            return 0;
        bool marked = *op == OP_APPENDS || *op == OP_SETITEMS;
        if ((marked ? run_marked(vm, u, *op) : run(vm, u, *op)) < 0 ||
            limits_poll(vm) < 0)
            return -1;
    }
}

Value unpickler_load(MinipyVM *vm, Value self)
{
    UnpicklerObj *u = UNPICKLER(self);
    value_incref(self);
    u->running = true;
    u->mark_count = u->fence = 0;
    u->protocol = 0;
    bool done = run_all(vm, u) == 0 && unpickler_skip_consumed(vm, u) == 0;
    Value r = done ? pop(vm, u) : VALUE_NULL;
    u->running = false;
    Value error = error_fetch(vm);
    drop_to(vm, u, 0);
    error_restore_steal(vm, error);
    value_decref(vm, self);
    return r;
}
