present = 1
def __getattr__(name):
    if name == "computed":
        return "computed value"
    raise AttributeError(f"dynamic has no {name}")
def __dir__():
    return ["one", "two"]
