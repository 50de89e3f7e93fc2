/* zlib.c - the module zlib: CPython 3.11's functions and objects over libz. A stream
 * object keeps libz's z_stream; what does not fit into one call of the library goes
 * through Output, in pieces. One-shot work on much data leaves the vm meanwhile, the
 * methods of objects do not: two threads in one z_stream would ruin it.
 */
#include <zlib.h>

#include "common.h"

extern const MinipyModule minipy_module_zlib;

/* CPython's names for what libz has under others. */
#define DEF_MEM_LEVEL 8

enum { RAISED = -100 }; /* beside the codes of libz: an exception is pending */
enum { DEFAULT_BUFFER = 16 * 1024, MUCH = 5 * 1024, CHUNK_MAX = 1 << 30 };

typedef struct State {
    MinipyValue error, compress, decompress; /* classes */
} State;

static State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module_zlib);
}

/* ---- errors ---------------------------------------------------------------------- */

static MinipyValue zlib_error(MinipyVM *vm, const z_stream *z, int code,
                              const char *doing)
{
    char text[300];
    const char *why = code == Z_VERSION_ERROR ? "library version mismatch" : z->msg;
    State *s = state_of(vm);
    if (!why)
        why = code == Z_BUF_ERROR      ? "incomplete or truncated stream"
              : code == Z_STREAM_ERROR ? "inconsistent stream state"
              : code == Z_DATA_ERROR   ? "invalid input data"
                                       : NULL;
    if (why)
        snprintf(text, sizeof text, "Error %d %s: %.200s", code, doing, why);
    else
        snprintf(text, sizeof text, "Error %d %s", code, doing);
    return s ? raise_of(vm, s->error, text) : MINIPY_NULL;
}

/* ---- steps ----------------------------------------------------------------------- */

typedef int (*Step)(z_stream *z, int flush);

/* The next piece of the input, at most what libz counts. */
static void feed(z_stream *z, const unsigned char **data, size_t *left)
{
    size_t n = *left < CHUNK_MAX ? *left : CHUNK_MAX;
    z->next_in = (unsigned char *)(uintptr_t)*data;
    z->avail_in = (uInt)n;
    *data += n;
    *left -= n;
}

static void *zlib_alloc(void *vm, unsigned count, unsigned size)
{
    return library_alloc(vm, (size_t)count * size);
}

static void zlib_free(void *vm, void *block)
{
    (void)vm;
    library_free(block);
}

static void use_memory_of(MinipyVM *vm, z_stream *z)
{
    z->zalloc = zlib_alloc;
    z->zfree = zlib_free;
    z->opaque = vm;
}

/* One call of deflate or inflate into the room of o; it may write `most` bytes at most.
 * Outside the vm when `alone`: then nobody else has the z_stream. */
static int step(Output *o, z_stream *z, Step work, int flush, size_t most, bool alone)
{
    size_t room = sizeof o->room - o->used;
    uInt given = (uInt)(room < most ? room : most);
    z->next_out = o->room + o->used;
    z->avail_out = given;
    MinipyThread *me = alone ? minipy_thread_leave(o->vm) : NULL;
    z->opaque = alone ? NULL : o->vm;
    int code = work(z, flush);
    if (alone)
        minipy_thread_enter(o->vm, me);
    o->used += given - z->avail_out;
    return code;
}

/* Makes room where there is none. -1: exception. */
static int make_room(Output *o)
{
    return o->used == sizeof o->room ? output_flush(o) : 0;
}

/* ---- one-shot functions ---------------------------------------------------------- */

/* All of the data through deflate; the code of the last step, or RAISED.
 */
static int deflate_all(Output *o, z_stream *z, Bytes in)
{
    bool alone = in.size > MUCH;
    int code = Z_OK;
    do {
        feed(z, &in.data, &in.size);
        do {
            if (make_room(o) < 0)
                return RAISED;
            code =
                step(o, z, deflate, in.size ? Z_NO_FLUSH : Z_FINISH, SIZE_MAX, alone);
            if (code == Z_STREAM_ERROR)
                return code;
        } while (z->avail_out == 0);
    } while (code != Z_STREAM_END);
    return code;
}

