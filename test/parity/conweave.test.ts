/**
 * Tests that xoff reproduces ConWeave's ns-3 simulator to the nanosecond. `xoff import` makes a scenario from the
 * simulator's input. The scenario runs in xoff's own model, with the simulator's semantics enabled parameter by
 * parameter (docs/conweave-semantics.md).
 */
import { describe, expect, test } from "vitest";
import { parseConweave } from "../../src/formats/conweave/config.ts";
import { parseFlows } from "../../src/formats/conweave/flows.ts";
import { toScenario } from "../../src/formats/conweave/to-scenario.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import { readScenario, setUp, type Experiment } from "../../src/run/lab/lab.ts";
import { EPOCH, INIT, KIND, NOTIFY, PATH, PHASE, TAG_WORDS, TAIL } from "../../src/policies/routing/conweave-tag.ts";
import {
  ACK_PACKET,
  DATA,
  FLOW,
  IN,
  KIND_MASK,
  META,
  NACK_PACKET,
  NOTICE,
  PAYLOAD,
  SEQ,
} from "../../src/sim/model/packet-record.ts";
import { PS_PER_NS } from "../../src/base/units.ts";
import { parityLines, parityText } from "./files.ts";

/** Runs with the same topology or flow file share a folder for it. */
const SHARED: readonly [folder: string, cases: RegExp][] = [
  ["W50", /^W50_/],
  ["D80", /^D80_(conga|drill)_/],
  ["D80_fecmp_irn", /^D80_conweave_/],
];
const inputFolder = (name: string): string => `conweave/${SHARED.find(([, cases]) => cases.test(name))?.[0] ?? name}`;

/** Flows and completions of D80 with CONGA, DRILL and ConWeave are compressed, and so are ConWeave's events. */
const packed = (path: string): string =>
  /D80(_conga_irn|_drill_irn)?\/(flow|fct)|D80_conweave_irn\/(fct|events)/.test(path) ? `${path}.gz` : path;

function load(name: string, edit: (config: string) => string = (config) => config): Experiment {
  const { config, lines } = parseConweave(edit(parityText(`conweave/${name}/config.txt`)), "config.txt");
  // W80 has W50's fabric.
  const topologyText = parityText(`${name.startsWith("W80") ? "conweave/W50" : inputFolder(name)}/topology.txt`);
  const topology = parseTopology(topologyText, "topology.txt");
  const flowText = parityText(packed(`${inputFolder(name)}/flow.txt`));
  const flows = parseFlows(flowText, "flow.txt", topology, (warning) => expect.fail(warning));
  const input = { config, lines, topology, flows, configFile: "config.txt", flowFile: "flow.txt" };
  const { text } = toScenario(input, { topology: "topology.txt" });
  return setUp(readScenario(text, "imported.yaml", () => topologyText));
}

/**
 * Completed flows in `fct.txt` until time `until` in ns, sorted. A line has the source, destination, ports and size of a flow. It also has
 * the start and completion time.
 */
const completed = (name: string, until = Infinity): string[] =>
  parityLines(packed(`conweave/${name}/fct.txt`))
    .map((line) => line.split(" ").slice(0, 7))
    .filter(([, , , , , start, fct]) => Number(start) + Number(fct) < until)
    .map((fields) => fields.join(" "))
    .sort();

/** The completed flows of an xoff run, in the same form. */
function completions({ network: { flows } }: Experiment): string[] {
  const done = Array.from({ length: flows.count }, (_, flow) => flow).filter(
    (flow) => !Number.isNaN(flows.acked[flow]),
  );
  const lines = done.map((flow) => {
    const [start, end] = [flows.start[flow] / PS_PER_NS, flows.acked[flow] / PS_PER_NS];
    const ports = [flows.sourcePort(flow), flows.destinationPort(flow)];
    return [flows.source[flow], flows.destination[flow], ...ports, flows.size[flow], start, end - start].join(" ");
  });
  return lines.sort();
}

/** Lines of events.txt of these kinds. */
const events = (name: string, ...kinds: string[]): string[] =>
  parityLines(packed(`conweave/${name}/events.txt`)).filter((line) => kinds.includes(line.split(" ")[1]));

