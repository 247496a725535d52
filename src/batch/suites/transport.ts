/** The contract of transports. Every built-in transport must pass these checks. `xoff test` applies them to a user's transport. */
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";
import { Clock } from "./views.ts";
import { defaults, type PolicyModule } from "../../base/params.ts";
import { Stream } from "../../base/random.ts";
import { gbps, ms, ns, us, type Bytes } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import type { TransportPolicy, TransportView } from "../../contracts/transport.ts";

type Module = PolicyModule<TransportView, TransportPolicy> & { readonly absent?: boolean };

const FLOWS = 2;
const PAYLOAD = 1000;
const DELAY = us(2);
/** Number of ports: port 0 belongs to the senders' host, port 1 to the receivers' host. */
const PORTS = 2;
/** Packets that a bench can create. */
const PACKETS = 1 << 16;

interface Sent {
  readonly kind: "data" | "request" | "reply";
  readonly flow: number;
  /** For data, the offset of its first byte. For a request or a reply, the number `value` that it carries. */
  readonly at: number;
  /** The kind of a request or a reply: a number that the transport chooses. 0 for data. */
  readonly own: number;
  readonly bytes: Bytes;
}

/**
 * Two hosts with a link. A packet takes 100 ns to transmit and arrives `DELAY` later, in order. Each host has its own
 * instance of the transport.
 */
class Bench {
  readonly clock = new Clock();
  readonly sent: (Sent & { readonly time: number })[] = [];
  readonly delivered = new Float64Array(FLOWS);
  readonly finished = new Set<number>();
  private readonly size: Float64Array;
  private readonly fate: (k: number) => "arrives" | "trimmed";
  private readonly isLost: () => boolean;
  private readonly ends: readonly TransportPolicy[];
  private readonly travelling: (() => void)[] = [];
  private readonly arrivals;
  private readonly free = [0, 0];
  /** The policy's own 32-bit header fields of all packets. Sender and receiver use the same array. */
  private words: PacketWords | undefined;

  /**
   * `isLost` is called for each packet of any kind, when it would arrive. If the result is true, the packet is lost.
   * Otherwise, `fate(k)` decides how the k-th data packet that was sent arrives: whole or trimmed.
   */
  constructor(
    module: Module,
    sizes: readonly Bytes[],
    fate: (k: number) => "arrives" | "trimmed",
    isLost: () => boolean = () => false,
  ) {
    this.fate = fate;
    this.isLost = isLost;
    this.size = Float64Array.from(sizes);
    this.arrivals = this.clock.timer(PACKETS, (k) => {
      this.travelling[k]();
    });
    this.ends = [0, 1].map((port) => module.create(defaults(module.params), this.view(port)));
  }

  start(): void {
    for (let flow = 0; flow < FLOWS; flow++) this.ends[0].onStart(flow);
    this.idle();
  }

  run(until: number): void {
    for (let at = this.clock.now; at < until; at += ns(100)) {
      this.clock.runTo(Math.min(until, at + ns(100)));
      this.idle();
    }
  }

  private idle(): void {
    for (const port of [0, 1]) if (this.free[port] <= this.clock.now) this.ends[port].onIdle?.(port);
  }

  private put(port: number, packet: Sent): number {
    const leaves = Math.max(this.free[port], this.clock.now) + ns(100);
    this.free[port] = leaves;
    const data = this.sent.filter(({ kind }) => kind === "data").length;
    this.sent.push({ ...packet, time: this.clock.now });
    const k = this.travelling.length;
    expect(k).toBeLessThan(PACKETS);
    this.travelling.push(() => {
      this.arrive(packet, data, k);
    });
    this.arrivals.arm(k, leaves + DELAY);
    this.ends[port].onSent?.(port, packet.flow, k);
    return k;
  }

  private arrive({ kind, flow, at, own, bytes }: Sent, data: number, packet: number): void {
    const [sender, receiver] = this.ends;
    if (this.isLost()) return;
    if (kind === "request") receiver.onRequest?.(flow, packet, own, at);
    else if (kind === "reply") {
      if (!this.finished.has(flow)) sender.onReply?.(flow, packet, own, at);
    } else if (this.fate(data) === "arrives" || receiver.onTrimmed === undefined)
      receiver.onData(flow, packet, at, bytes, 0);
    else receiver.onTrimmed(flow, packet, at, 0);
  }

