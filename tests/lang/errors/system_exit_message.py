import sys
print("before")
sys.exit("error: nothing to do")