static MinipyValue compress_bytes(MinipyVM *vm, Bytes in, int level, int wbits)
{
    z_stream z = {0};
    use_memory_of(vm, &z);
    int code = deflateInit2(&z, level, Z_DEFLATED, wbits, DEF_MEM_LEVEL, 0);
    if (code == Z_MEM_ERROR)
        return minipy_raise(vm, "MemoryError", "Out of memory while compressing data");
    if (code == Z_STREAM_ERROR)
        return raise_of(vm, state_of(vm)->error, "Bad compression level");
    if (code != Z_OK)
        return zlib_error(vm, &z, code, "while compressing data");
    Output *o = output_new(vm);
    code = o ? deflate_all(o, &z, in) : RAISED;
    MinipyValue r = MINIPY_NULL;
    if (code == Z_STREAM_END)
        r = output_bytes(o);
    else
        output_drop(o);
    deflateEnd(&z);
    if (!r && !minipy_error_occurred(vm))
        zlib_error(vm, &z, code, "while compressing data");
    return r;
}

static METHOD(zlib_compress)
{
    Bytes in;
    int level = Z_DEFAULT_COMPRESSION, wbits = MAX_WBITS;
    MinipyValue r = MINIPY_NULL;
    if (get_bytes(vm, args[0], &in) < 0)
        return MINIPY_NULL;
    if (as_c_int(vm, args[1], &level) == 0 && as_c_int(vm, args[2], &wbits) == 0)
        r = compress_bytes(vm, in, level, wbits);
    minipy_release(vm, in.view);
    return r;
}

static int inflate_all(Output *o, z_stream *z, Bytes in)
{
    bool alone = in.size > MUCH;
    int code = Z_OK;
    do {
        feed(z, &in.data, &in.size);
        do {
            if (make_room(o) < 0)
                return RAISED;
            code =
                step(o, z, inflate, in.size ? Z_SYNC_FLUSH : Z_FINISH, SIZE_MAX, alone);
            if (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END)
                return code;
        } while (z->avail_out == 0 && code != Z_STREAM_END);
    } while (code != Z_STREAM_END && in.size);
    return code;
}

static MinipyValue decompress_bytes(MinipyVM *vm, Bytes in, int wbits)
{
    z_stream z = {0};
    use_memory_of(vm, &z);
    int code = inflateInit2(&z, wbits);
    if (code == Z_MEM_ERROR)
        return minipy_raise(vm, "MemoryError",
                            "Out of memory while decompressing data");
    if (code != Z_OK)
        return zlib_error(vm, &z, code, "while preparing to decompress data");
    Output *o = output_new(vm);
    code = o ? inflate_all(o, &z, in) : RAISED;
    MinipyValue r = MINIPY_NULL;
    if (code == Z_STREAM_END)
        r = output_bytes(o);
    else
        output_drop(o);
    if (!r && code == Z_MEM_ERROR)
        minipy_raise(vm, "MemoryError", "Out of memory while decompressing data");
    else if (!r && !minipy_error_occurred(vm))
        zlib_error(vm, &z, code, "while decompressing data");
    inflateEnd(&z);
    return r;
}

static METHOD(zlib_decompress)
{
    Bytes in;
    int wbits = MAX_WBITS;
    int64_t bufsize = DEFAULT_BUFFER;
    MinipyValue r = MINIPY_NULL;
    if (get_bytes(vm, args[0], &in) < 0)
        return MINIPY_NULL;
    if (as_c_int(vm, args[1], &wbits) < 0 || as_size(vm, args[2], &bufsize) < 0)
        ;
    else if (bufsize < 0)
        minipy_raise(vm, "ValueError", "bufsize must be non-negative");
    else
        r = decompress_bytes(vm, in, wbits);
    minipy_release(vm, in.view);
    return r;
}

/* ---- checksums ------------------------------------------------------------------- */

