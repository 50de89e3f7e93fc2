/* code_flow.c - follows code along all its ways and keeps what may lie in each cell.
 *
 * A state is kept only for the units that something jumps to; from there one working
 * state is carried along. Where ways meet, the kinds unite (sets only grow, so it ends)
 * and the heights must be equal. A handler begins with what every instruction that it
 * covers has below its depth. Whether a plain local is bound is kept, but nothing that
 * it holds is believed: programs write locals through f_locals, which is why code made
 * of words loads them checked, and other code from then on (code_check_loads).
 */
#include "vm/code/code_flow.h"

#include "vm/containers/tuple.h"

enum { MAX_DEPTH = 0xffff };

typedef struct FlowState {
    uint32_t depth;
    bool waiting; /* on the list of states to go on from */
    CellKinds cells[];
} FlowState;

struct CodeFlow {
    MinipyVM *vm;
    const CodeParts *p;
    FlowVisitor *visitor;
    FlowState **at; /* of units that are jumped to; NULL: not reached */
    uint8_t *leads; /* is a unit jumped to? */
    uint32_t *todo;
    uint32_t ntodo;
    CellKinds *cells; /* the working state: the frame, locals, stack */
    uint32_t base, depth, deepest;
    uint32_t lowest; /* how far the stack shrank while the instruction ran */
    bool settled;    /* all ways have been followed: they lead to nothing new */
    int status;      /* 1, 0: the code cannot run, -1: out of memory */
};

static Opcode op_at(const CodeParts *p, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(p->instrs[unit])];
}

static bool fail(CodeFlow *f, int status)
{
    f->status = status;
    return false;
}

/* ---- cells ----------------------------------------------------------------------- */

/* The n-th cell from the top, 1 the top. */
static CellKinds *cell(const CodeFlow *f, uint32_t n)
{
    return &f->cells[f->base + f->depth - n];
}

static void pop(CodeFlow *f, uint32_t n)
{
    f->depth -= n;
    if (f->depth < f->lowest)
        f->lowest = f->depth;
}

static void push(CodeFlow *f, CellKinds kinds)
{
    if (f->depth == MAX_DEPTH) {
        fail(f, 0);
        return;
    }
    f->cells[f->base + f->depth++] = kinds;
    if (f->depth > f->deepest)
        f->deepest = f->depth;
}

static CellKinds *local(const CodeFlow *f, uint32_t i)
{
    return &f->cells[1 + i];
}

static CellKinds kinds_of_const(const CodeFlow *f, uint32_t i)
{
    Value v = tuple_get_borrow(f->p->consts, i);
    return value_is_str(v)               ? HOLDS_STR
           : value_is_tuple(v)           ? HOLDS_TUPLE
           : v == VALUE_NONE             ? HOLDS_NONE
           : value_is_kind(v, KIND_CODE) ? HOLDS_CODE
                                         : HOLDS_OTHER;
}

/* ---- what instructions need ------------------------------------------------------ */

static bool is_cell_op(Opcode op)
{
    return op == OP_MAKE_CELL || op == OP_LOAD_CLOSURE || op == OP_LOAD_DEREF ||
           op == OP_LOAD_CLASSDEREF || op == OP_STORE_DEREF || op == OP_DELETE_DEREF;
}

static bool local_fits(const CodeParts *p, Opcode op, uint32_t arg)
{
    if (arg >= (uint32_t)p->nlocalsplus)
        return false;
    uint8_t kind = p->localspluskinds[arg];
    if (is_cell_op(op))
        return kind & (LOCAL_CELL | LOCAL_FREE);
    return (op != OP_STORE_FAST && op != OP_DELETE_FAST) || kind == LOCAL_PLAIN;
}

/* Two locals, of which it stores into the first, or into both. */
static bool locals_fit(const CodeParts *p, Opcode op, uint32_t arg)
{
    uint32_t first = arg & 0xfff, second = arg >> 12, n = (uint32_t)p->nlocalsplus;
    bool stores_both = op == OP_STORE_FAST_STORE_FAST;
    bool stores = stores_both || op == OP_STORE_FAST_LOAD_FAST ||
                  op == OP_STORE_FAST_LOAD_FAST_CHECK;
    return first < n && second < n &&
           (!stores || p->localspluskinds[first] == LOCAL_PLAIN) &&
           (!stores_both || p->localspluskinds[second] == LOCAL_PLAIN);
}

