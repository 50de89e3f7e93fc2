/* code_body.h - what running a code object takes, as few bytes: its instructions, its
 * positions and handlers (code_body.c), then its constants and names (code_pack.c).
 * Packs hold it so, and so does the code object that was made of a pack, until it is
 * called or asked: of what a program imports it calls little.
 */
#ifndef MINIPY_VM_CODE_CODE_BODY_H
#define MINIPY_VM_CODE_CODE_BODY_H

#include "vm/code/code.h"

struct CodeBody {
    Value shared; /* tuple of what other code of the pack has, too; owned */
    size_t size;
    uint8_t data[];
};
void code_body_free(MinipyVM *vm, CodeBody *body); /* NULL is ignored */

/* Fills what a body has of p, whose name, file and numbers are c's, out of c's. 1; 0:
 * it is damaged, which a program wrote; -1: an exception. Then p has what there was so
 * far. (code_pack.c) */
int code_unpack_body(MinipyVM *vm, const CodeObj *c, CodeParts *p);

/* ---- instructions, positions, handlers ------------------------------------------- */

/* The most bytes that code_body_write() takes for c, which has no body of its own. */
size_t code_body_bound(const CodeObj *c);
/* Writes it to `out`; returns how many bytes it took, 0: c has run, and its caches are
 * not empty. */
size_t code_body_write(const CodeObj *c, uint8_t *out);
/* Fills stacksize, instructions, runs, handlers and the list of what is imported of p,
 * which has none, in memory of the vm, out of the *used first bytes. 1; 0: it is no
 * body; -1: MemoryError. Then p has what there was so far. */
int code_body_read(MinipyVM *vm, const uint8_t *data, size_t size, CodeParts *p,
                   size_t *used);

#endif
