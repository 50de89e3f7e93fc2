/* io_text_private.h - TextIOWrapper, which io_text.c (making, writing, attributes),
 * io_text_read.c (decoding, reading) and io_text_seek.c (positions) share.
 *
 * Any call of the buffer, the encoder or the decoder may run Python code that gives the
 * wrapper other ones, or none: fields are read again after it, and objects are held
 * while they are called.
 */
#ifndef MINIPY_STDLIB_IO_IO_TEXT_PRIVATE_H
#define MINIPY_STDLIB_IO_IO_TEXT_PRIVATE_H

#include "stdlib/io/io_private.h"
#include "vm/text/codecs.h"

enum { CHUNK = 8192 };
/* The codecs that a stream calls itself, by their names; all others, CODEC_NONE, are
 * incremental ones of the codecs module. */
static const char *const io_own_codecs[] = {
    [CODEC_UTF8] = "utf-8", [CODEC_ASCII] = "ascii", [CODEC_LATIN1] = "latin-1"};

typedef struct TextObj {
    Object ob;
    Value buffer;           /* strong; VALUE_NULL when detached */
    Value encoding, errors; /* str */
    Value decoder, encoder; /* for CODEC_NONE; VALUE_NULL */
    Value decoded;          /* str not wholly consumed, or VALUE_NULL */
    Value snapshot;         /* bytes that `decoded` came from, or VALUE_NULL */
    Value snapshot_flags;   /* the decoder's before it decoded them */
    InstHead head;
    int64_t decoded_pos;
    double bytes_per_char; /* of the last chunk: where tell() begins to look */
    int64_t chunk_size;
    char *pending; /* encoded bytes to be written; mem_alloc'ed */
    int64_t npending, pending_capacity;
    uint8_t tail[8]; /* of our own decoders: the beginning of a character */
    int ntail;
    char newline[3]; /* as given; meaningful if has_newline */
    bool has_newline, translate_read, universal, write_crlf, write_cr;
    bool line_buffering, write_through, ok, detached, finalizing;
    bool waiting; /* something was written to `pending`, if only nothing */
    bool telling; /* tell() is possible: next() does not take snapshots */
    bool can_read, can_write, has_read1;
    bool pending_cr;
    bool at_start;      /* the encoder writes a BOM, if it has one */
    const char *direct; /* static: what the encoder encodes, without a call of it */
    int8_t seekable;    /* what the buffer said; -1: it was not asked */
    int seen;
    BuiltinCodec reads_as, writes_as;
} TextObj;
#define TEXT(v) ((TextObj *)(uintptr_t)(v))

/* Not detached, and __init__ ran; text_open: nor is the buffer closed. */
bool text_not_ok(MinipyVM *vm, TextObj *t); /* sets the exception; false */
static inline bool text_ok(MinipyVM *vm, TextObj *t)
{
    return likely(t->ok) ? true : text_not_ok(vm, t);
}
bool text_open(MinipyVM *vm, TextObj *t);
/* buffer.NAME(...), the buffer held; ValueError when it is detached. */
Value text_call_buffer(MinipyVM *vm, TextObj *t, const char *name, const Value *args,
                       size_t nargs);
/* What codecs.GETTER(encoding) makes for the wrapper's errors. */
Value text_incremental(MinipyVM *vm, TextObj *t, const char *getter);
int text_write_something(MinipyVM *vm, TextObj *t); /* there is something */
static inline int text_write_pending(MinipyVM *vm, TextObj *t)
{
    return likely(!t->waiting) ? 0 : text_write_something(vm, t);
}
/* The encoder begins a stream, or goes on in one. -1: error. */
int text_reset_encoder(MinipyVM *vm, TextObj *t, bool start);

/* Where the decoder is, as getstate() says it: bytes that it keeps back, and a number
 * (both strong; any objects, if the decoder is a program's). */
typedef struct DecoderState {
    Value bytes, flags;
} DecoderState;
int text_decoder_state(MinipyVM *vm, TextObj *t, DecoderState *out);
int text_decoder_restore(MinipyVM *vm, TextObj *t, Value bytes, Value flags);
int text_decoder_reset(MinipyVM *vm, TextObj *t);
/* False, with a TypeError: the decoder kept something back that is not bytes. */
bool text_state_has_bytes(MinipyVM *vm, const DecoderState *s);
void text_state_drop(MinipyVM *vm, DecoderState *s);
/* The text of INPUT, bytes or another buffer; final: there is no more. */
Value text_decode(MinipyVM *vm, TextObj *t, Value input, bool final);
/* Forgets what was read ahead. */
void text_forget_decoded(MinipyVM *vm, TextObj *t);

/* Slot and methods of TextIOWrapper that are in other files than its tables. */
Value text_next(MinipyVM *vm, Value self);
Value text_read(NATIVE_ARGS);
Value text_readline(NATIVE_ARGS);
Value text_tell(NATIVE_ARGS);
Value text_seek(NATIVE_ARGS);

#endif
