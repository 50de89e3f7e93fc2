/* json_private.h - what json_scanner.c and json_encoder.c share. */
#ifndef MINIPY_STDLIB_TEXT_JSON_PRIVATE_H
#define MINIPY_STDLIB_TEXT_JSON_PRIVATE_H

#include "stdlib/native.h"

extern const TypeSpec json_scanner_spec;

/* scanstring(string, end, strict=True) of the module. */
Value json_scanstring(NATIVE_ARGS);

#endif
