/* select.c - the module select: select(), poll and epoll objects. Interrupted waits go
 * on with what is left of their time after the Python handlers ran (PEP 475).
 */
#include "stdlib/seconds.h"
#include "stdlib/os/posix_private.h"
#include "vm/core/confine.h"

#include <limits.h>
#include <math.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"

/* A number of some unit, times `scale` in seconds; none: *out < 0. */
static bool wait_arg(MinipyVM *vm, Value v, double scale, const char *message,
                     double *out)
{
    *out = -1;
    if (!v || v == VALUE_NONE)
        return true;
    if (!value_is_float(v) && !value_is_int(v) && !value_type(vm, v)->slots.nb_index)
        return error_set(vm, EXC_TypeError, "%s", message), false;
    if (!arg_double(vm, v, out)) {
        if (error_matches(vm, EXC_TypeError))
            error_set(vm, EXC_TypeError, "%s", message);
        return false;
    }
    *out *= scale;
    return seconds_in_range(vm, *out);
}

/* Whether an int can count it in milliseconds; false: exception. */
static bool fits_milliseconds(MinipyVM *vm, double seconds)
{
    bool fits = ceil(seconds * 1e3) <= INT_MAX && seconds * 1e3 >= INT_MIN;
    if (!fits)
        error_set(vm, EXC_OverflowError, "timeout is too large");
    return fits;
}

/* Milliseconds until `end`, rounded up; -1 when there is no end. */
static int milliseconds_left(double wait, double end)
{
    if (wait < 0)
        return -1;
    double left = end - seconds_now();
    return left <= 0 ? 0 : left > INT_MAX / 1000 ? INT_MAX : (int)ceil(left * 1000);
}

/* ---- select ---------------------------------------------------------------------- */

/* What one of the three sequences asks for. */
typedef struct Wanted {
    Value items; /* list or tuple, strong */
    int *fds;    /* owned */
    fd_set set;
} Wanted;

static void wanted_clear(MinipyVM *vm, Wanted *w)
{
    int err = errno;
    value_clear(vm, &w->items);
    mem_free(vm, w->fds);
    w->fds = NULL;
    errno = err;
}

static bool wanted_init(MinipyVM *vm, Value seq, Wanted *w, int *max)
{
    FD_ZERO(&w->set);
    if (!(w->items = sequence_fast(vm, seq, "arguments 1-3 must be sequences")))
        return false;
    w->fds = mem_alloc(vm, (size_t)(seq_size(w->items) + 1) * sizeof *w->fds);
    for (int64_t i = 0; w->fds && i < seq_size(w->items); i++) {
        int fd;
        if (!fileno_arg(vm, seq_items(w->items)[i], &fd))
            return false;
        if (fd >= FD_SETSIZE)
            return error_set(vm, EXC_ValueError,
                             "filedescriptor out of range in select()"),
                   false;
        w->fds[i] = fd;
        if (fd > *max)
            *max = fd;
    }
    return w->fds != NULL;
}

static void wanted_fill(Wanted *w)
{
    FD_ZERO(&w->set);
    for (int64_t i = 0; i < seq_size(w->items); i++)
        FD_SET(w->fds[i], &w->set);
}

static Value wanted_ready(MinipyVM *vm, const Wanted *w)
{
    Value list = list_new(vm, 0);
    for (int64_t i = 0; list && i < seq_size(w->items); i++)
        if (FD_ISSET(w->fds[i], &w->set) &&
            list_append(vm, list, seq_items(w->items)[i]) < 0)
            value_clear(vm, &list);
    return list;
}

