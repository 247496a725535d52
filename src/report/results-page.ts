/**
 * Generates docs/results.md: every file of a run's folder and every column of its tables.
 *
 * `npm run docs` writes the page from the tables in `run/measure/`. test/docs.test.ts fails if the page differs from
 * the tables.
 */
import { counters } from "../run/measure/counters.ts";
import { MAX_PAUSES } from "../run/measure/pause-record.ts";
import { MAX_ROWS } from "../run/measure/series.ts";
import { summaryFields } from "../run/measure/summary.ts";
import { tables, type Column, type ColumnType, type TableShape } from "../run/measure/tables.ts";

const INTRO = `# Results

<!-- Made by \`npm run docs\` from the tables in src/run/measure/. Do not edit: change a table, then run it. -->

\`xoff run my.yaml\` writes a folder, \`results/my-<hash>\` or the folder of \`--out\`:

| file | content |
|---|---|
| \`scenario.yaml\` | the scenario of the run. The files that it names are next to it, or in \`input/\` if a file of the run has the same name |
| \`summary.json\` | the run as a whole: ending, counters, statistics of completion times and tables |
| \`flows.parquet\`, \`flows.csv\` | a table in two formats; the same for each table below, and for each probe under its name ([probes](policies-of-your-own.md#probes)) |
| \`xoff-files.json\` | the files that xoff wrote, with their SHA-256. Another run replaces only these |

The folder of a run has all its files or does not exist, because xoff writes \`<folder>.partial\` and renames it at the
end ([cli.md](cli.md)). The same scenario and seed give the same folder, to the last byte, on any machine. A run
interrupted by Ctrl-C has a folder too, with the results up to the interruption. Its \`ending\` in summary.json is
"interrupted".

summary.json has two hashes. \`hash\` is the SHA-256 of everything that decides the run: the checked scenario in base
units, with defaults and the wired topology. The name of the scenario and its \`about\` are not included. \`digest\` is a
hash of what happened in the run: all deliveries and frames of flow control with their times, and all drops. Equal
digests mean equal runs.

Times in the tables are nanoseconds from the start of the run, with three decimals because the simulation counts picoseconds.
Sizes are bytes, and rates are bit/s. A missing value is an empty cell: null in Parquet, nothing in CSV. An example is the
completion time of an unfinished flow.

## Reading them

\`\`\`
duckdb -c "SELECT kind, count(*), avg(slowdown), quantile_cont(slowdown, 0.99) FROM 'results/my-run/flows.parquet' GROUP BY kind"
duckdb -c "SELECT peer, count(*), sum(duration_ns) FROM 'results/my-run/pauses.parquet' GROUP BY peer ORDER BY 3 DESC LIMIT 10"
\`\`\`

\`\`\`python
import pandas as pd
flows = pd.read_parquet("results/my-run/flows.parquet")        # or read_csv, for which float_precision="round_trip" keeps every digit
flows[flows.size_bytes <= 100_000].slowdown.quantile([0.5, 0.99])
\`\`\`

\`\`\`r
flows <- arrow::read_parquet("results/my-run/flows.parquet")   # or read.csv
quantile(flows$slowdown, c(0.5, 0.99), na.rm = TRUE)
\`\`\`

Programs on Node read a folder with \`readRun\` of \`xoff/node\` ([library.md](library.md)).

## Slowdown, in three ways

The slowdown of a flow is its completion time, divided by the completion time that it would have alone in the network. \`summary.json\` has
slowdowns under \`fct\`, in three conventions. One is xoff's own. The two others are the conventions of scripts that many papers use. The
conventions differ in formula, counted flows and percentiles, so do not compare numbers of different conventions.

| | \`by_size\` | \`hpcc\` | \`conweave\` |
|---|---|---|---|
| from | xoff | HPCC's \`fct_analysis.py\` | ConWeave's \`fctAnalysis.py\` |
| slowdown | \`fct_ns / ideal_fct_ns\` | \`max(1, fct_ack_ns / standalone_fct_ns)\` | the same |
| groups | all, and classes ending at 10 KB, 100 KB and 1 MB | 20 bins of equal flow count by size | the same bins. Two groups, divided at one bandwidth-delay product |
| numbers | n, number of unfinished flows, mean, p50, p95, p99, max; also of the FCT, and of finished flows alone | p50, p95, p99 | mean, p50, p95, p99, p99.9 |
| percentile | \`sorted[floor(n p)]\` | the same | the same in bins, interpolated in groups |
| flows | all that began within the run and \`count\` | last ACK within the run | as \`hpcc\`, without the first 5% of the start times |

**Unfinished flows.** A mean over finished flows favours a policy that leaves slow flows unfinished. So the statistics
\`by_size\` count an unfinished flow with its age, the time from its start to the end of the run. Its true completion time is
longer. The tables of \`xoff run\` and \`xoff compare\` do the same. The field \`finished\` has the same statistics of the finished
flows alone, and the charts of \`xoff report\` show both. A comparison also has columns \`common_...\`: they count only the flows
that finished in all compared runs with the same traffic.

To avoid unfinished flows in the results of a run, use these settings in its scenario:

\`\`\`yaml
until: done                        # the run continues until the flows that count are done
count: { from: 1ms, to: 5ms }      # flows that begin in this time
limit: 50ms                        # the latest end; default: ten times count's \`to\`
\`\`\`

The setting \`count\` is the time interval in which the counted flows begin. With \`until: done\` and \`count\`, a run ends with
the last ACK of the counted flows. Until then other flows continue to begin, unless the traffic has a \`stop\`. So the last
counted flows complete in a network that is still loaded. The run does not wait for flows without an end. The field
\`ending\` names the reason of the end: all flows done, time over, or a deadlock.

**ConWeave's window.** The convention \`conweave\` counts only flows in a window of time:
- Warm-up: the script of ConWeave omits the first 5 ms of 100 ms. xoff omits the same share of the time in which flows start.
- Drain: the script omits flows that end more than 50 ms after the last start. In xoff the drain is the time between the
  scenario's last start and its \`until\`.

In \`summary.json\`, the object \`conweave\` has the bounds of ConWeave's window: a flow counts if it starts at \`from_ns\` or
later and ends by \`to_ns\`. The object also has the warm-up (\`warm_up_ns\`) and the drain (\`drain_ns\`).

**The largest flow.** The scripts of HPCC and ConWeave omit the largest flow from their slowdown statistics by mistake. In
xoff the statistics include this flow.

## Why a flow took so long

The table \`parts\` has a row for each flow. It divides the completion time of the flow along the path of its last byte:
1. Until the last byte leaves the NIC, the flow is window-limited, rate-limited or paused. It can also wait while the NIC
   sends other packets.
2. Then the last byte waits in switches, behind other packets or at paused ports.
3. When the last byte has arrived, earlier bytes can still be missing, because they are late or lost.

The parts of a flow's time add up to its completion time \`fct_ns\`. The part \`ideal_ns\` is the ideal time, \`ideal_fct_ns\`. If
a link of the path is slower than the NIC, the flow waits there even without other traffic. Both the ideal time and the
measured waits include this delay. To count this delay once, xoff subtracts it from the measured parts, first from the wait
at the slow link ([0030](decisions/0030-the-way-of-the-last-byte.md)). This query takes the largest part of each flow, and
adds up these parts by name and port:

\`\`\`sql
SELECT largest, largest_node, largest_peer, count(*) AS flows, sum(largest_ns) / 1e6 AS ms
FROM 'results/my-run/parts.parquet' GROUP BY ALL ORDER BY ms DESC
\`\`\`

\`xoff why results/my-run --flow 246\` prints the parts of one flow's completion time, hop by hop. For each PAUSE it names the origin of the congestion. \`--slowest\` lists the slowest flows.

**Window-limited time**, in which the window of a flow is full, is attributed to the queues that delayed the ACKs. Each
period with a full window ends with the ACK of one packet. If this packet and its ACK had not waited in queues, the ACK would
have arrived earlier. So the waits of both count for these queues, up to the length of the period. The rest of the
window-limited time is "round trip without queues": the window is smaller than the bandwidth-delay product of the path. These
shares add up to the window-limited time, to the picosecond.

If window-limited time is the largest part of a flow's time, the flow mostly waits for ACKs because its window is full.
\`xoff why --flow\` then names the queue that delayed the ACKs most. Data packets of the flow, or their ACKs, waited in
this queue. xoff counts the bytes that this queue's port sent during these waits. It lists the flows of these bytes, each
with its share. With \`--json\` the bytes of each flow are listed for every queue.

## Why a PAUSE

A row of the table \`pauses\` is one PAUSE of an ingress queue, with all repetitions of the frame. It lasts from the decision
to pause to the decision to resume. The column \`caused_by\` has the number of the downstream PAUSE that caused it. xoff
determines this cause when a switch decides to pause an ingress queue:
1. xoff examines the egress queues that have bytes of this ingress queue.
2. If fewer than half of these bytes wait in paused egress queues, the congestion began at this switch, and \`caused_by\` is
   empty.
3. Otherwise xoff selects the paused egress queue with most of the bytes. The cause is a PAUSE from the next hop that pauses
   this queue. If the next hop has sent several such PAUSEs, the cause is the latest that was sent at least one link delay
   ago. A later one has not arrived yet.

A scheduling policy with queues within a class may pause one queue, or one flow at its host. Such a PAUSE has the number of
the queue or flow in the column \`queue\`, and \`scope\` is "one queue" or "one flow". Its cause needs no search. The cause is
the egress queue that the policy handled when it decided to pause. \`occupancy_bytes\` are the bytes of this egress queue. If
the next hop pauses this egress queue, \`caused_by\` has the number of the next hop's PAUSE.

The column \`caused_by\` leads from PAUSE to PAUSE to the origin of the congestion. This query follows the chain
of one PAUSE:

\`\`\`sql
WITH RECURSIVE why AS (
  SELECT * FROM 'results/my-run/pauses.parquet' WHERE pause = 4628
  UNION ALL
  SELECT p.* FROM 'results/my-run/pauses.parquet' p JOIN why ON p.pause = why.caused_by)
SELECT pause, node, peer, start_ns, duration_ns, egress_peer FROM why
\`\`\`

The command \`xoff why results/my-run --port h0\` follows the chain of causes of one PAUSE that h0
received. It takes the PAUSE by which flows outside the congestion lost the most time. It also repeats the run, to show which flows had bytes in
the queues and which flows lost time
([0017](decisions/0017-why-repeats-the-run.md)).

### Time lost

Victims of a PAUSE are flows that it delays although they are not part of the congestion. Without \`--port\`, \`xoff why\`
selects the PAUSE that cost victims most time. \`xoff why --origins\` lists the lost time by the origin of the congestion. Lost
time has this definition:
- **At a switch** a flow loses time while the port is paused and packets of the flow wait in its queue. The time begins with
  the first such packet and ends when the port may send.
- **At a host** a flow loses time while the port is paused and window and rate would let the flow send. These are the times
  of \`nic_stopped_ns\`.
- **One PAUSE for each pause.** A port can receive several PAUSEs while it is paused. The whole lost time then counts for
  a single PAUSE: the one that was in effect when the port stopped sending. The lost time of a PAUSE is the sum over its
  victims.
- **The root** is the origin of the congestion. It is the overloaded egress port at the end of the chain of causes, or the
  switch port that a NIC paused.
- **A victim** of a PAUSE meets two conditions. By the end of the pause it has sent no packet through the root. And at least
  one shortest path from the pausing switch to the victim's destination avoids the root. Other flows are part of the
  congestion, and their time does not count.

\`xoff why --origins\` prints a row for each origin of congestion: a congested port (the root) with a class, or a NIC. The
row has the ports and hosts that PAUSEs of this origin paused, the number of victims (\`flows_hurt\`) and their lost time
(\`lost_ns\`). If PAUSEs at several ports delay a flow at the same time, this time is part of the lost time of each of
these PAUSEs. \`lost_ns\` of their common origin contains this time only once. So the sum of the lost times of the single
PAUSEs can exceed \`lost_ns\`. Only PAUSEs with a row in the table \`pauses\` count.
[0044](decisions/0044-time-lost-by-victims.md) has the reasons.

**Limits of the table \`pauses\`.** The table has at most ${grouped(MAX_PAUSES)} rows. The counter \`pauses_unrecorded\` has the
number of later PAUSEs. \`measure: { pauses: false }\` omits all rows.

**Cost of causes.** To find the cause of a PAUSE, xoff walks through the egress queues and sums their bytes by ingress queue
(\`src/run/measure/pause-cause.ts\`). Two rules limit the cost:
- xoff reuses the sums of an egress queue until the port has sent a quarter of that queue. If the reused sums explain less
  than half of the bytes of the ingress queue that sends the PAUSE, xoff computes them anew.
- At each switch, xoff visits at most two queued packets for each packet that the switch sends. In the whole run it may visit
  100,000 more at each switch. Beyond this limit xoff uses older sums.

## Series

The setting \`measure\` records queues, rates, goodputs and the bytes that flows have in flight:

\`\`\`yaml
measure: { every: 10us, queues: [leaf0, spine1-leaf0], rates: [h0..h15], goodputs: [0, 1], inFlight: [0] }
\`\`\`

The lists under \`measure\` name nodes, ports and flows. A node means all its ports, and \`leaf0-spine1\` means the port of leaf0
to spine1. With \`all\` instead of a list, everything is sampled. Samples are taken at the time \`every\`, at twice \`every\` and so on. Events after the last sample are in no sample.
Sampling does not change the run: its digest is the same. \`xoff run --studio\` samples all queues, rates and goodputs for the
charts of the [studio](studio.md).

| table | rows |
|---|---|
| \`queues\` | until / every x ports x classes |
| \`rates\` | until / every x ports |
| \`goodputs\` | for each flow, one for each interval in which it was active |
| \`totals\` | until / every; only with \`goodputs\` |
| \`inflight\` | one for each sample and flow of \`inFlight\` |
| \`backlogs\` | one for each sample, flow of \`inFlight\` and port of \`queues\` |

For example, samples of a 32-port switch every 10 us for 10 ms give 32,000 rows. They take about 1.4 MB as CSV, and a tenth
of this as Parquet. If a table would have more than ${grouped(MAX_ROWS)} rows, xoff refuses the scenario before the run.
`;

