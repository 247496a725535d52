/** bifrost/fig11: latency of small messages across 80 km of the testbed, beside flows that fill its links. */
import { exactHeadroom } from "../../theory/headroom.ts";
import { mean, order, percentChange, ratio, value } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Plot, type Scale } from "../contract.ts";

type Scheme = "PFC" | "Bifrost";
type Which = "average" | "p99" | "p999";
type Panel = keyof typeof panels;

interface Key extends Record<string, string | number> {
  readonly panel: Panel;
  readonly scheme: Scheme;
  /** Bandwidth flows of each sender, and bytes of their messages. */
  readonly flows: number;
  readonly kilobytes: number;
}

interface Row {
  /** Of small messages, us. */
  readonly average: number | null;
  readonly p99: number | null;
  readonly p999: number | null;
  readonly messages: number;
  readonly unfinished: number;
  /** Sent to the receiver of the bandwidth flows, as a share of what full frames at line rate are. */
  readonly share: number | null;
}

const SCHEMES: readonly Scheme[] = ["PFC", "Bifrost"];
const RATE = 100e9;
const DELAY_PS = 400e6;
/** A full data frame in a buffer, and on the wire. */
const [FRAME, WIRE] = [1062, 1082];
const BDP = (2 * DELAY_PS * RATE) / 8e12;
const SLOT_US = 10;
const SLOT_BYTES = (RATE * SLOT_US * 1e-6) / 8;
const XOFF = 6e6;
const MEMORY: Readonly<Record<Scheme, number>> = {
  PFC: XOFF + exactHeadroom({ frame: FRAME, rate: RATE, delay: DELAY_PS }),
  /** H and one packet that may leak. */
  Bifrost: BDP + 3 * SLOT_BYTES + FRAME,
};
const policyOf = {
  PFC: { name: "pfc", xoff: `${XOFF}B`, xon: `${XOFF}B` },
  Bifrost: { name: "bifrost", slot: `${SLOT_US}us` },
} as const;

/** What the DCI switches of the paper's simulations have for a queue of a host's port. */
const [OWN, HEADROOM, CLASSES] = [288 * 1024, 30 * 1024, 7];

/** `bandwidth`: who sends to whom; `latency`: the small messages; hosts as in `two-dc`. */
const panels = {
  size: { name: "A", hosts: [2, 1], links: 2, bandwidth: [["h0..h1", "h2"]], latency: ["h0", "h2"] },
  A: { name: "A", hosts: [2, 1], links: 2, bandwidth: [["h0..h1", "h2"]], latency: ["h0", "h2"] },
  B: {
    name: "B",
    hosts: [2, 2],
    links: 2,
    bandwidth: [
      ["h0", "h2"],
      ["h3", "h2"],
    ],
    latency: ["h1", "h2"],
  },
  C: { name: "C", hosts: [4, 2], links: 3, bandwidth: [["h0..h2", "h4"]], latency: ["h3", "h5"] },
} as const;

const KILOBYTES: Readonly<Record<Scale, readonly number[]>> = {
  quick: [64, 512, 4096],
  paper: [64, 128, 256, 512, 1024, 2048, 4096],
};
const FLOWS: Readonly<Record<Scale, readonly number[]>> = { quick: [1, 8, 128], paper: [1, 2, 4, 8, 16, 32, 64, 128] };
/** Of each sender in topology B. */
const FLOWS_B = 8;
const USUAL_KILOBYTES = 512;
/** ms: small messages start from the first to the second; the run ends at the third. */
const SPANS: Readonly<Record<Scale, readonly [number, number, number]>> = { quick: [4, 14, 20], paper: [5, 85, 100] };
/** While bandwidth is measured. */
const SHARE_NS = [4e6, 14e6] as const;

