"""Markdown by three programs: Python-Markdown with its extensions, mistune, commonmark."""
import commonmark
import markdown
import mistune

TEXT = """# Title {#id .cls}

Some *em*, **strong**, ***both***, `code`, ``a`b``, [link](http://a.example "t"), ![img](i.png), <http://auto.example>, &copy; &amp; 1 < 2, \\*no\\*.
Hard  
break, [ref][r], [r], http://bare.example, a_b_c, ~~gone~~, H~2~O, x^2^, footnote[^1], *[HTML]: Hyper.

[r]: http://r.example 'T'
[^1]: The note
    goes on.

*[HTML]: Hyper Text

> quote
> > nested
>
> - in quote

* a
    * b

      para
* c
1. one
2. two
   - mixed

- [ ] todo
- [x] done

Term
:   Definition

| a | b |
|:--|--:|
| 1 | `|` |

    indented <code>

```python
def f(): pass
```

~~~
tilde
~~~

<div markdown="1">
*inside*
</div>

Setext
======

---

!!! note "Admonition"
    text

[TOC]

Last "quotes" -- and 'dashes' --- ... <span>html</span>
"""
print(markdown.markdown(TEXT))
md = markdown.Markdown(extensions=["extra", "toc", "admonition", "smarty", "sane_lists", "nl2br", "wikilinks", "meta", "codehilite", "legacy_em"], extension_configs={"codehilite": {"use_pygments": False}})
print(md.convert("title: Meta\nlist: a\n    b\n\n" + TEXT + "\n[[Wiki Page]]"), md.Meta, md.toc_tokens)
print(markdown.markdown(TEXT, output_format="xhtml", tab_length=2))


class Shout(markdown.extensions.Extension):
    def extendMarkdown(self, md):
        class Upper(markdown.preprocessors.Preprocessor):
            def run(self, lines):
                return [line.upper() for line in lines]
        md.preprocessors.register(Upper(md), "upper", 5)
        md.inlinePatterns.register(markdown.inlinepatterns.SimpleTagInlineProcessor(r"()\+\+(.*?)\+\+", "ins"), "ins", 175)


print(markdown.markdown("say ++this++ *loud*", extensions=[Shout()]))
print(mistune.html(TEXT))
parse = mistune.create_markdown(escape=False, plugins=["strikethrough", "footnotes", "table", "url", "task_lists", "def_list", "abbr"])
print(parse(TEXT))
tree = mistune.create_markdown(renderer=mistune.AstRenderer())
print(tree("# a\n- b *c*\n"))
print(commonmark.commonmark(TEXT), commonmark.commonmark("# a\n*b* [c](d)", "json"), commonmark.commonmark("# a\n*b*", "rst"))
for odd in ("[" * 50 + "a", "*a **b* c**", "<" * 20, "`" * 7 + "x", "- \n-\n\n -", "\\", "a\t\tb", "[a](<b c>)", "![[[]]](x)", "***a* b**", "&#0; &#x110000; &bogus;", "1) a\n2) b", "#\ta #", "> a\nb\n- c\nd", "[x]: <y> 'z'\n[x]"):
    print(repr(odd), markdown.markdown(odd), mistune.html(odd), commonmark.commonmark(odd), sep="\n")
