/* code_private.h - between code.c, code_type.c and code_tables.c. */
#ifndef MINIPY_VM_CODE_PRIVATE_H
#define MINIPY_VM_CODE_PRIVATE_H

#include "vm/code.h"

void code_parts_release(MinipyVM *vm, CodeParts *p);
void code_dealloc(MinipyVM *vm, Object *o);

/* The units without specialisation and with empty caches, as bytes. */
Value code_get_code(MinipyVM *vm, const CodeObj *c);
/* Positions and handlers in the formats of CPython 3.11's co_linetable and
 * co_exceptiontable (lengths count our units), and back. New bytes; -1 with ValueError.
 */
Value code_get_linetable(MinipyVM *vm, const CodeObj *c);
Value code_get_exceptiontable(MinipyVM *vm, const CodeObj *c);
Value code_get_lnotab(MinipyVM *vm, const CodeObj *c); /* the table of Python 3.9 */
int code_parse_code(MinipyVM *vm, Value bytes, CodeParts *p);
int code_parse_linetable(MinipyVM *vm, Value bytes, CodeParts *p);
int code_parse_exceptiontable(MinipyVM *vm, Value bytes, CodeParts *p);

#endif
