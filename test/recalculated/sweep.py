"""Checks `xoff sweep stats`: means, quantiles and differences of one column, as text and as JSON."""

import csv
import json
from math import isnan

import intervals
from columns import AGED, NAMES
from numbers_as_text import digits, fixed, neighbours, plain
from over_seeds import difference, rows_of, verdict_at
from printed import cells


def shown(value):
    return "-" if isnan(value) else plain(digits(value, 4))


def texts(values):
    """All texts that rounding allows for numbers shown together, such as an interval."""
    some = [""]
    for k, value in enumerate(values):
        some = [f"{text}{' to ' if k else ''}{shown(near)}" for text in some for near in neighbours(value)]
    return ["-"] if any(isnan(value) for value in values) else list(dict.fromkeys(some))


class Sweep:
    """The collected rows of a sweep. Their `fixed` is that of the comparison's run with the same digest."""

    def __init__(self, path, comparison):
        self.path = path
        known = {one["digest"]: one for one in comparison.runs}
        with open(path, newline="", encoding="utf8") as file:
            lines = list(csv.DictReader(file))
        paths = list(lines[0])[: list(lines[0]).index("run")]
        self.runs = []
        for line in lines:
            figures = {name: float(line[name]) if line[name] else float("nan") for name in NAMES if name in line}
            settings = {path: line[path] for path in paths}
            run = {"settings": settings, "seed": int(line["seed"]), "figures": figures, "known": known.get(line["digest"])}
            self.runs.append({**run, "digest": line["digest"], "flow_set": line["flow_set"], "fixed": known[line["digest"]]["fixed"]})
        self.rows = rows_of(self.runs)

    def check_rows(self, findings):
        """Compares the rows with numbers from the tables of the comparison's runs."""
        for run in self.runs:
            for name, value in run["figures"].items():
                findings.number(f"{self.path}, {run['settings']}", name, value, run["known"]["figures"][name])

    @staticmethod
    def axis(stats):
        """Path and value of `--against`."""
        return stats["against"].split("=", 1)

    def statistics(self, column, against):
        """Statistics of each point, compared with the point that has `against` and otherwise the same settings."""
        axis, value = self.axis({"against": against})
        found = []
        for row in self.rows:
            values = row.known(column)
            center, half = intervals.mean(values), row.half(column)
            still = row.moves is False
            nothing = {"low": float("nan"), "high": float("nan")}
            flows, left = (sum(row.by_seed(name).values()) for name in ("flows", "unfinished"))
            point = {"row": row, "mean": {"mean": center, "low": center - half, "high": center + half, "count": len(values)}}
            point["done"] = 1 - left / flows if flows else float("nan")
            point["bootstrap"] = nothing if still else intervals.resampled(values)
            for name, q in (("median", 0.5), ("p90", 0.9)):
                point[name] = intervals.order_statistics(values, q)
                point[name] = {**point[name], **nothing} if still else point[name]
            other = next((one for one in self.rows if one.settings == {**row.settings, axis: value}), None)
            point["difference"] = None if other is row else {"against": other.label, **difference(row, other, column)}
            found.append(point)
        compared = [point["difference"] for point in found if point["difference"]]
        for one, p in zip(compared, intervals.holm([one["p"] for one in compared])):
            one["holm"] = p
            one["verdict"] = "none" if one["why"] else verdict_at(p, one["mean"])
        return found

    def check(self, stats, findings):
        points = self.statistics(stats["column"], stats["against"])
        where = f"{self.path}, {stats['column']}"
        self.check_json(f"{where}, --json", json.loads(stats["json"]), points, findings)
        self.check_text(where, stats, points, findings)

    def check_json(self, where, stored, points, findings):
        findings.same(where, "points", [one["label"] for one in stored], [point["row"].label for point in points])
        for one, point in zip(stored, points):
            at = f"{where}, {one['label']}"
            findings.same(at, "moves", one["moves"], point["row"].moves)
            findings.number(at, "flows done", one["done"], point["done"])
            for name, fields in (
                ("mean", ("mean", "low", "high", "count")),
                ("bootstrap", ("low", "high")),
                ("median", ("value", "low", "high")),
                ("p90", ("value", "low", "high")),
            ):
                for field in fields:
                    findings.number(at, f"{name}, {field}", one[name][field], point[name][field])
            told, found = one["difference"], point["difference"]
            findings.same(at, "has a difference", told is not None, found is not None)
            if told is None or found is None:
                continue
            for field in ("mean", "half", "count", "p", "holm"):
                findings.number(at, f"difference, {field}", told[field], found[field])
            for field in ("against", "how", "verdict", "why"):
                findings.same(at, f"difference, {field}", told[field], found[field])

    def check_text(self, where, stats, points, findings):
        blocks = [block.split("\n") for block in stats["text"].rstrip("\n").split("\n\n")]
        column = stats["column"]
        findings.same(where, "column", blocks[0][0].split(" ")[0], column)
        aged = column in AGED and any(point["done"] < 1 for point in points)
        for row, point in zip(cells(blocks[1])[1:], points):
            findings.same(where, "point", row[0], point["row"].label)
            done = [fixed(100 * point["done"], 1) + "%"] if aged else []
            findings.same(where, f"{row[0]}: n and flows done", row[1 : 2 + aged], [str(point["mean"]["count"]), *done])
            mean, boot, median, p90 = (point[name] for name in ("mean", "bootstrap", "median", "p90"))
            expected = [
                ("mean", [mean["mean"]]),
                ("95%", [mean["low"], mean["high"]]),
                ("resampled", [boot["low"], boot["high"]]),
                ("median", [median["value"]]),
                ("95% of the median", [median["low"], median["high"]]),
                ("p90", [p90["value"]]),
                ("95% of p90", [p90["low"], p90["high"]]),
            ]
            for text, (what, values) in zip(row[2 + aged :], expected):
                findings.one_of(where, f"{row[0]}: {what}", text, texts(values))
        compared = [point for point in points if point["difference"]]
        found = next((block[1:] for block in blocks if block[0].startswith("Against ")), None)
        findings.same(where, "differences are there", found is not None, bool(compared))
        for row, point in zip(cells(found)[1:] if found else [], compared):
            self.check_difference(where, row, point, findings)

    def check_difference(self, where, row, point, findings):
        one, label = point["difference"], point["row"].label
        findings.same(where, "point compared", row[0], label)
        findings.same(where, f"{label}: pairs", row[1], f"{one['count']}{'' if one['how'] == 'paired' else ' (unpaired)'}")
        findings.one_of(where, f"{label}: difference", row[2], texts([one["mean"]]))
        ends = texts([one["mean"] - one["half"], one["mean"] + one["half"]])
        findings.one_of(where, f"{label}: interval of the difference", row[3], ["every seed"] if one["half"] == 0 else ends)
        chances = ["-"] if isnan(one["holm"]) else [plain(digits(near, 2)) for near in neighbours(one["holm"])]
        findings.one_of(where, f"{label}: p (Holm)", row[4], chances)
        said = f"no decision: {one['why']}" if one["why"] else one["verdict"]
        findings.same(where, f"{label}: verdict", row[5], said)
