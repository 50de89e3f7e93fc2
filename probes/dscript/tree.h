/* What a script is once it is read: clauses, expressions, variables, aggregations.
 *
 * parse.c makes it, check.c gives each expression its type and the function that
 * evaluates it, run.c runs it. All of it lies in the script's arena and never changes
 * while it runs, but for the values of variables and what is counted. */
#ifndef MINIPY_PROBES_DSCRIPT_TREE_H
#define MINIPY_PROBES_DSCRIPT_TREE_H

#include "probes/dscript/lex.h"
#include "probes/markers.h"

/* ---- types ----------------------------------------------------------------------- */

typedef enum DKind { DKIND_VOID, DKIND_NUMBER, DKIND_TEXT, DKIND_STACK } DKind;

/* A number has the size and the sign of its C type; it is computed with 64 bits, and
 * cut where it is kept or printed. */
typedef struct DType {
    uint8_t kind, size;
    bool is_unsigned;
    bool is_literal; /* a number that stands there: 0 is also NULL */
} DType;

#define DTYPE_VOID ((DType){DKIND_VOID, 0, false, false})
#define DTYPE_INT ((DType){DKIND_NUMBER, 4, false, false})
#define DTYPE_UINT ((DType){DKIND_NUMBER, 4, true, false})
#define DTYPE_LONG ((DType){DKIND_NUMBER, 8, false, false})
#define DTYPE_ULONG ((DType){DKIND_NUMBER, 8, true, false})
#define DTYPE_TEXT ((DType){DKIND_TEXT, 0, false, false})
#define DTYPE_STACK ((DType){DKIND_STACK, 0, false, false})

/* The number as its type keeps it. */
static inline int64_t dtype_cut(DType type, int64_t value)
{
    switch (type.size) {
    case 1: return type.is_unsigned ? (uint8_t)value : (int8_t)value;
    case 2: return type.is_unsigned ? (uint16_t)value : (int16_t)value;
    case 4: return type.is_unsigned ? (int64_t)(uint32_t)value : (int32_t)value;
    default: return value;
    }
}

/* ---- variables and aggregations -------------------------------------------------- */

enum { DKEYS_MAX = 16, DVARIABLES_MAX = 1000, DDEPTH_MAX = 200 };

typedef enum DScope { DSCOPE_GLOBAL, DSCOPE_SELF, DSCOPE_THIS } DScope;

typedef struct DVariable {
    struct DVariable *next;
    DText name;
    DScope scope;
    bool is_typed; /* declared, or assigned */
    bool is_array;
    DType type, keys[DKEYS_MAX];
    int key_count;
    uint32_t id;   /* > 0: its owner's number in the store */
    uint32_t slot; /* of a scalar that is no self-> */
    const char *at;
} DVariable;

typedef enum DAggregate {
    DAGG_NONE,
    DAGG_COUNT,
    DAGG_SUM,
    DAGG_AVG,
    DAGG_MIN,
    DAGG_MAX,
    DAGG_STDDEV,
    DAGG_QUANTIZE,
    DAGG_LQUANTIZE,
    DAGG_LLQUANTIZE,
} DAggregate;

typedef struct DAggregation {
    struct DAggregation *next; /* in the order of their first appearance */
    DText name;                /* behind the @ */
    DAggregate function;       /* DAGG_NONE: not known yet */
    int key_count;
    DType keys[DKEYS_MAX];
    int64_t parameters[4]; /* lquantize: base, limit, step; llquantize: factor, low,
                              high, steps */
    const int64_t *bounds; /* lquantize, llquantize: the first value of each bucket
                              but the one below all; ascending */
    uint32_t bound_count;
    uint32_t id;     /* its owner's number in the store */
    int64_t divisor; /* of normalize(); 1 */
    bool is_printed; /* by printa(): not once more at the end */
    const char *at;
} DAggregation;

/* ---- expressions ----------------------------------------------------------------- */

typedef struct DExpr DExpr;
typedef struct DRun DRun;
typedef struct DFunction DFunction;
typedef struct DFormat DFormat;

