"""Calculates the numbers of a run again from the tables of its folder."""

import json
import re
from math import floor, fsum, nan
from os.path import join

import pandas as pd

from numbers_as_text import (
    BINARY,
    BYTES,
    NANOSECONDS,
    RATES,
    bytes_alone,
    common_unit,
    digits,
    fixed,
    in_unit,
    percent,
    plain,
    time_alone,
    whole,
    with_own_unit,
)
from printed import Page, cells

CLASSES = [("up to 10 KB", 0, 1e4), ("to 100 KB", 1e4, 1e5), ("to 1 MB", 1e5, 1e6), ("above 1 MB", 1e6, float("inf"))]
PARTS = "ideal detour opening window rate nic_stopped nic queued stopped queue_stopped held timeout again disorder".split()


class Times:
    """Completion times and slowdowns of some flows."""

    def __init__(self, flows):
        self.n = len(flows)
        self.unfinished = int(flows.fct_ns.isna().sum())
        self.fct, self.slowdown = sorted(flows.time), sorted(flows.time / flows.ideal_fct_ns)

    @staticmethod
    def of(ranked, which):
        if not ranked:
            return nan
        if which == "mean":
            return fsum(ranked) / len(ranked)
        if which == "max":
            return ranked[-1]
        return ranked[min(len(ranked) - 1, floor(int(which[1:]) * len(ranked) / 100))]


