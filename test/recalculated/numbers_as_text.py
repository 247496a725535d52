"""Numbers as xoff prints them: units, digits and commas (docs/statistics.md, "Every number that is printed").

Rounding applies to the exact binary value, with halves away from zero. A sum of the same values in another order can differ in its last bit, so a
printed number may be the rounding of either neighbour.
"""

from decimal import ROUND_HALF_UP, Decimal
from math import isnan

NANOSECONDS = [("ps", 1e-3), ("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
BYTES = [("B", 1.0), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)]
BINARY = [("B", 1.0), ("KiB", 2.0**10), ("MiB", 2.0**20), ("GiB", 2.0**30), ("TiB", 2.0**40)]
RATES = [("bps", 1.0), ("Kbps", 1e3), ("Mbps", 1e6), ("Gbps", 1e9), ("Tbps", 1e12)]


def neighbours(value):
    """The value, and the values that another order of its sum can give."""
    return (value, value * (1 - 1e-12), value * (1 + 1e-12))


def digits(value, count):
    """The value, rounded to `count` significant digits."""
    if value == 0:
        return 0.0
    exact = Decimal(value)
    return float(exact.quantize(Decimal(1).scaleb(exact.adjusted() - count + 1), ROUND_HALF_UP))


def plain(value):
    """The value as text without exponent and trailing zeros."""
    if value == int(value):
        return str(int(value))
    return format(Decimal(repr(value)), "f")


def fixed(value, places):
    text = str(Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))
    return text


def whole(value):
    return f"{int(Decimal(value).quantize(Decimal(1), ROUND_HALF_UP)):,}"


def percent(share):
    return f"{fixed(share * 100, 1)}%"


def in_unit(value, size):
    """A quantity in a unit that several values share."""
    scaled = value / size
    return plain(digits(scaled, 4)) if abs(scaled) < 1000 else whole(scaled)


def common_unit(values, scale):
    """The largest unit in which more than half of the values other than 0 are at least 1. It is larger if a value would reach a million."""
    known = [abs(value) for value in values if not isnan(value) and value != 0]
    if scale is BYTES and known and all(one % 1024 == 0 for one in known) and any(one % 1000 != 0 for one in known):
        scale = BINARY
    fitting = [
        (name, size)
        for name, size in scale
        if 2 * sum(digits(one / size, 4) >= 1 for one in known) > len(known) or max(known, default=0) >= 1000 * size
    ]
    return fitting[-1] if fitting else scale[0]


def with_own_unit(value, scale):
    """A single quantity in the largest unit in which it is at least 1."""
    name, size = scale[0]
    for next_name, next_size in scale[1:]:
        if abs(digits(value / size, 4)) * size < next_size:
            break
        name, size = next_name, next_size
    return f"{plain(digits(value / size, 4))} {name}"


def time_alone(ns):
    return with_own_unit(ns, NANOSECONDS)


def bytes_alone(value):
    """Chooses between powers of 1,000 and of 1,024: the one that is exact in fewer digits. If neither is exact, powers of 1,000."""
    decimal, binary = with_own_unit(value, BYTES), with_own_unit(value, BINARY)

    def exact(text, scale):
        number, unit = text.split(" ")
        return float(number) * dict(scale)[unit] == value

    def length(text):
        return sum(char.isdigit() for char in text.split(" ")[0])

    shorter = not exact(decimal, BYTES) or length(binary) < length(decimal)
    return binary if exact(binary, BINARY) and shorter else decimal
