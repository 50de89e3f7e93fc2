/* socket_message.c - recvmsg and sendmsg of sockets: many buffers, and ancillary data
 * such as descriptors. Read first: socket.c.
 */
#include <limits.h>
#include <poll.h>
#include <sys/uio.h>

#include "stdlib/os/posix_private.h"
#include "stdlib/os/socket_private.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/core/hooks.h"

/* ---- buffers --------------------------------------------------------------------- */

typedef struct Pieces {
    Value items; /* list or tuple, strong */
    Buffer *views;
    struct iovec *parts;
    int64_t count; /* of the views that are held */
} Pieces;

static void pieces_clear(MinipyVM *vm, Pieces *p)
{
    for (int64_t i = 0; i < p->count; i++)
        buffer_release(vm, &p->views[i]);
    mem_free(vm, p->views);
    mem_free(vm, p->parts);
    value_clear(vm, &p->items);
}

/* Holds the buffers of what v iterates over. False: error; p is to be cleared anyhow.
 */
static bool pieces_of(MinipyVM *vm, const char *fname, Value v, bool writable,
                      Pieces *p)
{
    char not_iterable[60];
    snprintf(not_iterable, sizeof not_iterable, "%s() argument 1 must be an iterable",
             fname);
    if (!(p->items = sequence_fast(vm, v, not_iterable)))
        return false;
    int64_t n = seq_size(p->items);
    if (n > INT_MAX)
        return error_set(vm, EXC_OSError, "%s() argument 1 is too long", fname), false;
    p->views = mem_alloc(vm, (size_t)(n + 1) * sizeof *p->views);
    p->parts = p->views ? mem_alloc(vm, (size_t)(n + 1) * sizeof *p->parts) : NULL;
    if (!p->parts)
        return false;
    for (; p->count < n && p->count < seq_size(p->items); p->count++) {
        Buffer *view = &p->views[p->count];
        Value item = seq_items(p->items)[p->count];
        int r = buffer_get(vm, item, view, writable ? BUF_WRITABLE : BUF_SIMPLE);
        if (r < 0 && writable) {
            error_clear(vm);
            error_set(vm, EXC_TypeError,
                      "recvmsg_into() argument 1 must be an iterable of single-segment "
                      "read-write buffers");
        }
        if (r < 0)
            return false;
        p->parts[p->count] =
            (struct iovec){.iov_base = view->data, .iov_len = (size_t)view->size};
    }
    return true;
}

/* ---- receiving ------------------------------------------------------------------- */

/* [(level, type, data), ...] of what came. */
static Value ancillary_of(MinipyVM *vm, struct msghdr *m)
{
    Value list = list_new(vm, 0);
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); list && c; c = CMSG_NXTHDR(m, c)) {
        size_t room =
            (size_t)((char *)m->msg_control + m->msg_controllen - (char *)CMSG_DATA(c));
        size_t size = c->cmsg_len - CMSG_LEN(0);
        Value data = bytes_from(vm, CMSG_DATA(c), (int64_t)(size < room ? size : room));
        Value row = data ? tuple_pack(vm, 3, value_from_imm(c->cmsg_level),
                                      value_from_imm(c->cmsg_type), data)
                         : VALUE_NULL;
        value_xdecref(vm, data);
        if (!row || list_append_steal(vm, list, row) < 0)
            value_clear(vm, &list);
    }
    return list;
}

/* The descriptors that came with what Python will never see. */
static void close_ancillary(struct msghdr *m)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t i = 0; i < (c->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
            close(fd);
        }
    }
}

/* (what, ancillary data, flags, address); takes `what` over. */
static Value message_result(MinipyVM *vm, struct msghdr *m, Value what)
{
    Value parts[] = {what, what ? ancillary_of(vm, m) : VALUE_NULL,
                     value_from_imm(m->msg_flags), VALUE_NULL};
    if (parts[1])
        parts[3] = socket_address_result(vm, m->msg_name, m->msg_namelen);
    if (parts[3])
        return tuple_from_steal(vm, parts, 4);
    close_ancillary(m);
    value_xdecref(vm, parts[0]);
    value_xdecref(vm, parts[1]);
    return VALUE_NULL;
}

/* Room for ancillary data and the flags, of the second and third argument. */
static bool message_args(MinipyVM *vm, Value size, Value flags_given, struct msghdr *m,
                         int *flags)
{
    int64_t n = 0;
    *flags = 0;
    if ((size && !arg_ssize(vm, size, &n)) ||
        (flags_given && !arg_int_ranged(vm, flags_given, flags)))
        return false;
    if (n < 0 || n > INT_MAX) {
        error_set(vm, EXC_ValueError, "invalid ancillary data buffer length");
        return false;
    }
    m->msg_controllen = (size_t)n;
    return n == 0 || (m->msg_control = mem_alloc(vm, (size_t)n)) != NULL;
}

/* The bytes received, -1: error. */
static int64_t receive_message(MinipyVM *vm, SocketObj *s, struct msghdr *m, int flags)
{
    ssize_t n;
    size_t room = m->msg_controllen;
    REPEAT(POLLIN, n,
           (m->msg_namelen = sizeof(Address), m->msg_controllen = room,
            recvmsg(fd_, m, flags)));
    return n;
}

