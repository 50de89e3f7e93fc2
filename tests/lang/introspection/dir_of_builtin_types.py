import types

for cls in (object, type, int, bool, float, complex, str, bytes, bytearray, memoryview, list, tuple, dict,
            set, frozenset, range, slice, property, classmethod, staticmethod, super, enumerate, zip, map,
            filter, reversed, BaseException, StopIteration, OSError, SyntaxError, types.FunctionType,
            types.MethodType, types.BuiltinFunctionType, types.CodeType, types.FrameType,
            types.TracebackType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType,
            types.ModuleType, types.CellType, types.MappingProxyType, types.SimpleNamespace,
            types.GenericAlias, types.UnionType, types.NoneType, types.EllipsisType,
            types.NotImplementedType, types.GetSetDescriptorType, types.MemberDescriptorType,
            types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType):
    print(cls.__name__, *dir(cls))
