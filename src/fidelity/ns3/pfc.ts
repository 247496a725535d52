/**
 * PFC of HPCC's ns-3 simulator: a frame pauses one class until another frame resumes it. There is no pause timer.
 *
 * The IP id of each frame is a random number from the streams of the run. So each frame shifts every later random
 * number for ECN (docs/ns3-semantics.md, sections 10 and 16).
 */
import { QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import type { Bytes } from "../../base/units.ts";

const STOP = 1;
const GO = 0;

export function createPfc(frameBytes: Bytes, view: LinkView, onFrameSent: () => void): LinkPolicy {
  const words = new Int32Array(4);
  const send = (port: number, cls: number, what: number): void => {
    onFrameSent();
    words[0] = what;
    view.emit(port, frameBytes, QUEUE, 1 << cls, words);
  };
  return {
    pause(port, cls) {
      send(port, cls, STOP);
    },
    resume(port, cls) {
      send(port, cls, GO);
    },
    onFrame(port, _scope, vector, body) {
      if (body[0] === STOP) view.stop(port, QUEUE, vector);
      else view.start(port, QUEUE, vector);
    },
  };
}
