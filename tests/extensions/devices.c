/* devices.c - what this machine has not, for tests/extensions/devices.py: a library to
 * be preloaded (LD_PRELOAD) that is the sound device and the mixer of the Open Sound
 * System, and a domain of Sun's yellow pages. Both interpreters run on it, each by its
 * own module, so that what one asks of such a device, and makes of its answers, is what
 * the other does. It shows nothing about real devices.
 *
 * /dev/dsp and /dev/mixer are there, and more by names with a word behind a dot:
 * /dev/dsp.speed is a sound device whose request for a speed fails (EIO). Further words
 * are in write() and so on. The domains are in domain_of().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/soundcard.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/time.h>
#include <unistd.h>

enum { FDS = 1024, O_MODE = 3 };

/* The next of that name behind this library, looked for once. */
#define NEXT(name_)                                                                    \
    static __typeof__(&name_) next;                                                    \
    if (!next)                                                                         \
    next = (__typeof__(next))dlsym(RTLD_NEXT, #name_)

/* Not <fcntl.h>, which may define open(). */
int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int fcntl(int fd, int how, ...);
int fcntl64(int fd, int how, ...);

/* ---- sound and mixers ------------------------------------------------------------ */

typedef struct Device {
    bool is_device;
    char word[16]; /* behind the dot of its name */
    int format, channels, speed, sources, volumes[SOUND_MIXER_NRDEVICES], writes;
} Device;
static Device devices[FDS];

static bool has_word(int fd, const char *word)
{
    return fd >= 0 && fd < FDS && devices[fd].is_device &&
           strcmp(devices[fd].word, word) == 0;
}

/* -1 with errno: the device is not there; 0: it is no device. */
static int open_device(const char *path, int flags)
{
    if (strncmp(path, "/dev/dsp", 8) != 0 && strncmp(path, "/dev/mixer", 10) != 0)
        return 0;
    int fd = memfd_create("device", MFD_CLOEXEC);
    if (fd < 0 || fd >= FDS)
        abort();
    const char *dot = strchr(path, '.');
    devices[fd] = (Device){.is_device = true, .format = AFMT_U8, .channels = 1};
    snprintf(devices[fd].word, sizeof devices[fd].word, "%s", dot ? dot + 1 : "");
    if ((flags & O_MODE) == 0) { /* what it hears */
        ssize_t n = pwrite(fd, "0123456789", 10, 0);
        (void)n;
    }
    return fd;
}

#define OPEN(name_, params, args)                                                      \
    int name_ params                                                                   \
    {                                                                                  \
        NEXT(name_);                                                                   \
        int fd = open_device(path, flags);                                             \
        return fd ? fd : next args;                                                    \
    }
#define MODE_OF(name_)                                                                 \
    int name_(const char *path, int flags, ...)                                        \
    {                                                                                  \
        NEXT(name_);                                                                   \
        va_list more;                                                                  \
        va_start(more, flags);                                                         \
        int mode = va_arg(more, int), fd = open_device(path, flags);                   \
        va_end(more);                                                                  \
        return fd ? fd : next(path, flags, mode);                                      \
    }
MODE_OF(open)
MODE_OF(open64)
OPEN(__open_2, (const char *path, int flags), (path, flags))
OPEN(__open64_2, (const char *path, int flags), (path, flags))

int close(int fd)
{
    NEXT(close);
    if (fd >= 0 && fd < FDS)
        devices[fd].is_device = false;
    return next(fd);
}

#define CONTROL(name_)                                                                 \
    int name_(int fd, int how, ...)                                                    \
    {                                                                                  \
        NEXT(name_);                                                                   \
        va_list more;                                                                  \
        va_start(more, how);                                                           \
        long v = va_arg(more, long);                                                   \
        va_end(more);                                                                  \
        if (has_word(fd, "fcntl"))                                                     \
            return errno = EIO, -1;                                                    \
        return next(fd, how, v);                                                       \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

/* slow: nothing at first, then three bytes at a time; signal: a signal meanwhile. */
ssize_t write(int fd, const void *p, size_t n)
{
    NEXT(write);
    if (has_word(fd, "write"))
        return errno = EIO, -1;
    if (has_word(fd, "slow") && devices[fd].writes++ == 0)
        return errno = EAGAIN, -1;
    if (has_word(fd, "signal"))
        raise(SIGUSR1);
    return next(fd, p, has_word(fd, "slow") && n > 3 ? 3 : n);
}

int select(int n, fd_set *r, fd_set *w, fd_set *x, struct timeval *t)
{
    NEXT(select);
    if (has_word(n - 1, "select"))
        return errno = EIO, -1;
    return next(n, r, w, x, t);
}

static int set(int *place, int value, int least, int most)
{
    *place = value < least ? least : value > most ? most : value;
    return *place;
}

/* odd: it has one format, one channel and one speed, whatever is asked. */
static int ask_sound(Device *d, unsigned long request, void *p)
{
    int *number = p;
    bool odd = strcmp(d->word, "odd") == 0;
    if (strncmp(d->word, "afmt", 4) == 0)
        d->format = atoi(d->word + 4);
    switch (request) {
    case SNDCTL_DSP_GETFMTS: *number = AFMT_U8 | AFMT_S16_LE; return 0;
    case SNDCTL_DSP_SETFMT:
        if (*number && !odd)
            d->format = *number;
        *number = d->format;
        return 0;
    case SNDCTL_DSP_CHANNELS:
        *number = *number && !odd ? set(&d->channels, *number, 1, 2) : d->channels;
        return 0;
    case SNDCTL_DSP_SPEED:
        *number = odd ? 8000 : set(&d->speed, *number, 8000, 48000);
        return 0;
    case SNDCTL_DSP_GETOSPACE:
        *(audio_buf_info *)p = (audio_buf_info){4, 8, 1024, 5000};
        return 0;
    case SNDCTL_DSP_GETIPTR: *(count_info *)p = (count_info){1, 2, 3}; return 0;
    case SNDCTL_DSP_GETOPTR: *(count_info *)p = (count_info){4, 5, 6}; return 0;
    case SNDCTL_DSP_NONBLOCK:
    case SNDCTL_DSP_SYNC:
    case SNDCTL_DSP_RESET:
    case SNDCTL_DSP_POST: return 0;
    default: return -1;
    }
}

static int ask_mixer(Device *d, unsigned long request, int *number)
{
    unsigned control = request & 0xff;
    switch (request) {
    case SOUND_MIXER_READ_DEVMASK: *number = 0x11; return 0;
    case SOUND_MIXER_READ_STEREODEVS: *number = 0x10; return 0;
    case SOUND_MIXER_READ_RECMASK: *number = 0x81; return 0;
    case SOUND_MIXER_READ_RECSRC: *number = d->sources; return 0;
    case SOUND_MIXER_WRITE_RECSRC:
        *number = set(&d->sources, *number, 0, 0x81);
        return 0;
    default: break;
    }
    if (control >= SOUND_MIXER_NRDEVICES)
        return -1;
    if (request == MIXER_WRITE(control))
        d->volumes[control] = *number;
    *number = d->volumes[control];
    return 0;
}

/* The kernel looks at 32 bits of the request, whose sign CPython extends now and then.
 */
int ioctl(int fd, unsigned long request, ...)
{
    static const struct {
        unsigned long request;
        const char *word;
    } failing[] = {{SNDCTL_DSP_GETFMTS, "getfmts"},   {SNDCTL_DSP_SETFMT, "setfmt"},
                   {SNDCTL_DSP_CHANNELS, "channels"}, {SNDCTL_DSP_SPEED, "speed"},
                   {SNDCTL_DSP_GETOSPACE, "space"},   {SNDCTL_DSP_GETOPTR, "getptr"},
                   {SNDCTL_DSP_SYNC, "sync"},         {MIXER_READ(4), "get"}};
    NEXT(ioctl);
    va_list more;
    va_start(more, request);
    void *p = va_arg(more, void *);
    va_end(more);
    if (fd < 0 || fd >= FDS || !devices[fd].is_device)
        return next(fd, request, p);
    request &= 0xffffffff;
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
        if (failing[i].request == request && has_word(fd, failing[i].word))
            return errno = EIO, -1;
    int r = ask_sound(&devices[fd], request, p);
    r = r < 0 ? ask_mixer(&devices[fd], request, p) : r;
    return r < 0 ? (errno = EINVAL, -1) : r;
}

/* ---- yellow pages ---------------------------------------------------------------- */

enum { YP_TRUE = 1, YP_NOMORE = 2, NO_KEY = 5, NO_DOMAIN = 12, NO_SERVER = 3 };

/* Its maps, keys and values. Those of mail.aliases end with a zero that counts; "raw"
 * has bytes that are no UTF-8. Of the domain "poor" only raw has a master, that of
 * "broken" answers nothing. */
static const struct {
    const char *map, *key, *value;
    int zero;
} entries[] = {{"passwd.byname", "root", "root:*:0:0:root:/root:/bin/sh", 0},
               {"passwd.byname", "é", "é:*:1:1:::", 0},
               {"mail.aliases", "all", "a, b", 1},
               {"mail.aliases", "none", "", 0},
               {"raw", "\xff", "\xfe\xfd", 0}};
enum { ENTRIES = sizeof entries / sizeof *entries };

/* 0, or why the domain does not answer. */
static int domain_of(const char *domain)
{
    return strcmp(domain, "home") == 0 || strcmp(domain, "poor") == 0 ? 0
           : strcmp(domain, "broken") == 0                            ? NO_SERVER
                                                                      : NO_DOMAIN;
}

char *yperr_string(int error)
{
    static char text[40];
    snprintf(text, sizeof text, "yellow pages: error %d", error);
    return text;
}

int yp_get_default_domain(char **domain)
{
    *domain = getenv("YP_DOMAIN");
    return *domain ? 0 : NO_DOMAIN;
}

static char *copied(const char *text, size_t size)
{
    char *p = malloc(size + 1);
    if (!p)
        abort();
    memcpy(p, text, size);
    p[size] = 0;
    return p;
}

int yp_match(const char *domain, const char *map, const char *key, int size,
             char **value, int *value_size)
{
    int error = domain_of(domain);
    for (int i = 0; !error && i < ENTRIES; i++) {
        int zero = entries[i].zero, length = (int)strlen(entries[i].key) + zero;
        if (strcmp(entries[i].map, map) == 0 && length == size &&
            memcmp(entries[i].key, key, (size_t)size) == 0) {
            *value_size = (int)strlen(entries[i].value) + zero;
            *value = copied(entries[i].value, (size_t)*value_size);
            return 0;
        }
    }
    return error ? error : NO_KEY;
}

struct ypall_callback {
    int (*foreach)(int status, char *key, int key_size, char *value, int value_size,
                   char *data);
    char *data;
};

int yp_all(const char *domain, const char *map, struct ypall_callback *each)
{
    int error = domain_of(domain), ended = 0;
    for (int i = 0; !error && !ended && i < ENTRIES; i++)
        if (strcmp(entries[i].map, map) == 0) {
            int zero = entries[i].zero;
            char *key = copied(entries[i].key, strlen(entries[i].key));
            char *value = copied(entries[i].value, strlen(entries[i].value));
            ended = each->foreach (YP_TRUE, key, (int)strlen(key) + zero, value,
                                   (int)strlen(value) + zero, each->data);
            free(key);
            free(value);
        }
    if (!error && !ended)
        each->foreach (YP_NOMORE, NULL, 0, NULL, 0, each->data);
    return error;
}

int yp_master(const char *domain, const char *map, char **master)
{
    bool has = strcmp(domain, "home") == 0 && strcmp(map, "services.byname") == 0;
    if (has)
        *master = copied("master", 6);
    return has ? 0 : NO_SERVER;
}

/* What libnsl's and CPython's own call for the maps give. */
typedef struct Maps {
    char *map;
    struct Maps *next;
} Maps;

static Maps *all_maps(void)
{
    Maps *first = NULL;
    for (int i = ENTRIES - 1; i >= 0; i--) {
        if (first && strcmp(first->map, entries[i].map) == 0)
            continue;
        Maps *m = malloc(sizeof *m);
        if (!m)
            abort();
        *m = (Maps){copied(entries[i].map, strlen(entries[i].map)), first};
        first = m;
    }
    return first;
}

int yp_maplist(const char *domain, Maps **list)
{
    int error = domain_of(domain);
    if (!error)
        *list = all_maps();
    return error;
}

/* CPython asks the master by Sun's RPC: a client whose one call gives the maps. */
typedef struct Client {
    void *auth;
    const struct Calls *calls;
} Client;
typedef struct Answer {
    int status;
    Maps *maps;
} Answer;
struct Calls {
    int (*call)(Client *c, unsigned number, void *xargs, void *args, void *xresult,
                void *result, struct timeval limit);
    void *abort, *error, *release;
    void (*destroy)(Client *c);
    void *control;
};

static int call_master(Client *c, unsigned number, void *xargs, void *args,
                       void *xresult, void *result, struct timeval limit)
{
    (void)c, (void)number, (void)xargs, (void)args, (void)xresult, (void)limit;
    *(Answer *)result = (Answer){YP_TRUE, all_maps()};
    return 0;
}

static void leave_master(Client *c)
{
    (void)c;
}

Client *clnt_create(const char *host, unsigned long program, unsigned long version,
                    const char *how)
{
    static const struct Calls calls = {.call = call_master, .destroy = leave_master};
    static Client client = {.calls = &calls};
    (void)host, (void)program, (void)version, (void)how;
    return &client;
}
