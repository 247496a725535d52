/** The contract of buffer policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { anyValues, briefly } from "./any-values.ts";
import { counted } from "./counted.ts";
import { bufferView, Clock, switchesWith } from "./views.ts";
import type { PolicyModule } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

/** Number of ports of each of the two switches. */
const PORTS = 8;

const anyEvent = fc.record({
  what: fc.constantFrom("arrive", "depart", "pause", "resume", "wait"),
  port: fc.nat(2 * PORTS - 1),
  cls: fc.nat(7), // Class 0 is lossy.
  size: fc.integer({ min: 64, max: 9216 }),
  after: fc.nat(us(50)),
});

/** The number of bytes in the queues and the memory of two switches, and the buffer policy that reads these numbers. */
class Bench {
  readonly clock = new Clock();
  readonly queues = new Float64Array(2 * PORTS * 8);
  readonly view: ReturnType<typeof bufferView>;
  readonly policy: BufferPolicy;

  constructor(create: (view: BufferView) => BufferPolicy, capacity: number) {
    const { queues } = this;
    const sum = (from: number, to: number): number => queues.subarray(from, to).reduce((all, one) => all + one, 0);
    this.view = bufferView(this.clock, {
      ...switchesWith(PORTS, PORTS),
      lossless: [1, 2, 3, 4, 5, 6, 7],
      capacity,
      backlog: (port, cls) => queues[port * 8 + cls],
      occupancy: (port) => sum(port * 8, port * 8 + 8),
    });
    this.policy = create(this.view);
  }

  play({ what, port, cls, size, after }: ReturnType<typeof anyEvent.generate>["value"]): void {
    const { policy, queues, view } = this;
    const queue = port * 8 + cls;
    const node = view.nodeOf[port];
    const out = (2 * node + 1) * PORTS - 1 - (port - node * PORTS);
    const fits = view.used[node] + size <= view.capacity[node];
    if (what === "arrive" && fits && policy.admits?.(port, cls, size, out) !== false) {
      queues[queue] += size;
      view.used[node] += size;
      policy.onArrive?.(port, cls, size, out);
    } else if (what === "depart" && queues[queue] >= size) {
      queues[queue] -= size;
      view.used[node] -= size;
      view.departed[port] += size;
      policy.onDepart?.(port, cls, size, out);
    } else if (what === "pause") policy.onPauseSent?.(port, cls);
    else if (what === "resume") policy.onResumeSent?.(port, cls);
    else if (what === "wait") this.clock.runTo(this.clock.now + after);
  }
}

export function bufferChecks(module: PolicyModule<BufferView, BufferPolicy>): Check[] {
  const { test, checks } = suite();
  const values = anyValues(module.params);
  const anyDay = briefly(fc.array(anyEvent, { maxLength: 200, size: "max" }));
  const capacity = fc.oneof(fc.constant(0), fc.integer({ min: 1000, max: 2 ** 30 }));

  test("never returns a negative threshold, after any arrivals and departures and for any pool occupancy", () => {
    always(
      fc.property(values, capacity, anyDay, (given, bytes, day) => {
        const bench = new Bench((view) => module.create(given, view), bytes);
        for (const event of day) {
          bench.play(event);
          expect(bench.policy.threshold(event.port, event.cls)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test("gives the same threshold if asked again: a question changes nothing", () => {
    always(
      fc.property(values, capacity, anyDay, (given, bytes, day) => {
        const bench = new Bench((view) => module.create(given, view), bytes);
        for (const event of day) bench.play(event);
        const ask = (): number[] =>
          Array.from({ length: 2 * PORTS * 8 }, (_, queue) =>
            bench.policy.threshold(queue >> CLASS_BITS, queue & CLASS_MASK),
          );
        const first = ask();
        expect(ask()).toEqual(first);
      }),
    );
  });

  test("serves each switch separately: packets at one switch change no threshold of another", () => {
    always(
      fc.property(values, capacity, anyDay, (given, bytes, day) => {
        const thresholds = (events: typeof day): number[] => {
          const bench = new Bench((view) => module.create(given, view), bytes);
          return events.flatMap((event) => {
            bench.play(event);
            if (event.port >= PORTS) return [];
            return Array.from({ length: PORTS }, (_, port) => bench.policy.threshold(port, event.cls));
          });
        };
        expect(thresholds(day)).toEqual(thresholds(day.filter(({ port, what }) => port < PORTS || what === "wait")));
      }),
    );
  });

  test("answers in constant time: it reads as many values of a switch with 256 ports as with 4", () => {
    always(
      fc.property(values, (given) => {
        const reads = (ports: number): number => {
          const { view, reads: count } = counted<BufferView>(bufferView(new Clock(), { ports }));
          const policy = module.create(given, view);
          const before = count();
          policy.threshold(ports - 1, 3);
          return count() - before;
        };
        expect(reads(256)).toBe(reads(4));
      }),
    );
  });
  return checks;
}
