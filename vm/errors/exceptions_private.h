/* exceptions_private.h - what exceptions.c, exceptions_more.c and exception_group.c
 * share. */
#ifndef MINIPY_VM_ERRORS_EXCEPTIONS_PRIVATE_H
#define MINIPY_VM_ERRORS_EXCEPTIONS_PRIVATE_H

#include "vm/errors/exceptions.h"

/* Slots and methods of BaseException, which others inherit or call first. */
Value exception_base_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                         Value kwnames);
int exception_base_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames);
Value exception_base_str(MinipyVM *vm, Value self);
Value exception_reduce(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames);
Value exception_reduce_args(MinipyVM *vm,
                            Value self); /* the args tuple for __reduce__ */
/* __doc__ of a class, static. */
const char *exception_doc(ExcId id);
extern const MethodDef attribute_error_methods[], import_error_methods[];

/* Of OSError: new picks the subclass by errno. */
Value os_error_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                   Value kwnames);
int os_error_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                  Value kwnames);
Value os_error_str(MinipyVM *vm, Value self);
extern const MemberDef os_error_members[];
extern const GetSetDef os_error_getsets[];
extern const MethodDef os_error_methods[];
/* Of SyntaxError. */
int syntax_error_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                      Value kwnames);
Value syntax_error_str(MinipyVM *vm, Value self);
extern const MemberDef syntax_error_members[];
extern const MemberDef unicode_error_members[];
/* Puts init and str of the UnicodeError id into spec. */
void unicode_error_traits(ExcId id, TypeSpec *spec);

/* Of BaseExceptionGroup: new decides for ExceptionGroup by what is in it. */
Value exception_group_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                          Value kwnames);
Value exception_group_str(MinipyVM *vm, Value self);
extern const MemberDef exception_group_members[];
extern const MethodDef exception_group_methods[];

/* of the type model: the __dict__ getset of types with an InstHead */
Value inst_dict_get(MinipyVM *vm, Value self, void *closure);
int inst_dict_set(MinipyVM *vm, Value self, Value value, void *closure);

#endif
