/* ring.c - the observer that writes binary events into a mapped file (ring.h).
 *
 * The file: RingHead; the names, records of {id, first line, length} and four texts, of
 * the kinds of events first and then of code objects as they come; RingThreads; the
 * events of each; the log, pieces of them that were drained. One thread writes at a
 * time, the one that is in the vm; a reader believes `written`, which is stored behind
 * the event, and of the log what log_used says. The thread that drains knows nothing of
 * the vm: it looks when it is woken, and every few milliseconds. */
#include "probes/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "probes/quiet_thread.h"

typedef struct Ring {
    const ProbeHost *host;
    RingHead *head; /* the mapping; NULL in the child of a fork */
    size_t size;
    char *names;
    RingThread *threads;
    RingEvent *events;
    RingThread *last; /* whose event was the last, and its events */
    RingEvent *last_events;
    unsigned forks;                  /* of the process, when it began */
    uint32_t events_mask, look_mask; /* after so many events: look_around() */
    ProbeRingComplain *complain;
    void *complain_user;
    int fd;        /* of the log; -1: nothing drains */
    bool waits;    /* for room, as long as something drains */
    bool draining; /* the thread runs */
    bool ending;
    pthread_t drainer;
    sem_t wake;
    uint64_t most;  /* events but one that wait, if the last are not kept */
    bool counter;   /* stamps are the processor's counter's */
    uint32_t named; /* codes up to this id have a name */
    uint8_t numbers[PROBE_COUNT]; /* by kind: which argument is its number, + 1 */
} Ring;

/* Counted in each child, whose rings are its parent's. */
static unsigned forks;

static void count_fork(void)
{
    forks++;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_fork);
}

/* ---- names ----------------------------------------------------------------------- */

typedef struct NameRecord {
    uint32_t id; /* of a kind: its number; of code: its id + PROBE_COUNT */
    int32_t first_line;
    uint32_t size; /* of the texts, with their zeros and up to a multiple of four */
} NameRecord;

/* Without room the reader shows the number. */
static void put_name(Ring *r, uint32_t id, int first_line, const char *const texts[4])
{
    NameRecord record = {id, first_line, 0};
    size_t size = 0;
    for (int i = 0; i < 4; i++)
        size += strlen(texts[i]) + 1;
    record.size = (uint32_t)((size + 3) & ~(size_t)3);
    uint32_t used = r->head->names_used;
    if (size > r->head->names_size ||
        used + sizeof record + record.size > r->head->names_size)
        return;
    char *to = r->names + used;
    memcpy(to, &record, sizeof record);
    to += sizeof record;
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(texts[i]) + 1;
        memcpy(to, texts[i], length);
        to += length;
    }
    __atomic_store_n(&r->head->names_used, used + (uint32_t)sizeof record + record.size,
                     __ATOMIC_RELEASE);
}

static void name_code(Ring *r, const ProbeCode *code)
{
    put_name(r, code->id + PROBE_COUNT, code->first_line,
             (const char *const[4]){code->filename, code->name, code->qualname,
                                    code->module});
}

static void name_kinds(Ring *r)
{
    for (int kind = 0; kind < PROBE_COUNT; kind++) {
        const ProbeKind *k = &probe_kinds[kind];
        put_name(r, (uint32_t)kind, 0,
                 (const char *const[4]){k->marker, k->provider, "", ""});
        for (int i = k->count; i-- > 0;)
            if (k->args[i].type == PROBE_TYPED_INT ||
                k->args[i].type == PROBE_TYPED_LONG)
                if (strcmp(k->args[i].name, "lineno") != 0)
                    r->numbers[kind] = (uint8_t)(i + 1);
    }
}

/* ---- events ---------------------------------------------------------------------- */

static RingEvent *events_of(const Ring *r, const RingThread *t)
{
    return r->events + (size_t)(t - r->threads) * ((size_t)r->events_mask + 1);
}

static __attribute__((noinline)) RingThread *find_thread(Ring *r, uint64_t thread)
{
    for (uint32_t i = 0; i < r->head->threads; i++) {
        RingThread *t = &r->threads[i];
        if (t->thread != thread && t->thread != 0)
            continue;
        t->thread = thread;
        r->last_events = events_of(r, t);
        return r->last = t;
    }
    r->head->lost_threads++;
    return NULL;
}

static void look_at_clock(RingHead *head)
{
    head->ticks[1] = probe_ticks();
    head->ns[1] = probe_now();
}

/* The events from `at` on, in a ring's first lap: asks for their pages in one call, of
 * which each costs several microseconds where it is found missing. A kernel that knows
 * no such call (before 5.14) finds them missing. */