Value socket_recvmsg(NATIVE_ARGS)
{
    Address from;
    struct iovec part;
    struct msghdr m = {.msg_name = &from, .msg_iov = &part, .msg_iovlen = 1};
    int64_t size;
    int flags;
    if (!arg_ssize(vm, args[0], &size))
        return VALUE_NULL;
    if (size < 0)
        return error_set(vm, EXC_ValueError, "negative buffer size in recvmsg()");
    Value data = bytes_alloc(vm, size), r = VALUE_NULL;
    if (data && message_args(vm, GIVEN(1), GIVEN(2), &m, &flags)) {
        part = (struct iovec){.iov_base = BYTES(data)->data, .iov_len = (size_t)size};
        int64_t n = receive_message(vm, SOCKET(self), &m, flags);
        if (n >= 0) {
            r = message_result(vm, &m, bytes_resize_steal(vm, data, n));
            data = VALUE_NULL;
        }
    }
    value_xdecref(vm, data);
    mem_free(vm, m.msg_control);
    return r;
}

Value socket_recvmsg_into(NATIVE_ARGS)
{
    Address from;
    Pieces p = {0};
    struct msghdr m = {.msg_name = &from};
    int flags;
    Value r = VALUE_NULL;
    if (message_args(vm, GIVEN(1), GIVEN(2), &m, &flags) &&
        pieces_of(vm, "recvmsg_into", args[0], true, &p)) {
        m.msg_iov = p.parts;
        m.msg_iovlen = (size_t)p.count;
        int64_t n = receive_message(vm, SOCKET(self), &m, flags);
        if (n >= 0)
            r = message_result(vm, &m, value_from_imm(n));
    }
    pieces_clear(vm, &p);
    mem_free(vm, m.msg_control);
    return r;
}

/* ---- sending --------------------------------------------------------------------- */

typedef struct Ancillary {
    int level, type;
    Buffer data;
} Ancillary;

static bool ancillary_arg(MinipyVM *vm, Value item, Ancillary *a)
{
    if (!value_is_tuple(item) || tuple_size(item) != 3) {
        if (value_is_tuple(item))
            error_set(vm, EXC_TypeError,
                      "[sendmsg() ancillary data items]() argument must be sequence of "
                      "length 3, not %zd",
                      tuple_size(item));
        else
            error_set(vm, EXC_TypeError,
                      "[sendmsg() ancillary data items]() argument must be 3-item "
                      "sequence, not %T",
                      item);
        return false;
    }
    return arg_int_ranged(vm, tuple_get_borrow(item, 0), &a->level) &&
           arg_int_ranged(vm, tuple_get_borrow(item, 1), &a->type) &&
           buffer_get(vm, tuple_get_borrow(item, 2), &a->data, BUF_SIMPLE) == 0;
}

/* Lays the items out in m's ancillary data, which mem_free gives back. */
static bool lay_out(MinipyVM *vm, const Ancillary *all, int64_t n, struct msghdr *m)
{
    size_t total = 0;
    for (int64_t i = 0; i < n; i++) {
        if (all[i].data.size > INT_MAX / 2 || total > INT_MAX / 2) {
            error_set(vm, EXC_OSError,
                      total > INT_MAX / 2 ? "too much ancillary data"
                                          : "ancillary data item too large");
            return false;
        }
        total += CMSG_SPACE((size_t)all[i].data.size);
    }
    if (total == 0)
        return true;
    if (!(m->msg_control = mem_alloc(vm, total)))
        return false;
    memset(m->msg_control, 0, total);
    m->msg_controllen = total;
    struct cmsghdr *c = CMSG_FIRSTHDR(m);
    for (int64_t i = 0; i < n; i++, c = CMSG_NXTHDR(m, c)) {
        size_t size = (size_t)all[i].data.size;
        c->cmsg_level = all[i].level;
        c->cmsg_type = all[i].type;
        c->cmsg_len = CMSG_LEN(size);
        if (size)
            memcpy(CMSG_DATA(c), all[i].data.data, size);
    }
    return true;
}

static bool take_ancillary(MinipyVM *vm, Value v, struct msghdr *m)
{
    Value items = sequence_fast(vm, v, "sendmsg() argument 2 must be an iterable");
    if (!items)
        return false;
    int64_t size = seq_size(items), n = 0;
    Ancillary *all = mem_alloc(vm, (size_t)(size + 1) * sizeof *all);
    bool ok = all != NULL;
    for (; ok && n < size && n < seq_size(items); n += ok)
        ok = ancillary_arg(vm, seq_items(items)[n], &all[n]);
    ok = ok && lay_out(vm, all, n, m);
    for (int64_t i = 0; all && i < n; i++)
        buffer_release(vm, &all[i].data);
    mem_free(vm, all);
    value_decref(vm, items);
    return ok;
}

/* Whom to, and the event. */
static bool take_address(MinipyVM *vm, Value self, Value v, Address *to,
                         struct msghdr *m)
{
    bool given = v && v != VALUE_NONE;
    socklen_t size = 0;
    if (given && !socket_address_arg(vm, "sendmsg", SOCKET(self), v, to, &size))
        return false;
    m->msg_name = given ? to : NULL;
    m->msg_namelen = size;
    return audit(vm, "socket.sendmsg", 2, self, given ? v : VALUE_NONE) == 0;
}

Value socket_sendmsg(NATIVE_ARGS)
{
    Address to;
    Pieces p = {0};
    struct msghdr m = {0};
    int flags = 0;
    ssize_t n = -1;
    SocketObj *s = SOCKET(self);
    if ((!GIVEN(2) || arg_int_ranged(vm, args[2], &flags)) &&
        take_address(vm, self, GIVEN(3), &to, &m) &&
        pieces_of(vm, "sendmsg", args[0], false, &p) &&
        (!GIVEN(1) || take_ancillary(vm, args[1], &m))) {
        m.msg_iov = p.parts;
        m.msg_iovlen = (size_t)p.count;
        REPEAT(POLLOUT, n, sendmsg(fd_, &m, flags));
    }
    pieces_clear(vm, &p);
    mem_free(vm, m.msg_control);
    return n < 0 ? VALUE_NULL : value_from_imm(n);
}
