"""The columns of a comparison: their group heading, their unit, and whether less or more is better."""

from numbers_as_text import BYTES, NANOSECONDS, RATES, common_unit, fixed, in_unit, whole

HEADS = {
    "PAUSEs": "pauses",
    "paused": "paused_ns",
    "queue PAUSEs": "queue_pauses",
    "drops": "drops",
    "retransmitted": "repeated_packets",
    "NACKs": "nacks",
    "out of order": "out_of_order_packets",
    "reordered by": "reordering_bytes",
    "n": "flows",
    "FCT mean": "fct_mean_ns",
    "FCT p50": "fct_p50_ns",
    "FCT p99": "fct_p99_ns",
    "slowdown": "slowdown_mean",
    "slowdown p50": "slowdown_p50",
    "slowdown p99": "slowdown_p99",
    "common n": "common_flows",
    "common FCT mean": "common_fct_mean_ns",
    "common FCT p99": "common_fct_p99_ns",
    "common slowdown": "common_slowdown_mean",
    "common slowdown p99": "common_slowdown_p99",
    **{
        f"{size} {head}": f"{size}_{name}"
        for size in ("small", "large")
        for head, name in (
            ("n", "flows"),
            ("slowdown", "slowdown_mean"),
            ("p50", "slowdown_p50"),
            ("p99", "slowdown_p99"),
        )
    },
    "goodput": "goodput_bps",
    "job": "job_ns",
    "iteration p99": "iteration_p99_ns",
    "bus bandwidth": "busbw_bps",
    "longest queue": "queue_peak_bytes",
    "marked": "marked_share",
    "not done": "unfinished",
    "skipped": "skipped_share",
    "skip error": "skip_error",
    "deadlock": "deadlock",
}
NAMES = list(HEADS.values())
SHARES = {"marked_share", "skipped_share", "skip_error"}
NEITHER = {"out_of_order_packets", "reordering_bytes", *SHARES, *[name for name in NAMES if name.endswith("flows")]}
MOST = {"goodput_bps", "busbw_bps"}
BEST = {name: "most" if name in MOST else "least" for name in NAMES if name not in NEITHER}
COMMON = [name for name in NAMES if name.startswith("common_")]
# For an unfinished flow, these columns use the flow's age instead.
AGED = {name for name in BEST if ("fct" in name or "slowdown" in name) and name not in COMMON}


def unit_of(name, values):
    """Name and size of a column's unit. The name is None for a count, a ratio, a share or a flag."""
    scales = {"_ns": NANOSECONDS, "tes": BYTES, "bps": RATES}
    scale = scales.get(name[-3:])
    return (None, 1) if scale is None else common_unit(values, scale)


def number(name, size, value):
    """The value as text, without its unit."""
    if name == "deadlock":
        return "no" if value == 0 else "yes" if value >= 1 else f"{fixed(value * 100, 1)}%"
    if name in SHARES:
        return fixed(value * 100, 1)
    if "slowdown" in name:
        return fixed(value, 2)
    if name[-3:] in ("_ns", "tes", "bps"):
        return in_unit(value, size)
    return whole(value) if value == int(value) or value >= 1000 else fixed(value, 1)


def with_unit(name, unit, value):
    if name in SHARES:
        return f"{number(name, 1, value)}%"
    return number(name, unit[1], value) + ("" if unit[0] is None else f" {unit[0]}")
