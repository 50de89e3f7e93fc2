/* harness.h - a fuzz target in C: does something with the bytes in the vm, whatever
 * they are, and leaves no value unreleased. An exception may stay pending only if it is
 * a find. */
#ifndef MINIPY_TESTS_FUZZ_HARNESS_H
#define MINIPY_TESTS_FUZZ_HARNESS_H
#include "minipy.h"

typedef void CTarget(MinipyVM *vm, const uint8_t *data, size_t size);
CTarget fuzz_api, fuzz_attach, fuzz_dscript;
#endif
