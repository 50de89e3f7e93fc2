__all__ = ["missing"]
