/** The contract of recovery policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { Clock, recoveryBench, type RecoveryBench } from "./views.ts";
import { defaults, type PolicyModule } from "../../base/params.ts";
import { Stream } from "../../base/random.ts";
import { ms, us } from "../../base/units.ts";
import {
  ACK,
  DISCARDED,
  MARKED_NACK,
  NACK,
  SILENT,
  type RecoveryPolicy,
  type RecoveryView,
} from "../../contracts/recovery.ts";

const PACKETS = 12;
const PAYLOAD = 1000;
const SIZE = PACKETS * PAYLOAD;

class Bench {
  readonly clock = new Clock();
  readonly bench: RecoveryBench;
  readonly view: RecoveryView;
  readonly policy: RecoveryPolicy;

  constructor(module: PolicyModule<RecoveryView, RecoveryPolicy>) {
    this.bench = recoveryBench(this.clock, 2);
    this.view = this.bench.view;
    this.view.size.fill(SIZE);
    this.policy = module.create(defaults(module.params), this.view);
  }

  get done(): boolean {
    return this.view.sndUna[0] >= SIZE;
  }

  /**
   * Handles a reply as the sender's host in `sim/model/hosts.ts` does: it updates the flow's columns first and then
   * calls the policy.
   */
  answer(reply: number, ack: number, arrived: number): void {
    const { view, policy } = this;
    if (this.done) return;
    view.sndUna[0] = Math.max(view.sndUna[0], ack);
    view.sndNxt[0] = Math.max(view.sndNxt[0], ack);
    if (this.done) policy.onFinish?.(0);
    if (this.done) policy.onForget?.(0);
    if (reply >= NACK) policy.onNack(0, ack, arrived);
    else policy.onAck?.(0, ack, arrived, us(10));
  }

  /**
   * Returns the next packet of flow 0, as the NIC sends it. Returns -1 if there is no packet, or if the packet lies beyond the policy's
   * `reach`.
   */
  send(): number {
    const { view, policy, bench } = this;
    const { next, reach, look } = bench.repeats;
    look?.(0);
    const again = next[0];
    const ahead = view.sndNxt[0] - view.sndUna[0];
    if (again < 0 && (view.sndNxt[0] >= SIZE || ahead >= reach[0])) return -1;
    const seq = again < 0 ? view.sndNxt[0] : again;
    if (again < 0) view.sndNxt[0] = seq + PAYLOAD;
    else next[0] = -1;
    policy.onSend?.(0, seq);
    return seq;
  }
}

export function recoveryChecks(module: PolicyModule<RecoveryView, RecoveryPolicy>): Check[] {
  const { test, checks } = suite();
  const anyArrivals = fc.array(fc.record({ packet: fc.nat(PACKETS - 1), after: fc.nat(us(300)) }), {
    maxLength: 80,
    size: "max",
  });

  test("the received bytes never decrease, and never include a byte that did not arrive", () => {
    always(
      fc.property(anyArrivals, (arrivals) => {
        const { clock, view, policy } = new Bench(module);
        const came = new Set<number>();
        for (const { packet, after } of arrivals) {
          clock.runTo(clock.now + after);
          const before = view.received[0];
          came.add(packet);
          const reply = policy.onData(0, packet * PAYLOAD, PAYLOAD);
          expect([DISCARDED, SILENT, ACK, NACK, MARKED_NACK]).toContain(reply);
          expect(view.received[0]).toBeGreaterThanOrEqual(before);
          for (let k = 0; k * PAYLOAD < view.received[0]; k++) expect(came).toContain(k);
        }
      }),
    );
  });

  test("in order and without loss nothing is NACKed, and the last byte is acknowledged", () => {
    const { view, policy } = new Bench(module);
    const replies = Array.from({ length: PACKETS }, (_, k) => policy.onData(0, k * PAYLOAD, PAYLOAD));
    expect(replies).not.toContain(NACK);
    expect(replies.at(-1)).toBe(ACK);
    expect(view.received[0]).toBe(SIZE);
  });

  test("the sender retransmits only bytes that were sent and not acknowledged", () => {
    const anyAnswer = fc.record({
      send: fc.nat(4),
      ack: fc.nat(PACKETS),
      arrived: fc.nat(PACKETS - 1),
      after: fc.nat(ms(30)),
    });
    always(
      fc.property(fc.array(anyAnswer, { maxLength: 60, size: "max" }), (answers) => {
        const at = new Bench(module);
        const { view, bench } = at;
        let sent = 0;
        let seen = 0;
        const check = (): void => {
          for (; seen < bench.rewinds.length; seen++) {
            const [flow, to] = bench.rewinds[seen];
            expect(flow).toBe(0);
            expect(to).toBeLessThanOrEqual(sent);
          }
          expect(view.sndNxt[0]).toBeGreaterThanOrEqual(view.sndUna[0]);
          const again = bench.repeats.next[0];
          if (again < 0) return;
          expect(again).toBeLessThan(sent);
          expect(again).toBeGreaterThanOrEqual(view.sndUna[0]);
        };
        for (const { send, ack, arrived, after } of answers) {
          for (let k = 0; k < send; k++) at.send();
          sent = Math.max(sent, view.sndNxt[0]);
          if (Math.max(ack, arrived + 1) * PAYLOAD <= sent)
            at.answer(arrived > ack ? NACK : ACK, ack * PAYLOAD, arrived * PAYLOAD);
          check();
          at.clock.runTo(at.clock.now + after);
          check();
        }
      }),
    );
  });

  test("if a third of all packets and replies is lost, every byte still arrives and is acknowledged", () => {
    always(
      fc.property(fc.nat(), (seed) => {
        const at = new Bench(module);
        const dice = new Stream(seed, 3, 5);
        const lost = (): boolean => dice.int(3) === 0;
        for (let round = 0; round < 2000 && !at.done; round++) {
          const seq = at.send();
          if (seq < 0)
            at.clock.runTo(at.clock.now + ms(1000)); // Wait until a timeout causes a retransmission.
          else if (!lost()) {
            const reply = at.policy.onData(0, seq, PAYLOAD);
            if (reply > SILENT && !lost()) at.answer(reply, at.view.received[0], seq);
          }
          at.clock.runTo(at.clock.now + us(10));
        }
        expect([at.view.received[0], at.done]).toEqual([SIZE, true]);
      }),
    );
  });

  test("after the end of a flow its timers stop, and the flow is not rewound", () => {
    const at = new Bench(module);
    while (at.send() >= 0);
    at.answer(ACK, SIZE, SIZE - PAYLOAD);
    at.clock.runTo(ms(10_000));
    expect([...at.bench.rewinds, ...at.bench.repeated]).toEqual([]);
    expect(at.clock.silent).toBe(true);
  });
  return checks;
}