class Run:
    def __init__(self, folder):
        self.folder = folder
        with open(join(folder, "summary.json"), encoding="utf8") as file:
            self.summary = json.load(file)
        self.flows, self.ports, self.counters = self.table("flows"), self.table("ports"), self.table("counters")
        self.parts = self.table("parts") if "parts" in self.summary["tables"] else None
        self.end = self.summary["simulated_ns"]
        self.counter = dict(zip(self.counters.counter, self.counters.value))
        self.finite = self.flows[self.flows.size_bytes.notna() & (self.flows.start_ns < self.end)]
        window = self.summary["count"]
        before = float("inf") if window["to_ns"] is None else window["to_ns"]
        counted = self.finite[(self.finite.start_ns >= window["from_ns"]) & (self.finite.start_ns < before)].copy()
        counted["time"] = counted.fct_ns.fillna(self.end - counted.start_ns)
        self.counted = counted

    def table(self, name):
        return pd.read_csv(join(self.folder, f"{name}.csv"), float_precision="round_trip")

    def times(self, above=0, most=float("inf"), done=False):
        some = self.counted[(self.counted.size_bytes > above) & (self.counted.size_bytes <= most)]
        return Times(some[some.fct_ns.notna()] if done else some)

    @property
    def drops(self):
        return {name[8:]: n for name, n in self.counter.items() if name.startswith("dropped_")}

    @property
    def goodput(self):
        return fsum(self.flows.received_bytes) * 8e9 / self.end

    @property
    def marked_share(self):
        sent = self.counter["data_packets"]
        return self.counter["marked_packets"] / sent if sent else nan

    @property
    def skipped_share(self):
        """Share of the received bytes that were not simulated. NaN without fast-forward."""
        if "fast_forward" not in self.summary:
            return nan
        received = fsum(self.flows.received_bytes)
        return self.summary["fast_forward"]["skipped_bytes"] / received if received else 0

    @property
    def paused_ns(self):
        return round(fsum(self.ports.paused_ns), 3)

    @property
    def done(self):
        """All flows whose last byte arrived, whether or not they count in the statistics."""
        return int(self.finite.fct_ns.notna().sum())

    def figures(self):
        """A row of compare.csv without the columns common_..."""
        small, large = self.times(most=1e5), self.times(above=1e6)
        found = {
            **{name: self.counter[name] for name in ("pauses", "repeated_packets", "nacks", "out_of_order_packets")},
            "reordering_bytes": self.counter["reordering_bytes"],
            "paused_ns": self.paused_ns,
            "queue_pauses": self.counter.get("queue_pauses", nan),
            "drops": sum(self.drops.values()),
            "flows": self.times().n,
            "small_flows": small.n,
            "large_flows": large.n,
            "goodput_bps": self.goodput,
            "queue_peak_bytes": max(self.ports.queue_peak_bytes, default=0),
            "marked_share": self.marked_share,
            "unfinished": self.times().unfinished,
            "skipped_share": self.skipped_share,
            "skip_error": self.summary.get("fast_forward", {}).get("error_bound", nan),
            "deadlock": int(len(self.summary["deadlock"]) > 0),
        }
        for which in ("mean", "p50", "p99"):
            found[f"fct_{which}_ns"] = Times.of(self.times().fct, which)
            for prefix, times in (("", self.times()), ("small_", small), ("large_", large)):
                found[f"{prefix}slowdown_{which}"] = Times.of(times.slowdown, which)
        jobs = self.summary.get("collectives", [])
        for name, of, best in (
            ("job_ns", "completion_ns", max),
            ("iteration_p99_ns", "time_p99_ns", max),
            ("busbw_bps", "busbw_bps", min),
        ):
            values = [job[of] for job in jobs]
            found[name] = nan if not values or None in values else best(values)
        return found

    def check_text(self, text, findings):
        """Checks the output of `xoff run`. An unknown block is a difference, so no block stays unchecked."""
        checks = {
            "flows  ": self.check_flows,
            "collective": self.check_jobs,
            "slowest flows": self.check_slowest,
            "long-lived flow": self.check_long,
            "PAUSEs ": self.check_pauses,
            "No PAUSE of a single queue": self.check_no_queue_pauses,
            "No PAUSE": self.check_no_pauses,
            "queue PAUSEs": self.check_queue_pauses,
            "busiest links": self.check_links,
            "headroom": self.check_headroom,
            "fault ": self.check_faults,
            "lost at": self.check_losses,
            "Deadlock.": self.check_deadlock,
            "Ended at": self.check_settled,
        }
        first, *blocks = text.rstrip("\n").split("\n\n")
        self.check_title(first, findings)
        self.check_counters(blocks.pop(), findings)
        seen = set()
        for block in blocks:
            known = [begin for begin in checks if block.startswith(begin)]
            findings.same(self.folder, f'block "{block[:20]}" is known', bool(known), True)
            for begin in known[:1]:
                seen.add(begin)
                checks[begin](block.split("\n"), findings)
        findings.same(self.folder, "table of flows is there", "flows  " in seen, len(self.finite) > 0)
        findings.same(self.folder, "table of long-lived flows is there", "long-lived flow" in seen, bool(self.flows.size_bytes.isna().any()))
        findings.same(self.folder, "deadlock is said", "Deadlock." in seen, len(self.summary["deadlock"]) > 0)

    def check_title(self, block, findings):
        line, hops, *_ = block.split("\n")
        summary = self.summary
        title = f"{summary['name']}, seed {summary['seed']}: {summary['ending']} after {time_alone(self.end)}"
        findings.same(self.folder, "title", line, title)
        counts = f"{whole(self.counter['packet_hops'])} packet-hops"
        findings.same(self.folder, "packet-hops", hops, f"{counts}, digest {summary['digest']}")

    def check_flows(self, lines, findings):
        named = {name: (above, most) for name, above, most in CLASSES}
        filled = [name for name, above, most in CLASSES if self.times(above, most).n]
        rows, label = [], ""
        for name, *row in cells([line for line in lines if not re.match(r"An unfinished flow|Flows count", line)])[1:]:
            done = name == "flows done"
            label = label if done else name
            rows.append((label, done, row, self.times(*named.get(label, (0, float("inf"))), done)))
        expected = filled if len(filled) == 1 else [*filled, "all"]
        findings.same(self.folder, "classes of flows", [label for label, done, *_ in rows if not done], expected)
        for column, which in ((2, "mean"), (3, "p50"), (4, "p99")):
            name, size = common_unit([Times.of(times.fct, which) for *_, times in rows], NANOSECONDS)
            for label, done, row, times in rows:
                what = f"{label}{', flows done' if done else ''}: {which}"
                written = lambda ns: f"{in_unit(ns, size)} {name}"
                findings.text(self.folder, f"FCT of {what}", row[column], Times.of(times.fct, which), written)
                slowdown = Times.of(times.slowdown, which)
                findings.text(self.folder, f"slowdown of {what}", row[column + 3], slowdown, lambda one: fixed(one, 2))
        for label, done, row, times in rows:
            findings.same(self.folder, f"{label}: n", row[0], whole(times.n))
            findings.same(self.folder, f"{label}: not done", row[1], "" if done else whole(times.unfinished))
            findings.same(
                self.folder, f"{label}: flows done are said", done or not times.unfinished or (label, True) in [one[:2] for one in rows], True
            )

    def check_jobs(self, lines, findings):
        jobs, rows = self.summary["collectives"], cells(lines)[1:]
        findings.same(self.folder, "collectives", len(rows), len(jobs))
        columns = [
            ("completion_ns", NANOSECONDS),
            ("time_mean_ns", NANOSECONDS),
            ("time_p99_ns", NANOSECONDS),
            ("algbw_bps", RATES),
            ("busbw_bps", RATES),
        ]
        for k, (column, scale) in enumerate(columns):
            values = [nan if job[column] is None else job[column] for job in jobs]
            name, size = common_unit(values, scale)
            for row, value in zip(rows, values):
                findings.text(self.folder, f"{row[0]}: {column}", row[3 + k], value, lambda one: f"{in_unit(one, size)} {name}")
        for row, job in zip(rows, jobs):
            findings.same(self.folder, "ranks", row[1], whole(job["ranks"]))
            findings.same(self.folder, "iterations done", row[2], f"{whole(job['finished'])} of {whole(job['iterations'])}")
            if job["algbw_bps"] is not None:
                findings.number(self.folder, "algbw", job["algbw_bps"], job["size_bytes"] * 8e9 / job["time_mean_ns"])
        entries = [k for k, entry in enumerate(self.summary["traffic"]) if entry["kind"] == "collective"]
        for job, entry in zip(jobs, entries):
            flows = self.flows[self.flows.traffic == entry]
            if job["completion_ns"] is not None:
                last = float((flows.start_ns + flows.fct_ns).max())
                findings.number(self.folder, "job", job["completion_ns"], last)

    def slowest(self, most):
        """Flows with an end, ordered by slowdown, each with its time."""
        parts = self.parts.set_index("flow")
        time = parts[[f"{name}_ns" for name in PARTS]].sum(axis=1).round(3)
        flows = self.finite.set_index("flow")
        slowdown = (time / flows.ideal_fct_ns).dropna()
        order = slowdown.reset_index().sort_values([0, "flow"], ascending=[False, True]).flow.head(most)
        return [(flow, flows.loc[flow], parts.loc[flow], time[flow], slowdown[flow]) for flow in order]

    def check_slow_row(self, where, row, slow, findings):
        flow, _, parts, time, slowdown = slow
        share = parts.largest_ns * 100 / time
        said = "no delay" if pd.isna(parts.largest) else None
        if said is None:
            findings.text(where, f"flow {flow}: largest part", row[1].split("%")[0], share, lambda one: whole(one))
            place = "" if pd.isna(parts.largest_node) else parts.largest_port
            findings.same(where, f"flow {flow}: where", row[1].endswith(place), True)
        else:
            findings.same(where, f"flow {flow}: largest part", row[1], said)
        done = "" if pd.notna(slow[1].fct_ns) else "not done, "
        findings.text(where, f"flow {flow}: time", row[-2], time, lambda one: done + time_alone(one))
        findings.text(where, f"flow {flow}: slowdown", row[-1], slowdown, lambda one: fixed(one, 2))

    def check_slowest(self, lines, findings):
        rows, expected = cells(lines)[1:], self.slowest(5)
        findings.same(self.folder, "slowest flows", [row[0].split(":")[0] for row in rows], [str(one[0]) for one in expected])
        for row, slow in zip(rows, expected):
            self.check_slow_row(self.folder, row, slow, findings)

    def check_long(self, lines, findings):
        long = self.flows[self.flows.size_bytes.isna()]
        rows = cells([line for line in lines if not line.startswith("and ")])[1:]
        shown = long.head(8)
        findings.same(self.folder, "long-lived flows", len(rows), len(shown))
        received = list(shown.received_bytes)
        goodput = list(shown.received_bytes * 8e9 / (self.end - shown.start_ns))
        self.check_column("received", [row[1] for row in rows], received, BYTES, findings)
        self.check_column("goodput of a long-lived flow", [row[2] for row in rows], goodput, RATES, findings)

    def check_column(self, what, printed, values, scale, findings):
        name, size = common_unit(values, scale)
        for text, value in zip(printed, values):
            findings.text(self.folder, what, text, value, lambda one: f"{in_unit(one, size)} {name}")

    def other_ends(self):
        """The port at the other end of each port. Parallel links are in the order of their ports."""
        order = {}
        for at, port in self.ports.sort_values("port").iterrows():
            order.setdefault((port.node, port.peer), []).append(at)
        return {at: order[peer, node][k] for (node, peer), some in order.items() for k, at in enumerate(some)}

    def check_pauses(self, lines, findings):
        rows = cells([line for line in lines if not re.match(r"and |.* are counted without", line)])[1:]
        ports = self.ports[self.ports.pauses_sent > 0].sort_values("pauses_sent", ascending=False, kind="stable").head(8)
        other = self.other_ends()
        paused = [self.ports.paused_ns[other[at]] for at in ports.index]
        findings.same(self.folder, "ports that paused", [row[0] for row in rows], list(ports["name"]))
        self.check_column("paused for", [row[2] for row in rows], paused, NANOSECONDS, findings)
        for row, sent, ns in zip(rows, ports.pauses_sent, paused):
            findings.same(self.folder, "PAUSEs sent", row[1], whole(sent))
            findings.text(self.folder, "paused, of the run", row[3], ns / self.end, percent)

    def check_no_pauses(self, _, findings):
        findings.same(self.folder, "PAUSEs sent", int(self.ports.pauses_sent.sum()), 0)

    def check_queue_pauses(self, lines, findings):
        rows = cells([line for line in lines if not re.match(r"and |.* that pauses? or resumes? a queue", line)])[1:]
        all_ports = self.ports[self.ports.queue_pauses_sent > 0]
        ports = all_ports.sort_values("queue_pauses_sent", ascending=False, kind="stable").head(8)
        findings.same(self.folder, "ports that paused queues", [row[0] for row in rows], list(ports["name"]))
        for row, sent in zip(rows, ports.queue_pauses_sent):
            findings.same(self.folder, "queue PAUSEs sent", row[1], whole(sent))
        findings.same(self.folder, "queue PAUSEs", self.counter["queue_pauses"], all_ports.queue_pauses_sent.sum())

    def check_no_queue_pauses(self, _, findings):
        findings.same(self.folder, "queue PAUSEs", self.counter["queue_pauses"], 0)

    def check_links(self, lines, findings):
        rows = cells(lines)[1:]
        ports = self.ports.sort_values("utilisation", ascending=False, kind="stable").head(8)
        findings.same(self.folder, "busiest links", [row[0] for row in rows], list(ports["name"]))
        for row, used in zip(rows, ports.utilisation):
            findings.text(self.folder, "used", row[1], used, percent)
        self.check_column("sent", [row[2] for row in rows], list(ports.sent_bytes), BYTES, findings)
        self.check_column("longest queue", [row[3] for row in rows], list(ports.queue_peak_bytes), BYTES, findings)

    def check_headroom(self, lines, findings):
        rows, expected = cells(lines)[1:], self.summary["headroom"]
        findings.same(
            self.folder,
            "headroom",
            [row[0] for row in rows],
            [f"{with_own_unit(one['rate_bps'], RATES)}, {time_alone(one['delay_ns'])}" for one in expected],
        )
        for row, one in zip(rows, expected):
            findings.same(self.folder, "switch ports", row[1], whole(one["ports"]))
        for column, name in ((2, "exact_bytes"), (3, "equation1_bytes")):
            self.check_column(name, [row[column] for row in rows], [one[name] for one in expected], BYTES, findings)

    def check_faults(self, lines, findings):
        faults, count = self.summary["faults"], len(self.summary["faults"])
        for row, (k, fault) in zip(cells(lines[: count + 1])[1:], enumerate(faults)):
            ends = "-" if fault["until_ns"] is None else time_alone(fault["until_ns"])
            findings.same(self.folder, "fault", row, [f"{k} {fault['kind']}", ", ".join(fault["target"]), time_alone(fault["at_ns"]), ends])
        moved = self.summary.get("bytes")
        if moved is None:
            return
        findings.number(self.folder, "bytes add up", moved["sent"], moved["received"] + sum(moved["lost"].values()) + moved["in_flight"])
        lost = [f"{bytes_alone(n)} lost ({cause})" for cause, n in moved["lost"].items()]
        terms = [f"{bytes_alone(moved['received'])} received", *lost, f"{bytes_alone(moved['in_flight'])} in flight"]
        findings.same(self.folder, "bytes", lines[-1], f"{bytes_alone(moved['sent'])} sent = {' + '.join(terms)}")

    def check_losses(self, lines, findings):
        rows = cells([line for line in lines if not line.startswith("and ")])[1:]
        self.check_loss_rows(self.folder, rows, findings)

    def check_loss_rows(self, where, rows, findings):
        """In the order of the table."""
        losses = self.table("losses").head(len(rows))
        names = dict(zip(zip(self.ports.node, self.ports.port), self.ports["name"]))
        for row, loss in zip(rows, losses.itertuples()):
            expected = [names[loss.node, loss.port], loss.cause, whole(loss.packets), bytes_alone(loss.bytes)]
            findings.same(where, "lost at", row, [*expected, time_alone(loss.first_ns), time_alone(loss.last_ns)])

    def pauses(self):
        """PAUSE episodes. One that was still in effect lasted to the end of the run."""
        pauses = self.table("pauses").set_index("pause")
        pauses["lasted"] = pauses.duration_ns.fillna(self.end - pauses.start_ns)
        return pauses

    def check_longest_pauses(self, where, table, findings):
        pauses, units = self.pauses(), {**dict(NANOSECONDS), **dict(BYTES), **dict(BINARY)}
        longest = pauses.sort_values("lasted", ascending=False, kind="stable").head(len(table["rows"]))
        sizes = [units.get(head.partition(", ")[2]) for head in table["head"]]
        columns = {"from": "start_ns", "for": "lasted", "occupancy": "occupancy_bytes", "threshold": "threshold_bytes"}
        for row, (pause, one) in zip(table["rows"], longest.iterrows()):
            for head, size, text in zip(table["head"], sizes, row):
                name = columns.get(head.partition(", ")[0])
                if name is not None:
                    end = " and on" if name == "lasted" and pd.isna(one.duration_ns) else ""
                    findings.text(where, f"PAUSE {pause}: {head}", text, one[name], lambda value: in_unit(value, size) + end)

    def check_roots(self, where, table, findings):
        """Checks the roots: PAUSEs grouped by the port where their chain of `caused_by` ends."""
        pauses = self.pauses()

        def root(pause):
            while pd.notna(pauses.caused_by[pause]):
                pause = int(pauses.caused_by[pause])
            towards = pauses.egress_peer[pause]
            return f"{pauses.node[pause]}, {'direction not known' if pd.isna(towards) else f'towards {towards}'}"

        size = dict(NANOSECONDS)[table["head"][2].partition(", ")[2]]
        by_root = pauses.groupby([root(pause) for pause in pauses.index])
        for place, count, lasted, share, ports in table["rows"]:
            some = by_root.get_group(place)
            findings.same(where, f"{place}: PAUSEs", count, whole(len(some)))
            findings.text(where, f"{place}: paused for", lasted, some.lasted.sum(), lambda ns: in_unit(ns, size))
            of_all = some.lasted.sum() / pauses.lasted.sum() if pauses.lasted.sum() else nan
            findings.text(where, f"{place}: of all", share, of_all, percent, "–")
            findings.same(where, f"{place}: ports paused", ports, whole(len(some.groupby(["node", "port"]))))

    def check_deadlock(self, lines, findings):
        findings.same(self.folder, "deadlock", [line.strip() for line in lines[1:]], self.summary["deadlock"])

    def check_settled(self, lines, findings):
        """Checks a run that ended early because nothing could change any more."""
        left = len(self.finite) - self.done
        hung = f" {whole(left)} flow{'' if left == 1 else 's'} hang{'s' if left == 1 else ''}." if left else ""
        said = f"Ended at {time_alone(self.summary['settled_ns'])}, because nothing can change any more.{hung}"
        findings.same(self.folder, "ended at", lines, [f"{said} All numbers are those of a run to {time_alone(self.end)}."])

    def check_counters(self, line, findings):
        count = self.counter
        share = "" if count["data_packets"] == 0 else f" ({percent(self.marked_share)})"
        dropped = [f"{whole(n)} {name.replace('_', ' ')}" for name, n in self.drops.items() if n > 0]
        expected = [
            f"{whole(count['data_packets'])} data packets",
            f"{whole(count['marked_packets'])} marked{share}",
            f"{whole(count['nacks'])} NACKs",
            *([f"{whole(count['cnps'])} CNPs"] if count["cnps"] else []),
            *([f"{whole(count['repeated_packets'])} retransmitted"] if count["repeated_packets"] else []),
            *(
                [f"{whole(count['out_of_order_packets'])} out of order (by up to {bytes_alone(count['reordering_bytes'])})"]
                if count["out_of_order_packets"]
                else []
            ),
            f"dropped: {', '.join(dropped)}" if dropped else "nothing dropped",
            *(
                [f"of these {whole(count['messages_dropped'])} messages of the transport"]
                if count.get("messages_dropped")
                else []
            ),
        ]
        notes = []
        if "ECN marks" in self.summary.get("reads", []) and count["data_packets"] and not count["marked_packets"]:
            hosts = self.summary["policies"].get("transport") or self.summary["policies"]["congestion"]
            notes.append(f"No packet was ECN-marked, although {hosts['name']} reads ECN marks.")
        if count.get("held_packets"):
            held = "1 packet" if count["held_packets"] == 1 else f"{whole(count['held_packets'])} packets"
            notes.append(f"{held} remained held by the routing policy at the end of the run.")
        findings.same(self.folder, "counters", line, "\n".join([", ".join(expected), *notes]))

    def check_page(self, text, findings):
        """Tiles, classes of size, slowest flows and counters of `xoff report`."""
        where, page = f"{self.folder}, report", Page(text)
        self.check_tiles(where, {name: (text, *about) for name, text, *about in page.tiles}, findings)
        for table in page.table("By size of flow"):
            self.check_class_table(where, table, findings)
        for table in page.table("Slowest flows"):
            flows = self.slowest(len(table["rows"]))
            for row, slow in zip(table["rows"], flows):
                findings.same(where, "slowest flow", row[0], f"{slow[0]}: {slow[1].source} to {slow[1].destination}")
                findings.text(where, f"size of flow {slow[0]}", row[2], slow[1].size_bytes, bytes_alone)
                self.check_slow_row(where, row, slow, findings)
        for table in page.table("Losses by place"):
            self.check_loss_rows(where, table["rows"], findings)
        for table in page.table("The longest PAUSEs, and why"):
            self.check_longest_pauses(where, table, findings)
        for table in page.table("Where the congestion behind the PAUSEs began"):
            self.check_roots(where, table, findings)
        for table in page.tables:
            if table["head"][:1] == ["counter"]:
                for name, _, value in filter(None, table["rows"]):
                    findings.same(where, name, value, whole(self.counter[name]))

    def check_tiles(self, where, tiles, findings):
        times, done = self.times(), self.times(done=True)
        time = lambda ns: time_alone(round(ns, 3))
        ratio = lambda one: fixed(one, 2)
        expected = {
            "simulated": (self.end, time),
            "flows done": (self.done, whole),
            "n": (times.n, whole),
            "not done": (times.unfinished, whole),
            "FCT mean": (Times.of(times.fct, "mean"), time),
            "FCT p99": (Times.of(times.fct, "p99"), time),
            **({"FCT mean, flows done": (Times.of(done.fct, "mean"), time)} if times.unfinished else {}),
            "slowdown mean": (Times.of(times.slowdown, "mean"), ratio),
            "slowdown p50": (Times.of(times.slowdown, "p50"), ratio),
            "slowdown p99": (Times.of(times.slowdown, "p99"), ratio),
            "goodput": (self.goodput, lambda one: with_own_unit(round(one), RATES)),
            "busiest link": (self.ports.utilisation.max(), percent),
            "PAUSEs": (self.counter["pauses"], whole),
            "paused": (self.paused_ns, time),
            "ECN-marked": (self.marked_share, percent),
            "drops": (sum(self.drops.values()), whole),
            "longest queue": (self.ports.queue_peak_bytes.max(), bytes_alone),
        }
        findings.same(where, "tiles", list(tiles)[: len(expected)], list(expected))
        for name, (value, written) in expected.items():
            findings.text(where, f"tile {name}", tiles.get(name, [""])[0], float(value), written, "–")
        of = re.match(r"of ([\d,]+)", tiles["flows done"][1])
        findings.same(where, "flows with an end", of and of[1], whole(len(self.finite)))

    def check_class_table(self, where, table, findings):
        named = {name: (above, most) for name, above, most in CLASSES}
        units = dict(NANOSECONDS)
        for row in table["rows"]:
            groups = [("", self.times(*named.get(row[0], (0, float("inf")))), 1)]
            half = table["head"].index("n", 2) if table["head"].count("n") > 1 else None
            if half is not None:
                groups.append(("flows done, ", self.times(*named.get(row[0], (0, float("inf"))), done=True), half))
            for who, times, start in groups:
                findings.same(where, f"{who}{row[0]}: n", row[start], whole(times.n))
                for head, text in list(zip(table["head"], row))[start + 1 : half if start == 1 else None]:
                    what = f"{who}{row[0]}: {head}"
                    if head == "not done":
                        findings.same(where, what, text, whole(times.unfinished))
                    elif head.startswith("FCT"):
                        name, unit = head[4:].split(", ")
                        findings.text(where, what, text, Times.of(times.fct, name), lambda ns: in_unit(ns, units[unit]), "–")
                    else:
                        value = Times.of(times.slowdown, head.replace("slowdown ", ""))
                        findings.text(where, what, text, value, lambda one: fixed(one, 2), "–")

    def check_head(self, head, findings):
        """The numbers at the head of a run in the studio."""
        where, times = f"{self.folder}, studio", self.times()
        findings.same(where, "PAUSEs", head["pauses"], whole(self.counter["pauses"]))
        finite = len(self.finite)
        share = f"{plain(digits(self.done / finite * 100, 3))}%, " if finite else ""
        findings.same(where, "flows done", head["flowsDone"], f"{share}{whole(self.done)} of {whole(finite)}")
        left = f", {whole(times.unfinished)} of {whole(times.n)} not done" if times.unfinished else ""
        counted = f", {whole(times.n)} of {whole(finite)} flows count" if times.n < finite else ""
        written = lambda one: f"{plain(digits(one, 3))}×{left}{counted}"
        findings.text(where, "p99 slowdown", head["p99"], Times.of(times.slowdown, "p99"), written, f"–{left}{counted}")
        findings.same(where, "dropped", head["dropped"], whole(self.counter["dropped_no_headroom"]))
