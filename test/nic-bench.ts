/** A NIC under test. */
import type { NicRule, NicView } from "../src/contracts/nic.ts";
import type { Ps } from "../src/base/units.ts";
import type { Repeats } from "../src/base/view.ts";
import { Clock } from "../src/batch/suites/views.ts";

/**
 * The environment of a NIC with a single port, 0. It records the frames that the NIC sends. Each frame takes the time
 * `wire` on the link.
 */
export class NicBench {
  readonly clock = new Clock();
  readonly view: NicView;
  /** The flow of each sent packet, in order. -1 is a control frame. */
  readonly sent: number[] = [];
  /** Control frames that wait. */
  control = 0;
  stopped = 0;
  /** The time of a packet on the wire. `pace`: the time from one packet of a flow to its next. */
  wire: Ps = 80_000;
  readonly pace: Float64Array;
  busyUntil: Ps = 0;

  constructor(flows = 8, repeats: Repeats | null = null) {
    const column = (value: number): Float64Array => new Float64Array(flows).fill(value);
    const { clock } = this;
    this.pace = column(0);
    const view: NicView = {
      paused: null,
      get now() {
        return clock.now;
      },
      ports: 1,
      flows,
      size: column(10_000),
      sndNxt: column(0),
      sndUna: column(0),
      repeats,
      nextSend: column(0),
      limit: column(Infinity),
      cls: new Uint8Array(flows).fill(3),
      payload: 1000,
      port: new Int32Array(flows),
      idle: () => this.busyUntil <= clock.now,
      stopped: () => this.stopped,
      readyControl: () => (this.control > 0 ? 1 : 0),
      sendControl: () => {
        this.control--;
        this.sent.push(-1);
        this.busyUntil = clock.now + this.wire;
      },
      sendData: (_port, flow) => {
        this.sent.push(flow);
        if (repeats !== null && repeats.next[flow] >= 0) repeats.next[flow] = -1;
        else view.sndNxt[flow] = Math.min(view.size[flow], view.sndNxt[flow] + view.payload);
        view.nextSend[flow] = clock.now + this.pace[flow];
        this.busyUntil = clock.now + this.wire;
      },
      timer: (action) => clock.timer(1, action),
    };
    this.view = view;
  }

  /**
   * Lets the NIC send each time the port is idle, until `packets` packets are sent. Returns the flows of the sent
   * packets.
   */
  run(nic: NicRule, packets: number): number[] {
    const from = this.sent.length;
    for (let k = 0; k < packets; k++) {
      this.clock.runTo(Math.max(this.clock.now, this.busyUntil));
      nic.kick(0);
    }
    return this.sent.slice(from);
  }
}
