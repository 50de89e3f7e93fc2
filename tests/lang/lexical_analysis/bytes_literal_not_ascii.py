print("never")
x = b'é'
