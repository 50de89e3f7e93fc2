/* peer.h - one observer: its socket, the messages in both directions, and what it asked
 * for.
 *
 * A message is one byte that says of what kind, four that say how long (the highest
 * first), and so many bytes. From an observer:
 *
 *   c   a command: a word, its arguments, and for exec the code behind an end of line
 *
 * to it:
 *
 *   h   hello, the first of all: "minipy VERSION PID"
 *   w   why the command has to wait; again and again
 *   s   the trace has begun; data follow until `stop`
 *   d   data
 *   m   something that people should know of what they got
 *   e   the command has failed, and why; or the connection ends
 *   z   the command has ended
 *
 * What goes out waits in the queue until the socket takes it. Events of the program are
 * put there by its own threads, which never wait: what finds no room is counted. */
#ifndef MINIPY_VM_ATTACH_PEER_H
#define MINIPY_VM_ATTACH_PEER_H

#include <pthread.h>

#include "vm/attach/words.h"

enum {
    PEER_HEAD = 5,
    PEER_COMMAND_MOST = 1 << 20, /* bytes of a command */
    PEER_QUEUE_MOST = 8 << 20,   /* of events that wait */
    PEER_RESULT_MOST =
        256 << 20, /* of a result at a trace's end, which may be longer */
};

typedef struct Peer {
    int fd;    /* -1: free */
    int waker; /* an eventfd: there is something to be sent */
    Words in;  /* a message that is not whole yet */
    char *job; /* a command that was not run yet, owned; NULL: none */
    size_t job_size;
    uint64_t job_since,
        told;               /* ns: when it came, when it was last said that it waits */
    int trace;              /* the id of its view; 0: none. By atomics, in the vm */
    char why[800];          /* what its view complained of when it did not begin */
    bool closing, gone;     /* when all is sent; there is nobody to send to */
    uint64_t closing_since; /* ms */
    pthread_mutex_t lock;   /* of the next */
    Words out;
    size_t sent;    /* of `out` */
    bool patient;   /* what is put is a result: it has more room */
    uint64_t lost;  /* bytes for which there was none */
    bool abandoned; /* nobody will send it: a fork's child */
} Peer;

/* A connection that was accepted: takes fd over. */
void peer_open(Peer *peer, int fd, int waker);
void peer_close(Peer *peer);

/* What the socket has. False: the observer has gone. One that sent what is no message
 * is told so, and `closing`. */
bool peer_receive(Peer *peer);
/* As much of the queue as the socket takes. False: the observer has gone. */
bool peer_send(Peer *peer);
bool peer_has_to_send(Peer *peer);

/* Any thread. */
void peer_put(Peer *peer, char kind, const void *bytes, size_t size);
void peer_putf(Peer *peer, char kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
