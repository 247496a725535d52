/** The contract of headroom policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import { CLASS_BITS } from "../../base/queue-number.ts";
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { anyValues } from "./any-values.ts";
import { counted } from "./counted.ts";
import { headroomBench, switchesWith } from "./views.ts";
import { accounts, type Accounts } from "../../sim/model/accounts.ts";
import { Queues } from "../../sim/model/queues.ts";
import type { PolicyModule } from "../../base/params.ts";
import {
  FOOTROOM,
  HEADROOM,
  NOTHING,
  PORT,
  QUEUE,
  REFUSED,
  type HeadroomPolicy,
  type HeadroomView,
} from "../../contracts/headroom.ts";

/** Number of ports of each of the two switches. */
const PORTS = 4;
const LOSSLESS = [3, 4];
// The memory of a switch in the test. It is larger than any reserve of a policy, because this suite does not test switches with too
// little memory.
const MEMORY = 2 ** 50;

/** A step of the test: a packet arrives at a port, or switch `from` sends one of its packets. */
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      port: fc.nat(2 * PORTS - 1),
      cls: fc.constantFrom(3, 4),
      size: fc.integer({ min: 64, max: 1062 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ from: fc.nat(1), which: fc.nat(1000) }) },
);
type Step = ReturnType<typeof anyStep.generate>["value"];

const nodeOf = (step: Step): number => ("from" in step ? step.from : step.port < PORTS ? 0 : 1);

/**
 * A headroom policy in two switches whose buffer policy is a dynamic threshold. The bench uses the byte accounts of
 * real switches, but creates no packet objects.
 */
class Bench {
  readonly accounts: Accounts;
  readonly policy: HeadroomPolicy;
  /** By switch: its packets, each with its ingress queue. */
  readonly stored: { queue: number; size: number }[][] = [[], []];
  /** The paused queues. */
  readonly queueStopped = new Set<number>();
  /** The paused ports. */
  readonly portStopped = new Set<number>();
  readonly askedBy = new Set<number>();
  private readonly alpha: number;

  constructor(create: (view: HeadroomView) => HeadroomPolicy, shared: number, privateBytes: number, alpha: number) {
    this.accounts = accounts(new Queues(2 * PORTS), 2, privateBytes);
    this.alpha = alpha;
    const { capacity, used, footroom, headroom, portHeadroom, portHeld } = this.accounts;
    const { view } = headroomBench({
      ...switchesWith(PORTS, PORTS),
      lossless: LOSSLESS,
      memory: new Float64Array(2).fill(MEMORY),
      private: privateBytes,
      ...{ capacity, used, footroom, headroom, portHeadroom, occupancy: portHeld },
    });
    this.policy = create(view);
    capacity.fill(shared);
  }

  threshold(node: number): number {
    return this.alpha * (this.accounts.capacity[node] - this.accounts.used[node]);
  }

  headroom(node: number): number {
    let bytes = 0;
    for (let port = node * PORTS; port < (node + 1) * PORTS; port++) bytes += this.accounts.portHeadroom(port);
    return bytes;
  }

  /** Applies a step. Returns the segment that stores an arriving packet, and undefined for a departure. */
  play(step: Step): number | undefined {
    const node = nodeOf(step);
    if (!("from" in step)) return this.arrive(node, step.port * 8 + step.cls, step.size);
    if (this.stored[node].length > 0) this.depart(node, step.which);
    return undefined;
  }

  private arrive(node: number, queue: number, size: number): number {
    const { policy } = this;
    const segment = policy.place(queue, size, this.threshold(node));
    if (segment === REFUSED) return segment;
    if (segment === FOOTROOM) this.accounts.chargeFootroom(node, queue, size);
    else this.accounts.chargeHeadroom(queue, size);
    this.stored[node].push({ queue, size });
    const verdict = policy.pauses(queue, this.threshold(node));
    expect([NOTHING, QUEUE, PORT, QUEUE | PORT]).toContain(verdict);
    if ((verdict & QUEUE) !== 0) this.queueStopped.add(queue);
    if ((verdict & PORT) !== 0) this.portStopped.add(queue >> CLASS_BITS);
    if (verdict !== NOTHING) this.askedBy.add(queue);
    return segment;
  }

