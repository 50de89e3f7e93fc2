import io, keyword, tabnanny, token, tokenize
text = 'def f(a):\n    """doc"""\n    x = [1,\n         0x1F, 1_0.5e3j]  # comment\n\n    return rb"q" if a != 1 else f"{a}"\n\nclass C: pass\n'
for t in tokenize.generate_tokens(io.StringIO(text).readline):
    print(token.tok_name[t.exact_type], repr(t.string), t.start)
tokens = list(tokenize.tokenize(io.BytesIO(text.encode()).readline))
print(tokenize.untokenize(tokens).decode() == text, tokenize.untokenize([t[:2] for t in tokens])[:20], tokenize.detect_encoding(io.BytesIO(b"# -*- coding: latin-1 -*-\n").readline))
for bad in "(", '"""a', "if x:\n        a\n    b\n", "$ ? !":
    try:
        print([token.tok_name[t.type] for t in tokenize.generate_tokens(io.StringIO(bad).readline)])
    except (tokenize.TokenError, IndentationError) as error:
        print(type(error).__name__, error.args[0])
with open("t.py", "w") as f:
    f.write("if 1:\n        a\n\tb\n")
tabnanny.check("t.py")
print(keyword.iskeyword("if"), keyword.softkwlist)
