"""Rows over seeds, and the rules of docs/statistics.md for whether one is better than another."""

from math import isnan, nan

import intervals
from columns import AGED, BEST

TRAFFIC = ("seed", "until", "limit", "count", "topology", "traffic")


def same_traffic(settings):
    """Rows with equal values of this have the same traffic."""
    return tuple(sorted((path, value) for path, value in settings.items() if path.split(".")[0] in TRAFFIC))


class Row:
    """Runs that differ only by their seed. A run has `settings`, `figures`, `digest`, `flow_set` and `fixed`."""

    def __init__(self, settings, runs):
        self.settings, self.runs = settings, runs
        self.label = ", ".join(f"{path}={value}" for path, value in settings.items())
        self.traffic = same_traffic(settings)
        self.moves = len({run["digest"] for run in runs}) > 1 if len(runs) > 1 else None
        flows_alike = len({run["flow_set"] for run in runs}) == 1
        is_fixed = len(runs) > 1 and (flows_alike or self.moves is False)
        self.fixed = {one["at"] for one in runs[0]["fixed"] if one["at"] != "traffic"} if is_fixed else set()

    def by_seed(self, name):
        return {run["seed"]: run["figures"][name] for run in self.runs}

    def known(self, name):
        return intervals.known(self.by_seed(name).values())

    def mean(self, name):
        return intervals.mean(self.known(name))

    def half(self, name):
        return nan if self.moves is False else intervals.half_width(self.known(name))


def rows_of(runs):
    """Rows in the order of their first run."""
    groups = {}
    for run in runs:
        settings = {path: value for path, value in run["settings"].items() if path != "seed"}
        groups.setdefault(tuple(settings.items()), []).append(run)
    return [Row(dict(settings), some) for settings, some in groups.items()]


def no_statement(one, other, name, found):
    """The reason why there is no statement about two rows, or None."""
    if one.moves is False and other.moves is False:
        return "the seed changes neither of the two"
    if found["count"] < 2:
        return "one of the two has no value under some seeds" if found["lacks"] else "one seed"
    if one.moves != other.moves:
        return "the seed does not change one of the two"
    if one.fixed != other.fixed:
        return "the seed changes different parts of the two"
    if found["lacks"]:
        return "one of the two has no value under some seeds"
    if name not in AGED:
        return None
    a, b = one.by_seed("unfinished"), other.by_seed("unfinished")
    alike = all(a[seed] == b[seed] for seed in a if seed in b)
    if found["how"] == "unpaired":
        alike = not any([*a.values(), *b.values()])
    return None if alike else "the sides left different numbers of flows undone"


def verdict_at(p, mean):
    if p == 1 and mean == 0:
        return "equal"
    return "undecided" if p >= 0.05 else "less" if mean < 0 else "more"


def difference(one, other, name):
    """`one` minus `other`: paired for the same traffic, or else by Welch's test."""
    test = intervals.paired if one.traffic == other.traffic else intervals.unpaired
    found = test(one.by_seed(name), other.by_seed(name))
    why = no_statement(one, other, name, found)
    if why is not None:
        return {**found, "half": nan, "p": nan, "verdict": "none", "why": why}
    return {**found, "verdict": verdict_at(found["p"], found["mean"]), "why": None}


def leader_of(rows, name):
    """The row with the best mean. None if neither less nor more is better."""
    known = [row for row in rows if not isnan(row.mean(name))]
    if name not in BEST or not known:
        return None
    sign = 1 if BEST[name] == "least" else -1
    return min(known, key=lambda row: sign * row.mean(name))


def has_star(row, rows, name):
    """True if each other row is decided or equal under every seed, and not all are equal."""
    rivals = [one for one in rows if one.traffic == row.traffic]
    leader = leader_of(rivals, name)
    if leader is None or isnan(row.mean(name)):
        return False
    verdicts = {one.label: difference(one, leader, name)["verdict"] for one in rivals if one is not leader and not isnan(one.mean(name))}
    decided = all(verdict in ("less", "more", "equal") for verdict in verdicts.values())
    apart = any(verdict in ("less", "more") for verdict in verdicts.values())
    return decided and apart and verdicts.get(row.label, "equal") == "equal"
