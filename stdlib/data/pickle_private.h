/* pickle_private.h - what the files of the module _pickle share: pickle.c the module
 * and its functions, pickle_buffer.c PickleBuffer, pickle_memo.c the memos,
 * pickle_common.c what both ways have alike, pickler.c the class Pickler and its
 * output, pickle_save.c what each type becomes, pickle_reduce.c globals and __reduce__,
 * unpickler.c the class Unpickler and its input, pickle_load.c the opcodes. */
#ifndef MINIPY_STDLIB_DATA_PICKLE_PRIVATE_H
#define MINIPY_STDLIB_DATA_PICKLE_PRIVATE_H

#include "stdlib/native.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

enum { PICKLE_HIGHEST = 5, PICKLE_DEFAULT = 4 };

/* The opcodes, by pickletools' names. */
enum {
    OP_MARK = '(',
    OP_STOP = '.',
    OP_POP = '0',
    OP_POP_MARK = '1',
    OP_DUP = '2',
    OP_FLOAT = 'F',
    OP_INT = 'I',
    OP_BININT = 'J',
    OP_BININT1 = 'K',
    OP_LONG = 'L',
    OP_BININT2 = 'M',
    OP_NONE = 'N',
    OP_PERSID = 'P',
    OP_BINPERSID = 'Q',
    OP_REDUCE = 'R',
    OP_STRING = 'S',
    OP_BINSTRING = 'T',
    OP_SHORT_BINSTRING = 'U',
    OP_UNICODE = 'V',
    OP_BINUNICODE = 'X',
    OP_APPEND = 'a',
    OP_BUILD = 'b',
    OP_GLOBAL = 'c',
    OP_DICT = 'd',
    OP_EMPTY_DICT = '}',
    OP_APPENDS = 'e',
    OP_GET = 'g',
    OP_BINGET = 'h',
    OP_INST = 'i',
    OP_LONG_BINGET = 'j',
    OP_LIST = 'l',
    OP_EMPTY_LIST = ']',
    OP_OBJ = 'o',
    OP_PUT = 'p',
    OP_BINPUT = 'q',
    OP_LONG_BINPUT = 'r',
    OP_SETITEM = 's',
    OP_TUPLE = 't',
    OP_EMPTY_TUPLE = ')',
    OP_SETITEMS = 'u',
    OP_BINFLOAT = 'G',
    OP_BINBYTES = 'B',
    OP_SHORT_BINBYTES = 'C',
    OP_PROTO = 0x80,
    OP_NEWOBJ,
    OP_EXT1,
    OP_EXT2,
    OP_EXT4,
    OP_TUPLE1,
    OP_TUPLE2,
    OP_TUPLE3,
    OP_NEWTRUE,
    OP_NEWFALSE,
    OP_LONG1,
    OP_LONG4,
    OP_SHORT_BINUNICODE,
    OP_BINUNICODE8,
    OP_BINBYTES8,
    OP_EMPTY_SET,
    OP_ADDITEMS,
    OP_FROZENSET,
    OP_NEWOBJ_EX,
    OP_STACK_GLOBAL,
    OP_MEMOIZE,
    OP_FRAME,
    OP_BYTEARRAY8,
    OP_NEXT_BUFFER,
    OP_READONLY_BUFFER
};

extern const ErrorClass pickling_error, unpickling_error;

/* ---- the memo of a pickler ------------------------------------------------------- */

/* Objects by their identity, which it keeps alive: open addressing. */
typedef struct MemoEntry {
    Value object; /* strong; VALUE_NULL: free */
    int64_t index;
} MemoEntry;
typedef struct Memo {
    MemoEntry *table; /* owned; NULL while room is 0 */
    size_t room, used;
} Memo;
int64_t memo_find(const Memo *m, Value object); /* -1: it is not there */
int memo_add(MinipyVM *vm, Memo *m, Value object, int64_t index); /* -1: MemoryError */
void memo_clear(MinipyVM *vm, Memo *m);
int memo_copy(MinipyVM *vm, Memo *to, const Memo *from);
int memo_visit(const Memo *m, VisitFn visit, void *arg);

/* ---- Pickler --------------------------------------------------------------------- */

