/** The contract of congestion policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import fc from "fast-check";
import { always } from "./always.ts";
import { briefly } from "./any-values.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { Clock, congestionBench, type CongestionBench } from "./views.ts";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../../contracts/detection.ts";
import { defaults, type PolicyModule } from "../../base/params.ts";
import { gbps, ms, us } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";

const FLOWS = 3;
const LINE = gbps(100);

const anyHop = fc.record({
  time: fc.oneof(fc.nat(2), fc.nat(2 ** 24 - 1)), // Many records have the same time.
  bytes: fc.nat(2 ** 20 - 1),
  queue: fc.oneof(fc.constant(0), fc.nat(2 ** 17 - 1)),
  rate: fc.constantFrom(gbps(10), LINE, gbps(400)),
});

/**
 * An event in the test of a congestion policy. A packet is sent, an ACK or signal arrives, or a loss is detected. Or time
 * passes. Each event reaches only policies that have a hook for it. The hop records have any value that a header can
 * hold.
 */
const anyEvent = fc.record({
  what: fc.constantFrom("ack", "ack", "ack", "again", "cnp", "signal", "send", "answer", "loss", "timeout", "wait"),
  flow: fc.nat(FLOWS - 1),
  sent: fc.nat(60_000),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  mark: fc.constantFrom(UNMARKED, UNMARKED, UNDETERMINED, CONGESTED),
  rtt: fc.oneof(fc.nat(us(20)), fc.nat(ms(2))),
  hops: fc.array(anyHop, { maxLength: 7 }),
  after: fc.oneof(fc.nat(us(2)), fc.nat(us(400))),
});
type Happening = ReturnType<typeof anyEvent.generate>["value"];

const LOOKS = ["sndNxt", "sndUna", "rate", "lineRate", "baseRtt", "window"] as const;
type Looks = Pick<CongestionView, (typeof LOOKS)[number]>;

/** Words (32-bit integers) that a detection policy wrote on packets. The suite gives them to the hooks of a congestion policy. */
export interface WordSamples {
  /** The number of words that the detection policy writes on each packet. */
  readonly width: number;
  /** One array of words for each sampled packet. There is at least one packet. */
  readonly samples: readonly Int32Array[];
}

class Bench {
  readonly clock = new Clock();
  readonly bench: CongestionBench;
  readonly policy: CongestionPolicy;
  /** By flow: the bytes that the host has sent. */
  private readonly sndNxt = new Float64Array(FLOWS);
  private readonly sndUna = new Float64Array(FLOWS);

  private readonly words: WordSamples | undefined;

  constructor(module: PolicyModule<CongestionView, CongestionPolicy>, words?: WordSamples) {
    this.words = words;
    this.bench = congestionBench(this.clock, FLOWS, LINE, words?.width);
    this.policy = module.create(defaults(module.params), this.bench.view);
    for (let flow = 0; flow < FLOWS; flow++) this.policy.onStart(flow);
  }

  play({ what, flow, sent, share, mark, rtt, hops, after }: Happening): void {
    const { policy, clock } = this;
    const { view, stamps } = this.bench;
    clock.runTo(clock.now + after);
    if (what === "wait") return;
    if (what === "cnp") {
      if (policy.notifies?.(flow, mark) === true) policy.onCnp?.(flow, mark);
      return;
    }
    if (this.words !== undefined) {
      const { width, samples } = this.words;
      view.words?.at.set(samples[rtt % samples.length], view.packet * width);
    }
    if (what === "signal") {
      policy.onSignal?.(flow, mark);
      return;
    }
    if (what === "answer") {
      policy.onAnswer?.(flow, 1, view.sndNxt[flow]);
      return;
    }
    if (what === "send") {
      policy.onSend?.(flow, view.sndNxt[flow], 1);
      return;
    }
    if (what === "loss" || what === "timeout") {
      policy.onLoss?.(flow, what === "timeout");
      return;
    }
    view.sndNxt[flow] += sent;
    const una = view.sndUna[flow];
    const acked = what === "again" ? 0 : Math.floor((view.sndNxt[flow] - una) * share);
    view.sndUna[flow] = una + acked;
    this.sndNxt[flow] = view.sndNxt[flow];
    this.sndUna[flow] = view.sndUna[flow];
    if (una + acked === 0) return; // An ACK of byte 0 acknowledges nothing.
    stamps.records = hops;
    policy.onAck(flow, una + acked, mark, rtt, acked, 1);
  }

