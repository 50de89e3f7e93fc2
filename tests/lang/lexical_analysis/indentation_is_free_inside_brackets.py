if True:
    numbers = [1,
2,
          3,

   # a comment at any column
4]
    total = (sum(numbers)
+ 5)
# a comment does not end a block
      # nor does this one
    print(numbers, total)

   
    text = """lines
  of a string
        keep their indentation"""
    print(text)
if True:
	x = 1
	if True:
	    y = 2
	print(x, y)
def f(): return \
1
print(f())
