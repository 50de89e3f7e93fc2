/* ossaudiodev.c - the module ossaudiodev: sound and mixers by the Open Sound System,
 * whose devices few machines have; what emulates them serves, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <linux/soundcard.h>
#include <unistd.h>

#include "common.h"

extern const MinipyModule minipy_module_ossaudiodev;

typedef struct OssState {
    MinipyValue error, audio, mixer;
} OssState;

/* A device of sound or a mixer. */
typedef struct Device {
    MinipyValue name; /* str; a mixer's has none */
    int fd;           /* -1: closed */
    int mode;         /* of open(2) */
} Device;
static const MinipyType audio_type, mixer_type;

static MinipyValue raise_oss(MinipyVM *vm, const char *text)
{
    OssState *state = minipy_module_state(vm, &minipy_module_ossaudiodev);
    return state ? raise_of(vm, state->error, text) : MINIPY_NULL;
}

static Device *any_device(MinipyVM *vm, MinipyValue self, void *user)
{
    return minipy_data(vm, self, user == &mixer_type ? &mixer_type : &audio_type);
}

/* ---- arguments ------------------------------------------------------------------- */

/* n - 1 arguments behind self: as many as a method takes. -1: exception. */
static int check_count(MinipyVM *vm, const char *name, size_t n, size_t least,
                       size_t most)
{
    size_t given = n - 1;
    if (given >= least && given <= most)
        return 0;
    size_t wanted = given < least ? least : most;
    minipy_raisef(vm, "TypeError", "%s() takes %s %zu argument%s (%zu given)", name,
                  least == most   ? "exactly"
                  : given < least ? "at least"
                                  : "at most",
                  wanted, wanted == 1 ? "" : "s", given);
    return -1;
}

/* As format "i" of CPython's parser does. */
static int int_argument(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t wide = 0;
    int r = minipy_as_int(vm, v, &wide);
    if (r < 0 && !minipy_error_matches(vm, "OverflowError"))
        return -1;
    if (r < 0 && minipy_kind(v) == MINIPY_IS_INT) {
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C long");
        return -1;
    }
    if (r < 0 || wide < INT_MIN || wide > INT_MAX) {
        minipy_raisef(vm, "OverflowError", "signed integer is %s",
                      wide < 0 ? "less than minimum" : "greater than maximum");
        return -1;
    }
    *out = (int)wide;
    return 0;
}

/* A device whose file is open; NULL: exception. */
static Device *device(MinipyVM *vm, MinipyValue self, const MinipyType *type)
{
    Device *d = minipy_data(vm, self, type);
    if (!d || d->fd >= 0)
        return d;
    minipy_raise(vm, "ValueError", "Operation on closed OSS device.");
    return NULL;
}

/* ---- requests of one number ------------------------------------------------------ */

typedef enum { TAKES_NOTHING, TAKES_INT, WAITS } Taking;
typedef struct Request {
    const char *name;
    unsigned long request;
    const MinipyType *type;
    Taking taking; /* WAITS: nothing is taken or returned, and others run meanwhile */
} Request;

/* What such a method does: user is its Request. */
static METHOD(do_request)
{
    const Request *r = user;
    int number = 0, failed;
    size_t takes = r->taking == TAKES_INT;
    Device *d = device(vm, args[0], r->type);
    if (!d || check_count(vm, r->name, n, takes, takes) < 0 ||
        (takes && int_argument(vm, args[1], &number) < 0))
        return MINIPY_NULL;
    if (r->taking == WAITS) {
        MinipyThread *me = minipy_thread_leave(vm);
        failed = ioctl(d->fd, r->request, 0);
        minipy_thread_enter(vm, me);
    } else {
        failed = ioctl(d->fd, r->request, &number);
    }
    if (failed == -1)
        return minipy_raise_errno(vm, errno, NULL);
    return r->taking == WAITS ? minipy_none() : minipy_int(vm, number);
}

