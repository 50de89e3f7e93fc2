/* native.h - short forms for the modules in C: the signature of a native function, and
 * the headers that nearly all of them need.
 */
#ifndef MINIPY_STDLIB_NATIVE_H
#define MINIPY_STDLIB_NATIVE_H

#include <stdio.h>

#include "stdlib/module_types.h"
#include "vm/objects/args.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/containers/iter_private.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/vm.h"

/* A native function of this file; not every one looks at all its parameters. */
#define FN(name)                                                                       \
    static Value name(                                                                 \
        MinipyVM *vm __attribute__((unused)), Value self __attribute__((unused)),      \
        const Value *args __attribute__((unused)),                                     \
        size_t nargs __attribute__((unused)), Value kwnames __attribute__((unused)))

#endif