bool code_operand_fits(const CodeParts *p, Opcode op, uint32_t arg)
{
    uint32_t consts = (uint32_t)tuple_size(p->consts),
             names = (uint32_t)tuple_size(p->names), locals = (uint32_t)p->nlocalsplus;
    switch (opcode_operands[op]) {
    case OPERAND_CONST: return arg < consts;
    case OPERAND_NAME: return arg < names;
    case OPERAND_LOCAL: return local_fits(p, op, arg);
    case OPERAND_LOCAL2: return locals_fit(p, op, arg);
    case OPERAND_LOCALCONST: return (arg & 0xfff) < locals && arg >> 12 < consts;
    case OPERAND_CMP: return arg <= CMP_GE;
    case OPERAND_BINOP: return arg < NB_COUNT;
    default: break;
    }
    switch (op) {
    case OP_COPY:
    case OP_SWAP: return arg > 0;
    case OP_BUILD_SLICE: return arg == 2 || arg == 3;
    case OP_RAISE_VARARGS: return arg <= 2;
    case OP_COPY_FREE_VARS: return arg > 0 && arg == (uint32_t)p->nfree;
    default: return true;
    }
}

/* How many cells from the top must hold objects; of them it takes away `takes`. Where
 * a NULL is welcome, or more is asked than an object, other_checks() says so. */
typedef struct Operands {
    uint32_t looks, takes;
} Operands;

/* Those whose cells its argument counts. false: it is none of them. */
static bool operands_by_count(Opcode op, uint32_t arg, Operands *out)
{
    uint32_t n = arg;
    switch (op) {
    case OP_BUILD_SLICE:
    case OP_BUILD_TUPLE:
    case OP_BUILD_LIST:
    case OP_BUILD_SET:
    case OP_BUILD_STRING:
    case OP_RAISE_VARARGS: break;
    case OP_BUILD_MAP: n = 2 * arg; break;
    case OP_BUILD_CONST_KEY_MAP: n = arg + 1; break;
    case OP_FORMAT_VALUE: n = arg & 4 ? 2 : 1; break;
    case OP_MAKE_FUNCTION: n = 1 + (uint32_t)__builtin_popcount(arg & 15); break;
    case OP_CALL: return *out = (Operands){arg, arg + 2}, true;
    case OP_CALL_KW: return *out = (Operands){arg + 1, arg + 3}, true;
    case OP_CALL_FUNCTION_EX:
        return *out = (Operands){1 + (arg & 1), 3 + (arg & 1)}, true;
    default: return false;
    }
    *out = (Operands){n, n};
    return true;
}

static bool touches_no_object(Opcode op)
{
    switch (op) {
    case OP_NOP:
    case OP_RESUME:
    case OP_COPY:
    case OP_SWAP:
    case OP_ORDER_CALL:
    case OP_CHECK:
    case OP_PUSH_NULL:
    case OP_LOAD_CONST:
    case OP_LOAD_FAST:
    case OP_LOAD_FAST_CHECK:
    case OP_DELETE_FAST:
    case OP_LOAD_FAST_LOAD_FAST:
    case OP_LOAD_FAST_LOAD_CONST:
    case OP_LOAD_FAST_LOAD_FAST_CHECK:
    case OP_LOAD_FAST_LOAD_CONST_CHECK:
    case OP_LOAD_NAME:
    case OP_DELETE_NAME:
    case OP_LOAD_GLOBAL:
    case OP_DELETE_GLOBAL:
    case OP_LOAD_CLOSURE:
    case OP_LOAD_DEREF:
    case OP_LOAD_CLASSDEREF:
    case OP_DELETE_DEREF:
    case OP_MAKE_CELL:
    case OP_COPY_FREE_VARS:
    case OP_JUMP_FORWARD:
    case OP_JUMP_BACKWARD:
    case OP_JUMP_BACKWARD_NO_INTERRUPT:
    case OP_RETURN_GENERATOR:
    case OP_LOAD_ASSERTION_ERROR:
    case OP_LOAD_BUILD_CLASS:
    case OP_SETUP_ANNOTATIONS: return true;
    default: return false;
    }
}

static Operands operands_of(Opcode op, uint32_t arg)
{
    Operands counted;
    if (operands_by_count(op, arg, &counted))
        return counted;
    switch (op) {
    case OP_FOR_ITER:
    case OP_GET_ANEXT:
    case OP_IMPORT_FROM:
    case OP_GET_LEN:
    case OP_MATCH_MAPPING:
    case OP_MATCH_SEQUENCE:
    case OP_WITH_EXCEPT_START:
    case OP_PUSH_EXC_INFO: return (Operands){1, 0};
    case OP_MATCH_KEYS: return (Operands){2, 0};
    case OP_SEND:
    case OP_CHECK_EXC_MATCH: return (Operands){2, 1};
    case OP_END_ASYNC_FOR: return (Operands){1, 2};
    case OP_BINARY_OP:
    case OP_COMPARE_OP:
    case OP_IS_OP:
    case OP_CONTAINS_OP:
    case OP_BINARY_SUBSCR:
    case OP_DELETE_SUBSCR:
    case OP_STORE_ATTR:
    case OP_STORE_FAST_STORE_FAST:
    case OP_MAP_ADD:
    case OP_CHECK_EG_MATCH:
    case OP_PREP_RERAISE_STAR:
    case OP_IMPORT_NAME: return (Operands){2, 2};
    case OP_STORE_SUBSCR:
    case OP_BINARY_SLICE:
    case OP_LOAD_SUPER_METHOD:
    case OP_MATCH_CLASS: return (Operands){3, 3};
    case OP_STORE_SLICE: return (Operands){4, 4};
    default: return touches_no_object(op) ? (Operands){0, 0} : (Operands){1, 1};
    }
}

