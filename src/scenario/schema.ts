/**
 * The shape of a scenario, as a zod schema made from the tables: what may stand where, in which unit and range.
 *
 * Its output is in base units. Parameters that are left out stay out; `fill.ts` puts them in from the same tables.
 */
import * as z from "zod";

import { didYouMean } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import { hostRate } from "../policies/topology/wires.ts";
import { defaultEvery } from "./defaults.ts";
import { dscpRow } from "./dscp.ts";
import { idealNames } from "../base/ideals.ts";
import { pathRow } from "./paths.ts";
import { roles } from "./roles.ts";
import {
  choice,
  flag,
  flaw,
  map,
  places,
  policySchema,
  quantity,
  rows,
  say,
  sentence,
  text,
  variants,
} from "./schema-words.ts";
import type { Row, Tables } from "./tables.ts";

const made = new WeakMap<Tables, ReturnType<typeof makeSchema>>();

/** One for each set of tables, for it takes 10 ms to make, and as much again when it is first asked: a hundred times what it then takes. */
export function scenarioSchema(tables: Tables): ReturnType<typeof makeSchema> {
  const known = made.get(tables);
  if (known !== undefined) return known;
  const schema = makeSchema(tables);
  made.set(tables, schema);
  return schema;
}

function makeSchema({ policies, topologies, trafficKinds, faultKinds, probes }: Tables) {
  const common: Partial<Record<Role, z.ZodRawShape>> = { routing: { paths: rows(pathRow) } };
  const role = (name: Role) => policySchema(policies[name], name, common[name]);
  const policy = (name: Role) => role(name).optional().describe(sentence(roles[name]));
  const detection = z.union([role("detection"), z.array(role("detection"), say("a policy or a list of such"))], {
    error: say("a policy or a list of such"),
  });
  return map("a scenario", {
    about: z
      .string({ error: say("text") })
      .prefault("")
      .describe("What the scenario asks."),
    seed: quantity("count", 0, Number.MAX_SAFE_INTEGER).prefault(1).describe("Of all random numbers."),
    rng: choice(["own", "ns3"])
      .prefault("own")
      .describe(
        "Random numbers from a stream for each purpose and component; or as ConWeave's ns-3 simulator draws them, few sequences shared by many, and events of one picosecond in the order in which they were asked for.",
      ),
    draws: choice(["own", "ns3"]).optional().meta({ deprecated: true, description: "Former name of rng." }),
    ideal: choice(["none", ...idealNames])
      .prefault("none")
      .describe(
        "What the run would come to without one problem: pauses (no port ever pauses), paths (packets spread over all paths), rates (each sender at its max-min fair rate). It replaces the policies concerned (docs/ideals.md).",
      ),
    until: untilWhen().describe(
      "Simulated time at which the run ends, or done: it goes on until all flows that count are done.",
    ),
    limit: quantity("ps", 1, Number.MAX_SAFE_INTEGER).optional().meta({
      description: "With until: done, when the run ends at the latest; traffic without a stop goes on until then.",
      derived: "ten times count's to",
    }),
    count: map("which flows count in completion times: those that begin in a time", {
      from: quantity("ps", 0, Number.MAX_SAFE_INTEGER).prefault(0).describe("They begin at or after this."),
      to: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: "They begin before this.", derived: "the end of the run" }),
    }).prefault({}),
    topology: variants("kind", "a topology", topologies, {
      fail: z
        .array(failure(), { error: say("a list of links") })
        .prefault([])
        .describe("Links that never work, or fail at some time."),
      slow: rows(slowRow),
    }).describe("Who is wired to whom."),
    switch: map("the memory of switches", {
      memory: quantity("bytes", 1, 2 ** 40)
        .prefault("16MiB")
        .describe("All memory of a switch; headroom is taken from it first."),
      private: quantity("bytes", 0, 2 ** 40)
        .prefault("0B")
        .describe("Bytes of its own for each port and class."),
    }).prefault({}),
    packet: map("sizes of packets", {
      payload: quantity("bytes", 1, 9000).prefault("1000B").describe("Most bytes of a flow in one packet."),
      sizes: choice(["exact", "hpcc"]).prefault("exact").describe("Frames as they are, or as in HPCC's simulator."),
      times: choice(["exact", "ns3"])
        .prefault("exact")
        .describe("Times on the wire to the picosecond, or cut to whole nanoseconds as ns-3 does, 1 ns at least."),
    }).prefault({}),
    classes: map("classes of traffic", {
      lossless: z
        .array(classNumber(), { error: say("a list of classes") })
        .prefault([3])
        .describe("Classes that hop-by-hop flow control protects."),
      control: classNumber().prefault(0).describe("The class of ACKs and notifications; it has memory of its own."),
      acks: choice(["data", "control"])
        .prefault("data")
        .describe(
          "Class of ACKs, NACKs and CNPs: the class of their flow's data, in which they are queued, charged to memory and paused like data, or the control class.",
        ),
      default: classNumber().prefault(3).describe("The class of traffic that names none."),
      dscp: rows(dscpRow),
    }).prefault({}),
    host: map("what hosts do", {
      window: windowSize().optional().meta({
        description: "Most bytes of a flow in flight: none, bdp (the bandwidth-delay product of its path) or a size.",
        derived: "what the congestion policy needs, or none",
      }),
      nic: choice(["exact", "conweave"]).optional().meta({
        description:
          "NICs that wake when the next flow is due; or those of ConWeave's ns-3 simulator, whose one wake-up nothing moves, and which begin a flow two events later.",
        derived: "exact",
      }),
      ports: choice(["pair", "host"]).optional().meta({
        description:
          "What the ports of flows count, from which ECMP takes its paths: the flows of a pair of hosts, or those that a host sends and is sent.",
        derived: "pair",
      }),
      scaleWindow: flag().optional().meta({
        description: "The window shrinks with the rate.",
        derived: "what the congestion policy needs, or false",
      }),
    }).prefault({}),
    onDrop: choice(["stop", "count"])
      .prefault("stop")
      .describe("A drop in a lossless class ends the run, or is counted."),
    onDeadlock: choice(["stop", "go-on"])
      .prefault("go-on")
      .describe("Queues that wait for each other in a circle end the run, or the rest of the network goes on."),
    traffic: z
      .array(
        variants("kind", "traffic", trafficKinds, {
          class: classNumber().optional().describe("Class of its flows."),
          dscp: quantity("count", 0, 63)
            .optional()
            .describe("DSCP of its flows, which says their class by classes.dscp."),
        }),
        { error: say("a list of traffic entries") },
      )
      .min(1, say("one entry or more"))
      .describe("Who sends what, when."),
    policies: map("policies by role", {
      buffer: policy("buffer"),
      headroom: policy("headroom"),
      link: policy("link"),
      detection: detection
        .optional()
        .meta({ description: sentence(roles.detection), derived: "what the congestion policy needs, or none" }),
      congestion: policy("congestion"),
      recovery: policy("recovery"),
      routing: policy("routing"),
      scheduling: policy("scheduling"),
    }).prefault({}),
    links: z
      .array(linkEntry(role("link")), {
        error: say("a list of entries such as { between: dci0-dci1, memory: 287MiB }"),
      })
      .prefault([])
      .describe("Links whose ports run another link policy than the rest, or have memory of their own."),
    faults: z
      .array(variants("kind", "a fault", faultKinds, faultSpan), { error: say("a list of faults") })
      .prefault([])
      .describe(
        "What goes wrong while it runs, and what watches over it: entries such as { kind: link-down, target: leaf0-spine1, at: 1ms }.",
      ),
    measure: map("what to measure besides flows, PAUSEs, ports and counters", {
      pauses: flag().prefault(true).describe("A row for each PAUSE, with its cause."),
      headroom: flag()
        .prefault(false)
        .describe(
          "A row for each time that a port's headroom was in use, and for each local maximum of what lay there.",
        ),
      every: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
        .prefault(defaultEvery)
        .describe("Time between two samples of the series below."),
      queues: places("the name of a switch, or of its port to a neighbour, such as leaf0-spine1")
        .prefault([])
        .describe("Ports of switches whose queues are sampled."),
      rates: places("the name of a node, or of its port to a neighbour, such as leaf0-spine1")
        .prefault([])
        .describe("Ports whose sending rate is sampled."),
      goodputs: flowNumbers().prefault([]).describe("Flows, by number, whose goodput is sampled, or all."),
      inFlight: flowNumbers()
        .prefault([])
        .describe("Flows, by number, of which it is sampled where the bytes are that they have in flight, or all."),
      probes: probeList(probes)
        .prefault([])
        .describe(
          "Probes, each with a table of its own: by name, or entries such as { name: ./my-probe.ts, every: 5us }.",
        ),
    }).prefault({}),
    use: z
      .union(
        [text(MODULES).transform((name) => [name]), z.array(text(MODULES), { error: say(`a list of ${MODULES}`) })],
        {
          error: say(`${MODULES}, or a list of such`),
        },
      )
      .prefault([])
      .describe(
        "Files with policies, topologies, kinds of traffic and probes of your own, or folders of such: the scenario calls each by its file's name without the ending. Their code is run.",
      ),
  });
}

