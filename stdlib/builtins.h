/* builtins.h - what the files of the module builtins share. */
#ifndef MINIPY_STDLIB_BUILTINS_H
#define MINIPY_STDLIB_BUILTINS_H

#include "vm/objects/func.h"
#include "vm/vm.h"

#define BUILTIN(name)                                                                  \
    Value builtin_##name(MinipyVM *vm, Value self, const Value *args, size_t nargs,    \
                         Value kwnames)
BUILTIN(print);
BUILTIN(input);
BUILTIN(compile);
BUILTIN(eval);
BUILTIN(exec);
BUILTIN(build_class); /* vm/build_class.c */
Value callable_iter_new(MinipyVM *vm, Value callable,
                        Value sentinel); /* vm/objects/iter.c */
Value object_aiter(MinipyVM *vm, Value v);
#undef BUILTIN

#endif
