/**
 * What the event being run is about: asked once, by whoever tells of a mistake of a policy that ended the run.
 *
 * The event itself knows it, so nobody takes notes on the way but of the packet in hand (`CARGO` of `clock.ts`).
 */
import type { Place } from "../../contracts/answers.ts";
import { CARGO } from "../engine/clock.ts";
import type { Network } from "./network.ts";
import { FLOW, KIND_MASK, LINK_FRAME, META } from "./packet-record.ts";

export interface Acting extends Place {
  /** Is it an event of a timer? */
  readonly isTimer: boolean;
}

export function acting({ fabric, handlers, hosts, queue, timers }: Network): Acting {
  const { kind, subject, state } = queue;
  const of = handlers.of.at(kind);
  const isTimer = of === "timer";
  const whose = isTimer ? timers.whose(subject) : undefined;
  const port = of === "port" ? subject : of === "link" ? fabric.peer[subject] : undefined;
  const flow = hosts.beginning >= 0 ? hosts.beginning : flowOf(fabric.packets.words, state[CARGO]);
  return {
    isTimer,
    ...(port === undefined ? {} : { port }),
    ...(flow === undefined ? {} : { flow }),
    ...(whose === undefined ? {} : { [whose.of]: whose.subject }),
  };
}

/** Frames of link policies are no flow's. */
function flowOf(words: Int32Array, packet: number): number | undefined {
  return packet === 0 || (words[(packet << 4) | META] & KIND_MASK) === LINK_FRAME
    ? undefined
    : words[(packet << 4) | FLOW];
}