const wordOf = ({ network }: Experiment, packet: number, field: number): number =>
  network.fabric.packets.words[(packet << 4) | field];
const seqOf = ({ network }: Experiment, packet: number): number => network.fabric.packets.doubles[(packet << 3) | SEQ];
const isMarked = (run: Experiment, packet: number): boolean => ((wordOf(run, packet, META) >> 8) & 3) !== 0;
const ignore = (): void => {
  // This hook is not needed here.
};

/** Packets sent and answers received by hosts, as events.txt has them. */
function recordPackets(run: Experiment): string[] {
  const { fabric, flows, queue } = run.network;
  const { isSwitch } = run.scenario.wiring;
  const packets: string[] = [];
  fabric.tracer = {
    onReceive(node, _port, packet) {
      const kind = wordOf(run, packet, META) & KIND_MASK;
      const flow = wordOf(run, packet, FLOW);
      if (isSwitch[node] || (kind !== ACK_PACKET && kind !== NACK_PACKET) || !Number.isNaN(flows.acked[flow])) return;
      const seq = seqOf(run, packet);
      const named = kind === NACK_PACKET ? `${seq + wordOf(run, packet, PAYLOAD)} 1000` : "0 0";
      const cnp = isMarked(run, packet) ? 1 : 0;
      packets.push(`${queue.now / PS_PER_NS} rxack ${node} ack ${flows.source[flow]} ${seq} ${named} ${cnp}`);
    },
    onDequeue(node, _port, _class, packet) {
      if (isSwitch[node] || (wordOf(run, packet, META) & KIND_MASK) !== DATA) return;
      const source = flows.source[wordOf(run, packet, FLOW)];
      packets.push(`${queue.now / PS_PER_NS} tx ${node} data ${source} ${seqOf(run, packet)}`);
    },
    onEnqueue: ignore,
  };
  return packets;
}

/** Drops in switches, as events.txt has them. */
function recordDrops(run: Experiment): string[] {
  const { fabric, flows, queue } = run.network;
  const { recorder } = fabric;
  const drops: string[] = [];
  const onDrop = recorder.onDrop.bind(recorder);
  recorder.onDrop = (port, packet, cause) => {
    const source = flows.source[wordOf(run, packet, FLOW)];
    drops.push(`${queue.now / PS_PER_NS} ${fabric.node[port]} data ${source} ${seqOf(run, packet)}`);
    onDrop(port, packet, cause);
  };
  return drops;
}

/** The simulator samples CNPs each 100 us from 2 ns on, before all other events of that nanosecond. */
const CNP_SAMPLE = { from: 2, every: 100_000 };

/** Answers with a CNP, by time of the sample and host, as the last column of cnp.txt. */
function recordCnps(run: Experiment): Map<string, number> {
  const { fabric, queue } = run.network;
  const { isSwitch } = run.scenario.wiring;
  const cnps = new Map<string, number>();
  fabric.tracer = {
    onEnqueue(node, _port, _class, packet) {
      if (isSwitch[node] || (wordOf(run, packet, META) & KIND_MASK) === DATA || !isMarked(run, packet)) return;
      const { from, every } = CNP_SAMPLE;
      const sample = `${from + every * (Math.floor((queue.now / PS_PER_NS - from) / every) + 1)} ${node}`;
      cnps.set(sample, (cnps.get(sample) ?? 0) + 1);
    },
    onReceive: ignore,
    onDequeue: ignore,
  };
  return cnps;
}

/** The same numbers in the simulator. */
const cnpsOf = (name: string): Map<string, number> =>
  new Map(
    parityLines(`conweave/${name}/cnp.txt`)
      .map((line) => line.split(" "))
      .map(([time, host, , , total]) => [`${time} ${host}`, Number(total)]),
  );

/** The samples before `until`, ns. */
const sampled = (cnps: Map<string, number>, until: number): Record<string, number> =>
  Object.fromEntries([...cnps].filter(([sample]) => Number(sample.split(" ")[0]) < until));

/** Drops in the simulator, without the word for ingress or egress, which xoff's drops do not have. */
const droppedInSwitches = (name: string): string[] =>
  events(name, "drop_egress", "drop_ingress").map((line) => line.replace(/ drop_\w+/, ""));

