/**
 * Runs the probes of a scenario: creates them, calls their hooks and takes their samples. The rows that a
 * probe records become a table.
 *
 * The recorder notifies probes of events. Samples are taken between two events, as in `series.ts`, so they do not
 * change the run. In a partition, probes record only its own nodes.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { ParamError } from "../../base/params.ts";
import type { Ps } from "../../base/units.ts";
import { checkRow, wrongCall } from "../../contracts/answers.ts";
import type { Probe, ProbeModule, ProbeSubject } from "../../contracts/probe.ts";
import type { Network } from "../../sim/model/network.ts";
import { Listeners } from "./listeners.ts";
import { portNames } from "./port-tables.ts";
import { cellsOf, probeShape, tableNameOf } from "./probe-columns.ts";
import { ProbeViewImpl } from "./probe-view.ts";
import type { RunRecorder } from "./run-recorder.ts";
import { Samples } from "./samples.ts";
import { MAX_ROWS } from "./series.ts";
import { tables, type Cells, type TableShape } from "./tables.ts";

/**
 * The table of a probe. `shape` has the type, unit and meaning of each column, and the condition for empty cells.
 * `columns` has the cells by column name.
 */
export interface ProbeTable {
  readonly shape: TableShape;
  readonly rows: number;
  readonly columns: Readonly<Record<string, Cells>>;
}

/** A probe that a scenario requests. */
export interface AskedProbe {
  /** The name of the probe in the scenario. */
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly module: ProbeModule & { readonly about: string };
}

/** Settings of the scenario that apply to all its probes. */
interface Common {
  /** The time between two samples in ps. A probe may override it. */
  readonly every: Ps;
  readonly lossless: readonly number[];
}

/**
 * Creates the scenario's probes and subscribes them to the events of the network, which has not run yet. Throws
 * `ParamError` if a probe's table has the name of another table.
 */
export function probesOf(
  network: Network,
  recorder: RunRecorder,
  asked: readonly AskedProbe[],
  common: Common,
): ProbeRun[] {
  if (asked.length === 0) return [];
  const names = asked.map(({ name }) => tableNameOf(name));
  const probes = asked.map((one, k) => {
    const at = `measure.probes[${k}]`;
    const isTaken = Object.hasOwn(tables, names[k]) || names.indexOf(names[k]) < k;
    if (isTaken) throw new ParamError(at, "a probe with a new table name", names[k], OF_FILE);
    return new ProbeRun(network, one, { name: names[k], at }, common);
  });
  const heard = probes.map(({ probe }) => probe);
  recorder.listeners = new Listeners(network, heard);
  return probes;
}

const OF_FILE = "A table has the name of its probe's file: rename the file.";

export class ProbeRun {
  readonly name: string;
  readonly probe: Probe;
  /** The time of the next sample in ps. Infinity: the probe takes no samples. */
  next: Ps;
  private readonly network: Network;
  private readonly module: AskedProbe["module"];
  /** The path of the probe in the scenario. */
  private readonly at: string;
  private readonly every: Ps;
  private readonly samples: Samples;
  private readonly owns: (subject: number) => boolean;
  private rows = 0;
  private isOver = false;

  constructor(
    network: Network,
    { values, module }: AskedProbe,
    { name, at }: { readonly name: string; readonly at: string },
    { every, lossless }: Common,
  ) {
    this.network = network;
    this.name = name;
    this.at = at;
    this.module = module;
    this.samples = new Samples(Object.keys(module.columns).length);
    this.owns = ownerOf(network, module.of);
    const view = new ProbeViewImpl(network, every, lossless, {
      record: (subject, ...row) => {
        this.add("record", network.queue.now, subject, row);
      },
      recordAt: (time, subject, ...row) => {
        this.add("recordAt", time, subject, row);
      },
    });
    this.probe = module.create(values, view);
    this.every = this.probe.every ?? every;
    if (!(Number.isInteger(this.every) && this.every >= 1))
      throw new ParamError(at, "a probe with `every` of 1 or more whole picoseconds", this.every);
    this.next = "onSample" in this.probe ? this.every : Infinity;
  }

  sample(): void {
    this.probe.onSample?.();
    this.next += this.every;
  }

