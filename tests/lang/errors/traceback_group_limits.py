# At most 15 exceptions of a group and 10 levels of groups are shown.
deep = ValueError("innermost")
for level in range(12):
    deep = ExceptionGroup(f"level {level}", [deep])
raise ExceptionGroup("many", [ValueError(i) for i in range(18)]) from deep
