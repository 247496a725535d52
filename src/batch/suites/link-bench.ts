/** Pairs of link ends for link policies. A frame that one end sends arrives at the other. */
import { PORT, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import { gbps, us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import { Clock, withMore } from "./views.ts";

/** A frame that a link policy sent. */
export interface SentFrame {
  readonly at: Ps;
  readonly port: number;
  readonly size: Bytes;
  readonly scope: number;
  readonly vector: number;
  readonly words: readonly number[];
}

/**
 * Ports 0 and 1, 2 and 3 and so on are joined by links. A port sends its frames one after another. A frame arrives
 * after its transmission time and the link delay.
 */
export class LinkBench {
  readonly clock = new Clock();
  readonly view: LinkView;
  readonly sent: SentFrame[] = [];
  /** By port: the bit mask of the classes that have a PAUSE of their own. A PAUSE of the whole port counts in `byPort` instead. */
  readonly byQueue: Uint8Array;
  /** By port: the bit mask of the classes that are paused because the whole port is paused. */
  readonly byPort: Uint8Array;
  /** While true, every frame that a port sends is lost. */
  lossy = false;
  /** The policy of all ports, set after the construction. */
  policy!: LinkPolicy;

  constructor(more: Partial<LinkView> = {}, delay: Ps = us(1)) {
    const { clock } = this;
    const ports = more.ports ?? 2;
    this.byQueue = new Uint8Array(ports);
    this.byPort = new Uint8Array(ports);
    const busyUntil = new Float64Array(ports);
    const travelling = new Map<number, SentFrame>();
    const leaves = new Map<SentFrame, Ps>();
    let next = 0;
    const arrive = clock.timer(65_536, (slot) => {
      const { port, scope, vector, words } = travelling.get(slot) as SentFrame;
      travelling.delete(slot);
      this.policy.onFrame(port ^ 1, scope, vector, Int32Array.from(words));
    });
    const rate = more.rate ?? ((): Bps => gbps(100));
    this.view = withMore<LinkView>(
      {
        get now() {
          return clock.now;
        },
        timer: clock.timer,
        ports,
        mine: Array.from({ length: ports }, (_, port) => port),
        acting: Array.from({ length: ports }, (_, port) => port),
        ownMemory: () => 0,
        worstCase: () => 0,
        peer: (port) => port ^ 1,
        node: (port) => port,
        idle: (port) => busyUntil[port] <= clock.now,
        record: () => {
          // No tracer is registered.
        },
        rate,
        delay: () => delay,
        lossless: [3, 4, 5],
        maxFrame: 1062,
        wireOverhead: 20,
        backlog: () => 0,
        waiting: () => 0,
        received: () => 0,
        emit: (port, size, scope, vector, words) => {
          const frame = { at: clock.now, port, size, scope, vector, words: [...words] };
          this.sent.push(frame);
          leaves.set(frame, Math.max(busyUntil[port], clock.now));
          busyUntil[port] = Math.max(busyUntil[port], clock.now) + ((size + 20) * 8e12) / rate(port);
          if (this.lossy) return;
          const slot = next++ % 65_536;
          travelling.set(slot, frame);
          arrive.arm(slot, busyUntil[port] + delay);
        },
        amend: (port, scope, vector, words) => {
          const waits = this.sent.find(
            (one) => one.port === port && one.scope === scope && (leaves.get(one) ?? 0) > clock.now,
          );
          if (waits !== undefined) Object.assign(waits, { vector, words: [...words] });
          return waits !== undefined;
        },
        stop: (port, cause, classes) => {
          (cause === PORT ? this.byPort : this.byQueue)[port] |= classes;
        },
        start: (port, cause, classes) => {
          (cause === PORT ? this.byPort : this.byQueue)[port] &= ~classes;
        },
        wake: () => {
          // The bench has no packets to send, so waking a port does nothing.
        },
      },
      more,
    );
  }

  /** Returns a bit mask of the classes that are paused at `port`. */
  stopped(port: number): number {
    return this.byQueue[port] | this.byPort[port];
  }
}
