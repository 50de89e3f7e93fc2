import html, html.parser, xml.sax.saxutils


class P(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        print("start", tag, attrs)

    def handle_startendtag(self, tag, attrs):
        print("both", tag)

    def handle_endtag(self, tag):
        print("end", tag)

    def handle_data(self, data):
        print("data", data)

    def handle_comment(self, data):
        print("comment", data)

    def handle_decl(self, decl):
        print("decl", decl)

    def handle_pi(self, data):
        print("pi", data)


p = P()
p.feed("<!DOCTYPE html><p class='a' b>x &amp; y<br/><!-- c --><script>if (a<b) {}</script><?pi x><a href=q>z</p>&#65; &lt <unclosed")
p.close()
print(html.escape("<a href=\"x\">&'"), html.unescape("&eacute;&#x41;&nosuch;&ampx"), xml.sax.saxutils.escape("a<b>&"), xml.sax.saxutils.quoteattr('a"b'))