/* The lowest cell that it touches, from the top. */
static uint32_t reach_of(Opcode op, uint32_t arg, Operands n)
{
    switch (op) {
    case OP_COPY:
    case OP_SWAP: return arg;
    case OP_ORDER_CALL: return arg + 2;
    case OP_LIST_APPEND:
    case OP_SET_ADD:
    case OP_LIST_EXTEND:
    case OP_SET_UPDATE:
    case OP_DICT_UPDATE:
    case OP_RERAISE: return arg + 1;
    case OP_MAP_ADD: return arg + 2;
    case OP_DICT_MERGE: return arg + 4;
    case OP_WITH_EXCEPT_START: return 4;
    default: return n.looks > n.takes ? n.looks : n.takes;
    }
}

typedef struct Need {
    CodeCheck check;
    uint32_t place; /* 0: no need */
    CellKinds kinds;
} Need;

static CellKinds container_of(Opcode op)
{
    switch (op) {
    case OP_LIST_APPEND:
    case OP_LIST_EXTEND: return HOLDS_LIST;
    case OP_SET_ADD:
    case OP_SET_UPDATE: return HOLDS_SET;
    default: return HOLDS_DICT;
    }
}

/* What it asks of its operands beyond their being objects: at most two things. */
static void other_needs(Opcode op, uint32_t arg, Need need[2])
{
    switch (op) {
    case OP_LIST_APPEND:
    case OP_LIST_EXTEND: need[0] = (Need){CHECK_LIST, arg + 1, container_of(op)}; break;
    case OP_SET_ADD:
    case OP_SET_UPDATE: need[0] = (Need){CHECK_SET, arg + 1, container_of(op)}; break;
    case OP_DICT_MERGE:
        need[1] = (Need){CHECK_OBJECT, arg + 4, HOLDS_OBJECT};
        /* fall through */
    case OP_DICT_UPDATE: need[0] = (Need){CHECK_DICT, arg + 1, container_of(op)}; break;
    case OP_MAP_ADD: need[0] = (Need){CHECK_DICT, arg + 2, HOLDS_DICT}; break;
    case OP_LIST_TO_TUPLE: need[0] = (Need){CHECK_LIST, 1, HOLDS_LIST}; break;
    case OP_FORMAT_VALUE:
        if (arg & 4)
            need[0] = (Need){CHECK_STR, 1, HOLDS_STR};
        break;
    case OP_MATCH_KEYS: need[0] = (Need){CHECK_TUPLE, 1, HOLDS_TUPLE}; break;
    case OP_MATCH_CLASS: need[0] = (Need){CHECK_NAMES, 1, 0}; break;
    case OP_BUILD_CONST_KEY_MAP: need[0] = (Need){CHECK_KEYS, arg, 0}; break;
    case OP_MAKE_FUNCTION: need[0] = (Need){CHECK_FUNCTION, arg & 15, 0}; break;
    case OP_CALL: need[0] = (Need){CHECK_OBJECT, arg + 2, HOLDS_OBJECT}; break;
    case OP_CALL_KW: need[0] = (Need){CHECK_OBJECT, arg + 3, HOLDS_OBJECT}; break;
    case OP_CALL_FUNCTION_EX:
        need[0] = (Need){CHECK_OBJECT, 3 + (arg & 1), HOLDS_OBJECT};
        if (arg & 1)
            need[1] = (Need){CHECK_DICT, 1, HOLDS_DICT};
        break;
    case OP_PREP_RERAISE_STAR: need[0] = (Need){CHECK_LIST, 1, HOLDS_LIST}; break;
    case OP_CHECK_EG_MATCH:
        need[0] = (Need){CHECK_EXCEPTION_OR_NONE, 2, HOLDS_EXCEPTION | HOLDS_NONE};
        break;
    case OP_POP_EXCEPT:
        need[0] = (Need){CHECK_EXCEPTION_OR_NONE, 1, HOLDS_EXCEPTION | HOLDS_NONE};
        break;
    case OP_RERAISE:
        if (arg)
            need[1] = (Need){CHECK_LASTI, arg + 1, HOLDS_LASTI};
        need[0] = (Need){CHECK_EXCEPTION, 1, HOLDS_EXCEPTION};
        break;
    case OP_WITH_EXCEPT_START:
        need[1] = (Need){CHECK_OBJECT, 4, HOLDS_OBJECT};
        /* fall through */
    case OP_PUSH_EXC_INFO:
    case OP_END_ASYNC_FOR: need[0] = (Need){CHECK_EXCEPTION, 1, HOLDS_EXCEPTION}; break;
    default: break;
    }
}