typedef uLong (*Sum)(uLong start, const Bytef *data, z_size_t size);

/* The lower 32 bits, whatever the size of the int. */
static int as_bits(MinipyVM *vm, MinipyValue v, uint32_t *out)
{
    uint64_t bits = *out;
    int r = v ? low_bits(vm, v, &bits) : 0;
    *out = (uint32_t)bits;
    return r;
}

static MinipyValue checksum(MinipyVM *vm, const MinipyValue *args, Sum sum,
                            uint32_t value)
{
    Bytes in;
    if (get_bytes(vm, args[0], &in) < 0)
        return MINIPY_NULL;
    int r = as_bits(vm, args[1], &value);
    MinipyThread *me = in.size > MUCH ? minipy_thread_leave(vm) : NULL;
    if (r == 0)
        value = (uint32_t)sum(value, in.data, in.size);
    if (in.size > MUCH)
        minipy_thread_enter(vm, me);
    minipy_release(vm, in.view);
    return r < 0 ? MINIPY_NULL : minipy_int(vm, value);
}

static METHOD(zlib_adler32)
{
    return checksum(vm, args, adler32_z, 1);
}

static METHOD(zlib_crc32)
{
    return checksum(vm, args, crc32_z, 0);
}

/* ---- objects --------------------------------------------------------------------- */

/* Data of both classes. */
typedef struct Stream {
    MinipyValue zdict;                        /* bytes-like, or MINIPY_NULL */
    MinipyValue unused_data, unconsumed_tail; /* bytes; of a Decompress alone */
    bool eof, open;                           /* open: z has memory of libz's */
    z_stream z;
} Stream;

static const MinipyType compress_type, decompress_type;

static DESTROY(compress_destroy)
{
    Stream *s = data;
    if (s->open)
        deflateEnd(&s->z);
}
static DESTROY(decompress_destroy)
{
    Stream *s = data;
    if (s->open)
        inflateEnd(&s->z);
}

/* An empty one of that class; its data too. */
static MinipyValue new_stream(MinipyVM *vm, MinipyValue cls, bool decompresses,
                              Stream **s)
{
    void *data = NULL;
    MinipyValue self = minipy_instance(vm, cls, &data);
    *s = data;
    if (!self || !decompresses)
        return self;
    (*s)->unused_data = minipy_bytes(vm, NULL, 0);
    (*s)->unconsumed_tail = minipy_bytes(vm, NULL, 0);
    if ((*s)->unused_data && (*s)->unconsumed_tail)
        return self;
    minipy_release(vm, self);
    return MINIPY_NULL;
}

/* Raises what deflateInit2 or inflateInit2 says; 0: nothing. */
static int init_result(MinipyVM *vm, Stream *s, int code, bool compresses)
{
    s->open = code == Z_OK;
    if (code == Z_MEM_ERROR)
        minipy_raise(vm, "MemoryError",
                     compresses ? "Can't allocate memory for compression object"
                                : "Can't allocate memory for decompression object");
    else if (code == Z_STREAM_ERROR)
        minipy_raise(vm, "ValueError", "Invalid initialization option");
    else if (code != Z_OK)
        zlib_error(vm, &s->z, code,
                   compresses ? "while creating compression object"
                              : "while creating decompression object");
    return s->open ? 0 : -1;
}

static int set_compress_dictionary(MinipyVM *vm, Stream *s, MinipyValue zdict)
{
    Bytes in;
    if (get_bytes(vm, zdict, &in) < 0)
        return -1;
    int code = Z_STREAM_ERROR;
    if (in.size > UINT_MAX)
        minipy_raise(vm, "OverflowError",
                     "zdict length does not fit in an unsigned int");
    else
        code = deflateSetDictionary(&s->z, in.data, (uInt)in.size);
    minipy_release(vm, in.view);
    if (code != Z_OK && !minipy_error_occurred(vm))
        minipy_raise(vm, "ValueError",
                     code == Z_STREAM_ERROR ? "Invalid dictionary"
                                            : "deflateSetDictionary()");
    return code == Z_OK ? 0 : -1;
}

