/**
 * The bones of Bifrost, to show that the link role carries it: not the algorithm.
 *
 * Downstream, each slot T: from the bytes held (L), received since the last slot (r) and granted but not yet here (F), what the
 * upstream may send in a slot. Upstream: within that (BifrostX's tokens), and silent for the slot when it is nothing.
 *
 * The view does not say which ports are its own nor how much memory they have, so both are told to `bifrost` itself.
 *
 * Paper  bifrost, section IV, algorithm 1 with the errata's line 10
 */
import { QUEUE, type LinkPolicy, type LinkView } from "../../src/link/contract.ts";
import { us, type Bytes } from "../../src/units.ts";
import type { Heard } from "./heard.ts";

const FRAME: Bytes = 64;
const SMALL: Bytes = 1000;
/** Marks the frame as Bifrost's. */
export const MAGIC = 0xb1f0;

export interface BifrostValues {
  readonly slot: number;
  /** H: memory of each of the ports. */
  readonly memory: Bytes;
  readonly ports: readonly number[];
}

export const SLOT = us(2);

export const bifrost =
  (heard: Heard, p: BifrostValues) =>
  (view: LinkView): LinkPolicy => {
    const words = new Int32Array(4);
    const mask = view.lossless.reduce((bits, cls) => bits | (1 << cls), 0);
    const bytesIn = (port: number, time: number): Bytes => (view.rate(port) * time) / 8e12;
    const total = (of: (cls: number) => Bytes): Bytes => view.lossless.reduce((sum, cls) => sum + of(cls), 0);

    // Downstream.
    const coming = new Float64Array(view.ports);
    const seen = new Float64Array(view.ports);
    const slots = view.timer(view.ports, (port) => {
      const held = total((cls) => view.backlog(port, cls));
      const received = total((cls) => view.received(port, cls));
      const slot = bytesIn(port, p.slot);
      const granted = Math.max(0, Math.min(slot, p.memory - held - coming[port]));
      heard.note("slot", { port, held, received: received - seen[port], granted });
      const limit = 2 * bytesIn(port, view.delay(port)) + slot;
      coming[port] = Math.min(limit, coming[port] - (received - seen[port]) + granted);
      seen[port] = received;
      words[0] = MAGIC;
      words[1] = granted < slot / 8 ? p.slot : 0;
      words[2] = Math.floor(granted);
      view.emit(port, FRAME, QUEUE, mask, words);
      slots.arm(port, view.now + p.slot);
    });
    for (const port of p.ports) {
      coming[port] = 2 * bytesIn(port, view.delay(port)) + bytesIn(port, p.slot);
      slots.arm(port, p.slot);
    }

    // Upstream.
    const credit = new Float64Array(view.ports);
    for (const port of p.ports) credit[port] = coming[port];
    const silence = view.timer(view.ports, (port) => {
      heard.note("silence ends", port);
      view.start(port, QUEUE, mask);
    });

    return {
      pause(port, cls, scope) {
        heard.note("pause", [port, cls, scope]);
      },
      resume(port, cls, scope) {
        heard.note("resume", [port, cls, scope]);
      },
      onFrame(port, scope, vector, body) {
        heard.note("onFrame", { port, scope, vector, magic: body[0], pause: body[1], granted: body[2] });
        heard.note(
          "waiting",
          total((cls) => view.waiting(port, cls)),
        );
        credit[port] = Math.min(credit[port], SMALL) + body[2]; // less than a packet is carried over
        if (body[1] > 0) {
          view.stop(port, QUEUE, mask);
          silence.arm(port, view.now + body[1]);
        }
        view.wake(port);
      },
      onArrive(port, cls, size) {
        heard.note("onArrive", [port, cls, size]);
      },
      onDepart(port, cls, size) {
        heard.note("onDepart", [port, cls, size]);
      },
      maySend(port, cls, size) {
        const may = cls === 0 || credit[port] >= size;
        heard.note(may ? "maySend yes" : "maySend no", [port, cls, size]);
        return may;
      },
      onSend(port, cls, size) {
        heard.note("onSend", [port, cls, size]);
        if (cls !== 0) credit[port] -= size;
      },
    };
  };
