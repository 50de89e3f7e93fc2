# The room that ancillary data takes; services and interfaces that are not there; messages without a catalogue.
import _locale
import _socket as s
def t(f,*a):
    try: print(f.__name__,a, repr(f(*a)))
    except BaseException as e: print(f.__name__,a,type(e).__name__,e)
for n in (0,1,7,8,2**31-1,2**31-17,2**31-16,2**31-24,2**31-25,2**31-18,2**31-33,-1,2**70): t(s.CMSG_LEN,n); t(s.CMSG_SPACE,n)
t(s.if_nametoindex, "no such thing"), t(s.if_indextoname, 0), t(s.if_indextoname, -1), t(s.if_indextoname, 2**70)
t(s.if_indextoname, "x"), t(s.getprotobyname, "no such thing"), t(s.getprotobyname, "x\0"), t(s.getservbyname, "no such thing")
t(s.getservbyport, -1), t(s.getservbyport, 65536), t(s.getservbyport, 2**40), t(s.getservbyname, "http", None)
t(_locale.textdomain,None);t(_locale.textdomain,'');t(_locale.textdomain,'foo');t(_locale.textdomain,None);t(_locale.bindtextdomain,'','x');t(_locale.bindtextdomain,'foo','/tmp');t(_locale.bindtextdomain,'foo',None);t(_locale.gettext,'hi');t(_locale.dgettext,None,'hi');t(_locale.bind_textdomain_codeset,'foo',None);t(_locale.bind_textdomain_codeset,'foo','utf-8');t(_locale.bind_textdomain_codeset,'foo',None); t(_locale.gettext,'a\0');t(_locale.gettext,'\udc80');t(_locale.gettext,'é')
for f,a in ((_locale.textdomain,(3,)),(_locale.bindtextdomain,(3,4)),(_locale.bindtextdomain,('a',4)),(_locale.dcgettext,(None,3,4)),(_locale.dcgettext,(3,'',4)),(_locale.dcgettext,(None,'',None)),(_locale.bind_textdomain_codeset,(None,3)),(_locale.bind_textdomain_codeset,('a',3)),(_locale.gettext,(None,)),(_locale.gettext,()),(_locale.dgettext,(1,1,1)),(_locale.dgettext,(1,1)),(_locale.textdomain,('a\0',)),(_locale.bindtextdomain,('a',b'/x')),(_locale.bindtextdomain,('a','/x\0'))): t(f,*a)
