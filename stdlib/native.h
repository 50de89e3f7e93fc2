/* native.h - short forms for the modules in C: the signature of a native function, and
 * the headers that nearly all of them need.
 */
#ifndef MINIPY_STDLIB_NATIVE_H
#define MINIPY_STDLIB_NATIVE_H

#include <stdio.h>

#include "stdlib/module_types.h"
#include "vm/args.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/int.h"
#include "vm/objects/iter_private.h"
#include "vm/objects/str.h"
#include "vm/objects/tuple.h"
#include "vm/vm.h"

/* A native function of this file; not every one looks at all its parameters. */
#define FN(name)                                                                       \
    static Value name(                                                                 \
        MinipyVM *vm __attribute__((unused)), Value self __attribute__((unused)),      \
        const Value *args __attribute__((unused)),                                     \
        size_t nargs __attribute__((unused)), Value kwnames __attribute__((unused)))

#endif
