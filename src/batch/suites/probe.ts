/** The contract of probes. Every built-in probe must pass these checks. `xoff test` applies them to a user's probe. */
import { CLASS_MASK } from "../../base/queue-number.ts";
import fc from "fast-check";
import { always } from "./always.ts";
import type { PolicyModule } from "../../base/params.ts";
import { Stream } from "../../base/random.ts";
import { gbps, MiB, us } from "../../base/units.ts";
import { checkRow } from "../../contracts/answers.ts";
import {
  DROP_CAUSES,
  PACKET_KINDS,
  type Probe,
  type ProbeFlows,
  type ProbeModule,
  type ProbeView,
} from "../../contracts/probe.ts";
import { anyValues, briefly } from "./any-values.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";

/** Nodes 0 and 1 are hosts. Each is attached to its own switch: node 2 or 3. A link joins the two switches. */
const names = ["h0", "h1", "s0", "s1"];
const firstPort = Int32Array.of(0, 1, 2, 4, 6);
const nodeOf = Int32Array.of(0, 1, 2, 2, 3, 3);
const peer = Int32Array.of(2, 4, 0, 5, 1, 3);
const [NODES, PORTS, FLOWS] = [4, 6, 5];
const subjects = { network: 1, node: NODES, port: PORTS, queue: PORTS * 8, flow: FLOWS };

const hooks = [
  ...["onSample", "onSample", "onReceived", "onAcked", "onPause", "onResume", "onStopped", "onStarted"],
  ...["onDrop", "onHeadroom", "onReceive", "onEnqueue", "onDequeue"],
] as readonly Exclude<keyof Probe, "every" | "onEnd">[];

const anyEvent = fc.record({
  what: fc.constantFrom(...hooks),
  port: fc.nat(PORTS - 1),
  cls: fc.nat(7),
  flow: fc.nat(FLOWS - 1),
  packet: fc.integer({ min: 1, max: 20 }),
  bytes: fc.oneof(fc.constant(0), fc.nat(MiB(1))),
  cause: fc.nat(DROP_CAUSES.length - 1),
  mark: fc.nat(2),
  after: fc.nat(us(30)),
});
type Happening = ReturnType<typeof anyEvent.generate>["value"];

/** A probe, its view, and the rows that it has recorded. */
class Bench {
  readonly rows: number[][] = [];
  private readonly probe: Probe;
  private readonly flows: ProbeFlows;
  private readonly used = new Float64Array(NODES);
  private readonly capacity = Float64Array.of(0, 0, MiB(1), MiB(1));
  private readonly arrays: readonly Float64Array[];
  private readonly dice: Stream;
  private readonly clock = { now: 0 };

  constructor(module: ProbeModule, create: (view: ProbeView) => Probe, seed: number) {
    this.dice = new Stream(seed, 5, 5);
    const column = (value = 0): Float64Array => new Float64Array(FLOWS).fill(value);
    const flows = {
      count: FLOWS,
      source: Int32Array.of(0, 1, 0, 1, 0),
      destination: Int32Array.of(1, 0, 1, 0, 1),
      cls: new Uint8Array(FLOWS).fill(3),
      size: column(1e6),
      start: column(),
      received: column(NaN),
      acked: column(NaN),
      ...{ sndNxt: column(), sndUna: column(), rcvNxt: column() },
      rate: column(gbps(100)),
      window: column(),
    };
    this.flows = flows;
    this.arrays = [this.used, this.capacity, ...Object.values(flows).filter((one) => one instanceof Float64Array)];
    const { clock } = this;
    const add = (time: number, subject: number, row: readonly number[]): void => {
      expect(time >= 0 && time <= clock.now).toBe(true);
      expect(Number.isInteger(subject) && subject >= 0 && subject < subjects[module.of]).toBe(true);
      checkRow("record", module.columns, row, NODES);
      this.rows.push([time, subject, ...row]);
    };
    const bytes = (): number => this.dice.int(100_000);
    this.probe = create({
      get now() {
        return clock.now;
      },
      ...{ every: us(10), nodes: NODES, ports: PORTS, firstPort, nodeOf, peer, names, switches: [2, 3], lossless: [3] },
      ...{ flows, used: this.used, capacity: this.capacity },
      ...{ rate: () => gbps(100), delay: () => us(1), sentBytes: bytes, backlog: bytes, held: bytes, headroom: bytes },
      stopped: () => this.dice.int(256),
      threshold: (queue) => ((queue & CLASS_MASK) === 3 ? bytes() : NaN),
      kindOf: (packet) => packet % PACKET_KINDS.length,
      flowOf: (packet) => (packet % FLOWS) - 1,
      bytesOf: (packet) => 64 + packet,
      record: (subject, ...row) => {
        add(clock.now, subject, row);
      },
      recordAt: (time, subject, ...row) => {
        add(time, subject, row);
      },
    });
  }

  play({ what, port, cls, flow, packet, bytes, cause, mark, after }: Happening): void {
    this.clock.now += after;
    this.used[2] = this.dice.int(MiB(1));
    (this.flows.rcvNxt as { [flow: number]: number })[flow] += bytes;
    const before = this.arrays.map((array) => array.slice());
    const { probe } = this;
    if (what === "onSample") probe.onSample?.();
    else if (what === "onReceived" || what === "onAcked") probe[what]?.(flow);
    else if (what === "onPause" || what === "onResume") probe[what]?.(port, cls, bytes, MiB(1));
    else if (what === "onStopped" || what === "onStarted") probe[what]?.(port, 1 << cls);
    else if (what === "onDrop") probe.onDrop?.(port, packet, cause);
    else if (what === "onHeadroom") probe.onHeadroom?.(port, bytes);
    else if (what === "onReceive") probe.onReceive?.(port, packet);
    else if (what === "onEnqueue") probe.onEnqueue?.(port, cls, packet, bytes);
    else probe.onDequeue?.(port, cls, packet, bytes, mark);
    expect(this.arrays).toEqual(before);
  }

  end(): void {
    this.probe.onEnd?.();
  }
}

export function probeChecks(module: ProbeModule & PolicyModule<ProbeView, Probe>): Check[] {
  const { test, checks } = suite();
  const anyRun = briefly(
    fc.record({ values: anyValues(module.params), seed: fc.nat(), story: fc.array(anyEvent, { maxLength: 60 }) }),
  );
  type Run = ReturnType<typeof anyRun.generate>["value"];
  const bench = ({ values, seed }: Run): Bench => new Bench(module, (view) => module.create(values, view), seed);
  const each = (look: (run: Run) => void): void => {
    always(fc.property(anyRun, look), { numRuns: 40 });
  };
  /** Returns the rows of a probe that receives only the events of `run`. */
  const rowsOf = (run: Run): number[][] => {
    const one = bench(run);
    for (const event of run.story) one.play(event);
    one.end();
    return one.rows;
  };

  test("every column has a unit and a description", () => {
    for (const { unit, about } of Object.values(module.columns)) {
      expect(typeof unit).toBe("string");
      expect(about.length).toBeGreaterThan(0);
    }
  });

  test("its rows fit its columns for any events, and it writes nothing into read-only views", () => {
    each((run) => void rowsOf(run));
  });

  test("the same events give the same rows, also with two instances at once", () => {
    each((run) => {
      const alone = rowsOf(run);
      const [one, other] = [bench(run), bench(run)];
      for (const event of run.story) for (const both of [one, other]) both.play(event);
      for (const both of [one, other]) {
        both.end();
        expect(both.rows).toEqual(alone);
      }
    });
  });
  return checks;
}
