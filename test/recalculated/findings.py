"""Collects the compared values and the differences."""

from math import isclose, isnan

from numbers_as_text import neighbours


class Findings:
    def __init__(self):
        self.checked, self.differences = 0, []

    def differs(self, where, what, printed, expected):
        self.differences.append({"where": where, "what": what, "printed": printed, "expected": expected})

    def same(self, where, what, printed, expected):
        """Compares texts or whole numbers."""
        self.checked += 1
        if printed != expected:
            self.differs(where, what, str(printed), str(expected))

    def text(self, where, what, printed, value, written, missing="-"):
        """Checks that `printed` is the text that `written` makes of the value, or `missing` for NaN."""
        self.one_of(where, what, printed, [missing] if isnan(value) else [written(one) for one in neighbours(value)])

    def one_of(self, where, what, printed, accepted):
        """Checks that `printed` is one of the texts that rounding allows."""
        self.checked += 1
        if printed not in accepted:
            self.differs(where, what, printed, accepted[0])

    def number(self, where, what, found, expected):
        """Compares a number of a file, where null or an empty cell means NaN."""
        self.checked += 1
        found = float("nan") if found is None else float(found)
        both = isnan(found) and isnan(expected)
        if not both and not isclose(found, expected, rel_tol=1e-9, abs_tol=1e-15):
            self.differs(where, what, found, expected)
