"""A walk through libraries for the texts of the web: selectors, addresses, templates, forms, patterns."""
import cssselect
import furl
import orderedmultidict
import parse
import publicsuffix2
import purl
import pystache
import tldextract
import w3lib.html
import w3lib.http
import w3lib.url
import wtforms
from wtforms import validators

translator = cssselect.GenericTranslator()
for selector in "div > p.a:nth-child(2n+1)", "a[href^='x'] ~ b", "li:not(.x):last-child", "e|f", "*:contains('q')", "a:b", "::":
    try:
        print("cssselect", translator.css_to_xpath(selector), cssselect.parse(selector)[0].specificity())
    except cssselect.SelectorError as e:
        print("cssselect", type(e).__name__, e)

print("w3lib", w3lib.url.canonicalize_url("http://example.com/a b?z=1&a=\u00e9#frag"), w3lib.html.remove_tags("<p>a<b>b</b></p>"))
print("w3lib", w3lib.html.replace_entities("&eacute;&#8364;&lt;"), w3lib.http.basic_auth_header("u", "p"))

f = furl.furl("http://u:p@h.com:99/a/b%20c?x=1&x=2#f?z=3")
f.args["y"] = "\u00e9"
f.path /= "d"
f.path.normalize()
print("furl", f, f.query.params.allitems(), f.fragment, f.origin, f.set(port=80).url)
print("purl", purl.URL("http://x/a/b?q=1").query_param("q", 2).add_path_segment("z"), purl.expand("{/a}{?q*}", {"a": "x y", "q": {"k": 1}}))
print("orderedmultidict", orderedmultidict.omdict([(1, 2), (1, 3)]).allitems())
print("publicsuffix2", publicsuffix2.get_sld("www.a.co.uk"), publicsuffix2.get_public_suffix("x.y.example.com"))
print("tldextract", tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)("http://a.b.co.jp/"))

people = {"people": [{"name": "A", "adult": True, "raw": "<b>"}, {"name": "B", "raw": "&"}]}
print("pystache", pystache.render("{{#people}}{{name}} {{^adult}}child{{/adult}}{{& raw}}{{{raw}}}{{raw}}\n{{/people}}", people))

print("parse", parse.parse("It's {}, I love {what:w}!", "It's spam, I love it!"), parse.search("age: {:d}\n", "name\nage: 42\n"))
print("parse", [r.fixed for r in parse.findall(">{}<", "<p>a<b>b</b></p>")], parse.parse("{:tg} {:%} {:f}", "10/2/2011 10:30 AM 50% 3.5"))


class Form(wtforms.Form):
    name = wtforms.StringField("Name", [validators.Length(min=3)])
    age = wtforms.IntegerField("Age", [validators.NumberRange(0, 99)])
    kind = wtforms.SelectField(choices=[("a", "A"), ("b", "B")])
    day = wtforms.DateField()


class Given(dict):
    def getlist(self, key):
        return self[key]


form = Form(Given(name=["xy"], age=["120"], kind=["c"], day=["2026-01-50"]))
print("wtforms", form.validate(), form.errors, form.name(class_="q<>"), form.kind(), form.age.label)
