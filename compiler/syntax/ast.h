/* The syntax tree: C types made from ast.def.
 *
 * A sum type is a struct with a kind, a position and a union with one member per
 * constructor: `if (e->kind == EXPR_BinOp) visit(e->u.BinOp.left)`. A product type
 * (Arg, Keyword, ...) has its fields directly. Everything lives in the arena of the
 * compilation; nodes are full-sized, so a pass may rewrite one in place (constant
 * folding does). Lines count from 1, columns are UTF-8 byte offsets from 0. */
#ifndef MINIPY_COMPILER_SYNTAX_AST_H
#define MINIPY_COMPILER_SYNTAX_AST_H

#include <stddef.h>
#include <stdint.h>

#include "compiler/syntax/arena.h"

typedef struct Mod Mod;
typedef struct Stmt Stmt;
typedef struct Expr Expr;
typedef struct Pattern Pattern;

typedef enum ModKind {
#define MOD(name, fields) MOD_##name,
#include "compiler/syntax/ast.def"
} ModKind;

typedef enum StmtKind {
#define STMT(name, fields) STMT_##name,
#include "compiler/syntax/ast.def"
} StmtKind;

typedef enum ExprKind {
#define EXPR(name, fields) EXPR_##name,
#include "compiler/syntax/ast.def"
} ExprKind;

typedef enum PatternKind {
#define PATTERN(name, fields) PATTERN_##name,
#include "compiler/syntax/ast.def"
} PatternKind;

typedef enum Operator {
#define OPERATOR(name, text) OPERATOR_##name,
#include "compiler/syntax/ast.def"
} Operator;

typedef enum UnaryOp {
#define UNARYOP(name, text) UNARYOP_##name,
#include "compiler/syntax/ast.def"
} UnaryOp;

typedef enum BoolOp {
#define BOOLOP(name, text) BOOLOP_##name,
#include "compiler/syntax/ast.def"
} BoolOp;

typedef enum CmpOp {
#define CMPOP(name, text) CMPOP_##name,
#include "compiler/syntax/ast.def"
} CmpOp;

typedef enum ExprContext {
#define CONTEXT(name) CONTEXT_##name,
#include "compiler/syntax/ast.def"
} ExprContext;

/* A position: the same four numbers as Python's lineno, col_offset, ... */
typedef struct AstPos {
    int lineno, col_offset, end_lineno, end_col_offset;
} AstPos;

/* Gives a node `n->pos` and, for the same numbers, `n->lineno` and so on. */
#define AST_POSITION                                                                   \
    union {                                                                            \
        AstPos pos;                                                                    \
        struct {                                                                       \
            int lineno, col_offset, end_lineno, end_col_offset;                        \
        };                                                                             \
    }

typedef enum AstConstKind {
    AST_CONST_NONE,
    AST_CONST_TRUE,
    AST_CONST_FALSE,
    AST_CONST_ELLIPSIS,
    AST_CONST_INT,    /* u.integer, 0 <= value <= INT64_MAX */
    AST_CONST_BIGINT, /* u.text: hexadecimal digits without prefix, lower case */
    AST_CONST_FLOAT,  /* u.real */
    AST_CONST_IMAG,   /* u.real is the imaginary part */
    AST_CONST_STR,    /* u.text: UTF-8, a lone surrogate as its 3 bytes */
    AST_CONST_BYTES,  /* u.text */
    AST_CONST_OBJECT, /* u.object: never from the parser; free for later passes */
} AstConstKind;

/* A literal, without any object of the vm. */
typedef struct AstConst {
    uint8_t kind; /* AstConstKind */
    bool ascii;   /* STR: every byte is below 128 */
    union {
        int64_t integer;
        double real;
        uint64_t object;
        struct {
            const char
                *bytes; /* in the arena or the source; see len, no NUL promised */
            size_t len;
        } text;
    } u;
} AstConst;

#define AST_SEQ(CType)                                                                 \
    struct {                                                                           \
        int count;                                                                     \
        CType *items;                                                                  \
    }

typedef struct Arguments Arguments;
typedef struct Arg Arg;
typedef struct Keyword Keyword;
typedef struct Alias Alias;
typedef struct WithItem WithItem;
typedef struct ExceptHandler ExceptHandler;
typedef struct Comprehension Comprehension;
typedef struct MatchCase MatchCase;
typedef struct TypeIgnore TypeIgnore;

typedef AST_SEQ(Stmt *) StmtSeq;
typedef AST_SEQ(Expr *) ExprSeq;
typedef AST_SEQ(Pattern *) PatternSeq;
typedef AST_SEQ(AstName *) NameSeq;
typedef AST_SEQ(Arg *) ArgSeq;
typedef AST_SEQ(Keyword *) KeywordSeq;
typedef AST_SEQ(Alias *) AliasSeq;
typedef AST_SEQ(WithItem *) WithItemSeq;
typedef AST_SEQ(ExceptHandler *) ExceptHandlerSeq;
typedef AST_SEQ(Comprehension *) ComprehensionSeq;
typedef AST_SEQ(MatchCase *) MatchCaseSeq;
typedef AST_SEQ(TypeIgnore *) TypeIgnoreSeq;
typedef AST_SEQ(uint8_t) CmpOpSeq; /* CmpOp, one byte each */

/* All field kinds: AST_KIND(kind, C type). An _opt pointer may be NULL, and so may
 * the items of an expr_opt_seq (Dict.keys for `**x`, kw_defaults for "none"). */
