/* listener.c - the thread that serves observers: made when somebody asks, gone a moment
 * after the last of them. It takes no signals, which are the program's.
 *
 * Invariant: the list of peers is the thread's own. Another thread touches one only
 * while it is in the vm and the peer has a trace, which the listener never closes
 * without being in the vm. Read first: peer.h.
 *
 * Rejected: doing the work at the program's polls, without a thread, because a program
 * that sleeps has none; a thread for each observer, because what they ask for needs the
 * vm, and that is there once.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "minipy.h"
#include "probes/clock.h"
#include "probes/quiet_thread.h"
#include "probes/views/view.h"
#include "vm/attach/commands.h"
#include "vm/core/hooks.h"
#include "vm/threads/asked.h"
#include "vm/threads/thread.h"

enum {
    PEERS_MOST = 8,
    FIRST_MS = 10000, /* until the first observer comes */
    IDLE_MS = 500,    /* behind the last one */
    RETRY_MS = 10,    /* a command that waits for the vm is tried again */
    TELL_MS = 500,    /* and the observer told, that often */
    FLUSH_MS = 1000,  /* at the end: for observers that read slowly, or not at all */
    JOIN_S = 3,       /* for code of an observer's that does not end */
};

/* One for the process, as the signal. */
static struct {
    pthread_mutex_t lock; /* of `running` and `ending` */
    MinipyVM *vm;
    pthread_t thread;
    bool started; /* to be joined. In the vm */
    bool running; /* and has not decided to end */
    bool ending;  /* the vm ends */
    int folder, socket, waker;
    char name[ASKED_NAME_MAX]; /* of the socket, in the folder */
    uint64_t idle_since, idle_ms;
    Peer peers[PEERS_MOST];
} listener = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- who comes ------------------------------------------------------------------- */

