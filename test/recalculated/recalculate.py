"""Calculates every number that xoff printed again, from the tables in the same folder.

Usage: recalculate.py [--planted] <printed.json>

The file has the folders of runs and comparisons, relative to the current one, and the texts printed of each. The script prints how many numbers it
compared, and the differences. With --planted it alters the texts, and prints for each alteration which numbers the checks named.
"""

import json
import sys
from os.path import dirname

sys.path.insert(0, dirname(__file__))

from comparison import Comparison  # noqa: E402
from findings import Findings  # noqa: E402
from one_run import Run  # noqa: E402
from planted import planted  # noqa: E402
from sweep import Sweep  # noqa: E402


def recalculate(printed):
    findings = Findings()
    for one in printed["runs"]:
        run = Run(one["folder"])
        run.check_text(one["text"], findings)
        run.check_page(one["page"], findings)
        run.check_head(one["head"], findings)
    for one in printed["comparisons"]:
        comparison = Comparison(one["folder"])
        comparison.check_files(findings)
        comparison.check_text(one["text"], findings)
        comparison.check_page(one["page"], findings)
        sweep = Sweep(one["rows"], comparison)
        sweep.check_rows(findings)
        for stats in one["stats"]:
            sweep.check(stats, findings)
    return {"checked": findings.checked, "differences": findings.differences}


def main(arguments):
    with open(arguments[-1], encoding="utf8") as file:
        printed = json.load(file)
    print(json.dumps(planted(printed) if "--planted" in arguments else recalculate(printed)))


if __name__ == "__main__":
    main(sys.argv[1:])
