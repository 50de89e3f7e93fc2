"""Pages taken apart by html.parser, links joined by urllib.parse."""
import urllib.parse
from html.parser import HTMLParser

N = 42
PAGE = "<html><head><title>T</title></head><body>" + "".join(
    '<p class="c%d">text &amp; more <a href="../x/%d?q=a%%20b#f">link</a><br/></p><!-- note -->' % (i, i)
    for i in range(15)) + "</body></html>"


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.text = [], 0

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "href":
                self.links.append(urllib.parse.urljoin("http://example.org/a/b/c", value))

    def handle_data(self, data):
        self.text += len(data)


def run(n):
    total = 0
    for _ in range(n):
        parser = Links()
        parser.feed(PAGE)
        total += parser.text + sum(len(urllib.parse.parse_qs(urllib.parse.urlsplit(u).query)["q"][0]) for u in parser.links)
    return total
