/** The contract of scheduling policies. Each line of `policies/policies.ts` is tested by it, and so is a user's policy with `xoff test`. */
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { anyValues, briefly } from "./any-values.ts";
import type { PolicyModule } from "../../base/params.ts";
import type { SchedulingPolicy, SchedulingView } from "../../contracts/scheduling.ts";

const PORTS = 2;

/** A step of the test: a packet arrives, a port sends one, or the peer pauses or resumes a class. */
const anyStep = fc.record({
  what: fc.constantFrom("add", "add", "serve", "serve", "turn"),
  port: fc.nat(PORTS - 1),
  cls: fc.nat(7),
  size: fc.integer({ min: 64, max: 1518 }),
});
type Step = ReturnType<typeof anyStep.generate>["value"];

class Bench {
  readonly queues: number[][] = Array.from({ length: PORTS * 8 }, () => []);
  readonly stopped = new Uint8Array(PORTS);
  readonly policy: SchedulingPolicy;

  constructor(create: (view: SchedulingView) => SchedulingPolicy, strict: readonly number[]) {
    const headSize = (port: number, cls: number): number => {
      expect(this.policy.looksAtHeads).toBe(true);
      return this.queues[port * 8 + cls][0];
    };
    this.policy = create({ ports: PORTS, strict, headSize });
  }

  ready(port: number): number {
    let mask = 0;
    for (let cls = 0; cls < 8; cls++) if (this.queues[port * 8 + cls].length > 0) mask |= 1 << cls;
    return mask & ~this.stopped[port];
  }

  /** Sends one packet of `port`. Returns its class and the classes that were ready. */
  serve(port: number): { cls: number; ready: number } | undefined {
    const ready = this.ready(port);
    if (ready === 0) return undefined;
    const cls = this.policy.next(port, ready);
    expect(Number.isInteger(cls) && cls >= 0 && cls < 8).toBe(true);
    expect(ready & (1 << cls)).not.toBe(0);
    const queue = this.queues[port * 8 + cls];
    queue.shift();
    if (queue.length === 0) this.policy.onEmpty?.(port, cls);
    return { cls, ready };
  }

  play({ what, port, cls, size }: Step): ReturnType<Bench["serve"]> {
    if (what === "serve") return this.serve(port);
    if (what === "add") this.queues[port * 8 + cls].push(size);
    else this.stopped[port] ^= 1 << cls;
    return undefined;
  }
}

export function schedulingChecks(module: PolicyModule<SchedulingView, SchedulingPolicy>): Check[] {
  const { test, checks } = suite();
  const anyDay = briefly(fc.array(anyStep, { maxLength: 300, size: "max" }));
  const anyStrict = fc.constantFrom([], [0], [7], [0, 6]);

  test("selects a ready class, whether packets arrive or leave and classes pause or resume", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        for (const step of day) bench.play(step);
      }),
    );
  });

  test("strict classes of the view precede all others, the lowest number first", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        for (const step of day) {
          const served = bench.play(step);
          if (served === undefined) continue;
          const first = strict.find((cls) => (served.ready & (1 << cls)) !== 0);
          if (first !== undefined) expect(served.cls).toBe(first);
        }
      }),
    );
  });

  test("every packet is sent once: after one call for each packet no class is ready", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const bench = new Bench((view) => module.create(given, view), strict);
        for (const step of day) bench.play(step);
        bench.stopped.fill(0);
        for (let port = 0; port < PORTS; port++) {
          const left = bench.queues.slice(port * 8, port * 8 + 8).reduce((count, queue) => count + queue.length, 0);
          for (let k = 0; k < left; k++) bench.serve(port);
          expect(bench.ready(port)).toBe(0);
        }
      }),
    );
  });

  test("packets of one port do not change the turns of another", () => {
    always(
      fc.property(anyValues(module.params), anyStrict, anyDay, (given, strict, day) => {
        const turns = (steps: readonly Step[]): number[] => {
          const bench = new Bench((view) => module.create(given, view), strict);
          return steps.flatMap((step) => {
            const served = bench.play(step);
            return served === undefined || step.port !== 0 ? [] : [served.cls];
          });
        };
        expect(turns(day)).toEqual(turns(day.filter(({ port }) => port === 0)));
      }),
    );
  });
  return checks;
}
