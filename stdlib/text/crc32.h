/* crc32.h - CRC-32, as zlib and Ethernet have it. */
#ifndef MINIPY_STDLIB_TEXT_CRC32_H
#define MINIPY_STDLIB_TEXT_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of what `crc` is of (0: of nothing) and these bytes behind it. */
uint32_t crc32_update(uint32_t crc, const uint8_t *p, size_t n);

#endif