typedef struct PicklerObj {
    Object ob;
    Value write, persistent_id, dispatch_table, reducer_override, buffer_callback;
    Value registered; /* copyreg's dispatch table, once it was needed in this dump */
    Value encode;     /* codecs.encode, likewise */
    Value fast_seen;  /* a dict of what is being saved, in fast mode */
    Memo memo;
    uint8_t *out; /* owned */
    size_t size, room;
    int64_t frame_start; /* where the frame's header is; -1: none is begun */
    int32_t protocol, bin, fast, fast_depth;
    const TypeObj *last_type; /* borrowed; of which this version reduces in these ways
                                 (object_reduces) */
    uint32_t last_version;
    int32_t last_ways;
    bool framing, fix_imports, initialized;
} PicklerObj;
enum { PICKLER_VALUES = 8 };
#define PICKLER(v) ((PicklerObj *)(uintptr_t)(v))

extern const TypeSpec pickler_spec, pickler_memo_spec, pickle_buffer_spec;

/* Reads protocol and buffer_callback of a call. -1: exception. */
int pickler_set_protocol(MinipyVM *vm, PicklerObj *p, Value protocol,
                         Value fix_imports);
/* Of its arguments the last to be looked at: then it is ready. */
int pickler_set_buffers(MinipyVM *vm, PicklerObj *p, Value callback);
int pickler_set_file(MinipyVM *vm, PicklerObj *p, Value file);
int pickler_dump(MinipyVM *vm, PicklerObj *p, Value object);
/* Output: -1 is MemoryError, or what write() raised. */
int pickler_put_slow(MinipyVM *vm, PicklerObj *p, const void *data, size_t size);
static inline int pickler_put(MinipyVM *vm, PicklerObj *p, const void *data,
                              size_t size)
{
    if (unlikely(size > p->room - p->size || !p->out ||
                 (p->framing && p->frame_start < 0)))
        return pickler_put_slow(vm, p, data, size);
    uint8_t *to = p->out + p->size;
    switch (size) { /* what most instructions have: no call for them */
    case 1: *to = *(const uint8_t *)data; break;
    case 2: memcpy(to, data, 2); break;
    case 3: memcpy(to, data, 3); break;
    case 5: memcpy(to, data, 5); break;
    default: mem_copy(to, data, size);
    }
    p->size += size;
    return 0;
}
/* opcode, then data that may go to the file by itself. */
int pickler_put_large(MinipyVM *vm, PicklerObj *p, const uint8_t *head,
                      size_t head_size, const void *data, size_t size, Value owner);
static inline int pickler_op(MinipyVM *vm, PicklerObj *p, uint8_t op)
{
    return pickler_put(vm, p, &op, 1);
}
/* opcode, digits, end of the line. */
int pickler_line(MinipyVM *vm, PicklerObj *p, uint8_t op, int64_t n);
int pickler_memo_put(MinipyVM *vm, PicklerObj *p, Value object);
int pickler_memo_get(MinipyVM *vm, PicklerObj *p, int64_t index);
enum { FRAME_HEADER = 9, FRAME_TARGET = 64 * 1024 };
/* Ends the frame, which is full. -1: exception. */
int pickler_next_frame(MinipyVM *vm, PicklerObj *p);
/* Between two opcodes. -1: exception. */
static inline int pickler_boundary(MinipyVM *vm, PicklerObj *p)
{
    bool full = p->framing && p->frame_start >= 0 &&
                p->size - (size_t)p->frame_start >= FRAME_HEADER + FRAME_TARGET;
    return unlikely(full) ? pickler_next_frame(vm, p) : 0;
}

/* pickle_save.c: 0, or -1 with an exception, as those of pickle_reduce.c. An object, by
 * its persistent id if it may have one; what an iterator gives, in batches. */
int pickle_save(MinipyVM *vm, PicklerObj *p, Value v, bool persistent);
int pickle_save_pair(MinipyVM *vm, PicklerObj *p, Value key, Value value);
int pickle_batch_list(MinipyVM *vm, PicklerObj *p, Value iterator);
int pickle_batch_dict(MinipyVM *vm, PicklerObj *p, Value iterator);
/* pickle_reduce.c: 0 or -1. By its name in a module (VALUE_NULL: its own), and what
 * __reduce_ex__ returned for the object (or VALUE_NULL). */
int pickle_save_global(MinipyVM *vm, PicklerObj *p, Value v, Value name);
int pickle_save_reduce(MinipyVM *vm, PicklerObj *p, Value parts, Value object);
/* An object for which object.__reduce_ex__ speaks, in these ways (object_reduces): what
 * that would say is written as it is found, without tuples in between. 1: done; 0: not
 * such an object; -1. */
