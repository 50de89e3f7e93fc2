/* builtins.h - what the files of the module builtins share. */
#ifndef MINIPY_STDLIB_RUNTIME_BUILTINS_H
#define MINIPY_STDLIB_RUNTIME_BUILTINS_H

#include "compiler/codegen/compile.h"
#include "vm/bytes/bytes.h"
#include "vm/objects/signature.h"
#include "vm/core/vm.h"
#include "vm/containers/iter.h"

/* Functions of builtins that are in other files than its table. */
Value builtin_print(NATIVE_ARGS);
Value builtin_input(NATIVE_ARGS);
Value builtin_compile(NATIVE_ARGS);
Value builtin_eval(NATIVE_ARGS);
Value builtin_exec(NATIVE_ARGS);
Value builtin_build_class(NATIVE_ARGS); /* vm/eval/build_class.c */

#endif