  private view(end: number): TransportView {
    const source = new Stream(1, 2, end);
    const { clock, size, sent, delivered, finished } = this;
    const words = (width: number): PacketWords => (this.words ??= { width, at: new Int32Array(width * PACKETS) });
    const atSender = (what: string): void => {
      expect(`${what} at ${end}`).toBe(`${what} at 0`);
    };
    return {
      get now() {
        return clock.now;
      },
      flows: FLOWS,
      ports: PORTS,
      size,
      baseRtt: new Float64Array(FLOWS).fill(2 * DELAY),
      lineRate: new Float64Array(FLOWS).fill(gbps(80)),
      order: Int32Array.from({ length: FLOWS }, (_, flow) => flow),
      cls: new Uint8Array(FLOWS).fill(3),
      port: new Int32Array(FLOWS),
      receiverPort: () => 1,
      source: new Int32Array(FLOWS),
      destination: new Int32Array(FLOWS).fill(1),
      payload: PAYLOAD,
      dataHeader: 62,
      message: 66,
      wireTime: () => ns(100),
      rate: () => gbps(80),
      // The bytes in the queue of a port, without the packet on the wire.
      queued: (port) => Math.max(0, Math.ceil((this.free[port] - clock.now) / ns(100)) - 1) * PAYLOAD,
      random: (port) => {
        expect(port).toBe(end);
        return source.next();
      },
      senderTimer: (action) => clock.timer(FLOWS, action),
      receiverTimer: (action) => clock.timer(FLOWS, action),
      portTimer: (action) => clock.timer(PORTS, action),
      words,
      telemetry: null,
      sentAt: () => clock.now - DELAY,
      entropy: () => 0,
      send: (flow, seq, bytes, _cls, entropy) => {
        atSender("send");
        expect(Number.isInteger(seq) && seq >= 0 && bytes > 0 && bytes <= PAYLOAD).toBe(true);
        expect(seq + bytes).toBeLessThanOrEqual(size[flow]);
        expect(entropy >>> 0 === entropy && entropy <= 65_535).toBe(true);
        return this.put(0, { kind: "data", flow, at: seq, own: 0, bytes });
      },
      request: (flow, own, at) => {
        atSender("request");
        return this.put(0, { kind: "request", flow, at, own, bytes: 0 });
      },
      reply: (flow, own, at) => {
        expect(end).toBe(1);
        return this.put(1, { kind: "reply", flow, at, own, bytes: 0 });
      },
      deliver: (flow, bytes) => {
        expect(end).toBe(1);
        delivered[flow] += bytes;
        expect(delivered[flow]).toBeLessThanOrEqual(size[flow]);
      },
      finish: (flow) => {
        atSender("finish");
        expect(sent.some((packet) => packet.flow === flow && packet.kind === "data")).toBe(true);
        finished.add(flow);
      },
    };
  }
}

export function transportChecks(module: Module): Check[] {
  const { test, checks } = suite();
  if (module.absent === true) {
    test("leaves the role empty", () => {
      const policy = module.create({}, {} as TransportView);
      expect(Object.keys(policy).sort()).toEqual(["onData", "onStart"]);
    });
    return checks;
  }
  const anySizes = fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 60_000 }));
  const cases = { numRuns: 20 };

  test("delivers each byte once and finishes its flows, at any share of trimmed payloads", () => {
    always(
      fc.property(anySizes, fc.double({ min: 0, max: 0.6, noNaN: true }), fc.nat(), (sizes, share, seed) => {
        const source = new Stream(seed, 1, 1);
        const bench = new Bench(module, sizes, () => (source.next() < share ? "trimmed" : "arrives"));
        bench.start();
        bench.run(ms(1));
        for (let at = ms(1); bench.finished.size < FLOWS && at < ms(60); at += ms(1)) bench.run(at);
        expect(Array.from(bench.delivered)).toEqual(Array.from(sizes));
        expect(bench.finished.size).toBe(FLOWS);
      }),
      cases,
    );
  });

  test("delivers each byte once and finishes its flows, if up to a fifth of all packets are lost", () => {
    always(
      fc.property(anySizes, fc.double({ min: 0, max: 0.2, noNaN: true }), fc.nat(), (sizes, share, seed) => {
        const source = new Stream(seed, 1, 2);
        const bench = new Bench(
          module,
          sizes,
          () => "arrives",
          () => source.next() < share,
        );
        bench.start();
        // A policy may wait 10 ms for each lost packet. So the flows have up to 2 s to finish.
        for (let at = ms(1); bench.finished.size < FLOWS && at < ms(2000); at += ms(1)) bench.run(at);
        expect(Array.from(bench.delivered)).toEqual(Array.from(sizes));
        expect(bench.finished.size).toBe(FLOWS);
      }),
      cases,
    );
  });

  test("the same arrivals at the same times lead to the same packets", () => {
    always(
      fc.property(anySizes, (sizes) => {
        const packets = (): unknown => {
          const bench = new Bench(module, sizes, (k) => (k % 7 === 3 ? "trimmed" : "arrives"));
          bench.start();
          bench.run(us(300));
          return bench.sent;
        };
        expect(packets()).toEqual(packets());
      }),
      cases,
    );
  });

  test("a flow that is finished has no timers left and sends no packets", () => {
    always(
      fc.property(anySizes, (sizes) => {
        const bench = new Bench(module, sizes, () => "arrives");
        bench.start();
        bench.run(ms(1));
        expect(bench.finished.size).toBe(FLOWS);
        const sent = bench.sent.length;
        bench.clock.runTo(ms(1000));
        expect(bench.sent).toHaveLength(sent);
        expect(bench.clock.silent).toBe(true);
      }),
      cases,
    );
  });
  return checks;
}
