/** The contract of link policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import fc from "fast-check";
import { always } from "./always.ts";
import { briefly } from "./any-values.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { LinkBench } from "./link-bench.ts";
import { defaults, type PolicyModule } from "../../base/params.ts";
import { ms, us } from "../../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";

const LOSSLESS = [3, 4, 5];
const MASK = 0b111000;
const PORTS = 4;

/**
 * A step of the test: the headroom policy of `port` changes its decision. A paused class resumes, or a running class is
 * paused.
 */
const anyTurn = fc.record({
  port: fc.nat(PORTS - 1),
  cls: fc.constantFrom(...LOSSLESS),
  scope: fc.constantFrom(QUEUE, QUEUE, PORT),
  after: fc.oneof(fc.nat(us(1)), fc.nat(us(400))),
});
type Turn = ReturnType<typeof anyTurn.generate>["value"];

class Bench extends LinkBench {
  /** The pauses that the switch has requested and that have not ended. The switch requests each pause only once. */
  private readonly requested = new Map<string, { port: number; cls: number; scope: number }>();

  constructor(module: PolicyModule<LinkView, LinkPolicy>, delay: number) {
    super({ ports: PORTS, lossless: LOSSLESS }, delay);
    this.policy = module.create(defaults(module.params), this.view);
  }

  turn({ port, cls, scope, after }: Turn): void {
    const key = scope === PORT ? `${port}` : `${port}/${cls}`;
    const before = this.requested.get(key);
    if (before === undefined) {
      this.requested.set(key, { port, cls, scope });
      this.policy.pause(port, cls, scope);
    } else {
      this.requested.delete(key);
      this.policy.resume(port, before.cls, scope);
    }
    this.clock.runTo(this.clock.now + after);
  }

  resumeAll(): void {
    for (const { port, cls, scope } of this.requested.values()) this.policy.resume(port, cls, scope);
    this.requested.clear();
  }

  /**
   * Returns the classes that must now be paused at the peer of `port`, as bit masks. `queue` has the classes that are
   * paused one by one. `port` has all lossless classes if the peer is paused as a whole, and 0 otherwise.
   */
  wanted(port: number): { queue: number; port: number } {
    const of = (at: number): number =>
      [...this.requested.values()]
        .filter((one) => one.port === port && one.scope === at)
        .reduce((mask, { cls }) => mask | (1 << cls), 0);
    return { queue: of(QUEUE), port: of(PORT) === 0 ? 0 : MASK };
  }
}

/** A test sequence: the delay of a link, and the decisions of the headroom policy at its ports. */
interface Day {
  /** One-way delay, ps. */
  readonly delay: number;
  readonly turns: readonly Turn[];
}

export function linkChecks(module: PolicyModule<LinkView, LinkPolicy>): Check[] {
  const { test, checks } = suite();
  const anyDay = briefly(
    fc.record({
      delay: fc.constantFrom(0, us(1), us(100)),
      turns: fc.array(anyTurn, { maxLength: 40, size: "max" }),
    }),
  );
  function after({ delay, turns }: Day): Bench {
    const bench = new Bench(module, delay);
    for (const turn of turns) bench.turn(turn);
    return bench;
  }
  /** Ends all pauses of a test, and waits until every frame has arrived. */
  function afterAllPauses(day: Day): Bench {
    const bench = after(day);
    bench.resumeAll();
    bench.clock.runTo(bench.clock.now + ms(10));
    return bench;
  }
  const stopped = (bench: Bench): number[] => Array.from({ length: PORTS }, (_, port) => bench.stopped(port));

  test("every peer resumes once all pauses of all causes have ended", () => {
    always(
      fc.property(anyDay, (day) => {
        const bench = afterAllPauses(day);
        expect(stopped(bench)).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  test("after the end of all pauses no frame is sent that could pause a peer", () => {
    always(
      fc.property(anyDay, (day) => {
        const bench = afterAllPauses(day);
        const frames = bench.sent.length;
        bench.clock.runTo(bench.clock.now + ms(10));
        expect(bench.sent).toHaveLength(frames);
      }),
    );
  });

  test("a peer that is requested to pause stays paused until it resumes, or is never paused, and no other peer is paused", () => {
    always(
      fc.property(anyDay, (day) => {
        const bench = after(day);
        // Wait until all frames have arrived.
        bench.clock.runTo(bench.clock.now + ms(1));
        for (let look = 0; look < 40; look++) {
          for (let port = 0; port < PORTS; port++) {
            const wanted = bench.wanted(port ^ 1);
            for (const [at, want] of [
              [bench.byQueue[port], wanted.queue],
              [bench.byPort[port], wanted.port],
            ])
              if (at !== want && bench.sent.length > 0) expect([look, port, at]).toEqual([look, port, want]);
          }
          bench.clock.runTo(bench.clock.now + us(50));
        }
      }),
      { numRuns: 50 },
    );
  });

  test("a class that is paused for long stays paused while other classes of its port pause and resume", () => {
    const anyOther = fc.record({ cls: fc.constantFrom(4, 5), after: fc.nat(us(150)) });
    always(
      fc.property(fc.array(anyOther, { minLength: 20, maxLength: 40, size: "max" }), (turns) => {
        const bench = new Bench(module, us(1));
        bench.turn({ port: 0, cls: 3, scope: QUEUE, after: us(10) });
        const [first] = stopped(bench).slice(1);
        for (const turn of turns) {
          bench.turn({ port: 0, scope: QUEUE, ...turn });
          expect(bench.stopped(1) & (1 << 3)).toBe(first);
        }
      }),
    );
  });

  test("only lossless classes are paused", () => {
    always(
      fc.property(anyDay, ({ delay, turns }) => {
        const bench = new Bench(module, delay);
        for (const turn of turns) {
          bench.turn(turn);
          for (const classes of stopped(bench)) expect(classes & ~MASK).toBe(0);
        }
      }),
    );
  });

  test("its frames have 43 to 1518 bytes, one scope, a vector of eight classes and four words", () => {
    always(
      fc.property(anyDay, (day) => {
        const bench = after(day);
        for (const { size, scope, vector, words } of bench.sent) {
          expect(size).toBeGreaterThanOrEqual(43);
          expect(size).toBeLessThanOrEqual(1518);
          expect([QUEUE, PORT]).toContain(scope);
          expect(vector & ~0xff).toBe(0);
          expect(words).toHaveLength(4);
        }
      }),
    );
  });

  test("its times are whole picoseconds", () => {
    always(
      fc.property(anyDay, (day) => {
        const bench = after(day);
        bench.clock.runTo(bench.clock.now + ms(1));
        for (const { at } of bench.sent) expect(Number.isInteger(at)).toBe(true);
      }),
    );
  });
  return checks;
}
