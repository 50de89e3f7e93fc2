/* <sys/sdt.h> with the changes that minipy's sites need; for sites.c alone, and for the
 * test that shows why its build flags matter.
 *
 * Arguments in registers or constants: a memory operand such as sym(%rip) makes
 * bpftrace read garbage, and perf refuses the marker.
 *
 * The nop is five bytes long: Linux 6.18 turns it into a call where older kernels put a
 * trap, which saves a fifth of what a traced event costs (bench/marker_cost.py). The
 * children of a traced process mend theirs (site_children.c). The nop lies within one
 * page; and the call pushes its return address over the red zone, so a file with such a
 * site is built with -mno-red-zone and without LTO, which would drop the flag. make
 * SITE_NOP=1 builds sdt.h's own nop of one byte. */
#ifndef MINIPY_PROBES_SITE_NOP_H
#define MINIPY_PROBES_SITE_NOP_H

#ifndef MINIPY_SITE_NOP
#define MINIPY_SITE_NOP 1
#endif
#define STAP_SDT_ARG_CONSTRAINT nr
#include <sys/sdt.h>

#if defined __x86_64__ && MINIPY_SITE_NOP == 5
/* sdt.h's label 990 is set again behind the alignment, so the note names the nop. */
#undef _SDT_NOP
/* clang-format off */
#define _SDT_NOP ; .balign 8; 990: .nops 5
/* clang-format on */
#endif

#endif
