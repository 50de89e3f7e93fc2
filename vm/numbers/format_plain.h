/* format_plain.h: the formats of numbers that are mostly asked for, without a detour.
 */
#ifndef MINIPY_VM_NUMBERS_FORMAT_PLAIN_H
#define MINIPY_VM_NUMBERS_FORMAT_PLAIN_H

#include "vm/core/vm.h"

enum {
    PLAIN_WIDTH = 60,
    PLAIN_PRECISION = 17,
    PLAIN_ROOM = 72, /* bytes of a plain number; 62 bits, a sign and 0b are 65 */
};

/* The text is padded on the left: with blanks, or with zeros behind the sign and the
 * prefix that names the base; or, `left`, with blanks on the right. */
typedef struct PlainFormat {
    int width;     /* 0: not given */
    int precision; /* -1: not given */
    char type;     /* d x X o b of ints, e E f F g G */
    bool prefix, zeros, left;
} PlainFormat;

/* Reads [#][0][width][.precision] of ASCII into *out, which says that nothing is given.
 * Where that ends, or NULL: it is not plain. */
const uint8_t *plain_read(const uint8_t *p, const uint8_t *end, PlainFormat *out);

/* Writes number v to `to`, of PLAIN_ROOM bytes. How many it took; 0: v or the format is
 * not plain, nothing was written. */
size_t plain_put(char *to, Value v, const PlainFormat *f);

#endif