static METHOD(zlib_compressobj)
{
    int v[5] = {Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS, DEF_MEM_LEVEL,
                Z_DEFAULT_STRATEGY};
    Stream *s;
    for (int i = 0; i < 5; i++)
        if (as_c_int(vm, args[i], &v[i]) < 0)
            return MINIPY_NULL;
    MinipyValue zdict = args[5] && minipy_is_none(args[5]) ? MINIPY_NULL : args[5];
    MinipyValue self = new_stream(vm, state_of(vm)->compress, false, &s);
    if (!self)
        return MINIPY_NULL;
    use_memory_of(vm, &s->z);
    int code = deflateInit2(&s->z, v[0], v[1], v[2], v[3], v[4]);
    if (init_result(vm, s, code, true) == 0 &&
        (!zdict || set_compress_dictionary(vm, s, zdict) == 0))
        return self;
    minipy_release(vm, self);
    return MINIPY_NULL;
}

/* Tells libz the dictionary of a Decompress. */
static int set_dictionary(MinipyVM *vm, Stream *s)
{
    Bytes in;
    if (get_bytes(vm, s->zdict, &in) < 0)
        return -1;
    int code = in.size > UINT_MAX ? Z_MEM_ERROR
                                  : inflateSetDictionary(&s->z, in.data, (uInt)in.size);
    if (in.size > UINT_MAX)
        minipy_raise(vm, "OverflowError",
                     "zdict length does not fit in an unsigned int");
    minipy_release(vm, in.view);
    if (code != Z_OK && !minipy_error_occurred(vm))
        zlib_error(vm, &s->z, code, "while setting zdict");
    return code == Z_OK ? 0 : -1;
}

/* Has it a buffer? Else TypeError in the words of CPython's. */
static bool is_dictionary(MinipyVM *vm, MinipyValue zdict)
{
    Bytes in;
    if (get_bytes(vm, zdict, &in) == 0) {
        minipy_release(vm, in.view);
        return true;
    }
    minipy_raise(vm, "TypeError", "zdict argument must support the buffer protocol");
    return false;
}

static METHOD(zlib_decompressobj)
{
    int wbits = MAX_WBITS;
    Stream *s;
    if (as_c_int(vm, args[0], &wbits) < 0 || (args[1] && !is_dictionary(vm, args[1])))
        return MINIPY_NULL;
    MinipyValue self = new_stream(vm, state_of(vm)->decompress, true, &s);
    if (!self)
        return MINIPY_NULL;
    if (args[1])
        s->zdict = minipy_retain(args[1]);
    use_memory_of(vm, &s->z);
    int code = inflateInit2(&s->z, wbits);
    if (init_result(vm, s, code, false) == 0 &&
        (!s->zdict || wbits >= 0 || set_dictionary(vm, s) == 0))
        return self;
    minipy_release(vm, self);
    return MINIPY_NULL;
}

/* ---- Compress -------------------------------------------------------------------- */

