/* The sites of PROBES=jump: a five-byte nop in the loop's text, which jump_update()
 * turns into a jump to the slow path while a kernel tracer is attached, and back. An
 * idle site is that nop and nothing else: no load, no compare.
 *
 * Linux knows this as jump labels; there the text is changed for all processors with
 * care, here by the thread that found the gate raised. It is a design to be measured: a
 * process with several vms in several threads must not be traced in such a build. */
#ifndef MINIPY_PROBES_JUMP_H
#define MINIPY_PROBES_JUMP_H

#include <stdbool.h>

#include "probes/design.h"

#if defined MINIPY_PROBES_JUMP

#ifndef __x86_64__
#error "PROBES=jump knows the instructions of x86-64 alone"
#endif

/* What jump_armed is made of. */
enum { JUMP_function_entry = 1, JUMP_function_return = 2, JUMP_line = 4 };

/* The markers whose sites are jumps now; jump_update() alone writes it. */
extern unsigned jump_armed;

/* Makes the sites agree with the gate's lanes. Cheap when they do. */
void jump_update(void);

/* jump_to_NAME(): false at the nop, true behind the jump. */
#define JUMP_SITE(name)                                                                \
    static inline __attribute__((always_inline)) bool jump_to_##name(void)             \
    {                                                                                  \
        __asm__ goto("1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n"                         \
                     ".pushsection jump_sites, \"aw\", @progbits\n"                    \
                     ".balign 8\n"                                                     \
                     ".quad 1b, %l[taken], %c0\n"                                      \
                     ".popsection\n"                                                   \
                     :                                                                 \
                     : "i"(JUMP_##name)                                                \
                     :                                                                 \
                     : taken);                                                         \
        return false;                                                                  \
    taken:                                                                             \
        return true;                                                                   \
    }
JUMP_SITE(function_entry)
JUMP_SITE(function_return)
JUMP_SITE(line)
#undef JUMP_SITE

#else

static inline void jump_update(void) {}

#endif
#endif
