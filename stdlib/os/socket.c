/* socket.c - the module _socket, on which socket.py and asyncio stand: sockets of the
 * families INET, INET6, UNIX, VSOCK and NETLINK, name resolution, address texts.
 *
 * A socket with a timeout is non-blocking for the system; operations wait with poll()
 * until the deadline. Interrupted ones go on after the Python handlers ran (PEP 475).
 */
#include "stdlib/seconds.h"
#include "stdlib/os/posix_private.h"
#include "stdlib/os/socket_private.h"
#include "vm/core/confine.h"

#include <arpa/inet.h>
#include <limits.h>
#include <math.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/numbers/number.h"

/* ---- waiting --------------------------------------------------------------------- */

double socket_deadline(const SocketObj *s)
{
    return s->timeout > 0 ? seconds_now() + s->timeout : 0;
}

bool socket_wait_ready(MinipyVM *vm, SocketObj *s, short events, double deadline)
{
    if (s->timeout <= 0 || s->fd < 0)
        return true;
    for (;;) {
        struct pollfd p = {.fd = s->fd, .events = events};
        double left = deadline - seconds_now();
        int n =
            left < 0
                ? 0
                : INTERRUPTIBLE(
                      vm, poll(&p, 1, (int)ceil(fmin(left, INT_MAX / 1000) * 1000)));
        if (n > 0)
            return true;
        if (n == 0) {
            error_set(vm, EXC_TimeoutError, "timed out");
            return false;
        }
        if (!posix_again(vm)) {
            posix_error(vm);
            return false;
        }
    }
}

bool socket_again(MinipyVM *vm, SocketObj *s)
{
    if (errno == EINTR && posix_again(vm))
        return true;
    if (s->timeout > 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return true;
    posix_error(vm);
    return false;
}

static bool set_blocking(int fd, bool on)
{
    int flags = fcntl(fd, F_GETFL);
    int wanted = on ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
    return flags >= 0 && (flags == wanted || fcntl(fd, F_SETFL, wanted) >= 0);
}

static bool timeout_arg(MinipyVM *vm, Value v, double *out)
{
    *out = -1;
    if (v == VALUE_NONE)
        return true;
    if (!seconds_of(vm, v, out))
        return false;
    if (*out < 0)
        return error_set(vm, EXC_ValueError, "Timeout value out of range"), false;
    return true;
}

/* ---- addresses ------------------------------------------------------------------- */

/* The host of an address as bytes that C may read to their end. */
static Value host_name(MinipyVM *vm, Value host)
{
    Value name = VALUE_NULL;
    if (value_is_bytes(host))
        name = value_incref(host);
    else if (value_is_kind(host, KIND_BYTEARRAY))
        name = buffer_bytes_of(vm, host, BUF_SIMPLE);
    else if (value_is_str(host) && STR(host)->ascii)
        name = bytes_from(vm, str_data(STR(host)), str_length(host));
    else if (value_is_str(host)) {
        if (!(name = socket_host_encode(vm, host)))
            error_set(vm, EXC_TypeError, "encoding of hostname failed");
    } else
        error_set(vm, EXC_TypeError, "str, bytes or bytearray expected, not %T", host);
    if (name && memchr(BYTES(name)->data, 0, (size_t)BYTES(name)->size)) {
        error_set(vm, EXC_TypeError, "host name must not contain null character");
        value_clear(vm, &name);
    }
    return name;
}

static bool inet_address(MinipyVM *vm, const char *fname, int family, Value v,
                         Address *out, socklen_t *size)
{
    bool six = family == AF_INET6;
    int port;
    uint64_t flow = 0, scope = 0;
    if (!value_is_tuple(v)) {
        error_set(vm, EXC_TypeError, "%s(): %s address must be tuple, not %T", fname,
                  six ? "AF_INET6" : "AF_INET", v);
        return false;
    }
    int64_t n = tuple_size(v);
    if (six ? n < 2 || n > 4 : n != 2) {
        error_set(vm, EXC_TypeError,
                  six ? "AF_INET6 address must be a tuple (host, port[, flowinfo[, "
                        "scopeid]])"
                      : "AF_INET address must be a pair (host, port)");
        return false;
    }
    Value name = host_name(vm, tuple_get_borrow(v, 0));
    bool ok = name && arg_int_ranged(vm, tuple_get_borrow(v, 1), &port) &&
              (n <= 2 || arg_low_bits(vm, tuple_get_borrow(v, 2), &flow)) &&
              (n <= 3 || arg_low_bits(vm, tuple_get_borrow(v, 3), &scope));
    if (ok ? port < 0 || port > 0xffff : error_matches(vm, EXC_OverflowError))
        ok = error_set(vm, EXC_OverflowError, "%s(): port must be 0-65535.", fname);
    else if (ok && (uint32_t)flow > 0xfffff)
        ok = error_set(vm, EXC_OverflowError, "%s(): flowinfo must be 0-1048575.",
                       fname);
    ok = ok && socket_resolve(vm, (char *)BYTES(name)->data, family, out, size);
    value_xdecref(vm, name);
    if (!ok)
        return false;
    if (six) {
        out->in6.sin6_port = htons((uint16_t)port);
        out->in6.sin6_flowinfo = htonl((uint32_t)flow);
        out->in6.sin6_scope_id = (uint32_t)scope;
    } else {
        out->in.sin_port = htons((uint16_t)port);
    }
    return true;
}

static bool unix_address(MinipyVM *vm, Value v, Address *out, socklen_t *size)
{
    Value path = value_is_str(v) ? str_encode_path(vm, v) : VALUE_NULL;
    Buffer view;
    if (!path && !error_occurred(vm) && buffer_get(vm, v, &view, BUF_SIMPLE) == 0) {
        path = buffer_to_bytes(vm, &view);
        buffer_release(vm, &view);
    }
    if (!path)
        return false;
    size_t n = (size_t)BYTES(path)->size;
    /* a name that begins with NUL is abstract and needs no NUL at its end; for an empty
     * one the system makes one up */
    bool abstract = n == 0 || BYTES(path)->data[0] == 0, ok;
    ok = abstract ? n <= sizeof out->un.sun_path : n < sizeof out->un.sun_path;
    if (ok) {
        memset(&out->un, 0, sizeof out->un);
        memcpy(out->un.sun_path, BYTES(path)->data, n);
        *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n + !abstract);
    } else {
        error_set(vm, EXC_OSError, "AF_UNIX path too long");
    }
    value_decref(vm, path);
    out->un.sun_family = AF_UNIX;
    return ok;
}

/* The families whose addresses are two numbers, which Linux has in `first` and `second`
 * of its structure. */
