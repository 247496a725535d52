/** acc/fig2: the bytes of a congested flow in flight and in queues, and the rate of the flow's ACKs. */
import * as xoff from "../experiment.ts";
import { chainScenario, chosen, dcqcnChosen, F1, PORTS, startedAt } from "./chain-fabric.ts";
import { acc } from "./readings.ts";
import { dcqcnOf, tcd } from "./schemes.ts";

const SERVICES = ["arrival", "ingress"] as const;
type Series = readonly (readonly [number, number])[];

/** The number of bursting hosts. */
const N = 20;
/** The time between two samples, us. */
const STEP_US = 1;
/** F1's base round trip with full packets, us: 10 delays of 2 us, 5 transmissions of 86.56 ns and 5 of 6.88 ns. */
const RTT_US = 20.5;
/** F1's fair share of P4, Gbps on the wire. */
const SHARE = 100 / (N + 1);
/** Bytes on the wire for each byte of payload: a packet with 1000 B of payload has 1082 B. */
const WIRE = 1.082;
/** Payload in flight of F1, KB, if it has its fair share of port P4 and no queue: C RTT / (N + 1). */
const CAPACITY = (SHARE * RTT_US) / 8 / WIRE;
/** A backlog has risen if it exceeds its maximum of the last 0.2 ms before the bursts by this many KB. */
const RISEN = 10;
/** The bursts' start on the axis, ms. */
const AT_MS = 1;

export const fig2 = xoff.defineFigure({
  id: "acc/fig2",
  title: "Packet conservation: in flight, backlog and ACK rate of a congested flow",
  asks: "F1 shares three links with F0, and bursts of 20 hosts congest it at P4. How do F1's bytes in flight and its ACK rate follow the queues on its path?",
  readings: acc,
  seeds: { quick: 2, paper: 2 },
  chosen: [
    ...chosen,
    dcqcnChosen,
    `Bytes are payload, sampled every ${STEP_US} us. The pipe's capacity C RTT / (N + 1) counts wire bytes. It is ${((SHARE * RTT_US) / 8).toFixed(1)} KB, of which ${CAPACITY.toFixed(1)} KB are payload.`,
    `Rates and the pipe are measured from one round trip after the bursts' start to the end of the last burst. A backlog has risen when it exceeds its maximum of the 0.2 ms before the bursts by ${RISEN} KB.`,
    "The plots show both orders of service. Claims use the order of the chosen reading.",
  ],
  trials: (_scale, reading) => {
    const measure = { pauses: false, every: `${STEP_US}us`, queues: PORTS, inFlight: [F1] };
    const options = { bursts: N, at: AT_MS, after: 3, detection: tcd, congestion: dcqcnOf(reading), measure };
    return xoff.trialsOver({ service: SERVICES }, ({ service }) => chainScenario(options, { ...reading, service }));
  },
  row: rowOf,
  plots: (runs, _scale, { service }) => {
    const [row, arrival, ingress] = [service, ...SERVICES].map((one) => runs.first({ service: one }));
    const byPort = row?.ports.map((points, k) => ({ name: `P${k + 1}`, points })) ?? [];
    return [
      xoff.coursePlot("F1: backlog by port", "backlog of F1, KB", byPort),
      xoff.coursePlot("F1: in flight, and backlog in all", "payload of F1, KB", [
        { name: "in flight", points: row?.inFlight ?? [] },
        { name: "backlog", points: row?.backlog ?? [] },
      ]),
      xoff.coursePlot("F1: rate at which ACKs arrive, over one RTT", "rate of ACKs, Gbps", [
        { name: "P4 serves in order of arrival", points: arrival?.acks ?? [] },
        { name: "P4 serves its ingress ports in turn", points: ingress?.acks ?? [] },
      ]),
    ];
  },
  claims: (runs, _scale, { service }) => {
    const rows = runs.rows({ service });
    const row = runs.first({ service });
    if (row === undefined) return [];
    const { lost, farthest, ackRate, burstsEnd, rises } = row;
    const p3 = runs.of({ service }, ({ rises: at }) => at[2], "time until P3 rises");
    const ofShare = (gbps: number): string => `${gbps.toFixed(2)} Gbps, C / (N + 1) = ${SHARE.toFixed(2)}`;
    return [
      xoff.formula("conservation", {
        claim:
          "At every sample F1's bytes in flight are those in queues, those on wires, and those delivered but not acknowledged",
        paper: "packets are never lost",
        judged: xoff.equals(lost, 0, 0, (bytes) => `largest difference ${bytes} B`),
        standing: "definition",
      }),
      xoff.order("ports", {
        claim: "F1's backlog rises first at P4, then P3, then P2 and P1",
        paper: "rise one by one",
        judged: xoff.inEveryRun("in this order", rows, ({ rises: at }) =>
          at.every((one, k) => one !== null && (k === 0 || (at[k - 1] ?? 0) > one)),
        ),
        context: rises.map((at, k) => `P${k + 1} after ${at === null ? "never" : ms(at)}`).join(", "),
      }),
      xoff.ratio("p3", {
        claim: "F1's packets queue only at P4 for 0.1 ms, then at P3 too",
        paper: "at 1.1 ms, bursts at 1 ms",
        judged: xoff.near(p3, 0.1, ms),
      }),
      xoff.met("pipe", {
        claim: "In flight = backlog + C RTT / (N + 1), on average during the bursts (within two packets)",
        paper: `closely tracks: 0.012 MB, ${CAPACITY.toFixed(1)} KB of payload`,
        holds: rows.every(({ pipe }) => Math.abs(pipe - CAPACITY) <= 2),
        ours: `in flight minus backlog: ${rows.map(({ pipe }) => pipe.toFixed(1)).join(" and ")} KB by seed, until ${burstsEnd.toFixed(2)} ms`,
        note: `The remaining bytes are on wires, at the current rates. Over a single RTT they differ from C RTT / (N + 1) by up to ${farthest.toFixed(0)} KB. ${FIFO}`,
      }),
      xoff.formula("ack-rate", {
        // "the arriving rate of ACKs (around 4.7Gbps) is exactly the available bandwidth of F1". The word "exactly" requires a tolerance of
        // 5%, instead of the factor of 1.5 for other rates.
        claim: "During the bursts ACKs arrive at the available bandwidth, C / (N + 1) in wire bytes (within 5%)",
        paper: "around 4.7 Gbps, exactly the available bandwidth",
        judged: xoff.equals(ackRate, SHARE, 0.05, ofShare),
        note: FIFO,
        underdetermined: { evidence: SERVICE_IS_OPEN },
      }),
    ];
  },
});

