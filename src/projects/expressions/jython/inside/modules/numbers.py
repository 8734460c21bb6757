"""numbers of Python 2.7: what is a number."""


class _Kind(tuple):
    def register(self, subclass):
        pass


Number = Complex = _Kind((int, long, float, complex))
Integral = int
