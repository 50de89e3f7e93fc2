"""Searching and replacing in long texts: hundreds of events a second."""

N = 46


def run(n):
    text = "abcdefghij" * 5000
    total = 0
    for i in range(n):
        total += text.count("ij") + text.find("ja") + len(text.replace("cd", "C"))
    return total
