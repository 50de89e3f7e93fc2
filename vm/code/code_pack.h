/* code_pack.h - code objects as bytes without an address in them, from which any vm
 * makes its own in less time than the compiler needs: what the vms of a process share
 * of it (import_compiled.c), and what a file keeps for the next process
 * (import_cache.c). Not a format: it is read by what was built of the same sources as
 * what wrote it, and from a file only if none of its bytes has changed. Every count and
 * index is bounded, whoever wrote it; what the instructions do is trusted, unless a
 * program hands the bytes in (code_verify.h).
 */
#ifndef MINIPY_VM_CODE_CODE_PACK_H
#define MINIPY_VM_CODE_CODE_PACK_H

#include "vm/code/code.h"

/* Memory of malloc(), for it may outlive the vm; data NULL: nothing. */
typedef struct CodePack {
    uint8_t *data;
    size_t size;
} CodePack;

/* Code that has not run. data is NULL where it has run, and where there is no memory,
 * or no way to pack it; no exception. */
CodePack code_pack(CodeObj *c);
void code_pack_free(CodePack *p);
/* A new code object like the one that was packed; of file FILENAME (a str), unless it
 * is VALUE_NULL. */
Value code_unpack(MinipyVM *vm, const CodePack *p, Value filename);

/* The same behind a head that tells a damaged pack, or one of other sources: what .pyc
 * files have behind their own, and marshal behind the byte CODE_PACK_MARK. */
enum { CODE_PACK_MARK = 'P', CODE_PACK_HEAD = 24 };
/* Of the whole, if these CODE_PACK_HEAD bytes are its head. */
size_t code_pack_size(const uint8_t *head);
/* 0: nothing is kept by this build. Changes with whatever decides what code is. */
uint32_t code_pack_origin(void);
CodePack code_pack_sealed(MinipyVM *vm, CodeObj *c); /* as code_pack */
/* verify: whatever the bytes are, the code is proven to run. *used gets the bytes of
 * data that it takes. VALUE_NULL without an exception: it is no pack of ours, damaged,
 * or not proven. */
Value code_unpack_sealed(MinipyVM *vm, const uint8_t *data, size_t size, Value filename,
                         bool verify, size_t *used);

#endif
