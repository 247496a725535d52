/**
 * Finds the flow and the port that the current event is about. Only the message of an error needs them: the
 * function runs after an error of a policy has ended the run.
 *
 * The event itself identifies its port or timer. The packet being processed is in `CARGO` of `clock.ts`.
 */
import type { Place } from "../../contracts/answers.ts";
import { CARGO } from "../engine/clock.ts";
import type { Network } from "./network.ts";
import { FLOW, KIND_MASK, LINK_FRAME, META } from "./packet-record.ts";

export interface EventSubject extends Place {
  /** True if the current event belongs to a timer. */
  readonly isTimer: boolean;
}

export function eventSubject({ fabric, handlers, hosts, queue, timers }: Network): EventSubject {
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

/** Returns the flow of a packet. Flow-control frames belong to no flow. */
function flowOf(words: Int32Array, packet: number): number | undefined {
  return packet === 0 || (words[(packet << 4) | META] & KIND_MASK) === LINK_FRAME
    ? undefined
    : words[(packet << 4) | FLOW];
}
