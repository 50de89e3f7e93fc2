/* format.h - text in arrays on the stack: what observers say while a program runs, when
 * nothing may be allocated, and in handlers of signals, where little else is allowed.
 */
#ifndef MINIPY_PROBES_FORMAT_H
#define MINIPY_PROBES_FORMAT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* For a function whose parameters end in `format, ...`: what they make, cut to the
 * array `text`; `length` becomes that of what stands there. */
#define FORMAT_ARGUMENTS(text, length, format)                                         \
    do {                                                                               \
        va_list arguments_;                                                            \
        va_start(arguments_, format);                                                  \
        int wanted_ = vsnprintf(text, sizeof(text), format, arguments_);               \
        va_end(arguments_);                                                            \
        length = wanted_ < 0                      ? 0                                  \
                 : (size_t)wanted_ < sizeof(text) ? (size_t)wanted_                    \
                                                  : sizeof(text) - 1;                  \
    } while (0)

/* The digits of a number, not ended by NUL, at the end of an array; returns where they
 * begin. (snprintf would take half of an event's time, and may not be called by a
 * handler.) */
enum { FORMAT_DIGITS = 20 };
static inline const char *format_decimal(char digits[FORMAT_DIGITS], uint64_t number)
{
    char *at = digits + FORMAT_DIGITS;
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return at;
}

#endif
