"""Case of long and of mixed texts: full mappings, final sigmas and changes of width at the edges of what is mapped at once."""
import hashlib
M = 'lower upper title capitalize swapcase casefold'.split()
special = 'ßŉǰΐΰևẖẗẘẙẚẞὐὒὔὖᾀᾈᾳᾼῃῌῳῼﬁﬀﬃﬓİıſΣσςµÿKÅǅǆǄᲀᏰꭰⅷⅧⓐⒶ\u0345\u02b0\u00aa\U00010400\U00010428\ud800\U0001f600'
texts = ['', 'Σ', 'ΑΣ', 'ΑΣ Β', 'ΑΣΒ', 'A.Σ', 'AΣ.B', 'ΣΑΣΣ', "o'neill Σ", '€ÄäÿßµaB cD', 'ÿ', 'µ', 'aKb', 'K' * 300, 'ß' * 300, 'aß' * 200 + '€', 'x' * 255 + 'Σ', 'x' * 256 + 'Σ', 'x' * 255 + 'ΣΣ y' , 'x' * 254 + 'ß€ß' * 3,
         'Ää€Öö' * 90 + '\U00010400', '\U0001044f\U00010400 \U00010428a', 'ǆabc ǄABC ǅx', "they're bill's €", 'ﬁ ﬁx', '1st ⅷ ⓐb', 'aͅ Βͅ', 'İ' * 3, special, ' '.join(special), 'a' + special, special[::-1] * 9]
class S(str): pass
texts.append(S('ΑΣ€'))
for t in texts:
    for m in M:
        r = getattr(t, m)()
        print(m, ascii(t[:6]), len(r), ascii(r) if len(r) < 50 else hashlib.md5(r.encode('utf-8', 'surrogatepass')).hexdigest(), type(r) is str)
for m in M:
    h = hashlib.md5()
    for cp in range(0, 0x20000, 5):
        h.update(getattr('€' + chr(cp) + 'a', m)().encode('utf-8', 'surrogatepass'))
    print(m, h.hexdigest())
    whole = getattr(''.join(map(chr, range(0x110000))), m)()
    print(m, len(whole), hashlib.md5(whole.encode('utf-8', 'surrogatepass')).hexdigest())
