"""Arguments, messages and reprs of itertools."""
import itertools as I


def show(text):
    """What an expression gives: its repr, or its exception."""
    try:
        print(text, "->", repr(eval(text)))
    except Exception as e:
        print(text, "!", type(e).__name__, e)


for text in """\
list(I.chain(1))
I.chain.from_iterable(1)
I.combinations_with_replacement([1],-1)
I.count('a')
I.count(1,'a')
I.count(1.5,2)
I.count()
I.count(3)
I.count(3,2)
I.count(step=2)
I.count(1,2,3)
I.count(10**30)
I.cycle()
I.cycle(1)
I.cycle(a=1)
I.dropwhile()
I.dropwhile(1,2)
I.dropwhile(a=1)
I.filterfalse(None)
I.pairwise()
I.pairwise(1)
I.pairwise(a=1)
I.product(1)
I.product([1],repeat=-1)
I.product([1],repeat='a')
I.product([1],foo=1)
I.repeat()
I.repeat(1,'a')
I.repeat(1)
I.repeat(1,2)
I.repeat(1,-2)
I.repeat(1,times=-2)
I.repeat(object=1)
I.repeat(1,2,3)
I.repeat(1).__length_hint__()
I.repeat(1,2).__length_hint__()
I.starmap()
list(I.starmap(pow,[1]))
I.starmap(pow,1)
I.takewhile(1)
I.tee()
I.tee(1)
I.tee([],-1)
I.tee([],0)
I.tee([],'a')
I.zip_longest(1)
I.zip_longest([1],foo=1)
I._tee
I._tee_dataobject
I._grouper
I._tee_dataobject([],[],1)
I._tee(1)
I._grouper(1,2)
type(I.chain.__new__)
I.chain[int]
I.islice[int]
I.dropwhile(1)
I.chain().__setstate__(1)
I.chain().__setstate__((1,))
I.islice([1],1).__setstate__('a')
I.tee([1],2,3)
I.tee([1],n=2)
list(I.accumulate([1,'a']))
""".splitlines():
    show(text)
