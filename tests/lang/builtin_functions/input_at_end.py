for args in ((), ("prompt> ",)):
    try:
        input(*args)
    except EOFError as e:
        print(e)
