/**
 * To the nanosecond: what ConWeave's ns-3 simulator wrote, a scenario that `xoff import` makes of its input gives too. It is xoff's own model
 * with that simulator's semantics switched on, parameter by parameter (docs/conweave-semantics.md).
 */
import { describe, expect, test } from "vitest";
import { parseConweave } from "../../src/formats/conweave/config.ts";
import { parseFlows } from "../../src/formats/conweave/flows.ts";
import { toScenario } from "../../src/formats/conweave/to-scenario.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import { readScenario, setUp, type Experiment } from "../../src/lab/lab.ts";
import { ACK_PACKET, DATA, FLOW, META, NACK_PACKET, PAYLOAD, SEQ } from "../../src/model/packet-record.ts";
import { PS_PER_NS } from "../../src/base/units.ts";
import { parityLines, parityText } from "./files.ts";

/** Runs on one fabric with one flow file have both in a folder of their own. */
const inputFolder = (name: string): string => `conweave/${name.startsWith("W50") ? "W50" : name}`;

function load(name: string, edit: (config: string) => string = (config) => config): Experiment {
  const { config, lines } = parseConweave(edit(parityText(`conweave/${name}/config.txt`)), "config.txt");
  const topologyText = parityText(`${inputFolder(name)}/topology.txt`);
  const topology = parseTopology(topologyText, "topology.txt");
  const flowText = parityText(`${inputFolder(name)}/flow.txt`);
  const flows = parseFlows(flowText, "flow.txt", topology, (warning) => expect.fail(warning));
  const input = { config, lines, topology, flows, configFile: "config.txt", flowFile: "flow.txt" };
  const { text } = toScenario(input, { topology: "topology.txt" });
  return setUp(readScenario(text, "imported.yaml", () => topologyText));
}

/** `fct.txt` as far as `until`, ns: source, destination, ports, size, start and completion time of each flow, sorted. */
const completed = (name: string, until = Infinity): string[] =>
  parityLines(`conweave/${name}/fct.txt`)
    .map((line) => line.split(" ").slice(0, 7))
    .filter(([, , , , , start, fct]) => Number(start) + Number(fct) < until)
    .map((fields) => fields.join(" "))
    .sort();

/** The same of a run. */
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
  parityLines(`conweave/${name}/events.txt`).filter((line) => kinds.includes(line.split(" ")[1]));

/** Packets sent and answers taken by hosts, and drops, as events.txt has them. */
function record({ network, scenario }: Experiment): { readonly packets: string[]; readonly drops: string[] } {
  const { fabric, flows, queue } = network;
  const packets: string[] = [];
  const drops: string[] = [];
  const { isSwitch } = scenario.wiring;
  const word = (packet: number, field: number): number => fabric.packets.words[(packet << 4) | field];
  const seqOf = (packet: number): number => fabric.packets.doubles[(packet << 3) | SEQ];
  fabric.tracer = {
    onReceive(node, _port, packet) {
      const kind = word(packet, META) & 15;
      const flow = word(packet, FLOW);
      if (isSwitch[node] || (kind !== ACK_PACKET && kind !== NACK_PACKET) || !Number.isNaN(flows.acked[flow])) return;
      const named = kind === NACK_PACKET ? `${seqOf(packet) + word(packet, PAYLOAD)} 1000` : "0 0";
      const cnp = ((word(packet, META) >> 8) & 3) === 0 ? 0 : 1;
      packets.push(`${queue.now / PS_PER_NS} rxack ${node} ack ${flows.source[flow]} ${seqOf(packet)} ${named} ${cnp}`);
    },
    onDequeue(node, _port, _class, packet) {
      if (isSwitch[node] || (word(packet, META) & 15) !== DATA) return;
      packets.push(`${queue.now / PS_PER_NS} tx ${node} data ${flows.source[word(packet, FLOW)]} ${seqOf(packet)}`);
    },
    onEnqueue() {
      // What hosts queue is seen when it leaves.
    },
  };
  const { recorder } = fabric;
  const onDrop = recorder.onDrop.bind(recorder);
  recorder.onDrop = (port, packet, cause) => {
    drops.push(
      `${queue.now / PS_PER_NS} ${fabric.node[port]} data ${flows.source[word(packet, FLOW)]} ${seqOf(packet)}`,
    );
    onDrop(port, packet, cause);
  };
  return { packets, drops };
}

