/* describe.h - putting what an event names into words, for observers (ProbeHost). */
#ifndef MINIPY_VM_EVAL_DESCRIBE_H
#define MINIPY_VM_EVAL_DESCRIBE_H

#include "vm/code/code.h"

/* As ProbeHost has them; vm is a MinipyVM. */
const void *describe_native_key(void *vm);
bool describe_native_text(void *vm, char *text, size_t room);
typedef void DescribeLine(void *user, const char *function, int line, int to);
void describe_code_lines(void *vm, const void *frame, DescribeLine *put, void *user);
/* Puts (NULL, line, to) for each way out of a line that has a conditional jump, some
 * twice. Without memory, none. */
void describe_branches(MinipyVM *vm, const CodeObj *code, DescribeLine *put,
                       void *user);
void describe_args(void *vm, const void *args, char *text, size_t room);

#endif
