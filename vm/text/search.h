/*
 * search.h: finding text in text. Plain C, over arrays of 1, 2 or 4 byte characters;
 * both sides have the same WIDTH (a str widens its needle first; a needle that needs
 * more width than the text has cannot be in it).
 *
 * Lengths and positions count characters. An empty needle is the caller's business.
 */
#ifndef MINIPY_VM_TEXT_SEARCH_H
#define MINIPY_VM_TEXT_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* First position of the needle, or -1. Linear in the worst case. */
ptrdiff_t search_find(const void *text, size_t length, const void *needle,
                      size_t needle_length, int width);
/* Last position, or -1. As linear. */
ptrdiff_t search_rfind(const void *text, size_t length, const void *needle,
                       size_t needle_length, int width);
/* How many needles stand in the text without overlap; stops at LIMIT. */
size_t search_count(const void *text, size_t length, const void *needle,
                    size_t needle_length, int width, size_t limit);
/* Writes a text of bytes with the first COUNT needles, which are all there, replaced.
 */
void search_replace(uint8_t *to, const uint8_t *text, size_t length,
                    const uint8_t *needle, size_t needle_length, const uint8_t *by,
                    size_t by_length, size_t limit);
/* ... with each byte FROM replaced by BY. */
void search_replace_byte(uint8_t *to, const uint8_t *text, size_t length, uint8_t from,
                         uint8_t by);
/* First and last position of one character, or -1. */
ptrdiff_t search_char(const void *text, size_t length, uint32_t ch, int width);
ptrdiff_t search_rchar(const void *text, size_t length, uint32_t ch, int width);

#endif
