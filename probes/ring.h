/* ring.h - events into a file that is mapped into memory: an observer that writes 32
 * bytes an event into a ring of the event's thread.
 *
 * What was written is there when the process ends, however it ends (os._exit, SIGKILL,
 * SIGSEGV); probes/scripts/minipy-ring reads it, then or meanwhile. The rings are in
 * the file from the beginning, so that a full disk is an error at the start. Where a
 * thread drains them, it appends to the file; what it has no room for then is dropped
 * and told. The child of a fork has no ring: it would write into its parent's. */
#ifndef MINIPY_PROBES_RING_H
#define MINIPY_PROBES_RING_H

#include "probes/consumer.h"

typedef struct RingEvent {
    uint64_t ticks; /* as RingHead says */
    uint32_t code;  /* id, of a name in the file; 0: none */
    int32_t line;
    uint64_t frame; /* its address; of events of no frame 0 */
    uint16_t kind;  /* by the list of names in the file */
    uint8_t exit;   /* ProbeExit */
    uint8_t unused;
    uint32_t value; /* of the marker's first number that is no line, cut off */
} RingEvent;

typedef struct RingThread { /* one for each thread, 64 bytes */
    uint64_t thread;        /* threading.get_ident(); 0: free */
    uint64_t written;       /* events, ever; each at its number modulo the room */
    uint64_t dropped;       /* that found no room */
    uint64_t drained;       /* of those written: they are in the log, too */
    uint64_t unused[4];
} RingThread;

typedef struct RingPiece { /* of the log, with so many events behind it */
    uint32_t thread;       /* which RingThread's */
    uint32_t events;
    uint64_t first; /* its number among those written */
} RingPiece;

typedef struct RingHead {
    char magic[8]; /* "mpring2\n" */
    uint32_t head_size, event_size, thread_size;
    uint32_t threads, events;        /* how many; events of each thread */
    uint32_t names_size, names_used; /* bytes of names; they follow the head */
    uint32_t keeps_last;             /* the oldest are written over */
    uint64_t pid;
    uint64_t ticks[2], ns[2]; /* two looks at the counter and at CLOCK_MONOTONIC: at the
                                 start, and the latest; ticks 0: they are nanoseconds */
    uint64_t lost_threads;    /* events of threads for which there was no ring */
    uint64_t log, log_used;   /* where it begins, behind the rings; bytes */
    uint64_t error;           /* errno for which the log ended early */
} RingHead;

enum { PROBE_RING_BAD_SPEC = -1, PROBE_RING_NO_MEMORY = -2, PROBE_RING_NO_FILE = -3 };

/* Its `event`. Who has made no event yet, and knows that it is an entry, a return or a
 * line that nobody else waits for, puts it there by itself, with `user`. */
ProbeAnswer probe_ring_event(void *user, const ProbeEvent *event);
typedef struct ProbeRingWhat {
    uint16_t kind; /* enum ProbeMarker */
    uint8_t exit;  /* ProbeExit */
} ProbeRingWhat;
void probe_ring_put(void *user, uint64_t thread, const ProbeCode *code,
                    const void *frame, int line, ProbeRingWhat what);

/* Starts a ring. spec: FILE, then any of `:calls`, `:lines` (both if none), `:events=N`
 * (of a thread, a power of two; 65536), `:threads=N` (16), `:min_ns=N` (returns of
 * calls that took so long), and one of `:last` (the oldest events are written over),
 * `:drain` (a thread empties the rings into the file; what finds no room is counted, as
 * it is with neither) and `:block` (the same, but the program waits for room). complain
 * (may be NULL) hears at the end of a log that could not be written. Returns the
 * observer's id, or a PROBE_RING error; errno is that of the file. */
typedef void ProbeRingComplain(void *user, const char *text, size_t size);
int probe_ring_start(ProbeConsumers *consumers, const char *spec,
                     ProbeRingComplain *complain, void *user);

#endif