const MODULES = "a file of your own such as ./my-cc.ts, or a folder of such";

/** A scenario in base units, its names not yet looked up and its parameters not yet filled in. */
export type Spec = z.output<ReturnType<typeof scenarioSchema>>;

/** A link that is slower than its kind. */
const slowRow: Row = {
  about: "Links that are slower than the others of their kind.",
  texts: { link: { about: "Its name, after its ends: leaf0-spine1." } },
  params: { rate: { ...hostRate, about: "Its rate, each way." } },
  required: ["link", "rate"],
};

const faultSpan = {
  at: quantity("ps", 0, Number.MAX_SAFE_INTEGER).prefault(0).describe("When it begins."),
  until: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: "When it ends.", derived: "the end of the run" }),
  for: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: "How long it lasts, instead of until.", derived: "to the end of the run" }),
};

const classNumber = () => quantity("count", 0, 7);

/** One probe, or several. */
function probeList(probes: Tables["probes"]) {
  const probe = policySchema(probes, "probe");
  const list = z.array(probe, { error: say("a probe or a list of such") });
  return z.union([probe.transform((one) => [one]), list], { error: say("a probe or a list of such") });
}

/** A time, or done. */
function untilWhen() {
  const [min, max] = [1, Number.MAX_SAFE_INTEGER];
  const error = say("a time such as 2us, or done");
  const done = z.literal("done", {
    error: ({ input }) => {
      const [expected, hint] = (flaw("ps", min, max, input) ?? "").split("\n");
      return say(`${expected}, or done`, didYouMean(String(input), ["done"]) ?? hint);
    },
  });
  return z.union([done, quantity("ps", min, max)], { error });
}

