"""A text looked at character by character."""

N = 2400


def run(n):
    vowels = 0
    text = "how many vowels are there in this line of text" * 4
    for _ in range(n):
        for c in text:
            if c in "aeiou":
                vowels += 1
    return vowels
