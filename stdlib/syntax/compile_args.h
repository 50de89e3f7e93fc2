/* compile_args.h - the arguments of compile(), which others take too. */
#ifndef MINIPY_STDLIB_SYNTAX_COMPILE_ARGS_H
#define MINIPY_STDLIB_SYNTAX_COMPILE_ARGS_H

#include "compiler/codegen/compile.h"
#include "vm/bytes/buffer.h"
#include "vm/core/vm.h"

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
