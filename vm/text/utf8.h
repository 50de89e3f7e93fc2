/*
 * utf8.h: UTF-8 in and out of arrays of 1, 2 or 4 byte characters. Plain C. What to do
 * about errors is decided in codecs.c; these functions only say where they are.
 */
#ifndef MINIPY_VM_TEXT_UTF8_H
#define MINIPY_VM_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a run of valid UTF-8 holds: how many bytes and characters, and the largest
   character or some bound of the same storage width (0x7f, 0xff, 0xffff, 0x10ffff). */
typedef struct Utf8Run {
    size_t bytes;
    size_t chars;
    uint32_t max_char;
} Utf8Run;

/* How many of SIZE bytes from TEXT on are below 0x80. */
size_t utf8_ascii_prefix(const void *text, size_t size);

/* The valid run that TEXT starts with; run.bytes == SIZE when all of it is valid. With
   SURROGATES, three-byte encodings of surrogates count as valid too. */
Utf8Run utf8_scan(const void *text, size_t size, bool surrogates);

/* Decode SIZE bytes of valid UTF-8 into characters of WIDTH bytes, which must do. */
void utf8_decode(const void *text, size_t size, void *out, int width);

/* Decode what is valid from TEXT on, ROOM characters at most, which are eight or more;
   it may stop eight before that. Returns the bytes; *CHARS: the characters. */
size_t utf8_decode_some(const void *text, size_t size, uint32_t *out, size_t room,
                        size_t *chars);

/* What is wrong at TEXT (which does not start with a valid sequence): the reason as
   Python words it in *REASON; returns the length of the bad sequence. *INCOMPLETE says
   that more input could mend it. */
int utf8_error(const void *text, size_t size, const char **reason, bool *incomplete);

/* The code point of the sequence at *P, which ends before END and moves past it; -1: it
   is none. */
int32_t utf8_read(const uint8_t **p, const uint8_t *end);

/* The size of LENGTH characters in UTF-8; surrogates count as three bytes. */
size_t utf8_size(const void *chars, size_t length, int width);

/* Encode up to LENGTH characters into OUT and return how many; it stops before a
   surrogate unless SURROGATES. *SIZE is the number of bytes written. */
size_t utf8_encode(const void *chars, size_t length, int width, bool surrogates,
                   uint8_t *out, size_t *size);

/* One code point in one to four bytes; returns how many. */
int utf8_put(uint32_t cp, uint8_t out[4]);

#endif
