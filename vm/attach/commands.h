/* commands.h - what an observer can ask for. */
#ifndef MINIPY_VM_ATTACH_COMMANDS_H
#define MINIPY_VM_ATTACH_COMMANDS_H

#include "vm/attach/peer.h"

/* Runs the peer's job, on the listener's thread. False: the vm could not be had in a
 * few milliseconds, as a call of C keeps it; to be tried again. */
bool command_run(MinipyVM *vm, Peer *peer);
/* Ends the peer's trace, if it has one: what is left of it goes into the queue. In the
 * vm. */
void command_end_trace(MinipyVM *vm, Peer *peer);
/* The same by a thread that is not in the vm. False: to be tried again. */
bool command_let_go(MinipyVM *vm, Peer *peer);

#endif
