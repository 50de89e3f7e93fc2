/* asked.h - being asked, by a signal, to let an observer in (docs/OBSERVING.md, "A
 * process that runs").
 *
 * Who wants to look in puts a file into a folder that only the process's user can write
 * to, and sends ATTACH_SIGNAL. The handler looks for the file: it is there, and the vm
 * opens a socket at its next chance (attach_serve); it is not, and the signal is the
 * program's, which sees the disposition that it would see without all this. Until then
 * nothing runs, nothing is open, and the start has paid for one call of sigaction.
 *
 * Why a real-time signal: SIGQUIT, which others take, comes from keyboards and ends
 * programs that expect it to. Why no SA_RESTART: a program with one thread has no lock
 * that another could take while it waits in a system call (vm->threads is NULL), so it
 * must come back for a moment. Python's calls go on by themselves then (PEP 475), as
 * they do after every signal with a handler in Python.
 *
 * One vm of a process is asked: the first that wants to be. */
#ifndef MINIPY_VM_THREADS_ASKED_H
#define MINIPY_VM_THREADS_ASKED_H

#include "vm/core/vm.h"

/* SIGRTMAX - 1; that macro is a function, which the start would pay the linker for. */
enum { ATTACH_SIGNAL = 63 };

/* From now on the vm can be asked, unless another one is, or somebody in the process
 * has the signal, or it was started with it ignored. */
void asked_begin(MinipyVM *vm);
/* No more; the signal does what it did before. */
void asked_end(MinipyVM *vm);
/* What the program wants ATTACH_SIGNAL to do. False: the signal is not taken, and all
 * is as for other signals. */
bool asked_set_disposition(void (*fn)(int));
/* Does the process take this signal for that alone? The program sees SIG_DFL then. */
bool asked_is_ours(int signum);

/* ATTACH_SIGNAL is noted among vm->pending_signals: lets observers in, if somebody
 * asked. By any thread that is in the vm. */
void asked_serve(MinipyVM *vm);
/* The note has been taken away: is a handler of the program's to be run for it? */
bool asked_for_program(MinipyVM *vm);
/* Is the note there, and not for the program? */
bool asked_noted(const MinipyVM *vm);
/* Is it all that is noted? Then what was interrupted is no business of the program. */
bool asked_alone(const MinipyVM *vm);

/* The folder, to be closed; -1: there is none that can be trusted. Async-signal-safe.
 */
int asked_folder(void);
/* "minipy-PID.KIND", the names there. Async-signal-safe. */
enum { ASKED_NAME_MAX = 64 };
void asked_name(char name[ASKED_NAME_MAX], const char *kind);

#endif
