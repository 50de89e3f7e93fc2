from . import pk_inner
__all__ = ["shared"]
shared = pk_inner.VALUE
