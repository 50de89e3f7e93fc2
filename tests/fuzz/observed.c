/* observed.c - the fuzz targets attach and dscript: what observers hand in from
 * outside, while a small program runs. */
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "probes/dscript/dscript.h"
#include "probes/views/view.h"
#include "tests/fuzz/harness.h"
#include "vm/attach/commands.h"
#include "vm/threads/thread.h"

static const char work[] = "import gc, sys\n"
                           "def f(n, text='a'):\n"
                           "    for i in range(n): yield g(i, [text] * n)\n"
                           "def g(*args): return max(args[1:], key=len)\n"
                           "list(f(3)); gc.collect(0); sys.audit('fuzz', 1, 'x')\n"
                           "try: g(1, None)\n"
                           "except TypeError: import __missing__\n";

static void run_work(MinipyVM *vm)
{
    if (minipy_run_string(vm, work, "fuzzed") < 0 && !minipy_stopped(vm))
        minipy_error_clear(vm); /* of the module that is not there */
}

/* ---- scripts --------------------------------------------------------------------- */

/* Output is looked at, byte by byte, so that a wild text is seen. */
static void take_text(void *user, const char *text, size_t size)
{
    unsigned *sum = user;
    for (size_t i = 0; i < size; i++)
        *sum = *sum * 31 + (unsigned char)text[i];
}

void fuzz_dscript(MinipyVM *vm, const uint8_t *data, size_t size)
{
    unsigned sum = 0;
    char *text = calloc(1, size + 1);
    const char *words[] = {"-x", "aggsize=16k", "-x", "dynvarsize=16k",
                           "-x", "bufsize=4k",  "-a", "5",
                           "-n", text,          NULL};
    if (!text)
        return;
    memcpy(text, data, size);
    int id = dscript_start(&vm->consumers, words, take_text, &sum, take_text, &sum);
    if (id > 0) {
        run_work(vm);
        probe_consumers_remove(&vm->consumers, id);
    }
    free(text);
}

/* ---- observers ------------------------------------------------------------------- */

/* These would open sockets of their own. */
static bool may_run(const char *job)
{
    return !strstr(job, "otlp") && !strstr(job, "port") && !strstr(job, "socket");
}

static void run_job(MinipyVM *vm, Peer *peer)
{
    for (int i = 0; may_run(peer->job) && !command_run(vm, peer) && i < 100; i++)
        continue;
    view_free(peer->job);
    peer->job = NULL;
}

/* The observer reads all that is there, and thinks nothing of it. */
static void drain(Peer *peer, int observer)
{
    char answer[1 << 14];
    while (peer_has_to_send(peer) && peer_send(peer) &&
           recv(observer, answer, sizeof answer, MSG_DONTWAIT) > 0)
        continue;
}

/* A piece of what the observer sends, as listener.c would receive it, by its thread. */
static bool take_piece(MinipyVM *vm, Peer *peer, int observer, const uint8_t *piece,
                       size_t size)
{
    Thread *me = thread_leave(vm);
    bool fine = send(observer, piece, size, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 &&
                peer_receive(peer);
    if (fine && peer->job)
        run_job(vm, peer);
    drain(peer, observer);
    thread_enter(vm, me);
    return fine && !peer->closing;
}

/* The first byte of a piece is its length, so that messages come in halves, too; after
 * it the program runs. */
void fuzz_attach(MinipyVM *vm, const uint8_t *data, size_t size)
{
    Peer peer;
    int ends[2], waker = eventfd(0, EFD_NONBLOCK);
    if (thread_set_init(vm) < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) {
        close(waker);
        return;
    }
    peer_open(&peer, ends[0], waker);
    while (size > 1) {
        size_t length = 1 + (*data < size - 1 ? *data : size - 2);
        if (!take_piece(vm, &peer, ends[1], data + 1, length))
            break;
        data += 1 + length;
        size -= 1 + length;
        if (peer.trace)
            run_work(vm);
    }
    command_end_trace(vm, &peer);
    peer_close(&peer);
    close(ends[1]);
    close(waker);
}
