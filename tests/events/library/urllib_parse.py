from urllib import parse as u
for url in "http://user:pw@host:80/a/b;p?q=1&q=2#f", "//host/path", "mailto:a@b", "a?b#c", "http://[::1]:8/x", "", "file:///etc", b"http://h/p":
    p = u.urlsplit(url)
    print(p, u.urlunsplit(p), u.urlparse(url).params, p.hostname, p.port, p.username)
print(u.quote("a b/é?"), u.quote_plus("a b&c"), u.unquote("%41%zz%C3%A9"), u.unquote_plus("a+b"), u.urlencode({"a": [1, 2], "b": "x y"}, doseq=True), u.parse_qs("a=1&a=2&b=&c", keep_blank_values=True), u.parse_qsl("x=%31;y=2", separator=";"))
for base, rel in ("http://a/b/c/d", "../g"), ("http://a/b/c", "//h/x"), ("http://a/b?q", "?y"), ("http://a/b/", "g;x#s"), ("", "x"), ("http://a/b/c/d", "../../../../g"):
    print(u.urljoin(base, rel), u.urldefrag(u.urljoin(base, rel) + "#z"))
for bad in lambda: u.urlsplit("http://h:x/").port, lambda: u.urlsplit("http://[::1/"), lambda: u.urlencode(3), lambda: u.parse_qs("a=1", strict_parsing=True, max_num_fields=0):
    try:
        print(bad())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
