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

/* All kinds of nodes in one row: the constructors of each sum, the products, then the
 * operators and contexts, which are a number only. */
typedef enum AstNode {
#define MOD(name, fields) NODE_MOD_##name,
#define STMT(name, fields) NODE_STMT_##name,
#define EXPR(name, fields) NODE_EXPR_##name,
#define PATTERN(name, fields) NODE_PATTERN_##name,
#define PRODUCT(ctype, name, fields) NODE_##ctype,
#define PLAIN(ctype, name, fields) NODE_##ctype,
#define OPERATOR(name, text) NODE_OPERATOR_##name,
#define UNARYOP(name, text) NODE_UNARYOP_##name,
#define BOOLOP(name, text) NODE_BOOLOP_##name,
#define CMPOP(name, text) NODE_CMPOP_##name,
#define CONTEXT(name) NODE_CONTEXT_##name,
#include "compiler/syntax/ast.def"
    NODE_COUNT
} AstNode;

/* The types of the grammar: AST_TYPE(name, form, C type, first, end), the last two of
 * its nodes. Sums and operators stand in the order in which Python's module has them.
 */
#define AST_TYPES                                                                      \
    AST_TYPE(identifier, NAME, AstName, COUNT, COUNT)                                  \
    AST_TYPE(string, NAME, AstName, COUNT, COUNT)                                      \
    AST_TYPE(constant, CONSTANT, AstConst, COUNT, COUNT)                               \
    AST_TYPE(int, INT, int, COUNT, COUNT)                                              \
    AST_TYPE(mod, SUM, Mod, MOD_Module, STMT_FunctionDef)                              \
    AST_TYPE(stmt, SUM, Stmt, STMT_FunctionDef, EXPR_BoolOp)                           \
    AST_TYPE(expr, SUM, Expr, EXPR_BoolOp, PATTERN_MatchValue)                         \
    AST_TYPE(expr_context, TOKEN, ExprContext, CONTEXT_Load, COUNT)                    \
    AST_TYPE(boolop, TOKEN, BoolOp, BOOLOP_And, CMPOP_Eq)                              \
    AST_TYPE(operator, TOKEN, Operator, OPERATOR_Add, UNARYOP_Invert)                  \
    AST_TYPE(unaryop, TOKEN, UnaryOp, UNARYOP_Invert, BOOLOP_And)                      \
    AST_TYPE(cmpop, TOKEN, CmpOp, CMPOP_Eq, CONTEXT_Load)                              \
    AST_TYPE(excepthandler, SUM, ExceptHandler, ExceptHandler, Comprehension)          \
    AST_TYPE(pattern, SUM, Pattern, PATTERN_MatchValue, ExceptHandler)                 \
    AST_TYPE(type_ignore, SUM, TypeIgnore, TypeIgnore, OPERATOR_Add)                   \
    AST_TYPE(comprehension, PRODUCT, Comprehension, Comprehension, Arguments)          \
    AST_TYPE(arguments, PRODUCT, Arguments, Arguments, Arg)                            \
    AST_TYPE(arg, PRODUCT, Arg, Arg, Keyword)                                          \
    AST_TYPE(keyword, PRODUCT, Keyword, Keyword, Alias)                                \
    AST_TYPE(alias, PRODUCT, Alias, Alias, WithItem)                                   \
    AST_TYPE(withitem, PRODUCT, WithItem, WithItem, MatchCase)                         \
    AST_TYPE(match_case, PRODUCT, MatchCase, MatchCase, TypeIgnore)

typedef enum AstTypeId {
#define AST_TYPE(name, form, ctype, first, end) AST_TYPE_##name,
    AST_TYPES
#undef AST_TYPE
        AST_TYPE_COUNT
} AstTypeId;

/* All kinds of fields: AST_KIND(kind, C type, type, how many). A pointer that is
 * optional may be NULL, and so may the items of an expr_opt_seq (Dict.keys for `**x`,
 * kw_defaults for "none"). */
