/* ascii.h - what a byte is in ASCII, whatever the locale: spaces and hexadecimal
 * digits. */
#ifndef MINIPY_VM_CORE_ASCII_H
#define MINIPY_VM_CORE_ASCII_H

#include <stdbool.h>
#include <stdint.h>

/* Space, \t, \n, \v, \f, \r: what separates in bytes and in C. */
static inline bool ascii_is_space(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Those and the separators 0x1c to 0x1f, as str.isspace() has it: around numbers. */
static inline bool ascii_is_text_space(uint32_t c)
{
    return ascii_is_space(c) || (c >= 0x1c && c <= 0x1f);
}

/* The value of a hexadecimal digit of either case, or -1. */
static inline int ascii_hex_value(uint32_t c)
{
    /* Without a jump, which digits would lead at random. */
    uint32_t digit = c - '0', letter = (c | 0x20) - 'a';
    int value = letter < 6 ? (int)letter + 10 : -1;
    return digit < 10 ? (int)digit : value;
}

/* The eight digits of four bytes, the lowest first, each nibble in a byte of its own.
 */
static inline uint64_t ascii_hex_of_four(uint32_t four)
{
    uint64_t v = four;
    v = (v | v << 16) & 0x0000ffff0000ffff;
    v = (v | v << 8) & 0x00ff00ff00ff00ff;
    v = (v >> 4 | v << 8) & 0x0f0f0f0f0f0f0f0f;
    uint64_t letters = (v + 0x0606060606060606) >> 4 & 0x0101010101010101;
    return v + 0x3030303030303030 + letters * ('a' - '0' - 10);
}

#endif