static int do_select(MinipyVM *vm, Wanted w[3], int max, double wait)
{
    double end = seconds_now() + wait;
    for (;;) {
        struct timeval t = {0}, *timeout = NULL;
        if (wait >= 0) {
            double left = end - seconds_now();
            left = wait == 0 || left < 0 ? 0 : left;
            t.tv_sec = (time_t)left;
            t.tv_usec = (suseconds_t)((left - (double)t.tv_sec) * 1e6);
            timeout = &t;
        }
        for (int i = 0; i < 3; i++)
            wanted_fill(&w[i]);
        int n = INTERRUPTIBLE(
            vm, select(max + 1, &w[0].set, &w[1].set, &w[2].set, timeout));
        if (n >= 0 || !posix_again(vm))
            return n;
    }
}

FN(posix_select)
{
    Wanted w[3] = {0};
    double wait;
    int max = -1, n = -1;
    if (!wait_arg(vm, GIVEN(3), 1, "timeout must be a float or None", &wait))
        return VALUE_NULL;
    if (nargs > 3 && args[3] != VALUE_NONE && wait < 0)
        return error_set(vm, EXC_ValueError, "timeout must be non-negative");
    if (wanted_init(vm, args[0], &w[0], &max) &&
        wanted_init(vm, args[1], &w[1], &max) &&
        wanted_init(vm, args[2], &w[2], &max)) {
        n = do_select(vm, w, max, wait);
        if (n < 0)
            posix_error(vm);
    }
    Value lists[3] = {0}, r = VALUE_NULL;
    if (n >= 0) {
        for (int i = 0; i < 3; i++)
            lists[i] = wanted_ready(vm, &w[i]);
        if (lists[0] && lists[1] && lists[2])
            r = tuple_from(vm, lists, 3);
    }
    for (int i = 0; i < 3; i++) {
        value_xdecref(vm, lists[i]);
        wanted_clear(vm, &w[i]);
    }
    return r;
}

/* ---- poll ------------------------------------------------------------------------ */

typedef struct PollObj {
    Object ob;
    struct pollfd *fds; /* owned, in the order of registration */
    int count, room;
    bool polling;
} PollObj;
#define POLL(v) ((PollObj *)(uintptr_t)(v))

static void poll_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((PollObj *)o)->fds);
}

static bool mask_arg(MinipyVM *vm, Value v, unsigned short *out)
{
    *out = POLLIN | POLLPRI | POLLOUT;
    if (!v)
        return true;
    uint64_t n;
    if (!arg_unsigned(vm, v, "Python int too large to convert to C unsigned long", &n))
        return false;
    if (n > USHRT_MAX)
        return error_set(vm, EXC_OverflowError,
                         "Python int too large for C unsigned short"),
               false;
    *out = (unsigned short)n;
    return true;
}

static struct pollfd *poll_find(PollObj *p, int fd)
{
    for (int i = 0; i < p->count; i++)
        if (p->fds[i].fd == fd)
            return &p->fds[i];
    return NULL;
}

FN(posix_poll_register)
{
    int fd;
    unsigned short mask;
    if (!fileno_arg(vm, args[0], &fd) || !mask_arg(vm, GIVEN(1), &mask))
        return VALUE_NULL;
    PollObj *p = POLL(self);
    struct pollfd *slot = poll_find(p, fd);
    if (!slot) {
        if (p->count == p->room) {
            int room = p->room ? p->room * 2 : 8;
            struct pollfd *fds =
                mem_realloc_array(vm, p->fds, (size_t)room, sizeof *fds);
            if (!fds)
                return VALUE_NULL;
            p->fds = fds;
            p->room = room;
        }
        slot = &p->fds[p->count++];
    }
    *slot = (struct pollfd){.fd = fd, .events = (short)mask};
    return VALUE_NONE;
}

FN(posix_poll_modify)
{
    int fd;
    unsigned short mask;
    if (!fileno_arg(vm, args[0], &fd) || !mask_arg(vm, args[1], &mask))
        return VALUE_NULL;
    struct pollfd *slot = poll_find(POLL(self), fd);
    if (!slot)
        return error_set_errno(vm, ENOENT, VALUE_NULL);
    slot->events = (short)mask;
    return VALUE_NONE;
}