enum { AST_ONE = 0, AST_OPTIONAL = 1, AST_MANY = 2, AST_MANY_OPTIONAL = 3 };
#define AST_FIELD_KINDS                                                                \
    AST_KIND(identifier, AstName *, identifier, ONE)                                   \
    AST_KIND(identifier_opt, AstName *, identifier, OPTIONAL)                          \
    AST_KIND(identifier_seq, NameSeq, identifier, MANY)                                \
    AST_KIND(string_opt, AstName *, string, OPTIONAL)                                  \
    AST_KIND(constant, AstConst, constant, ONE)                                        \
    AST_KIND(int, int, int, ONE)                                                       \
    AST_KIND(int_opt, int, int, OPTIONAL)                                              \
    AST_KIND(operator, Operator, operator, ONE)                                        \
    AST_KIND(unaryop, UnaryOp, unaryop, ONE)                                           \
    AST_KIND(boolop, BoolOp, boolop, ONE)                                              \
    AST_KIND(cmpop_seq, CmpOpSeq, cmpop, MANY)                                         \
    AST_KIND(expr_context, ExprContext, expr_context, ONE)                             \
    AST_KIND(stmt_seq, StmtSeq, stmt, MANY)                                            \
    AST_KIND(expr, Expr *, expr, ONE)                                                  \
    AST_KIND(expr_opt, Expr *, expr, OPTIONAL)                                         \
    AST_KIND(expr_seq, ExprSeq, expr, MANY)                                            \
    AST_KIND(expr_opt_seq, ExprSeq, expr, MANY_OPTIONAL)                               \
    AST_KIND(pattern, Pattern *, pattern, ONE)                                         \
    AST_KIND(pattern_opt, Pattern *, pattern, OPTIONAL)                                \
    AST_KIND(pattern_seq, PatternSeq, pattern, MANY)                                   \
    AST_KIND(arguments, Arguments *, arguments, ONE)                                   \
    AST_KIND(arg_opt, Arg *, arg, OPTIONAL)                                            \
    AST_KIND(arg_seq, ArgSeq, arg, MANY)                                               \
    AST_KIND(keyword_seq, KeywordSeq, keyword, MANY)                                   \
    AST_KIND(alias_seq, AliasSeq, alias, MANY)                                         \
    AST_KIND(withitem_seq, WithItemSeq, withitem, MANY)                                \
    AST_KIND(excepthandler_seq, ExceptHandlerSeq, excepthandler, MANY)                 \
    AST_KIND(comprehension_seq, ComprehensionSeq, comprehension, MANY)                 \
    AST_KIND(match_case_seq, MatchCaseSeq, match_case, MANY)                           \
    AST_KIND(type_ignore_seq, TypeIgnoreSeq, type_ignore, MANY)

/* One C type per field kind, so that FIELD(kind, name) can declare a member. */
#define AST_KIND(kind, ctype, type, many) typedef ctype AstC_##kind;
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

/* ---- what the dumper and the `ast` module need to walk a tree by tables ---------- */

typedef struct AstType {
    const char *name; /* the grammar's */
    enum { AST_NAME, AST_CONSTANT, AST_INT, AST_TOKEN, AST_SUM, AST_PRODUCT } form;
    AstNode first, end;
    size_t size; /* of the C type */
} AstType;
extern const AstType ast_types[AST_TYPE_COUNT];

typedef struct AstField {
    const char *name;
    uint8_t type;        /* AstTypeId */
    bool optional, many; /* of many optional ones each item may be missing */
    uint16_t offset;     /* from the node's address plus the shape's base */
} AstField;

/* All sequences of pointers; those of operators have a byte for each. */
typedef AST_SEQ(void *) AstSeq;

typedef struct AstShape {
    const char *name; /* Python's class name */
    const AstField *fields;
    uint8_t field_count;
    bool has_position;
    uint8_t base; /* where the fields begin: offset of the union `u`, or 0 */
} AstShape;

/* Name and fields of a kind of node; an empty name: there is no such kind. */
AstShape ast_shape(AstNode node);
/* Which of the type's nodes this is, for a sum or a product. */
AstNode ast_node_of(const AstType *type, const void *at);
/* The position of a node of this shape; NULL: it has none. */
AstPos *ast_position(const AstShape *shape, const void *at);

#endif
