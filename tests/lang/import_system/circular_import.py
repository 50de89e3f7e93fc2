import support.circular_a
print(support.circular_a.value, support.circular_b.value)
try:
    import support.circular_c
except ImportError as e:
    print(type(e).__name__, str(e).split("(most likely")[0].strip(), "circular" in str(e))
