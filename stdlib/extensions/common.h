/* common.h - what the extension modules share, on minipy.h alone: ints of C's sizes,
 * exception classes of their own, and output that grows in the vm's memory, so that its
 * limit holds for what a few bytes unpack to.
 */
#ifndef MINIPY_EXTENSIONS_COMMON_H
#define MINIPY_EXTENSIONS_COMMON_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minipy.h"

/* ---- what Python calls ----------------------------------------------------------- */

/* A function, an attribute's getter and setter, the end of an object: which of their
 * parameters they look at is their own matter. */
#define MAYBE __attribute__((unused))
#define METHOD(name)                                                                   \
    MinipyValue name(MAYBE MinipyVM *vm, MAYBE void *user,                             \
                     MAYBE const MinipyValue *args, MAYBE size_t n)
#define GETTER(name)                                                                   \
    MinipyValue name(MAYBE MinipyVM *vm, MAYBE void *user, MAYBE MinipyValue self)
#define SETTER(name)                                                                   \
    int name(MAYBE MinipyVM *vm, MAYBE void *user, MAYBE MinipyValue self,             \
             MinipyValue v)
#define DESTROY(name) void name(MAYBE MinipyVM *vm, MAYBE void *user, void *data)

/* Of each thread. Without the model a library finds them by a call of the loader's each
 * time; the C library keeps 512 bytes for those that come later and want it so, of
 * which these modules take some thirty. */
#define THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))

/* ---- tables ---------------------------------------------------------------------- */

#define ROW(name_, function_, signature_, doc_)                                        \
    {                                                                                  \
        .name = name_, .function = function_, .signature = signature_, .doc = doc_     \
    }
/* A method whose `user` is the data of its self. */
#define DATA_ROW(name_, function_, signature_, doc_)                                   \
    {                                                                                  \
        .name = name_, .function = function_, .signature = signature_, .doc = doc_,    \
        .flags = MINIPY_DATA                                                           \
    }
/* A method that in CPython gets the class that defines it, which shows in how it words
 * what it does not take (vm/api/api.h: HOST_BY_CLASS). */
#define CLASS_ROW(name_, function_, signature_, doc_)                                  \
    {                                                                                  \
        .name = name_, .function = function_, .signature = signature_, .doc = doc_,    \
        .flags = 1 << 16                                                               \
    }
/* Both. */
#define CLASS_DATA_ROW(name_, function_, signature_, doc_)                             \
    {                                                                                  \
        .name = name_, .function = function_, .signature = signature_, .doc = doc_,    \
        .flags = 1 << 16 | MINIPY_DATA                                                 \
    }
/* A __next__: MINIPY_NULL without an exception is the end (HOST_ENDS). */
#define NEXT_ROW(function_)                                                            \
    {                                                                                  \
        .name = "__next__", .function = function_, .signature = "(self, /)",           \
        .flags = 1 << 17 | MINIPY_DATA                                                 \
    }
/* A flag of methods: CPython's has no __text_signature__ (HOST_UNSIGNED). */
enum { UNSIGNED = 1 << 18 };
/* A flag of types: __getitem__ takes keys, and nobody iterates by it (HOST_MAPPING). */
enum { MAPPING_ONLY = 1 << 16 };
/* Another: the first value is a list or a tuple of the items, in which iteration, an
 * index and len() look before they ask __getitem__ and __len__ (HOST_ITEMS). */
enum { FIRST_VALUE_IS_ITEMS = 1 << 17 };
/* The same of an array: behind the values lie `MinipyValue *items; int64_t count`,
 * which the module keeps (HOST_ARRAY). */
enum { ITEMS_BEHIND_VALUES = 1 << 18 };
/* An attribute that programs read. */
#define FIELD(name_, kind, data, of)                                                   \
    {                                                                                  \
        .name = name_, .field = kind, .offset = offsetof(data, of), .readonly = true   \
    }

typedef struct Number {
    const char *name;
    int64_t value;
} Number;

