/**
 * The fabric of Bifrost's simulations (section VI-B): two fat-trees of 16 servers, a DCI switch for each, one long link of 400 Gbps.
 *
 *   h0..h15 -- fat-tree, 100G, 1 us -- dci0 ======== 600 km ======== dci1 -- fat-tree -- h16..h31
 *
 * Inside, every scheme runs PFC but CBFC and those that drop, IRN and NewReno; the others differ at the long link (schemes.ts).
 */
import { acksOf } from "../acks.ts";
import { NO_PAUSES, type Scale, under } from "../experiment.ts";
import { HEADROOM, insidePolicies, OWN, pfcInside, SHARED } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";
import { RATE_GBPS, schemes, type Guards, type Run, type Scheme } from "./schemes.ts";

/** What a queue may hold inside a data centre, but where a figure has the static threshold. */
export const chosenInside =
  "Inside a data centre a queue has 288 KiB of its own and, beyond it, DT's alpha 4 of the shared 10 MiB.";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "Sizes of buffers are MiB and KiB (docs/errata.md): the BDP of 3 ms at 400 Gbps is 300,000,000 B.",
  chosenInside,
  "Inside a data centre headroom is 30 KiB a queue, which asks a reaction of 39 quanta, 200 ns. The DCI switches share nothing, but under SWING, where they are as the others.",
  "PFC's port on the long link has X_OFF = X_ON = 1 MiB and the headroom that real frames need (h*), 294,461,751 B at 600 km: less than the 286 MiB printed, which preamble and gap do not take.",
  "Bifrost's H is BDP + 2 R T as on the wire, and one packet for what leaks: at 600 km 59,750 B more than the 287 MiB printed.",
  "DCQCN has xoff's defaults. Nothing is lost, so hosts wait a second before they send again: the usual 16.8 ms are less than the 24 ms that one BDP takes to leave by one 100G port.",
  "All flows that begin in the time stated count, and a run goes on until they are done.",
];

/** 600 km. */
export const DISTANCE_KM = 600;
/** Of a run: how far apart the data centres are, and for how long flows begin, ms. */
export interface Size {
  readonly km: number;
  readonly arrivalsMs: number;
}

const PAPER: Size = { km: DISTANCE_KM, arrivalsMs: 20 };
/** By who sends to whom. At quick scale a twelfth of the paper's length, and six or four of its round trips: from one to the other fewer flows begin. */
export const SIZES: Readonly<Record<"inter-DC" | "all-to-all", Readonly<Record<Scale, Size>>>> = {
  "inter-DC": { quick: { km: 50, arrivalsMs: 3 }, paper: PAPER },
  "all-to-all": { quick: { km: 50, arrivalsMs: 2 }, paper: PAPER },
};

/** How long, in words. */
export const sizeChosen = ({ quick, paper }: Readonly<Record<Scale, Size>>): string => {
  return `Flows begin for ${paper.arrivalsMs} ms on ${paper.km} km (quick: ${quick.arrivalsMs} ms on ${quick.km} km, with the buffers and timeouts of that length).`;
};

/** Flows begin for `arrivalsMs`; the run goes on until all are done. */
export interface TwoDcOptions extends Size {
  readonly scheme: Scheme;
  readonly traffic: readonly unknown[];
  readonly slotUs?: number;
  /** What runs inside; left out: what the scheme has there. */
  readonly inside?: NonNullable<Guards["inside"]>;
  /** What PFC inside reckons its thresholds from: DT's of what is shared, or a queue's own memory alone; left out: DT's. */
  readonly threshold?: "dynamic" | "static";
  /** Those that must not be lost, unless the scheme drops. */
  readonly classes?: readonly number[];
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly measure?: Readonly<Record<string, unknown>>;
}

/** All are done long before it, but for what drops: where a burst loses its end IRN repeats a packet a round trip, NewReno waits for seconds. */
const [LIMIT, LIMIT_DROPS] = ["1s", "200s"];
/** A core switch has four ports to its pods and one to the DCI switch. */
const PORTS = 5;
/** Private memory is set aside for all classes of a port but control's. */
const CLASSES = 7;

/** The ideal is Bifrost's run if no port ever paused. */
export const runOf = (
  name: Run,
  scenario: (scheme: Scheme) => Record<string, unknown>,
): Readonly<Record<string, unknown>> => (name === NO_PAUSES ? under("pauses", scenario("Bifrost")) : scenario(name));

export function twoDcScenario(options: TwoDcOptions, reading: BifrostReading): Record<string, unknown> {
  const { scheme, traffic, arrivalsMs, km, slotUs = 10, classes = [3], threshold = "dynamic", measure } = options;
  const guards: Guards = schemes[scheme]({ km, slotUs, classes: classes.length, reading });
  const { long, policies, payload } = guards;
  const { inside = guards.inside ?? "pfc" } = options;
  const isSetAside = inside === "pfc";
  const own = OWN * (isSetAside ? CLASSES : classes.length) + HEADROOM * classes.length;
  // Each port of its own as much as a port may take of what the others share: under a static threshold nothing.
  const isEqual = inside === "cbfc" && reading.cbfcMemory === "equal";
  const shared = isEqual ? (threshold === "dynamic" ? PORTS : 0) * SHARED : SHARED;
  // The long link's memory is its port's own; but with SWING the relays have it, and a DCI switch is like any other.
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
