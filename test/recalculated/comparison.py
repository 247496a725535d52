"""Checks a comparison over seeds: compare.csv, compare.json, over-seeds.csv, the output of `xoff compare` and the page of `xoff report`."""

import csv
import json
import re
from math import isnan, nan
from os.path import join

from columns import BEST, HEADS, NAMES, number, unit_of, with_unit
from numbers_as_text import BINARY, BYTES, NANOSECONDS, RATES, digits, neighbours, plain
from one_run import Run, Times
from over_seeds import difference, has_star, leader_of, rows_of, same_traffic
from printed import Page, cells

UNITS = {name: size for scale in (NANOSECONDS, BYTES, BINARY, RATES) for name, size in scale}


def cell(unit, name, row):
    """All texts that rounding allows for a mean, half of its interval in percent, and the number of seeds with a value."""
    mean, half, known = row.mean(name), row.half(name), len(row.known(name))
    if isnan(mean):
        return ["-"]
    some = f" ({known} of {len(row.runs)})" if known < len(row.runs) else ""
    bare = isnan(half) or half == 0 or mean == 0 or name == "deadlock"
    shares = [""] if bare else [f" ±{plain(digits(one, 2))}%" for one in neighbours(100 * half / abs(mean))]
    return [with_unit(name, unit, one) + share + some for one in neighbours(mean) for share in shares]


def difference_cell(unit, name, row, rows, star="*", named=True):
    """The difference between a row and the best one. The best row itself has the text "least" or "most"."""
    rivals = [one for one in rows if one.traffic == row.traffic]
    mark = star if has_star(row, rows, name) else ""
    if name not in BEST or isnan(row.mean(name)):
        return ["-"]
    leader = leader_of(rivals, name)
    if leader is row:
        return [BEST[name] + mark]
    found = difference(row, leader, name)
    sign = "+" if found["mean"] > 0 else ""
    if name == "deadlock":
        name = "marked_share"
    means = [with_unit(name, unit, one) if named else number(name, unit[1], one) for one in neighbours(found["mean"])]
    halves = [f" ±{number(name, unit[1], one)}" for one in neighbours(found["half"])] if found["half"] > 0 else [""]
    return [sign + mean + half + mark for mean in means for half in halves]


