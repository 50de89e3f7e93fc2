/* random.c - the module _random: the Mersenne Twister MT19937 of Matsumoto and
 * Nishimura, seeded and read as CPython does, so that seeds give the same numbers.
 */
#include <time.h>
#include <unistd.h>

#include <sys/random.h>

#include "stdlib/native.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"
#include "vm/types/object_type.h"

enum { MT_SIZE = 624, MT_SHIFT = 397 };

typedef struct RandomObj {
    Object ob;
    uint32_t index, state[MT_SIZE];
} RandomObj;
#define RANDOM(v) ((RandomObj *)(uintptr_t)(v))

static void twist(RandomObj *r)
{
    uint32_t *s = r->state;
    for (int i = 0; i < MT_SIZE; i++) {
        uint32_t y = (s[i] & 0x80000000u) | (s[(i + 1) % MT_SIZE] & 0x7fffffffu);
        s[i] = s[(i + MT_SHIFT) % MT_SIZE] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    r->index = 0;
}

static uint32_t next_word(RandomObj *r)
{
    if (r->index >= MT_SIZE)
        twist(r);
    uint32_t y = r->state[r->index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static void seed_word(RandomObj *r, uint32_t seed)
{
    r->state[0] = seed;
    for (uint32_t i = 1; i < MT_SIZE; i++)
        r->state[i] = 1812433253u * (r->state[i - 1] ^ (r->state[i - 1] >> 30)) + i;
    r->index = MT_SIZE;
}

/* The reference implementation's init_by_array. */
static void seed_words(RandomObj *r, const uint32_t *key, size_t n)
{
    uint32_t *s = r->state;
    size_t i = 1, j = 0;
    seed_word(r, 19650218u);
    for (size_t k = n > MT_SIZE ? n : MT_SIZE; k; k--) {
        s[i] =
            (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i >= MT_SIZE) {
            s[0] = s[MT_SIZE - 1];
            i = 1;
        }
        if (++j >= n)
            j = 0;
    }
    for (size_t k = MT_SIZE - 1; k; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i >= MT_SIZE) {
            s[0] = s[MT_SIZE - 1];
            i = 1;
        }
    }
    s[0] = 0x80000000u;
}

static int seed_from(MinipyVM *vm, RandomObj *r, Value arg)
{
    uint32_t fresh[MT_SIZE];
    if (!arg || arg == VALUE_NONE) {
        if (getrandom(fresh, sizeof fresh, 0) != (ssize_t)sizeof fresh) {
            memset(fresh, 0, sizeof fresh);
            fresh[0] = (uint32_t)time(NULL);
            fresh[1] = (uint32_t)getpid();
        }
        seed_words(r, fresh, MT_SIZE);
        return 0;
    }
    Value n;
    if (value_is_int(arg)) {
        Value plain = int_copy_exact(vm, arg); /* its class is not asked for __abs__ */
        n = plain ? number_absolute(vm, plain) : VALUE_NULL;
        value_xdecref(vm, plain);
    } else {
        int64_t hash = object_hash(vm, arg);
        if (hash == -1)
            return -1;
        n = int_from_u64(vm, (uint64_t)hash);
    }
    if (!n)
        return -1;
    IntView view;
    int_view(n, &view);
    int64_t count = view.size ? int_digit_count(&view, 32) : 1;
    uint32_t *key = mem_calloc(vm, (size_t)count * sizeof *key);
    if (key) {
        for (int64_t i = 0; view.size && i < count; i++)
            key[i] = int_digit(&view, i, 32);
        seed_words(r, key, (size_t)count);
        mem_free(vm, key);
    }
    value_decref(vm, n);
    return key ? 0 : -1;
}

/* ---- class Random ---------------------------------------------------------------- */

static int random_init(NATIVE_ARGS)
{
    /* A subclass that brings its own __init__ may take keywords. */
    if (value_obj(self)->type->slots.init == random_init &&
        !args_no_kw(vm, "Random", kwnames))
        return -1;
    if (nargs > 1)
        return error_set(vm, EXC_TypeError, "Random() requires 0 or 1 argument"), -1;
    return seed_from(vm, RANDOM(self), GIVEN(0));
}

FN(random_random)
{
    uint32_t a = next_word(RANDOM(self)) >> 5, b = next_word(RANDOM(self)) >> 6;
    return float_new(vm, (a * 67108864.0 + b) * (1.0 / 9007199254740992.0));
}

FN(random_seed)
{
    return seed_from(vm, RANDOM(self), GIVEN(0)) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(random_getrandbits)
{
    int k;
    if (!arg_int(vm, args[0], &k))
        return VALUE_NULL;
    if (k < 0)
        return error_set(vm, EXC_ValueError, "number of bits must be non-negative");
    if (k == 0)
        return value_from_imm(0);
    if (k <= 32)
        return int_new(vm, next_word(RANDOM(self)) >> (32 - k));
    size_t words = (size_t)(k - 1) / 32 + 1;
    uint32_t *array = mem_alloc(vm, words * sizeof *array);
    if (!array)
        return VALUE_NULL;
    for (size_t i = 0; i < words; i++, k -= 32) {
        array[i] = next_word(RANDOM(self));
        if (k < 32)
            array[i] >>= 32 - k;
    }
    Value v = int_from_bit_digits(vm, array, (int64_t)words, 32, false);
    mem_free(vm, array);
    return v;
}

FN(random_getstate)
{
    RandomObj *r = RANDOM(self);
    Value t = tuple_alloc(vm, MT_SIZE + 1);
    for (int i = 0; t && i < MT_SIZE; i++)
        TUPLE(t)->items[i] = int_new(vm, r->state[i]);
    if (t)
        TUPLE(t)->items[MT_SIZE] = int_new(vm, r->index);
    return t;
}

FN(random_setstate)
{
    Value t = args[0];
    uint32_t state[MT_SIZE];
    if (!value_is_tuple(t))
        return error_set(vm, EXC_TypeError, "state vector must be a tuple");
    if (tuple_size(t) != MT_SIZE + 1)
        return error_set(vm, EXC_ValueError, "state vector is the wrong size");
    for (int i = 0; i < MT_SIZE; i++) {
        state[i] = (uint32_t)int_as_ulong(vm, tuple_get_borrow(t, i));
        if (error_occurred(vm))
            return VALUE_NULL;
    }
    int64_t index;
    if (!arg_long(vm, tuple_get_borrow(t, MT_SIZE), &index))
        return VALUE_NULL;
    if (index < 0 || index > MT_SIZE)
        return error_set(vm, EXC_ValueError, "invalid state");
    RANDOM(self)->index = (uint32_t)index;
    memcpy(RANDOM(self)->state, state, sizeof state);
    return VALUE_NONE;
}

static METHODS(random_methods,
    {"random", random_random, 0, "($self, /)", "random() -> x in the interval [0, 1)."},
    {"seed", random_seed, 0, "($self, n=None, /)", "seed([n]) -> None.\n\n"
     "Defaults to use urandom and falls back to a combination\nof the current time and the process identifier."},
    {"getstate", random_getstate, 0, "($self, /)", "getstate() -> tuple containing the current state."},
    {"setstate", random_setstate, 0, "($self, state, /)", "setstate(state) -> None.  Restores generator state."},
    {"getrandbits", random_getrandbits, 0, "($self, k, /)",
     "getrandbits(k) -> x.  Generates an int with k random bits."},
);

static TYPE_SPEC(random_spec,
    .name = "_random.Random",
    .doc = "Random() -> create a random number generator with its own internal state.",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN | TYPE_BASE, .basicsize = sizeof(RandomObj),
    .slots = {.new_ = type_alloc_new, .init = random_init},
    .methods = random_methods,
);

static CONTENTS(contents,
    HAS_TYPE("Random", &random_spec),
);

MODULE_SPEC(random_module_spec,
    .name = "_random",
    .doc = "Module implements the Mersenne Twister random number generator.",
    .contents = contents,
);
