/* code_pack.h - code objects as bytes without an address in them, from which any vm of
 * the process makes its own in less time than the compiler needs: what vms share of it.
 * Not a format: the bytes are read by the process that wrote them, which trusts them.
 */
#ifndef MINIPY_VM_CODE_CODE_PACK_H
#define MINIPY_VM_CODE_CODE_PACK_H

#include "vm/code/code.h"

/* Memory of malloc(), for it may outlive the vm; data NULL: nothing. */
typedef struct CodePack {
    uint8_t *data;
    size_t size;
} CodePack;

/* Code that has not run yet. data is NULL where there is no memory, or no way to pack
 * it; no exception. */
CodePack code_pack(CodeObj *c);
void code_pack_free(CodePack *p);
/* A new code object like the one that was packed. */
Value code_unpack(MinipyVM *vm, const CodePack *p);

#endif