class Comparison:
    def __init__(self, folder):
        self.folder = folder
        with open(join(folder, "compare.json"), encoding="utf8") as file:
            self.stored = json.load(file)
        self.runs = []
        for row in self.stored["rows"]:
            run = Run(join(folder, row["folder"]))
            one = {"settings": row["settings"], "seed": int(row["settings"]["seed"]), "run": run, "figures": run.figures()}
            self.runs.append({**one, **{name: row[name] for name in ("digest", "flow_set", "fixed", "ending")}})
        for one in self.runs:
            one["figures"].update(self.common_figures(one))
        self.rows = rows_of(self.runs)
        self.marks = self.marks_of_equal_runs()
        self.paths = [path for path in self.stored["vary"] if path != "seed"]

    def common_figures(self, one):
        """The mean over flows that are done in every complete run with the same traffic."""
        traffic = same_traffic(one["settings"])
        rivals = [other for other in self.runs if same_traffic(other["settings"]) == traffic and other["ending"] != "interrupted"]
        flows = one["run"].counted.set_index("flow")
        flows = flows[flows.fct_ns.notna()]
        for other in rivals:
            done = other["run"].counted.set_index("flow")
            done = done[done.fct_ns.notna()].start_ns.reindex(flows.index)
            flows = flows[done == flows.start_ns]
        times = Times(flows)
        return {
            "common_flows": times.n,
            **{f"common_fct_{which}_ns": Times.of(times.fct, which) for which in ("mean", "p99")},
            **{f"common_slowdown_{which}": Times.of(times.slowdown, which) for which in ("mean", "p99")},
        }

    def check_files(self, findings):
        with open(join(self.folder, "compare.csv"), newline="", encoding="utf8") as file:
            table = list(csv.DictReader(file))
        findings.same(self.folder, "rows of compare.csv", len(table), len(self.runs))
        for row, one, stored in zip(table, self.runs, self.stored["rows"]):
            where = f"{self.folder}, compare.csv, {stored['label']}"
            findings.same(where, "digest", row["digest"], one["run"].summary["digest"])
            for name in NAMES:
                findings.number(where, name, row[name] or None, one["figures"][name])
                findings.number(where.replace("csv", "json"), name, stored["figures"][name], one["figures"][name])
        with open(join(self.folder, "over-seeds.csv"), newline="", encoding="utf8") as file:
            self.check_over_seeds(list(csv.DictReader(file)), findings)
        self.check_stored(self.stored["over_seeds"], findings)

    def difference_of(self, row, name):
        """The difference from the best row with the same traffic, and that row. None for that row itself, and for columns without a best value."""
        leader = leader_of([one for one in self.rows if one.traffic == row.traffic], name)
        if leader is None or leader is row or isnan(row.mean(name)):
            return None
        return {"to": leader.label, **difference(row, leader, name)}

    def check_over_seeds(self, lines, findings):
        findings.same(self.folder, "lines of over-seeds.csv", len(lines), len(self.rows) * len(NAMES))
        for row in self.rows:
            own = [line for line in lines if all(line[path] == value for path, value in row.settings.items())]
            findings.same(self.folder, "lines of a row in over-seeds.csv", len(own), len(NAMES))
            for line in own:
                name = line["column"]
                where = f"{self.folder}, over-seeds.csv, {row.label}, {name}"
                findings.same(where, "seeds", line["seeds"], str(len(row.runs)))
                findings.same(where, "moves", line["moves"], str(row.moves).lower())
                findings.same(where, "count", line["count"], str(len(row.known(name))))
                findings.same(where, "best", line["best"], str(has_star(row, self.rows, name)).lower())
                findings.number(where, "mean", line["mean"] or None, row.mean(name))
                findings.number(where, "half", line["half"] or None, row.half(name))
                found = self.difference_of(row, name)
                empty = {"to": "", "how": "", "count": nan, "mean": nan, "half": nan, "p": nan, "verdict": "", "why": None}
                expected = found or empty
                for column, of in (("against", "to"), ("how", "how"), ("verdict", "verdict"), ("why", "why")):
                    findings.same(where, column, line[column], expected[of] or "")
                for column, of in (("pairs", "count"), ("difference", "mean"), ("difference_half", "half"), ("p", "p")):
                    findings.number(where, column, line[column] or None, expected[of])

    def check_stored(self, stored, findings):
        findings.same(self.folder, "rows over seeds", [one["label"] for one in stored], [row.label for row in self.rows])
        for one, row in zip(stored, self.rows):
            findings.same(self.folder, f"{row.label}: best", sorted(one["best"]), sorted(name for name in NAMES if has_star(row, self.rows, name)))
            for name in NAMES:
                where = f"{self.folder}, compare.json, {row.label}, {name}"
                findings.number(where, "mean", one["figures"][name]["mean"], row.mean(name))
                findings.number(where, "half", one["figures"][name]["half"], row.half(name))
                found, told = self.difference_of(row, name), one["differences"].get(name)
                findings.same(where, "has a difference", told is not None, found is not None)
                for field in ("mean", "half", "p", "count"):
                    findings.number(where, f"difference, {field}", told and told[field], found[field]) if found else None
                for field in ("verdict", "why", "how"):
                    findings.same(where, f"difference, {field}", told and told[field], found[field]) if found else None

    def units(self):
        return {name: unit_of(name, [row.mean(name) for row in self.rows]) for name in NAMES}

    def run_units(self):
        return {name: unit_of(name, [one["figures"][name] for one in self.runs]) for name in NAMES}

    def check_text(self, text, findings):
        """Checks three tables: runs, means and differences. The values that all rows share are below each table."""
        where = f"{self.folder}, printed"
        blocks = [block.split("\n") for block in text.rstrip("\n").split("\n\n")]
        heads = self.paths + ["seed"]
        runs = next(block for block in blocks if block[0].split()[: len(heads)] == heads)
        means = next(block for block in blocks if block[0].split()[: len(self.paths)] == self.paths and block is not runs)
        rest = blocks[blocks.index(means) + 1 :]
        differences = [block for block in rest if block[0].split()[: len(self.paths)] == self.paths]
        units, run_units = self.units(), self.run_units()
        of_run = lambda one, name: [
            "-" if isnan(one["figures"][name]) else with_unit(name, run_units[name], value) for value in neighbours(one["figures"][name])
        ]
        self.check_block(where, runs, heads, self.runs, of_run, findings)
        starred = lambda row, name: [text + ("*" if has_star(row, self.rows, name) else "") for text in cell(units[name], name, row)]
        self.check_block(f"{where}, means", means, self.paths, self.rows, starred, findings)
        for block in differences:
            of = lambda row, name: difference_cell(units[name], name, row, self.rows)
            self.check_block(f"{where}, differences", block, self.paths, self.rows, of, findings)
        self.check_equal_runs(where, blocks, findings)
        asked = [row for row in self.rows if any((self.difference_of(row, name) or {"mean": 0})["mean"] for name in NAMES)]
        findings.same(where, "differences are there", len(differences) > 0, len(asked) > 0)

    def check_block(self, where, block, heads, rows, texts_of, findings):
        """Checks a table and its notes. `texts_of` returns the texts that a cell can have."""
        lines, notes = block[: len(rows) + 1], " ".join(block[len(rows) + 1 :])
        head, *found = cells(lines)
        for line, row in zip(found, rows):
            settings = line[: len(heads)]
            label = ", ".join(f"{path}={value}" for path, value in row["settings"].items()) if isinstance(row, dict) else row.label
            own = row["settings"] if isinstance(row, dict) else row.settings
            findings.same(where, "settings", settings, list(own.values()))
            for name, text in zip(head[len(heads) :], line[len(heads) :]):
                if name == "":
                    findings.same(f"{where}, {label}", "mark of equal runs", text, self.marks[self.row_of(row)])
                    continue
                findings.one_of(f"{where}, {label}", HEADS[name], text, texts_of(row, HEADS[name]))
        alike = re.search(r"In all rows: (.*?)\.(?= Further columns|$| Flows done)", notes)
        for item in alike[1].split(", ") if alike else []:
            name = max((one for one in HEADS if item.startswith(f"{one} ")), key=len)
            for row in rows:
                findings.one_of(f"{where}, in all rows", HEADS[name], item[len(name) + 1 :], texts_of(row, HEADS[name]))
        self.check_done(where, notes, rows, findings)

    def row_of(self, row):
        """The row over seeds that contains a run. A row over seeds is returned unchanged."""
        if not isinstance(row, dict):
            return row
        return next(one for one in self.rows if any(run is row for run in one.runs))

    def marks_of_equal_runs(self):
        """The marks (a), (b), ... of rows with the same digest under every seed. Other rows have none."""
        groups = {}
        for row in self.rows:
            groups.setdefault(tuple(run["digest"] for run in row.runs), []).append(row)
        equal = [group for group in groups.values() if len(group) > 1]
        found = {row: f"({chr(97 + k)})" for k, group in enumerate(equal) for row in group}
        return {row: found.get(row, "") for row in self.rows}

    def check_equal_runs(self, where, blocks, findings):
        told = " ".join(" ".join(block) for block in blocks if re.match(r"\([a-z]\) ", block[0]))
        for row, mark in self.marks.items():
            if mark:
                said = re.search(rf"{re.escape(mark)} .*?digest (\w+)", told)
                findings.same(where, "digest of equal runs", said and said[1], row.runs[0]["digest"])

    def check_done(self, where, notes, rows, findings):
        said = re.search(r"Flows done: (.*?)\.(?= In | Further columns|$)", notes)
        if said is None:
            return
        values = {}
        for row in rows:
            of = (lambda name: row["figures"][name]) if isinstance(row, dict) else row.mean
            settings = row["settings"] if isinstance(row, dict) else row.settings
            if of("flows") > 0:
                values[", ".join(settings.values())] = f"{plain(digits(100 * (1 - of('unfinished') / of('flows')), 4))}%"
        shares = sorted(values.values(), key=lambda text: float(text[:-1]))
        if said[1].endswith("in all rows"):
            expected = f"{shares[0]} in all rows"
        elif "by row" in said[1]:
            expected = f"{shares[0]} to {shares[-1]}, by row (--columns unfinished,flows)"
        else:
            expected = "; ".join(f"{settings} {share}" for settings, share in values.items())
        findings.same(where, "flows done", said[1], expected)

    def check_page(self, text, findings):
        where, page = f"{self.folder}, report", Page(text)
        for table in page.tables:
            rows = [row for row in table["rows"] if row]
            varied = len(self.paths)
            if table["title"] == "Slowest flows":
                self.check_slowest(where, rows, findings)
            elif table["head"][: varied + 1] == [*self.paths, "seed"]:
                self.check_page_table(where, table, rows, self.runs, self.page_run, varied + 1, findings)
            elif table["head"][:varied] == self.paths and table["title"] == "Differences, seed by seed":
                self.check_page_table(f"{where}, differences", table, rows, self.rows, self.page_difference, varied, findings)
            elif table["head"][:varied] == self.paths and table["title"] in PAGE_TABLES:
                self.check_page_table(where, table, rows, self.rows, self.page_mean, varied, findings)

    def check_slowest(self, where, rows, findings):
        """Settings equal to those of the row above are blank."""
        above = [""] * (len(self.paths) + 1)
        for row in rows:
            own = row[: len(above)]
            changed = next((at for at, text in enumerate(own) if text), len(own))
            above = above[:changed] + own[changed:]
            run = next(one["run"] for one in self.runs if list(one["settings"].values()) == above)
            flow = int(row[len(above)].split(":")[0])
            slow = next(one for one in run.slowest(len(run.flows)) if one[0] == flow)
            run.check_slow_row(f"{where}, {above}", row[len(above) :], slow, findings)

    def page_run(self, one, name, size):
        value = one["figures"][name]
        return ["–"] if isnan(value) else [number(name, size, near) for near in neighbours(value)]

    def page_mean(self, row, name, size):
        mark = "*" if has_star(row, self.rows, name) else ""
        if isnan(row.mean(name)):
            return ["–"]
        bare = [number(name, size, near) + mark for near in neighbours(row.mean(name))]
        texts = cell((None, 1), name, row)
        ends = {re.sub(r"^[^±(]*", "", text).replace("(", "").replace(")", "").strip() for text in texts}
        counts = name.endswith("flows")
        ends = {re.sub(r"^±\S+ ?", "", end) for end in ends} if counts else ends
        return [f"{text} {end}".strip() for text in bare for end in ends]

    def page_difference(self, row, name, size):
        """The star follows the difference and precedes its interval."""
        texts = difference_cell((None, size), name, row, self.rows, named=False)
        return ["–" if text == "-" else re.sub(r"^(\S+) (±[^*]+)\*$", r"\1* \2", text) for text in texts]

    def check_page_table(self, where, table, found, rows, texts_of, varied, findings):
        findings.same(where, f"rows of {table['title']}", len(found), len(rows))
        names = page_columns(table["head"], table["spans"])
        for line, row in zip(found, rows):
            label = ", ".join((row["settings"] if isinstance(row, dict) else row.settings).values())
            for at in range(varied, len(line)):
                name, size = names[at]
                findings.one_of(f"{where}, {table['title']}, {label}", name, line[at], texts_of(row, name, size))


PAGE_TABLES = ("Flow completion", "PAUSEs, packets, goodput", "Slowdown of small and of large flows")


def page_columns(heads, spans):
    """The name and the unit's size of each column. A head below a group heading leaves out the words of that heading."""
    found, kind = [], ""
    for at, head in enumerate(heads):
        text, _, unit = head.partition(", ")
        span = spans[at] if spans else ""
        size = UNITS.get(unit, 1)
        if text in HEADS and not re.match(r"flows that all|at most|more than", span):
            name = HEADS[text]
        else:
            prefix = (
                "common_"
                if span.startswith("flows that all")
                else "small_" if span.startswith("at most") else "large_" if span.startswith("more than") else ""
            )
            kind = "fct" if text.startswith("FCT") or (unit and text[0] == "p") else kind if text == "n" else "slowdown"
            which = text.split(" ")[-1]
            name = f"{prefix}flows" if text == "n" else f"{prefix}{kind}_{which}" + ("_ns" if kind == "fct" else "")
        found.append((name if name in NAMES else None, size))
    return found
