import sys
try:
    sys.exit(3)
finally:
    print("cleanup")
