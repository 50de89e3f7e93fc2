/* codecs.h - text encodings: the built-in ones, the registry of the others, and the
 * error handlers.
 *
 * Decoders take SIZE bytes and the name of an error handler (NULL: "strict") and return
 * a str; encoders take a str and return bytes. With CONSUMED they stop before an
 * incomplete sequence at the end and say how many bytes they used; with NULL such a
 * sequence is an error. Implementation: codecs.c (registry), codec_errors.c,
 * codec_utf.c, codec_utf7.c, codec_text.c (ASCII, Latin-1, charmap), codec_escape.c.
 */
#ifndef MINIPY_VM_TEXT_CODECS_H
#define MINIPY_VM_TEXT_CODECS_H

#include "vm/core/vm.h"

/* Byte order of UTF-16 and UTF-32: from the BOM if there is one, else native. A decoder
 * writes back what it found. */
enum { ORDER_LITTLE = -1, ORDER_NATIVE = 0, ORDER_BIG = 1 };

/* The arguments of method(encoding, errors), borrowed from args, as C texts: NULL where
 * not given. false: TypeError or ValueError. */
bool codec_names_args(MinipyVM *vm, const char *method, const Value *args, size_t nargs,
                      const char *names[2]);

/* A new str; VALUE_NULL: exception. errors NULL: strict. consumed NULL: the input is
 * all there is; else it may end within a character, and *consumed is how many bytes
 * were used. *order: one of the above, in and out. */
Value codec_decode_utf8(MinipyVM *vm, const void *data, int64_t size,
                        const char *errors, int64_t *consumed);
Value codec_decode_utf16(MinipyVM *vm, const void *data, int64_t size,
                         const char *errors, int *order, int64_t *consumed);
Value codec_decode_utf32(MinipyVM *vm, const void *data, int64_t size,
                         const char *errors, int *order, int64_t *consumed);
Value codec_decode_utf7(MinipyVM *vm, const void *data, int64_t size,
                        const char *errors, int64_t *consumed);
Value codec_decode_ascii(MinipyVM *vm, const void *data, int64_t size,
                         const char *errors);
Value codec_decode_latin1(MinipyVM *vm, const void *data, int64_t size);
/* mapping: str, dict-like, or None for Latin-1 */
Value codec_decode_charmap(MinipyVM *vm, const void *data, int64_t size,
                           const char *errors, Value mapping);
Value codec_decode_unicode_escape(MinipyVM *vm, const void *data, int64_t size,
                                  const char *errors, int64_t *consumed);
Value codec_decode_raw_unicode_escape(MinipyVM *vm, const void *data, int64_t size,
                                      const char *errors, int64_t *consumed);
/* The escapes of a bytes literal, as bytes. */
Value codec_decode_escape(MinipyVM *vm, const void *data, int64_t size,
                          const char *errors);

/* New bytes of a str; VALUE_NULL: exception. errors NULL: strict. Latin-1 and ASCII
 * ask the handler for what they have not, UTF-8 to UTF-32 for surrogates. */
Value codec_encode_utf8(MinipyVM *vm, Value s, const char *errors);
Value codec_encode_utf16(MinipyVM *vm, Value s, const char *errors, int order);
Value codec_encode_utf32(MinipyVM *vm, Value s, const char *errors, int order);
Value codec_encode_utf7(MinipyVM *vm, Value s);
Value codec_encode_ascii(MinipyVM *vm, Value s, const char *errors);
Value codec_encode_latin1(MinipyVM *vm, Value s, const char *errors);
Value codec_encode_charmap(MinipyVM *vm, Value s, const char *errors, Value mapping);
/* The table that charmap encoding uses for a decoding table of 256 characters: an
 * EncodingMap, or a dict if that cannot hold it. */
Value codec_charmap_build(MinipyVM *vm, Value table);
Value codec_encode_unicode_escape(MinipyVM *vm, Value s);
Value codec_encode_raw_unicode_escape(MinipyVM *vm, Value s);

/* The encodings that are known without the registry, by any of their names. */
typedef enum BuiltinCodec {
    CODEC_NONE,
    CODEC_UTF8,
    CODEC_ASCII,
    CODEC_LATIN1,
    CODEC_UTF16,
    CODEC_UTF32,
} BuiltinCodec;

/* In any case, with - for _. CODEC_NONE: it is not one of them. */
BuiltinCodec codec_builtin(const char *encoding);

/* ---- the registry ---------------------------------------------------------------- */

/* The (encode, decode, reader, writer) tuple of an encoding; LookupError. */
Value codec_lookup(MinipyVM *vm, const char *encoding);
/* What codecs.lookup(encoding).name says of an encoding that needs no library; NULL: it
 * is another. */
const char *codec_builtin_name(const char *encoding);
int codec_register(MinipyVM *vm, Value search_function);
int codec_unregister(MinipyVM *vm, Value search_function);
/* encode(object) or decode(object) of any registered codec; object of any type. */
Value codec_encode_object(MinipyVM *vm, Value object, const char *encoding,
                          const char *errors);
Value codec_decode_object(MinipyVM *vm, Value object, const char *encoding,
                          const char *errors);
/* As codec_lookup, for text encodings only; ALTERNATIVE is named in the LookupError. */
Value codec_lookup_text(MinipyVM *vm, const char *encoding, const char *alternative);
int codec_register_error(MinipyVM *vm, const char *name, Value handler);
Value codec_lookup_error(MinipyVM *vm, const char *name); /* LookupError */
/* Releases what the registry holds. */
void codecs_fini(MinipyVM *vm);

/* ---- error handling inside a codec ----------------------------------------------- */

typedef enum { CODEC_DECODE, CODEC_ENCODE, CODEC_TRANSLATE } CodecDirection;

/* One run of a codec, with its handler and the exception that it may need. */
typedef struct CodecRun {
    MinipyVM *vm;
    CodecDirection direction;
    const char *encoding; /* as the exception shows it */
    const char *errors;   /* NULL: strict */
    const uint8_t *data;  /* decoding: the input */
    int64_t size;         /* of the input, bytes or characters */
    Value object;       /* encoding: the str (borrowed); decoding: bytes made on demand,
                           or VALUE_NULL */
    Value owned_object; /* what to release: `object` when made or replaced here */
    Value exc;          /* the exception that is handed to Python handlers */
    int64_t first[2];   /* the first error that a built-in handler was asked about: */
    const char *first_reason; /* the exception's args tell of it; NULL: none was */
    Value handler;
    int builtin; /* 1 + HandlerId of what errors names; 0: nobody has looked yet */
} CodecRun;

/* Begin a conversion, which keeps what it is given without copying; end releases
 * what the handlers left in it. None fails. */
void codec_run_decode(CodecRun *run, MinipyVM *vm, const char *encoding,
                      const char *errors, const void *data, int64_t size);
void codec_run_encode(CodecRun *run, MinipyVM *vm, const char *encoding,
                      const char *errors, Value s);
void codec_run_end(CodecRun *run);
/* Input [start, end) cannot be converted. Returns what to put there (decoding: a str;
 * encoding: str or bytes) and where to go on in *NEXT, or VALUE_NULL. A handler may
 * have replaced the input of a decoder: look at run->data and size again. */
Value codec_error(CodecRun *run, int64_t start, int64_t end, const char *reason,
                  int64_t *next);
/* Raises the error itself, without asking a handler. */
Value codec_error_strict(CodecRun *run, int64_t start, int64_t end, const char *reason);

#endif
