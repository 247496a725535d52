/**
 * PFC of HPCC's ns-3 simulator: a frame pauses one class until another frame resumes it. There is no pause timer.
 *
 * Each frame takes a number from the run's random streams (its IP id). So each frame shifts every later random number for ECN (ns-3
 * semantics, sections 10 and 16).
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