static METHOD(compress_data)
{
    Bytes in;
    Stream *s = user;
    if (get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    MinipyValue view = in.view;
    Output *o = output_new(vm);
    int code = Z_OK;
    bool failed = !o;
    while (!failed && code != Z_STREAM_ERROR) {
        feed(&s->z, &in.data, &in.size);
        do {
            failed = make_room(o) < 0;
            code = failed ? Z_OK : step(o, &s->z, deflate, Z_NO_FLUSH, SIZE_MAX, false);
        } while (!failed && code != Z_STREAM_ERROR && s->z.avail_out == 0);
        if (!in.size)
            break;
    }
    minipy_release(vm, view);
    if (!failed && code != Z_STREAM_ERROR)
        return output_bytes(o);
    output_drop(o);
    return failed ? MINIPY_NULL : zlib_error(vm, &s->z, code, "while compressing data");
}

/* What deflate said at the end of a flush; 0: well. */
static int flushed(MinipyVM *vm, Stream *s, int code, int mode)
{
    if (code == Z_STREAM_END && mode == Z_FINISH) {
        s->open = false;
        code = deflateEnd(&s->z);
        if (code == Z_OK)
            return 0;
        zlib_error(vm, &s->z, code, "while finishing compression");
        return -1;
    }
    if (code == Z_OK || code == Z_BUF_ERROR)
        return 0;
    zlib_error(vm, &s->z, code, "while flushing");
    return -1;
}

static METHOD(compress_flush)
{
    int mode = Z_FINISH, code = Z_OK;
    Stream *s = user;
    if (as_c_int(vm, args[1], &mode) < 0)
        return MINIPY_NULL;
    if (mode == Z_NO_FLUSH)
        return minipy_bytes(vm, NULL, 0);
    Output *o = output_new(vm);
    bool failed = !o;
    s->z.avail_in = 0;
    do {
        failed = failed || make_room(o) < 0;
        code = failed ? Z_OK : step(o, &s->z, deflate, mode, SIZE_MAX, false);
    } while (!failed && code != Z_STREAM_ERROR && s->z.avail_out == 0);
    if (!failed && flushed(vm, s, code, mode) == 0)
        return output_bytes(o);
    output_drop(o);
    return MINIPY_NULL;
}

/* ---- Decompress ------------------------------------------------------------------ */

/* What inflate did not take: behind the end it is unused_data, else unconsumed_tail.
 * left: what was not even given to it. */
static int keep_rest(MinipyVM *vm, Stream *s, const unsigned char *end, int code)
{
    size_t rest = (size_t)(end - s->z.next_in), tail;
    if (code == Z_STREAM_END) {
        if (rest) {
            MinipyValue more = minipy_bytes(vm, s->z.next_in, rest);
            MinipyValue all = more ? minipy_operate(vm, s->unused_data, "+", more) : 0;
            minipy_release(vm, more);
            if (!all)
                return -1;
            replace(vm, &s->unused_data, all);
        }
    }
    minipy_as_bytes(vm, s->unconsumed_tail, &tail);
    if ((rest && code != Z_STREAM_END) || tail) {
        MinipyValue b = minipy_bytes(vm, s->z.next_in, rest);
        if (!b)
            return -1;
        replace(vm, &s->unconsumed_tail, b);
    }
    return 0;
}

/* Inflates the input until it ends, the stream ends, or there are `most` bytes. The
 * code of the last step, or RAISED. A dictionary is given when it is wanted. */
static int inflate_some(Output *o, Stream *s, Bytes in, int flush, size_t most)
{
    MinipyVM *vm = o->vm;
    int code = Z_OK;
    do {
        feed(&s->z, &in.data, &in.size);
        do {
            size_t room = most - (o->size + o->used);
            if (!room)
                return code;
            if (make_room(o) < 0)
                return RAISED;
            code = step(o, &s->z, inflate, flush, room, false);
            if (code == Z_NEED_DICT && s->zdict) {
                if (set_dictionary(vm, s) < 0)
                    return RAISED;
            } else if (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END) {
                return code;
            }
        } while (code == Z_NEED_DICT || (s->z.avail_out == 0 && code != Z_STREAM_END));
    } while (code != Z_STREAM_END && in.size);
    return code;
}

static METHOD(decompress_data)
{
    Bytes in;
    int64_t most = 0;
    Stream *s = user;
    if (get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    Output *o = NULL;
    int code = RAISED;
    if (as_size(vm, args[2], &most) < 0)
        ;
    else if (most < 0)
        minipy_raise(vm, "ValueError", "max_length must be non-negative");
    else if ((o = output_new(vm)) != NULL)
        code = inflate_some(o, s, in, Z_SYNC_FLUSH, most ? (size_t)most : SIZE_MAX);
    if (code != RAISED && keep_rest(vm, s, in.data + in.size, code) < 0)
        code = RAISED;
    minipy_release(vm, in.view);
    s->eof = s->eof || code == Z_STREAM_END;
    if (code == Z_STREAM_END || code == Z_OK || code == Z_BUF_ERROR)
        return output_bytes(o);
    output_drop(o);
    return code == RAISED ? MINIPY_NULL
                          : zlib_error(vm, &s->z, code, "while decompressing data");
}

static METHOD(decompress_flush)
{
    int64_t length = DEFAULT_BUFFER;
    Bytes in;
    Stream *s = user;
    if (as_size(vm, args[1], &length) < 0)
        return MINIPY_NULL;
    if (length <= 0)
        return minipy_raise(vm, "ValueError", "length must be greater than zero");
    if (get_bytes(vm, s->unconsumed_tail, &in) < 0)
        return MINIPY_NULL;
    Output *o = output_new(vm);
    int code = o ? inflate_some(o, s, in, Z_FINISH, SIZE_MAX) : RAISED;
    if (code != RAISED && keep_rest(vm, s, in.data + in.size, code) < 0)
        code = RAISED;
    minipy_release(vm, in.view);
    if (code == Z_STREAM_END) {
        s->eof = true;
        s->open = false;
        inflateEnd(&s->z);
    }
    if (code != RAISED)
        return output_bytes(o);
    output_drop(o);
    return MINIPY_NULL;
}

/* ---- copies ---------------------------------------------------------------------- */

static MinipyValue copied(MinipyVM *vm, MinipyValue self, Stream *to, int code,
                          bool compresses)
{
    to->open = code == Z_OK;
    if (code == Z_OK)
        return self;
    if (code == Z_STREAM_ERROR)
        minipy_raise(vm, "ValueError", "Inconsistent stream state");
    else if (code == Z_MEM_ERROR)
        minipy_raise(vm, "MemoryError",
                     compresses ? "Can't allocate memory for compression object"
                                : "Can't allocate memory for decompression object");
    else
        zlib_error(vm, &to->z, code,
                   compresses ? "while copying compression object"
                              : "while copying decompression object");
    minipy_release(vm, self);
    return MINIPY_NULL;
}

static METHOD(compress_copy)
{
    Stream *s = user, *to;
    MinipyValue self = new_stream(vm, state_of(vm)->compress, false, &to);
    return self ? copied(vm, self, to, deflateCopy(&to->z, &s->z), true) : MINIPY_NULL;
}

static METHOD(decompress_copy)
{
    Stream *s = user, *to;
    MinipyValue self = new_stream(vm, state_of(vm)->decompress, true, &to);
    if (!self)
        return MINIPY_NULL;
    replace(vm, &to->unused_data, minipy_retain(s->unused_data));
    replace(vm, &to->unconsumed_tail, minipy_retain(s->unconsumed_tail));
    to->zdict = minipy_retain(s->zdict);
    to->eof = s->eof;
    return copied(vm, self, to, inflateCopy(&to->z, &s->z), false);
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
static const MinipyMethod compress_methods[] = {
    CLASS_DATA_ROW("compress", compress_data, "(self, data, /)", "Takes data; returns what is ready of the compressed data, as bytes."),
    CLASS_DATA_ROW("flush", compress_flush, "(self, mode=4, /)", "The rest of the compressed data; with Z_FINISH, the default, its end."),
    CLASS_DATA_ROW("copy", compress_copy, "(self, /)", "Another object in the same state."),
    CLASS_DATA_ROW("__copy__", compress_copy, "(self, /)", NULL),
    CLASS_DATA_ROW("__deepcopy__", compress_copy, "(self, memo, /)", NULL),
    {0}};
static const MinipyType compress_type = {
    .name = "zlib.Compress", .size = sizeof(Stream), .values = 3, .methods = compress_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_WEAKREFS | MINIPY_NO_NEW, .destroy = compress_destroy};

static const MinipyMethod decompress_methods[] = {
    CLASS_DATA_ROW("decompress", decompress_data, "(self, data, /, max_length=0)", "What the data unpacks to, max_length bytes at most (0: all)."),
    CLASS_DATA_ROW("flush", decompress_flush, "(self, length=16384, /)", "What unconsumed_tail unpacks to."),
    CLASS_DATA_ROW("copy", decompress_copy, "(self, /)", "Another object in the same state."),
    CLASS_DATA_ROW("__copy__", decompress_copy, "(self, /)", NULL),
    CLASS_DATA_ROW("__deepcopy__", decompress_copy, "(self, memo, /)", NULL),
    {0}};
static const MinipyMember decompress_members[] = {
    FIELD("unused_data", MINIPY_VALUE, Stream, unused_data),
    FIELD("unconsumed_tail", MINIPY_VALUE, Stream, unconsumed_tail),
    FIELD("eof", MINIPY_BOOL, Stream, eof),
    {0}};
static const MinipyType decompress_type = {
    .name = "zlib.Decompress", .size = sizeof(Stream), .values = 3, .methods = decompress_methods,
    .members = decompress_members, .flags = MINIPY_FINAL | MINIPY_NO_WEAKREFS | MINIPY_NO_NEW, .destroy = decompress_destroy};

static const MinipyMethod functions[] = {
    ROW("adler32", zlib_adler32, "(data, value=1, /)", "The Adler-32 checksum of data, which goes on from value."),
    ROW("compress", zlib_compress, "(data, /, level=-1, wbits=15)", "The data compressed, as bytes."),
    ROW("compressobj", zlib_compressobj, "(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None)",
        "An object that compresses a stream."),
    ROW("crc32", zlib_crc32, "(data, value=0, /)", "The CRC-32 checksum of data, which goes on from value."),
    ROW("decompress", zlib_decompress, "(data, /, wbits=15, bufsize=16384)", "What the data unpacks to, as bytes."),
    ROW("decompressobj", zlib_decompressobj, "(wbits=15, zdict=b'')", "An object that decompresses a stream."),
    {0}};

#define NUMBER(name) {#name, name}
static const Number numbers[] = {
    NUMBER(MAX_WBITS), {"DEFLATED", Z_DEFLATED}, NUMBER(DEF_MEM_LEVEL), {"DEF_BUF_SIZE", DEFAULT_BUFFER},
    NUMBER(Z_NO_COMPRESSION), NUMBER(Z_BEST_SPEED), NUMBER(Z_BEST_COMPRESSION), NUMBER(Z_DEFAULT_COMPRESSION),
    NUMBER(Z_FILTERED), NUMBER(Z_HUFFMAN_ONLY), NUMBER(Z_RLE), NUMBER(Z_FIXED), NUMBER(Z_DEFAULT_STRATEGY),
    NUMBER(Z_NO_FLUSH), NUMBER(Z_PARTIAL_FLUSH), NUMBER(Z_SYNC_FLUSH), NUMBER(Z_FULL_FLUSH), NUMBER(Z_FINISH),
    NUMBER(Z_BLOCK), NUMBER(Z_TREES), {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    s->error = minipy_exception_class(vm, "zlib.error", NULL, MINIPY_NULL);
    s->compress = minipy_type(vm, &compress_type, MINIPY_NULL);
    s->decompress = minipy_type(vm, &decompress_type, MINIPY_NULL);
    if (!s->error || !s->compress || !s->decompress ||
        minipy_setattr(vm, module, "error", s->error) < 0)
        return -1;
    return add_numbers(vm, module, numbers) < 0 ||
                   add_text(vm, module, "ZLIB_VERSION", ZLIB_VERSION) < 0 ||
                   add_text(vm, module, "ZLIB_RUNTIME_VERSION", zlibVersion()) < 0
               ? -1
               : add_text(vm, module, "__version__", "1.0");
}

MINIPY_MODULE(zlib) = {MINIPY_MODULE_HEAD,
                       .name = "zlib",
                       .doc = "Compression by libz, in the formats of zlib and gzip.",
                       .functions = functions,
                       .state_size = sizeof(State),
                       .state_values = 3,
                       .exec = fill};