static bool number_address(MinipyVM *vm, const char *fname, int family, Value v,
                           uint32_t *first, uint32_t *second)
{
    int64_t n[2];
    if (!value_is_tuple(v)) {
        if (family == AF_VSOCK)
            error_set(vm, EXC_TypeError,
                      "getsockaddrarg: AF_VSOCK address must be tuple, not %T", v);
        else
            error_set(vm, EXC_TypeError,
                      "%s(): AF_NETLINK address must be tuple, not %T", fname, v);
        return false;
    }
    if (tuple_size(v) != 2) {
        error_set(vm, EXC_TypeError, "%s() takes exactly 2 arguments (%zd given)",
                  fname, tuple_size(v));
        return false;
    }
    for (int i = 0; i < 2; i++)
        if (!arg_ssize(vm, tuple_get_borrow(v, i), &n[i]))
            return false;
    *first = (uint32_t)n[0];
    *second = (uint32_t)n[1];
    return true;
}

bool socket_address_arg(MinipyVM *vm, const char *fname, SocketObj *s, Value v,
                        Address *out, socklen_t *size)
{
    memset(out, 0, sizeof *out);
    out->any.sa_family = (sa_family_t)s->family;
    if (s->family == AF_VSOCK) {
        *size = sizeof out->vsock;
        return number_address(vm, fname, AF_VSOCK, v, &out->vsock.svm_cid,
                              &out->vsock.svm_port);
    }
    if (s->family == AF_NETLINK) {
        *size = sizeof out->netlink;
        return number_address(vm, fname, AF_NETLINK, v, &out->netlink.nl_pid,
                              &out->netlink.nl_groups);
    }
    if (s->family == AF_UNIX)
        return unix_address(vm, v, out, size);
    if (s->family == AF_INET || s->family == AF_INET6)
        return inet_address(vm, fname, s->family, v, out, size);
    error_set(vm, EXC_OSError, "%s(): bad family", fname);
    return false;
}

static Value unix_result(MinipyVM *vm, const struct sockaddr_un *a, socklen_t size)
{
    size_t n = size > offsetof(struct sockaddr_un, sun_path)
                   ? size - offsetof(struct sockaddr_un, sun_path)
                   : 0;
    if (n > 0 && a->sun_path[0] == 0)
        return bytes_from(vm, a->sun_path, (int64_t)n);
    char path[sizeof a->sun_path + 1] = {0};
    memcpy(path, a->sun_path, n);
    return str_from_path(vm, path);
}

Value socket_address_result(MinipyVM *vm, const Address *a, socklen_t size)
{
    char text[INET6_ADDRSTRLEN];
    if (size == 0)
        return VALUE_NONE;
    if (a->any.sa_family == AF_UNIX)
        return unix_result(vm, &a->un, size);
    if (a->any.sa_family == AF_INET) {
        inet_ntop(AF_INET, &a->in.sin_addr, text, sizeof text);
        Value items[2] = {str_from_cstr(vm, text),
                          value_from_imm(ntohs(a->in.sin_port))};
        return tuple_from_steal(vm, items, 2);
    }
    if (a->any.sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &a->in6.sin6_addr, text, sizeof text);
        Value items[4] = {str_from_cstr(vm, text),
                          value_from_imm(ntohs(a->in6.sin6_port)),
                          value_from_imm(ntohl(a->in6.sin6_flowinfo)),
                          value_from_imm(a->in6.sin6_scope_id)};
        return tuple_from_steal(vm, items, 4);
    }
    if (a->any.sa_family == AF_VSOCK)
        return tuple_pack(vm, 2, value_from_imm(a->vsock.svm_cid),
                          value_from_imm(a->vsock.svm_port));
    if (a->any.sa_family == AF_NETLINK)
        return tuple_pack(vm, 2, value_from_imm(a->netlink.nl_pid),
                          value_from_imm(a->netlink.nl_groups));
    Value items[2] = {value_from_imm(a->any.sa_family),
                      bytes_from(vm, a->any.sa_data, (int64_t)sizeof a->any.sa_data)};
    return tuple_from_steal(vm, items, 2);
}

/* ---- life ------------------------------------------------------------------------ */

static Value socket_new(NEW_ARGS)
{
    Object *o = object_alloc(vm, cls, 0);
    if (o) {
        ((SocketObj *)o)->fd = -1;
        ((SocketObj *)o)->timeout = -1;
    }
    return value_from_obj(o);
}

static int socket_option(int fd, int name, int def)
{
    int value;
    socklen_t size = sizeof value;
    return getsockopt(fd, SOL_SOCKET, name, &value, &size) < 0 ? def : value;
}

/* Takes a descriptor over; what was not said of it is asked of the system. */
static bool adopt(MinipyVM *vm, SocketObj *s, Value fileno)
{
    Address a;
    socklen_t size = sizeof a;
    int64_t number;
    if (!arg_long(vm, fileno, &number))
        return false;
    int fd = (int)number; /* its lower half, as CPython takes it */
    if (fd < 0)
        return error_set(vm, EXC_ValueError, "negative file descriptor"), false;
    memset(&a, 0, sizeof a);
    if (getsockname(fd, &a.any, &size) < 0 && (errno == EBADF || errno == ENOTSOCK)) {
        posix_error(vm);
        return false;
    }
    s->fd = fd;
    if (s->family == -1)
        s->family = a.any.sa_family;
    if (s->type == -1)
        s->type = socket_option(s->fd, SO_TYPE, SOCK_STREAM);
    if (s->proto == -1)
        s->proto = socket_option(s->fd, SO_PROTOCOL, 0);
    return true;
}

static double default_timeout(MinipyVM *vm)
{
    Value m = dict_get_cstr_borrow(vm, vm->modules, "_socket");
    double *state = m && value_is_kind(m, KIND_MODULE) ? MODULE(m)->state : NULL;
    return state ? *state : -1;
}

static int socket_init(NATIVE_ARGS)
{
    static const MethodDef row = {
        .name = "socket", .signature = "(family=-1, type=-1, proto=-1, fileno=None)"};
    Value a[4];
    SocketObj *s = SOCKET(self);
    if (confine_check(vm, MINIPY_ALLOW_NETWORK, "socket") < 0 ||
        !args_take(vm, &row, args, nargs, kwnames, a) ||
        !int_arg_or(vm, a[0], -1, &s->family) || !int_arg_or(vm, a[1], -1, &s->type) ||
        !int_arg_or(vm, a[2], -1, &s->proto) ||
        audit(vm, "socket.__new__", 4, self, value_from_imm(s->family),
              value_from_imm(s->type), value_from_imm(s->proto)) < 0)
        return -1;
    bool given = a[3] && a[3] != VALUE_NONE;
    if (given && !adopt(vm, s, a[3]))
        return -1;
    if (!given) {
        s->family = s->family == -1 ? AF_INET : s->family;
        s->type = s->type == -1 ? SOCK_STREAM : s->type;
        s->proto = s->proto == -1 ? 0 : s->proto;
        s->fd = socket(s->family, s->type | SOCK_CLOEXEC, s->proto);
        if (s->fd < 0) {
            posix_error(vm);
            return -1;
        }
    }
    bool nonblocking = s->type & SOCK_NONBLOCK;
    s->type &= ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    s->timeout = nonblocking ? 0 : default_timeout(vm);
    if (!nonblocking && s->timeout >= 0 && !set_blocking(s->fd, false)) {
        posix_error(vm);
        return -1;
    }
    return 0;
}

