from ..pk_inner import leaf
from .. import shared
