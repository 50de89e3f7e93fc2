/* _bz2.c - the module _bz2, on which bz2 stands: CPython 3.11's two objects over
 * libbz2. Their methods stay in the vm: two threads in one bz_stream would ruin it.
 */
#include <bzlib.h>

#include "common.h"

extern const MinipyModule minipy_module__bz2;

enum { RAISED = -100 }; /* beside the codes of libbz2: an exception is pending */

/* ---- memory ---------------------------------------------------------------------- */

static void *bz_alloc(void *vm, int count, int size)
{
    return library_alloc(vm, (size_t)count * (size_t)size);
}

static void bz_free(void *vm, void *block)
{
    (void)vm;
    library_free(block);
}

static void use_memory_of(MinipyVM *vm, bz_stream *z)
{
    z->bzalloc = bz_alloc;
    z->bzfree = bz_free;
    z->opaque = vm;
}

/* ---- errors ---------------------------------------------------------------------- */

/* Raises what a code stands for. -1; 0: nothing was wrong. */
static int check(MinipyVM *vm, int code)
{
    switch (code) {
    case BZ_OK:
    case BZ_RUN_OK:
    case BZ_FLUSH_OK:
    case BZ_FINISH_OK:
    case BZ_STREAM_END: return 0;
    case RAISED: return -1;
    case BZ_CONFIG_ERROR:
        minipy_raise(vm, "SystemError", "libbzip2 was not compiled correctly");
        return -1;
    case BZ_PARAM_ERROR:
        minipy_raise(vm, "ValueError",
                     "Internal error - invalid parameters passed to libbzip2");
        return -1;
    case BZ_MEM_ERROR: minipy_raise(vm, "MemoryError", NULL); return -1;
    case BZ_DATA_ERROR:
    case BZ_DATA_ERROR_MAGIC:
        minipy_raise(vm, "OSError", "Invalid data stream");
        return -1;
    case BZ_IO_ERROR: minipy_raise(vm, "OSError", "Unknown I/O error"); return -1;
    case BZ_UNEXPECTED_EOF:
        minipy_raise(vm, "EOFError",
                     "Compressed file ended before the logical end-of-stream was "
                     "detected");
        return -1;
    case BZ_SEQUENCE_ERROR:
        minipy_raise(vm, "RuntimeError",
                     "Internal error - Invalid sequence of commands sent to libbzip2");
        return -1;
    default:
        minipy_raisef(vm, "OSError", "Unrecognized error from libbzip2: %d", code);
        return -1;
    }
}

/* ---- BZ2Compressor --------------------------------------------------------------- */

typedef struct Compressor {
    bool open, flushed;
    bz_stream z;
} Compressor;
static const MinipyType compressor_type;

static DESTROY(compressor_destroy)
{
    Compressor *c = data;
    if (c->open)
        BZ2_bzCompressEnd(&c->z);
}

static METHOD(compressor_init)
{
    int level = 9;
    Compressor *c = user;
    if (as_c_int(vm, args[1], &level) < 0)
        return MINIPY_NULL;
    if (level < 1 || level > 9)
        return minipy_raise(vm, "ValueError", "compresslevel must be between 1 and 9");
    compressor_destroy(vm, NULL, c);
    c->open = c->flushed = false;
    use_memory_of(vm, &c->z);
    int code = BZ2_bzCompressInit(&c->z, level, 0, 0);
    c->open = code == BZ_OK;
    return check(vm, code) < 0 ? MINIPY_NULL : minipy_none();
}

/* One call of the library into the room of o, which has some. */
static int compress_step(Output *o, bz_stream *z, int action)
{
    unsigned room = (unsigned)(sizeof o->room - o->used);
    z->next_out = (char *)o->room + o->used;
    z->avail_out = room;
    int code = BZ2_bzCompress(z, action);
    o->used += room - z->avail_out;
    return code;
}

/* The input through the library; action BZ_FINISH: and all that is left in it. */
static int compress_all(Output *o, bz_stream *z, Bytes in, int action)
{
    int code = BZ_OK;
    for (;;) {
        if (!z->avail_in && in.size) {
            z->next_in = (char *)(uintptr_t)in.data;
            z->avail_in = in.size < UINT_MAX ? (unsigned)in.size : UINT_MAX;
            in.data += z->avail_in;
            in.size -= z->avail_in;
        }
        if (action == BZ_RUN && !z->avail_in)
            return code;
        if (o->used == sizeof o->room && output_flush(o) < 0)
            return RAISED;
        code = compress_step(o, z, action);
        if (code < 0 || code == BZ_STREAM_END)
            return code;
    }
}

static MinipyValue compressed(MinipyVM *vm, Compressor *c, Bytes in, int action)
{
    Output *o = output_new(vm);
    if (!o)
        return MINIPY_NULL;
    return output_end(o, check(vm, compress_all(o, &c->z, in, action)));
}

static MinipyValue run(MinipyVM *vm, void *compressor, Bytes in)
{
    return compressed(vm, compressor, in, BZ_RUN);
}