static void socket_finalize(MinipyVM *vm, Value self)
{
    SocketObj *s = SOCKET(self);
    if (s->fd < 0)
        return;
    if (error_warn_resource(vm, self, "unclosed %R", self) < 0)
        error_in_destructor(vm, self);
    close(s->fd);
    s->fd = -1;
}

static Value socket_repr(MinipyVM *vm, Value self)
{
    SocketObj *s = SOCKET(self);
    return str_format_c(vm, "<socket object, fd=%d, family=%d, type=%d, proto=%d>",
                        s->fd, s->family, s->type, s->proto);
}

/* ---- connecting ------------------------------------------------------------------ */

FN(posix_sock_accept)
{
    SocketObj *s = SOCKET(self);
    Address a;
    socklen_t size = 0;
    int fd;
    memset(&a, 0, sizeof a);
    REPEAT(POLLIN, fd, (size = sizeof a, accept4(fd_, &a.any, &size, SOCK_CLOEXEC)));
    if (fd < 0)
        return VALUE_NULL;
    Value items[2] = {value_from_imm(fd), socket_address_result(vm, &a, size)};
    return tuple_from_steal(vm, items, 2);
}

FN(posix_sock_bind)
{
    Address a;
    socklen_t size;
    if (!socket_address_arg(vm, "bind", SOCKET(self), args[0], &a, &size) ||
        audit(vm, "socket.bind", 2, self, args[0]) < 0)
        return VALUE_NULL;
    return posix_none(vm, bind(SOCKET(self)->fd, &a.any, size));
}

/* 0, an errno, or -1 with an exception. */
static int do_connect(MinipyVM *vm, SocketObj *s, const Address *a, socklen_t size)
{
    if (INTERRUPTIBLE_ON(vm, s->fd, connect(fd_, &a->any, size)) == 0)
        return 0;
    bool wait =
        (errno == EINTR && posix_again(vm)) || (errno == EINPROGRESS && s->timeout > 0);
    if (error_occurred(vm))
        return -1;
    if (!wait)
        return errno;
    double deadline = socket_deadline(s);
    struct pollfd p = {.fd = s->fd, .events = POLLOUT};
    if (s->timeout > 0 ? !socket_wait_ready(vm, s, POLLOUT, deadline)
                       : INTERRUPTIBLE(vm, poll(&p, 1, -1)) < 0 && !posix_again(vm))
        return error_occurred(vm) ? -1 : errno;
    return socket_option(s->fd, SO_ERROR, 0);
}

static int connect_args(MinipyVM *vm, const char *fname, Value self, Value address)
{
    Address a;
    socklen_t size;
    if (!socket_address_arg(vm, fname, SOCKET(self), address, &a, &size) ||
        audit(vm, "socket.connect", 2, self, address) < 0)
        return -1;
    return do_connect(vm, SOCKET(self), &a, size);
}

FN(posix_sock_connect)
{
    int err = connect_args(vm, "connect", self, args[0]);
    if (err > 0)
        error_set_errno(vm, err, VALUE_NULL);
    return err ? VALUE_NULL : VALUE_NONE;
}

FN(posix_sock_connect_ex)
{
    int err = connect_args(vm, "connect_ex", self, args[0]);
    if (err < 0 && error_matches(vm, EXC_TimeoutError)) {
        error_clear(vm);
        err = EAGAIN;
    }
    return err < 0 ? VALUE_NULL : value_from_imm(err);
}

FN(posix_sock_listen)
{
    int backlog = SOMAXCONN < 128 ? SOMAXCONN : 128;
    if (nargs && !arg_int_ranged(vm, args[0], &backlog))
        return VALUE_NULL;
    return posix_none(vm, listen(SOCKET(self)->fd, backlog < 0 ? 0 : backlog));
}

FN(posix_sock_shutdown)
{
    int how;
    if (!arg_int(vm, args[0], &how))
        return VALUE_NULL;
    return posix_none(vm, shutdown(SOCKET(self)->fd, how));
}

FN(posix_sock_close)
{
    int fd = SOCKET(self)->fd;
    SOCKET(self)->fd = -1;
    /* the peer's reset is no error of ours */
    return fd >= 0 && BLOCKING(vm, close(fd)) < 0 && errno != ECONNRESET
               ? posix_error(vm)
               : VALUE_NONE;
}

FN(posix_sock_detach)
{
    int fd = SOCKET(self)->fd;
    SOCKET(self)->fd = -1;
    return value_from_imm(fd);
}

FN(posix_sock_fileno)
{
    return value_from_imm(SOCKET(self)->fd);
}

static Value name_of(MinipyVM *vm, Value self,
                     int (*ask)(int, struct sockaddr *, socklen_t *))
{
    Address a;
    socklen_t size = sizeof a;
    memset(&a, 0, sizeof a);
    if (ask(SOCKET(self)->fd, &a.any, &size) < 0)
        return posix_error(vm);
    return socket_address_result(vm, &a, size);
}

static int ask_self(int fd, struct sockaddr *a, socklen_t *n)
{
    return getsockname(fd, a, n);
}

static int ask_peer(int fd, struct sockaddr *a, socklen_t *n)
{
    return getpeername(fd, a, n);
}

FN(posix_sock_getsockname)
{
    return name_of(vm, self, ask_self);
}

FN(posix_sock_getpeername)
{
    return name_of(vm, self, ask_peer);
}

/* ---- receiving ------------------------------------------------------------------- */

/* The sender's address goes to *a unless that is NULL. The bytes received; -1: error.
 */
static int64_t receive(MinipyVM *vm, SocketObj *s, void *data, int64_t size, int flags,
                       Address *a, socklen_t *length)
{
    ssize_t n;
    if (size == 0 && !a) /* nothing to wait for */
        return 0;
    REPEAT(
        POLLIN, n,
        (*length = a ? sizeof *a : 0, recvfrom(fd_, data, (size_t)size, flags,
                                               a ? &a->any : NULL, a ? length : NULL)));
    return n;
}

/* New bytes, as the arguments size and flags say. */
static Value receive_bytes(MinipyVM *vm, const char *fname, Value self,
                           const Value *args, size_t nargs, Address *a,
                           socklen_t *length)
{
    int64_t size;
    int flags = 0;
    if (!arg_ssize(vm, args[0], &size) ||
        (nargs > 1 && !arg_int_ranged(vm, args[1], &flags)))
        return VALUE_NULL;
    if (size < 0)
        return error_set(vm, EXC_ValueError, "negative buffersize in %s", fname);
    /* Mostly much less comes than there is room for. */
    uint8_t small[8 * 1024];
    Value bytes = size > (int64_t)sizeof small ? bytes_alloc(vm, size) : VALUE_NULL;
    if (!bytes && error_occurred(vm))
        return VALUE_NULL;
    void *data = bytes ? BYTES(bytes)->data : small;
    int64_t n = receive(vm, SOCKET(self), data, size, flags, a, length);
    if (n >= 0)
        return bytes ? bytes_resize_steal(vm, bytes, n) : bytes_from(vm, small, n);
    value_xdecref(vm, bytes);
    return VALUE_NULL;
}

