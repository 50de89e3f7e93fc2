1
"string"
[print("evaluated")]
print
(lambda: print("called"))()
x = 5; x; print(x)
if x: pass; print("same line")
