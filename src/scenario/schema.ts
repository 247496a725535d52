/**
 * Defines the shape of a scenario as a zod schema made from the tables: fields, units and ranges.
 *
 * The schema's output is in base units. `with-defaults.ts` later adds omitted parameters from the same tables.
 */
import * as z from "zod";

import { didYouMean } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import { hostRate } from "../policies/topology/wires.ts";
import { defaultEvery } from "./defaults.ts";
import { dscpRow } from "./dscp.ts";
import { idealNames } from "../base/ideals.ts";
import { pathRow } from "./given-paths.ts";
import { quantityFlaw, say } from "./quantity-flaw.ts";
import { roles } from "./roles.ts";
import { choice, flag, map, places, policySchema, quantity, rows, sentence, text, variants } from "./schema-words.ts";
import type { Row, Tables } from "./tables.ts";

const made = new WeakMap<Tables, ReturnType<typeof makeSchema>>();

/**
 * The schema for a set of tables, cached. Making a schema takes 10 ms and its first use another 10 ms, a hundred times as long as a later
 * use.
 */
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
  const [link, oneDetection] = [role("link"), role("detection")];
  const detection = z.union([oneDetection, z.array(oneDetection, say("a policy or a list of policies"))], {
    error: say("a policy or a list of policies"),
  });
  return map("a scenario", {
    about: z
      .string({ error: say("text") })
      .prefault("")
      .describe("The purpose of the scenario."),
    seed: quantity("count", 0, Number.MAX_SAFE_INTEGER).prefault(1).describe("Seed of all random numbers."),
    rng: choice(["own", "ns3"])
      .prefault("own")
      .describe(
        "Random numbers. With own, each purpose and component has a stream. With ns3, few sequences are shared as in ConWeave's ns-3 " +
          "simulator, and events of one picosecond are ordered by the time of their scheduling.",
      ),
    draws: choice(["own", "ns3"]).optional().meta({ deprecated: true, description: "Former name of rng." }),
    ideal: choice(["none", ...idealNames])
      .prefault("none")
      .describe(
        "Run without one problem: pauses (no port ever pauses), paths (packets spread over all paths) or rates (each sender at its max-min " +
          "fair rate). It replaces the policies concerned (docs/ideals.md).",
      ),
    fastForward: flag()
      .prefault(false)
      .describe(
        "Skip repeated time exactly, and replay repeated flows within a stated error. The digest differs (docs/fast-forward.md).",
      ),
    until: untilWhen().describe(
      "Simulated time of the end of the run. With done, the run ends with the last flow that counts.",
    ),
    limit: quantity("ps", 1, Number.MAX_SAFE_INTEGER).optional().meta({
      description: "With until: done, the latest end of the run. Traffic without a stop continues until then.",
      derived: "ten times count.to",
    }),
    count: map("flows that count in completion times, by their start", {
      from: quantity("ps", 0, Number.MAX_SAFE_INTEGER).prefault(0).describe("Earliest start, inclusive."),
      to: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: "Latest start, exclusive.", derived: "the end of the run" }),
    }).prefault({}),
    topology: variants("kind", "a topology", topologies, {
      fail: z
        .array(failure(), { error: say("a list of links") })
        .prefault([])
        .describe("Links that fail at some time, or never work."),
      slow: rows(slowRow),
    }).describe("Which nodes are linked."),
    switch: map("the memory of switches", {
      memory: quantity("bytes", 1, 2 ** 40)
        .prefault("16MiB")
        .describe("Memory of a switch, headroom included."),
      private: quantity("bytes", 0, 2 ** 40)
        .prefault("0B")
        .describe("Memory reserved for each port and class."),
    }).prefault({}),
    packet: map("sizes of packets", {
      payload: quantity("bytes", 1, 9000).prefault("1000B").describe("Maximum payload of a packet."),
      sizes: choice(["exact", "hpcc", "htsim"])
        .prefault("exact")
        .describe("Sizes of frames: exact, or as in HPCC's simulator, or as in htsim."),
      times: choice(["exact", "ns3"])
        .prefault("exact")
        .describe(
          "Transmission times: exact to the picosecond, or cut to whole nanoseconds as in ns-3, at least 1 ns.",
        ),
    }).prefault({}),
    classes: map("classes of traffic", {
      lossless: z
        .array(classNumber(), { error: say("a list of classes") })
        .prefault([3])
        .describe("Classes with hop-by-hop flow control, such as PFC."),
      control: classNumber()
        .prefault(0)
        .describe("The class of notifications, and of ACKs with `acks: control`. It has its own memory."),
      acks: choice(["data", "control"])
        .prefault("data")
        .describe(
          "Class of ACKs, NACKs and CNPs. With data, it is the class of their flow: they are queued, charged to memory and paused like " +
            "data. With control, it is the control class.",
        ),
      default: classNumber().prefault(3).describe("The class of traffic without a class."),
      dscp: rows(dscpRow),
    }).prefault({}),
    host: map("settings of hosts", {
      window: windowSize().optional().meta({
        description:
          "Maximum bytes of a flow in flight: none, bdp (the bandwidth-delay product of its path) or a size.",
        derived: "the value that the congestion policy needs, or none",
      }),
      nic: choice(["exact", "conweave"])
        .optional()
        .meta({
          description:
            "Wake-up of NICs. With exact, a NIC wakes when the next flow is due. With conweave, it has a single wake-up " +
            "that never moves. It then begins a flow two events later, as ConWeave's ns-3 simulator does.",
          derived: "exact",
        }),
      ports: choice(["pair", "host"])
        .optional()
        .meta({
          description:
            "UDP ports of flows, which select ECMP's path. With pair, they are numbered for each pair of hosts. With host, they are " +
            "numbered for each host, over all flows that it sends and receives.",
          derived: "pair",
        }),
      scaleWindow: flag().optional().meta({
        description: "The window shrinks with the flow's rate.",
        derived: "the value that the congestion policy needs, or false",
      }),
    }).prefault({}),
    onDrop: choice(["stop", "count"])
      .prefault("stop")
      .describe("A drop in a lossless class ends the run, or is only counted."),
    onDeadlock: choice(["stop", "go-on"])
      .prefault("go-on")
      .describe("A deadlock ends the run, or the rest of the network continues."),
    traffic: z
      .array(
        variants("kind", "traffic", trafficKinds, {
          class: classNumber().optional().describe("Class of its flows."),
          dscp: quantity("count", 0, 63).optional().describe("DSCP of its flows. classes.dscp gives the class."),
        }),
        { error: say("a list of traffic entries") },
      )
      .min(1, say("at least one entry"))
      .describe("Which hosts send what, and when."),
    policies: map("policies by role", {
      buffer: policy("buffer"),
      headroom: policy("headroom"),
      link: link.optional().describe(sentence(roles.link)),
      detection: detection.optional().meta({
        description: sentence(roles.detection),
        derived: "the value that the congestion policy needs, or none",
      }),
      congestion: policy("congestion"),
      recovery: policy("recovery"),
      transport: policy("transport"),
      routing: policy("routing"),
      scheduling: policy("scheduling"),
    }).prefault({}),
    links: z
      .array(linkEntry(link), {
        error: say("a list of entries such as { between: dci0-dci1, memory: 287MiB }"),
      })
      .prefault([])
      .describe("Links with their own link policy or their own memory."),
    faults: z
      .array(variants("kind", "a fault", faultKinds, faultSpan), { error: say("a list of faults") })
      .prefault([])
      .describe(
        "Faults during the run, and their monitors. An entry is `{ kind: link-down, target: leaf0-spine1, at: 1ms }`, for example.",
      ),
    measure: map("measurements in addition to flows, PAUSEs, ports and counters", {
      pauses: flag().prefault(true).describe("A row for each PAUSE, with its cause."),
      headroom: flag()
        .prefault(false)
        .describe("A row for each time that a port used its headroom, and for each local maximum of its occupancy."),
      every: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
        .prefault(defaultEvery)
        .describe("Time between two samples of the series below."),
      queues: places("the name of a switch, or of its port to a neighbour, such as leaf0-spine1")
        .prefault([])
        .describe("Ports of switches whose queues are sampled, or all."),
      rates: places("the name of a node, or of its port to a neighbour, such as leaf0-spine1")
        .prefault([])
        .describe("Ports whose sending rate is sampled, or all."),
      goodputs: flowNumbers().prefault([]).describe("Numbers of the flows whose goodput is sampled, or all."),
      inFlight: flowNumbers()
        .prefault([])
        .describe("Numbers of the flows whose bytes in flight are sampled by place, or all."),
      probes: probeList(probes)
        .prefault([])
        .describe(
          "Probes, each with its own table. An entry is a name, or for example `{ name: ./my-probe.ts, every: 5us }`.",
        ),
    }).prefault({}),
    use: z
      .union(
        [text(MODULES).transform((name) => [name]), z.array(text(MODULES), { error: say(`a list of ${MODULES}`) })],
        {
          error: say(`${MODULES}, or a list of them`),
        },
      )
      .prefault([])
      .describe(
        "Your own files with policies, topologies, traffic or probes. A folder of such files is permitted, too. The scenario uses each " +
          "by the name of its file without the ending. Their code is run.",
      ),
  });
}

