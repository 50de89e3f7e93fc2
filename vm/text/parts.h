/* parts.h - taking a str, bytes or bytearray apart: what split, splitlines, partition
 * and strip have in common. Separators have been converted before; from here on no
 * Python code runs that could change a bytearray.
 */
#ifndef MINIPY_VM_TEXT_PARTS_H
#define MINIPY_VM_TEXT_PARTS_H

#include "vm/text/str_private.h"

/* What all of these return is new, VALUE_NULL: an exception. */

/* A list of what is between separators of self's width, at most limit of which count;
 * SEP NULL: between runs of spaces. */
Value parts_split(MinipyVM *vm, Value self, const Text *sep, int64_t limit, bool right);
/* A list of the lines; KEEPENDS is the method's argument, or VALUE_NULL. */
Value parts_lines(MinipyVM *vm, Value self, Value keepends);
/* The three parts around [at, at + size), where SEP stands, or around nothing when
 * at < 0: then the whole comes first, or last if DIRECTION < 0. */
Value parts_around(MinipyVM *vm, Value self, Value sep, int64_t size, int64_t at,
                   int direction);
enum { STRIP_LEFT = 1, STRIP_RIGHT = 2 };
/* Self without those characters at these sides; CHARS NULL: without spaces. */
Value parts_strip(MinipyVM *vm, Value self, const Text *chars, int sides);

#endif
