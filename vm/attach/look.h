/* look.h - what can be seen of a vm whose threads stand still (thread_stop_all): texts
 * for observers. Nothing here takes memory of the vm, raises, or runs code. */
#ifndef MINIPY_VM_ATTACH_LOOK_H
#define MINIPY_VM_ATTACH_LOOK_H

#include "vm/attach/words.h"

/* The frames of all threads, the newest first, and with `locals` their variables.
 * running: the thread that was in the vm until it was stopped; 0: none was. */
void look_stacks(MinipyVM *vm, Words *words, bool locals, pthread_t running);
/* The collector's settings, counts and statistics. */
void look_gc(MinipyVM *vm, Words *words);
/* Memory, the collector's objects by class, and how many threads and modules. */
void look_memory(MinipyVM *vm, Words *words);

#endif
