from __future__ import annotations
import __future__

exec("def f(a: none_such): pass\nprint(f.__annotations__)")
code = compile("def f(a: 1 + 1): pass\nprint(f.__annotations__)", "f", "exec")
exec(code)
print(bool(code.co_flags & __future__.annotations.compiler_flag))
exec(compile("def f(a: 1 + 1): pass\nprint(f.__annotations__)", "f", "exec", dont_inherit=True))
exec(compile("1 <> 2", "f", "exec", flags=__future__.barry_as_FLUFL.compiler_flag))
try:
    compile("1 != 2", "f", "exec", flags=__future__.barry_as_FLUFL.compiler_flag)
except SyntaxError as e:
    print(e.msg)
for name in __future__.all_feature_names:
    feature = getattr(__future__, name)
    print(name, feature.getOptionalRelease()[:3], feature.getMandatoryRelease())
