import sys
def divide(a, b):
    quotient = a / b
    return quotient
def call(n):
    value = n + 1
    return divide(value, n)
if __name__ == "__main__":
    print("args", sys.argv[1:])
    call(0)