/** Bytes of a window: none is 0, and a bandwidth-delay product is found out later. */
function windowSize() {
  const [min, max] = [1, 2 ** 40];
  const error = say("none, bdp, or a size such as 100KB");
  const named = z.enum(["none", "bdp"], {
    error: ({ input }) => {
      const hint = flaw("bytes", min, max, input)?.split("\n")[1];
      return say("none, bdp, or a size such as 100KB", didYouMean(String(input), ["none", "bdp"]) ?? hint);
    },
  });
  return z.union([named.transform((name) => (name === "none" ? 0 : name)), quantity("bytes", min, max)], { error });
}

/** `{ between: dci0-dci1, policy: pfc, memory: 287MiB }`. */
function linkEntry(policy: ReturnType<typeof policySchema>) {
  const what = "the name of a link such as dci0-dci1, or a pattern such as dci*-dci*";
  return map("a link, its policy and its memory", {
    between: places(what).describe(
      "Links after their two ends: dci0-dci1, all that join these two, dci0-dci1#2, the second of them, or dci*-dci*.",
    ),
    policy: policy.optional().meta({
      description: "Link policy of the ports at both ends.",
      derived: "that of the rest",
    }),
    memory: quantity("bytes", 1, 2 ** 40)
      .optional()
      .meta({
        description:
          "Memory of its own for each port of a switch at an end, besides the switch's; all classes share it.",
        derived: "the switch's, as other ports have",
      }),
    jitter: quantity("ps", 1, 1e9).optional().meta({
      description:
        "Most that a packet takes beyond the link's delay, each way, drawn anew for each; none overtakes the one before.",
      derived: "none",
    }),
  });
}

function flowNumbers() {
  const error = say("all, or a list of flows by number, such as [0, 1]");
  const list = z.array(quantity("count", 0, Number.MAX_SAFE_INTEGER), { error });
  return z.union([z.literal("all", { error }), list], { error });
}

/** `leaf0-spine1`, which never works, or `{ link: leaf0-spine1, at: 2ms }`. */
function failure() {
  const link = text("the name of a link such as leaf0-spine1").describe("Its name, after its ends: leaf0-spine1.");
  const at = quantity("ps", 0, Number.MAX_SAFE_INTEGER).prefault(0).describe("When it fails; 0: it never works.");
  const error = say("a link such as leaf0-spine1, or a map with link and at");
  return z.union([link.transform((name) => ({ link: name, at: 0 })), map("a failure", { link, at })], { error });
}
