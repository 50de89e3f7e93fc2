# -*- coding: latin-1 -*-
print(ascii("é"), b"\xe9", len("é"))