FN(posix_poll_unregister)
{
    int fd;
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    PollObj *p = POLL(self);
    struct pollfd *slot = poll_find(p, fd);
    if (!slot)
        return error_set_value(vm, EXC_KeyError, value_from_imm(fd));
    memmove(slot, slot + 1, (size_t)(p->fds + --p->count - slot) * sizeof *slot);
    return VALUE_NONE;
}

static Value event_pair(MinipyVM *vm, int fd, uint32_t events)
{
    return tuple_pack(vm, 2, value_from_imm(fd), value_from_imm(events));
}

FN(posix_poll_poll)
{
    double wait;
    int n;
    if (!wait_arg(vm, GIVEN(0), 1e-3, "timeout must be an integer or None", &wait))
        return VALUE_NULL;
    if (!fits_milliseconds(vm, wait))
        return VALUE_NULL;
    PollObj *p = POLL(self);
    if (p->polling) /* a signal handler got here while we wait */
        return error_set(vm, EXC_RuntimeError, "concurrent poll() invocation");
    /* A copy: meanwhile another thread may register more. */
    int count = p->count;
    struct pollfd *fds = mem_alloc(vm, (size_t)count * sizeof *fds);
    if (!fds)
        return VALUE_NULL;
    if (count)
        memcpy(fds, p->fds, (size_t)count * sizeof *fds);
    double end = seconds_now() + wait;
    p->polling = true;
    while ((n = INTERRUPTIBLE(
                vm, poll(fds, (nfds_t)count, milliseconds_left(wait, end)))) < 0 &&
           posix_again(vm))
        ;
    p->polling = false;
    Value list = n < 0 ? posix_error(vm) : list_new(vm, 0);
    for (int i = 0; list && i < count; i++) {
        if (!fds[i].revents)
            continue;
        Value pair = event_pair(vm, fds[i].fd, (uint16_t)fds[i].revents);
        if (!pair || list_append_steal(vm, list, pair) < 0)
            value_clear(vm, &list);
    }
    mem_free(vm, fds);
    return list;
}

static METHODS(poll_methods,
    {"register", posix_poll_register, 0,
     "($self, fd,\n         eventmask=select.POLLIN | select.POLLPRI | select.POLLOUT, /)", NULL},
    {"modify", posix_poll_modify, 0, "($self, fd, eventmask, /)", NULL},
    {"unregister", posix_poll_unregister, 0, "($self, fd, /)", NULL},
    {"poll", posix_poll_poll, 0, "($self, timeout=None, /)", NULL},
);
static TYPE_SPEC(poll_spec,
    .name = "select.poll",
    .flags = TYPE_OWN_MODULE | TYPE_NO_NEW, .basicsize = sizeof(PollObj),
    .dealloc = poll_dealloc,
    .methods = poll_methods,
);

FN(posix_poll)
{
    TypeObj *t = module_type_made_borrow(vm, &poll_spec);
    return t ? value_from_obj(object_alloc(vm, t, 0)) : VALUE_NULL;
}

/* ---- epoll ----------------------------------------------------------------------- */

typedef struct EpollObj {
    Object ob;
    int fd; /* -1: closed */
} EpollObj;
#define EPOLL(v) ((EpollObj *)(uintptr_t)(v))

static Value closed_error(MinipyVM *vm)
{
    return error_set(vm, EXC_ValueError, "I/O operation on closed epoll object");
}

static Value epoll_make(MinipyVM *vm, TypeObj *cls, int fd)
{
    EpollObj *e = fd < 0 ? NULL : (EpollObj *)object_alloc(vm, cls, 0);
    if (!e)
        return fd < 0 ? posix_error(vm) : VALUE_NULL;
    e->fd = fd;
    return value_from_obj(e);
}

