/* shared.h - what every vm would have alike and nobody changes: the native types and
 * the classes of exceptions, names, strings of one character, and what was interned
 * when the first vm was made. It is laid out once for each hash key that the process
 * uses and read by all vms that hash with it.
 *
 * Nothing of it is written once it is closed, neither by a vm nor by its threads: its
 * objects are not counted (value.h), and what a vm has of its own of such a type is in
 * vm->shared_types (type_state). Builds with MINIPY_CHECK_MEMORY have the system refuse
 * writes. Rejected: atomic counts, which every program would pay for; a heap prepared
 * once and mapped copy-on-write, because all that has a pointer in it has to be moved.
 */
#ifndef MINIPY_VM_MEMORY_SHARED_H
#define MINIPY_VM_MEMORY_SHARED_H

#include "vm/core/vm.h"

enum { SHARED_CELLS = 4096 };

struct SharedImage {
    HashKey key;
    bool open; /* the vm that took it first fills it, and the others wait */
    char *top, *end;
    TypeObj *types; /* SHARED_TYPES of them */
    Value names[NAME_COUNT], ascii[128], empty_str, empty_tuple;
    /* Its interned strings, as the table of str_intern.c; NULL: free. */
    StrObj *cells[SHARED_CELLS];
    size_t used;
};

/* The image for that key. If it is open, the caller has to fill and to close it; nobody
 * else gets one before. NULL: no memory. */
SharedImage *shared_take(const HashKey *key);
/* ... whole: or given up; then the next vm begins another one. */
void shared_close(SharedImage *image, bool whole);
/* A vm is gone that took it. The last image that nobody uses is kept for the next vm.
 */
void shared_leave(SharedImage *image);
static inline bool shared_has(const SharedImage *image, const Object *o)
{
    return (const char *)o > (const char *)image && (const char *)o < image->end;
}
/* Zeroed memory of an open image, for an object; NULL: it is full. */
void *shared_alloc(SharedImage *image, size_t size);
/* The header of an object there. */
Object shared_header(Kind kind, TypeObj *type);

#endif