int code_flow_checks(const CodeFlow *f, uint32_t unit, uint32_t out[MAX_CHECKS])
{
    Opcode op = op_at(f->p, unit);
    uint32_t arg = instr_arg(f->p->instrs[unit]), looks;
    int n = 0;
    if (op == OP_TRAP)
        return 0;
    looks = operands_of(op, arg).looks;
    for (uint32_t i = 1; i <= looks; i++)
        if (*cell(f, i) & HOLDS_NULL) {
            out[n++] = looks << CHECK_BITS | CHECK_OBJECTS;
            break;
        }
    Need need[2] = {{0}};
    other_needs(op, arg, need);
    for (int i = 0; i < 2; i++)
        if (need[i].check &&
            (!need[i].kinds || (*cell(f, need[i].place) & ~(unsigned)need[i].kinds)))
            out[n++] = need[i].place << CHECK_BITS | need[i].check;
    if (op == OP_RETURN_VALUE && f->depth > 1)
        out[n++] = (f->depth - 1) << CHECK_BITS | CHECK_LEFT;
    return n;
}

static bool makes_function(const CodeFlow *f, uint32_t flags)
{
    static const CellKinds wanted[] = {HOLDS_TUPLE, HOLDS_DICT,
                                       HOLDS_TUPLE | HOLDS_DICT, HOLDS_TUPLE};
    uint32_t place = 1 + (uint32_t)__builtin_popcount(flags & 15);
    for (int i = 0; i < 4; i++)
        if (flags >> i & 1 && (*cell(f, place--) & ~(unsigned)wanted[i]))
            return false;
    return *cell(f, 1) == HOLDS_CODE;
}

/* ---- what is proven without a check ---------------------------------------------- */

/* Where the constant is loaded that is on top whichever way led to the unit, tests not
 * counted; 0: unknown. */
static uint32_t load_before(const CodeFlow *f, uint32_t unit)
{
    while (unit > 1 && !f->leads[unit] && op_at(f->p, unit - 1) == OP_CHECK)
        unit--;
    return unit && !f->leads[unit] ? unit - 1 : 0;
}

/* VALUE_NULL: no constant is known. */
static Value const_before(const CodeFlow *f, uint32_t unit)
{
    uint32_t load = load_before(f, unit), arg = instr_arg(f->p->instrs[load]);
    switch (op_at(f->p, load)) {
    case OP_LOAD_CONST:
        return load < unit ? tuple_get_borrow(f->p->consts, arg) : VALUE_NULL;
    case OP_LOAD_FAST_LOAD_CONST:
    case OP_LOAD_FAST_LOAD_CONST_CHECK:
        return tuple_get_borrow(f->p->consts, arg >> 12);
    default: return VALUE_NULL;
    }
}

static bool are_names(Value v, uint32_t most)
{
    if (!v || !value_is_tuple(v) || tuple_size(v) > most)
        return false;
    for (int64_t i = 0; i < tuple_size(v); i++)
        if (!value_is_str(tuple_get_borrow(v, i)))
            return false;
    return true;
}

/* LOAD_CLOSURE for each of n cells, BUILD_TUPLE, then the load of the constant. */
static bool closure_before(const CodeFlow *f, uint32_t load, uint32_t n)
{
    if (load < n + 1 || f->p->instrs[load - 1] != instr_make(OP_BUILD_TUPLE, n))
        return false;
    for (uint32_t i = 0; i <= n; i++)
        if (f->leads[load - i] || (i && op_at(f->p, load - 1 - i) != OP_LOAD_CLOSURE))
            return false;
    return true;
}

static bool function_is_proven(const CodeFlow *f, uint32_t unit, uint32_t flags)
{
    Value code = const_before(f, unit);
    if (!code || !value_is_kind(code, KIND_CODE) || !makes_function(f, flags))
        return false;
    uint32_t nfree = (uint32_t)CODE(code)->nfree;
    return flags & 8 ? closure_before(f, load_before(f, unit), nfree) : nfree == 0;
}