NEW(epoll_new, 2, "epoll", "(sizehint=-1, flags=0)")
{
    int size, flags;
    if (confine_check(vm, MINIPY_ALLOW_NETWORK, "epoll") < 0 ||
        !int_arg_or(vm, given[0], -1, &size) || !int_arg_or(vm, given[1], 0, &flags))
        return VALUE_NULL;
    if (size == 0 || size < -1)
        return error_set(vm, EXC_ValueError, "negative sizehint");
    if (flags && flags != EPOLL_CLOEXEC)
        return error_set(vm, EXC_OSError, "invalid flags");
    return epoll_make(vm, cls, epoll_create1(EPOLL_CLOEXEC));
}

static void epoll_dealloc(MinipyVM *vm, Object *o)
{
    (void)vm;
    if (((EpollObj *)o)->fd >= 0)
        close(((EpollObj *)o)->fd);
}

FN(posix_epoll_fromfd)
{
    int fd;
    if (confine_check(vm, MINIPY_ALLOW_NETWORK, "epoll") < 0 ||
        !arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    return epoll_make(vm, TYPE_OF(self), fd == -1 ? epoll_create1(EPOLL_CLOEXEC) : fd);
}

static Value epoll_control(MinipyVM *vm, Value self, int op, Value file, Value mask)
{
    int fd;
    struct epoll_event event = {.events = EPOLLIN | EPOLLPRI | EPOLLOUT};
    if (!fileno_arg(vm, file, &fd))
        return VALUE_NULL;
    if (mask) {
        uint64_t bits;
        if (!arg_low_bits(vm, mask, &bits))
            return VALUE_NULL;
        event.events = (uint32_t)bits;
    }
    event.data.fd = fd;
    if (EPOLL(self)->fd < 0)
        return closed_error(vm);
    return posix_none(vm, epoll_ctl(EPOLL(self)->fd, op, fd, &event));
}

FN(posix_epoll_register)
{
    return epoll_control(vm, self, EPOLL_CTL_ADD, args[0], GIVEN(1));
}

FN(posix_epoll_modify)
{
    return epoll_control(vm, self, EPOLL_CTL_MOD, args[0], args[1]);
}

FN(posix_epoll_unregister)
{
    return epoll_control(vm, self, EPOLL_CTL_DEL, args[0], VALUE_NULL);
}

FN(posix_epoll_poll)
{
    double wait;
    int max, n;
    if (EPOLL(self)->fd < 0)
        return closed_error(vm);
    if (!wait_arg(vm, GIVEN(0), 1, "timeout must be an integer or None", &wait) ||
        !int_arg_or(vm, GIVEN(1), -1, &max))
        return VALUE_NULL;
    if (!fits_milliseconds(vm, wait))
        return VALUE_NULL;
    if (max == -1)
        max = FD_SETSIZE - 1;
    if (max < 1)
        return error_set(vm, EXC_ValueError, "maxevents must be greater than 0, got %d",
                         max);
    struct epoll_event *events = mem_alloc(vm, (size_t)max * sizeof *events);
    if (!events)
        return VALUE_NULL;
    double end = seconds_now() + wait;
    while ((n = INTERRUPTIBLE_ON(
                vm, EPOLL(self)->fd,
                epoll_wait(fd_, events, max, milliseconds_left(wait, end)))) < 0 &&
           posix_again(vm))
        ;
    Value list = n < 0 ? posix_error(vm) : list_new(vm, 0);
    for (int i = 0; list && i < n; i++) {
        Value pair = event_pair(vm, events[i].data.fd, events[i].events);
        if (!pair || list_append_steal(vm, list, pair) < 0)
            value_clear(vm, &list);
    }
    mem_free(vm, events);
    return list;
}

/* As in CPython nobody hears of an error: the descriptor is closed all the same. */
FN(posix_epoll_close)
{
    int fd = EPOLL(self)->fd;
    EPOLL(self)->fd = -1;
    if (fd >= 0)
        close(fd);
    return VALUE_NONE;
}

FN(posix_epoll_fileno)
{
    return EPOLL(self)->fd < 0 ? closed_error(vm) : value_from_imm(EPOLL(self)->fd);
}

FN(posix_epoll_enter)
{
    return EPOLL(self)->fd < 0 ? closed_error(vm) : value_incref(self);
}

FN(posix_epoll_exit)
{
    return posix_epoll_close(vm, self, NULL, 0, VALUE_NULL);
}

GETTER(epoll_closed)
{
    return value_from_bool(EPOLL(self)->fd < 0);
}

static METHODS(epoll_methods,
    {"fromfd", posix_epoll_fromfd, M_CLASS, "($type, fd, /)", NULL},
    {"close", posix_epoll_close, 0, "($self, /)", NULL},
    {"fileno", posix_epoll_fileno, 0, "($self, /)", NULL},
    {"modify", posix_epoll_modify, 0, "($self, /, fd, eventmask)", NULL},
    {"register", posix_epoll_register, 0,
     "($self, /, fd,\n         eventmask=select.EPOLLIN | select.EPOLLPRI | select.EPOLLOUT)", NULL},
    {"unregister", posix_epoll_unregister, 0, "($self, /, fd)", NULL},
    {"poll", posix_epoll_poll, 0, "($self, /, timeout=None, maxevents=-1)", NULL},
    {"__enter__", posix_epoll_enter, 0, "($self, /)", NULL},
    {"__exit__", posix_epoll_exit, 0, "($self, exc_type=None, exc_value=None, exc_tb=None, /)", NULL},
);
static GETSETS(epoll_getsets,
    {"closed", epoll_closed, NULL, "True if the epoll handler is closed", NULL},
);
static TYPE_SPEC(epoll_spec,
    .name = "select.epoll",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN, .basicsize = sizeof(EpollObj),
    .dealloc = epoll_dealloc,
    .slots = {.getattro = object_generic_getattr, .new_ = epoll_new},
    .methods = epoll_methods, .getsets = epoll_getsets,
);

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"select", posix_select, 0, "($module, rlist, wlist, xlist, timeout=None, /)",
     "Wait until one or more file descriptors are ready for some kind of I/O."},
    {"poll", posix_poll, 0, "($module, /)", "Returns a polling object."},
);

