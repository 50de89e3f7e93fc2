def f(n):
    log = []
    try:
        log.append("try")
        if n == 1: raise ValueError
        if n == 2: raise KeyError
        if n == 3: return log
    except ValueError:
        log.append("value")
    except (KeyError, TypeError) as e:
        log.append(type(e).__name__)
    else:
        log.append("else")
    finally:
        log.append("finally")
    log.append("end")
    return log
print(f(0), f(1), f(2), f(3))
