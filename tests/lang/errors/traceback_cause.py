def low(): return {}["missing"]
def high():
    try:
        low()
    except KeyError as e:
        raise ValueError("high level") from e
high()
