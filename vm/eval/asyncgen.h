/* asyncgen.h - what generator.c and asyncgen.c share. */
#ifndef MINIPY_VM_EVAL_ASYNCGEN_H
#define MINIPY_VM_EVAL_ASYNCGEN_H

#include "vm/eval/generator.h"

extern const MethodDef async_generator_methods[];
Value async_gen_anext(MinipyVM *vm, Value gen);                 /* am_anext */
Value generator_send_value(MinipyVM *vm, Value gen, Value arg); /* gen.send(arg) */

#endif