typedef int64_t DNumberOf(const DExpr *expr, DRun *run);
typedef DText DTextOf(const DExpr *expr, DRun *run);

typedef enum DExprKind {
    DEXPR_NUMBER,
    DEXPR_STRING,
    DEXPR_VARIABLE,    /* variable; a: keys */
    DEXPR_BUILTIN,     /* pid, timestamp... */
    DEXPR_ARGUMENT,    /* argN: number */
    DEXPR_ARGS,        /* args[N]: number */
    DEXPR_UNARY,       /* sign, a */
    DEXPR_BINARY,      /* sign, a, b */
    DEXPR_CONDITION,   /* a ? b : c */
    DEXPR_ASSIGN,      /* sign, a, b */
    DEXPR_STEP,        /* ++ and --: sign, a; number: 1 when it is a postfix */
    DEXPR_CAST,        /* type, a */
    DEXPR_SIZEOF,      /* type, or a */
    DEXPR_CALL,        /* text: the name; function; a: arguments */
    DEXPR_AGGREGATION, /* aggregation; a: keys */
    DEXPR_AGGREGATE,   /* a: the aggregation; b: the call */
    DEXPR_COMMA,       /* a, b */
} DExprKind;

struct DExpr {
    DExprKind kind;
    uint32_t sign;
    DType type;
    const char *at;
    union { /* what evaluates it; chosen by check.c. NUMBER and VOID, or TEXT and STACK
             */
        DNumberOf *number_of;
        DTextOf *text_of;
    };
    DExpr *a, *b, *c;
    DExpr *next; /* of a list */
    int64_t number;
    DText text;
    DVariable *variable;
    DAggregation *aggregation;
    const DFunction *function;
    DFormat *format; /* of printf() and printa() */
};

/* A name that stands for an expression: `inline int limit = 5;`. */
typedef struct DInline {
    struct DInline *next;
    DText name;
    DExpr *value;
} DInline;

typedef struct DStatement {
    struct DStatement *next;
    DExpr *expr;                 /* of `if`: its condition */
    struct DStatement *yes, *no; /* of `if` */
    bool is_if;
    int action; /* its number in the clause, for messages */
} DStatement;

/* ---- clauses --------------------------------------------------------------------- */

/* Numbers of probes: those of the markers, then these. */
enum {
    DPROBE_BEGIN = PROBE_COUNT,
    DPROBE_END,
    DPROBE_ERROR,
    DPROBE_TIMER, /* the first timer */
    DTIMERS_MAX = 20,
    DPROBES_MAX = DPROBE_TIMER + DTIMERS_MAX,
};

_Static_assert(DPROBES_MAX <= 64, "a set of probes is a word");

#define DPROBE_BIT(probe) (UINT64_C(1) << (probe))

typedef struct DTimer {
    DText name;      /* "tick-1s" */
    uint64_t period; /* nanoseconds */
    bool is_profile; /* fires where the program runs, not in a thread of its own */
} DTimer;

/* provider:module:function:name, all but the last may be empty; with *, ?, []. */
typedef struct DDescription {
    struct DDescription *next;
    DText provider, module, function, name;
    DText written;   /* all of it, before $target was replaced */
    uint64_t probes; /* what provider and name match */
    bool has_place;  /* module or function is not empty */
    bool matched;    /* module and function, once at least */
    uint8_t *known;  /* by code->id: 0 not asked yet, 1 no, 2 yes */
    const char *at;
} DDescription;

enum { DCODES_KNOWN = 8192 }; /* the size of DDescription.known */

typedef struct DClause {
    struct DClause *next;
    DDescription *descriptions;
    uint64_t probes;  /* of all its descriptions */
    DExpr *predicate; /* or NULL */
    DStatement *body; /* NULL: the default action */
    bool records; /* it has an action that prints, so a line begins with CPU and ID */
    uint32_t faults; /* told so far */
    const char *at;
} DClause;

#endif
