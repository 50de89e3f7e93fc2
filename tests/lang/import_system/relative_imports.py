from support.pkg import relative
print(relative.names)
