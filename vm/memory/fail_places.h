/* fail_places.h - for builds with MINIPY_FAIL_ALLOC: from which places requests for
 * memory were made to fail. Implementation: fail_places.c.
 */
#ifndef MINIPY_VM_MEMORY_FAIL_PLACES_H
#define MINIPY_VM_MEMORY_FAIL_PLACES_H

#include <stdbool.h>

/* Whether no request came before from the functions that are being called, the
 * innermost few; the place is noted then. */
bool fail_place_is_new(void);

#endif