static const Request requests[] = {
    {"nonblock", SNDCTL_DSP_NONBLOCK, &audio_type, WAITS},
    {"setfmt", SNDCTL_DSP_SETFMT, &audio_type, TAKES_INT},
    {"getfmts", SNDCTL_DSP_GETFMTS, &audio_type, TAKES_NOTHING},
    {"channels", SNDCTL_DSP_CHANNELS, &audio_type, TAKES_INT},
    {"speed", SNDCTL_DSP_SPEED, &audio_type, TAKES_INT},
    {"sync", SNDCTL_DSP_SYNC, &audio_type, WAITS},
    {"reset", SNDCTL_DSP_RESET, &audio_type, WAITS},
    {"post", SNDCTL_DSP_POST, &audio_type, WAITS},
    {"controls", SOUND_MIXER_READ_DEVMASK, &mixer_type, TAKES_NOTHING},
    {"stereocontrols", SOUND_MIXER_READ_STEREODEVS, &mixer_type, TAKES_NOTHING},
    {"reccontrols", SOUND_MIXER_READ_RECMASK, &mixer_type, TAKES_NOTHING},
    {"get_recsrc", SOUND_MIXER_READ_RECSRC, &mixer_type, TAKES_NOTHING},
    {"set_recsrc", SOUND_MIXER_WRITE_RECSRC, &mixer_type, TAKES_INT}};

/* ---- sound ----------------------------------------------------------------------- */

static METHOD(audio_read)
{
    int size;
    Device *d = device(vm, args[0], &audio_type);
    if (!d || check_count(vm, "read", n, 1, 1) < 0 ||
        int_argument(vm, args[1], &size) < 0)
        return MINIPY_NULL;
    MinipyValue os = minipy_import(vm, "os");
    MinipyValue given[] = {minipy_int(vm, d->fd), minipy_int(vm, size)};
    MinipyValue r =
        size < 0 ? minipy_raise(vm, "SystemError",
                                "Negative size passed to PyBytes_FromStringAndSize")
        : os     ? minipy_call_method(vm, os, "read", given, 2)
                 : MINIPY_NULL;
    minipy_release(vm, os);
    return r;
}

/* Some of a buffer, as much as the device takes: how much. -1: exception. */
static int64_t write_some(MinipyVM *vm, int fd, MinipyValue data)
{
    int64_t written = -1;
    MinipyValue os = minipy_import(vm, "os");
    MinipyValue given[] = {minipy_int(vm, fd), data};
    MinipyValue r = os ? minipy_call_method(vm, os, "write", given, 2) : MINIPY_NULL;
    int failed = r ? minipy_as_int(vm, r, &written) : -1;
    minipy_release(vm, r);
    minipy_release(vm, os);
    return failed < 0 ? -1 : written;
}

static METHOD(audio_write)
{
    Bytes b;
    Device *d = device(vm, args[0], &audio_type);
    if (!d || check_count(vm, "write", n, 1, 1) < 0 || get_bytes(vm, args[1], &b) < 0)
        return MINIPY_NULL;
    minipy_release(vm, b.view);
    int64_t written = write_some(vm, d->fd, args[1]);
    return written < 0 ? MINIPY_NULL : minipy_int(vm, written);
}

/* -1: exception. */
static int wait_until_writable(MinipyVM *vm, int fd)
{
    fd_set set;
    FD_ZERO(&set);
    if (fd >= FD_SETSIZE)
        return 0;
    FD_SET(fd, &set);
    MinipyThread *me = minipy_thread_leave(vm);
    int r = select(fd + 1, NULL, &set, NULL, NULL);
    int number = errno;
    minipy_thread_enter(vm, me);
    if (r < 0)
        minipy_raise_errno(vm, number, NULL);
    return r < 0 ? -1 : 0;
}

