/* code_body.h - what running a code object takes, as few bytes: its instructions, its
 * positions and handlers. Packs hold it so, and so does the code object that was made
 * of a pack, until it is called or asked: of what a program imports it calls little.
 * Implementation: code_body.c.
 */
#ifndef MINIPY_VM_CODE_CODE_BODY_H
#define MINIPY_VM_CODE_CODE_BODY_H

#include "vm/code/code.h"

struct CodeBody {
    size_t size;
    uint8_t data[];
};

/* The most bytes that code_body_write() takes for c, which has no body of its own. */
size_t code_body_bound(const CodeObj *c);
/* Writes it to `out`; returns how many bytes it took, 0: c has run, and its caches are
 * not empty. */
size_t code_body_write(const CodeObj *c, uint8_t *out);
/* Fills stacksize, instructions, runs, handlers and the list of what is imported of p,
 * which has none, in memory of the vm. 1; 0: it is no body; -1: MemoryError. Then p has
 * what there was so far. */
int code_body_read(MinipyVM *vm, const uint8_t *data, size_t size, CodeParts *p);
/* A copy in memory of the vm; NULL: MemoryError. */
CodeBody *code_body_new(MinipyVM *vm, const uint8_t *data, size_t size);

#endif