static bool check_is_proven(const CodeFlow *f, uint32_t unit, uint32_t check)
{
    uint32_t n = check >> CHECK_BITS;
    Value top = const_before(f, unit);
    switch (check & ((1u << CHECK_BITS) - 1)) {
    case CHECK_NAMES: return are_names(top, UINT32_MAX);
    case CHECK_KEYS: return top && value_is_tuple(top) && tuple_size(top) == n;
    case CHECK_FUNCTION: return function_is_proven(f, unit, n);
    default: return false;
    }
}

bool code_flow_is_proven(const CodeFlow *f, uint32_t unit)
{
    Opcode op = op_at(f->p, unit);
    uint32_t arg = instr_arg(f->p->instrs[unit]), checks[MAX_CHECKS];
    int n = code_flow_checks(f, unit, checks);
    for (int i = 0; i < n; i++)
        if (!check_is_proven(f, unit, checks[i]))
            return false;
    switch (op) {
    case OP_CALL_KW: return are_names(const_before(f, unit), arg);
    case OP_JUMP_BACKWARD_NO_INTERRUPT: /* another loop may never end */
        return op_at(f->p, unit + 1 - arg) == OP_SEND;
    default: return true;
    }
}

bool code_flow_is_bound(const CodeFlow *f, uint32_t unit)
{
    uint32_t arg = instr_arg(f->p->instrs[unit]), first = arg & 0xfff,
             second = arg >> 12;
    switch (op_at(f->p, unit)) {
    case OP_LOAD_FAST: return !(*local(f, arg) & HOLDS_NULL);
    case OP_LOAD_FAST_LOAD_FAST:
        return !((*local(f, first) | *local(f, second)) & HOLDS_NULL);
    case OP_LOAD_FAST_LOAD_CONST: return !(*local(f, first) & HOLDS_NULL);
    case OP_STORE_FAST_LOAD_FAST:
        return first == second || !(*local(f, second) & HOLDS_NULL);
    default: return true;
    }
}

/* Is the frame, and are the cells that it uses, what the instruction needs? No check
 * can stand in for this. */
static bool frame_fits(const CodeFlow *f, Opcode op, uint32_t arg, uint32_t unit)
{
    const CodeParts *p = f->p;
    switch (op) {
    case OP_LOAD_CLOSURE:
    case OP_LOAD_DEREF:
    case OP_LOAD_CLASSDEREF:
    case OP_STORE_DEREF:
    case OP_DELETE_DEREF: return *local(f, arg) == HOLDS_CELL;
    case OP_COPY_FREE_VARS:
        for (int i = p->nlocalsplus - p->nfree; i < p->nlocalsplus; i++)
            if (*local(f, (uint32_t)i) != HOLDS_NULL)
                return false;
        return true;
    case OP_RETURN_GENERATOR: return f->cells[0] == ON_STACK && f->depth == 0;
    case OP_YIELD_VALUE: {
        if (f->cells[0] != IN_GENERATOR)
            return false;
        Instr next = unit + 1 < p->ninstrs ? p->instrs[unit + 1] : 0;
        if (opcode_base[instr_op(next)] != OP_RESUME || instr_arg(next) < 2)
            return true;
        /* throw() takes what it delegates to from the stack and goes where SEND does.
         */
        return unit > 0 && op_at(p, unit - 1) == OP_SEND && f->depth > 1 &&
               !((*cell(f, 1) | *cell(f, 2)) & HOLDS_NULL);
    }
    default: return true;
    }
}

/* ---- what instructions do -------------------------------------------------------- */

/* What the first value is that it pushes; nothing is known of further ones. */
static CellKinds made_by(const CodeFlow *f, Opcode op, uint32_t arg)
{
    switch (op) {
    case OP_PUSH_NULL: return HOLDS_NULL;
    case OP_LOAD_CONST: return kinds_of_const(f, arg);
    case OP_BUILD_TUPLE:
    case OP_LIST_TO_TUPLE: return HOLDS_TUPLE;
    case OP_BUILD_LIST: return HOLDS_LIST;
    case OP_BUILD_SET: return HOLDS_SET;
    case OP_BUILD_MAP:
    case OP_BUILD_CONST_KEY_MAP: return HOLDS_DICT;
    case OP_BUILD_STRING:
    case OP_FORMAT_VALUE: return HOLDS_STR;
    case OP_PREP_RERAISE_STAR: return HOLDS_EXCEPTION | HOLDS_NONE;
    default: return HOLDS_OBJECT;
    }
}

static void order_call(CodeFlow *f, uint32_t arg)
{
    CellKinds *first = cell(f, arg + 2), *second = cell(f, arg + 1);
    if (*first == HOLDS_NULL) {
        *first = *second;
        *second = HOLDS_NULL;
    } else if (*first & HOLDS_NULL) {
        *first = (CellKinds)((*first & ~(unsigned)HOLDS_NULL) | *second);
        *second |= HOLDS_NULL;
    }
}

