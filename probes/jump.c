/* PROBES=jump: the text of the sites, changed while a tracer is attached (jump.h).
 *
 * The sites stand in the section jump_sites: where the nop is, where its jump goes,
 * whose it is. Only the process's own copy of the pages is written. If the kernel
 * refuses that, the sites stay nops and tracers see nothing of the three hot markers.
 */
#include "probes/jump.h"

#include "probes/gate.h"

#if defined MINIPY_PROBES_JUMP

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum { JUMP_BYTES = 5, PAGE = 4096 };

typedef struct JumpSite {
    uint8_t *nop;
    const uint8_t *target;
    uint64_t marker; /* one of JUMP_* */
} JumpSite;

extern const JumpSite __start_jump_sites[], __stop_jump_sites[];

unsigned jump_armed;

static unsigned wanted(void)
{
    uint64_t word = gate_read();
    return ((word & GATE_LANE_CALL) != 0 ? JUMP_function_entry | JUMP_function_return
                                         : 0u) |
           ((word & GATE_LANE_LINE) != 0 ? JUMP_line : 0u);
}

/* Makes the pages of all sites writable, or read-only again. */
static int protect(int how)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (const JumpSite *s = __start_jump_sites; s < __stop_jump_sites; s++) {
        uintptr_t at = (uintptr_t)s->nop;
        low = at < low ? at : low;
        high = at + JUMP_BYTES > high ? at + JUMP_BYTES : high;
    }
    if (low > high)
        return -1;
    low &= ~(uintptr_t)(PAGE - 1);
    return mprotect((void *)low, high - low, how);
}

static void write_site(const JumpSite *site, bool jump)
{
    static const uint8_t nop[JUMP_BYTES] = {0x0f, 0x1f, 0x44, 0x00, 0x00};
    uint8_t code[JUMP_BYTES] = {0xe9};
    int32_t distance = (int32_t)(site->target - (site->nop + JUMP_BYTES));
    memcpy(code + 1, &distance, sizeof distance);
    memcpy(site->nop, jump ? code : nop, JUMP_BYTES);
}

void jump_update(void)
{
    unsigned now = wanted();
    if (__builtin_expect(now == jump_armed, 1))
        return;
    if (protect(PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
        return;
    for (const JumpSite *s = __start_jump_sites; s < __stop_jump_sites; s++)
        if (((now ^ jump_armed) & s->marker) != 0)
            write_site(s, (now & s->marker) != 0);
    protect(PROT_READ | PROT_EXEC);
    jump_armed = now;
}

#endif
