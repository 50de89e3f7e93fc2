/* anchors.h - for tracebacks: which part of a failing expression to point at. */
#ifndef MINIPY_COMPILER_CODEGEN_ANCHORS_H
#define MINIPY_COMPILER_CODEGEN_ANCHORS_H

#include "vm/core/vm.h"

/* For a segment of source that is one binary operation or subscript: the byte range of
 * the operator or of the brackets. false: it is something else. */
bool compile_anchors(MinipyVM *vm, const char *segment, size_t size, int *left,
                     int *right);

#endif