/* What it leaves in plain locals. A checked load that went well tells, too. */
static void do_locals(CodeFlow *f, Opcode op, uint32_t arg)
{
    uint32_t first = arg & 0xfff, second = arg >> 12;
    switch (op) {
    case OP_STORE_FAST: *local(f, arg) = HOLDS_OBJECT; break;
    case OP_DELETE_FAST: *local(f, arg) = HOLDS_NULL; break;
    case OP_STORE_FAST_STORE_FAST: *local(f, second) = HOLDS_OBJECT; /* fall through */
    case OP_STORE_FAST_LOAD_FAST: *local(f, first) = HOLDS_OBJECT; break;
    case OP_LOAD_FAST_CHECK: *local(f, arg) &= ~(unsigned)HOLDS_NULL; break;
    case OP_STORE_FAST_LOAD_FAST_CHECK:
        *local(f, first) = HOLDS_OBJECT;
        *local(f, second) &= ~(unsigned)HOLDS_NULL;
        break;
    case OP_LOAD_FAST_LOAD_FAST_CHECK:
        *local(f, second) &= ~(unsigned)HOLDS_NULL; /* fall through */
    case OP_LOAD_FAST_LOAD_CONST_CHECK:
        *local(f, first) &= ~(unsigned)HOLDS_NULL;
        break;
    default: break;
    }
}

/* The others: true if it was one of them. */
static bool do_special(CodeFlow *f, Opcode op, uint32_t arg, uint32_t takes)
{
    CellKinds kinds;
    switch (op) {
    case OP_COPY: push(f, *cell(f, arg)); return true;
    case OP_SWAP:
        kinds = *cell(f, 1);
        *cell(f, 1) = *cell(f, arg);
        *cell(f, arg) = kinds;
        return true;
    case OP_ORDER_CALL: order_call(f, arg); return true;
    case OP_MAKE_CELL: *local(f, arg) = HOLDS_CELL; return true;
    case OP_COPY_FREE_VARS:
        for (int i = f->p->nlocalsplus - f->p->nfree; i < f->p->nlocalsplus; i++)
            *local(f, (uint32_t)i) = HOLDS_CELL;
        return true;
    case OP_RETURN_GENERATOR:
        f->cells[0] = IN_GENERATOR;
        push(f, HOLDS_OBJECT);
        return true;
    case OP_LOAD_METHOD:
    case OP_LOAD_SUPER_METHOD:
        pop(f, takes);
        push(f, HOLDS_OBJECT);
        push(f, HOLDS_OBJECT | HOLDS_NULL);
        return true;
    case OP_LOAD_FAST_LOAD_CONST:
    case OP_LOAD_FAST_LOAD_CONST_CHECK:
        push(f, HOLDS_OBJECT);
        push(f, kinds_of_const(f, arg >> 12));
        return true;
    case OP_PUSH_EXC_INFO:
        pop(f, 1);
        push(f, HOLDS_EXCEPTION | HOLDS_NONE);
        push(f, HOLDS_EXCEPTION);
        return true;
    case OP_CHECK_EG_MATCH:
        pop(f, 2);
        push(f, HOLDS_EXCEPTION | HOLDS_NONE);
        push(f, HOLDS_EXCEPTION | HOLDS_NONE);
        return true;
    default: return false;
    }
}

static void carry_out(CodeFlow *f, Opcode op, uint32_t arg, uint32_t taken, bool jump)
{
    f->lowest = f->depth;
    do_locals(f, op, arg);
    if (do_special(f, op, arg, taken))
        return;
    int takes = (int)taken, effect;
    if (jump && (op == OP_JUMP_IF_FALSE_OR_POP || op == OP_JUMP_IF_TRUE_OR_POP))
        return;
    if (jump && (op == OP_FOR_ITER || op == OP_SEND))
        takes++;
    effect = code_stack_effect(op, arg, jump);
    pop(f, (uint32_t)takes);
    CellKinds kinds = made_by(f, op, arg);
    for (int i = takes + effect; i > 0 && f->status > 0; i--) {
        push(f, kinds);
        kinds = HOLDS_OBJECT;
    }
}

/* ---- following ------------------------------------------------------------------- */

static FlowState *state_new(CodeFlow *f)
{
    size_t n = f->base + f->depth;
    FlowState *s = mem_alloc(f->vm, sizeof *s + n * sizeof(CellKinds));
    if (!s)
        return NULL;
    s->depth = f->depth;
    s->waiting = false;
    memcpy(s->cells, f->cells, n * sizeof(CellKinds));
    return s;
}