/** Without the word that tells ingress from egress, which a drop here does not. */
const droppedInSwitches = (name: string): string[] =>
  events(name, "drop_egress", "drop_ingress").map((line) => line.replace(/ drop_\w+/, ""));

test("M1, an incast: every packet, every answer and every drop, 317 of them, at its nanosecond", () => {
  const run = load("M1_incast_irn");
  const { packets, drops } = record(run);
  run.run(run.scenario.until);
  expect(drops).toEqual(droppedInSwitches("M1_incast_irn"));
  expect(drops).toHaveLength(317);
  expect(packets).toEqual(events("M1_incast_irn", "tx", "rxack"));
  expect(completions(run)).toEqual(completed("M1_incast_irn"));
});

test("M2, a lossy link: with the same 21 packets lost, every packet and every answer at its nanosecond", () => {
  const run = load("M2_loss_irn");
  const { fabric, queue } = run.network;
  // Which packets the simulator's generator takes is not modelled; what follows from it is.
  const lost = new Set(
    events("M2_loss_irn", "drop_error").map((line) => line.replace(/ drop_error \d+ (\w+).*/, " $1")),
  );
  expect(lost.size).toBe(21);
  fabric.errors = {
    damaged: (port, size) =>
      fabric.linkOf[port] === 1 && lost.has(`${queue.now / PS_PER_NS} ${size > 100 ? "data" : "ack"}`),
  };
  const { packets } = record(run);
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

test("D80, 5,879 flows into small buffers: all completions, 197 drops, 524 packets again", () => {
  const run = load("D80_fecmp_irn");
  const { drops } = record(run);
  run.run(run.scenario.until);
  expect(completions(run)).toEqual(completed("D80_fecmp_irn"));
  expect(drops).toEqual(droppedInSwitches("D80_fecmp_irn"));
  const { flows } = run.network;
  expect(flows.repeated.reduce((sum, count) => sum + count, 0)).toBe(524);
});

const W50 = ["fecmp", "letflow", "conga", "drill"].flatMap((scheme) => [`W50_${scheme}_lossless`, `W50_${scheme}_irn`]);

/** WebSearch on 128 hosts: its first 1 ms, and on to the end, a minute in all, with `CONWEAVE=whole npx vitest run test/parity/conweave.test.ts`. */
const isWhole = process.env["CONWEAVE"] === "whole";
describe.each(W50)(`%s, ${isWhole ? "whole" : "the first millisecond"}`, (name) => {
  const until = 2_001_000_000;

  test("every completion at its nanosecond, and the bytes of 64 uplinks", () => {
    const run = load(name);
    run.run(until * PS_PER_NS - 1);
    const theirs = completed(name, until);
    expect(theirs.length).toBeGreaterThan(150);
    expect(completions(run)).toEqual(theirs);
    const bytes = uplinks(run, name, until);
    expect(bytes.ours).toHaveLength(64);
    expect(bytes.ours).toEqual(bytes.theirs);
    if (!isWhole) return;
    run.run(run.scenario.until);
    expect(completions(run)).toHaveLength(937);
    expect(completions(run)).toEqual(completed(name));
  });
});

test("a seed makes other draws: with RANDOM_SEED 2 ECN marks other packets of M1", () => {
  const run = load("M1_incast_irn", (config) => config.replace("RANDOM_SEED 1", "RANDOM_SEED 2"));
  run.run(run.scenario.until);
  const theirs = completed("M1_incast_irn");
  expect(completions(run)).toHaveLength(theirs.length);
  expect(completions(run)).not.toEqual(theirs);
});