static void bring_pages(const Ring *r, uint64_t at)
{
    if (at > r->events_mask)
        return;
    uintptr_t first = (uintptr_t)(r->last_events + at), page = 4096;
    uintptr_t end = (uintptr_t)(r->last_events + at + r->look_mask + 1);
    first &= ~(page - 1);
    int saved = errno;
    madvise((void *)first, end - first, MADV_POPULATE_WRITE);
    errno = saved;
}

/* Now and then, at event number `at`: every 4096 of a thread, or a quarter of what
 * there is room for. */
static __attribute__((noinline, cold)) void look_around(Ring *r, uint64_t at)
{
    look_at_clock(r->head);
    bring_pages(r, at);
    if (r->fd >= 0)
        sem_post(&r->wake);
}

static __attribute__((noinline, cold)) void *leave_to_parent(Ring *r)
{
    if (r->head != NULL)
        munmap(r->head, r->size);
    if (r->fd >= 0)
        close(r->fd);
    r->head = NULL;
    r->fd = -1;
    return NULL;
}

static bool has_room(const Ring *r, RingThread *t)
{
    return t->written - __atomic_load_n(&t->drained, __ATOMIC_ACQUIRE) <=
           r->events_mask;
}

/* The ring is full. Waits for the thread that drains, if that is wanted and it still
 * does; counts what is dropped else. */
static __attribute__((noinline, cold)) bool find_room(Ring *r, RingThread *t)
{
    const struct timespec moment = {0, 50000};
    while (r->waits && !has_room(r, t) &&
           __atomic_load_n(&r->head->error, __ATOMIC_RELAXED) == 0) {
        sem_post(&r->wake);
        nanosleep(&moment, NULL);
    }
    if (has_room(r, t))
        return true;
    t->dropped++;
    return false;
}

/* Where the next event of that thread belongs, at number t->written; NULL: it is left
 * out. */
static inline RingEvent *next_event(Ring *r, uint64_t thread, const ProbeCode *code)
{
    if (__builtin_expect(r->forks != forks, 0))
        return leave_to_parent(r);
    RingThread *t = r->last;
    if (__builtin_expect(t == NULL || t->thread != thread, 0))
        t = find_thread(r, thread);
    if (t == NULL)
        return NULL;
    uint64_t at = t->written;
    if (__builtin_expect(at - t->drained > r->most, 0) && !find_room(r, t))
        return NULL;
    if (__builtin_expect(code != NULL && code->id > r->named, 0)) {
        r->named = code->id; /* ids are given in the order of the first events */
        name_code(r, code);
    }
    return r->last_events + (at & r->events_mask);
}

/* It is filled in: readers may see it. */
static inline void publish(Ring *r)
{
    RingThread *t = r->last;
    uint64_t at = t->written;
    __atomic_store_n(&t->written, at + 1, __ATOMIC_RELEASE);
    if (__builtin_expect((at & r->look_mask) == 0, 0))
        look_around(r, at);
}

ProbeAnswer probe_ring_event(void *user, const ProbeEvent *event)
{
    Ring *r = user;
    const ProbeCode *code = event->code;
    RingEvent *e = next_event(r, event->thread, code);
    if (e == NULL)
        return PROBE_GO_ON;
    e->ticks = probe_stamp(r->counter);
    e->code = code != NULL ? code->id : 0;
    e->line = event->line;
    e->frame = (uint64_t)(uintptr_t)event->frame;
    e->kind = event->kind;
    e->exit = event->exit;
    unsigned number = r->numbers[event->kind];
    e->value = number != 0 ? (uint32_t)event->args[number - 1].number : 0;
    publish(r);
    return PROBE_GO_ON;
}

static void fill_in(RingEvent *e, uint64_t ticks, const ProbeCode *code,
                    const void *frame, int line, ProbeRingWhat what)
{
    e->ticks = ticks;
    e->code = code != NULL ? code->id : 0;
    e->line = line;
    e->frame = (uint64_t)(uintptr_t)frame;
    e->kind = what.kind;
    e->exit = what.exit;
    e->value = 0;
}

static __attribute__((noinline)) void put_slowly(Ring *r, uint64_t thread,
                                                 const ProbeCode *code,
                                                 const void *frame, int line,
                                                 ProbeRingWhat what)
{
    RingEvent *e = next_event(r, thread, code);
    if (e == NULL)
        return;
    fill_in(e, probe_stamp(r->counter), code, frame, line, what);
    publish(r);
}

/* Most events need nothing that saves a register: the rest is apart. */
void probe_ring_put(void *user, uint64_t thread, const ProbeCode *code,
                    const void *frame, int line, ProbeRingWhat what)
{
    Ring *r = user;
    RingThread *t = r->last;
    bool plain = r->forks == forks && t != NULL && t->thread == thread && r->counter &&
                 t->written - t->drained <= r->most && code->id <= r->named;
    if (__builtin_expect(!plain, 0)) {
        put_slowly(r, thread, code, frame, line, what);
        return;
    }
    fill_in(r->last_events + (t->written & r->events_mask), probe_stamp(true), code,
            frame, line, what);
    publish(r);
}

