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

#endif
