/* format_spec.h: the format mini-language, [[fill]align][sign][z][#][0][width][,_]
 * [.precision][type], and the number pieces of %-formatting.
 *
 * The four *_format_spec functions are the __format__ methods of their types for exact
 * values; errors are CPython 3.11's ValueErrors.
 */
#ifndef MINIPY_VM_NUMBERS_FORMAT_SPEC_H
#define MINIPY_VM_NUMBERS_FORMAT_SPEC_H

#include "vm/core/vm.h"

/* format(self, spec) as a new str. `spec` is a str; self a str, int (bool too), float
 * or complex respectively, instances of subclasses allowed. */
Value str_format_spec(MinipyVM *vm, Value self, Value spec);
Value int_format_spec(MinipyVM *vm, Value self, Value spec);
Value float_format_spec(MinipyVM *vm, Value self, Value spec);
Value complex_format_spec(MinipyVM *vm, Value self, Value spec);

/* Bytes of text being made: in `small` until they outgrow it. */
typedef struct NumberText {
    char *text;
    size_t length, capacity;
    char small[104];
} NumberText;

/* number.__format__(spec) by one of the functions for a format specification. TypeError
 * if spec is no str. */
Value number_format_method(MinipyVM *vm, Value self, Value spec,
                           Value (*format)(MinipyVM *vm, Value v, Value spec));

/* Empty, in memory of its own until it grows; free gives back what it took then. */
void numbertext_init(NumberText *t);
void numbertext_free(MinipyVM *vm, NumberText *t);

enum {
    PERCENT_LEFT = 1,  /* '-' */
    PERCENT_SIGN = 2,  /* '+' */
    PERCENT_BLANK = 4, /* ' ' */
    PERCENT_ALT = 8,   /* '#' */
    PERCENT_ZERO = 16, /* '0' */
};

/* One %-conversion of a number. */
typedef struct PercentSpec {
    char conversion;   /* one of d i u x X o e E f F g G */
    unsigned flags;    /* PERCENT_* */
    int64_t width;     /* 0 when not given */
    int64_t precision; /* -1 when not given */
    bool for_bytes;    /* bytes % has another message for floats */
} PercentSpec;

/* Appends v, converted and padded to the width, to `out` (ASCII). 0, or -1 with
 * TypeError, OverflowError, ValueError or what v's __int__ or __float__ raised. */
int percent_number(MinipyVM *vm, NumberText *out, Value v, const PercentSpec *spec);

#endif
