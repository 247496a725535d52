/** The contract of detection policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { anyValues, briefly } from "./any-values.ts";
import { Clock, detectionBench } from "./views.ts";
import type { PolicyModule } from "../../base/params.ts";
import { Stream } from "../../base/random.ts";
import { us } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import {
  CONGESTED,
  UNDETERMINED,
  UNMARKED,
  type DetectionPolicy,
  type DetectionView,
} from "../../contracts/detection.ts";

const PORTS = 4;
const PACKETS = 16;

/** An event: a packet leaves, or the state of a queue changes. */
const anyEvent = fc.record({
  what: fc.constantFrom("mark", "mark", "stamp", "stamp", "ack", "enqueue", "pause", "resume"),
  port: fc.nat(PORTS - 1),
  cls: fc.integer({ min: 1, max: 7 }),
  backlog: fc.oneof(fc.nat(2000), fc.nat(2 ** 24), fc.constant(0)),
  packet: fc.integer({ min: 1, max: PACKETS - 1 }),
  hop: fc.nat(7),
  after: fc.nat(us(30)),
});
type Happening = ReturnType<typeof anyEvent.generate>["value"];

class Bench {
  readonly clock = new Clock();
  readonly columns: { width: number; at: Int32Array }[] = [];
  readonly policy: DetectionPolicy;
  private backlog = 0;
  private sent = 0;

  constructor(create: (view: DetectionView) => DetectionPolicy, seed: number) {
    const source = new Stream(seed, 7, 7);
    const { view } = detectionBench(this.clock, {
      ports: PORTS,
      queued: () => this.backlog,
      sent: () => this.sent,
      random: () => source.next(),
      words: (width): PacketWords => {
        const column = { width, at: new Int32Array(width * PACKETS) };
        this.columns.push(column);
        return column;
      },
    });
    this.policy = create(view);
  }

  /** Applies an event to the policy. Returns the mark if the event requests one, otherwise undefined. */
  play({ what, port, cls, backlog, packet, hop, after }: Happening): number | undefined {
    const { policy } = this;
    this.clock.runTo(this.clock.now + after);
    this.backlog = backlog;
    this.sent += 1062;
    if (what === "mark") return policy.mark?.(port, cls, backlog);
    if (what === "stamp") policy.stamp?.(port, packet, hop);
    else if (what === "ack") policy.stampAck?.(port, packet, hop % PORTS);
    else if (what === "enqueue") policy.onEnqueue?.(port, cls, backlog);
    else if (what === "pause") policy.onPaused?.(port, cls);
    else policy.onResumed?.(port, cls);
    return undefined;
  }
}

export function detectionChecks(module: PolicyModule<DetectionView, DetectionPolicy>): Check[] {
  const { test, checks } = suite();
  const anyDay = briefly(fc.array(anyEvent, { maxLength: 100, size: "max" }));

  test("a mark is one of three values, for any queue and any number of pauses", () => {
    always(
      fc.property(anyValues(module.params), anyDay, fc.nat(), (given, day, seed) => {
        const bench = new Bench((view) => module.create(given, view), seed);
        for (const event of day) {
          const mark = bench.play(event);
          if (mark !== undefined) expect([UNMARKED, UNDETERMINED, CONGESTED]).toContain(mark);
        }
      }),
    );
  });

  test("the same queue and the same random numbers give the same marks", () => {
    always(
      fc.property(anyValues(module.params), anyDay, fc.nat(), (given, day, seed) => {
        const marks = (): unknown[] => {
          const bench = new Bench((view) => module.create(given, view), seed);
          return day.map((event) => bench.play(event));
        };
        expect(marks()).toEqual(marks());
      }),
    );
  });

  test("a stamp is written only on its own packet", () => {
    always(
      fc.property(anyValues(module.params), anyDay, fc.nat(), (given, day, seed) => {
        const bench = new Bench((view) => module.create(given, view), seed);
        for (const event of day) {
          const before = bench.columns.map(({ at }) => at.slice());
          bench.play(event);
          bench.columns.forEach(({ at, width }, c) => {
            expect(at).toHaveLength(width * PACKETS);
            const own = event.what === "stamp" || event.what === "ack" ? event.packet : -1;
            for (let word = 0; word < at.length; word++) {
              if (Math.floor(word / width) !== own && at[word] !== before[c][word])
                expect([word, at[word]]).toEqual([word, before[c][word]]);
            }
          });
        }
      }),
      { numRuns: 30 },
    );
  });
  return checks;
}