static CONTENTS(contents,
    HAS_TYPE("epoll", &epoll_spec), HAS_EXCEPTION("error", EXC_OSError), HAS_C(PIPE_BUF), HAS_C(POLLIN), HAS_C(POLLPRI),
    HAS_C(POLLOUT), HAS_C(POLLERR), HAS_C(POLLHUP), HAS_C(POLLNVAL), HAS_C(POLLRDNORM), HAS_C(POLLRDBAND),
    HAS_C(POLLWRNORM), HAS_C(POLLWRBAND), HAS_C(POLLMSG), HAS_C(POLLRDHUP), HAS_C(EPOLLIN), HAS_C(EPOLLOUT),
    HAS_C(EPOLLPRI), HAS_C(EPOLLERR), HAS_C(EPOLLHUP), HAS_C(EPOLLRDHUP), HAS_INT("EPOLLET", (uint32_t)EPOLLET), HAS_C(EPOLLONESHOT),
    HAS_C(EPOLLEXCLUSIVE), HAS_C(EPOLLRDNORM), HAS_C(EPOLLRDBAND), HAS_C(EPOLLWRNORM), HAS_C(EPOLLWRBAND),
    HAS_C(EPOLLMSG), HAS_C(EPOLL_CLOEXEC),
);

MODULE_SPEC(select_module_spec,
    .name = "select",
    .doc = "This module supports asynchronous I/O on multiple file descriptors.\n\n*** IMPORTANT NOTICE ***\nOn "
           "Windows, only sockets are supported; on Unix, all file descriptors.",
    .methods = functions, .contents = contents,
);
