/* disassemble.c - code as text, for `minipy --dis`: one line per instruction with its
 * line number, unit, name, operand and what the operand stands for; then the exception
 * table; then nested code. Made from opcodes.def alone.
 */
#include "vm/code/code_instr.h"

#include <stdarg.h>
#include <stdio.h>

#include "vm/text/str.h"
#include "vm/containers/tuple.h"

static const char *const compare_names[] = {"<", "<=", "==", "!=", ">", ">="};
static const char *const binary_names[] = {
    "+",  "&",  "//",  "<<",  "@",  "*",  "%",  "|",  "**",  ">>",  "-",  "/",  "^",
    "+=", "&=", "//=", "<<=", "@=", "*=", "%=", "|=", "**=", ">>=", "-=", "/=", "^=",
};

static void add_format(StrBuilder *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_format(StrBuilder *b, const char *format, ...)
{
    char text[128];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    strbuilder_ascii(b, text);
}

static void add_name(StrBuilder *b, Value names, uint32_t i)
{
    if (i < tuple_size(names))
        strbuilder_str(b, tuple_get_borrow(names, i));
}

static int add_const(StrBuilder *b, const CodeObj *c, uint32_t i)
{
    return i < tuple_size(c->consts)
               ? strbuilder_repr(b, tuple_get_borrow(c->consts, i))
               : 0;
}

static int add_operand(StrBuilder *b, const CodeObj *c, uint32_t unit, Opcode op,
                       uint32_t arg)
{
    uint32_t after = unit + 1 + opcode_caches[op];
    switch (opcode_operands[op]) {
    case OPERAND_CONST: return add_const(b, c, arg);
    case OPERAND_NAME: add_name(b, c->names, arg); break;
    case OPERAND_LOCAL: add_name(b, c->localsplusnames, arg); break;
    case OPERAND_LOCAL2:
        add_name(b, c->localsplusnames, arg & 0xfff);
        strbuilder_ascii(b, ", ");
        add_name(b, c->localsplusnames, arg >> 12);
        break;
    case OPERAND_LOCALCONST:
        add_name(b, c->localsplusnames, arg & 0xfff);
        strbuilder_ascii(b, ", ");
        return add_const(b, c, arg >> 12);
    case OPERAND_FWD: add_format(b, "to %u", after + arg); break;
    case OPERAND_BACK: add_format(b, "to %u", after - arg); break;
    case OPERAND_CMP: strbuilder_ascii(b, arg < 6 ? compare_names[arg] : "?"); break;
    case OPERAND_BINOP:
        strbuilder_ascii(b, arg < NB_COUNT ? binary_names[arg] : "?");
        break;
    default: break;
    }
    return 0;
}

static int add_instructions(StrBuilder *b, const CodeObj *c)
{
    int32_t line = -2;
    for (uint32_t i = 0; i < c->ninstrs;) {
        Opcode op = (Opcode)opcode_base[instr_op(code_instr(c, i))];
        uint32_t arg = instr_arg(c->instrs[i]);
        int32_t here = code_line(c, i);
        if (here == line)
            strbuilder_ascii(b, "       ");
        else if (here < 0)
            strbuilder_ascii(b, "     - ");
        else
            add_format(b, "%6d ", (int)here);
        line = here;
        add_format(b, "%6u  %-28s", i, opcode_names[op]);
        if (opcode_operands[op] != OPERAND_NONE) {
            add_format(b, " %6u  ", arg);
            if (add_operand(b, c, i, op, arg) < 0)
                return -1;
        }
        strbuilder_ascii(b, "\n");
        i += 1u + opcode_caches[op];
    }
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const CodeHandler *h = &c->handlers[i];
        add_format(b, "  units %u to %u -> %u, depth %u%s\n", h->start, h->end - 1,
                   h->target, (unsigned)h->depth, h->push_lasti ? ", lasti" : "");
    }
    return 0;
}

static int add_code(MinipyVM *vm, StrBuilder *b, CodeObj *c)
{
    if (code_settle(vm, c) < 0 || recursion_enter(vm, " while disassembling") < 0)
        return -1;
    strbuilder_ascii(b, "code ");
    strbuilder_str(b, c->qualname);
    add_format(b, ", line %d, stack %d, locals %d\n", (int)c->firstlineno,
               (int)c->stacksize, (int)c->nlocalsplus);
    int r = add_instructions(b, c);
    for (int64_t i = 0; r == 0 && i < tuple_size(c->consts); i++) {
        Value v = tuple_get_borrow(c->consts, i);
        if (!value_is_kind(v, KIND_CODE))
            continue;
        strbuilder_ascii(b, "\n");
        r = add_code(vm, b, CODE(v));
    }
    recursion_leave(vm);
    return r;
}

Value code_disassemble(MinipyVM *vm, CodeObj *c)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    if (add_code(vm, &b, c) < 0) {
        strbuilder_discard(&b);
        return VALUE_NULL;
    }
    return strbuilder_finish(&b);
}
