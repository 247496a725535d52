/**
 * cross/spfc-readings: what SPFC's paper leaves open about fig4, one reading against another: whose DCQCN, what 16 MB are, how long TC is, and
 * whether a victim's threshold is as printed.
 */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Scale } from "../contract.ts";
import {
  dcqcn,
  goodputOver,
  headroomOfAll,
  pausesAtP0,
  RECOVERED,
  schemes,
  SHARED,
  storedAtP2,
  victimScenario,
} from "../spfc/victim-fabric.ts";

const SENDERS = {
  "HPCC's DCQCN": { name: "dcqcn" },
  "HPCC's with zhu15's values": dcqcn,
  // One CNP in 50 us, which cuts at once and moves the target.
  "DCQCN as in zhu15": {
    ...dcqcn,
    decreaseInterval: "1us",
    clampTarget: true,
    cnpInterval: "50us",
    minRate: "100Mbps",
  },
} as const;
type Sender = keyof typeof SENDERS;
const senderNames = Object.keys(SENDERS) as Sender[];

const MEMORIES = { beside: "headroom beside the 16 MiB", within: "headroom within the 16 MiB" } as const;
type Memory = keyof typeof MEMORIES;

const LONG = "289.5us";
const BUFFERS = {
  "DT 2": schemes["DT 2"],
  SPFC: schemes.SPFC,
  "SPFC, TC 8 RTT": { ...schemes.SPFC, period: LONG },
  "SPFC, alpha 1, TC 8 RTT": { ...schemes.SPFC, alpha: 1, period: LONG },
  "SPFC as printed": schemes["SPFC as printed"],
} as const;
type Buffer = keyof typeof BUFFERS;
const bufferNames = Object.keys(BUFFERS) as Buffer[];
const SPFC = bufferNames.filter((name) => BUFFERS[name].name === "spfc");

interface Key extends Record<string, string | number> {
  readonly sender: Sender;
  readonly memory: Memory;
  readonly buffer: Buffer;
  readonly bursts: number;
}

interface Row {
  /** PAUSEs that h0 was sent; for how long they held it, us. */
  readonly pauses: number;
  readonly held: number;
  /** Gbps of F1's payload over 0.5 ms, from 1 ms after the burst's start: least and mean. */
  readonly least: number;
  readonly mean: number;
  /** Most that the switch has stored for r2, MB. */
  readonly stored: number;
}

const BURSTS: Readonly<Record<Scale, readonly number[]>> = { quick: [24], paper: [8, 16, 24, 29] };

export const spfcReadings = defineExperiment<Key, Row>({
  id: "cross/spfc-readings",
  title: "Readings of SPFC's figure 4",
  asks: "Under which reading of what the paper leaves open is h0 paused under DT, and spared under SPFC?",
  chosen: [
    "HPCC's DCQCN cuts at most every 4 us and climbs each 300 us; with zhu15's values, every 50 and each 55 us. Its target stays where it was while cuts follow each other.",
    "DCQCN as in zhu15: the receiver sends at most one CNP in 50 us, each cuts at once and moves the target to the rate before; no byte counter, which at 10 MB is not reached in 11 ms of a burst; least rate 100 Mbps.",
    "Thresholds of ECN are those of HPCC's simulator. With those of zhu15 (5 to 200 KB, 1%, at 40G) and of DCQCN's own simulator (41 KB to 1 MB, up to 1), tried at N = 24, PAUSEs of h0 differ by a few, and DT 2 stops it as long.",
    `Where headroom lies within the 16 MiB, ${((SHARED - headroomOfAll(9)) / 1e6).toFixed(1)} MB are shared, as the starter scenario has it; SPFC as printed is run only where it lies beside.`,
  ],
  seeds: { quick: 1, paper: 1 },
  trials: (scale) =>
    senderNames.flatMap((sender) =>
      (["beside", "within"] as const).flatMap((memory) =>
        bufferNames
          .filter((buffer) => memory === "beside" || buffer !== "SPFC as printed")
          .flatMap((buffer) =>
            BURSTS[scale].map((bursts) => {
              const scenario = victimScenario({
                buffer: BUFFERS[buffer],
                congestion: SENDERS[sender],
                bursts,
                measure: { every: "500us", goodputs: [0] },
              });
              return {
                key: { sender, memory, buffer, bursts },
                scenario: memory === "within" ? { ...scenario, switch: { memory: `${SHARED}B` } } : scenario,
              };
            }),
          ),
      ),
    ),
  row(results) {
    const { sent, held } = pausesAtP0(results);
    const later = goodputOver(results, 0)
      .filter(([ms]) => ms > 2)
      .map(([, gbps]) => gbps);
    return {
      ...{ pauses: sent, held: held / 1000, stored: storedAtP2(results) },
      ...{ least: Math.min(...later), mean: mean(later) },
    };
  },

  conclude(done) {
    const counts = [...new Set(done.map(({ key }) => key.bursts))].sort((a, b) => a - b);
    const of = (sender: Sender, memory: Memory, buffer: Buffer, bursts: number): Row | undefined =>
      done.find(
        ({ key }) => key.sender === sender && key.memory === memory && key.buffer === buffer && key.bursts === bursts,
      )?.row;
    const settings = senderNames.flatMap((sender) =>
      (Object.keys(MEMORIES) as Memory[]).map((memory) => ({ sender, memory, name: `${sender}, ${MEMORIES[memory]}` })),
    );
    return {
      plots: settings.map(({ sender, memory, name }) => ({
        title: `h0 held by PAUSEs: ${name}`,
        x: "burst ports N",
        y: "us in all",
        lines: bufferNames
          .filter((buffer) => counts.some((n) => of(sender, memory, buffer, n) !== undefined))
          .map((buffer) => ({
            name: buffer,
            points: counts.map((n) => [n, of(sender, memory, buffer, n)?.held ?? NaN] as const),
          })),
      })),
      claims:
        done.length === 0
          ? []
          : settings.flatMap(({ sender, memory, name }) => {
              const n = counts.includes(24) ? 24 : counts[counts.length - 1];
              const row = (buffer: Buffer): Row | undefined => of(sender, memory, buffer, n);
              const said = (buffer: Buffer): string => {
                const found = row(buffer);
                return found === undefined
                  ? ""
                  : `${buffer}: ${found.pauses} PAUSEs, ${found.held.toFixed(0)} us; F1 least ${found.least.toFixed(0)}, mean ${found.mean.toFixed(0)} Gbps; ${found.stored.toFixed(1)} MB stored`;
              };
              const id = `${["hpcc", "hpcc-zhu15", "zhu15"][senderNames.indexOf(sender)]}-${memory}`;
              const suffering = (row("DT 2")?.least ?? Infinity) < RECOVERED;
              return [
                order(
                  {
                    id: `${id}-dt`,
                    claim: `${name}: under DT 2 h0 is paused and F1 is not back at 90 Gbps of wire 1 ms after the burst's start, N = ${n}`,
                    paper: "about 9 ms",
                  },
                  said("DT 2"),
                  suffering,
                ),
                ...SPFC.filter((buffer) => row(buffer) !== undefined).map((buffer, k) =>
                  order(
                    {
                      id: `${id}-spfc-${k + 1}`,
                      claim: `${name}: h0 is not paused under ${buffer}, N = ${n}`,
                      paper: "no PAUSE at P0",
                    },
                    said(buffer),
                    row(buffer)?.pauses === 0,
                  ),
                ),
              ];
            }),
    };
  },
});
