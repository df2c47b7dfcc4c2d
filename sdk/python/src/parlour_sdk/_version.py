"""Version of the package, which is that of Parlour."""

__version__ = "0.1.0"