const MODULES = "your own file such as ./my-cc.ts, or a folder of such files";

/** A scenario in base units, before names are looked up and default parameters are filled in. */
export type Spec = z.output<ReturnType<typeof scenarioSchema>>;

/** An entry of `slow`, for a link that is slower than other links of its kind. */
const slowRow: Row = {
  about: "Links that are slower than other links of their kind.",
  texts: { link: { about: "Name of the link, from its two ends: leaf0-spine1." } },
  params: { rate: { ...hostRate, about: "Rate of the link in each direction." } },
  required: ["link", "rate"],
};

const faultSpan = {
  at: quantity("ps", 0, Number.MAX_SAFE_INTEGER).prefault(0).describe("Start of the fault."),
  until: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: "End of the fault.", derived: "the end of the run" }),
  for: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: "Duration of the fault, instead of until.", derived: "to the end of the run" }),
};

const classNumber = () => quantity("count", 0, 7);

/** A schema for one probe or a list of probes. */
function probeList(probes: Tables["probes"]) {
  const probe = policySchema(probes, "probe");
  const list = z.array(probe, { error: say("a probe or a list of probes") });
  return z.union([probe.transform((one) => [one]), list], { error: say("a probe or a list of probes") });
}

/** A schema for `until`: a time, or the word `done`. */
function untilWhen() {
  const [min, max] = [1, Number.MAX_SAFE_INTEGER];
  const error = say("a time such as 2us, or done");
  const done = z.literal("done", {
    error: ({ input }) => {
      const [expected, hint] = (quantityFlaw("ps", min, max, input) ?? "").split("\n");
      return say(`${expected}, or done`, didYouMean(String(input), ["done"]) ?? hint);
    },
  });
  return z.union([done, quantity("ps", min, max)], { error });
}