int pickle_save_instance(MinipyVM *vm, PicklerObj *p, Value v);
/* builtins.NAME(args...) as a reduced object; args are stolen. */
int pickle_save_call(MinipyVM *vm, PicklerObj *p, Value callable, Value args,
                     Value object);
/* A dotted name below o: new; VALUE_NULL without an exception: there is none. parent
 * may be NULL, else it gets the object that has it. */
Value pickle_deep_attribute(MinipyVM *vm, Value o, Value path, Value *parent);
Value pickle_dotted_path(MinipyVM *vm, Value o, Value name);

/* ---- both: pickle_common.c ------------------------------------------------------- */

/* The names that another Python has for them, by two tables of _compat_pickle: both
 * are replaced where a table has them. -1: exception. */
int pickle_rename(MinipyVM *vm, const char *names, const char *modules, Value *module,
                  Value *name);
/* A hook that a program sets: a new reference, or AttributeError. */
Value pickle_hook_get(MinipyVM *vm, Value hook, const char *name);
int pickle_hook_set(MinipyVM *vm, Value *hook, Value value, const char *name);
/* What __reduce__ of a memo's proxy says of a copy of it, which is stolen. */
Value pickle_memo_reduce(MinipyVM *vm, Value copy);

/* ---- PickleBuffer ---------------------------------------------------------------- */

typedef struct PickleBufferObj {
    Object ob;
    Buffer view; /* view.obj VALUE_NULL: released */
} PickleBufferObj;
#define PICKLE_BUFFER(v) ((PickleBufferObj *)(uintptr_t)(v))
const Buffer *pickle_buffer_view(MinipyVM *vm, Value v); /* NULL: ValueError */

/* ---- Unpickler ------------------------------------------------------------------- */

typedef struct UnpicklerObj {
    Object ob;
    Value read, readline, persistent_load, buffers; /* buffers: an iterator */
    Value peek, readinto;      /* of the file; VALUE_NULL: it has none */
    Value sparse;              /* the memo's entries with large indexes: a dict */
    Value *stack;              /* owned */
    int64_t size, room, fence; /* what lies below the last mark is not popped */
    int64_t *marks;            /* owned */
    int64_t mark_count, mark_room;
    Value *memo; /* owned */
    int64_t memo_room, memo_count;
    Value input_owner; /* what holds the bytes */
    Buffer view;       /* of loads() */
    const uint8_t *in;
    int64_t in_size, in_at;
    int64_t in_taken; /* so far the file was read; behind that it was peeked at */
    char *encoding, *errors; /* owned; NULL: before __init__ */
    int32_t protocol;
    bool fix_imports, running;
} UnpicklerObj;
enum { UNPICKLER_VALUES = 7 };
#define UNPICKLER(v) ((UnpicklerObj *)(uintptr_t)(v))

extern const TypeSpec unpickler_spec, unpickler_memo_spec;

/* function: whose arguments these are, for messages. */
int unpickler_setup(MinipyVM *vm, UnpicklerObj *u, const char *function,
                    Value fix_imports, Value encoding, Value errors, Value buffers);
int unpickler_set_file(MinipyVM *vm, UnpicklerObj *u, Value file);
int unpickler_set_bytes(MinipyVM *vm, UnpicklerObj *u, Value data);
Value unpickler_load(MinipyVM *vm, Value self); /* pickle_load.c */
Value unpickler_find_class(MinipyVM *vm, Value self, Value module, Value name);
/* So many bytes, valid until the next call; NULL: exception. */
const uint8_t *unpickler_bytes_slow(MinipyVM *vm, UnpicklerObj *u, int64_t n);
static inline const uint8_t *unpickler_bytes(MinipyVM *vm, UnpicklerObj *u, int64_t n)
{
    if (unlikely(n > u->in_size - u->in_at))
        return unpickler_bytes_slow(vm, u, n);
    u->in_at += n;
    return u->in + u->in_at - n;
}
/* So many bytes as an object. */
Value unpickler_bytes_object(MinipyVM *vm, UnpicklerObj *u, int64_t n, bool mutable);
/* The file is read as far as the pickle went. -1: exception. */
int unpickler_skip_consumed(MinipyVM *vm, UnpicklerObj *u);
/* A line without its end; NULL: exception. */
const uint8_t *unpickler_line(MinipyVM *vm, UnpicklerObj *u, int64_t *size);
int unpickler_memo_put(MinipyVM *vm, UnpicklerObj *u, int64_t index, Value v);
Value unpickler_memo_get_borrow(MinipyVM *vm, UnpicklerObj *u, int64_t index);

#endif
