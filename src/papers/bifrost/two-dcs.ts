/**
 * The fabric of Bifrost's simulations (section VI-B): two fat-trees of 16 servers, each with a DCI switch. One long link of
 * 400 Gbps connects the DCI switches.
 *
 *   h0..h15 -- fat-tree, 100G, 1 us -- dci0 ======== 600 km ======== dci1 -- fat-tree -- h16..h31
 *
 * Inside a data centre most schemes run PFC. CBFC runs credits there, and IRN and NewReno drop packets. The policy of the
 * long link depends on the scheme (schemes.ts).
 */
import { acksOf } from "../acks.ts";
import { NO_PAUSES, type Scale, type Trial, trialsOver, keyed, under, type PerScale } from "../experiment.ts";
import { HEADROOM, insidePolicies, OWN, pfcInside, SHARED } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";
import { RATE_GBPS, schemes, type Guards, type Run, type Scheme } from "./schemes.ts";
import { allToAll, interDc, type Workload } from "./traffic.ts";

/**
 * One sentence of `chosen`, the list of what xoff chose where the paper is silent. It gives the memory of the switches inside a data
 * centre. Figures with a static threshold leave the sentence out, because their queues use no shared memory.
 */
export const chosenInside =
  "Inside a data centre each queue has 288 KiB of private memory. DT with alpha 4 shares 10 MiB more.";

/** Choices that all figures on this fabric share. */
export const chosen: readonly string[] = [
  "Buffer sizes are in MiB and KiB (docs/errata.md). The BDP of 3 ms at 400 Gbps is 300,000,000 B.",
  chosenInside,
  "Inside a data centre the headroom is 30 KiB per queue, which requires a reaction within 39 quanta (200 ns). DCI switches share no memory. Under SWING they are like other switches.",
  "PFC's port on the long link has X_OFF = X_ON = 1 MiB. Its headroom is what real frames need (h*), 294,461,751 B at 600 km. The printed 286 MiB is more, because it includes preambles and gaps, which take no memory.",
  "Bifrost's H is BDP + 2 R T in bytes on the wire, and one packet for leakage. At 600 km this is 59,750 B more than the printed 287 MiB.",
  "DCQCN has xoff's defaults. No packet is lost, so hosts have a retransmission timeout of one second. The usual 16.8 ms are less than the 24 ms in which a port at 100 Gbps sends one BDP.",
  "All flows that begin in the stated time count, and a run continues until they are done.",
];

/** The paper's distance between the data centres, km. */
export const DISTANCE_KM = 600;
export interface Size {
  /** The distance between the data centres, km. */
  readonly km: number;
  /** Flows begin from time 0 to this time, ms. */
  readonly arrivalsMs: number;
}

const PAPER: Size = { km: DISTANCE_KM, arrivalsMs: 20 };
/**
 * The distance and `arrivalsMs` by kind of traffic and scale. At quick scale the distance is a twelfth of the paper's.
 * Flows then begin during four round-trip times of this distance, or six for inter-DC traffic, which has fewer flows.
 */
export const SIZES: Readonly<Record<"inter-DC" | "all-to-all", PerScale<Size>>> = {
  "inter-DC": { quick: { km: 50, arrivalsMs: 3 }, paper: PAPER },
  "all-to-all": { quick: { km: 50, arrivalsMs: 2 }, paper: PAPER },
};

/**
 * A text for `chosen`, the list of xoff's own choices for a figure. It states the distance between the data centres and
 * the duration in which flows begin, at quick and at paper scale.
 */
export const sizeChosen = ({ quick, paper }: PerScale<Size>): string =>
  `Flows begin for ${paper.arrivalsMs} ms on ${paper.km} km. Quick scale: ${quick.arrivalsMs} ms on ${quick.km} km, with the buffers and timeouts of that distance.`;

/** Options of a run over two data centres. Flows begin in the first `arrivalsMs`, and the run ends when all are done. */
export interface TwoDcOptions extends Size {
  readonly scheme: Scheme;
  readonly traffic: readonly unknown[];
  readonly slotUs?: number;
  /** Flow control inside a data centre. Absent: the scheme decides. */
  readonly inside?: NonNullable<Guards["inside"]>;
  /**
   * PFC's threshold inside a data centre. With `dynamic` it is DT's threshold over the shared pool. With `static` it is the
   * size of a queue's private memory. Absent: dynamic.
   */
  readonly threshold?: "dynamic" | "static";
  /** The lossless classes. Schemes that drop packets have none. */
  readonly classes?: readonly number[];
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly measure?: Readonly<Record<string, unknown>>;
}

