/* builtins.h - what the files of the module builtins share. */
#ifndef MINIPY_STDLIB_RUNTIME_BUILTINS_H
#define MINIPY_STDLIB_RUNTIME_BUILTINS_H

#include "compiler/codegen/compile.h"
#include "vm/bytes/bytes.h"
#include "vm/objects/func.h"
#include "vm/objects/signature.h"
#include "vm/core/vm.h"

Value builtin_print(NATIVE_ARGS);
Value builtin_input(NATIVE_ARGS);
Value builtin_compile(NATIVE_ARGS);
Value builtin_eval(NATIVE_ARGS);
Value builtin_exec(NATIVE_ARGS);
Value builtin_build_class(NATIVE_ARGS); /* vm/eval/build_class.c */
Value callable_iter_new(MinipyVM *vm, Value callable,
                        Value sentinel); /* vm/containers/iter.c */
Value object_aiter(MinipyVM *vm, Value v);

/* ---- builtins_eval.c: the arguments of compile() --------------------------------- */

/* The source text behind a str, bytes or buffer. */
typedef struct CompileSource {
    const char *text;
    int64_t size;
    bool is_str, has_view;
    Buffer view;
} CompileSource;

/* -1: an exception is set; else end with compile_source_close. */
int compile_source_open(MinipyVM *vm, Value v, const char *func, const char *what,
                        CompileSource *s);
void compile_source_close(MinipyVM *vm, CompileSource *s);
Value compile_filename(MinipyVM *vm, Value v); /* new str */
bool compile_mode(Value mode, CompileMode *out);

#endif
