/* io_private.h - what the files of the module _io share.
 *
 * The classes are CPython's: FileIO does system calls, the Buffered ones keep bytes in
 * front of any raw object, TextIOWrapper decodes and encodes over any buffer. Where the
 * object underneath is exactly one of ours, calls go straight to its C function;
 * otherwise by name.
 */
#ifndef MINIPY_STDLIB_IO_IO_PRIVATE_H
#define MINIPY_STDLIB_IO_IO_PRIVATE_H

#include "stdlib/native.h"
#include "vm/core/confine.h"
#include "vm/errors/exceptions.h"
#include "vm/threads/thread.h"
#include "stdlib/io/io.h"

enum { IO_BUFFER_SIZE = 8192 };

/* What minipy_set_output has put in the place of a standard stream; write NULL:
 * nothing.
 */
typedef struct HostSink {
    void (*write)(void *user, const char *text, size_t size);
    void *user;
} HostSink;

struct IoState {
    TypeObj *base, *raw, *buffered, *text; /* _IOBase and the three below it */
    TypeObj *file, *bytes_io, *string_io, *reader, *writer, *random, *pair, *wrapper,
        *newline_decoder;
    Value unsupported; /* class UnsupportedOperation, once it is asked for */
    Value std_out, std_err, std_in; /* the objects made at start-up, strong */
    Value open;                     /* the builtin, which is io.open too */
    HostSink sinks[2];              /* of descriptors 1 and 2 */
};

/* io.UnsupportedOperation; NULL: MemoryError. */
TypeObj *io_unsupported_class_borrow(MinipyVM *vm);
/* Sets an attribute that is known to be none of the class of a new stream: nothing is
 * looked up, for which the class would have to be filled. -1: MemoryError. */
int io_set_own(MinipyVM *vm, Value stream, Value name, Value value);
/* Raises io.UnsupportedOperation; VALUE_NULL. */
Value io_unsupported(MinipyVM *vm, const char *message);
Value io_closed_error(MinipyVM *vm); /* ValueError "I/O operation on closed file." */
/* obj.closed: 1, 0, -1. */
int io_is_closed(MinipyVM *vm, Value o);
/* obj.flush() and obj.close(), new, VALUE_NULL: exception. For an object of exactly a
 * class of ours they are not looked up, unless it has attributes of these names. */
Value io_flush(MinipyVM *vm, Value o);
Value io_close(MinipyVM *vm, Value o);
/* obj.name() with no arguments, result as truth: 1, 0, -1. */
int io_ask(MinipyVM *vm, Value o, const char *method);
/* obj.name() is True, and nothing else that is true; else UnsupportedOperation MESSAGE:
 * 0, -1. */
int io_require(MinipyVM *vm, Value o, const char *method, const char *message);
#define IO_NOT_READABLE "File or stream is not readable."
#define IO_NOT_WRITABLE "File or stream is not writable."
#define IO_NOT_SEEKABLE "File or stream is not seekable."
/* The method of that name: its result, new; VALUE_NULL: exception. */
Value io_call0(MinipyVM *vm, Value o, const char *method);
Value io_call1(MinipyVM *vm, Value o, const char *method, Value a);
/* Is the exception an OSError with EINTR? Then it is cleared: a stream written in
 * Python was interrupted, and is to be called again. */
bool io_interrupted(MinipyVM *vm);
/* Hands each of `lines` to write, which returns a new reference; None, or NULL with the
 * error of the first that failed. */
Value io_write_lines(MinipyVM *vm, Value self, Value lines, BinarySlot write);
/* A size argument: None or VALUE_NULL -> def. false: error. */
bool io_size_arg(MinipyVM *vm, Value v, int64_t def, int64_t *out);
/* An argument that is a str without NULs, or None, or not given; false: the error that
 * names the function and the argument. */
bool io_text_arg(MinipyVM *vm, Value v, const char *fname, const char *argname);
/* Of two calls the second gave R, or an exception, after the first one raised FIRST:
 * raises what there is, FIRST as the context. VALUE_NULL. */
Value io_first_error_steal(MinipyVM *vm, Value r, Value first);
/* self.flush(), and in any case inner.close(), whose result it is. */
Value io_flush_then_close(MinipyVM *vm, Value self, Value inner);
/* As repr_enter, where a repr within itself is an error: 0, -1. */
int io_repr_enter(MinipyVM *vm, Value self);
/* repr as <_io.X name='f'>; extra is appended inside. */
Value io_repr_named(MinipyVM *vm, Value self, const char *extra);

/* ---- FileIO ---------------------------------------------------------------------- */
typedef struct FileObj {
    Object ob;
    InstHead head;
    int fd;           /* -1: closed */
    MinipyFile *host; /* the host serves it: then fd is IO_HOST_FD; NULL: the system */
    bool readable, writable, appending, created, closefd, finalizing;
    bool regular;         /* a file of a file system when it was opened: no terminal */
    signed char seekable; /* -1: not known yet */
    uint32_t blksize;
} FileObj;
#define FILEIO(v) ((FileObj *)(uintptr_t)(v))
/* What text is encoded in by default where the UTF-8 mode is off. Static, or the vm's.
 */
