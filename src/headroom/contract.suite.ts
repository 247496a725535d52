/** What every headroom policy keeps. Run on each line of `src/policies.ts`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyValues } from "../../test/any-values.ts";
import { headroomBench } from "../../test/views.ts";
import { Pool } from "../model/pool.ts";
import { Queues } from "../model/queues.ts";
import type { PolicyModule } from "../params.ts";
import {
  FOOTROOM,
  HEADROOM,
  NOTHING,
  PORT,
  QUEUE,
  REFUSED,
  type HeadroomPolicy,
  type HeadroomView,
} from "./contract.ts";

const PORTS = 4;
const LOSSLESS = [3, 4];
const MEMORY = 2 ** 50; // what a policy sets aside always fits: refusing to build is the build's affair

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      port: fc.nat(PORTS - 1),
      cls: fc.constantFrom(3, 4),
      size: fc.integer({ min: 64, max: 1062 }),
    }),
  },
  { weight: 2, arbitrary: fc.nat(1000) },
);

/** A policy with the real accounts, under a dynamic threshold: what the switch does, without packets. */
class Bench {
  readonly pool: Pool;
  readonly policy: HeadroomPolicy;
  readonly stored: { queue: number; size: number }[] = [];
  /** Queues stopped, and ports stopped. */
  readonly queueStopped = new Set<number>();
  readonly portStopped = new Set<number>();
  readonly askedBy = new Set<number>();
  private readonly alpha: number;

  constructor(create: (view: HeadroomView) => HeadroomPolicy, shared: number, privateBytes: number, alpha: number) {
    this.pool = new Pool(new Queues(PORTS), MEMORY, privateBytes);
    this.alpha = alpha;
    const { pool } = this;
    const { view } = headroomBench({
      ports: PORTS,
      lossless: LOSSLESS,
      memory: MEMORY,
      private: privateBytes,
      pool,
      footroom: (queue) => pool.footroom(queue),
      headroom: (queue) => pool.headroom(queue),
      portHeadroom: (port) => this.sum(port, (queue) => pool.headroom(queue)),
      occupancy: (port) => this.sum(port, (queue) => pool.headroom(queue) + pool.footroom(queue)),
    });
    this.policy = create(view);
    pool.capacity = shared;
  }

  get threshold(): number {
    return this.alpha * (this.pool.capacity - this.pool.used);
  }

  headroom(): number {
    return Array.from({ length: PORTS }, (_, port) => this.sum(port, (queue) => this.pool.headroom(queue))).reduce(
      (all, one) => all + one,
      0,
    );
  }

  /** Returns the segment. */
  arrive(queue: number, size: number): number {
    const { policy, pool } = this;
    const segment = policy.place(queue, size, this.threshold);
    if (segment === REFUSED) return segment;
    if (segment === FOOTROOM) pool.chargeFootroom(queue, size);
    else pool.chargeHeadroom(queue, size);
    this.stored.push({ queue, size });
    const verdict = policy.pauses(queue, this.threshold);
    expect([NOTHING, QUEUE, PORT, QUEUE | PORT]).toContain(verdict);
    if ((verdict & QUEUE) !== 0) this.queueStopped.add(queue);
    if ((verdict & PORT) !== 0) this.portStopped.add(queue >> 3);
    if (verdict !== NOTHING) this.askedBy.add(queue);
    return segment;
  }

  depart(which: number): void {
    const [{ queue, size }] = this.stored.splice(which % this.stored.length, 1);
    this.pool.release(queue, size);
    this.policy.onRelease?.(queue);
    const asked = this.policy.resumeAsks === "every queue" ? [...this.askedBy] : [queue];
    for (const stopped of asked) {
      if (!this.askedBy.has(stopped)) continue;
      const verdict = this.policy.resumes(stopped, this.threshold);
      expect([NOTHING, QUEUE, PORT, QUEUE | PORT]).toContain(verdict);
      if ((verdict & QUEUE) !== 0) this.queueStopped.delete(stopped);
      if ((verdict & PORT) !== 0) this.portStopped.delete(stopped >> 3);
      if (!this.queueStopped.has(stopped) && !this.portStopped.has(stopped >> 3)) this.askedBy.delete(stopped);
    }
  }

  private sum(port: number, of: (queue: number) => number): number {
    let bytes = 0;
    for (let queue = port * 8; queue < port * 8 + 8; queue++) bytes += of(queue);
    return bytes;
  }
}

export function keepsHeadroomContract(name: string, module: PolicyModule<HeadroomView, HeadroomPolicy>): void {
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

  describe(`headroom/${name}`, () => {
    test("never places beyond what it has set aside, nor into a pool that has no room", () => {
      fc.assert(
        fc.property(anyBench, (what) => {
          const bench = make(what);
          expect(bench.policy.reserved).toBeGreaterThanOrEqual(0);
          for (const step of what.day) {
            if (typeof step === "number") {
              if (bench.stored.length > 0) bench.depart(step);
              continue;
            }
            const segment = bench.arrive(step.port * 8 + step.cls, step.size);
            expect([FOOTROOM, HEADROOM, REFUSED]).toContain(segment);
            const { reserved, spare } = bench.policy;
            expect(bench.headroom()).toBeLessThanOrEqual(reserved);
            // Who says what is spare charges late bytes to the pool.
            const beyond = spare === undefined ? 0 : reserved;
            expect(bench.pool.used).toBeLessThanOrEqual(bench.pool.capacity + beyond);
          }
        }),
      );
    });

    test("keeps somebody stopped as long as a port's headroom is in use", () => {
      fc.assert(
        fc.property(anyBench, (what) => {
          const bench = make(what);
          for (const step of what.day) {
            if (typeof step !== "number") bench.arrive(step.port * 8 + step.cls, step.size);
            else if (bench.stored.length > 0) bench.depart(step);
            if (bench.pool.used > bench.pool.capacity) expect(bench.queueStopped.size).toBeGreaterThan(0);
            for (let queue = 0; queue < PORTS * 8; queue++) {
              if (bench.pool.headroom(queue) === 0) continue;
              expect(bench.queueStopped.has(queue) || bench.portStopped.has(queue >> 3)).toBe(true);
            }
          }
        }),
      );
    });

    test("lets everybody go when the switch has drained, whoever was stopped and whatever for", () => {
      fc.assert(
        fc.property(anyBench, (what) => {
          const bench = make(what);
          for (const step of what.day) if (typeof step !== "number") bench.arrive(step.port * 8 + step.cls, step.size);
          while (bench.stored.length > 0) bench.depart(0);
          expect([...bench.queueStopped, ...bench.portStopped]).toEqual([]);
        }),
      );
    });

    test("answers in constant time: it reads as much of a switch with 256 ports as of one with 4", () => {
      fc.assert(
        fc.property(anyValues(module.params), (given) => {
          const reads = (ports: number): number => {
            let count = 0;
            const { view } = headroomBench({ ports, lossless: LOSSLESS });
            const counted = new Proxy(view, {
              get: (target, field, self): unknown => {
                count++;
                return Reflect.get(target, field, self);
              },
            });
            const policy = module.create(given, counted);
            count = 0;
            const queue = (ports - 1) * 8 + 3;
            policy.place(queue, 1000, 10_000);
            policy.pauses(queue, 10_000);
            policy.resumes(queue, 10_000);
            return count;
          };
          expect(reads(256)).toBe(reads(4));
        }),
      );
    });
  });
}
