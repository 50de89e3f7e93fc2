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

#endif
