"""Student's t, intervals and tests over seeds, from their definitions."""

from functools import lru_cache
from math import atan, comb, erfc, floor, fsum, isnan, nan, pi, sqrt

import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(80)


def integral(function, low, high):
    middle, half = (low + high) / 2, (high - low) / 2
    return half * float(np.sum(WEIGHTS * function(middle + half * NODES)))


def two_sided(t, freedom):
    """Probability of a t at least as far from 0. The density is cos^(freedom - 1) of the angle whose tangent is t / sqrt(freedom)."""
    density = lambda angle: np.cos(angle) ** (freedom - 1)
    return integral(density, atan(abs(t) / sqrt(freedom)), pi / 2) / integral(density, 0, pi / 2)


@lru_cache(maxsize=None)
def t_quantile(freedom):
    """The 97.5% quantile of t, by bisection of the angle."""
    low, high = 0.0, pi / 2
    for _ in range(200):
        middle = (low + high) / 2
        t = sqrt(freedom) * np.tan(middle)
        low, high = (middle, high) if two_sided(t, freedom) > 0.05 else (low, middle)
    return sqrt(freedom) * float(np.tan((low + high) / 2))


def known(values):
    return [value for value in values if not isnan(value)]


def mean(values):
    return fsum(values) / len(values) if values else nan


def squared_error(values):
    """Squared standard error of the mean. It is 0 for equal values, although their rounded sum can give another value."""
    if all(value == values[0] for value in values):
        return 0.0
    center = mean(values)
    return fsum((value - center) ** 2 for value in values) / (len(values) - 1) / len(values)


def half_width(values):
    return nan if len(values) < 2 else t_quantile(len(values) - 1) * sqrt(squared_error(values))


def paired(one, other):
    """Compares values seed by seed: mean difference, half of its interval, number of pairs, p, and whether a side lacks a value."""
    seeds = [seed for seed in one if seed in other]
    pairs = [one[seed] - other[seed] for seed in seeds if not isnan(one[seed]) and not isnan(other[seed])]
    lacks = any(isnan(one[seed]) != isnan(other[seed]) for seed in seeds)
    center, half, p = mean(pairs), half_width(pairs), nan
    if len(pairs) >= 2:
        if half == 0:
            p = 1.0 if pairs[0] == 0 else 2 * 0.5 ** len(pairs)
        else:
            p = two_sided(center / sqrt(squared_error(pairs)), len(pairs) - 1)
    return {"how": "paired", "mean": center, "half": half, "count": len(pairs), "p": p, "lacks": lacks}


def unpaired(one, other):
    """Compares two sets of values by Welch's test, with its degrees of freedom rounded down."""
    a, b = known(one.values()), known(other.values())
    found = {"how": "unpaired", "mean": mean(a) - mean(b), "count": min(len(a), len(b))}
    found["lacks"] = len(a) < len(one) or len(b) < len(other)
    if found["count"] < 2:
        return {**found, "half": nan, "p": nan}
    va, vb = squared_error(a), squared_error(b)
    if va + vb == 0:
        p = 1.0 if a[0] == b[0] else min(1.0, 2 / comb(len(a) + len(b), len(a)))
        return {**found, "half": 0.0, "p": p}
    freedom = floor((va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1)))
    error = sqrt(va + vb)
    return {**found, "half": t_quantile(freedom) * error, "p": two_sided(found["mean"] / error, freedom)}


def holm(chances):
    """Adjusts p-values by Holm (1979): the k-th smallest of m, counted from 0, times m - k, and never below an earlier one."""
    order = sorted((k for k, p in enumerate(chances) if not isnan(p)), key=lambda k: chances[k])
    raised, least = [nan] * len(chances), 0.0
    for rank, k in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * chances[k]))
        raised[k] = least
    return raised


def order_statistics(values, q):
    """The quantile at index floor(q n), and the values of its interval with a confidence of at least 95%."""
    ranked, n = sorted(values), len(values)
    if n == 0:
        return {"value": nan, "low": nan, "high": nan}
    below = [fsum(comb(n, j) * q**j * (1 - q) ** (n - j) for j in range(k)) for k in range(n + 1)]
    low = max((k for k in range(1, n + 1) if below[k] <= 0.025), default=0)
    high = min((k for k in range(1, n + 1) if below[k] >= 0.975), default=0)
    return {
        "value": ranked[min(n - 1, floor(q * n))],
        "low": ranked[low - 1] if low else nan,
        "high": ranked[high - 1] if high else nan,
    }


def rotated(word, by):
    return ((word << by) | (word >> (32 - by))) & 0xFFFFFFFF


def murmur3(words, seed):
    """MurmurHash3_x86_32 of 32-bit words."""
    h = seed
    for word in words:
        k = rotated(word * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
        h = (rotated(h ^ k, 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= 4 * len(words)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ h >> 16


def sfc32(a, b, c):
    """Chris Doty-Humphrey's generator sfc32, after the 15 initial rounds of PractRand."""
    count = 1
    for step in range(2**62):
        drawn = (a + b + count) & 0xFFFFFFFF
        count = (count + 1) & 0xFFFFFFFF
        a, b, c = b ^ b >> 9, (c + (c << 3)) & 0xFFFFFFFF, (rotated(c, 21) + drawn) & 0xFFFFFFFF
        if step >= 15:
            yield drawn


@lru_cache(maxsize=None)
def resampled_places(n, resamples=10_000):
    """The indices that each resample draws from n values: the low bits of the stream (n, "bootstrap"), if they are below n."""
    purpose = "bootstrap"
    words = [n, 0, *map(ord, purpose), len(purpose), 0, 0]
    stream = sfc32(*(murmur3(words, seed) for seed in (1, 2, 3)))
    mask = (1 << (n - 1).bit_length()) - 1
    drawn = (bits & mask for bits in stream)
    kept = (place for place in drawn if place < n)
    return np.array([next(kept) for _ in range(n * resamples)]).reshape(resamples, n)


def resampled(values):
    """Expanded bootstrap percentiles of Hesterberg (2015), 5.3, at the probability that a normal value exceeds t sqrt(n / (n - 1))."""
    n = len(values)
    if n < 2:
        return {"low": nan, "high": nan}
    means = np.sort(np.array(values)[resampled_places(n)].mean(axis=1))
    beyond = t_quantile(n - 1) * sqrt(n / (n - 1))
    cut = floor(erfc(beyond / sqrt(2)) / 2 * len(means))
    return {"low": float(means[cut]), "high": float(means[len(means) - 1 - cut])}