/** A schema for the window. `none` becomes 0 bytes; the value of `bdp` is computed later. */
function windowSize() {
  const [min, max] = [1, 2 ** 40];
  const error = say("none, bdp, or a size such as 100KB");
  const named = z.enum(["none", "bdp"], {
    error: ({ input }) => {
      const hint = quantityFlaw("bytes", min, max, input)?.split("\n")[1];
      return say("none, bdp, or a size such as 100KB", didYouMean(String(input), ["none", "bdp"]) ?? hint);
    },
  });
  return z.union([named.transform((name) => (name === "none" ? 0 : name)), quantity("bytes", min, max)], { error });
}

/** A schema for a link entry: `{ between: dci0-dci1, policy: pfc, memory: 287MiB }`. */
function linkEntry(policy: ReturnType<typeof policySchema>) {
  const what = "the name of a link such as dci0-dci1, or a pattern such as dci*-dci*";
  return map("a link, its policy and its memory", {
    between: places(what).describe(
      "Links, named by their ends. dci0-dci1 means all links between these two, and dci0-dci1#2 the second of them. dci*-dci* is a pattern.",
    ),
    policy: policy.optional().meta({
      description: "Link policy of the ports at both ends.",
      derived: "the link policy of the scenario",
    }),
    memory: quantity("bytes", 1, 2 ** 40)
      .optional()
      .meta({
        description:
          "Separate memory for each switch port at an end, in addition to the switch's. All classes share it.",
        derived: "the memory of the switch",
      }),
    jitter: quantity("ps", 1, 1e9).optional().meta({
      description:
        "Maximum random delay of a packet in addition to the link's, in each direction. Packets never overtake each other.",
      derived: "none",
    }),
    bitErrorRate: quantity("ratio", 0, 1).optional().meta({
      description: "Probability that a bit arrives wrong, in each direction.",
      derived: "that of the topology, usually 0",
    }),
    frameErrorRate: quantity("ratio", 0, 1).optional().meta({
      description: "Probability that a frame of any size arrives damaged, in each direction.",
      derived: "that of the topology, usually 0",
    }),
    retry: quantity("ps", 0, 1e9).optional().meta({
      description:
        "Link-level retry: the link retransmits damaged frames, in order. The value is the time that both ends need to handle a NACK.",
      derived: "none: damaged frames are lost",
    }),
  });
}

function flowNumbers() {
  const error = say("all, or a list of flow numbers such as [0, 1]");
  const list = z.array(quantity("count", 0, Number.MAX_SAFE_INTEGER), { error });
  return z.union([z.literal("all", { error }), list], { error });
}

/** A schema for a failed link. `leaf0-spine1` is down from the start; `{ link: leaf0-spine1, at: 2ms }` fails during the run. */
function failure() {
  const link = text("the name of a link such as leaf0-spine1").describe(
    "Name of the link, from its two ends: leaf0-spine1.",
  );
  const at = quantity("ps", 0, Number.MAX_SAFE_INTEGER)
    .prefault(0)
    .describe("Time of the failure. 0: the link never works.");
  const error = say("a link such as leaf0-spine1, or a map with link and at");
  return z.union([link.transform((name) => ({ link: name, at: 0 })), map("a failure", { link, at })], { error });
}
