/* code_verify.h - code in our own instructions that did not come straight from the
 * compiler: may it be made, and may it run? Implementation: code_verify.c.
 */
#ifndef MINIPY_VM_CODE_CODE_VERIFY_H
#define MINIPY_VM_CODE_CODE_VERIFY_H

#include "vm/code/code.h"

/* Are the values of the kinds that a code object has, its names interned, and is there
 * a name for each local? Raises nothing. */
bool code_parts_fit(const CodeParts *p);
/* Whatever p is beyond that: 1: running it ends in a result or an exception, once its
 * loads of locals are checked if *checks_loads says so (code_check_loads); p->stacksize
 * is what it needs. 0: not proven; -1: out of memory. */
int code_verify(MinipyVM *vm, CodeParts *p, bool *checks_loads);

#endif
