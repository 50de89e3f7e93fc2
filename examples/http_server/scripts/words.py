counts = {}
for word in query["text"].split():
    counts[word] = counts.get(word, 0) + 1
for word, n in sorted(counts.items(), key=lambda item: -item[1]):
    print(word, n)