FN(posix_sock_recv)
{
    socklen_t length;
    return receive_bytes(vm, "recv", self, args, nargs, NULL, &length);
}

/* The buffer, size and flags of fname, and how it says that the buffer is too small. */
static int64_t receive_into(MinipyVM *vm, const char *fname, const char *too_small,
                            Value self, const Value *args, size_t nargs, Address *a,
                            socklen_t *length)
{
    int64_t size = 0, n = -1;
    int flags;
    Buffer view;
    char which[32];
    snprintf(which, sizeof which, "%s() argument 1", fname);
    if (buffer_get_writable(vm, args[0], &view, which) < 0)
        return -1;
    if ((GIVEN(1) && !arg_ssize(vm, GIVEN(1), &size)) ||
        !int_arg_or(vm, GIVEN(2), 0, &flags))
        ; /* an exception is set */
    else if (size < 0)
        error_set(vm, EXC_ValueError, "negative buffersize in %s", fname);
    else if (size > view.size)
        error_set(vm, EXC_ValueError, "%s", too_small);
    else
        n = receive(vm, SOCKET(self), view.data, size ? size : view.size, flags, a,
                    length);
    buffer_release(vm, &view);
    return n;
}

FN(posix_sock_recv_into)
{
    socklen_t length;
    int64_t n = receive_into(vm, "recv_into", "buffer too small for requested bytes",
                             self, args, nargs, NULL, &length);
    return n < 0 ? VALUE_NULL : value_from_imm(n);
}

FN(posix_sock_recvfrom_into)
{
    Address a = {0};
    socklen_t length = 0;
    int64_t n = receive_into(vm, "recvfrom_into",
                             "nbytes is greater than the length of the buffer", self,
                             args, nargs, &a, &length);
    if (n < 0)
        return VALUE_NULL;
    Value items[2] = {value_from_imm(n), socket_address_result(vm, &a, length)};
    return tuple_from_steal(vm, items, 2);
}

FN(posix_sock_recvfrom)
{
    Address a = {0};
    socklen_t length = 0;
    Value bytes = receive_bytes(vm, "recvfrom", self, args, nargs, &a, &length);
    if (!bytes)
        return VALUE_NULL;
    Value items[2] = {bytes, socket_address_result(vm, &a, length)};
    return tuple_from_steal(vm, items, 2);
}

/* ---- sending --------------------------------------------------------------------- */

/* The data and the flags, which follow it if v is given. */
static bool send_args(MinipyVM *vm, Value data, Value v, Buffer *view, int *flags)
{
    *flags = 0;
    if (buffer_get(vm, data, view, BUF_SIMPLE) < 0)
        return false;
    if (!v || arg_int_ranged(vm, v, flags))
        return true;
    buffer_release(vm, view);
    return false;
}

/* To the address unless that is NULL. What was sent of it; -1: error. */
static int64_t send_once(MinipyVM *vm, SocketObj *s, const void *data, int64_t size,
                         int flags, const Address *a, socklen_t length)
{
    ssize_t n;
    REPEAT(POLLOUT, n,
           sendto(fd_, data, (size_t)size, flags, a ? &a->any : NULL, length));
    return n >= 0 && signals_checked(vm) < 0 ? -1 : n; /* which may have cut it short */
}

FN(posix_sock_send)
{
    int flags;
    Buffer view;
    if (!send_args(vm, args[0], GIVEN(1), &view, &flags))
        return VALUE_NULL;
    int64_t n = send_once(vm, SOCKET(self), view.data, view.size, flags, NULL, 0);
    buffer_release(vm, &view);
    return n < 0 ? VALUE_NULL : value_from_imm(n);
}

