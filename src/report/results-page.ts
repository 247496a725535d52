/**
 * docs/results.md: every file of a run's folder and every column of its tables, from the tables in `run/measure/`.
 *
 * `npm run docs` writes the page; test/docs.test.ts fails while the page is not what the tables say.
 */
import { counters } from "../run/measure/counters.ts";
import { MOST_PAUSES } from "../run/measure/pause-record.ts";
import { MOST_ROWS } from "../run/measure/series.ts";
import { summaryFields } from "../run/measure/summary.ts";
import { tables, type Column, type ColumnType, type TableShape } from "../run/measure/tables.ts";

const INTRO = `# Results

<!-- Made by \`npm run docs\` from the tables in src/run/measure/. Do not edit: change a table, then run it. -->

\`xoff run my.yaml\` writes a folder, \`results/my-<hash>\` or what \`--out\` names:

| file | what it is |
|---|---|
| \`scenario.yaml\` | the scenario as it was run; beside it the files that it names, in \`input/\` those that are called as a file of the run is |
| \`summary.json\` | the run as a whole: how it ended, counters, statistics of completion times, which tables there are |
| \`flows.parquet\`, \`flows.csv\` | a table, twice; so for the others below, and for each probe under its name ([probes](policies-of-your-own.md#probes)) |
| \`xoff-files.json\` | which files xoff wrote, with their SHA-256: another run replaces these and nothing else |

A folder is whole or absent: it is written beside its place as \`<folder>.partial\` and renamed ([cli.md](cli.md)). The same scenario and seed give the
same folder, to the last byte, on any machine. A run that was cut short by Ctrl-C has its folder too; its \`ending\` is "interrupted".
\`hash\` is the SHA-256 of what decides the run: the checked scenario in base units, its defaults filled in, its topology wired, without its name
and \`about\`. \`digest\` is of the run itself: equal digests, equal runs.

Times are nanoseconds from the start of the run with three decimals (the simulation counts picoseconds), sizes bytes, rates bit/s. A
value that does not exist, such as the completion time of a flow that did not finish, is an empty cell: null in Parquet, nothing in CSV.

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

Programs on Node read a folder with \`readRun\` of \`src/batch/store/run-folder.ts\`.

## Slowdown, in three ways

The slowdown of a flow is how many times as long it took as alone. \`summary.json\` has it under \`fct\` in the two conventions of the scripts
that papers share, and by size; each says what it divides, which flows it counts and how it ranks them. Their numbers cannot be compared
with each other.

| | \`by_size\` | \`hpcc\` | \`conweave\` |
|---|---|---|---|
| from | xoff | HPCC's \`fct_analysis.py\` | ConWeave's \`fctAnalysis.py\` |
| slowdown | \`fct_ns / ideal_fct_ns\` | \`max(1, fct_ack_ns / standalone_fct_ns)\` | the same |
| groups | up to 10 KB, 100 KB, 1 MB, above, all | 20 bins of equal flow count, by size | the same bins; below and from one bandwidth-delay product |
| numbers | n, how many of them are not done, mean, p50, p95, p99, max; also of the FCT, and of those done alone | p50, p95, p99 | mean, p50, p95, p99, p99.9 |
| percentile | \`sorted[floor(n p)]\` | the same | the same in bins, interpolated in groups |
| flows | all that began within the run and the scenario's \`count\` | last ACK within the run | those of them that started after the first 5% of the time in which flows start |

A mean over the flows that are done is a tale of survivors: who leaves the slow ones unfinished looks the faster for it. So \`by_size\`, like the
tables of \`xoff run\` and \`xoff compare\`, counts a flow that is not done at its age, the end of the run - its start, less than it will
take; \`finished\` has the same of those that are done, and the charts of \`xoff report\` show both. A comparison has beside them the flows that all
rows with the same traffic finished. Better still, nobody is left: a scenario with

\`\`\`yaml
until: done                        # the run goes on until the flows that count are done
count: { from: 1ms, to: 5ms }      # those that begin in this time
limit: 50ms                        # at the latest; left out: ten times count's \`to\`
\`\`\`

ends with the last ACK of the flows that count. Others go on to begin until then, unless traffic has a \`stop\`: the tail of those that count
does not see the network empty. Flows that never end hold nothing up, and \`ending\` says whether they were done, the time was up or a deadlock
ended it.

ConWeave leaves out the first 5 ms of 100 ms and what ends later than 50 ms after the last start. Here the warm-up is the same share of the time
in which flows start, and the drain is what the scenario leaves between its last start and its \`until\`: \`from_ns\`, \`to_ns\`,
\`warm_up_ns\` and \`drain_ns\` say what that came to. Both scripts drop the largest flow by accident; here it counts.

## Why a flow took so long

\`parts\` has a row a flow: its time taken apart, along the path of its last byte. Up to the moment at which that byte leaves the NIC the
flow was held by its window, by its rate, by a stop of its class or by the NIC's other work; then the byte waits in switches, at ports that send
others first or that are stopped; and when it has come, earlier ones may be missing, late or lost. The parts add up to \`fct_ns\`, and
\`ideal_ns\` is \`ideal_fct_ns\`. What a slow link does to the flow alone belongs to the ideal, so it is taken from the waits, first from the one at that link
([0030](decisions/0030-the-way-of-the-last-byte.md)).

\`\`\`sql
SELECT largest, largest_node, largest_peer, count(*) AS flows, sum(largest_ns) / 1e6 AS ms
FROM 'results/my-run/parts.parquet' GROUP BY ALL ORDER BY ms DESC
\`\`\`

\`xoff why results/my-run --flow 246\` has the parts of one by hop, and with each PAUSE where the congestion behind it began; \`--slowest\` names whom to ask about.

Of window-limited time it names the queues that made the ACKs late. Each time that the window was full ends with the ACK of one packet. Without
that packet's waits in queues the ACK had come so much earlier. So that much of the time, up to all of it, goes to these queues, in proportion to the waits.
The rest is "round trip without queues": the window is smaller than the bandwidth-delay product of the path. The shares add up to the part, to the picosecond.
With each queue stand the flows that filled it: bytes that the port sent while packets of the flow waited there, counted once for each of these packets.

## Why a PAUSE

A row of \`pauses\` is an episode: from the decision to pause to the decision to resume, repeats included. \`caused_by\` leads from a PAUSE to the one
downstream that made it. When a switch decides to pause an ingress queue, the egress queues that hold what came in there are looked at;
if at least half of these bytes wait where the next hop has stopped them, the stopped queue with most of them names the cause: the PAUSE of that next hop
that holds it. That is the latest one that is at least one link delay old. If fewer wait there, the congestion began at this switch. Followed to
its end the chain arrives where congestion began:

\`\`\`sql
WITH RECURSIVE why AS (
  SELECT * FROM 'results/my-run/pauses.parquet' WHERE pause = 4628
  UNION ALL
  SELECT p.* FROM 'results/my-run/pauses.parquet' p JOIN why ON p.pause = why.caused_by)
SELECT pause, node, peer, start_ns, duration_ns, egress_peer FROM why
\`\`\`

\`xoff why results/my-run --port h0\` follows it too, and repeats the run to say whose bytes were there and which flows lost time because of them
([0017](decisions/0017-why-repeats-the-run.md)).

### Time lost

\`xoff why\` without a question takes the PAUSE that did most harm: the one that cost victims most time. \`xoff why --origins\` has the time by origin.

- **At a switch** a flow loses time while the port is paused and packets of the flow wait in its queue: from the first such packet on, until the port may send.
- **At a host** a flow loses time while the port is paused and window and rate would let the flow send. These are the times of \`nic_stopped_ns\`.
- **A stop counts for one PAUSE**: the one in effect when the port stopped. The time of a PAUSE is the sum over its victims.
- **A victim** of a PAUSE has sent no packet through the root by the end of the stop, and some shortest path from the pausing switch avoids the root. Other flows
  are part of the congestion; their time counts nowhere.
- **The root** is the overloaded egress port at the end of the chain, or the switch port that a NIC paused.

An origin is a root with a class, or a NIC. Its row has the ports and hosts that its PAUSEs stopped, the victims (\`flows_hurt\`), and \`lost_ns\`. There a flow counts
once where several ports held it at a time, so the times of its PAUSEs may add up to more. PAUSEs without a row (below) count nowhere.
[0044](decisions/0044-time-lost-by-victims.md) says why.

The bytes of an egress queue by ingress are summed up by walking it. To keep that a small share of the run, sums are used again until a
quarter of the queue has been sent, as long as they account for half of the ingress queue's bytes, and no more than two packets are walked for each
packet-hop of the run (\`src/run/measure/pause-cause.ts\`). The table has at most ${grouped(MOST_PAUSES)} rows; PAUSEs after these are counted, as
\`pauses_unrecorded\` among the counters. \`measure: { pauses: false }\` leaves all rows out.

## Series

Queues, rates, goodputs and the bytes that flows have in flight are kept where the scenario asks for them:

\`\`\`yaml
measure: { every: 10us, queues: [leaf0, spine1-leaf0], rates: [h0..h15], goodputs: [0, 1], inFlight: [0] }
\`\`\`

A node stands for all its ports, \`leaf0-spine1\` for the port of leaf0 to spine1. Samples are taken at \`every\`, twice that and so on; what
a run does after the last of them is in none. Sampling changes nothing in the run: its digest is the same. A table has a row for each sample of
each thing: until / every x ports x classes of \`queues\`, until / every x ports of \`rates\`, and of \`goodputs\` a row for each interval in which a flow was
under way. \`inFlight\` gives two tables, \`inflight\` with a row a flow and \`backlogs\` with one a flow and port of \`queues\`. 10 ms at 10 us of a 32-port switch are 32,000 rows and about 1.4 MB as CSV, a tenth of it as Parquet. More than ${grouped(MOST_ROWS)} rows of a
table are refused before the run.
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
  return `### ${name}\n\n${about}\n\n| column | type | about |\n|---|---|---|\n${lines.join("")}`;
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
  return `## Counters\n\nIn the table of counters and in \`summary.json\`.\n\n| counter | about |\n|---|---|\n${lines.join("")}`;
}

function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
