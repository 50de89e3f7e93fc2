/* eval_check.c - the instruction CHECK: what another instruction takes on trust, tested
 * where code that a program made leaves it open (code_flow.h).
 */
#include "vm/code/code_flow.h"

#include "vm/containers/tuple.h"

static bool all_of_kind(Value tuple, Kind kind)
{
    for (int64_t i = 0; i < tuple_size(tuple); i++)
        if (!value_is_kind(tuple_get_borrow(tuple, i), kind))
            return false;
    return true;
}

/* (defaults) (kwdefaults) (annotations) (closure) code, by the bits of flags. */
static bool makes_function(const Value *sp, uint32_t flags)
{
    const Value *part = sp - 1 - __builtin_popcount(flags & 15);
    if (!value_is_kind(sp[-1], KIND_CODE))
        return false;
    if ((flags & 1) && !value_is_tuple(*part++))
        return false;
    if ((flags & 2) && !value_is_dict(*part++))
        return false;
    if ((flags & 4) && !value_is_tuple(*part) && !value_is_dict(*part))
        return false;
    part += flags >> 2 & 1;
    int nfree = CODE(sp[-1])->nfree;
    if (!(flags & 8))
        return nfree == 0;
    return value_is_tuple(*part) && tuple_size(*part) == nfree &&
           all_of_kind(*part, KIND_CELL);
}

static bool is_unit_of(const CodeObj *code, Value v)
{
    return value_is_int_imm(v) && value_imm(v) >= 0 && value_imm(v) < code->ninstrs;
}

static bool no_nulls(const Value *sp, uint32_t n)
{
    for (uint32_t i = 1; i <= n; i++)
        if (!sp[-(int)i])
            return false;
    return true;
}

static bool holds(const CodeObj *code, const Value *sp, CodeCheck check, uint32_t n)
{
    Value v = check > CHECK_OBJECTS && check < CHECK_KEYS ? sp[-(int)n] : sp[-1];
    switch (check) {
    case CHECK_OBJECTS: return no_nulls(sp, n);
    case CHECK_OBJECT: return v != VALUE_NULL;
    case CHECK_LIST: return value_is_list(v);
    case CHECK_SET: return value_is_kind(v, KIND_SET);
    case CHECK_DICT: return value_is_dict(v);
    case CHECK_TUPLE: return value_is_tuple(v);
    case CHECK_STR: return value_is_str(v);
    case CHECK_EXCEPTION: return value_is_exception(v);
    case CHECK_EXCEPTION_OR_NONE: return v == VALUE_NONE || value_is_exception(v);
    case CHECK_LASTI: return is_unit_of(code, v);
    case CHECK_NAMES: return value_is_tuple(v) && all_of_kind(v, KIND_STR);
    case CHECK_KEYS: return value_is_tuple(v) && tuple_size(v) == n;
    case CHECK_FUNCTION: return makes_function(sp, n);
    case CHECK_LEFT: return true;
    }
    return false;
}

/* Each cell is emptied first: what dies may run Python code, which sees the frame. */
static void let_go(MinipyVM *vm, Value *sp, uint32_t n)
{
    for (uint32_t i = 2; i <= n + 1; i++)
        value_set_steal(vm, &sp[-(int)i], VALUE_NONE);
}

int eval_check(MinipyVM *vm, const CodeObj *code, Value *sp, uint32_t arg)
{
    CodeCheck check = (CodeCheck)(arg & ((1u << CHECK_BITS) - 1));
    uint32_t n = arg >> CHECK_BITS;
    if (check == CHECK_LEFT)
        let_go(vm, sp, n);
    if (holds(code, sp, check, n))
        return 0;
    if (check == CHECK_STR && sp[-(int)n])
        error_set(vm, EXC_SystemError, "Format specifier must be a string, not %T",
                  sp[-(int)n]);
    else
        error_set(vm, EXC_SystemError, "bad operand on the stack of %U",
                  code->qualname);
    return -1;
}
