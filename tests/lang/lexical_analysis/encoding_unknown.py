# coding: no-such-codec
print("never")
