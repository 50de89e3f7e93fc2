/* copy.h - copies of a few bytes, which a call of memcpy would take longer than. */
#ifndef MINIPY_VM_CORE_COPY_H
#define MINIPY_VM_CORE_COPY_H

#include <stddef.h>
#include <string.h>

/* memcpy, where n is mostly at most 16. Returns where the copy ends. */
static inline char *copy_few(char *to, const void *data, size_t n)
{
    const char *from = data;
    if (n > 16) {
        memcpy(to, from, n);
    } else if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else { /* volatile: gcc would make a call of it again */
        for (size_t i = 0; i < n; i++)
            ((volatile char *)to)[i] = from[i];
    }
    return to + n;
}

#endif
