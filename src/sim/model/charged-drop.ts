/**
 * Drops packets queued at a dead port as HPCC's simulator does for `LINK_DOWN`: their memory stays charged for ever.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { SchedulingPolicy } from "../../contracts/scheduling.ts";
import type { Fabric } from "./fabric.ts";
import { IN, NEXT, SIZE } from "./packet-record.ts";
import { NON_EMPTY, PORT_WORDS_LOG } from "./ports.ts";
import { BACKLOG, EGRESS_DOUBLES_LOG, EGRESS_WORDS_LOG, HEAD, TAIL } from "./queues.ts";
import { LINK_DOWN } from "./recorder.ts";

/**
 * Drops all packets queued at the port, in the order in which they would have left. `charged` is a bit mask of the
 * classes that are charged to memory.
 */
export function dropCharged(
  fabric: Fabric,
  port: number,
  charged: number,
  nextClass: SchedulingPolicy["next"],
  { ingress, egress }: NonNullable<Fabric["stillCharged"]>,
): void {
  const { words } = fabric.packets;
  const { words: portWords } = fabric.portRecords;
  const { egressWords, egressDoubles, classLog } = fabric.queueRecords;
  const w = (port << PORT_WORDS_LOG) | NON_EMPTY;
  while (portWords[w] !== 0) {
    const cls = nextClass(port, portWords[w]);
    const place = (cls << classLog) | port;
    const packet = egressWords[(place << EGRESS_WORDS_LOG) | HEAD];
    const size = words[(packet << 4) | SIZE];
    const next = words[(packet << 4) | NEXT];
    const left = egressDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] - size;
    egressWords[(place << EGRESS_WORDS_LOG) | HEAD] = next;
    egressDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] = left;
    if (next === 0) {
      egressWords[(place << EGRESS_WORDS_LOG) | TAIL] = 0;
      portWords[w] &= ~(1 << cls);
    }
    fabric.removeQueued(port, size);
    if ((charged & (1 << cls)) !== 0) {
      ingress[(words[(packet << 4) | IN] << CLASS_BITS) | cls] += size;
      egress[(port << CLASS_BITS) | cls] += size;
    }
    fabric.tracer?.onDead?.(fabric.node[port], port, cls, packet, left, false);
    fabric.drop(port, packet, LINK_DOWN);
  }
}
