/* dtoa.h: doubles to text and back, exactly, in plain C.
 *
 * Nothing here knows the vm, raises, or looks at the locale; texts are ASCII.
 * Results equal CPython 3.11's for repr(), float(), %-formatting and float.hex().
 */
#ifndef MINIPY_VM_NUMBERS_DTOA_H
#define MINIPY_VM_NUMBERS_DTOA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DTOA_ADD_DOT_0 = 1, /* 'r' and 'g': a result that looks like an int gets ".0" */
    DTOA_ALT = 2,       /* '#': always a point; 'g' keeps its trailing zeros */
    DTOA_SIGN = 4,      /* '+' before what is not negative */
    DTOA_UPPER = 8,     /* 'E', 'INF', 'NAN' */
};

/* Writes repr(d), NUL-terminated, and returns its length (at most 24). */
size_t double_repr(char out[32], double d);

/* Reads the whole of text[0..len) as float() would once outer white space is gone:
 * sign, underscores between digits, inf, infinity, nan in any case. Correctly rounded;
 * too large gives an infinity. False when the text is no number. */
bool double_parse(const char *text, size_t len, double *out);

/* As double_parse for the longest number at the start of text, without underscores.
 * Returns the number of bytes used, 0 when there is no number. */
size_t double_parse_prefix(const char *text, size_t len, double *out);

/* The most bytes, with the NUL, that double_format writes for these arguments. */
size_t double_format_bound(double d, char code, size_t precision);

/* Formats d by code 'e', 'f', 'g' or 'r' (shortest; precision ignored) with any
 * precision. `out` must hold double_format_bound() bytes. Returns the length. */
size_t double_format(char *out, double d, char code, size_t precision, unsigned flags);

/* round(d, ndigits) as Python rounds: on the exact value, ties to even. May return an
 * infinity when the rounded value does not fit. */
double double_round(double d, int64_t ndigits);

/* mant * 2**exp, a little more when `sticky`, rounded to a double (ties to even);
 * infinity when that is too large. */
double double_assemble(uint64_t mant, int64_t exp, bool sticky);

/* Writes d.hex(), NUL-terminated, and returns its length. */
size_t double_hex(char out[32], double d);

typedef enum { DOUBLE_HEX_OK, DOUBLE_HEX_INVALID, DOUBLE_HEX_OVERFLOW } DoubleHexStatus;

/* Reads the whole of text as float.fromhex() would, ASCII white space around it
 * allowed. */
DoubleHexStatus double_from_hex(const char *text, size_t len, double *out);

#endif
