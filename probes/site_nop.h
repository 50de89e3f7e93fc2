/* <sys/sdt.h> with the changes that minipy's sites need; for sites.c alone, and for the
 * test that shows why its build flags matter.
 *
 * Arguments in registers or constants: a memory operand such as sym(%rip) makes
 * bpftrace read garbage, and perf refuses the marker.
 *
 * The nop is sdt.h's own, one byte long: a tracer's trap takes its place, on every
 * kernel and in every child. Rejected: a five-byte nop, which Linux 6.18 turns into a
 * call of a page that only the traced process has. A forked child inherits the call and
 * not the page, and dies at the first marker it fires (tests/probes/children.py). The
 * call would save a quarter of what a traced event costs (make bench), so such
 * sites can be built, to be measured: make SITE_NOP=5. The nop lies within one page
 * then; and the call pushes its return address over the red zone, so a file with such a
 * site is built with -mno-red-zone and without LTO, which would drop the flag. */
#ifndef MINIPY_PROBES_SITE_NOP_H
#define MINIPY_PROBES_SITE_NOP_H

#define STAP_SDT_ARG_CONSTRAINT nr
#include <sys/sdt.h>

#if defined __x86_64__ && defined MINIPY_SITE_NOP && MINIPY_SITE_NOP == 5
/* sdt.h's label 990 is set again behind the alignment, so the note names the nop. */
#undef _SDT_NOP
/* clang-format off */
#define _SDT_NOP ; .balign 8; 990: .nops 5
/* clang-format on */
#endif

#endif