/* ---- the log --------------------------------------------------------------------- */

/* 0, or errno. */
static int put_bytes(const Ring *r, uint64_t at, const void *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = pwrite(r->fd, bytes, size, (off_t)at);
        if (n <= 0 && errno != EINTR)
            return n < 0 ? errno : EIO;
        if (n > 0) {
            bytes = (const char *)bytes + n;
            at += (uint64_t)n;
            size -= (size_t)n;
        }
    }
    return 0;
}

/* Appends what lies in one piece. False: there is nothing, or it cannot be written. */
static bool drain_piece(Ring *r, RingThread *t)
{
    RingHead *head = r->head;
    uint64_t first = t->drained, room = (uint64_t)r->events_mask + 1;
    uint64_t n = __atomic_load_n(&t->written, __ATOMIC_ACQUIRE) - first;
    uint64_t straight = room - (first & r->events_mask);
    n = n < straight ? n : straight;
    if (n == 0)
        return false;
    RingPiece piece = {(uint32_t)(t - r->threads), (uint32_t)n, first};
    uint64_t at = head->log + head->log_used;
    size_t size = n * sizeof(RingEvent);
    int error = put_bytes(r, at, &piece, sizeof piece);
    if (error == 0)
        error = put_bytes(r, at + sizeof piece,
                          events_of(r, t) + (first & r->events_mask), size);
    if (error != 0) {
        __atomic_store_n(&head->error, (uint64_t)error, __ATOMIC_RELEASE);
        return false;
    }
    __atomic_store_n(&head->log_used, head->log_used + sizeof piece + size,
                     __ATOMIC_RELEASE);
    __atomic_store_n(&t->drained, first + n, __ATOMIC_RELEASE);
    return true;
}

static void drain_all(Ring *r)
{
    for (uint32_t i = 0; i < r->head->threads; i++)
        while (r->head->error == 0 && drain_piece(r, &r->threads[i]))
            ;
}

static void *keep_draining(void *argument)
{
    enum { PAUSE_NS = 5000000 };
    Ring *r = argument;
    while (!__atomic_load_n(&r->ending, __ATOMIC_ACQUIRE) && r->head->error == 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until); /* which sem_timedwait wants */
        until.tv_nsec += PAUSE_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        while (sem_timedwait(&r->wake, &until) < 0 && errno == EINTR)
            ;
        drain_all(r);
    }
    drain_all(r);
    return NULL;
}

/* 0, or errno. */
static int start_draining(Ring *r)
{
    sem_init(&r->wake, 0, 0);
    int error = quiet_thread_start(&r->drainer, keep_draining, r);
    r->draining = error == 0;
    return error;
}

static void stop_draining(Ring *r)
{
    if (!r->draining)
        return;
    __atomic_store_n(&r->ending, true, __ATOMIC_RELEASE);
    sem_post(&r->wake);
    pthread_join(r->drainer, NULL);
    r->draining = false;
    uint64_t dropped = 0;
    for (uint32_t i = 0; i < r->head->threads; i++)
        dropped += r->threads[i].dropped;
    if (r->head->error == 0 || r->complain == NULL)
        return;
    char text[200];
    int n = snprintf(text, sizeof text,
                     "the ring's file could not grow: %s; %llu events are missing",
                     strerror((int)r->head->error), (unsigned long long)dropped);
    r->complain(r->complain_user, text, (size_t)n);
}

static void close_ring(void *user)
{
    Ring *r = user;
    if (r->head != NULL && r->forks == forks) {
        stop_draining(r);
        look_at_clock(r->head);
    }
    leave_to_parent(r);
    r->host->release(r->host->vm, r);
}

/* ---- the start ------------------------------------------------------------------- */

typedef struct Options {
    char path[4096];
    uint64_t kinds;
    unsigned long events, threads, min_ns;
    bool last, drain, block;
} Options;

static bool take_number(const char *word, size_t length, const char *name,
                        unsigned long most, unsigned long *number)
{
    size_t n = strlen(name);
    char *end;
    if (length <= n || memcmp(word, name, n) != 0)
        return false;
    *number = strtoul(word + n, &end, 10);
    return end == word + length && *number > 0 && *number <= most;
}