/* The working state gets to a unit. */
static bool join(CodeFlow *f, int64_t unit)
{
    if (unit < 0 || unit >= f->p->ninstrs)
        return fail(f, 0);
    FlowState *s = f->at[unit];
    bool changed = !s;
    if (!s) {
        s = f->at[unit] = state_new(f);
        if (!s)
            return fail(f, -1);
    }
    if (s->depth != f->depth)
        return fail(f, 0);
    for (uint32_t i = 0; i < f->base + f->depth; i++) {
        changed |= (f->cells[i] & ~(unsigned)s->cells[i]) != 0;
        s->cells[i] |= f->cells[i];
    }
    if (changed && !s->waiting) {
        s->waiting = true;
        f->todo[f->ntodo++] = (uint32_t)unit;
    }
    return true;
}

/* An exception may lead from the unit to its handlers: with the state before it,
 * except for what it takes from the stack before it can raise. */
static bool join_handlers(CodeFlow *f, uint32_t unit, uint32_t lowest)
{
    for (uint32_t i = 0; i < f->p->nhandlers; i++) {
        const CodeHandler *h = &f->p->handlers[i];
        if (unit < h->start || unit >= h->end)
            continue;
        if (h->depth > lowest || h->depth + 2 > MAX_DEPTH)
            return fail(f, 0);
        uint32_t depth = f->depth;
        CellKinds *above = &f->cells[f->base + h->depth], saved[2];
        memcpy(saved, above, sizeof saved);
        f->depth = h->depth;
        if (h->push_lasti)
            push(f, HOLDS_LASTI);
        push(f, HOLDS_EXCEPTION);
        bool ok = join(f, h->target);
        f->depth = depth;
        memcpy(above, saved, sizeof saved);
        if (!ok)
            return false;
    }
    return true;
}

static bool fits(CodeFlow *f, Opcode op, uint32_t arg, Operands n, uint32_t unit)
{
    return code_operand_fits(f->p, op, arg) && reach_of(op, arg, n) <= f->depth &&
           frame_fits(f, op, arg, unit);
}

/* throw() may end what the generator delegates to: it goes on behind the SEND. */
static bool join_delegate_end(CodeFlow *f, Opcode op, uint32_t unit)
{
    Instr next = unit + 1 < f->p->ninstrs ? f->p->instrs[unit + 1] : 0;
    if (op != OP_YIELD_VALUE || opcode_base[instr_op(next)] != OP_RESUME ||
        instr_arg(next) < 2)
        return true;
    CellKinds *receiver = cell(f, 2), saved = *receiver;
    *receiver = HOLDS_OBJECT; /* the result, in its place */
    f->depth--;
    bool ok = join(f, (int64_t)unit + instr_arg(f->p->instrs[unit - 1]));
    f->depth++;
    *receiver = saved;
    return ok;
}

/* A copy of what is on top was not None, or it would not jump. */
static void drop_none(CodeFlow *f, Opcode op, uint32_t unit)
{
    if ((op == OP_POP_JUMP_FORWARD_IF_NOT_NONE ||
         op == OP_POP_JUMP_BACKWARD_IF_NOT_NONE) &&
        unit > 0 && !f->leads[unit] && f->p->instrs[unit - 1] == instr_make(OP_COPY, 1))
        *cell(f, 1) &= ~(unsigned)HOLDS_NONE;
}

static bool join_jump(CodeFlow *f, Opcode op, uint32_t arg, uint32_t takes,
                      uint32_t next)
{
    int64_t to = opcode_is_backward(op) ? (int64_t)next - arg : (int64_t)next + arg;
    CellKinds saved[2] = {0}; /* FOR_ITER and SEND change at most so many */
    uint32_t depth = f->depth, kept = depth < 2 ? depth : 2;
    memcpy(saved, cell(f, kept), kept * sizeof *saved);
    carry_out(f, op, arg, takes, true);
    drop_none(f, op, next - 1);
    bool ok = f->status > 0 && join(f, to);
    f->depth = depth;
    memcpy(cell(f, kept), saved, kept * sizeof *saved);
    return ok;
}

/* The visitor's own way. */
static bool join_its_jump(CodeFlow *f, uint32_t unit)
{
    const FlowVisitor *v = f->visitor;
    uint32_t depth = f->depth;
    if (!v || !v->jumps || unit != v->from)
        return true;
    if (v->depth > depth)
        return fail(f, 0);
    f->depth = v->depth;
    bool ok = join(f, v->to);
    f->depth = depth;
    return ok;
}