test("M1, an incast: every packet, every answer and all 317 drops at the same nanosecond", () => {
  const run = load("M1_incast_irn");
  const [packets, drops] = [recordPackets(run), recordDrops(run)];
  run.run(run.scenario.until);
  expect(drops).toEqual(droppedInSwitches("M1_incast_irn"));
  expect(drops).toHaveLength(317);
  expect(packets).toEqual(events("M1_incast_irn", "tx", "rxack"));
  expect(completions(run)).toEqual(completed("M1_incast_irn"));
});

test("M2, a lossy link: with the same 21 packets lost, every packet and every answer at the same nanosecond", () => {
  const run = load("M2_loss_irn");
  const { fabric, queue } = run.network;
  // The selection of packets by the simulator's random generator is not modelled, only its effect.
  const lost = new Set(
    events("M2_loss_irn", "drop_error").map((line) => line.replace(/ drop_error \d+ (\w+).*/, " $1")),
  );
  expect(lost.size).toBe(21);
  fabric.errors = {
    damaged: (port, size) =>
      fabric.linkOf[port] === 1 && lost.has(`${queue.now / PS_PER_NS} ${size > 100 ? "data" : "ack"}`),
  };
  const packets = recordPackets(run);
  run.run(run.scenario.until);
  expect(packets).toEqual(events("M2_loss_irn", "tx", "rxack"));
  expect(completions(run)).toEqual(completed("M2_loss_irn"));
});

/** Bytes that uplinks have sent by `at`, ns, as uplink.txt has them. */
function uplinks({ network: { fabric } }: Experiment, name: string, at: number): { ours: string[]; theirs: string[] } {
  const theirs = parityLines(`conweave/${name}/uplink.txt`).filter((line) => line.startsWith(`${at},`));
  const ours = theirs.map((line) => {
    const [, leaf, port] = line.split(",").map(Number);
    return `${at},${leaf},${port},${fabric.sentBytes(fabric.portBase[leaf] + port - 1)}`;
  });
  return { ours, theirs };
}

/**
 * Large cases run only for their first 1 ms. `CONWEAVE=whole npx vitest run test/parity/conweave.test.ts` runs them
 * whole. The three with ConWeave's own routing take 100 s.
 */
const isWhole = process.env["CONWEAVE"] === "whole";
/** Its end, ns. */
const FIRST_MS = 2_001_000_000;

const d80 = [
  { name: "D80_fecmp_irn", flows: 5879, dropped: 197, repeated: 524 },
  { name: "D80_conga_irn", flows: 5812, dropped: 133, repeated: 494 },
  { name: "D80_drill_irn", flows: 5812, dropped: 185, repeated: 63_727 },
];

test.each(d80)(
  `$name, $flows flows into small buffers, ${isWhole ? "whole" : "its default length"}: completions, drops and CNPs`,
  ({ name, flows: count, dropped, repeated }) => {
    const run = load(name);
    const drops = recordDrops(run);
    // The cnp.txt of D80_fecmp_irn belongs to another run, so it is not stored.
    const cnps = name === "D80_fecmp_irn" ? undefined : recordCnps(run);
    const { flows } = run.network;
    const until = isWhole || name === "D80_fecmp_irn" ? Infinity : FIRST_MS;
    run.run(Math.min(run.scenario.until, until * PS_PER_NS - 1));
    const before = (line: string): boolean => Number(line.split(" ")[0]) < until;
    expect(drops).toEqual(droppedInSwitches(name).filter(before));
    expect(drops.length).toBeGreaterThan(10);
    expect(completions(run)).toEqual(completed(name, until));
    // The receiver also answers late copies of complete flows.
    if (cnps !== undefined) expect(sampled(cnps, until)).toEqual(sampled(cnpsOf(name), until));
    if (until !== Infinity) return;
    expect(completions(run)).toHaveLength(count);
    expect(drops).toHaveLength(dropped);
    expect(flows.repeated.reduce((sum, packets) => sum + packets, 0)).toBe(repeated);
  },
);

const NAMES: Readonly<Record<number, string>> = { [INIT]: "reply", [TAIL | PHASE]: "clear", [NOTIFY]: "notify" };