/* Writes a whole buffer. -1: exception; another thread may close the device. */
static int write_all(MinipyVM *vm, MinipyValue self, const Bytes *b)
{
    for (size_t at = 0; at < b->size;) {
        Device *d = device(vm, self, &audio_type);
        if (!d || wait_until_writable(vm, d->fd) < 0)
            return -1;
        void *rest = (void *)(uintptr_t)(b->data + at);
        MinipyValue piece = minipy_memory(vm, rest, b->size - at, true, NULL, NULL);
        int64_t written = piece ? write_some(vm, d->fd, piece) : -1;
        minipy_release(vm, piece);
        if (written < 0 && !minipy_error_matches(vm, "BlockingIOError"))
            return -1;
        if (written < 0)
            minipy_error_clear(vm);
        else
            at += (size_t)written;
        if (minipy_poll(vm) < 0)
            return -1;
    }
    return 0;
}

static METHOD(audio_writeall)
{
    Bytes b;
    if (!device(vm, args[0], &audio_type) || check_count(vm, "writeall", n, 1, 1) < 0 ||
        get_bytes(vm, args[1], &b) < 0)
        return MINIPY_NULL;
    int r = write_all(vm, args[0], &b);
    minipy_release(vm, b.view);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

/* One of the three numbers of setparameters. -1: exception. */
static int set_parameter(MinipyVM *vm, const Device *d, unsigned long request,
                         const char *what, bool strict, int *number)
{
    char text[100];
    int wanted = *number;
    if (ioctl(d->fd, request, number) == -1) {
        minipy_raise_errno(vm, errno, NULL);
        return -1;
    }
    if (!strict || *number == wanted)
        return 0;
    snprintf(text, sizeof text, "unable to set requested %s (wanted %d, got %d)", what,
             wanted, *number);
    raise_oss(vm, text);
    return -1;
}

static METHOD(audio_setparameters)
{
    int given[4] = {0};
    Device *d = device(vm, args[0], &audio_type);
    if (!d || check_count(vm, "setparameters", n, 3, 4) < 0)
        return MINIPY_NULL;
    for (size_t i = 1; i < n; i++)
        if (int_argument(vm, args[i], &given[i - 1]) < 0)
            return MINIPY_NULL;
    bool strict = given[3] != 0;
    if (set_parameter(vm, d, SNDCTL_DSP_SETFMT, "format", strict, &given[0]) < 0 ||
        set_parameter(vm, d, SNDCTL_DSP_CHANNELS, "channels", strict, &given[1]) < 0 ||
        set_parameter(vm, d, SNDCTL_DSP_SPEED, "rate", strict, &given[2]) < 0)
        return MINIPY_NULL;
    return TUPLE(vm, minipy_int(vm, given[0]), minipy_int(vm, given[1]),
                 minipy_int(vm, given[2]));
}

/* Bytes of a sample of all channels, errno set; 0: not known. */
static int sample_size(const Device *d)
{
    int format = 0, channels = 0, size;
    errno = 0; /* a format that is not known is no error of the device */
    if (ioctl(d->fd, SNDCTL_DSP_SETFMT, &format) < 0)
        return 0;
    switch (format) {
    case AFMT_MU_LAW:
    case AFMT_A_LAW:
    case AFMT_U8:
    case AFMT_S8: size = 1; break;
    case AFMT_S16_LE:
    case AFMT_S16_BE:
    case AFMT_U16_LE:
    case AFMT_U16_BE: size = 2; break;
    default: return 0;
    }
    return ioctl(d->fd, SNDCTL_DSP_CHANNELS, &channels) < 0 ? 0 : channels * size;
}

/* bufsize, obufcount and obuffree, in samples: which of them is user. */
static const char bufsize[] = "bufsize", obufcount[] = "obufcount";
static const char obuffree[] = "obuffree";

static METHOD(audio_room)
{
    audio_buf_info info;
    Device *d = device(vm, args[0], &audio_type);
    if (!d)
        return MINIPY_NULL;
    int sample = sample_size(d);
    if (!sample || ioctl(d->fd, SNDCTL_DSP_GETOSPACE, &info) < 0)
        return minipy_raise_errno(vm, errno, NULL);
    int64_t all = (int64_t)info.fragstotal * info.fragsize;
    int64_t bytes = user == bufsize ? all : info.bytes;
    return minipy_int(vm, (user == obufcount ? all - bytes : bytes) / sample);
}

static METHOD(audio_getptr)
{
    count_info info;
    Device *d = device(vm, args[0], &audio_type);
    if (!d)
        return MINIPY_NULL;
    unsigned long request =
        d->mode == O_RDONLY ? SNDCTL_DSP_GETIPTR : SNDCTL_DSP_GETOPTR;
    if (ioctl(d->fd, request, &info) == -1)
        return minipy_raise_errno(vm, errno, NULL);
    return TUPLE(vm, minipy_int(vm, info.bytes), minipy_int(vm, info.blocks),
                 minipy_int(vm, info.ptr));
}

static GETTER(audio_closed)
{
    Device *d = minipy_data(vm, self, &audio_type);
    return d ? minipy_bool(d->fd < 0) : MINIPY_NULL;
}

static GETTER(audio_mode)
{
    Device *d = minipy_data(vm, self, &audio_type);
    const char *text = !d                    ? ""
                       : d->mode == O_RDONLY ? "r"
                       : d->mode == O_WRONLY ? "w"
                                             : "rw";
    return d ? minipy_str(vm, text, strlen(text)) : MINIPY_NULL;
}

/* ---- mixers ---------------------------------------------------------------------- */

/* A control's number. -1: exception. */
static int control_argument(MinipyVM *vm, MinipyValue v, int *control)
{
    if (int_argument(vm, v, control) < 0)
        return -1;
    if (*control >= 0 && *control <= SOUND_MIXER_NRDEVICES)
        return 0;
    raise_oss(vm, "Invalid mixer channel specified.");
    return -1;
}

/* (left, right) of what a request answers. */
static MinipyValue volumes(MinipyVM *vm, const Device *d, unsigned long request,
                           int volume)
{
    if (ioctl(d->fd, request, &volume) == -1)
        return minipy_raise_errno(vm, errno, NULL);
    return TUPLE(vm, minipy_int(vm, volume & 0xff),
                 minipy_int(vm, (volume & 0xff00) >> 8));
}

static METHOD(mixer_get)
{
    int control;
    Device *d = device(vm, args[0], &mixer_type);
    if (!d || check_count(vm, "get", n, 1, 1) < 0 ||
        control_argument(vm, args[1], &control) < 0)
        return MINIPY_NULL;
    return volumes(vm, d, MIXER_READ(control), 0);
}

/* The two volumes, before any of them is looked at. -1: exception. */
static int volume_pair(MinipyVM *vm, MinipyValue v, int pair[2])
{
    MinipyKind kind = minipy_kind(v);
    bool refused = kind == MINIPY_IS_BYTES || kind == MINIPY_IS_DICT ||
                   kind == MINIPY_IS_SET || kind == MINIPY_IS_FROZENSET;
    int64_t size = refused ? -1 : minipy_length(vm, v);
    minipy_error_clear(vm);
    if (size < 0)
        minipy_raisef(vm, "TypeError",
                      "set() argument 2 must be 2-item sequence, not %s",
                      minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    else if (size != 2)
        minipy_raisef(vm, "TypeError",
                      "set() argument 2 must be sequence of length 2, not %lld",
                      (long long)size);
    for (int i = 0; i < 2 && size == 2; i++) {
        MinipyValue item = minipy_getitem_at(vm, v, i);
        int r = item ? int_argument(vm, item, &pair[i]) : -1;
        minipy_release(vm, item);
        if (r < 0)
            return -1;
    }
    return size == 2 ? 0 : -1;
}

static METHOD(mixer_set)
{
    int number, control, pair[2] = {0};
    Device *d = device(vm, args[0], &mixer_type);
    if (!d || check_count(vm, "set", n, 2, 2) < 0 ||
        int_argument(vm, args[1], &number) < 0 || volume_pair(vm, args[2], pair) < 0 ||
        control_argument(vm, args[1], &control) < 0)
        return MINIPY_NULL;
    for (int i = 0; i < 2; i++)
        if (pair[i] < 0 || pair[i] > 100)
            return raise_oss(vm, "Volumes must be between 0 and 100.");
    return volumes(vm, d, MIXER_WRITE(control), pair[1] << 8 | pair[0]);
}

/* ---- both ------------------------------------------------------------------------ */

/* user of these: the type. */
static METHOD(device_close)
{
    Device *d = any_device(vm, args[0], user);
    if (!d)
        return MINIPY_NULL;
    if (d->fd >= 0) {
        MinipyThread *me = minipy_thread_leave(vm);
        close(d->fd);
        minipy_thread_enter(vm, me);
        d->fd = -1;
    }
    return minipy_none();
}

static METHOD(device_enter)
{
    return minipy_retain(args[0]);
}

static METHOD(device_exit)
{
    MinipyValue r = minipy_call_method(vm, args[0], "close", NULL, 0);
    minipy_release(vm, r);
    return r ? minipy_none() : MINIPY_NULL;
}

static METHOD(device_fileno)
{
    Device *d = device(vm, args[0], user == &mixer_type ? &mixer_type : &audio_type);
    return d ? minipy_int(vm, d->fd) : MINIPY_NULL;
}

static DESTROY(device_destroy)
{
    Device *d = data;
    if (d->fd >= 0)
        close(d->fd);
}

/* ---- open ------------------------------------------------------------------------ */

/* The text of argument pos of a function, or of one that has no name. NULL:
 * exception. */
static const char *text_argument(MinipyVM *vm, MinipyValue v, const char *function,
                                 int pos)
{
    if (minipy_kind(v) == MINIPY_IS_STR)
        return plain_text(vm, v);
    const char *kind = minipy_is_none(v) ? "None" : minipy_type_name(vm, v);
    minipy_raisef(vm, "TypeError", "%s%sargument %d must be str, not %s", function,
                  *function ? " " : "", pos, kind);
    return NULL;
}

/* open(2) with its audit event, not for children. -1: exception. */
static int open_descriptor(MinipyVM *vm, const char *name, int flags)
{
    MinipyValue event = TUPLE(vm, minipy_str(vm, name, strlen(name)), minipy_none(),
                              minipy_int(vm, flags | O_CLOEXEC));
    int fd = event ? minipy_audit(vm, "open", event) : -1;
    minipy_release(vm, event);
    if (fd < 0)
        return -1;
    MinipyThread *me = minipy_thread_leave(vm);
    fd = open(name, flags | O_CLOEXEC);
    int number = errno;
    minipy_thread_enter(vm, me);
    if (fd < 0)
        minipy_raise_errno(vm, number, name);
    return fd;
}

/* The object of a descriptor, which it takes over; name: of sound alone. */
static MinipyValue new_device(MinipyVM *vm, MinipyValue cls, int fd, int mode,
                              const char *name)
{
    void *data;
    MinipyValue v = minipy_instance(vm, cls, &data);
    if (!v) {
        close(fd);
        return MINIPY_NULL;
    }
    Device *d = data;
    d->fd = fd;
    d->mode = mode;
    if (name && !(d->name = minipy_str(vm, name, strlen(name))))
        return unless_failed(vm, v, -1);
    return v;
}

/* mode as open(2) takes it. -1: exception. */
static int mode_of(MinipyVM *vm, const char *text)
{
    int mode = strcmp(text, "r") == 0    ? O_RDONLY
               : strcmp(text, "w") == 0  ? O_WRONLY
               : strcmp(text, "rw") == 0 ? O_RDWR
                                         : -1;
    if (mode < 0)
        raise_oss(vm, "mode must be 'r', 'w', or 'rw'");
    return mode;
}

static MinipyValue open_audio(MinipyVM *vm, const char *name, int mode)
{
    int formats = 0;
    OssState *state = minipy_module_state(vm, &minipy_module_ossaudiodev);
    /* Not to hang on a device that another program has; then back to waiting. */
    int fd = state ? open_descriptor(vm, name, mode | O_NONBLOCK) : -1;
    if (fd < 0)
        return MINIPY_NULL;
    if (fcntl(fd, F_SETFL, 0) < 0 || ioctl(fd, SNDCTL_DSP_GETFMTS, &formats) < 0) {
        minipy_raise_errno(vm, errno, name);
        close(fd);
        return MINIPY_NULL;
    }
    return new_device(vm, state->audio, fd, mode, name);
}

/* open([device, ]mode) */
static METHOD(oss_open)
{
    if (check_count(vm, "open", n + 1, 1, 2) < 0)
        return MINIPY_NULL;
    const char *name = text_argument(vm, args[0], "open()", 1);
    const char *text = name && n == 2 ? text_argument(vm, args[1], "open()", 2) : name;
    if (!text)
        return MINIPY_NULL;
    int mode = mode_of(vm, text);
    if (n == 1)
        name = getenv("AUDIODEV");
    return mode < 0 ? MINIPY_NULL : open_audio(vm, name ? name : "/dev/dsp", mode);
}

static METHOD(oss_openmixer)
{
    OssState *state = minipy_module_state(vm, &minipy_module_ossaudiodev);
    if (!state)
        return MINIPY_NULL;
    if (n > 1)
        return minipy_raisef(vm, "TypeError",
                             "function takes at most 1 argument (%zu given)", n);
    const char *name = n ? text_argument(vm, args[0], "", 1) : getenv("MIXERDEV");
    if (n && !name)
        return MINIPY_NULL;
    int fd = open_descriptor(vm, name ? name : "/dev/mixer", O_RDWR);
    return fd < 0 ? MINIPY_NULL : new_device(vm, state->mixer, fd, O_RDWR, NULL);
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
#define REQUEST(i, name_) {.name = name_, .function = do_request, .user = (void *)(uintptr_t)&requests[i]}
/* One of those that refuse arguments in other words. */
#define REQUEST_ALONE(i, name_) \
    {.name = name_, .function = do_request, .signature = "(self, /)", .user = (void *)(uintptr_t)&requests[i]}
#define TYPED(name_, function_, signature_, type_) \
    {.name = name_, .function = function_, .signature = signature_, .user = (void *)(uintptr_t)&type_}
#define DEVICE_ROWS(type) \
    ROW("__enter__", device_enter, "(self, /)", NULL), ROW("__exit__", device_exit, NULL, NULL), \
    TYPED("close", device_close, "(self, /)", type), TYPED("fileno", device_fileno, "(self, /)", type)
#define ROOM(name_) {.name = name_, .function = audio_room, .signature = "(self, /)", .user = (void *)(uintptr_t)name_}
static const MinipyMethod audio_methods[] = {
    DEVICE_ROWS(audio_type),
    ROW("read", audio_read, NULL, NULL), ROW("write", audio_write, NULL, NULL), ROW("writeall", audio_writeall, NULL, NULL),
    ROW("setparameters", audio_setparameters, NULL, NULL), ROW("getptr", audio_getptr, "(self, /)", NULL),
    ROOM(bufsize), ROOM(obufcount), ROOM(obuffree),
    REQUEST_ALONE(0, "nonblock"), REQUEST(1, "setfmt"), REQUEST_ALONE(2, "getfmts"), REQUEST(3, "channels"), REQUEST(4, "speed"),
    REQUEST(5, "sync"), REQUEST(6, "reset"), REQUEST(7, "post"), {0}};
static const MinipyMember audio_members[] = {
    {.name = "closed", .get = audio_closed}, FIELD("name", MINIPY_VALUE, Device, name),
    {.name = "mode", .get = audio_mode}, {0}};
static const MinipyMethod mixer_methods[] = {
    DEVICE_ROWS(mixer_type), ROW("get", mixer_get, NULL, NULL), ROW("set", mixer_set, NULL, NULL),
    REQUEST(8, "controls"), REQUEST(9, "stereocontrols"), REQUEST(10, "reccontrols"), REQUEST(11, "get_recsrc"),
    REQUEST(12, "set_recsrc"), {0}};
#define DEVICE_TYPE \
    .size = sizeof(Device), .values = 1, .destroy = device_destroy, \
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS
static const MinipyType audio_type = {
    .name = "ossaudiodev.oss_audio_device", .methods = audio_methods, .members = audio_members, DEVICE_TYPE};
static const MinipyType mixer_type = {
    .name = "ossaudiodev.oss_mixer_device", .methods = mixer_methods, DEVICE_TYPE};

static const MinipyMethod functions[] = {
    ROW("open", oss_open, NULL, NULL), ROW("openmixer", oss_openmixer, NULL, NULL), {0}};

#define FORMAT(name) {"AFMT_" #name, AFMT_##name}
#define MIXER(name) {"SOUND_MIXER_" #name, SOUND_MIXER_##name}
#define CONTROL(name) {"SNDCTL_" #name, SNDCTL_##name}
static const Number numbers[] = {
    FORMAT(QUERY), FORMAT(MU_LAW), FORMAT(A_LAW), FORMAT(IMA_ADPCM), FORMAT(U8), FORMAT(S16_LE), FORMAT(S16_BE), FORMAT(S8),
    FORMAT(U16_LE), FORMAT(U16_BE), FORMAT(MPEG), FORMAT(AC3), FORMAT(S16_NE),
    MIXER(NRDEVICES), MIXER(VOLUME), MIXER(BASS), MIXER(TREBLE), MIXER(SYNTH), MIXER(PCM), MIXER(SPEAKER), MIXER(LINE),
    MIXER(MIC), MIXER(CD), MIXER(IMIX), MIXER(ALTPCM), MIXER(RECLEV), MIXER(IGAIN), MIXER(OGAIN), MIXER(LINE1), MIXER(LINE2),
    MIXER(LINE3), MIXER(DIGITAL1), MIXER(DIGITAL2), MIXER(DIGITAL3), MIXER(PHONEIN), MIXER(PHONEOUT), MIXER(VIDEO),
    MIXER(RADIO), MIXER(MONITOR),
    CONTROL(COPR_HALT), CONTROL(COPR_LOAD), CONTROL(COPR_RCODE), CONTROL(COPR_RCVMSG), CONTROL(COPR_RDATA),
    CONTROL(COPR_RESET), CONTROL(COPR_RUN), CONTROL(COPR_SENDMSG), CONTROL(COPR_WCODE), CONTROL(COPR_WDATA),
    CONTROL(DSP_BIND_CHANNEL), CONTROL(DSP_CHANNELS), CONTROL(DSP_GETBLKSIZE), CONTROL(DSP_GETCAPS),
    CONTROL(DSP_GETCHANNELMASK), CONTROL(DSP_GETFMTS), CONTROL(DSP_GETIPTR), CONTROL(DSP_GETISPACE), CONTROL(DSP_GETODELAY),
    CONTROL(DSP_GETOPTR), CONTROL(DSP_GETOSPACE), CONTROL(DSP_GETSPDIF), CONTROL(DSP_GETTRIGGER), CONTROL(DSP_MAPINBUF),
    CONTROL(DSP_MAPOUTBUF), CONTROL(DSP_NONBLOCK), CONTROL(DSP_POST), CONTROL(DSP_PROFILE), CONTROL(DSP_RESET),
    CONTROL(DSP_SAMPLESIZE), CONTROL(DSP_SETDUPLEX), CONTROL(DSP_SETFMT), CONTROL(DSP_SETFRAGMENT), CONTROL(DSP_SETSPDIF),
    CONTROL(DSP_SETSYNCRO), CONTROL(DSP_SETTRIGGER), CONTROL(DSP_SPEED), CONTROL(DSP_STEREO), CONTROL(DSP_SUBDIVIDE),
    CONTROL(DSP_SYNC), CONTROL(FM_4OP_ENABLE), CONTROL(FM_LOAD_INSTR), CONTROL(MIDI_INFO), CONTROL(MIDI_MPUCMD),
    CONTROL(MIDI_MPUMODE), CONTROL(MIDI_PRETIME), CONTROL(SEQ_CTRLRATE), CONTROL(SEQ_GETINCOUNT), CONTROL(SEQ_GETOUTCOUNT),
    CONTROL(SEQ_GETTIME), CONTROL(SEQ_NRMIDIS), CONTROL(SEQ_NRSYNTHS), CONTROL(SEQ_OUTOFBAND), CONTROL(SEQ_PANIC),
    CONTROL(SEQ_PERCMODE), CONTROL(SEQ_RESET), CONTROL(SEQ_RESETSAMPLES), CONTROL(SEQ_SYNC), CONTROL(SEQ_TESTMIDI),
    CONTROL(SEQ_THRESHOLD), CONTROL(SYNTH_CONTROL), CONTROL(SYNTH_ID), CONTROL(SYNTH_INFO), CONTROL(SYNTH_MEMAVL),
    CONTROL(SYNTH_REMOVESAMPLE), CONTROL(TMR_CONTINUE), CONTROL(TMR_METRONOME), CONTROL(TMR_SELECT), CONTROL(TMR_SOURCE),
    CONTROL(TMR_START), CONTROL(TMR_STOP), CONTROL(TMR_TEMPO), CONTROL(TMR_TIMEBASE), {0}};
/* clang-format on */

static int add_names(MinipyVM *vm, MinipyValue module, const char *name,
                     const char *const *names)
{
    MinipyValue list = minipy_list(vm, NULL, 0);
    int r = list ? 0 : -1;
    for (int i = 0; i < SOUND_MIXER_NRDEVICES && r == 0; i++)
        r = append(vm, list, minipy_str(vm, names[i], strlen(names[i])));
    if (r == 0)
        r = minipy_setattr(vm, module, name, list);
    minipy_release(vm, list);
    return r;
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    static const char *const labels[] = SOUND_DEVICE_LABELS;
    static const char *const names[] = SOUND_DEVICE_NAMES;
    OssState *state = minipy_module_state(vm, &minipy_module_ossaudiodev);
    if (!state ||
        minipy_warn(vm, "DeprecationWarning",
                    "'ossaudiodev' is deprecated and slated for removal in Python 3.13",
                    7) < 0)
        return -1;
    replace(vm, &state->error,
            minipy_exception_class(vm, "ossaudiodev.OSSAudioError", NULL, MINIPY_NULL));
    replace(vm, &state->audio, minipy_type(vm, &audio_type, MINIPY_NULL));
    replace(vm, &state->mixer, minipy_type(vm, &mixer_type, MINIPY_NULL));
    if (!state->error || !state->audio || !state->mixer ||
        minipy_setattr(vm, module, "error", state->error) < 0 ||
        minipy_setattr(vm, module, "OSSAudioError", state->error) < 0 ||
        add_names(vm, module, "control_labels", labels) < 0 ||
        add_names(vm, module, "control_names", names) < 0)
        return -1;
    return add_numbers(vm, module, numbers);
}

MINIPY_MODULE(ossaudiodev) = {MINIPY_MODULE_HEAD,
                              .name = "ossaudiodev",
                              .functions = functions,
                              .state_size = sizeof(OssState),
                              .state_values = sizeof(OssState) / sizeof(MinipyValue),
                              .exec = fill};