FN(posix_sock_sendall)
{
    int flags;
    Buffer view;
    if (!send_args(vm, args[0], GIVEN(1), &view, &flags))
        return VALUE_NULL;
    int64_t n = 0;
    for (int64_t done = 0; n >= 0 && done < view.size; done += n)
        n = send_once(vm, SOCKET(self), (char *)view.data + done, view.size - done,
                      flags, NULL, 0);
    buffer_release(vm, &view);
    return n < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(posix_sock_sendto)
{
    int flags;
    Buffer view;
    Address a;
    socklen_t size;
    if (nargs < 2 || nargs > 3)
        return error_set(vm, EXC_TypeError,
                         "sendto() takes 2 or 3 arguments (%zd given)", (int64_t)nargs);
    Value address = args[nargs - 1];
    int64_t n = -1;
    if (!send_args(vm, args[0], nargs > 2 ? args[1] : VALUE_NULL, &view, &flags))
        return VALUE_NULL;
    if (socket_address_arg(vm, "sendto", SOCKET(self), address, &a, &size) &&
        audit(vm, "socket.sendto", 2, self, address) == 0)
        n = send_once(vm, SOCKET(self), view.data, view.size, flags, &a, size);
    buffer_release(vm, &view);
    return n < 0 ? VALUE_NULL : value_from_imm(n);
}

/* ---- options --------------------------------------------------------------------- */

FN(posix_sock_setblocking)
{
    int64_t on;
    if (!arg_long(vm, args[0], &on))
        return VALUE_NULL;
    SOCKET(self)->timeout = on ? -1 : 0;
    return set_blocking(SOCKET(self)->fd, on) ? VALUE_NONE : posix_error(vm);
}

FN(posix_sock_getblocking)
{
    return value_from_bool(SOCKET(self)->timeout != 0);
}

FN(posix_sock_settimeout)
{
    double timeout;
    if (!timeout_arg(vm, args[0], &timeout))
        return VALUE_NULL;
    SOCKET(self)->timeout = timeout;
    return set_blocking(SOCKET(self)->fd, timeout < 0) ? VALUE_NONE : posix_error(vm);
}

static Value timeout_value(MinipyVM *vm, double t)
{
    return t < 0 ? VALUE_NONE : float_new(vm, t);
}

FN(posix_sock_gettimeout)
{
    return timeout_value(vm, SOCKET(self)->timeout);
}

/* (level, option, int), (level, option, None, size) or (level, option, buffer) */
/* Options of AF_VSOCK have 64 bits, as CPython passes them. */
static bool has_wide_options(const SocketObj *s)
{
    return s->family == AF_VSOCK;
}

/* The option's value as a number, of *size bytes; false: an exception, as it is none.
 */
static bool option_number(MinipyVM *vm, const SocketObj *s, Value v, uint64_t *out,
                          socklen_t *size)
{
    int value = 0;
    bool ok =
        has_wide_options(s) ? arg_low_bits(vm, v, out) : arg_int_ranged(vm, v, &value);
    *size = has_wide_options(s) ? sizeof *out : sizeof value;
    if (!has_wide_options(s))
        memcpy(out, &value, sizeof value);
    return ok;
}

static bool option_name(MinipyVM *vm, const Value *args, int *level, int *name)
{
    return arg_int_ranged(vm, args[0], level) && arg_int_ranged(vm, args[1], name);
}

/* Each form is tried in turn, as in CPython, with all of its arguments. */
FN(posix_sock_setsockopt)
{
    static const MethodDef row = {.name = "setsockopt",
                                  .signature = "(level, option, value, /)",
                                  .flags = M_TUPLE};
    int level, name;
    int fd = SOCKET(self)->fd;
    Buffer view;
    uint64_t number = 0;
    socklen_t size;
    if (nargs == 3 && option_name(vm, args, &level, &name) &&
        option_number(vm, SOCKET(self), args[2], &number, &size))
        return posix_none(vm, setsockopt(fd, level, name, &number, size));
    error_clear(vm);
    if (nargs == 4 && args[2] == VALUE_NONE && option_name(vm, args, &level, &name) &&
        arg_low_bits(vm, args[3], &number))
        return posix_none(vm, setsockopt(fd, level, name, NULL, (socklen_t)number));
    error_clear(vm);
    if (!args_take(vm, &row, args, nargs, VALUE_NULL, (Value[3]){0}) ||
        !option_name(vm, args, &level, &name))
        return VALUE_NULL;
    if (buffer_get(vm, args[2], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    int r = setsockopt(fd, level, name, view.data, (socklen_t)view.size);
    int err = errno;
    buffer_release(vm, &view);
    errno = err;
    return posix_none(vm, r);
}

FN(posix_sock_getsockopt)
{
    int level, name, value = 0, room = 0;
    if (!arg_int_ranged(vm, args[0], &level) || !arg_int_ranged(vm, args[1], &name) ||
        (nargs > 2 && !arg_int_ranged(vm, args[2], &room)))
        return VALUE_NULL;
    int fd = SOCKET(self)->fd;
    if (room == 0 && has_wide_options(SOCKET(self))) {
        uint64_t wide = 0;
        socklen_t size = sizeof wide;
        return getsockopt(fd, level, name, &wide, &size) < 0
                   ? posix_error(vm)
                   : int_new(vm, (int64_t)wide);
    }
    if (room == 0) {
        socklen_t size = sizeof value;
        return getsockopt(fd, level, name, &value, &size) < 0 ? posix_error(vm)
                                                              : value_from_imm(value);
    }
    if (room < 0 || room > 1024)
        return error_set(vm, EXC_OSError, "getsockopt buflen out of range");
    char data[1024];
    socklen_t size = (socklen_t)room;
    return getsockopt(fd, level, name, data, &size) < 0 ? posix_error(vm)
                                                        : bytes_from(vm, data, size);
}

GETTER(get_timeout)
{
    return timeout_value(vm, SOCKET(self)->timeout);
}

static METHODS(socket_methods,
    {"_accept", posix_sock_accept, M_UNSIGNED, "($self, /)", "_accept() -> (integer, address info)\n\n"
     "Wait for a connection: its descriptor, and the other side's address."},
    {"bind", posix_sock_bind, M_UNSIGNED, "($self, address, /)", "bind(address)\n\n"
     "Give the socket its own address: of IP a pair (host, port)."},
    {"close", posix_sock_close, M_UNSIGNED, "($self, /)", "close()\n\n"
     "Close the socket, which can do nothing any more."},
    {"connect", posix_sock_connect, M_UNSIGNED, "($self, address, /)", "connect(address)\n\n"
     "Connect the socket to a remote address: of IP a pair (host, port)."},
    {"connect_ex", posix_sock_connect_ex, M_UNSIGNED, "($self, address, /)", "connect_ex(address) -> errno\n\n"
     "Like connect(), but an error of the system is returned and not raised."},
    {"detach", posix_sock_detach, M_UNSIGNED, "($self, /)", "detach()\n\n"
     "Make the object a closed socket, and return the descriptor, which stays open."},
    {"fileno", posix_sock_fileno, M_UNSIGNED, "($self, /)", "fileno() -> integer\n\n"
     "The socket's descriptor, -1 if it is closed."},
    {"getpeername", posix_sock_getpeername, M_UNSIGNED, "($self, /)", "getpeername() -> address info\n\n"
     "The address of the other side."},
    {"getsockname", posix_sock_getsockname, M_UNSIGNED, "($self, /)", "getsockname() -> address info\n\n"
     "The socket's own address."},
    {"getsockopt", posix_sock_getsockopt, M_BARE | M_TUPLE | M_UNSIGNED, "($self, level, option, buffersize=0, /)",
     "getsockopt(level, option[, buffersize]) -> value\n\n"
     "An option of the socket: an int, or with a buffersize that many bytes."},
    {"listen", posix_sock_listen, M_BARE | M_TUPLE | M_UNSIGNED, "($self, backlog=128, /)", "listen([backlog])\n\n"
     "Let others connect, of whom so many may wait to be accepted."},
    {"recv", posix_sock_recv, M_BARE | M_TUPLE | M_UNSIGNED, "($self, buffersize, flags=0, /)",
     "recv(buffersize[, flags]) -> data\n\nAt most so many bytes, as soon as there are any; none at the end."},
    {"recv_into", posix_sock_recv_into, M_UNSIGNED, "($self, buffer, nbytes=0, flags=0)",
     "recv_into(buffer, [nbytes[, flags]]) -> nbytes_read\n\nLike recv(), into a buffer: how many bytes came."},
    {"recvfrom", posix_sock_recvfrom, M_BARE | M_TUPLE | M_UNSIGNED, "($self, buffersize, flags=0, /)",
     "recvfrom(buffersize[, flags]) -> (data, address info)\n\nLike recv(), and who sent them."},
    {"recvfrom_into", posix_sock_recvfrom_into, M_UNSIGNED, "($self, buffer, nbytes=0, flags=0)",
     "recvfrom_into(buffer[, nbytes[, flags]]) -> (nbytes, address info)\n\nLike recv_into(), and who sent them."},
    {"send", posix_sock_send, M_BARE | M_TUPLE | M_UNSIGNED, "($self, data, flags=0, /)",
     "send(data[, flags]) -> count\n\nSend bytes, and say how many of them went."},
    {"sendall", posix_sock_sendall, M_BARE | M_TUPLE | M_UNSIGNED, "($self, data, flags=0, /)",
     "sendall(data[, flags])\n\nSend all of the bytes. After an error nobody knows how many went."},
    {"sendto", posix_sock_sendto, M_BARE | M_UNSIGNED, "($self, *args)", "sendto(data[, flags], address) -> count\n\n"
     "Like send(), to an address."},
    {"setblocking", posix_sock_setblocking, M_UNSIGNED, "($self, flag, /)", "setblocking(flag)\n\n"
     "Whether calls wait (as without a timeout) or fail at once (a timeout of 0)."},
    {"getblocking", posix_sock_getblocking, M_UNSIGNED, "($self, /)", "getblocking()\n\n"
     "Whether calls wait: False if the timeout is 0."},
    {"settimeout", posix_sock_settimeout, M_UNSIGNED, "($self, timeout, /)", "settimeout(timeout)\n\n"
     "How many seconds calls wait at most; None: for good, 0: not at all."},
    {"gettimeout", posix_sock_gettimeout, M_UNSIGNED, "($self, /)", "gettimeout() -> timeout\n\n"
     "How many seconds calls wait at most; None: for good."},
    {"setsockopt", posix_sock_setsockopt, M_BARE | M_UNSIGNED, "($self, *args)",
     "setsockopt(level, option, value: int)\nsetsockopt(level, option, value: buffer)\n"
     "setsockopt(level, option, None, optlen: int)\n\nSet an option of the socket, as setsockopt(2) does."},
    {"shutdown", posix_sock_shutdown, M_UNSIGNED, "($self, flag, /)", "shutdown(flag)\n\n"
     "End reading (SHUT_RD), writing (SHUT_WR) or both (SHUT_RDWR)."},
    {"recvmsg", socket_recvmsg, M_BARE | M_TUPLE | M_UNSIGNED, "($self, bufsize, ancbufsize=0, flags=0, /)",
     "recvmsg(bufsize[, ancbufsize[, flags]]) -> (data, ancdata, msg_flags, address)\n\n"
     "Receive data and what comes with it, such as descriptors."},
    {"recvmsg_into", socket_recvmsg_into, M_BARE | M_TUPLE | M_UNSIGNED, "($self, buffers, ancbufsize=0, flags=0, /)",
     "recvmsg_into(buffers[, ancbufsize[, flags]]) -> (nbytes, ancdata, msg_flags, address)\n\n"
     "Like recvmsg(), spread over buffers."},
    {"sendmsg", socket_sendmsg, M_BARE | M_TUPLE | M_UNSIGNED, "($self, buffers, ancdata=(), flags=0, address=None, /)",
     "sendmsg(buffers[, ancdata[, flags[, address]]]) -> count\n\n"
     "Send what lies in several buffers, and with it such things as descriptors."},
);
static MEMBERS(socket_members,
    {"family", MEMBER_INT32, offsetof(SocketObj, family), true, "the socket family"},
    {"type", MEMBER_INT32, offsetof(SocketObj, type), true, "the socket type"},
    {"proto", MEMBER_INT32, offsetof(SocketObj, proto), true, "the socket protocol"},
);
static GETSETS(socket_getsets,
    {"timeout", get_timeout, NULL, "the socket timeout", NULL},
);
static TYPE_SPEC(socket_spec,
    .name = "_socket.socket",
    .flags = TYPE_BASE | TYPE_HAS_FINALIZER, .basicsize = sizeof(SocketObj),
    .slots = {.getattro = object_generic_getattr, .new_ = socket_new, .init = socket_init, .repr = socket_repr,
              .finalize = socket_finalize},
    .methods = socket_methods, .getsets = socket_getsets, .members = socket_members,
);

/* ---- functions ------------------------------------------------------------------- */

static Value socket_from_fd(MinipyVM *vm, int fd, int family, int type, int proto)
{
    TypeObj *t = module_type_made_borrow(vm, &socket_spec);
    SocketObj *s = t ? SOCKET(socket_new(vm, t, NULL, 0, VALUE_NULL)) : NULL;
    if (!s) {
        close(fd);
        return VALUE_NULL;
    }
    s->fd = fd;
    s->family = family;
    s->type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    s->proto = proto;
    return value_from_obj(s);
}

FN(posix_socketpair)
{
    int family = AF_UNIX, type = SOCK_STREAM, proto = 0, fds[2];
    if ((nargs > 0 && !arg_int_ranged(vm, args[0], &family)) ||
        (nargs > 1 && !arg_int_ranged(vm, args[1], &type)) ||
        (nargs > 2 && !arg_int_ranged(vm, args[2], &proto)))
        return VALUE_NULL;
    if (socketpair(family, type | SOCK_CLOEXEC, proto, fds) < 0)
        return posix_error(vm);
    Value items[2] = {socket_from_fd(vm, fds[0], family, type, proto),
                      socket_from_fd(vm, fds[1], family, type, proto)};
    return tuple_from_steal(vm, items, 2);
}

FN(posix_close_fd)
{
    int fd;
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    return BLOCKING(vm, close(fd)) < 0 && errno != ECONNRESET ? posix_error(vm)
                                                              : VALUE_NONE;
}

FN(posix_dup_fd)
{
    int64_t fd;
    if (!arg_long(vm, args[0], &fd))
        return VALUE_NULL;
    int copy = fcntl((int)fd, F_DUPFD_CLOEXEC, 0);
    return copy < 0 ? posix_error(vm) : value_from_imm(copy);
}

FN(posix_getdefaulttimeout)
{
    return timeout_value(vm, default_timeout(vm));
}

FN(posix_setdefaulttimeout)
{
    double timeout, *state = MODULE(self)->state;
    if (!timeout_arg(vm, args[0], &timeout))
        return VALUE_NULL;
    if (!state && !(state = MODULE(self)->state = mem_alloc(vm, sizeof *state)))
        return VALUE_NULL;
    *state = timeout;
    return VALUE_NONE;
}

FN(posix_gethostname)
{
    char name[HOST_NAME_MAX + 1];
    if (audit(vm, "socket.gethostname", 0) < 0)
        return VALUE_NULL;
    if (gethostname(name, sizeof name) < 0)
        return posix_error(vm);
    name[HOST_NAME_MAX] = 0;
    return str_from_path(vm, name);
}

/* An int of 16 bits without sign, and one of 32. */
static bool short_arg(MinipyVM *vm, const char *fname, Value v, uint16_t *out)
{
    int n;
    if (!arg_int_ranged(vm, v, &n))
        return false;
    *out = (uint16_t)n;
    if (n == *out)
        return true;
    error_set(vm, EXC_OverflowError,
              n < 0
                  ? "%s: can't convert negative Python int to C 16-bit unsigned integer"
                  : "%s: Python int too large to convert to C 16-bit unsigned integer",
              fname);
    return false;
}

static bool long_arg(MinipyVM *vm, Value v, uint32_t *out)
{
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "expected int, %T found", v), false;
    uint64_t n = int_as_ulong(vm, v);
    if (error_occurred(vm))
        return false;
    *out = (uint32_t)n;
    if (n != *out)
        error_set(vm, EXC_OverflowError, "int larger than 32 bits");
    return n == *out;
}

#define SWAP(name)                                                                     \
    FN(posix_##name)                                                                   \
    {                                                                                  \
        uint16_t n;                                                                    \
        return short_arg(vm, #name, args[0], &n) ? value_from_imm(name(n))             \
                                                 : VALUE_NULL;                         \
    }
SWAP(htons)
SWAP(ntohs)
#undef SWAP

#define SWAP(name)                                                                     \
    FN(posix_##name)                                                                   \
    {                                                                                  \
        uint32_t n;                                                                    \
        return long_arg(vm, args[0], &n) ? value_from_imm(name(n)) : VALUE_NULL;       \
    }
SWAP(htonl)
SWAP(ntohl)
#undef SWAP

FN(posix_inet_aton)
{
    struct in_addr a;
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "inet_aton", "1", "str", args[0]);
    const char *text = str_cstr(vm, args[0]);
    if (!text)
        return VALUE_NULL;
    if (!inet_aton(text, &a))
        return error_set(vm, EXC_OSError,
                         "illegal IP address string passed to inet_aton");
    return bytes_from(vm, &a, sizeof a);
}

static Value address_text(MinipyVM *vm, int family, Value packed, const char *message)
{
    Buffer view;
    char text[INET6_ADDRSTRLEN];
    if (buffer_get(vm, packed, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    bool ok = view.size == (family == AF_INET ? 4 : 16);
    if (ok)
        inet_ntop(family, view.data, text, sizeof text);
    buffer_release(vm, &view);
    return ok ? str_from_cstr(vm, text) : error_set(vm, EXC_ValueError, "%s", message);
}

static Value wrong_family(MinipyVM *vm)
{
    return error_set_errno(vm, EAFNOSUPPORT, VALUE_NULL);
}

FN(posix_inet_ntoa)
{
    if (!buffer_supported(vm, args[0]))
        return error_set(vm, EXC_TypeError,
                         "a bytes-like object is required, not '%.100T'", args[0]);
    Buffer view;
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    bool ok = view.size == 4;
    buffer_release(vm, &view);
    return ok ? address_text(vm, AF_INET, args[0], "")
              : error_set(vm, EXC_OSError, "packed IP wrong length for inet_ntoa");
}

FN(posix_inet_pton)
{
    int family;
    unsigned char packed[16];
    if (!arg_int_ranged(vm, args[0], &family))
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return arg_type_error(vm, "inet_pton", "2", "str", args[1]);
    const char *text = str_cstr(vm, args[1]);
    if (!text)
        return VALUE_NULL;
    if (family != AF_INET && family != AF_INET6)
        return wrong_family(vm);
    if (inet_pton(family, text, packed) != 1)
        return error_set(vm, EXC_OSError,
                         "illegal IP address string passed to inet_pton");
    return bytes_from(vm, packed, family == AF_INET ? 4 : 16);
}

FN(posix_inet_ntop)
{
    int family;
    if (!arg_int_ranged(vm, args[0], &family))
        return VALUE_NULL;
    if (family != AF_INET && family != AF_INET6 && buffer_supported(vm, args[1]))
        return error_set(vm, EXC_ValueError, "unknown address family %d", family);
    return address_text(vm, family, args[1],
                        "invalid length of packed IP address string");
}

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"socketpair", posix_socketpair, M_BARE | M_TUPLE | M_UNSIGNED,
     "($module, family=AF_UNIX, type=SOCK_STREAM, proto=0, /)",
     "socketpair([family[, type [, proto]]]) -> (socket object, socket object)\n\n"
     "Two sockets connected to each other, of AF_UNIX and SOCK_STREAM unless told otherwise."},
    {"close", posix_close_fd, M_UNSIGNED, "($module, integer, /)", "close(integer) -> None\n\n"
     "Close a socket's descriptor, like os.close()."},
    {"dup", posix_dup_fd, M_UNSIGNED, "($module, integer, /)", "dup(integer) -> integer\n\n"
     "A second descriptor of the same socket, which children do not inherit."},
    {"getdefaulttimeout", posix_getdefaulttimeout, M_UNSIGNED, "($module, /)", "getdefaulttimeout() -> timeout\n\n"
     "The timeout of new sockets in seconds; None: there is none."},
    {"setdefaulttimeout", posix_setdefaulttimeout, M_UNSIGNED, "($module, timeout, /)", "setdefaulttimeout(timeout)\n\n"
     "Set the timeout of new sockets in seconds; None: there is none."},
    {"gethostname", posix_gethostname, M_UNSIGNED, "($module, /)", "gethostname() -> string\n\n"
     "The name of this computer."},
    {"gethostbyname", socket_gethostbyname, M_BARE | M_TUPLE | M_UNSIGNED, "($module, host, /)",
     "gethostbyname(host) -> address\n\nThe IPv4 address of a host, as a string like '255.255.255.255'."},
    {"gethostbyname_ex", socket_gethostbyname_ex, M_BARE | M_TUPLE | M_UNSIGNED, "($module, host, /)",
     "The name, the other names and the addresses of a host."},
    {"gethostbyaddr", socket_gethostbyaddr, M_BARE | M_TUPLE | M_UNSIGNED, "($module, host, /)",
     "The same of the host that has an address."},
    {"getaddrinfo", socket_getaddrinfo, M_UNSIGNED, "($module, host, port, family=0, type=0, proto=0, flags=0)",
     "getaddrinfo(host, port [, family, type, proto, flags])\n"
     "    -> list of (family, type, proto, canonname, sockaddr)\n\n"
     "The ways to reach a host's port, each with what socket() and connect() take."},
    {"getnameinfo", socket_getnameinfo, M_BARE | M_TUPLE | M_UNSIGNED, "($module, sockaddr, flags, /)",
     "The names of the host and the service at an address."},
    {"htons", posix_htons, M_BARE | M_TUPLE | M_UNSIGNED, "($module, integer, /)", "htons(integer) -> integer\n\n"
     "16 bits from this computer's order of bytes to the network's."},
    {"ntohs", posix_ntohs, M_BARE | M_TUPLE | M_UNSIGNED, "($module, integer, /)", "ntohs(integer) -> integer\n\n"
     "16 bits from the network's order of bytes to this computer's."},
    {"htonl", posix_htonl, M_UNSIGNED, "($module, integer, /)", "htonl(integer) -> integer\n\n"
     "32 bits from this computer's order of bytes to the network's."},
    {"ntohl", posix_ntohl, M_UNSIGNED, "($module, integer, /)", "ntohl(integer) -> integer\n\n"
     "32 bits from the network's order of bytes to this computer's."},
    {"inet_aton", posix_inet_aton, M_BARE | M_TUPLE | M_UNSIGNED, "($module, string, /)",
     "inet_aton(string) -> bytes giving packed 32-bit IP representation\n\n"
     "The four bytes of an IPv4 address as '123.45.67.89'."},
    {"inet_ntoa", posix_inet_ntoa, M_BARE | M_TUPLE | M_UNSIGNED, "($module, packed_ip, /)",
     "inet_ntoa(packed_ip) -> ip_address_string\n\nAn IPv4 address of four bytes as '123.45.67.89'."},
    {"inet_pton", posix_inet_pton, M_BARE | M_TUPLE | M_UNSIGNED, "($module, af, ip, /)",
     "inet_pton(af, ip) -> packed IP address string\n\nThe bytes of an address of AF_INET or AF_INET6."},
    {"inet_ntop", posix_inet_ntop, M_BARE | M_TUPLE | M_UNSIGNED, "($module, af, packed_ip, /)",
     "inet_ntop(af, packed_ip) -> string formatted IP address\n\nAn address of AF_INET or AF_INET6 from its bytes."},
    {"if_nameindex", socket_if_nameindex, M_UNSIGNED, "($module, /)",
     "A list of (index, name) of the network interfaces."},
    {"if_nametoindex", socket_if_nametoindex, M_BARE | M_TUPLE | M_UNSIGNED, "($module, name, /)",
     "The index of an interface."},
    {"if_indextoname", socket_if_indextoname, M_UNSIGNED, "($module, index, /)", "The name of an interface."},
    {"getprotobyname", socket_getprotobyname, M_BARE | M_TUPLE | M_UNSIGNED, "($module, name, /)",
     "The number of a protocol."},
    {"getservbyname", socket_getservbyname, M_BARE | M_TUPLE | M_UNSIGNED, "($module, name, proto=None, /)",
     "The port of a service."},
    {"getservbyport", socket_getservbyport, M_BARE | M_TUPLE | M_UNSIGNED, "($module, port, proto=None, /)",
     "The service at a port."},
    {"sethostname", socket_sethostname, M_BARE | M_TUPLE | M_UNSIGNED, "($module, name, /)", "Names the host."},
    {"CMSG_LEN", socket_cmsg_len, M_BARE | M_TUPLE | M_UNSIGNED, "($module, length, /)",
     "The length of an item of ancillary data, without what pads it."},
    {"CMSG_SPACE", socket_cmsg_space, M_BARE | M_TUPLE | M_UNSIGNED, "($module, length, /)",
     "The room that an item of ancillary data takes."},
);

static Value has_ipv6(MinipyVM *vm)
{
    (void)vm;
    return VALUE_TRUE;
}

static CONTENTS(contents,
    HAS_TYPE("socket", &socket_spec), HAS_TYPE("SocketType", &socket_spec), HAS_EXCEPTION("error", EXC_OSError),
    HAS_EXCEPTION("timeout", EXC_TimeoutError), HAS_MADE("has_ipv6", has_ipv6), HAS_ERROR("herror", &socket_herror),
    HAS_ERROR("gaierror", &socket_gaierror), HAS_C(AF_UNSPEC), HAS_C(AF_UNIX), HAS_C(AF_INET), HAS_C(AF_INET6),
    HAS_C(SOCK_STREAM), HAS_C(SOCK_DGRAM), HAS_C(SOCK_RAW), HAS_C(SOCK_RDM), HAS_C(SOCK_SEQPACKET), HAS_C(SOCK_CLOEXEC),
    HAS_C(SOCK_NONBLOCK), HAS_C(SOMAXCONN), HAS_C(SOL_SOCKET), HAS_INT("SOL_IP", 0), HAS_INT("SOL_TCP", 6),
    HAS_INT("SOL_UDP", 17), HAS_C(SO_DEBUG), HAS_C(SO_REUSEADDR), HAS_C(SO_KEEPALIVE), HAS_C(SO_DONTROUTE),
    HAS_C(SO_BROADCAST), HAS_C(SO_LINGER), HAS_C(SO_OOBINLINE), HAS_C(SO_REUSEPORT), HAS_C(SO_SNDBUF), HAS_C(SO_RCVBUF),
    HAS_C(SO_SNDLOWAT), HAS_C(SO_RCVLOWAT), HAS_C(SO_SNDTIMEO), HAS_C(SO_RCVTIMEO), HAS_C(SO_ERROR), HAS_C(SO_TYPE),
    HAS_C(SO_ACCEPTCONN), HAS_C(SO_PEERCRED), HAS_C(SO_PROTOCOL), HAS_C(SO_DOMAIN), HAS_C(MSG_OOB), HAS_C(MSG_PEEK),
    HAS_C(MSG_DONTROUTE), HAS_C(MSG_DONTWAIT), HAS_C(MSG_EOR), HAS_C(MSG_TRUNC), HAS_C(MSG_CTRUNC), HAS_C(MSG_WAITALL),
    HAS_C(MSG_NOSIGNAL), HAS_C(IPPROTO_IP), HAS_C(IPPROTO_ICMP), HAS_C(IPPROTO_TCP), HAS_C(IPPROTO_UDP),
    HAS_C(IPPROTO_IPV6), HAS_C(IPPROTO_RAW), HAS_C(IPV6_V6ONLY), HAS_C(TCP_NODELAY), HAS_C(TCP_KEEPIDLE),
    HAS_C(TCP_KEEPINTVL), HAS_C(TCP_KEEPCNT), HAS_C(TCP_MAXSEG), HAS_C(TCP_CORK), HAS_C(TCP_USER_TIMEOUT),
    HAS_INT("INADDR_ANY", 0), HAS_INT("INADDR_BROADCAST", 0xffffffff), HAS_INT("INADDR_LOOPBACK", 0x7f000001),
    HAS_C(SHUT_RD), HAS_C(SHUT_WR), HAS_C(SHUT_RDWR), HAS_C(AI_PASSIVE), HAS_C(AI_CANONNAME), HAS_C(AI_NUMERICHOST),
    HAS_C(AI_NUMERICSERV), HAS_C(AI_ALL), HAS_C(AI_V4MAPPED), HAS_C(AI_ADDRCONFIG), HAS_C(EAI_FAMILY),
    HAS_C(EAI_NONAME), HAS_C(EAI_AGAIN), HAS_C(EAI_FAIL), HAS_C(EAI_SERVICE), HAS_C(EAI_SOCKTYPE), HAS_C(EAI_BADFLAGS),
    HAS_C(EAI_MEMORY), HAS_C(EAI_SYSTEM), HAS_C(EAI_NODATA), HAS_C(EAI_OVERFLOW), HAS_C(EAI_ADDRFAMILY),
    HAS_C(NI_MAXHOST), HAS_C(NI_MAXSERV), HAS_C(NI_NOFQDN), HAS_C(NI_NUMERICHOST), HAS_C(NI_NAMEREQD),
    HAS_C(NI_NUMERICSERV), HAS_C(NI_DGRAM),
);

static int socket_exec(MinipyVM *vm, Value module)
{
    return module_add_contents(vm, module, socket_constants);
}

MODULE_SPEC(socket_module_spec,
    .name = "_socket",
    .doc = "Implementation module for socket operations.\n\nSee the socket module for documentation.",
    .methods = functions, .contents = contents,
    .exec = socket_exec,
);
