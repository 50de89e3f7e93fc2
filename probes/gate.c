/* The gate word, the semaphores of the markers, and the request lane's counter.
 *
 * Invariant: the kernel's counters and ours never share a lane, because the kernel
 * changes its lanes through its own mapping of the page, not atomically with us.
 * Everything lies in .probes, file-backed and writable, which the uprobes' reference
 * counters need; 64 bytes of its own keep neighbours from sharing the cache line.
 * Not for -flto: the symbols are made by assembler text. Read on in sites.c. */
#include "probes/design.h"
#include "probes/gate.h"

/* Where a marker's semaphore lies: a lane of the word, or two bytes of its own. */
#if defined MINIPY_PROBES_GATE || defined MINIPY_PROBES_JUMP || PROBES_PATCHED
#define PLACE_CALL(symbol) ".set " symbol ", gate_word\n"
#define PLACE_LINE(symbol) ".set " symbol ", gate_word + 2\n"
#define PLACE_MORE(symbol) ".set " symbol ", gate_word + 4\n"
#else
#define PLACE_CALL(symbol) PLACE_OWN(symbol)
#define PLACE_LINE(symbol) PLACE_OWN(symbol)
#define PLACE_MORE(symbol) PLACE_OWN(symbol)
#endif
#define PLACE_OWN(symbol) symbol ": .short 0\n"

#if defined MINIPY_PROBES_NONE || PROBES_ALWAYS
#define MARKER(provider, marker, name, place, args, rule) ""
#else
#define MARKER(provider, marker, name, place, args, rule)                              \
    SEMAPHORE(#provider "_" #marker "_semaphore", place)
#define SEMAPHORE(symbol, place)                                                       \
    ".globl " symbol "\n"                                                              \
    ".hidden " symbol "\n"                                                             \
    ".type " symbol ", @object\n"                                                      \
    ".size " symbol ", 2\n" PLACE_##place(symbol)
#endif

__asm__(".pushsection .probes, \"aw\", @progbits\n"
        ".balign 64\n"
        ".globl gate_word\n"
        ".hidden gate_word\n"
        ".type gate_word, @object\n"
        ".size gate_word, 8\n"
        "gate_word: .quad 0\n"
#include "probes/markers.def"
        ".balign 64\n"
        ".popsection\n");
#undef MARKER

/* The lane is the word's last two bytes (little endian, as every lane here is). */
static uint16_t *request_lane(void)
{
    return (uint16_t *)&gate_word + 3;
}

void gate_request_raise(void)
{
    __atomic_fetch_add(request_lane(), 1, __ATOMIC_RELEASE);
}

void gate_request_lower(void)
{
    __atomic_fetch_sub(request_lane(), 1, __ATOMIC_RELEASE);
}

void gate_requests_set(GateRequests *requests, uint32_t flags)
{
    uint32_t before =
        __atomic_fetch_or((uint32_t *)&requests->flags, flags, __ATOMIC_ACQ_REL);
    if (before == 0 && flags != 0)
        gate_request_raise();
}

uint32_t gate_requests_clear(GateRequests *requests, uint32_t flags)
{
    uint32_t before =
        __atomic_fetch_and((uint32_t *)&requests->flags, ~flags, __ATOMIC_ACQ_REL);
    if (before != 0 && (before & ~flags) == 0)
        gate_request_lower();
    return before & flags;
}
