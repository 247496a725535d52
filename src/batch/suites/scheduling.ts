/** The contract of scheduling policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect, ExpectationError } from "./expect.ts";
import { anyValues, briefly } from "./any-values.ts";
import type { PolicyModule } from "../../base/params.ts";
import type { QueueView, SchedulingPolicy } from "../../contracts/scheduling.ts";
import { stream } from "../../base/random.ts";
import { gbps, ms, us } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import { Clock } from "./views.ts";

const PORTS = 2;
/**
 * Number of flows through each port. Port 0 leads to a host, so the policy pauses single flows of this host. Port 1 leads
 * to a switch, so the policy pauses queues of this switch.
 */
const FLOWS = 8;
/** Packets at once. */
const PACKETS = 512;
/** Time between two steps: some packets on a link of 100 Gbps. */
const STEP = us(0.3);

/** A step: a packet arrives, a port sends one, or the peer pauses or resumes a class or one of its queues. */
const anyStep = fc.record({
  what: fc.constantFrom("add", "add", "add", "serve", "serve", "turn", "turnQueue"),
  port: fc.nat(PORTS - 1),
  cls: fc.nat(7),
  size: fc.integer({ min: 64, max: 1518 }),
  flow: fc.nat(FLOWS - 1),
});
type Step = ReturnType<typeof anyStep.generate>["value"];

interface Waiting {
  readonly packet: number;
  readonly flow: number;
  readonly size: number;
}

/** A class of a port, with one queue or with many. */
class Line {
  readonly queues: Waiting[][];
  readonly paused: Uint8Array;

  constructor(queues: number) {
    this.queues = Array.from({ length: queues }, () => []);
    this.paused = new Uint8Array(queues);
  }
  isActive(queue: number): boolean {
    return this.queues[queue].length > 0 && this.paused[queue] === 0;
  }
  get active(): number[] {
    return [...this.queues.keys()].filter((queue) => this.isActive(queue));
  }
  get isEmpty(): boolean {
    return this.queues.every((queue) => queue.length === 0);
  }
}

const bytesOf = (queue: readonly Waiting[]): number => queue.reduce((sum, { size }) => sum + size, 0);

/** Two ports, whose flows have nothing in common. A call for one port must not affect the other. */
class Bench {
  readonly clock = new Clock();
  readonly stopped = new Uint8Array(PORTS);
  readonly policy: SchedulingPolicy;
  /**
   * Names of the paused queues. A switch pauses queues of another switch, but single flows of a host. Port 0 leads to a
   * host, so the names of this port are those of flows.
   */
  readonly pausedQueues = new Set<string>();
  private readonly strict: readonly number[];
  private readonly lines: Line[];
  private readonly free = Array.from({ length: PACKETS }, (_, k) => PACKETS - k);
  private words: PacketWords | undefined;
  /**
   * Words of a transport on each packet. This bench has no transport, so the words have no meaning: each word is the
   * packet's size.
   */
  private readonly header: PacketWords = { width: 4, at: new Int32Array((PACKETS + 1) * 4) };

  constructor(create: (view: QueueView) => SchedulingPolicy, strict: readonly number[]) {
    const { clock } = this;
    const line = (port: number, cls: number): Line => this.lines[port * 8 + cls];
    const streams = Array.from({ length: PORTS }, (_, port) => stream(1, "scheduling", port));
    const toHost = (port: number): boolean => port === 0;
    const tell = (port: number, cls: number, queue: number, isPaused: boolean): void => {
      const count = toHost(port) ? FLOWS * PORTS : (this.policy.queues ?? 0);
      expect(Number.isInteger(queue) && queue >= 0 && queue < count).toBe(true);
      expect(this.divides(cls)).toBe(true);
      const key = toHost(port) ? `flow ${queue} at host port ${port}` : `port ${port}, class ${cls}, queue ${queue}`;
      if (isPaused) this.pausedQueues.add(key);
      else this.pausedQueues.delete(key);
    };
    this.strict = strict;
    this.policy = create({
      ports: PORTS,
      strict,
      headSize: (port, cls) => {
        if (this.policy.looksAtHeads !== true)
          throw new Error("The policy calls headSize. Return `looksAtHeads: true` from create.");
        return line(port, cls).queues[0][0].size;
      },
      get now() {
        return clock.now;
      },
      timer: clock.timer,
      rate: () => gbps(100),
      delay: () => us(1),
      maxFrame: 1518,
      wireOverhead: 20,
      toHost,
      flows: FLOWS * PORTS,
      names: Int32Array.from({ length: FLOWS * PORTS }, (_, flow) => flow),
      isData: () => true,
      random: (port) => streams[port].next(),
      header: this.header,
      words: (width) => (this.words = { width, at: new Int32Array((PACKETS + 1) * width) }),
      queued: (port, cls, queue) => bytesOf(line(port, cls).queues[queue]),
      firstSize: (port, cls, queue) => line(port, cls).queues[queue].at(0)?.size ?? 0,
      isPaused: (port, cls, queue) => line(port, cls).paused[queue] === 1,
      active: (port, cls) => line(port, cls).active.length,
      nextActive: (port, cls, queue) => {
        const { active } = line(port, cls);
        return active.find((one) => one > queue) ?? active.at(0) ?? -1;
      },
      pause: (port, cls, queue) => {
        tell(port, cls, queue, true);
      },
      resume: (port, cls, queue) => {
        tell(port, cls, queue, false);
      },
    });
    this.lines = Array.from({ length: PORTS * 8 }, (_, k) => new Line(this.divides(k % 8) ? this.queues : 1));
  }