/* Can the instruction run with the working state? Where else it may lead gets that. */
static bool leads_on(CodeFlow *f, Opcode op, uint32_t arg, Operands n, uint32_t unit,
                     uint32_t next)
{
    if (!fits(f, op, arg, n, unit))
        return fail(f, 0);
    return join_its_jump(f, unit) && join_handlers(f, unit, f->depth - n.takes) &&
           join_delegate_end(f, op, unit) &&
           (!(opcode_flags[op] & OPF_J) || join_jump(f, op, arg, n.takes, next));
}

/* One instruction: the next unit, or -1: the way ends here. */
static int64_t step(CodeFlow *f, uint32_t unit)
{
    Opcode op = op_at(f->p, unit);
    uint32_t arg = instr_arg(f->p->instrs[unit]), next = unit + 1 + opcode_caches[op];
    if (op == OP_TRAP)
        return -1;
    Operands n = operands_of(op, arg);
    if (!f->settled && !leads_on(f, op, arg, n, unit, next))
        return -1;
    if (opcode_flags[op] & OPF_T)
        return -1;
    carry_out(f, op, arg, n.takes, false);
    if (f->status > 0 && next >= f->p->ninstrs)
        fail(f, 0);
    return f->status > 0 ? (int64_t)next : -1;
}

/* From a unit that is jumped to, up to the next such one. */
static void follow(CodeFlow *f, uint32_t start, FlowVisitor *v)
{
    const FlowState *s = f->at[start];
    f->depth = s->depth;
    memcpy(f->cells, s->cells, (f->base + s->depth) * sizeof(CellKinds));
    for (int64_t unit = start; unit >= 0;) {
        if (v && v->visit(v, f, (uint32_t)unit) < 0) {
            fail(f, -1);
            return;
        }
        unit = step(f, (uint32_t)unit);
        if (unit >= 0 && f->leads[unit]) {
            if (!f->settled)
                join(f, unit);
            return;
        }
    }
}

static void mark_leads(CodeFlow *f)
{
    const CodeParts *p = f->p;
    f->leads[0] = 1;
    if (f->visitor && f->visitor->jumps)
        f->leads[f->visitor->to] = 1;
    for (uint32_t i = 0; i < p->nhandlers; i++)
        f->leads[p->handlers[i].target] = 1;
    for (uint32_t i = 0; i < p->ninstrs;) {
        Opcode op = op_at(p, i);
        uint32_t arg = instr_arg(p->instrs[i]), next = i + 1 + opcode_caches[op];
        if (op != OP_TRAP && (opcode_flags[op] & OPF_J)) {
            int64_t to =
                opcode_is_backward(op) ? (int64_t)next - arg : (int64_t)next + arg;
            if (to >= 0 && to < p->ninstrs)
                f->leads[to] = 1;
        }
        i = next;
    }
}

static bool begin(CodeFlow *f)
{
    const CodeParts *p = f->p;
    f->at = mem_calloc(f->vm, ((size_t)p->ninstrs + 1) * sizeof(FlowState *));
    f->leads = mem_calloc(f->vm, (size_t)p->ninstrs + 1);
    f->todo = mem_realloc_array(f->vm, NULL, (size_t)p->ninstrs + 1, sizeof *f->todo);
    f->base = 1 + (uint32_t)p->nlocalsplus;
    f->cells =
        mem_realloc_array(f->vm, NULL, f->base + MAX_DEPTH + 2, sizeof(CellKinds));
    if (!f->at || !f->leads || !f->todo || !f->cells)
        return fail(f, -1);
    mark_leads(f);
    f->cells[0] = ON_STACK;
    uint32_t nparams = (uint32_t)(p->argcount + p->kwonlyargcount) +
                       !!(p->flags & CO_VARARGS) + !!(p->flags & CO_VARKEYWORDS);
    for (uint32_t i = 0; i < (uint32_t)p->nlocalsplus; i++)
        *local(f, i) = i < nparams ? HOLDS_OBJECT : HOLDS_NULL;
    return join(f, 0);
}

int code_flow_run(MinipyVM *vm, const CodeParts *p, FlowVisitor *v, int32_t *deepest)
{
    CodeFlow f = {.vm = vm, .p = p, .visitor = v, .status = 1};
    if (begin(&f)) {
        while (f.status > 0 && f.ntodo) {
            uint32_t unit = f.todo[--f.ntodo];
            f.at[unit]->waiting = false;
            follow(&f, unit, NULL);
        }
        f.settled = true;
        for (uint32_t i = 0; v && i < p->ninstrs && f.status > 0; i++)
            if (f.at[i])
                follow(&f, i, v);
    }
    for (uint32_t i = 0; f.at && i < p->ninstrs; i++)
        mem_free(vm, f.at[i]);
    mem_free(vm, f.at);
    mem_free(vm, f.leads);
    mem_free(vm, f.todo);
    mem_free(vm, f.cells);
    *deepest = (int32_t)f.deepest;
    return f.status;
}
