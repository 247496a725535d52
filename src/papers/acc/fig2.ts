/** acc/fig2: where the bytes of a congested flow are, and what its ACKs tell of it. */
import {
  type Claim,
  defineExperiment,
  type Done,
  firstSeed,
  inEveryRun,
  type Line,
  mean,
  met,
  near,
  order,
  ratio,
  type Results,
  sample,
  value,
} from "../experiment.ts";
import { chainScenario, chosen, dcqcnChosen, F1, PORTS, startedAt } from "./chain-fabric.ts";
import { acc } from "./readings.ts";
import { dcqcnOf, tcd } from "./schemes.ts";

type Series = readonly (readonly [number, number])[];

interface Key extends Record<string, string | number> {
  readonly service: "arrival" | "ingress";
}

interface Row {
  /** ms, bursts beginning at 1, and KB of F1's payload at P1 to P4, and in all queues. */
  readonly ports: readonly Series[];
  readonly backlog: Series;
  readonly inFlight: Series;
  /** Gbps of F1's packets on the wire, as its ACKs arrive. */
  readonly acks: Series;
  /** Largest difference, bytes, between in flight and what was found in queues, on wires, and delivered. */
  readonly lost: number;
  /** When F1's backlog at P1 to P4 begins to rise, ms after the bursts' start; null: never. */
  readonly rises: readonly (number | null)[];
  /** When the last burst is done, ms on the axis. */
  readonly burstsEnd: number;
  /** KB over one RTT: in flight less backlog, mean and largest distance from C RTT / (N + 1), while bursts are there. */
  readonly pipe: number;
  readonly farthest: number;
  /** Gbps, meanwhile. */
  readonly ackRate: number;
}

const N = 20;
const STEP_US = 1;
/** Base round trip of F1 with full packets, us: 10 links of 2 us, and 5 x 86.56 + 5 x 6.88 ns on the wire. */
const RTT_US = 20.5;
/** Gbps, of which a packet of 1000 B takes 1082 B. */
const SHARE = 100 / (N + 1);
const WIRE = 1.082;
const CAPACITY = (SHARE * RTT_US) / 8 / WIRE;
/** KB above the most of the last 0.2 ms before the bursts: a backlog that rises. */
const RISEN = 10;
const AT_MS = 1;

export const fig2 = defineExperiment<Key, Row, typeof acc>({
  id: "acc/fig2",
  title: "Packet conservation: in flight, backlog and ACK rate of a congested flow",
  asks: "F1 shares three links with F0 and meets bursts of 20 hosts at P4. What do its bytes in flight and its ACKs say of the queues on its path?",
  chosen: [
    ...chosen,
    dcqcnChosen,
    `Bytes are of payload; samples every ${STEP_US} us. The pipe's capacity C RTT / (N + 1) counts wire bytes, ${((SHARE * RTT_US) / 8).toFixed(1)} KB, of which ${CAPACITY.toFixed(1)} are payload.`,
    `Rates and the pipe are measured from a round trip after the bursts' start until the last of them is done. A backlog rises where it exceeds by ${RISEN} KB the most that it was in the 0.2 ms before the bursts.`,
    "Both orders of service are drawn; claims are of the one that the reading names.",
  ],
  readings: acc,
  seeds: { quick: 2, paper: 2 },
  trials: (_scale, reading) =>
    (["arrival", "ingress"] as const).map((service) => ({
      key: { service },
      scenario: chainScenario(
        {
          bursts: N,
          at: AT_MS,
          after: 3,
          detection: tcd,
          congestion: dcqcnOf(reading),
          measure: { pauses: false, every: `${STEP_US}us`, queues: PORTS, inFlight: [F1] },
        },
        { ...reading, service },
      ),
    })),

  row: rowOf,

  conclude(all, _scale, { service }) {
    const one = (name: string): Row | undefined => firstSeed(all).find(({ key }) => key.service === name)?.row;
    const row = one(service);
    const plot = (title: string, y: string, lines: readonly Line[]) => ({ title, x: "time, ms", y, lines });
    return {
      plots: [
        plot(
          "F1: backlog by port",
          "backlog of F1, KB",
          row?.ports.map((points, k) => ({ name: `P${k + 1}`, points })) ?? [],
        ),
        plot("F1: in flight, and backlog in all", "payload of F1, KB", [
          { name: "in flight", points: row?.inFlight ?? [] },
          { name: "backlog", points: row?.backlog ?? [] },
        ]),
        plot("F1: rate at which ACKs arrive, over one RTT", "rate of ACKs, Gbps", [
          { name: "P4 serves in order of arrival", points: one("arrival")?.acks ?? [] },
          { name: "P4 serves its ingress ports in turn", points: one("ingress")?.acks ?? [] },
        ]),
      ],
      claims:
        row === undefined
          ? []
          : claimsOf(
              all.filter(({ key }) => key.service === service),
              row,
            ),
    };
  },
});