/** The page as text. */
export function resultsPage(): string {
  const parts = Object.entries<TableShape>(tables).map(([name, table]) => tableText(name, table));
  return [INTRO, summaryText(), `## Tables\n\n${parts.join("\n")}`, counterText()].join("\n");
}

function summaryText(): string {
  const lines = Object.entries(summaryFields).map(([name, about]) => `| \`${name}\` | ${about} |\n`);
  return `## summary.json\n\n| field | about |\n|---|---|\n${lines.join("")}`;
}

function tableText(name: string, { about, columns }: TableShape): string {
  const lines = Object.entries(columns).map(([column, shape]) => columnText(column, shape));
  const named = about.replace(/^The table/, `The table \`${name}\``);
  return `### ${name}\n\n${named}\n\n| column | type | about |\n|---|---|---|\n${lines.join("")}`;
}

function columnText(name: string, { type, about, empty }: Column): string {
  const gap = empty === undefined ? "" : ` Empty: ${empty}.`;
  return `| \`${name}\` | ${TYPES[type]} | ${about}${gap} |\n`;
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  double: "number",
  int32: "whole number",
  text: "text",
  boolean: "true or false",
};

function counterText(): string {
  const lines = Object.entries<string>(counters).map(([name, about]) => `| \`${name}\` | ${about} |\n`);
  return `## Counters\n\nThe counters of a run are in the table \`counters\` and in \`summary.json\`.\n\n| counter | about |\n|---|---|\n${lines.join("")}`;
}

function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