/** Control packets of ConWeave's far leaves, as events.txt has them, but for the path of replies and CLEARs. */
function recordControl(run: Experiment): string[] {
  const { fabric, flows, queue } = run.network;
  const sent: string[] = [];
  const word = (packet: number, field: number): number => fabric.routing?.at[packet * TAG_WORDS + field] ?? NaN;
  const before = fabric.tracer;
  fabric.tracer = {
    onReceive: ignore,
    onDequeue: ignore,
    onEnqueue(node, port, cls, packet, backlog) {
      before?.onEnqueue(node, port, cls, packet, backlog);
      if ((wordOf(run, packet, META) & 15) !== NOTICE || wordOf(run, packet, IN) !== -1) return;
      const flow = wordOf(run, packet, FLOW);
      const kind = word(packet, KIND);
      const ends = [flows.source[flow], flows.destination[flow], flows.sourcePort(flow), flows.destinationPort(flow)];
      // Leaves are nodes 32 to 35, with uplinks by ports 9 to 12. Port n of a spine leads to the n-th leaf.
      const path = 8 + word(packet, PATH) + 256 * (node - 31);
      const of = kind === NOTIFY ? path : word(packet, EPOCH);
      sent.push([queue.now / PS_PER_NS, NAMES[kind], node, ...ends, of].join(" "));
    },
  };
  return sent;
}

const withoutPath = (line: string): string => (line.includes("notify") ? line : line.split(" ").slice(0, -1).join(" "));

test(`D80 with ConWeave, ${isWhole ? "whole" : "the first millisecond"}: completions, drops, CNPs, and each control packet`, () => {
  const name = "D80_conweave_irn";
  const run = load(name);
  const [drops, cnps, control] = [recordDrops(run), recordCnps(run), recordControl(run)];
  const until = isWhole ? Infinity : FIRST_MS;
  const before = (line: string): boolean => Number(line.split(" ")[0]) < until;
  run.run(Math.min(run.scenario.until, until * PS_PER_NS - 1));
  expect(completions(run)).toEqual(completed(name, until));
  expect(control).toEqual(events(name, "reply", "clear", "notify").filter(before).map(withoutPath));
  expect(control.length).toBeGreaterThan(4000);
  const dropped = events(name, "drop").map((line) => {
    const [time, , node, source, , , , seq] = line.split(" ");
    return [time, node, "data", source, seq].join(" ");
  });
  expect(drops).toEqual(dropped.filter(before));
  expect(drops).toHaveLength(85);
  expect(sampled(cnps, until)).toEqual(sampled(cnpsOf(name), until));
});

/** WebSearch on 128 hosts. */
const webSearch = [
  ...["fecmp", "letflow", "conga", "drill", "conweave"].flatMap((scheme) => [
    `W50_${scheme}_lossless`,
    `W50_${scheme}_irn`,
  ]),
  "W80_conga_irn",
];

describe.each(webSearch)(`%s, ${isWhole ? "whole" : "the first millisecond"}`, (name) => {
  test("every completion at the same nanosecond, and the bytes of 64 uplinks", () => {
    const run = load(name);
    run.run(FIRST_MS * PS_PER_NS - 1);
    const theirs = completed(name, FIRST_MS);
    expect(theirs.length).toBeGreaterThan(150);
    expect(completions(run)).toEqual(theirs);
    const bytes = uplinks(run, name, FIRST_MS);
    expect(bytes.ours).toHaveLength(64);
    expect(bytes.ours).toEqual(bytes.theirs);
    if (!isWhole) return;
    run.run(run.scenario.until);
    expect(completions(run)).toHaveLength(name.startsWith("W80") ? 794 : 937);
    expect(completions(run)).toEqual(completed(name));
  });
});

test("the seed changes the draws: with RANDOM_SEED 2, ECN marks other packets of M1", () => {
  const run = load("M1_incast_irn", (config) => config.replace("RANDOM_SEED 1", "RANDOM_SEED 2"));
  run.run(run.scenario.until);
  const theirs = completed("M1_incast_irn");
  expect(completions(run)).toHaveLength(theirs.length);
  expect(completions(run)).not.toEqual(theirs);
});
