"""Plots a comparison: completion times of flows in each row, and the time in which its ports were paused.

    python3 plot.py results/memory plot.png

docs/notebooks/python.md explains it. Editors that support cells (# %%) run it as a notebook.
"""

# %% Input
import importlib.util
import json
import sys
from pathlib import Path

import matplotlib
import pandas as pd

matplotlib.use("Agg")  # draws into a file, without a screen
import matplotlib.pyplot as plt


def installed(*modules):
    return next((name for name in modules if importlib.util.find_spec(name)), None)


def reader():
    """The installed library that reads Parquet, by name, with its function. Without one, the CSV files, which have the same content."""
    if installed("duckdb"):
        import duckdb

        return "DuckDB", lambda folder, name: duckdb.sql(f"SELECT * FROM '{folder}/{name}.parquet'").df()
    engine = installed("pyarrow", "fastparquet")
    if engine:
        return engine, lambda folder, name: pd.read_parquet(f"{folder}/{name}.parquet", engine=engine)
    return "CSV", lambda folder, name: pd.read_csv(f"{folder}/{name}.csv", float_precision="round_trip")


if len(sys.argv) != 3:
    sys.exit("usage: python3 plot.py <folder of a comparison> <picture>")
compared, picture = map(Path, sys.argv[1:])
rows = json.loads((compared / "compare.json").read_text())["rows"]
read_by, table = reader()
flows = {row["label"]: table(compared / row["folder"], "flows") for row in rows}
ports = {row["label"]: table(compared / row["folder"], "ports") for row in rows}

# %% Numbers: times are ns, and an unfinished flow has none
for row, flow in flows.items():
    p50, p99 = flow.slowdown.quantile([0.5, 0.99], interpolation="higher")
    paused = ports[row].paused_ns.sum() / 1e6
    print(f"{row}: {flow.fct_ns.count()} of {len(flow)} flows done, slowdown p50 {p50:.2f}, p99 {p99:.2f}, paused {paused:.3f} ms")

# %% Plot
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), width_ratios=[3, 2], layout="constrained")
for row, flow in flows.items():
    times = flow.fct_ns.dropna().sort_values() / 1e3
    share = 100 * pd.RangeIndex(1, len(times) + 1) / len(flow)
    left.step(times, share, where="post", label=row)
left.set(xlabel="completion time, us", ylabel="flows done, %", ylim=(0, 100), title="Completion times of flows")
left.legend(fontsize="small")

paused = [port.paused_ns.sum() / 1e6 for port in ports.values()]
right.barh(range(len(paused)), paused, color=[f"C{row}" for row in range(len(paused))])  # the colours of the lines
right.invert_yaxis()
right.set(xlabel="ms, all ports together", yticks=[], title="Time in which ports were paused")
figure.savefig(picture, dpi=120)
print(f"{picture}: {len(rows)} rows, read by {read_by}")