static bool take_option(Options *o, const char *word, size_t length)
{
    static const char *const flags[] = {"last", "drain", "block"};
    bool *const given[] = {&o->last, &o->drain, &o->block};
    for (int i = 0; i < 3; i++)
        if (length == strlen(flags[i]) && memcmp(word, flags[i], length) == 0)
            return *given[i] = true;
    if (length == 5 && memcmp(word, "calls", 5) == 0)
        o->kinds |= PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    else if (length == 5 && memcmp(word, "lines", 5) == 0)
        o->kinds |= PROBE_BIT(line);
    else if (length == 3 && memcmp(word, "all", 3) == 0)
        o->kinds = (UINT64_C(1) << PROBE_COUNT) - 1;
    else
        return take_number(word, length, "threads=", 1u << 26, &o->threads) ||
               take_number(word, length, "min_ns=", LONG_MAX, &o->min_ns) ||
               (take_number(word, length, "events=", 1u << 26, &o->events) &&
                (o->events & (o->events - 1)) == 0);
    return true;
}

static bool take_options(Options *o, const char *spec)
{
    size_t length = strcspn(spec, ":");
    *o = (Options){.events = 65536, .threads = 16};
    if (length == 0 || length >= sizeof o->path)
        return false;
    memcpy(o->path, spec, length);
    while (spec[length] == ':') {
        spec += length + 1;
        length = strcspn(spec, ":");
        if (!take_option(o, spec, length))
            return false;
    }
    if (o->kinds == 0)
        o->kinds = PROBE_LOOP_BITS;
    return o->last + o->drain + o->block <= 1;
}

enum { NAMES_SIZE = 1 << 20 };

/* Makes the file, in its full size but for the log; *log is what that is written to, if
 * it is not NULL. NULL: errno tells. */
static RingHead *map_file(const char *path, size_t size, int *log)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return NULL;
    int failed = posix_fallocate(fd, 0, (off_t)size);
    void *at = failed ? MAP_FAILED
                      : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int saved = failed ? failed : errno;
    if (log != NULL && at != MAP_FAILED)
        *log = fd;
    else
        close(fd);
    errno = saved;
    return at == MAP_FAILED ? NULL : at;
}

static bool lay_out(Ring *r, const Options *o)
{
    size_t threads = o->threads * sizeof(RingThread);
    r->size = sizeof(RingHead) + NAMES_SIZE + threads +
              o->threads * o->events * sizeof(RingEvent);
    r->head = map_file(o->path, r->size, o->drain || o->block ? &r->fd : NULL);
    if (r->head == NULL)
        return false;
    *r->head = (RingHead){
        .head_size = sizeof(RingHead),
        .event_size = sizeof(RingEvent),
        .thread_size = sizeof(RingThread),
        .threads = (uint32_t)o->threads,
        .events = (uint32_t)o->events,
        .names_size = NAMES_SIZE,
        .keeps_last = o->last,
        .pid = (uint64_t)getpid(),
        .ticks = {probe_ticks()},
        .ns = {probe_now()},
        .log = r->size,
    };
    r->names = (char *)(r->head + 1);
    r->threads = (RingThread *)(void *)(r->names + NAMES_SIZE);
    r->events = (RingEvent *)(void *)((char *)r->threads + threads);
    r->events_mask = (uint32_t)o->events - 1;
    r->counter = r->head->ticks[0] != 0;
    r->most = o->last ? UINT64_MAX : r->events_mask;
    r->look_mask = (o->events < 16384 ? ((uint32_t)o->events + 3) / 4 : 4096) - 1;
    name_kinds(r);
    look_at_clock(r->head);
    memcpy(r->head->magic, "mpring2\n", 8); /* now it may be read */
    return true;
}

int probe_ring_start(ProbeConsumers *consumers, const char *spec,
                     ProbeRingComplain *complain, void *user)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const ProbeHost *host = consumers->host;
    Options o;
    if (!take_options(&o, spec))
        return PROBE_RING_BAD_SPEC;
    pthread_once(&once, watch_forks);
    Ring *r = host->allocate(host->vm, sizeof *r);
    if (r == NULL)
        return PROBE_RING_NO_MEMORY;
    *r = (Ring){.host = host,
                .forks = forks,
                .complain = complain,
                .complain_user = user,
                .fd = -1,
                .waits = o.block};
    ProbeObserver observer = {.kinds = o.kinds,
                              .event = probe_ring_event,
                              .filter = {.min_ns = o.min_ns},
                              .user = r,
                              .close = close_ring};
    if (!lay_out(r, &o)) {
        int saved = errno;
        host->release(host->vm, r);
        errno = saved;
        return PROBE_RING_NO_FILE;
    }
    int id = -1;
    if (r->fd < 0 || start_draining(r) == 0)
        id = probe_observe(consumers, &observer);
    if (id > 0)
        return id;
    close_ring(r);
    return PROBE_RING_NO_MEMORY;
}