/* The constants of a table that ends with {0}. -1: exception. */
static inline int add_numbers(MinipyVM *vm, MinipyValue module, const Number *table)
{
    int r = 0;
    for (; r == 0 && table->name; table++) {
        MinipyValue v = minipy_int(vm, table->value);
        r = v ? minipy_setattr(vm, module, table->name, v) : -1;
        minipy_release(vm, v);
    }
    return r;
}

static inline int add_text(MinipyVM *vm, MinipyValue module, const char *name,
                           const char *text)
{
    MinipyValue v = minipy_str(vm, text, strlen(text));
    int r = v ? minipy_setattr(vm, module, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

static inline int add_type(MinipyVM *vm, MinipyValue module, const char *name,
                           const MinipyType *type)
{
    MinipyValue cls = minipy_type(vm, type, MINIPY_NULL);
    int r = cls ? minipy_setattr(vm, module, name, cls) : -1;
    minipy_release(vm, cls);
    return r;
}

/* ---- references ------------------------------------------------------------------ */

/* How many references there are to a value, and its class, borrowed; of small ints and
 * the like 0, MINIPY_NULL. Where they lie the vm asserts (vm/api/api_value.c). */
static inline bool is_object(MinipyValue v)
{
    return v && (v & 7) == 0;
}
static inline uint32_t references(MinipyValue v)
{
    return is_object(v) ? *(const uint32_t *)(uintptr_t)v : 0;
}
static inline MinipyValue class_of(MinipyValue v)
{
    return is_object(v) ? ((const MinipyValue *)(uintptr_t)v)[1] : MINIPY_NULL;
}
/* minipy_retain() and minipy_release() of what is surely the vm's, mostly in line. */
static inline bool is_counted(MinipyValue v)
{
    return v && (v & 15) == 0;
}
static inline MinipyValue ref(MinipyValue v)
{
    if (is_counted(v))
        ++*(uint32_t *)(uintptr_t)v;
    return v;
}
static inline void unref(MinipyVM *vm, MinipyValue v)
{
    if (!is_object(v))
        return;
    if (is_counted(v) && references(v) > 1)
        --*(uint32_t *)(uintptr_t)v;
    else
        minipy_release(vm, v);
}

/* Stores v, whose reference is taken over, in the place of what was there. */
static inline void replace(MinipyVM *vm, MinipyValue *place, MinipyValue v)
{
    MinipyValue before = *place;
    *place = v;
    unref(vm, before);
}

/* v, or, if r = -1 says so, MINIPY_NULL: then v is given back. */
static inline MinipyValue unless_failed(MinipyVM *vm, MinipyValue v, int r)
{
    if (r == 0)
        return v;
    minipy_release(vm, v);
    return MINIPY_NULL;
}

/* Appends v, which is given back; MINIPY_NULL: an exception. */
static inline int append(MinipyVM *vm, MinipyValue list, MinipyValue v)
{
    int r = v ? minipy_list_append(vm, list, v) : -1;
    minipy_release(vm, v);
    return r;
}

/* A tuple of values that are given back. MINIPY_NULL among them: an exception. */
static inline MinipyValue tuple_of(MinipyVM *vm, MinipyValue *items, size_t n)
{
    bool made = true;
    for (size_t i = 0; i < n; i++)
        made = made && items[i];
    MinipyValue t = made ? minipy_tuple(vm, items, n) : MINIPY_NULL;
    for (size_t i = 0; i < n; i++)
        minipy_release(vm, items[i]);
    return t;
}
#define TUPLE(vm, ...)                                                                 \
    tuple_of(vm, (MinipyValue[]){__VA_ARGS__},                                         \
             sizeof((MinipyValue[]){__VA_ARGS__}) / sizeof(MinipyValue))

/* What a function of a module makes of a value, which is given back. */
static inline MinipyValue made_by(MinipyVM *vm, const char *module, const char *name,
                                  MinipyValue v)
{
    MinipyValue m = v ? minipy_import(vm, module) : MINIPY_NULL;
    MinipyValue r = m ? minipy_call_method(vm, m, name, &v, 1) : MINIPY_NULL;
    minipy_release(vm, m);
    minipy_release(vm, v);
    return r;
}

/* Whether the class of v has that special method: 1, 0, -1: exception. */
static inline int has_special(MinipyVM *vm, MinipyValue v, const char *name)
{
    MinipyValue cls = made_by(vm, "builtins", "type", minipy_retain(v));
    MinipyValue method = cls ? minipy_lookup_attr(vm, cls, name) : MINIPY_NULL;
    minipy_release(vm, cls);
    minipy_release(vm, method);
    return method ? 1 : minipy_error_occurred(vm) ? -1 : 0;
}

/* The lowest 64 bits of an int, or of what __index__ gives, however large; the & of a
 * program's own class of ints is not asked. -1: exception. */
static inline int low_bits(MinipyVM *vm, MinipyValue v, uint64_t *out)
{
    MinipyKind kind = minipy_kind(v);
    if (kind != MINIPY_IS_INT && kind != MINIPY_IS_BOOL) {
        MinipyValue i = made_by(vm, "operator", "index", minipy_retain(v));
        int done = i ? low_bits(vm, i, out) : -1;
        minipy_release(vm, i);
        return done;
    }
    int64_t n;
    int r = minipy_as_int(vm, v, &n);
    if (r == 0)
        *out = (uint64_t)n;
    if (r == 0 || !minipy_error_matches(vm, "OverflowError"))
        return r;
    minipy_error_clear(vm);
    MinipyValue builtins = minipy_import(vm, "builtins");
    MinipyValue cls = builtins ? minipy_getattr(vm, builtins, "int") : MINIPY_NULL;
    MinipyValue both[] = {v, minipy_uint(vm, UINT64_MAX)};
    MinipyValue low =
        cls && both[1] ? minipy_call_method(vm, cls, "__and__", both, 2) : MINIPY_NULL;
    r = low ? minipy_as_uint(vm, low, out) : -1;
    minipy_release(vm, low);
    minipy_release(vm, both[1]);
    minipy_release(vm, cls);
    minipy_release(vm, builtins);
    return r;
}

/* A list, which is given back, as a tuple. */
static inline MinipyValue tuple_of_list(MinipyVM *vm, MinipyValue list)
{
    return made_by(vm, "builtins", "tuple", list);
}

/* ---- arguments ------------------------------------------------------------------- */

/* As a C int; -1 with OverflowError. MINIPY_NULL, an argument that was not given,
 * leaves *out as it is. */
static inline int as_c_int(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t n = *out;
    int r = v ? minipy_as_int(vm, v, &n) : 0;
    if (r < 0 && !minipy_error_matches(vm, "OverflowError"))
        return -1;
    if (r < 0 || n < INT_MIN || n > INT_MAX) {
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C int");
        return -1;
    }
    *out = (int)n;
    return 0;
}

/* Of an int for which minipy_as_int() raised, which this takes away: is it below zero?
 */
static inline bool was_negative(MinipyVM *vm, MinipyValue v)
{
    minipy_error_clear(vm); /* nothing is made or compared while it waits */
    MinipyValue zero = minipy_int(vm, 0);
    bool below = minipy_compare(vm, v, "<", zero) > 0;
    minipy_release(vm, zero);
    return below;
}

/* The same for Py_ssize_t. */
static inline int as_size(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (!v || minipy_as_int(vm, v, out) == 0)
        return 0;
    if (minipy_error_matches(vm, "OverflowError"))
        minipy_raise(vm, "OverflowError",
                     "Python int too large to convert to C ssize_t");
    return -1;
}

/* The text of a str, without null characters. NULL: exception. */
static inline const char *plain_text(MinipyVM *vm, MinipyValue v)
{
    size_t size;
    const char *text = minipy_as_str(vm, v, &size);
    if (!text || strlen(text) == size)
        return text;
    minipy_raise(vm, "ValueError", "embedded null character");
    return NULL;
}

/* The bytes of an object with a buffer, which stays in place until view is released. */
typedef struct Bytes {
    const unsigned char *data;
    size_t size;
    MinipyValue view;
} Bytes;

static inline int get_bytes(MinipyVM *vm, MinipyValue v, Bytes *b)
{
    if (minipy_kind(v) == MINIPY_IS_BYTES) { /* it stays in place without a view */
        b->data = (const unsigned char *)minipy_as_bytes(vm, v, &b->size);
        b->view = b->data ? minipy_retain(v) : MINIPY_NULL;
        return b->data ? 0 : -1;
    }
    b->data = minipy_buffer(vm, v, false, &b->size, &b->view);
    if (!b->data && minipy_error_matches(vm, "TypeError"))
        minipy_raisef(vm, "TypeError", "a bytes-like object is required, not '%.100s'",
                      minipy_type_name(vm, v));
    return b->data ? 0 : -1;
}

/* ---- memory of libraries --------------------------------------------------------- */

/* What a library holds counts towards the vm's limit: a block knows its vm and size. */
typedef struct Block {
    MinipyVM *vm;
    size_t size;
} Block;

/* vm NULL, outside the vm: not counted. NULL: MemoryError. */
static inline void *library_alloc(MinipyVM *vm, size_t size)
{
    if (size > INT64_MAX / 2 || (vm && minipy_charge(vm, (int64_t)size) < 0))
        return NULL;
    Block *b = malloc(sizeof *b + size);
    if (!b) {
        if (vm)
            minipy_charge(vm, -(int64_t)size);
        return NULL;
    }
    *b = (Block){vm, size};
    return b + 1;
}

static inline void library_free(void *block)
{
    Block *b = block ? (Block *)block - 1 : NULL;
    if (b && b->vm)
        minipy_charge(b->vm, -(int64_t)b->size);
    free(b);
}

/* ---- exceptions ------------------------------------------------------------------ */

/* Raises cls(text). */
static inline MinipyValue raise_of(MinipyVM *vm, MinipyValue cls, const char *text)
{
    MinipyValue message = minipy_str(vm, text, strlen(text));
    MinipyValue e = message ? minipy_call(vm, cls, &message, 1) : MINIPY_NULL;
    if (e)
        minipy_raise_value(vm, e);
    minipy_release(vm, message);
    minipy_release(vm, e);
    return MINIPY_NULL;
}

/* ---- output ---------------------------------------------------------------------- */

enum { OUTPUT_PIECE = 64 * 1024 };

/* Pieces, each a bytes object of the vm's. */
typedef struct Output {
    MinipyVM *vm;
    MinipyValue pieces; /* a list; MINIPY_NULL: none yet */
    size_t size;        /* of all pieces */
    size_t used;        /* of the room, by the one who fills it */
    unsigned char room[OUTPUT_PIECE];
} Output;

/* To be given back by output_bytes or output_drop. NULL: MemoryError. */
static inline Output *output_new(MinipyVM *vm)
{
    Output *o = malloc(sizeof *o);
    if (!o)
        minipy_raise(vm, "MemoryError", NULL);
    else
        o->vm = vm, o->pieces = MINIPY_NULL, o->size = o->used = 0;
    return o;
}

static inline void output_drop(Output *o)
{
    if (o)
        minipy_release(o->vm, o->pieces);
    free(o);
}

/* Empties the room. -1: MemoryError, or the vm is stopped. */
static inline int output_flush(Output *o)
{
    MinipyVM *vm = o->vm;
    MinipyValue piece = minipy_bytes(vm, o->room, o->used);
    if (piece && !o->pieces)
        o->pieces = minipy_list(vm, NULL, 0);
    int r = piece && o->pieces ? minipy_list_append(vm, o->pieces, piece) : -1;
    minipy_release(vm, piece);
    o->size += o->used;
    o->used = 0;
    return r < 0 ? -1 : minipy_poll(vm);
}

/* All of it as bytes; gives the output back. */
static inline MinipyValue output_bytes(Output *o)
{
    MinipyVM *vm = o->vm;
    MinipyValue r = MINIPY_NULL;
    if (!o->pieces) {
        r = minipy_bytes(vm, o->room, o->used);
    } else if (output_flush(o) == 0) {
        MinipyValue empty = minipy_bytes(vm, NULL, 0);
        r = empty ? minipy_call_method(vm, empty, "join", &o->pieces, 1) : MINIPY_NULL;
        minipy_release(vm, empty);
    }
    output_drop(o);
    return r;
}

/* That, or what r = -1 says: an exception. */
static inline MinipyValue output_end(Output *o, int r)
{
    if (r == 0)
        return output_bytes(o);
    output_drop(o);
    return MINIPY_NULL;
}

/* ---- compressors ----------------------------------------------------------------- */

/* clang-format off */
#define COMPRESSOR_ROWS \
    DATA_ROW("compress", compressor_compress, "(self, data, /)", "Takes data; returns what is ready of the compressed data."), \
    DATA_ROW("flush", compressor_flush, "(self, /)", "The rest of the compressed data. The object is of no use afterwards.")
#define COMPRESSOR_FLAGS (MINIPY_FINAL | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS)
/* clang-format on */

/* What compress(data) of a compressor does, by work(); flushed: it is at its end. */
static inline MinipyValue
compress_more(MinipyVM *vm, void *compressor, bool flushed, MinipyValue data,
              MinipyValue (*work)(MinipyVM *vm, void *compressor, Bytes in))
{
    Bytes in;
    if (get_bytes(vm, data, &in) < 0)
        return MINIPY_NULL;
    MinipyValue r = flushed
                        ? minipy_raise(vm, "ValueError", "Compressor has been flushed")
                        : work(vm, compressor, in);
    minipy_release(vm, in.view);
    return r;
}

/* ---- what decompressors begin with ----------------------------------------------- */

typedef struct Unpacker {
    MinipyValue unused_data; /* bytes */
    MinipyValue pending; /* bytes that came and were not taken yet; or MINIPY_NULL */
    bool eof, needs_input;
} Unpacker;

/* clang-format off */
#define UNPACKER_ROW \
    DATA_ROW("decompress", decompressor_decompress, "(self, data, max_length=-1)", "What the data unpacks to, max_length bytes at most (-1: all).")
#define UNPACKER_FIELDS \
    FIELD("eof", MINIPY_BOOL, Decompressor, u.eof), FIELD("unused_data", MINIPY_VALUE, Decompressor, u.unused_data), \
    FIELD("needs_input", MINIPY_BOOL, Decompressor, u.needs_input)
/* clang-format on */

/* As a new one. */
static inline int unpacker_begin(MinipyVM *vm, Unpacker *u)
{
    MinipyValue empty = minipy_bytes(vm, NULL, 0);
    if (!empty)
        return -1;
    replace(vm, &u->unused_data, empty);
    replace(vm, &u->pending, MINIPY_NULL);
    u->eof = false;
    u->needs_input = true;
    return 0;
}

/* `pending` and what has come now, as one. */
static inline int unpacker_input(MinipyVM *vm, Unpacker *u, MinipyValue data, Bytes *in)
{
    if (!u->pending)
        return get_bytes(vm, data, in);
    MinipyValue all = minipy_operate(vm, u->pending, "+", data);
    int r = all ? get_bytes(vm, all, in) : -1;
    minipy_release(vm, all);
    return r;
}

/* What the library did not take: behind the end, or for the next call. */
static inline int unpacker_keep(MinipyVM *vm, Unpacker *u, const void *rest,
                                size_t size)
{
    MinipyValue b = size ? minipy_bytes(vm, rest, size) : MINIPY_NULL;
    if (size && !b)
        return -1;
    if (u->eof && b) {
        replace(vm, &u->unused_data, b);
        b = MINIPY_NULL;
    }
    replace(vm, &u->pending, b);
    return 0;
}

#endif
