/* socket_bio.c - how a connection reads and writes its socket: by calls that never
 * wait, whatever the descriptor's own mode. Otherwise it is OpenSSL's BIO of a socket.
 */
#include <sys/socket.h>

#include "ssl.h"

static int fd_of(BIO *b)
{
    return (int)(intptr_t)BIO_get_data(b);
}

static int bio_recv(BIO *b, char *data, int size)
{
    errno = 0;
    ssize_t n = recv(fd_of(b), data, (size_t)size, MSG_DONTWAIT);
    BIO_clear_retry_flags(b);
    if (n < 0 && BIO_sock_should_retry((int)n))
        BIO_set_retry_read(b);
    else if (n == 0)
        BIO_set_flags(b, BIO_FLAGS_IN_EOF);
    return (int)n;
}

static int bio_send(BIO *b, const char *data, int size)
{
    errno = 0;
    ssize_t n = send(fd_of(b), data, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL);
    BIO_clear_retry_flags(b);
    if (n < 0 && BIO_sock_should_retry((int)n))
        BIO_set_retry_write(b);
    return (int)n;
}

static int bio_puts(BIO *b, const char *text)
{
    return bio_send(b, text, (int)strlen(text));
}

static long bio_ctrl(BIO *b, int command, long number, void *p)
{
    (void)number;
    switch (command) {
    case BIO_C_SET_FD: BIO_set_data(b, (void *)(intptr_t) * (int *)p); return 1;
    case BIO_C_GET_FD: return fd_of(b);
    case BIO_CTRL_DUP:
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_EOF: return BIO_test_flags(b, BIO_FLAGS_IN_EOF) != 0;
    default: return 0;
    }
}

/* The process's, for all vms. */
static BIO_METHOD *methods;
static pthread_once_t methods_once = PTHREAD_ONCE_INIT;

static void make_methods(void)
{
    BIO_METHOD *m =
        BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket of minipy");
    if (m && BIO_meth_set_read(m, bio_recv) && BIO_meth_set_write(m, bio_send) &&
        BIO_meth_set_puts(m, bio_puts) && BIO_meth_set_ctrl(m, bio_ctrl))
        methods = m;
}

BIO *socket_bio_new(int fd)
{
    pthread_once(&methods_once, make_methods);
    BIO *b = methods ? BIO_new(methods) : NULL;
    if (b) {
        BIO_set_data(b, (void *)(intptr_t)fd);
        BIO_set_init(b, 1);
    }
    return b;
}
