/**
 * Probes of a run: each made, told, sampled, and its rows put into a table of its own.
 *
 * They look at moments of the run and at what the recorder hears; sampling is no event (`series.ts`). What a part of a network records is of its own
 * nodes alone.
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
import { ProbeWindow } from "./probe-view.ts";
import type { RunRecorder } from "./run-recorder.ts";
import { Samples } from "./samples.ts";
import { MOST_ROWS } from "./series.ts";
import { tables, type Cells, type TableShape } from "./tables.ts";

/** A table of a probe: its columns with type, unit, meaning, and when a cell is empty; and their cells by name. */
export interface ProbeTable {
  readonly shape: TableShape;
  readonly rows: number;
  readonly columns: Readonly<Record<string, Cells>>;
}

/** A probe that a scenario asks for. */
export interface AskedProbe {
  /** As the scenario names it. */
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly module: ProbeModule & { readonly about: string };
}

/** What the scenario says to all of them. */
interface Common {
  /** Between two samples, unless a probe names another time. */
  readonly every: Ps;
  readonly lossless: readonly number[];
}

/**
 * The scenario's probes, made for a network that is about to run, and told of what happens there. Throws `ParamError` for two whose tables have one name, or
 * that of a table that runs have anyway.
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
    if (isTaken) throw new ParamError(at, "a probe whose table has a name of its own", names[k], OF_FILE);
    return new ProbeRun(network, one, { name: names[k], at }, common);
  });
  const heard = probes.map(({ probe }) => probe);
  recorder.listeners = new Listeners(network, heard);
  return probes;
}

const OF_FILE = "A table has the name of its probe's file.";

export class ProbeRun {
  readonly name: string;
  readonly probe: Probe;
  /** When it is sampled next; Infinity: never. */
  next: Ps;
  private readonly network: Network;
  private readonly module: AskedProbe["module"];
  /** Its place in the scenario. */
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
    const view = new ProbeWindow(network, every, lossless, {
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
      throw new ParamError(at, "a probe whose every is a whole number of picoseconds, 1 or more", this.every);
    this.next = "onSample" in this.probe ? this.every : Infinity;
  }

  sample(): void {
    this.probe.onSample?.();
    this.next += this.every;
  }

  /** Rows of a part of a network; the run is over. */
  get taken(): Float64Array {
    this.end();
    return this.samples.taken;
  }

  /** Puts together what the parts of a network have recorded. */
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
    /** The port of a subject; a queue is port * 8 + class. */
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
    if (this.rows > MOST_ROWS)
      throw new ParamError(this.at, `at most ${MOST_ROWS} rows`, this.rows, "Ask for less, or less often.");
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

/** How many subjects there are. */
function subjectsOf({ fabric, flows }: Network, of: ProbeSubject): number {
  if (of === "network") return 1;
  if (of === "flow") return flows.count;
  return of === "node" ? fabric.nodes : of === "port" ? fabric.ports : fabric.ports * 8;
}

/** Does what a row is of belong to this part of the network? */
function ownerOf({ fabric }: Network, of: ProbeSubject): (subject: number) => boolean {
  if (of === "node") return (node) => fabric.owns(node);
  if (of === "port") return (port) => fabric.owns(fabric.node[port]);
  if (of === "queue") return (queue) => fabric.owns(fabric.node[queue >> CLASS_BITS]);
  return () => true;
}

/** Who looks at the network now and then, as one. */
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
