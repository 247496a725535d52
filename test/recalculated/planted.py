"""Plants errors into the printed texts. Each one alters a single text, and the findings of the checks are returned."""

import json
import re

import intervals
from comparison import Comparison
from findings import Findings
from numbers_as_text import fixed, in_unit
from one_run import Run, Times
from printed import cells
from sweep import Sweep, texts


def redrawn(text, begins, change, which=0):
    """The text with one changed table, in the block with the given beginning. A table is a list of rows of cells, heads first."""
    blocks = text.split("\n\n")
    at = [k for k, block in enumerate(blocks) if block.startswith(begins)][which]
    lines = blocks[at].split("\n")
    notes = [k for k, line in enumerate(lines) if re.match(r"An unfinished flow|Flows count|\* best|FCT and|In all|Flows done|Against|$", line)]
    first = 1 if notes[:1] == [0] else 0
    last = next((k for k in notes if k > 0), len(lines))
    rows = cells(lines[first:last])
    change(rows)
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows]
    blocks[at] = "\n".join(lines[:first] + table + lines[last:])
    return "\n\n".join(blocks)


def line_of(rows, label):
    return next(row for row in rows if row[0] == label)


def other_digit(text):
    """The number with another last digit."""
    number = re.match(r"[\d.,]*\d", text)[0]
    return number[:-1] + str((int(number[-1]) + 1) % 10) + text[len(number) :]


def said(check):
    findings = Findings()
    check(findings)
    return [one["what"] for one in findings.differences]


def of_runs(printed):
    """Errors in a run with several classes of flows, some of them unfinished."""
    some = next(one for one in printed["runs"] if re.search(r"^all .*\n  flows done +[1-9]", one["text"], re.M))
    run = Run(some["folder"])

    def swapped(rows):
        row = line_of(rows, "all")
        row[4], row[5] = row[5], row[4]

    def survivors(rows):
        rows[rows.index(line_of(rows, "all"))][3] = rows[-1][3]

    text = redrawn(some["text"], "flows  ", swapped)
    yield "p50 and p99 of a run swapped", said(lambda findings: run.check_text(text, findings))
    mean = redrawn(some["text"], "flows  ", survivors)
    yield "mean of a run over finished flows", said(lambda findings: run.check_text(mean, findings))
    times = run.times(done=True)
    tile = fixed(Times.of(times.slowdown, "mean"), 2)
    page = re.sub(r"(<dt>slowdown mean</dt>\s*<dd>)[^<]*", rf"\g<1>{tile}", some["page"])
    yield "mean of the report over finished flows", said(lambda findings: run.check_page(page, findings))
    head = {**some["head"], "p99": re.sub(r"[\d.]+×", f"{fixed(Times.of(run.times().slowdown, 'p50'), 2)}×", some["head"]["p99"])}
    yield "p50 of the studio in place of p99", said(lambda findings: run.check_head(head, findings))


def of_comparison(printed):
    one = printed["comparisons"][0]
    comparison = Comparison(one["folder"])
    paths = "  ".join(comparison.paths)

    def one_digit(rows):
        at = rows[0].index("FCT mean")
        rows[1][at] = other_digit(rows[1][at])

    text = redrawn(one["text"], paths, one_digit, 1)
    yield "a digit of a mean of the comparison", said(lambda findings: comparison.check_text(text, findings))

    def welch(rows):
        at = rows[0].index("FCT mean")
        row, leader = comparison.rows[-1], comparison.rows[0]
        half = intervals.unpaired(row.by_seed("fct_mean_ns"), leader.by_seed("fct_mean_ns"))["half"]
        rows[-1][at] = re.sub(r"±.*", f"±{in_unit(half, 1e3)}", rows[-1][at])

    unpaired = redrawn(one["text"], paths, welch, 2)
    yield "unpaired interval of the comparison", said(lambda findings: comparison.check_text(unpaired, findings))
    yield from of_sweep(one, Sweep(one["rows"], comparison))


def of_sweep(one, sweep):
    stats = one["stats"][0]
    column = stats["column"]
    compared = next(row for row in sweep.rows if row.settings[sweep.axis(stats)[0]] != sweep.axis(stats)[1])
    point = next(point for point in sweep.statistics(column, stats["against"]) if point["row"] is compared)
    other = next(row for row in sweep.rows if row.label == point["difference"]["against"])
    found = intervals.unpaired(compared.by_seed(column), other.by_seed(column))
    ends = texts([found["mean"] - found["half"], found["mean"] + found["half"]])[0]
    stored = json.loads(stats["json"])
    next(one for one in stored if one["label"] == compared.label)["difference"]["half"] = found["half"]
    altered = {**stats, "json": json.dumps(stored)}
    yield "unpaired interval of a sweep, --json", said(lambda findings: sweep.check(altered, findings))

    def welch(rows):
        line_of(rows, compared.label)[3] = ends

    text = {**stats, "text": redrawn(stats["text"], "Against", welch)}
    yield "unpaired interval of a sweep", said(lambda findings: sweep.check(text, findings))

    def swapped(rows):
        row = line_of(rows, compared.label)
        at = rows[0].index("median")
        row[at], row[at + 2] = row[at + 2], row[at]

    quantiles = {**stats, "text": redrawn(stats["text"], "point", swapped)}
    yield "median and p90 of a sweep swapped", said(lambda findings: sweep.check(quantiles, findings))


def planted(printed):
    return dict([*of_runs(printed), *of_comparison(printed)])
