/**
 * Answers late copies: retransmitted packets that arrive after the receiver has forgotten their flow. The answers are
 * those of ConWeave's simulator.
 *
 * At the sender's last ACK, the simulator deletes the receiver's queue pair. A later copy creates a new queue pair,
 * which expects byte 0 and stores out-of-order packets. The sender ignores the answers, but they take time on the wire.
 * If a stored packet arrives again within `nackInterval`, the queue pair does not answer.
 *
 * The stored packets are in a `Set`, by their first bytes. The bitmap of `irn-rewind` covers only `cap` bytes, but
 * late copies of one flow may be farther apart. Only a late copy allocates memory.
 */
import type { RecoveryView } from "../../contracts/recovery.ts";
import { ACK, DISCARDED, MARKED_NACK, NACK } from "../../contracts/recovery.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/**
 * A queue pair that a late copy has created. `kept`: the number of the first byte of each stored packet. `nackFrom`: the
 * earliest time at which another copy of a stored packet causes a NACK.
 */
interface NewPair {
  expected: Bytes;
  readonly kept: Set<Bytes>;
  nackFrom: Ps;
}

/** Returns the answer to a late copy of bytes [seq, seq + bytes). */
export function lateCopies(
  { nackInterval, gapMarks }: { readonly nackInterval: Ps; readonly gapMarks: boolean },
  view: Pick<RecoveryView, "now" | "payload" | "size">,
): (flow: number, seq: Bytes, bytes: Bytes) => number {
  const pairs = new Map<number, NewPair>();

  function pairOf(flow: number): NewPair {
    let pair = pairs.get(flow);
    if (pair === undefined) pairs.set(flow, (pair = { expected: 0, kept: new Set(), nackFrom: 0 }));
    return pair;
  }

  return (flow, seq, bytes) => {
    const pair = pairOf(flow);
    const { kept } = pair;
    if (seq > pair.expected) {
      if (kept.has(seq) && view.now < pair.nackFrom) return DISCARDED;
      pair.nackFrom = view.now + nackInterval;
      kept.add(seq);
      return gapMarks ? MARKED_NACK : NACK;
    }
    if (seq === pair.expected) {
      pair.expected += bytes;
      while (kept.delete(pair.expected)) pair.expected = Math.min(view.size[flow], pair.expected + view.payload);
    }
    return kept.size === 0 ? ACK : NACK;
  };
}