/**
 * The maximum length of a run without drops, and of a run with drops. Schemes that drop packets need more time: IRN
 * retransmits the end of a burst once a round trip, and NewReno waits for seconds.
 */
const [LIMIT, LIMIT_DROPS] = ["1s", "200s"];
/** The number of ports of a core switch: four to its pods and one to the DCI switch. */
const PORTS = 5;
/** The number of a port's classes with private memory: all except the control class. */
const CLASSES = 7;

/** The scenario of a scheme or of the ideal. The ideal is Bifrost's scenario with an unlimited threshold, so no port pauses. */
export const runOf = (
  name: Run,
  scenario: (scheme: Scheme) => Record<string, unknown>,
): Readonly<Record<string, unknown>> => (name === NO_PAUSES ? under("pauses", scenario("Bifrost")) : scenario(name));

/** The parameters of a run. Its `scheme` is a scheme or the ideal without PAUSEs. */
export type Offered = { readonly scheme: Run; readonly workload: Workload; readonly load: number };

/** The scenario of one run of the inter-DC or all-to-all traffic of section VI-B. */
export const offeredScenario = (
  traffic: keyof typeof SIZES,
  { scheme: run, workload, load }: Offered,
  size: Size,
  reading: BifrostReading,
  more: Partial<TwoDcOptions> = {},
): Trial["scenario"] => {
  const flows = (traffic === "inter-DC" ? interDc : allToAll)(workload, load, size.arrivalsMs, reading);
  return runOf(run, (scheme) => twoDcScenario({ scheme, ...size, traffic: [flows], ...more }, reading));
};

/** Trials for all combinations of workload, load and scheme, under one kind of traffic. */
export const offeredTrials = (
  traffic: keyof typeof SIZES,
  axes: { readonly workload: readonly Workload[]; readonly load: readonly number[]; readonly scheme: readonly Run[] },
  scale: Scale,
  reading: BifrostReading,
): Trial<Offered>[] => {
  const { workload, load, scheme } = axes;
  const size = SIZES[traffic][scale];
  const all = trialsOver<Offered>({ workload, load, scheme }, (key) => offeredScenario(traffic, key, size, reading));
  return keyed(all, ["scheme", "workload", "load"]);
};

export function twoDcScenario(options: TwoDcOptions, reading: BifrostReading): Record<string, unknown> {
  const { scheme, traffic, arrivalsMs, km, slotUs = 10, classes = [3], threshold = "dynamic", measure } = options;
  const guards: Guards = schemes[scheme]({ km, slotUs, classes: classes.length, reading });
  const { long, policies, payload } = guards;
  const { inside = guards.inside ?? "pfc" } = options;
  const isSetAside = inside === "pfc";
  const own = OWN * (isSetAside ? CLASSES : classes.length) + HEADROOM * classes.length;
  // Under CBFC a switch has no shared pool: its ports have private memory instead. With `cbfcMemory: equal` a port gets as
  // much memory as a port can fill under the other schemes. The other schemes always give a port the private memory and headroom
  // of its queues. Only with a dynamic threshold the port can also fill the whole shared pool.
  const isEqual = inside === "cbfc" && reading.cbfcMemory === "equal";
  const shared = isEqual ? (threshold === "dynamic" ? PORTS : 0) * SHARED : SHARED;
  // A DCI switch has private memory at its port to the long link. Under SWING the relays have this memory, not the DCI switches.
  const hasLong = long !== undefined && scheme !== "SWING";
  return {
    until: "done",
    limit: inside === "drops" ? LIMIT_DROPS : LIMIT,
    count: { to: `${arrivalsMs}ms` },
    topology: {
      ...{ kind: "two-dc", k: 4, rate: "100Gbps", delay: "1us", dciRate: `${RATE_GBPS}Gbps`, dciDelay: `${km}km` },
      ...(hasLong && { dciMemory: `${own * (PORTS - 1) + 1}B` }),
    },
    switch: { memory: `${own * PORTS + shared}B`, private: isSetAside ? `${OWN}B` : "0B" },
    classes: { lossless: inside === "drops" ? [] : classes, ...acksOf(reading) },
    ...(long && { links: [{ between: "dci0-dci1", policy: long.policy, memory: `${long.memory}B` }] }),
    traffic,
    policies: {
      ...insidePolicies(reading),
      ...(threshold === "static" && inside === "pfc" && { buffer: { name: "st", xoff: "0B" } }),
      link: { pfc: pfcInside(reading), cbfc: "cbfc", drops: "none" }[inside],
      congestion: "dcqcn",
      ...policies,
      ...options.policies,
    },
    ...(payload !== undefined && { packet: { payload: `${payload}B` } }),
    measure: { pauses: false, ...measure },
  };
}
