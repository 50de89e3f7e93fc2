"""Broken HTML by html5lib and Beautiful Soup: trees, walkers, serializers, selectors, changes, entities."""
import re

import html5lib
from bs4 import BeautifulSoup, Comment, NavigableString, SoupStrainer
from html5lib import getTreeBuilder, getTreeWalker, serializer
from html5lib.filters import alphabeticalattributes, sanitizer, whitespace

PAGES = ["<!DOCTYPE html><title>T</title><p class='a b'>One<p>Two <b>bold <i>both</b> it</i><table><tr><td>x<td>y</table><br/><img src=a alt=\"b\">", "<table>stray<tr><td>1</table>", "<p>&amp; &lt &copy; &#x41; &bogus; &notit;</p><!-- c --><script>if (a < b) '</p>'</script>", "<svg><circle r=1 /></svg><math><mi>x</mi></math>",
         "<ul><li>a<li>b</ul><select><option>1<option selected>2</select><textarea>\n t</textarea>", "text<body onload=x></html>after", "<a href=1>x<a href=2>y</a>", "<b><p>x</b>y</p>", "<h1>a<h2>b</h1>", "<!-- unclosed <p>", "<p a=1 a=2 b='>' c>", "", "<frameset><frame></frameset>", "<template><td>z</template>"]
for page in PAGES:
    for tree in ("etree", "dom"):
        document = html5lib.parse(page, treebuilder=tree)
        print(tree, serializer.serialize(document, tree=tree, omit_optional_tags=False, quote_attr_values="always"))
    parser = html5lib.HTMLParser(tree=getTreeBuilder("etree"), namespaceHTMLElements=False)
    parser.parse(page)
    print([(position, code) for position, code, _ in parser.errors][:6])
fragment = html5lib.parseFragment("<td>a<p onclick=x>b<script>c</script>  d   <a href='javascript:1'>e", container="div")
walker = getTreeWalker("etree")
print("".join(serializer.HTMLSerializer().serialize(sanitizer.Filter(walker(fragment)))), "".join(serializer.HTMLSerializer(strip_whitespace=True).serialize(whitespace.Filter(alphabeticalattributes.Filter(walker(fragment))))))
print(html5lib.parse("<meta charset=latin-1>\xfc".encode("latin-1"), namespaceHTMLElements=False)[1].text if True else "")
for features in ("html.parser", "html5lib"):
    for page in PAGES[:8]:
        soup = BeautifulSoup(page, features)
        print(features, soup)
    soup = BeautifulSoup(PAGES[0] + "<div id=d><p>in <a href='/1'>l1</a><a href='/2' class=k>l2</a></p><!-- note --></div>", features)
    print(soup.prettify(), soup.title.string, [p.get_text(" ", strip=True) for p in soup.find_all("p")], soup.select("div > p a.k[href^='/']"), soup.select_one("p:nth-of-type(2)"), soup.find(string=re.compile("bold")), soup.find_all(["a", "b"], limit=2), soup.find("p", class_="b").attrs)
    div = soup.find(id="d")
    print(list(div.strings), [type(x).__name__ for x in div.descendants], div.p.a.next_sibling, div.find_previous("td"), div.parent.name, [p.name for p in div.a.parents], div.find(string=lambda t: isinstance(t, Comment)))
    div.p.a.replace_with("text")
    div.insert(0, soup.new_tag("hr", attrs={"x": "y"}))
    div.append(NavigableString("<&>"))
    div.a.unwrap()
    div.hr.wrap(soup.new_tag("span"))
    div.p.string.extract() if div.p.string else div.p.smooth()
    print(div, div.decode(formatter="html"), div.decode(formatter=None), div.encode("ascii"), div.find("nothing"), len(div.contents), div.p.decompose(), div)
print(BeautifulSoup("<a><b/></a>", "html.parser", parse_only=SoupStrainer("b")), BeautifulSoup("<p>ü".encode("utf-16"), "html.parser").original_encoding, BeautifulSoup("<p>“x” — é", "html.parser").encode(formatter="html"))