const ms = xoff.fixed(3, " ms");

function rowOf(results: xoff.Results) {
  const [flight, backlogs] = [xoff.columnsOf(results, "inflight"), xoff.columnsOf(results, "backlogs")];
  const start = startedAt(results);
  const onAxis = (ns: number): number => ns / 1e6 - start + AT_MS;
  const ms = Array.from(flight.time_ns, onAxis);
  const { start_ns, fct_ns } = results.tables.flows.columns;
  const burstsEnd = onAxis(Math.max(...Array.from(fct_ns, (fct, k) => start_ns[k] + fct).filter(Number.isFinite)));
  const pick = (values: Float64Array): [number, number][] => Array.from(values, (bytes, k) => [ms[k], bytes / 1000]);
  const atPort = (port: number) => pick(backlogs.queued_bytes.filter((_bytes, k) => k % PORTS.length === port));
  const over = Math.round(RTT_US / STEP_US);
  const acks = ms.map((at, k): [number, number] => {
    const acked = k < over ? 0 : flight.acked_bytes[k] - flight.acked_bytes[k - over];
    return [at, (acked * 8 * WIRE) / (over * STEP_US * 1000)];
  });
  const [first, last] = [AT_MS + RTT_US / 1000, burstsEnd].map((at) => ms.findIndex((one) => one >= at));
  const excess = ms.slice(first + over, last).map((_at, from) => {
    const window = Array.from({ length: over }, (_, k) => first + from + k);
    return xoff.mean(window.map((k) => (flight.inflight_bytes[k] - flight.queued_bytes[k]) / 1000));
  });
  const acked = flight.acked_bytes[last] - flight.acked_bytes[first];
  return {
    /** F1's backlog at P1 to P4 (`ports`) and in all queues, as [ms, KB of payload]. The bursts start at 1 ms. */
    ports: PORTS.map((_, port) => thinned(atPort(port))),
    backlog: thinned(pick(flight.queued_bytes)),
    inFlight: thinned(pick(flight.inflight_bytes)),
    /** The rate at which F1's ACKs acknowledge data, as [ms, Gbps]. Data counts with its headers on the wire. */
    acks: thinned(acks),
    /**
     * Sent bytes of F1 without an ACK are queued, on a wire, or delivered without an ACK so far. The maximum difference
     * between their number and the sum of these three parts. It is 0 if no packet is lost.
     */
    lost: ms.reduce((most, _at, k) => {
      const found = flight.queued_bytes[k] + flight.wire_bytes[k] + flight.delivered_bytes[k];
      return Math.max(most, Math.abs(flight.inflight_bytes[k] - found));
    }, 0),
    /** For P1 to P4: the time from the bursts' start until F1's backlog begins to rise, ms. Null: it never does. */
    rises: PORTS.map((_, port) => riseOf(atPort(port))),
    /** The end of the last burst on the figure's axis, ms. */
    burstsEnd,
    /** Bytes in flight less backlog, KB. `pipe` is the mean during the bursts, `farthest` the maximum deviation from C RTT / (N + 1). */
    pipe: xoff.mean(excess),
    farthest: Math.max(...excess.map((one) => Math.abs(one - CAPACITY))),
    /** The rate of F1's ACKs during the bursts, Gbps. */
    ackRate: (acked * 8 * WIRE) / ((last - first) * STEP_US * 1000),
  };
}

/** The points to plot: every tenth sample from 0.8 ms on. */
const thinned = (series: [number, number][]): Series => series.filter(([at], k) => k % 10 === 0 && at > 0.8);

/**
 * The time from the bursts' start until the backlog has risen, ms. The backlog has risen if it exceeds its maximum of
 * the last 0.2 ms before the start by `RISEN` KB. Null: it never does.
 */
function riseOf(series: [number, number][]): number | null {
  const before = Math.max(0, ...series.flatMap(([at, kb]) => (at > AT_MS - 0.2 && at <= AT_MS ? [kb] : [])));
  const risen = series.find(([at, kb]) => at > AT_MS && kb > before + RISEN);
  return risen === undefined ? null : risen[0] - AT_MS;
}

/** The note for claims about F1's rate. It says why F1 does not get its share C / (N + 1) at once. */
const FIFO =
  "If P4 serves in order of arrival, a byte waits 0.9 ms in its queue. When the bursts begin, F1 arrives at 48 Gbps and each of the 20 hosts sends at 100 Gbps. F1 has 2.3% of the arrivals, and the same share of the departures. Its other bytes arrive after the hosts are paused and leave together later. docs/errata.md has the other readings of the bursts.";

const SERVICE_IS_OPEN =
  "The text does not say in which order a port serves several ingress ports (reading `service`), nor how the bursts follow one another ([ten models](../errata.md)).";