const char *io_locale_encoding(MinipyVM *vm);
bool io_file_closed(Value v);  /* a FileIO, and closed */
bool io_bytes_closed(Value v); /* a BytesIO is closed */
/* The method close(). */
Value file_close(NATIVE_ARGS);
Value file_from_fd(MinipyVM *vm, int fd, bool readable, bool writable,
                   const char *name);
/* ---- files that the host serves (io_host.c) -------------------------------------- */
enum { IO_HOST_FD = INT32_MAX }; /* no descriptor */
/* 0, or -1 with an exception. */
int io_host_open(MinipyVM *vm, FileObj *f, Value name, const char *path,
                 const char *mode);
/* What the host says to it: 0, or -errno. Of a file that it does not serve: 0. */
int io_host_close(MinipyVM *vm, FileObj *f);
/* As file_read_into and file_write_from. */
int64_t io_host_read(MinipyVM *vm, FileObj *f, void *data, int64_t size);
int64_t io_host_write(MinipyVM *vm, FileObj *f, const void *data, int64_t size);
/* As lseek. */
int64_t io_host_seek(FileObj *f, int64_t offset, int whence);
/* Is that standard stream the host's? Then f becomes it: 0, or -1 with an exception. */
bool io_host_has_stream(MinipyVM *vm, int fd);
int io_host_stream(MinipyVM *vm, FileObj *f, int fd);

/* As lseek, whoever serves the file. */
int64_t file_move(FileObj *f, int64_t offset, int whence);
/* Bytes read or written, 0 at the end, -1 error, -2 would block. */
int64_t file_read_into(MinipyVM *vm, FileObj *f, void *data, int64_t size);
int64_t file_write_from(MinipyVM *vm, FileObj *f, const void *data, int64_t size);

/* ---- buffered -------------------------------------------------------------------- */
typedef struct BufferedObj {
    Object ob;
    Value raw;
    InstHead head;
    uint8_t *data;    /* NULL: closed */
    int64_t size;     /* of data */
    int64_t pos;      /* where in data the reader or writer stands */
    int64_t raw_pos;  /* where in data the raw stream stands; -1: not in it */
    int64_t read_end; /* data[..read_end) was read; -1: nothing was */
    int64_t write_pos, write_end; /* data[write_pos..write_end) is to be written; -1 */
    int64_t raw_tell;             /* the raw stream's position, as counted */
    bool readable, writable, detached, ok, finalizing;
    uint64_t owner; /* the thread inside (its serial); 0: none */
    int waiting;    /* threads that want to be */
    sem_t wake;
} BufferedObj;
#define BUFFERED(v) ((BufferedObj *)(uintptr_t)(v))
/* What waits to be written is forgotten. */
static inline void buffered_drop_pending(BufferedObj *b)
{
    b->write_pos = 0;
    b->write_end = -1;
}
Value buffered_new(MinipyVM *vm, TypeObj *type, Value raw, int64_t size);
int buffered_write_bytes(MinipyVM *vm, BufferedObj *b, const void *data, int64_t size);
int buffered_flush(MinipyVM *vm, BufferedObj *b);
/* Has it a raw stream? false: ValueError. */
bool buffered_usable(MinipyVM *vm, BufferedObj *b);
/* The methods of the three classes. */
Value buffered_method_flush(NATIVE_ARGS);
Value buffered_method_close(NATIVE_ARGS);
/* buffer._dealloc_warn(source), whatever comes of it; without a look-up of the name for
 * a buffer of our own that has no attributes. */
void buffered_warn_unclosed(MinipyVM *vm, Value buffer, Value source);
/* What one read of the raw object gives at most (read1): new bytes. */
Value buffered_read1(MinipyVM *vm, BufferedObj *b, int64_t size);

/* ---- text ------------------------------------------------------------------------ */
/* The methods of the class. */
Value text_flush(NATIVE_ARGS);
Value text_close(NATIVE_ARGS);
/* A TextIOWrapper around buffer, as its class would make it; new, VALUE_NULL:
 * exception. */
Value text_new(MinipyVM *vm, Value buffer, const char *encoding, const char *errors,
               const char *newline, bool line_buffering, bool write_through);
/* Newline translation of decoded text: seen collects 1 \n, 2 \r, 4 \r\n. Takes text
 * over. */
Value newlines_translate_steal(MinipyVM *vm, Value text, bool translate, bool final,
                               bool *pending_cr, int *seen);
Value newlines_seen(MinipyVM *vm, int seen);
/* The number in a decoder's state (bytes, number), as 64 bits; false: TypeError
 * MESSAGE. */
bool newlines_flags(MinipyVM *vm, Value state, const char *message, uint64_t *out);
/* Index behind the first line end at or after `from`, or -1. mode: newline argument (""
 * and NULL as CPython). */
int64_t text_find_line_end(Value s, int64_t from, const char *newline, bool translated);

/* EncodingWarning for a text file opened without one, if it is asked for. */
int io_warn_default_encoding(MinipyVM *vm, int stack_level);

extern const TypeSpec io_base_spec, io_raw_spec, io_buffered_spec, io_text_spec,
    io_file_spec, io_bytesio_spec, io_stringio_spec, io_reader_spec, io_writer_spec,
    io_random_spec, io_pair_spec, io_wrapper_spec, io_newline_decoder_spec;

#endif
