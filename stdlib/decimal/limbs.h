/* limbs.h - coefficients that are too long for 128 bits, for coefficient.c. Results may
 * be short ones; arguments may be, too, but where it says otherwise. A result may be an
 * argument as well. Implementation: limbs.c.
 */
#ifndef MINIPY_STDLIB_DECIMAL_LIMBS_H
#define MINIPY_STDLIB_DECIMAL_LIMBS_H

#include "stdlib/decimal/dec.h"
#include "vm/bytes/bytes.h"
#include "vm/numbers/int_big.h"

enum { LIMB_DIGITS = 18 };

/* The limbs of a coefficient, the lowest first; 0: none. `at` may point into the view
 * itself: do not copy. */
typedef struct Limbs {
    const uint64_t *at;
    int64_t n;
    uint64_t own[3];
} Limbs;
void limbs_view(const Dec *d, Limbs *v);

/* False: an exception, here and below. */
bool limbs_set_wide(MinipyVM *vm, Dec *d, Uint128 u);
/* n binary limbs, which are used up. */
bool limbs_set_binary(MinipyVM *vm, Dec *d, mp_limb_t *limbs, mp_size_t n);
bool limbs_up(MinipyVM *vm, Dec *d, int64_t n);              /* not zero; n > 0 */
bool limbs_down(MinipyVM *vm, Dec *d, int64_t n, int *rest); /* 0 < n <= its digits */
bool limbs_keep(MinipyVM *vm, Dec *d,
                int64_t n);        /* its last n digits, fewer than all */
int64_t limbs_zeros(const Dec *d); /* at its end; it is not zero */
int limbs_compare(const Dec *x, const Dec *y);
bool limbs_add(MinipyVM *vm, Dec *r, const Dec *x, const Dec *y);
bool limbs_add_one(MinipyVM *vm, Dec *d); /* to a long one */
bool limbs_subtract(MinipyVM *vm, Dec *r, const Dec *x, const Dec *y); /* x >= y */
bool limbs_multiply(MinipyVM *vm, Dec *r, const Dec *x, const Dec *y);
/* y is not zero. */
bool limbs_divide(MinipyVM *vm, Dec *q, Dec *rest, const Dec *x, const Dec *y);
uint64_t limbs_modulo(const Dec *d, uint64_t modulus);
/* The digits, and NUL, of mem_alloc; of a long one. */
char *limbs_text(MinipyVM *vm, const Dec *d);
bool limbs_read(MinipyVM *vm, Dec *d, const char *digits, int64_t n);

#endif
