/* str.h - text: immutable code points stored in the narrowest of 1, 2 or 4 bytes each,
 * so that indexing is O(1). `ascii` says that every code point is below 128 (then the
 * data are UTF-8 too). A NUL terminates the data. Implementation: str*.c.
 */
#ifndef MINIPY_VM_TEXT_STR_H
#define MINIPY_VM_TEXT_STR_H

#include "vm/core/vm.h"

struct StrObj {
    Object ob;
    int64_t hash; /* -1: not computed */
    int64_t length;
    uint8_t width; /* 1, 2, 4 */
    uint8_t ascii;
    /* The text, a zero, and behind what is not ASCII the address of its UTF-8
     * (str_private.h). */
    _Alignas(4) uint8_t data[];
};

static inline void *str_data(const StrObj *s)
{
    return (void *)(uintptr_t)s->data;
}
static inline uint32_t str_char_at(const StrObj *s, int64_t i)
{
    return s->width == 1   ? s->data[i]
           : s->width == 2 ? ((const uint16_t *)(const void *)s->data)[i]
                           : ((const uint32_t *)(const void *)s->data)[i];
}
static inline int64_t str_length(Value v)
{
    return STR(v)->length;
}

/* New strings. Text must be valid for the function; errors: VALUE_NULL. */
Value str_alloc(MinipyVM *vm, int64_t length,
                uint32_t max_char); /* data not filled (NUL set) */
Value str_from_utf8(MinipyVM *vm, const char *s,
                    int64_t size); /* UnicodeDecodeError if invalid */
Value str_from_utf8_surrogates(MinipyVM *vm, const char *s,
                               int64_t size); /* WTF-8: 3-byte surrogates pass */
Value str_from_cstr(MinipyVM *vm, const char *s);
Value str_from_ascii(MinipyVM *vm, const char *s,
                     int64_t size); /* caller knows it is ASCII */
Value str_from_latin1(MinipyVM *vm, const uint8_t *s, int64_t size);
Value str_from_ucs4(MinipyVM *vm, const uint32_t *s, int64_t n); /* narrows */
Value str_from_char(MinipyVM *vm, uint32_t cp);
Value str_from_path(MinipyVM *vm, const char *path); /* as os.fsdecode() */
int64_t str_cstr_hash(MinipyVM *vm, const char *s);  /* of a str of that text */
Value str_intern_cstr(MinipyVM *vm, const char *s);
Value str_intern_ascii(MinipyVM *vm, const char *s, size_t size); /* new, of ASCII */
Value str_intern_steal(MinipyVM *vm, Value s); /* the interned equal of s */
static inline bool str_is_interned(Value s)
{
    return STR(s)->ob.flags & OBJ_INTERNED;
}

/* UTF-8 of the text, cached, NUL-terminated, borrowed. NULL + UnicodeEncodeError for
 * lone surrogates. size may be NULL (then embedded NULs are the caller's concern). */
const char *str_utf8(MinipyVM *vm, Value s, int64_t *size);
/* The same for C functions that stop at a NUL: ValueError if there is one in it. */
const char *str_cstr(MinipyVM *vm, Value s);
/* The same for probes: never fails loudly, allocates nothing if ASCII; NULL if not
 * encodable. */
const char *str_utf8_or_null(MinipyVM *vm, Value s);
/* What one of these made before, or ASCII text; else NULL. */
const char *str_utf8_made(Value s);
Value str_decode_path(MinipyVM *vm, const void *data, int64_t size);
/* File-system form (surrogateescape), as bytes; and mem_alloc'ed: caller frees. */
Value str_encode_path(MinipyVM *vm, Value s);
char *str_path(MinipyVM *vm, Value s);

/* Cached in s; never -1. */
int64_t str_hash(MinipyVM *vm, Value s);
/* The same, which a stopped vm leaves: -1 with an exception. */
int64_t str_hash_leavable(MinipyVM *vm, Value s);
bool str_equal(Value a, Value b); /* both str */
/* Do two str differ, as far as it is told without looking at their texts? */
static inline bool str_surely_differ(Value a, Value b)
{
    const StrObj *x = STR(a), *y = STR(b);
    return x->length != y->length ||
           (x->hash != y->hash && x->hash != -1 && y->hash != -1);
}
/* The order of their first characters, where both have one of Latin-1's text; else 0.
 */
static inline int str_order_first(Value a, Value b)
{
    const StrObj *x = STR(a), *y = STR(b);
    if (x->width != 1 || y->width != 1 || !x->length || !y->length)
        return 0;
    return *(const uint8_t *)str_data(x) - *(const uint8_t *)str_data(y);
}
/* The first of items[i] to items[n - 1] that is no str, or may equal `text`, which is
 * exactly a str; n: none is. For searches, which compare from there. */
static inline int64_t str_first_like(MinipyVM *vm, const Value *items, int64_t i,
                                     int64_t n, Value text)
{
    while (i < n && items[i] != text && value_is_exact(vm, items[i], KIND_STR) &&
           str_surely_differ(items[i], text))
        i++;
    return i;
}
/* The slot: not implemented unless both are str. */
Value str_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op);
/* A str, or of a subclass that compares as str does: whose turn comes first is all one.
 */
static inline bool str_compares_itself(Value v)
{
    return value_is_str(v) && value_obj(v)->type->slots.richcompare == str_richcompare;
}
/* ascii: up to its NUL. In line, as it is mostly a constant, whose length the compiler
 * knows and which it compares a word at a time. */