export const fig11 = defineExperiment<Key, Row>({
  id: "bifrost/fig11",
  title: "Latency on the testbed",
  asks: "How long do 8 KB across 80 km take under PFC and under Bifrost, beside flows that fill the long links?",
  chosen: [
    "Topologies A, B and C of figure 10 as docs/topologies.md reads them. In B the flow within the second data centre is D to C: C to D, as the text has it, shares no port with A to C.",
    "A bandwidth flow sends messages back to back, without waiting for an answer (perftest keeps 128 under way); each message is hashed anew, so that a single flow uses both links in turn.",
    "Numbers of flows are those of each sender; their messages are 512 KB where the paper varies the number, and B has eight flows of each sender.",
    "Small messages are 8 KB every 20 us, whether the former has arrived or not; perftest waits for it. Latency is from the first byte's sending to the last byte's arrival.",
    "PFC has X_OFF = X_ON = 6 MB and the headroom that real frames need; Bifrost has H = BDP + 3 R T = 10,375,000 B (docs/errata.md) and one packet for what leaks.",
    "Ports to hosts have what the paper gives to such ports of its simulated DCI switches, 288 KiB a queue and headroom of 30 KiB; the testbed's are not said.",
    "No congestion control.",
  ],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) => {
    const cases: readonly (readonly [Panel, number, number])[] = [
      ...KILOBYTES[scale].map((kilobytes) => ["size", 1, kilobytes] as const),
      ...FLOWS[scale].map((flows) => ["A", flows, USUAL_KILOBYTES] as const),
      ["B", FLOWS_B, USUAL_KILOBYTES],
      ...FLOWS[scale].map((flows) => ["C", flows, USUAL_KILOBYTES] as const),
    ];
    return cases.flatMap(([panel, flows, kilobytes]) =>
      SCHEMES.map((scheme) => {
        const key = { panel, scheme, flows, kilobytes };
        return { key, scenario: scenarioOf(key, SPANS[scale]) };
      }),
    );
  },

  row({ tables }) {
    const { kind, fct_ns } = tables.flows.columns;
    const all = Array.from(fct_ns).filter((_, flow) => kind[flow] === "incast");
    const times = all.filter((ns) => !Number.isNaN(ns)).sort((a, b) => a - b);
    const at = (part: number): number | null => {
      const ns = times[Math.ceil(times.length * part) - 1];
      return ns === undefined ? null : ns / 1000;
    };
    const rates = tables.rates?.columns;
    const [from, to] = SHARE_NS;
    const sent = Array.from(rates?.sent_bps ?? []).filter(
      (_, k) => rates !== undefined && rates.time_ns[k] > from && rates.time_ns[k] <= to,
    );
    return {
      ...{ average: times.length === 0 ? null : mean(times) / 1000, p99: at(0.99), p999: at(0.999) },
      ...{ messages: times.length, unfinished: all.length - times.length },
      share: sent.length === 0 ? null : (mean(sent) / RATE) * (WIRE / FRAME),
    };
  },

  conclude: (done, scale) => ({
    plots: plotsOf(done, scale),
    claims: done.length === 0 ? [] : claimsOf(done, scale),
  }),
});

function scenarioOf(
  { panel, scheme, flows, kilobytes }: Key,
  [startMs, stopMs, untilMs]: readonly [number, number, number],
) {
  const { hosts, links, bandwidth, latency } = panels[panel];
  const ports = Math.max(...hosts);
  const everyUs = 20;
  return {
    until: `${untilMs}ms`,
    topology: {
      ...{ kind: "two-dc", k: 0, hosts: hosts[0], farHosts: hosts[1], dciLinks: links },
      ...{ rate: "100Gbps", delay: "1us", dciDelay: "80km" },
    },
    switch: { memory: `${(OWN * CLASSES + HEADROOM) * ports + 1}B`, private: `${OWN}B` },
    links: [{ between: "dci0-dci1", policy: policyOf[scheme], memory: `${MEMORY[scheme]}B` }],
    traffic: [
      ...bandwidth.flatMap(([from, to]) =>
        Array.from({ length: flows }, () => ({ kind: "bursts", from, to, size: `${kilobytes}KB` })),
      ),
      {
        ...{ kind: "incast", from: latency[0], to: latency[1], size: "8KB" },
        ...{ start: `${startMs}ms`, every: `${everyUs}us`, count: ((stopMs - startMs) * 1000) / everyUs },
      },
    ],
    policies: {
      headroom: { name: "sih", size: `${HEADROOM}B`, resumeOffset: "0B" },
      link: { name: "pfc", reaction: 39 },
      congestion: "none",
    },
    measure: { pauses: false, every: "100us", rates: [`dci1-${bandwidth[0][1]}`] },
  };
}

const NOTE_B =
  "With 288 KiB at N, D gets 8 to 10% of C's link, so the long links rarely stop. With 6 MB it gets 35%, and Bifrost is at -12%: the order stays, the paper's factor does not come.";
const NOTE_C =
  "Under PFC a victim waits until what arrived in a round trip after X_OFF, 6.7 MB, has left at 33 Gbps, 1.6 ms; under Bifrost little more than the fibre's delay is left, since M's other ports hold little. The testbed's M may hold more, in which victims wait under either.";

type Rows = readonly Done<Key, Row>[];

/** The mean over seeds; NaN where nothing was measured. */
function of(done: Rows, panel: Panel, scheme: Scheme, x: number, which: Which | "share"): number {
  const rows = done.filter(({ key }) => key.panel === panel && key.scheme === scheme && xOf(key) === x);
  return mean(rows.map(({ row }) => row[which] ?? NaN));
}

const xOf = ({ panel, flows, kilobytes }: Key): number => (panel === "size" ? kilobytes : flows);
const named: Readonly<Record<Which, string>> = {
  average: "average",
  p99: "99th percentile",
  p999: "99.9th percentile",
};

