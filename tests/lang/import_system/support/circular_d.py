from .circular_c import late
