/* exceptions.h - exception instances. One struct serves all layouts: the fields common
 * to every exception, then `extra`, whose meaning exceptions.def's layout column gives.
 * Implementation: exceptions.c, error.c. *
 */
#ifndef MINIPY_VM_ERRORS_EXCEPTIONS_H
#define MINIPY_VM_ERRORS_EXCEPTIONS_H

#include "vm/core/vm.h"

typedef struct ExcObj {
    Object ob;
    InstHead head;        /* __dict__ (holds __notes__) */
    Value args;           /* tuple */
    Value traceback;      /* or VALUE_NULL */
    Value context, cause; /* or VALUE_NULL */
    bool suppress_context;
    uint8_t layout;  /* EXC_LAYOUT_* */
    Value extra[8];  /* see the EXTRA_ names */
    int64_t ints[2]; /* UnicodeError start, end; OSError characters_written */
} ExcObj;
#define EXC_OBJ(v) ((ExcObj *)(uintptr_t)(v))

typedef enum ExcLayout {
    EXC_LAYOUT_BASE,
    EXC_LAYOUT_GROUP,
    EXC_LAYOUT_SYSTEM_EXIT,
    EXC_LAYOUT_STOP_ITERATION,
    EXC_LAYOUT_ATTRIBUTE_ERROR,
    EXC_LAYOUT_NAME_ERROR,
    EXC_LAYOUT_IMPORT_ERROR,
    EXC_LAYOUT_KEY_ERROR,
    EXC_LAYOUT_OS_ERROR,
    EXC_LAYOUT_SYNTAX_ERROR,
    EXC_LAYOUT_UNICODE_ERROR,
} ExcLayout;
enum {
    EXTRA_GROUP_MSG = 0,
    EXTRA_GROUP_EXCS = 1,
    EXTRA_EXIT_CODE = 0,
    EXTRA_EXIT_EMPTY = 1, /* the () that sys.exit was given */
    EXTRA_STOP_VALUE = 0,
    EXTRA_NAME = 0,
    EXTRA_OBJ = 1, /* AttributeError, NameError */
    EXTRA_IMPORT_NAME = 0,
    EXTRA_IMPORT_PATH = 1,
    EXTRA_IMPORT_MSG = 2,
    EXTRA_OS_ERRNO = 0,
    EXTRA_OS_STRERROR = 1,
    EXTRA_OS_FILENAME = 2,
    EXTRA_OS_FILENAME2 = 3,
    EXTRA_SYN_MSG = 0,
    EXTRA_SYN_FILENAME,
    EXTRA_SYN_LINENO,
    EXTRA_SYN_OFFSET,
    EXTRA_SYN_TEXT,
    EXTRA_SYN_END_LINENO,
    EXTRA_SYN_END_OFFSET,
    EXTRA_SYN_PRINT,
    EXTRA_UNI_ENCODING = 0,
    EXTRA_UNI_OBJECT = 1,
    EXTRA_UNI_REASON = 2,
};

typedef struct TracebackObj {
    Object ob;
    Value next;    /* toward the raise; VALUE_NULL at the end */
    Value frame;   /* frame object */
    int32_t lasti; /* twice the unit; -1: given_lasti is what a program said */
    int32_t given_lasti;
    int32_t lineno; /* lineno -1: from lasti when asked */
} TracebackObj;
#define TRACEBACK(v) ((TracebackObj *)(uintptr_t)(v))

int exceptions_init(MinipyVM *vm); /* makes the classes of exceptions.def */
/* except*: CHECK_EG_MATCH and PREP_RERAISE_STAR (exception_group.c). Results may be
 * None. */
Value exception_group_split(MinipyVM *vm, Value exc, Value matcher, Value *rest);
Value exception_group_reraise(MinipyVM *vm, Value orig, Value excs_list);

#endif
