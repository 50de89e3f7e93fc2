/* native.h - the headers that nearly all modules in C need.
 */
#ifndef MINIPY_STDLIB_NATIVE_H
#define MINIPY_STDLIB_NATIVE_H

#include <stdio.h>

#include "stdlib/module_types.h"
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/vm.h"

/* What a `new` of a type gets. */
#define NEW_ARGS                                                                       \
    MinipyVM *vm __attribute__((unused)), TypeObj *cls __attribute__((unused)),        \
        const Value *args __attribute__((unused)),                                     \
        size_t nargs __attribute__((unused)), Value kwnames __attribute__((unused))

#endif
