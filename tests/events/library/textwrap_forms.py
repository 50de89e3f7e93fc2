import textwrap
text = "The quick brown-fox jumps over the lazy dog.  Really-long-hyphenated-words and averyveryverylongwordindeed. End!"
for options in {}, {"width": 20}, {"width": 10, "break_long_words": False}, {"width": 30, "initial_indent": "* ", "subsequent_indent": "  "}, {"width": 25, "max_lines": 2}, {"width": 20, "break_on_hyphens": False, "fix_sentence_endings": True}:
    print(textwrap.fill(text, **options))
print(textwrap.dedent("   a\n     b\n\n   c"), textwrap.indent("a\n\nb", "> "), textwrap.shorten(text, 30), textwrap.indent("a\n\nb", ">", lambda line: True))