  depart(node: number, which: number): void {
    const [{ queue, size }] = this.stored[node].splice(which % this.stored[node].length, 1);
    this.accounts.release(node, queue, size);
    this.policy.onRelease?.(queue);
    const here = (asked: number): boolean => (asked >> CLASS_BITS < PORTS ? 0 : 1) === node;
    const asked = this.policy.resumeAsks === "every queue" ? [...this.askedBy].filter(here) : [queue];
    for (const stopped of asked) {
      if (!this.askedBy.has(stopped)) continue;
      const verdict = this.policy.resumes(stopped, this.threshold(node));
      expect([NOTHING, QUEUE, PORT, QUEUE | PORT]).toContain(verdict);
      if ((verdict & QUEUE) !== 0) this.queueStopped.delete(stopped);
      if ((verdict & PORT) !== 0) this.portStopped.delete(stopped >> CLASS_BITS);
      if (!this.queueStopped.has(stopped) && !this.portStopped.has(stopped >> CLASS_BITS)) this.askedBy.delete(stopped);
    }
  }
}

export function headroomChecks(module: PolicyModule<HeadroomView, HeadroomPolicy>): Check[] {
  const { test, checks } = suite();
  const anyBench = fc.record({
    given: anyValues(module.params),
    shared: fc.integer({ min: 0, max: 60_000 }),
    privateBytes: fc.constantFrom(0, 3000),
    alpha: fc.constantFrom(1 / 16, 1, 8),
    day: fc.array(anyStep, { maxLength: 300, size: "max" }),
  });
  const make = ({
    given,
    shared,
    privateBytes,
    alpha,
  }: Omit<ReturnType<typeof anyBench.generate>["value"], "day">): Bench =>
    new Bench((view) => module.create(given, view), shared, privateBytes, alpha);

  test("never exceeds its reserved headroom, nor the room in the shared pool", () => {
    always(
      fc.property(anyBench, (what) => {
        const bench = make(what);
        for (const bytes of bench.policy.reserved) expect(bytes).toBeGreaterThanOrEqual(0);
        for (const step of what.day) {
          const node = nodeOf(step);
          const segment = bench.play(step);
          if (segment !== undefined) expect([FOOTROOM, HEADROOM, REFUSED]).toContain(segment);
          const { reserved, spare } = bench.policy;
          const { capacity, used } = bench.accounts;
          expect(bench.headroom(node)).toBeLessThanOrEqual(reserved[node]);
          // A policy with `spare` charges bytes that arrive after a PAUSE to the shared pool. The pool may then
          // exceed its capacity by the reserved bytes.
          const beyond = spare === undefined ? 0 : reserved[node];
          expect(used[node]).toBeLessThanOrEqual(capacity[node] + beyond);
        }
      }),
    );
  });

  test("keeps a queue or port paused while headroom of the port is in use", () => {
    always(
      fc.property(anyBench, (what) => {
        const bench = make(what);
        for (const step of what.day) {
          bench.play(step);
          const { capacity, headroom, used } = bench.accounts;
          for (const node of [0, 1]) {
            if (used[node] <= capacity[node]) continue;
            expect([...bench.queueStopped].some((queue) => queue >> CLASS_BITS < PORTS === (node === 0))).toBe(true);
          }
          for (let queue = 0; queue < 2 * PORTS * 8; queue++) {
            if (headroom(queue) === 0) continue;
            expect(bench.queueStopped.has(queue) || bench.portStopped.has(queue >> CLASS_BITS)).toBe(true);
          }
        }
      }),
    );
  });

  test("resumes every queue and port once the switch is empty", () => {
    always(
      fc.property(anyBench, (what) => {
        const bench = make(what);
        for (const step of what.day) if (!("from" in step)) bench.play(step);
        for (const node of [0, 1]) while (bench.stored[node].length > 0) bench.depart(node, 0);
        expect([...bench.queueStopped, ...bench.portStopped]).toEqual([]);
      }),
    );
  });

  test("serves each switch separately: packets at one switch change no decision at another", () => {
    always(
      fc.property(anyBench, (what) => {
        const story = (steps: readonly Step[]): unknown[] => {
          const bench = make(what);
          return steps.flatMap((step) => {
            const segment = bench.play(step);
            if (nodeOf(step) === 1) return [];
            return [segment, ...[...bench.askedBy].filter((queue) => queue >> CLASS_BITS < PORTS)];
          });
        };
        expect(story(what.day)).toEqual(story(what.day.filter((step) => nodeOf(step) === 0)));
      }),
    );
  });

  test("answers in constant time: it reads as many values of a switch with 256 ports as with 4", () => {
    always(
      fc.property(anyValues(module.params), (given) => {
        const reads = (ports: number): number => {
          const { view, reads: count } = counted(headroomBench({ ports, lossless: LOSSLESS }).view);
          const policy = module.create(given, view);
          const before = count();
          const queue = (ports - 1) * 8 + 3;
          policy.place(queue, 1000, 10_000);
          policy.pauses(queue, 10_000);
          policy.resumes(queue, 10_000);
          return count() - before;
        };
        expect(reads(256)).toBe(reads(4));
      }),
    );
  });
  return checks;
}