  /** The rows that the probe recorded in one partition. Call it after the run. */
  get taken(): Float64Array {
    this.end();
    return this.samples.taken;
  }

  /** Merges the rows that the probe recorded in all partitions. */
  put(parts: readonly Float64Array[]): void {
    this.isOver = true;
    this.samples.put(parts, (subject) => subject);
    const width = 2 + Object.keys(this.module.columns).length;
    this.count(parts.reduce((sum, { length }) => sum + length / width, 0));
  }

  table(): ProbeTable {
    this.end();
    this.samples.sort((subject) => subject);
    const { about, of, columns } = this.module;
    const { rows, time_ns, of: made, values } = this.samples.columns();
    const shape = probeShape(about, of, columns);
    const { fabric } = this.network;
    const name = portNames(fabric);
    /** The port of a row's subject. The number of a queue is 8 times port, plus class. */
    const port = (subject: number): number => (of === "queue" ? subject >> CLASS_BITS : subject);
    const cells: Record<string, () => Cells> = {
      node: () => made.text((subject) => (of === "node" ? fabric.wiring.names[subject] : name.node(port(subject)))),
      port: () => made.int32((subject) => name.port(port(subject))),
      peer: () => made.text((subject) => name.peer(port(subject))),
      class: () => made.int32((subject) => subject & CLASS_MASK),
      flow: () => made.int32((subject) => subject),
    };
    const own = Object.values(columns).map((column, k) => cellsOf(column, values[k], fabric.wiring.names));
    const names = Object.keys(shape.columns);
    const first = names.length - own.length;
    const all = names.map((column, k): [string, Cells] => {
      if (k >= first) return [column, own[k - first]];
      return [column, column === "time_ns" ? time_ns : cells[column]()];
    });
    return { shape, rows, columns: Object.fromEntries(all) };
  }

  private end(): void {
    if (!this.isOver) this.probe.onEnd?.();
    this.isOver = true;
  }

  private count(rows: number): void {
    this.rows += rows;
    if (this.rows > MAX_ROWS)
      throw new ParamError(this.at, `at most ${MAX_ROWS} rows`, this.rows, "Record fewer rows, or less often.");
  }

  private add(call: string, time: Ps, subject: number, row: readonly number[]): void {
    const { network, module } = this;
    if (!(time >= 0 && time <= network.queue.now)) wrongCall(call, "a time up to now, ps", time);
    checkRow(call, module.columns, row, network.fabric.nodes);
    const end = subjectsOf(network, module.of);
    if (!(Number.isInteger(subject) && subject >= 0 && subject < end))
      wrongCall(call, `the number of a ${module.of}, 0 to ${end - 1}, whose row it is`, subject);
    if (!this.owns(subject)) return;
    this.count(1);
    this.samples.add(time, subject, ...row);
  }
}

/** The number of possible subjects of a probe's row: the nodes, ports, queues or flows of the network. */
function subjectsOf({ fabric, flows }: Network, of: ProbeSubject): number {
  if (of === "network") return 1;
  if (of === "flow") return flows.count;
  return of === "node" ? fabric.nodes : of === "port" ? fabric.ports : fabric.ports * 8;
}

/**
 * Returns a function that is true if a subject (the number of a node, port or queue) belongs to this partition. It is
 * always true for a flow and for the network.
 */
function ownerOf({ fabric }: Network, of: ProbeSubject): (subject: number) => boolean {
  if (of === "node") return (node) => fabric.owns(node);
  if (of === "port") return (port) => fabric.owns(fabric.node[port]);
  if (of === "queue") return (queue) => fabric.owns(fabric.node[queue >> CLASS_BITS]);
  return () => true;
}

/** Combines several samplers into one, whose next sample is the earliest of theirs. */
export class Samplers {
  next: Ps;
  private readonly all: readonly { readonly next: Ps; sample(): void }[];

  constructor(all: Samplers["all"]) {
    this.all = all;
    this.next = this.soonest();
  }

  sample(): void {
    const due = this.next;
    for (const one of this.all) if (one.next === due) one.sample();
    this.next = this.soonest();
  }

  private soonest(): Ps {
    return this.all.reduce((next, one) => Math.min(next, one.next), Infinity);
  }
}