static METHOD(compressor_compress)
{
    Compressor *c = user;
    return compress_more(vm, c, c->flushed, args[1], run);
}

static METHOD(compressor_flush)
{
    Compressor *c = user;
    if (c->flushed)
        return minipy_raise(vm, "ValueError", "Repeated call to flush()");
    c->flushed = true;
    return compressed(vm, c, (Bytes){0}, BZ_FINISH);
}

/* ---- BZ2Decompressor ------------------------------------------------------------- */

typedef struct Decompressor {
    Unpacker u;
    bool open;
    bool broken; /* libbz2 may not be called again after an error */
    bz_stream z;
} Decompressor;
static const MinipyType decompressor_type;

static DESTROY(decompressor_destroy)
{
    Decompressor *d = data;
    if (d->open)
        BZ2_bzDecompressEnd(&d->z);
}

static METHOD(decompressor_init)
{
    Decompressor *d = user;
    if (unpacker_begin(vm, &d->u) < 0)
        return MINIPY_NULL;
    decompressor_destroy(vm, NULL, d);
    d->open = d->broken = false;
    use_memory_of(vm, &d->z);
    int code = BZ2_bzDecompressInit(&d->z, 0, 0);
    d->open = code == BZ_OK;
    return check(vm, code) < 0 ? MINIPY_NULL : minipy_none();
}

/* Until the input or the stream ends, or there are `most` bytes. */
static int decompress_some(Output *o, Decompressor *d, Bytes *in, size_t most)
{
    for (;;) {
        size_t done = o->size + o->used, room = sizeof o->room - o->used;
        if (!room && output_flush(o) < 0)
            return RAISED;
        room = sizeof o->room - o->used;
        if (room > most - done)
            room = most - done;
        d->z.next_in = (char *)(uintptr_t)in->data;
        d->z.avail_in = in->size < UINT_MAX ? (unsigned)in->size : UINT_MAX;
        unsigned given = d->z.avail_in;
        d->z.next_out = (char *)o->room + o->used;
        d->z.avail_out = (unsigned)room;
        int code = BZ2_bzDecompress(&d->z);
        in->data += given - d->z.avail_in;
        in->size -= given - d->z.avail_in;
        o->used += room - d->z.avail_out;
        if (code != BZ_OK)
            return code;
        if (o->size + o->used == most || (d->z.avail_out && !in->size))
            return code;
    }
}

static METHOD(decompressor_decompress)
{
    int64_t most = -1;
    Bytes given, rest;
    Decompressor *d = user;
    if (get_bytes(vm, args[1], &given) < 0)
        return MINIPY_NULL;
    minipy_release(vm, given.view);
    if (as_size(vm, args[2], &most) < 0)
        return MINIPY_NULL;
    if (d->u.eof)
        return minipy_raise(vm, "EOFError", "End of stream already reached");
    if (d->broken)
        return minipy_raise(vm, "ValueError",
                            "Decompressor is unusable after a previous error");
    if (unpacker_input(vm, &d->u, args[1], &rest) < 0)
        return MINIPY_NULL;
    MinipyValue view = rest.view;
    Output *o = output_new(vm);
    int code =
        o ? decompress_some(o, d, &rest, most < 0 ? SIZE_MAX : (size_t)most) : RAISED;
    int r = check(vm, code);
    d->broken = r < 0;
    d->u.eof = code == BZ_STREAM_END;
    bool full = r == 0 && o->size + o->used == (size_t)most;
    if (r == 0)
        r = unpacker_keep(vm, &d->u, rest.data, rest.size);
    d->u.needs_input = r == 0 && !d->u.eof && !d->u.pending && !full;
    minipy_release(vm, view);
    return output_end(o, r);
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
static const MinipyMethod compressor_methods[] = {
    DATA_ROW("__init__", compressor_init, "(self, compresslevel=9, /)", NULL),
    COMPRESSOR_ROWS,
    {0}};
static const MinipyType compressor_type = {
    .name = "_bz2.BZ2Compressor", .doc = "Compresses a stream.", .size = sizeof(Compressor),
    .methods = compressor_methods, .flags = COMPRESSOR_FLAGS, .destroy = compressor_destroy};

static const MinipyMethod decompressor_methods[] = {
    DATA_ROW("__init__", decompressor_init, "(self, /)", NULL),
    UNPACKER_ROW,
    {0}};
static const MinipyMember decompressor_members[] = {
    UNPACKER_FIELDS,
    {0}};
static const MinipyType decompressor_type = {
    .name = "_bz2.BZ2Decompressor", .doc = "Decompresses a stream.", .size = sizeof(Decompressor), .values = 2,
    .methods = decompressor_methods, .members = decompressor_members, .flags = COMPRESSOR_FLAGS, .destroy = decompressor_destroy};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    return add_type(vm, module, "BZ2Compressor", &compressor_type) < 0
               ? -1
               : add_type(vm, module, "BZ2Decompressor", &decompressor_type);
}

MINIPY_MODULE(_bz2) = {MINIPY_MODULE_HEAD, .name = "_bz2", .exec = fill};