function plotsOf(done: Rows, scale: Scale): Plot[] {
  const plot = (title: string, panel: Panel, x: string, xs: readonly number[], shown: readonly Which[]): Plot => ({
    ...{ title, x, y: "latency, us", log: "x" },
    lines: SCHEMES.flatMap((scheme) =>
      shown.map((which) => ({
        name: `${scheme}, ${named[which]}`,
        points: xs.map((at) => [at, of(done, panel, scheme, at, which)] as const).filter(([, us]) => !Number.isNaN(us)),
      })),
    ),
  });
  const both: readonly Which[] = ["average", "p99"];
  return [
    plot("A: a flow from each sender", "size", "message, KB", KILOBYTES[scale], both),
    plot("A: more flows", "A", "flows of each sender", FLOWS[scale], both),
    {
      title: "B: beside traffic within the data centre",
      x: "1: average, 2: 99th percentile, 3: 99.9th percentile",
      y: "latency, us",
      lines: SCHEMES.map((scheme) => ({
        name: scheme,
        points: (["average", "p99", "p999"] as const)
          .map((which, k) => [k + 1, of(done, "B", scheme, FLOWS_B, which)] as const)
          .filter(([, us]) => !Number.isNaN(us)),
      })),
    },
    plot("C: victims of an incast", "C", "flows of each sender", FLOWS[scale], both),
  ];
}

function claimsOf(done: Rows, scale: Scale): Claim[] {
  const factor = (panel: Panel, x: number, which: Which | "share"): number =>
    of(done, panel, "Bifrost", x, which) / of(done, panel, "PFC", x, which);
  const against = (panel: Panel, x: number, what: string, which: Which, paper: number, note?: string): Claim => {
    const claim = `${panels[panel].name}, ${what}: ${named[which]} latency under Bifrost against PFC`;
    const said = { id: `${panel}-${x}-${which}`, claim, paper: percentChange(paper) };
    return ratio(note === undefined ? said : { ...said, note }, factor(panel, x, which), paper);
  };
  const lower = (id: string, claim: string, panel: Panel, xs: readonly number[], which: Which): Claim => {
    const ours = xs.map((x) => `${x}: ${percentChange(factor(panel, x, which))}`).join(", ");
    return order(
      { id, claim, paper: "lower" },
      ours,
      xs.every((x) => factor(panel, x, which) < 1),
    );
  };
  const sizes = KILOBYTES[scale].map((x) => ["size", x] as const);
  const shares = [...sizes, ...FLOWS[scale].map((x) => ["A", x] as const)].map(([panel, x]) =>
    factor(panel, x, "share"),
  );
  const left = done.reduce((sum, { row }) => sum + row.unfinished, 0);
  return [
    lower(
      "A-size-p99",
      "A: for every size the 99th percentile is lower under Bifrost",
      "size",
      KILOBYTES[scale],
      "p99",
    ),
    lower(
      "A-size-average",
      "A: for every size the average is lower under Bifrost",
      "size",
      KILOBYTES[scale],
      "average",
    ),
    against("size", 512, "512 KB", "average", 0.82),
    against("size", 512, "512 KB", "p99", 0.75),
    lower("A-flows-p99", "A: for every number of flows the 99th percentile is lower", "A", FLOWS[scale], "p99"),
    against("A", 128, "128 flows", "average", 0.775),
    against("A", 128, "128 flows", "p99", 0.58),
    order(
      { id: "A-bandwidth", claim: "A: both achieve the same bandwidth", paper: "the same" },
      `Bifrost ${percentChange(Math.min(...shares))} to ${percentChange(Math.max(...shares))} of PFC's`,
      shares.every((share) => Math.abs(share - 1) <= 0.02),
    ),
    ...(["average", "p99", "p999"] as const).map((which) =>
      lower(`B-${which}`, `B: the ${named[which]} is lower`, "B", [FLOWS_B], which),
    ),
    against("B", FLOWS_B, "beside D to C", "p99", 0.54, NOTE_B),
    lower("C-p99", "C: for every number of flows the victims' 99th percentile is lower", "C", FLOWS[scale], "p99"),
    against("C", 128, "128 flows", "p99", 0.47, NOTE_C),
    value(
      { id: "buffer", claim: "Bifrost reserves less for a long link than PFC", paper: "-37% (9.72 and 15.5 MB)" },
      MEMORY.Bifrost / MEMORY.PFC,
      9.72 / 15.5,
      0.05,
      percentChange,
    ),
    order(
      { id: "all-done", claim: "Every small message arrives within the run", paper: "(ours)" },
      `${left} do not`,
      left === 0,
    ),
  ];
}