static inline bool str_equal_ascii(Value s, const char *ascii)
{
    size_t length = strlen(ascii);
    return (size_t)STR(s)->length == length && STR(s)->ascii &&
           memcmp(STR(s)->data, ascii, length) == 0;
}
int str_compare(Value a, Value b); /* <0, 0, >0 */
/* What memcmp says of bytes, and who is longer where it says nothing: < 0, 0, > 0. Most
 * texts differ in their first bytes, or are few: a call of memcmp takes longer. */
static inline int bytes_order(const uint8_t *a, int64_t n, const uint8_t *b, int64_t m)
{
    int64_t both = n < m ? n : m, i = 0;
    uint32_t x = 0, y = 0;
    for (; both - i >= 4 && i < 16 && x == y; i += 4) {
        memcpy(&x, a + i, 4);
        memcpy(&y, b + i, 4);
    }
    if (x != y && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        return __builtin_bswap32(x) < __builtin_bswap32(y) ? -1 : 1;
    if (x != y)
        return x < y ? -1 : 1;
    for (int64_t end = both < i + 4 ? both : i; i < end; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    int order = i < both ? memcmp(a + i, b + i, (size_t)(both - i)) : 0;
    return order ? order : (n > m) - (n < m);
}
/* The truth of a op b; -1 with an exception in a vm that is stopped meanwhile. */
int str_compare_bool(MinipyVM *vm, Value a, Value b, CompareOp op);
/* Of two str: new, VALUE_NULL: MemoryError. */
Value str_concat(MinipyVM *vm, Value a, Value b);
/* a += b: takes a over and may grow it in place when nobody else holds it. */
Value str_append_steal(MinipyVM *vm, Value a, Value b);
Value str_substring(MinipyVM *vm, Value s, int64_t start, int64_t end);
Value str_join(MinipyVM *vm, Value sep, Value iterable);
Value str_join_array(MinipyVM *vm, Value sep, const Value *items,
                     int64_t n); /* all str */
Value str_replace(MinipyVM *vm, Value s, Value old, Value new_, int64_t maxcount);
int64_t str_find(Value s, Value sub, int64_t start, int64_t end,
                 int direction); /* -1: none */
Value str_split(MinipyVM *vm, Value s, Value sep_or_none, int64_t maxsplit);
int str_contains(MinipyVM *vm, Value s, Value sub);
Value str_repr(MinipyVM *vm, Value s);
Value str_ascii_escape(MinipyVM *vm,
                       Value s); /* non-ASCII as escapes: ascii() of a repr */
/* Start and end of a vm: empty_str, ascii[], names[], the intern table. str_init needs
 * the type str to have its place; -1: no memory. */
int str_init(MinipyVM *vm);
void str_fini(MinipyVM *vm);
/* An interned string of those that vms share, while the image is open. */
Value str_shared(MinipyVM *vm, const char *text);
Value str_mod(MinipyVM *vm, Value format, Value args); /* format % args */
bool str_is_identifier(Value s);
Value str_decode(MinipyVM *vm, const void *data, int64_t size, const char *encoding,
                 const char *errors);
Value str_encode(MinipyVM *vm, Value s, const char *encoding,
                 const char *errors); /* bytes */
/* f-strings: conversion is 0, 's', 'r', 'a'; spec str or VALUE_NULL. */
Value str_format_value(MinipyVM *vm, Value v, int conversion, Value spec);

/* A growing text. That memory ran out, or the vm was stopped, is remembered; finish
 * raises it, and no exception is pending before. */
typedef struct StrBuilder {
    MinipyVM *vm;
    void *data;
    Value whole; /* a lone str is kept as it is until something follows */
    int64_t length, capacity;
    int64_t open; /* up to there, at most capacity, nothing is asked */
    uint8_t width;
    bool failed;
    bool has_cell; /* behind the capacity, for the address of UTF-8 */
    uint32_t max_char;
} StrBuilder;
void strbuilder_init(StrBuilder *b, MinipyVM *vm);
void strbuilder_char(StrBuilder *b, uint32_t cp);
void strbuilder_blanks(StrBuilder *b, int64_t n); /* no room for all: no memory */
void strbuilder_str(StrBuilder *b, Value s);
void strbuilder_slice(StrBuilder *b, Value s, int64_t start, int64_t end);
void strbuilder_ascii(StrBuilder *b, const char *s); /* NUL-terminated ASCII */
void strbuilder_bytes(StrBuilder *b, const char *s, int64_t n); /* ASCII */
int strbuilder_value(StrBuilder *b, Value v);                   /* str(v); -1: error */
int strbuilder_repr(StrBuilder *b, Value v);                    /* -1: error */
Value strbuilder_finish(StrBuilder *b); /* new str; the builder is empty afterwards */
/* Ends a repr: appends the bracket and finishes; where what wrote into the builder
 * failed (r < 0), empties it: VALUE_NULL. */
Value strbuilder_close(StrBuilder *b, int r, char bracket);
/* Adds a str, which it takes over; -1 if it is VALUE_NULL, an error that passes. */
static inline int strbuilder_str_steal(StrBuilder *b, Value s)
{
    if (!s)
        return -1;
    strbuilder_str(b, s);
    value_decref(b->vm, s);
    return 0;
}
/* Begins the repr of a container: b holds the first of ellipsis ("[...]"). False if
 * that repr is being made already; then *text is the ellipsis, or VALUE_NULL with an
 * exception. Else repr_leave ends it. (str_builder.c) */
bool repr_open(MinipyVM *vm, Value self, const char *ellipsis, StrBuilder *b,
               Value *text);
void strbuilder_discard(StrBuilder *b);

#endif