function rowOf(results: Results): Row {
  const { tables } = results;
  const flight = tables.inflight?.columns;
  const backlogs = tables.backlogs?.columns;
  if (flight === undefined || backlogs === undefined) throw new Error("the scenario asks for inFlight and queues");
  const start = startedAt(results);
  const onAxis = (ns: number): number => ns / 1e6 - start + AT_MS;
  const ms = Array.from(flight.time_ns, onAxis);
  const { start_ns, fct_ns } = tables.flows.columns;
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
    return mean(window.map((k) => (flight.inflight_bytes[k] - flight.queued_bytes[k]) / 1000));
  });
  const acked = flight.acked_bytes[last] - flight.acked_bytes[first];
  return {
    ports: PORTS.map((_, port) => thinned(atPort(port))),
    backlog: thinned(pick(flight.queued_bytes)),
    inFlight: thinned(pick(flight.inflight_bytes)),
    acks: thinned(acks),
    lost: ms.reduce((most, _at, k) => {
      const found = flight.queued_bytes[k] + flight.wire_bytes[k] + flight.delivered_bytes[k];
      return Math.max(most, Math.abs(flight.inflight_bytes[k] - found));
    }, 0),
    rises: PORTS.map((_, port) => riseOf(atPort(port))),
    burstsEnd,
    pipe: mean(excess),
    farthest: Math.max(...excess.map((one) => Math.abs(one - CAPACITY))),
    ackRate: (acked * 8 * WIRE) / ((last - first) * STEP_US * 1000),
  };
}

/** Every tenth sample is drawn. */
const thinned = (series: [number, number][]): Series => series.filter(([at], k) => k % 10 === 0 && at > 0.8);

/** ms after the bursts' start. */
function riseOf(series: [number, number][]): number | null {
  const before = Math.max(0, ...series.flatMap(([at, kb]) => (at > AT_MS - 0.2 && at <= AT_MS ? [kb] : [])));
  const risen = series.find(([at, kb]) => at > AT_MS && kb > before + RISEN);
  return risen === undefined ? null : risen[0] - AT_MS;
}

/** Why F1's share is not C / (N + 1) at once. */
const FIFO =
  "In order of arrival P4's queue takes 0.9 ms to turn over. When the bursts begin F1 comes at 48 Gbps beside 20 hosts at 100, 2.3% of what arrives, and leaves at that share; its other bytes come once the hosts are stopped, and leave together behind. docs/errata.md has the other readings of the bursts.";

function claimsOf(done: readonly Done<Key, Row>[], row: Row): Claim[] {
  const { lost, farthest, ackRate, burstsEnd, rises } = row;
  const ms = (at: number | null | undefined): string =>
    at === null || at === undefined ? "never" : `${at.toFixed(3)} ms`;
  const context = rises.map((at, k) => `P${k + 1} after ${ms(at)}`).join(", ");
  return [
    value(
      {
        id: "conservation",
        claim: "At every sample F1's bytes in flight are in queues, on wires, or delivered and not acknowledged",
        paper: "packets are never lost",
        standing: "definition",
      },
      lost,
      0,
      0,
      (bytes) => `largest difference ${bytes} B`,
    ),
    order(
      { id: "ports", claim: "F1's backlog rises at P4, P3, P2 and P1, in this order", paper: "rise one by one" },
      inEveryRun(
        "in this order",
        done.map(({ row: { rises: at } }) => at.every((one, k) => one !== null && (k === 0 || (at[k - 1] ?? 0) > one))),
      ),
      context,
    ),
    ratio(
      {
        id: "p3",
        claim: "F1's packets wait at P4 alone for 0.1 ms, then at P3 too",
        paper: "at 1.1 ms, bursts at 1 ms",
      },
      near(
        sample(
          "P3 rises after",
          done,
          () => true,
          ({ rises: at }) => at[2],
        ),
        0.1,
        ms,
      ),
    ),
    met(
      {
        id: "pipe",
        claim: "In flight = backlog + C RTT / (N + 1), on average while bursts are there (within two packets)",
        paper: `closely tracks: 0.012 MB, ${CAPACITY.toFixed(1)} KB of payload`,
        note: `What is not in queues is on wires, at the rates of the moment: over one RTT alone it is up to ${farthest.toFixed(0)} KB from that. ${FIFO}`,
      },
      done.every(({ row: { pipe } }) => Math.abs(pipe - CAPACITY) <= 2),
      `in flight less backlog: ${done.map(({ row: { pipe } }) => pipe.toFixed(1)).join(" and ")} KB by seed, until ${burstsEnd.toFixed(2)} ms`,
    ),
    value(
      {
        id: "ack-rate",
        claim: "ACKs arrive at the available bandwidth, C / (N + 1) in wire bytes, while bursts are there (within 5%)",
        // "the arriving rate of ACKs (around 4.7Gbps) is exactly the available bandwidth of F1": exactly, so not within the 1.5 of other printed rates.
        paper: "around 4.7 Gbps, exactly the available bandwidth",
        note: FIFO,
        tried:
          "service=ingress: 4.74 Gbps. In order of arrival 4.16 with dcqcn_paper, 2.67 with dcqcn, which cuts F1 until it has less than its share; without congestion control 4.7 over two turnovers of the queue.",
      },
      ackRate,
      SHARE,
      0.05,
      (gbps) => `${gbps.toFixed(2)} Gbps, C / (N + 1) = ${SHARE.toFixed(2)}`,
    ),
  ];
}
