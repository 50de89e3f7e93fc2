/* <sys/sdt.h> with the two changes that minipy's sites need; for sites.c alone, and for
 * the test that shows why its build flags matter.
 *
 * Arguments in registers or constants: a memory operand such as sym(%rip) makes
 * bpftrace read garbage, and perf refuses the marker.
 *
 * A five-byte nop inside one page: Linux 6.18 turns the trap into a call then, which is
 * 1.34 times cheaper for the traced program. That call pushes its return address over
 * the red zone, so a file that has such a site is built with -mno-red-zone and without
 * LTO, which would drop the flag. */
#ifndef MINIPY_PROBES_SITE_NOP_H
#define MINIPY_PROBES_SITE_NOP_H

#define STAP_SDT_ARG_CONSTRAINT nr
#include <sys/sdt.h>

#if defined __x86_64__
/* sdt.h's label 990 is set again behind the alignment, so the note names the nop. */
#undef _SDT_NOP
/* clang-format off */
#define _SDT_NOP ; .balign 8; 990: .nops 5
/* clang-format on */
#endif

#endif
