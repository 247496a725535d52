/**
 * Go-back-N of HPCC's ns-3 simulator (docs/ns3-semantics.md, sections 8 and 9).
 *
 * A gap causes at most one NACK in 500 us, unless the missing byte changes. A duplicate is dropped without a reply.
 * There is no retransmission timer, so a lost tail blocks its flow for ever.
 *
 * The receiver deletes its state of the flow as soon as the sender has every ACK. A late duplicate then meets a
 * receiver that expects byte 0, and causes a NACK.
 */
import { ACK, NACK, SILENT, type RecoveryPolicy, type RecoveryView } from "../../contracts/recovery.ts";
import { us, type Bytes } from "../../base/units.ts";

const NACK_INTERVAL = us(500);

export interface GoBackNOptions {
  /** The setting L2_ACK_INTERVAL. */
  readonly ackInterval: Bytes;
  /** The setting L2_CHUNK_SIZE. */
  readonly chunk: Bytes;
  /** The setting L2_BACK_TO_ZERO. */
  readonly backToZero: boolean;
}

export function createGoBackN(options: GoBackNOptions, view: RecoveryView): RecoveryPolicy {
  const { received } = view;
  const nackFrom = new Float64Array(view.flows);
  const lastNack = new Float64Array(view.flows);
  return {
    onData(flow, seq, size) {
      const expected = received[flow];
      if (seq === expected) {
        const next = expected + size;
        received[flow] = next;
        return next >= options.ackInterval || next % options.chunk === 0 ? ACK : SILENT;
      }
      if (seq < expected) return SILENT;
      if (view.now < nackFrom[flow] && lastNack[flow] === expected) return SILENT;
      nackFrom[flow] = view.now + NACK_INTERVAL;
      lastNack[flow] = expected;
      if (options.backToZero) received[flow] = Math.floor(expected / options.chunk) * options.chunk;
      return NACK;
    },
    onNack(flow) {
      view.rewind(flow, view.sndUna[flow]);
    },
    onForget(flow) {
      received[flow] = 0;
      nackFrom[flow] = 0;
      lastNack[flow] = 0;
    },
  };
}