  /**
   * The fields of the view that a policy may only read: their present values (`found`) and their correct values
   * (`expected`).
   */
  get looks(): { readonly found: Looks; readonly expected: Looks } {
    const { view, set } = this.bench;
    const { sndNxt, sndUna, rate, lineRate, baseRtt, window } = view;
    const other = congestionBench(new Clock(), FLOWS, LINE).view;
    set.forEach((one) => (other.rate[one.flow] = one.rate));
    return {
      found: { sndNxt, sndUna, rate, lineRate, baseRtt, window },
      expected: { ...other, sndNxt: this.sndNxt, sndUna: this.sndUna },
    };
  }
}

/** `words` has samples of the 32-bit words that a detection policy writes on packets. Without samples, all words are 0. */
export function congestionChecks(module: PolicyModule<CongestionView, CongestionPolicy>, words?: WordSamples): Check[] {
  const { test, checks } = suite();
  const anyDay = briefly(fc.array(anyEvent, { maxLength: 150, size: "max" }));

  test("sets only rates above 0 and up to the line rate", () => {
    always(
      fc.property(anyDay, (day) => {
        const at = new Bench(module, words);
        for (const event of day) at.play(event);
        at.clock.runTo(at.clock.now + ms(2));
        for (const { rate } of at.bench.set) {
          expect(rate).toBeGreaterThan(0);
          expect(rate).toBeLessThanOrEqual(LINE);
        }
      }),
    );
  });

  test("signals of one flow change no other flow", () => {
    always(
      fc.property(anyDay, (day) => {
        const at = new Bench(module, words);
        if (at.policy.whole === true) return; // Such a policy sets the rates of all flows together.
        const begun = at.bench.set.length;
        for (const event of day) at.play({ ...event, flow: 1 });
        at.clock.runTo(at.clock.now + ms(2));
        for (const { flow } of at.bench.set.slice(begun)) expect(flow).toBe(1);
      }),
    );
  });

  test("writes nothing into read-only views: it sets rates by setRate and windows by setWindow", () => {
    always(
      fc.property(anyDay, (day) => {
        const at = new Bench(module, words);
        for (const event of day) at.play(event);
        const { found, expected } = at.looks;
        for (const name of LOOKS) expect([name, ...found[name]]).toEqual([name, ...expected[name]]);
      }),
    );
  });

  test("after the end of a flow its timers stop, and no rate or window is set", () => {
    always(
      fc.property(anyDay, (day) => {
        const at = new Bench(module, words);
        for (const event of day) at.play(event);
        for (let flow = 0; flow < FLOWS; flow++) at.policy.onFinish?.(flow);
        const changes = at.bench.set.length;
        at.clock.runTo(at.clock.now + ms(1000));
        expect(at.bench.set).toHaveLength(changes);
        expect(at.clock.silent).toBe(true);
      }),
    );
  });

  test("the same ACKs at the same times give the same rates", () => {
    always(
      fc.property(anyDay, (day) => {
        const rates = (): unknown => {
          const at = new Bench(module, words);
          for (const event of day) at.play(event);
          return at.bench.set;
        };
        expect(rates()).toEqual(rates());
      }),
    );
  });

  test("timers of a flow that timersOnlySetRate names only set its rate until its next ACK, CNP or loss", () => {
    always(
      fc.property(anyDay, (day) => {
        const at = new Bench(module, words);
        const { others } = at.bench;
        for (const event of day) {
          const named = Array.from({ length: FLOWS }, (_, flow) => at.policy.timersOnlySetRate?.(flow) === true);
          const before = others.length;
          at.clock.runTo(at.clock.now + event.after);
          for (const flow of others.slice(before)) expect([flow, named[flow]]).toEqual([flow, false]);
          at.play({ ...event, after: 0 });
        }
      }),
    );
  });

  test("a receiver half exists only together with a sender half", () => {
    const { policy } = new Bench(module, words);
    expect("notifies" in policy).toBe("onCnp" in policy);
  });
  return checks;
}