/* To somebody who will be no peer. */
static void turn_away(int fd, const char *why)
{
    size_t size = strlen(why);
    char message[PEER_HEAD + 200] = {'e', 0, 0, 0, (char)size};
    memcpy(message + PEER_HEAD, why, size);
    if (send(fd, message, PEER_HEAD + size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        size = 0; /* it does not listen */
    close(fd);
}

static bool may_look(int fd)
{
    struct ucred who;
    socklen_t size = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
           (who.uid == geteuid() || who.uid == 0);
}

static void welcome(int fd)
{
    Peer *peer = listener.peers;
    while (peer < listener.peers + PEERS_MOST && peer->fd >= 0)
        peer++;
    if (!may_look(fd)) {
        turn_away(fd, "refused: this process is another user's");
    } else if (peer == listener.peers + PEERS_MOST) {
        turn_away(fd, "refused: as many observers as may be are here already");
    } else {
        peer_open(peer, fd, listener.waker);
        peer_putf(peer, 'h', "minipy %s %ld", MINIPY_VERSION, (long)getpid());
    }
}

static void accept_one(void)
{
    int fd = accept4(listener.socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0)
        welcome(fd);
}

/* ---- what they want -------------------------------------------------------------- */

static void end_job(Peer *peer)
{
    view_free(peer->job);
    peer->job = NULL;
}

static void tell_to_wait(Peer *peer, uint64_t now)
{
    if (!peer->job_since)
        peer->job_since = peer->told = now;
    if (now - peer->told < TELL_MS || peer_has_to_send(peer))
        return;
    peer->told = now;
    peer_putf(peer, 'w',
              "a thread has been in the interpreter for %.1f s without looking up: a "
              "long call of C",
              (double)(now - peer->job_since) / 1000);
}

/* Has one who was told to go read that, or had the time to? */
static bool is_through(Peer *peer)
{
    if (!peer->closing_since)
        peer->closing_since = now_ms();
    return !peer_has_to_send(peer) || now_ms() - peer->closing_since > FLUSH_MS;
}

/* The commands that have come, and the traces of those who have gone. True: something
 * waits for the vm. */
static bool run_jobs(void)
{
    bool waits = false;
    for (Peer *peer = listener.peers; peer < listener.peers + PEERS_MOST; peer++) {
        if (peer->fd < 0)
            continue;
        if (peer->gone && peer->trace && !command_let_go(listener.vm, peer)) {
            waits = true;
        } else if (peer->gone || (peer->closing && is_through(peer))) {
            peer->gone = true; /* its trace, if any, ends in the next round */
            waits = waits || peer->trace;
            if (!peer->trace)
                peer_close(peer);
        } else if (peer->job && command_run(listener.vm, peer)) {
            end_job(peer);
        } else if (peer->job) {
            tell_to_wait(peer, now_ms());
            waits = true;
        } else {
            waits = waits || peer->closing;
        }
    }
    return waits;
}

/* ---- the thread ------------------------------------------------------------------ */

static bool has_peers(void)
{
    for (int i = 0; i < PEERS_MOST; i++)
        if (listener.peers[i].fd >= 0)
            return true;
    return false;
}

/* How long to wait for something to happen; -1: for ever. */
static int patience(bool waits)
{
    uint64_t now = now_ms(), idle;
    if (has_peers()) {
        listener.idle_since = now;
        listener.idle_ms = IDLE_MS;
        return waits ? RETRY_MS : -1;
    }
    idle = now - listener.idle_since;
    return idle < listener.idle_ms ? (int)(listener.idle_ms - idle) : 0;
}

static void look_at_peer(Peer *peer, short events)
{
    bool fine = true;
    if (events & (POLLIN | POLLHUP | POLLERR))
        fine = peer_receive(peer);
    if (fine && (events & POLLOUT))
        fine = peer_send(peer);
    peer->gone = peer->gone || !fine;
}

/* Waits for what happens, and sees to it. */
static void wait_and_see(int timeout_ms)
{
    struct pollfd all[2 + PEERS_MOST] = {{listener.waker, POLLIN, 0},
                                         {listener.socket, POLLIN, 0}};
    for (int i = 0; i < PEERS_MOST; i++) {
        Peer *peer = &listener.peers[i];
        bool there = peer->fd >= 0 && !peer->gone;
        all[2 + i].fd = there ? peer->fd : -1;
        all[2 + i].events =
            (short)(POLLIN | (there && peer_has_to_send(peer) ? POLLOUT : 0));
    }
    if (poll(all, sizeof all / sizeof *all, timeout_ms) <= 0)
        return;
    uint64_t woken;
    if ((all[0].revents & POLLIN) && read(listener.waker, &woken, sizeof woken) < 0)
        woken = 0; /* somebody else's wake was first */
    if (all[1].revents & POLLIN)
        accept_one();
    for (int i = 0; i < PEERS_MOST; i++)
        if (all[2 + i].fd >= 0 && all[2 + i].revents)
            look_at_peer(&listener.peers[i], all[2 + i].revents);
}

static bool is_ending(void)
{
    return __atomic_load_n(&listener.ending, __ATOMIC_ACQUIRE);
}

/* Nobody came for a while, and nobody can any more. */
static bool decide_to_end(void)
{
    if (has_peers() || now_ms() - listener.idle_since < listener.idle_ms)
        return false;
    pthread_mutex_lock(&listener.lock);
    listener.running = false;
    unlinkat(listener.folder, listener.name, 0);
    pthread_mutex_unlock(&listener.lock);
    return true;
}

static bool all_is_sent(void)
{
    for (int i = 0; i < PEERS_MOST; i++)
        if (listener.peers[i].fd >= 0 && !listener.peers[i].gone &&
            peer_has_to_send(&listener.peers[i]))
            return false;
    return true;
}

/* The vm ends: its thread has put into the queues what there is. */
static void say_goodbye(void)
{
    for (int i = 0; i < PEERS_MOST; i++)
        if (listener.peers[i].fd >= 0 && !listener.peers[i].gone)
            peer_putf(&listener.peers[i], 'e', "the process has ended");
    for (uint64_t end = now_ms() + FLUSH_MS; !all_is_sent() && now_ms() < end;)
        wait_and_see((int)RETRY_MS);
    unlinkat(listener.folder, listener.name, 0);
}

static void close_all(void)
{
    for (int i = 0; i < PEERS_MOST; i++)
        if (listener.peers[i].fd >= 0)
            peer_close(&listener.peers[i]);
    close(listener.socket);
    close(listener.waker);
    close(listener.folder);
}

static void *serve(void *unused)
{
    bool waits = false;
    do {
        wait_and_see(patience(waits));
        waits = !is_ending() && run_jobs();
    } while (!is_ending() && !decide_to_end());
    if (is_ending())
        say_goodbye();
    close_all();
    return unused;
}

/* ---- its life -------------------------------------------------------------------- */

/* By a name that is as short as can be, wherever the folder is. */
static int open_socket(int folder, const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", folder,
             name);
    unlinkat(folder, name, 0); /* of a process that had this number before */
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        fchmodat(folder, name, 0600, 0) == 0 && listen(fd, PEERS_MOST) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool open_all(int folder)
{
    asked_name(listener.name, "socket");
    listener.folder = folder;
    listener.waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (listener.waker < 0)
        return false;
    listener.socket = open_socket(folder, listener.name);
    if (listener.socket < 0)
        close(listener.waker);
    return listener.socket >= 0;
}

static bool start(MinipyVM *vm, int folder)
{
    if (!open_all(folder))
        return false;
    listener.vm = vm;
    listener.ending = false;
    listener.idle_since = now_ms();
    listener.idle_ms = FIRST_MS;
    for (int i = 0; i < PEERS_MOST; i++)
        listener.peers[i].fd = -1;
    listener.started = listener.running =
        quiet_thread_start(&listener.thread, serve, NULL) == 0;
    if (!listener.started) {
        unlinkat(folder, listener.name, 0);
        close(listener.waker);
        close(listener.socket);
    }
    return listener.started;
}

/* What asked is answered by the socket. */
static void forget_request(int folder)
{
    char name[ASKED_NAME_MAX];
    asked_name(name, "ask");
    unlinkat(folder, name, 0);
}

void attach_serve(MinipyVM *vm)
{
    int saved = errno, folder = asked_folder();
    pthread_mutex_lock(&listener.lock);
    bool running = listener.running;
    pthread_mutex_unlock(&listener.lock);
    if (!running && listener.started) { /* it has nearly ended */
        pthread_join(listener.thread, NULL);
        listener.started = false;
    }
    if (folder >= 0) {
        forget_request(folder);
        if (running || thread_set_init(vm) < 0 || !start(vm, folder))
            close(folder);
    }
    errno = saved;
}

static void end_traces(MinipyVM *vm)
{
    for (int i = 0; i < PEERS_MOST; i++)
        if (__atomic_load_n(&listener.peers[i].trace, __ATOMIC_ACQUIRE))
            command_end_trace(vm, &listener.peers[i]);
}

/* The listener may want the vm to see that it ends, so the vm is left meanwhile. Code
 * of an observer's that goes on is a daemon thread's. */
static void join(MinipyVM *vm)
{
    struct timespec end;
    uint64_t one = 1;
    __atomic_store_n(&listener.ending, true, __ATOMIC_RELEASE);
    if (write(listener.waker, &one, sizeof one) < 0)
        errno = 0; /* it is awake */
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += JOIN_S;
    Thread *me = thread_leave(vm);
    if (pthread_clockjoin_np(listener.thread, NULL, CLOCK_MONOTONIC, &end) != 0)
        pthread_detach(listener.thread);
    thread_enter(vm, me);
}

void attach_end(MinipyVM *vm)
{
    if (listener.vm != vm || !listener.started)
        return;
    listener.started = false;
    if (pthread_equal(listener.thread, pthread_self())) { /* os._exit in its code */
        unlinkat(listener.folder, listener.name, 0);
        return;
    }
    end_traces(vm);
    join(vm);
    listener.running = false;
}

/* Its descriptors are closed, so that only the parent's are open; its memory stays, as
 * the thread that is not there any more may have been in the midst of it. */
void attach_after_fork(MinipyVM *vm)
{
    if (listener.vm != vm || !listener.started)
        return;
    pthread_mutex_init(&listener.lock, NULL);
    for (int i = 0; i < PEERS_MOST; i++) {
        Peer *peer = &listener.peers[i];
        if (peer->fd < 0)
            continue;
        pthread_mutex_init(&peer->lock, NULL);
        peer->abandoned = true;
        if (peer->trace)
            probe_consumers_remove(&vm->consumers, peer->trace);
        peer->trace = 0;
        close(peer->fd);
        peer->fd = -1;
    }
    close(listener.socket);
    close(listener.waker);
    close(listener.folder);
    listener.started = listener.running = false;
}
