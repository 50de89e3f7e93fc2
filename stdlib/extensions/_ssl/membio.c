/* membio.c - MemoryBIO: bytes between a connection and the program that carries them.
 * What lies in it counts towards the vm's memory.
 */
#include "ssl.h"

static DESTROY(bio_destroy)
{
    Bio *b = data;
    if (!b->bio)
        return;
    BIO_free(b->bio);
    pthread_mutex_destroy(&b->mutex);
    minipy_charge(vm, -b->charged);
}

Bio *bio_data(MinipyVM *vm, MinipyValue v)
{
    return minipy_data(vm, v, &bio_type);
}

int bio_count(MinipyVM *vm, Bio *b)
{
    int64_t now = (int64_t)BIO_ctrl_pending(b->bio);
    if (now == b->charged)
        return 0;
    if (minipy_charge(vm, now - b->charged) < 0)
        return -1;
    b->charged = now;
    return 0;
}

static METHOD(bio_new)
{
    void *data;
    bool named = minipy_length(vm, args[2]) > 0;
    if (named || minipy_length(vm, args[1]))
        return minipy_raisef(vm, "TypeError", "MemoryBIO() takes no %s arguments",
                             named ? "keyword" : "positional");
    MinipyValue self = minipy_instance(vm, args[0], &data);
    Bio *b = data;
    if (!self)
        return MINIPY_NULL;
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio && mutex_make(vm, &b->mutex)) {
        /* Empty is not at its end: more may come. */
        BIO_set_retry_read(bio);
        BIO_set_mem_eof_return(bio, -1);
        b->bio = bio;
        return self;
    }
    BIO_free(bio);
    if (!minipy_error_occurred(vm))
        ssl_error(vm, "failed to allocate BIO", AT_NEW_SOCKET);
    minipy_release(vm, self);
    return MINIPY_NULL;
}

static METHOD(bio_read)
{
    int size = -1;
    Bio *b = bio_data(vm, args[0]);
    if (!b || as_c_int(vm, args[1], &size) < 0)
        return MINIPY_NULL;
    mutex_take(vm, &b->mutex);
    size_t pending = BIO_ctrl_pending(b->bio);
    if (size < 0 || (size_t)size > pending)
        size = pending < INT_MAX ? (int)pending : INT_MAX;
    char small[4096], *room = small;
    if ((size_t)size > sizeof small)
        room = library_alloc(vm, (size_t)size);
    int got = room && size ? BIO_read(b->bio, room, size) : 0;
    MinipyValue r = room ? minipy_bytes(vm, room, got > 0 ? (size_t)got : 0)
                         : minipy_raise(vm, "MemoryError", NULL);
    if (room != small)
        library_free(room);
    bio_count(vm, b);
    pthread_mutex_unlock(&b->mutex);
    return r;
}

static MinipyValue write_bytes(MinipyVM *vm, Bio *b, Bytes in)
{
    if (in.size > INT_MAX)
        return minipy_raisef(vm, "OverflowError", "string longer than %d bytes",
                             INT_MAX);
    if (b->eof)
        return plain_error(vm, "cannot write() after write_eof()");
    if (minipy_charge(vm, (int64_t)in.size) < 0)
        return MINIPY_NULL;
    b->charged += (int64_t)in.size;
    int put_in = in.size ? BIO_write(b->bio, in.data, (int)in.size) : 0;
    bio_count(vm, b);
    return put_in < 0 ? ssl_error(vm, NULL, AT_NEW_SOCKET) : minipy_int(vm, put_in);
}

static METHOD(bio_write)
{
    Bytes in;
    Bio *b = bio_data(vm, args[0]);
    if (!b || get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    mutex_take(vm, &b->mutex);
    MinipyValue r = write_bytes(vm, b, in);
    pthread_mutex_unlock(&b->mutex);
    minipy_release(vm, in.view);
    return r;
}

static METHOD(bio_write_eof)
{
    Bio *b = bio_data(vm, args[0]);
    if (!b)
        return MINIPY_NULL;
    mutex_take(vm, &b->mutex);
    b->eof = true;
    BIO_clear_retry_flags(b->bio);
    BIO_set_mem_eof_return(b->bio, 0);
    pthread_mutex_unlock(&b->mutex);
    return minipy_none();
}

static size_t pending_in(MinipyVM *vm, Bio *b)
{
    mutex_take(vm, &b->mutex);
    size_t n = BIO_ctrl_pending(b->bio);
    pthread_mutex_unlock(&b->mutex);
    return n;
}

static GETTER(bio_pending)
{
    Bio *b = bio_data(vm, self);
    return b ? minipy_int(vm, (int64_t)pending_in(vm, b)) : MINIPY_NULL;
}

static GETTER(bio_eof)
{
    Bio *b = bio_data(vm, self);
    return b ? minipy_bool(b->eof && pending_in(vm, b) == 0) : MINIPY_NULL;
}

/* clang-format off */
static const MinipyMethod bio_methods[] = {
    ROW("__new__", bio_new, "(type, *args, **kwargs)", NULL),
    ROW("read", bio_read, "(self, size=-1, /)", "Up to size bytes, or all there are. Empty: nothing is there, or it is at its end (eof)."),
    ROW("write", bio_write, "(self, b, /)", "Puts the bytes b in; returns how many they are."),
    ROW("write_eof", bio_write_eof, "(self, /)", "Nothing more will be written; eof is true when all is read."),
    {0}};
static const MinipyMember bio_members[] = {
    {.name = "pending", .get = bio_pending, .doc = "The number of bytes pending in the memory BIO."},
    {.name = "eof", .get = bio_eof, .doc = "Whether the memory BIO is at EOF."},
    {0}};
const MinipyType bio_type = {
    .name = "_ssl.MemoryBIO", .size = sizeof(Bio), .methods = bio_methods, .members = bio_members,
    .flags = MINIPY_FINAL | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = bio_destroy};
/* clang-format on */