#define AST_FIELD_KINDS                                                                \
    AST_KIND(identifier, AstName *)                                                    \
    AST_KIND(identifier_opt, AstName *)                                                \
    AST_KIND(identifier_seq, NameSeq)                                                  \
    AST_KIND(string_opt, AstName *)                                                    \
    AST_KIND(constant, AstConst)                                                       \
    AST_KIND(int, int)                                                                 \
    AST_KIND(int_opt, int)                                                             \
    AST_KIND(operator, Operator)                                                       \
    AST_KIND(unaryop, UnaryOp)                                                         \
    AST_KIND(boolop, BoolOp)                                                           \
    AST_KIND(cmpop_seq, CmpOpSeq)                                                      \
    AST_KIND(expr_context, ExprContext)                                                \
    AST_KIND(stmt_seq, StmtSeq)                                                        \
    AST_KIND(expr, Expr *)                                                             \
    AST_KIND(expr_opt, Expr *)                                                         \
    AST_KIND(expr_seq, ExprSeq)                                                        \
    AST_KIND(expr_opt_seq, ExprSeq)                                                    \
    AST_KIND(pattern, Pattern *)                                                       \
    AST_KIND(pattern_opt, Pattern *)                                                   \
    AST_KIND(pattern_seq, PatternSeq)                                                  \
    AST_KIND(arguments, Arguments *)                                                   \
    AST_KIND(arg_opt, Arg *)                                                           \
    AST_KIND(arg_seq, ArgSeq)                                                          \
    AST_KIND(keyword_seq, KeywordSeq)                                                  \
    AST_KIND(alias_seq, AliasSeq)                                                      \
    AST_KIND(withitem_seq, WithItemSeq)                                                \
    AST_KIND(excepthandler_seq, ExceptHandlerSeq)                                      \
    AST_KIND(comprehension_seq, ComprehensionSeq)                                      \
    AST_KIND(match_case_seq, MatchCaseSeq)                                             \
    AST_KIND(type_ignore_seq, TypeIgnoreSeq)

typedef enum AstFieldKind {
#define AST_KIND(kind, ctype) AST_FIELD_##kind,
    AST_FIELD_KINDS
#undef AST_KIND
} AstFieldKind;

/* One C type per field kind, so that FIELD(kind, name) can declare a member. */
#define AST_KIND(kind, ctype) typedef ctype AstC_##kind;
AST_FIELD_KINDS
#undef AST_KIND

#define FIELD(kind, name) AstC_##kind name;
#define NO_FIELDS char unused;

#define MOD(name, fields)                                                              \
    struct Mod_##name {                                                                \
        fields                                                                         \
    };
#define STMT(name, fields)                                                             \
    struct Stmt_##name {                                                               \
        fields                                                                         \
    };
#define EXPR(name, fields)                                                             \
    struct Expr_##name {                                                               \
        fields                                                                         \
    };
#define PATTERN(name, fields)                                                          \
    struct Pattern_##name {                                                            \
        fields                                                                         \
    };
#include "compiler/syntax/ast.def"

struct Mod {
    ModKind kind;
    union {
#define MOD(name, fields) struct Mod_##name name;
#include "compiler/syntax/ast.def"
    } u;
};

typedef union StmtFields {
#define STMT(name, fields) struct Stmt_##name name;
#include "compiler/syntax/ast.def"
} StmtFields;
struct Stmt {
    StmtKind kind;
    AST_POSITION;
    StmtFields u;
};

typedef union ExprFields {
#define EXPR(name, fields) struct Expr_##name name;
#include "compiler/syntax/ast.def"
} ExprFields;
struct Expr {
    ExprKind kind;
    AST_POSITION;
    ExprFields u;
};

typedef union PatternFields {
#define PATTERN(name, fields) struct Pattern_##name name;
#include "compiler/syntax/ast.def"
} PatternFields;
struct Pattern {
    PatternKind kind;
    AST_POSITION;
    PatternFields u;
};

#define PRODUCT(CType, name, fields)                                                   \
    struct CType {                                                                     \
        AST_POSITION;                                                                  \
        fields                                                                         \
    };
#define PLAIN(CType, name, fields)                                                     \
    struct CType {                                                                     \
        fields                                                                         \
    };
#include "compiler/syntax/ast.def"
#undef FIELD
#undef NO_FIELDS

/* How the dumper and the `ast` module see a node. */
typedef struct AstField {
    const char *name;
    AstFieldKind kind;
    size_t offset; /* from the node's address plus the shape's base */
} AstField;

typedef struct AstShape {
    const char *name; /* Python's class name */
    const AstField *fields;
    uint8_t field_count;
    bool has_position;
    uint8_t base; /* where the fields begin: offset of the union `u`, or 0 */
} AstShape;

typedef enum ProductKind {
#define PRODUCT(CType, name, fields) PRODUCT_##CType,
#define PLAIN(CType, name, fields) PRODUCT_##CType,
#include "compiler/syntax/ast.def"
} ProductKind;

/* Name and fields of a kind of node; an empty name: there is no such kind. */
AstShape ast_mod_shape(ModKind kind);
AstShape ast_stmt_shape(StmtKind kind);
AstShape ast_expr_shape(ExprKind kind);
AstShape ast_pattern_shape(PatternKind kind);
AstShape ast_product_shape(ProductKind kind);

/* Python's class names, indexed by the enum: "Add", "Not", "And", "Eq", "Load". */
extern const char *const ast_operator_names[],
    *const ast_unaryop_names[],
        *const ast_boolop_names[], *const ast_cmpop_names[], *const ast_context_names[];

#endif