  private get queues(): number {
    return this.policy.queues ?? 1;
  }
  /** True if the class has several queues. */
  private divides(cls: number): boolean {
    return this.policy.queues !== undefined && !this.strict.includes(cls);
  }

  ready(port: number): number {
    let mask = 0;
    for (let cls = 0; cls < 8; cls++) if (this.lines[port * 8 + cls].active.length > 0) mask |= 1 << cls;
    return mask & ~this.stopped[port];
  }

  /** The number of packets at a port. */
  count(port: number): number {
    const lines = this.lines.slice(port * 8, port * 8 + 8);
    return lines.reduce((sum, { queues }) => sum + queues.reduce((all, queue) => all + queue.length, 0), 0);
  }

  resumeAll(): void {
    this.stopped.fill(0);
    for (const { paused } of this.lines) paused.fill(0);
  }

  /** Sends one packet of `port`. Returns its class, its queue and the classes that were ready. */
  serve(port: number): { cls: number; queue: number; ready: number } | undefined {
    const ready = this.ready(port);
    if (ready === 0) return undefined;
    const cls = this.policy.next(port, ready);
    expect(Number.isInteger(cls) && cls >= 0 && cls < 8).toBe(true);
    expect(ready & (1 << cls)).not.toBe(0);
    const line = this.lines[port * 8 + cls];
    const queue = this.divides(cls) ? (this.policy.nextQueue?.(port, cls) ?? -1) : 0;
    expect(line.active).toContain(queue);
    const { packet, flow, size } = line.queues[queue].shift() as Waiting;
    if (this.divides(cls)) this.policy.onLeave?.(port, cls, packet, flow, size, port, queue);
    this.free.push(packet);
    if (line.isEmpty) this.policy.onEmpty?.(port, cls);
    return { cls, queue, ready };
  }

  /** Applies a step to the policy. `at` is the index of the step in the test sequence. */
  play({ what, port, cls, size, flow }: Step, at: number): ReturnType<Bench["serve"]> {
    this.clock.runTo((at + 1) * STEP);
    const line = this.lines[port * 8 + cls];
    if (what === "serve") return this.serve(port);
    if (what === "add") this.add(port, cls, size, port * FLOWS + flow);
    else if (what === "turn") this.stopped[port] ^= 1 << cls;
    else line.paused[flow % line.paused.length] ^= this.divides(cls) ? 1 : 0;
    return undefined;
  }

  private add(port: number, cls: number, size: number, flow: number): void {
    const packet = this.free.pop();
    if (packet === undefined) return;
    if (this.words !== undefined) this.words.at.fill(0, packet * this.words.width, (packet + 1) * this.words.width);
    this.header.at.fill(size, packet * this.header.width, (packet + 1) * this.header.width);
    const queue = this.divides(cls) ? (this.policy.assign?.(port, cls, packet, flow, size, port) ?? -1) : 0;
    const { queues } = this.lines[port * 8 + cls];
    expect(Number.isInteger(queue) && queue >= 0 && queue < queues.length).toBe(true);
    queues[queue].push({ packet, flow, size });
  }
}

export function schedulingChecks(module: PolicyModule<QueueView, SchedulingPolicy>): Check[] {
  const { test, checks } = suite();
  const anyDay = briefly(fc.array(anyStep, { maxLength: 300, size: "max" }));
  const anyStrict = fc.constantFrom([], [0], [7], [0, 6]);

  test("selects a ready class, whether packets arrive or leave and classes pause or resume", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        day.forEach((step, at) => bench.play(step, at));
      }),
    );
  });

  test("strict classes of the view precede all others, the lowest number first", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        day.forEach((step, at) => {
          const served = bench.play(step, at);
          const first = served === undefined ? undefined : strict.find((cls) => (served.ready & (1 << cls)) !== 0);
          if (first !== undefined) expect(served?.cls).toBe(first);
        });
      }),
    );
  });

  test("every packet is sent once: after one call for each packet no class is ready", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        day.forEach((step, at) => bench.play(step, at));
        bench.resumeAll();
        for (let port = 0; port < PORTS; port++) {
          for (let left = bench.count(port); left > 0; left--) bench.serve(port);
          expect(bench.ready(port)).toBe(0);
        }
      }),
    );
  });

  test("a paused queue of the previous hop is resumed within 10 ms after the last packet has left", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        day.forEach((step, at) => bench.play(step, at));
        bench.resumeAll();
        for (let port = 0; port < PORTS; port++) while (bench.serve(port) !== undefined);
        bench.clock.runTo(bench.clock.now + ms(10));
        const [left] = bench.pausedQueues;
        if (left !== undefined) throw new ExpectationError(`expected every queue resumed, but ${left} is still paused`);
      }),
    );
  });

  test("packets of one port do not change the turns of another", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const turns = (isOtherQuiet: boolean): string[] => {
          const bench = new Bench((view) => module.create(given, view), strict);
          return day.flatMap((step, at) => {
            if (isOtherQuiet && step.port !== 0) return [];
            const served = bench.play(step, at);
            return served === undefined || step.port !== 0 ? [] : [`${served.cls}.${served.queue}`];
          });
        };
        expect(turns(false)).toEqual(turns(true));
      }),
    );
  });
  return checks;
}
