if 1:
    break
