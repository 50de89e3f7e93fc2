/* json_private.h - what json_scanner.c and json_encoder.c share. */
#ifndef MINIPY_STDLIB_TEXT_JSON_PRIVATE_H
#define MINIPY_STDLIB_TEXT_JSON_PRIVATE_H

#include "stdlib/native.h"

extern const TypeSpec json_scanner_spec;

#define JSON_ONES UINT64_C(0x0101010101010101)

/* Eight bytes of a text: the top bit of the lowest byte that is `"`, `\\`, or below a
 * blank is set, and none below it. */
static inline uint64_t json_special_bytes(uint64_t word)
{
    uint64_t quote = word ^ JSON_ONES * '"', slash = word ^ JSON_ONES * '\\';
    uint64_t hits = ((quote - JSON_ONES) & ~quote) | ((slash - JSON_ONES) & ~slash) |
                    ((word - JSON_ONES * ' ') & ~word);
    return hits & JSON_ONES << 7;
}

enum { JSON_WORDS = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

/* scanstring(string, end, strict=True) of the module. */
Value json_scanstring(NATIVE_ARGS);

#endif
