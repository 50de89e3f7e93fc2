"""Catalogues in XML: parsed to trees, searched, changed, written; the same by SAX and by minidom."""
import io
import xml.dom.minidom
import xml.etree.ElementTree as ET
import xml.sax

N = 9
TEXT = ('<?xml version="1.0"?><catalogue xmlns:x="urn:x">' + "".join(
    f'<book id="b{i}" x:lang="en"><author>Author &amp; {i % 7}</author><title>Title {i}</title><price>{i * 1.5}</price>'
    f"<!-- note --><tags><tag>t{i % 3}</tag><tag>u</tag></tags></book>" for i in range(40)) + "</catalogue>")


class Handler(xml.sax.ContentHandler):
    def __init__(self):
        super().__init__()
        self.depth = self.most = self.text = 0

    def startElement(self, name, attributes):
        self.depth += 1
        self.most = max(self.most, self.depth) + len(attributes)

    def endElement(self, name):
        self.depth -= 1

    def characters(self, content):
        self.text += len(content)


def run(n):
    total = 0
    for i in range(n):
        root = ET.fromstring(TEXT)
        for book in root.iter("book"):
            total += int(float(book.findtext("price"))) + len(book.get("id")) + len(book.findall("tags/tag"))
        total += len(root.findall(".//tag[.='t1']")) + len(root.find("book[@id='b7']"))
        root.remove(root[3])
        ET.SubElement(root, "book", id="new").text = "é<"
        total += len(ET.tostring(root)) + sum(e.tag == "tag" for _, e in ET.iterparse(io.StringIO(TEXT)))
        handler = Handler()
        xml.sax.parseString(TEXT.encode(), handler)
        total += handler.most + handler.text
        if i % 3 == 0:
            document = xml.dom.minidom.parseString(TEXT)
            total += len(document.getElementsByTagName("tag")) + len(document.documentElement.toxml())
    return total
