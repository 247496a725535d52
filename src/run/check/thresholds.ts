/**
 * Compares the thresholds of PFC and ECN with each other and with the memory. Warns if PFC limits an egress queue to a
 * backlog at which ECN does not mark yet.
 *
 * The backlog of an egress queue is charged to the ingress queues by which its packets arrived, one for each sender.
 * With fewer senders, the thresholds of fewer ingress queues add up, so PFC acts at a smaller backlog. A single sender
 * does not overload the egress port, so the warning requires two or more.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { formatBytes } from "../../base/format.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Switch } from "../../sim/model/switch.ts";
import { unitOf } from "../../base/one-unit.ts";
import { ParamError } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import { portName } from "./names.ts";

/**
 * Returns the backlog at which the queues of lossless class `cls` at `ports` pause their upstreams. The backlog is the sum
 * of the bytes of these queues in the shared pool and in private segments. The calculation assumes that these queues fill
 * evenly, and that all other queues are empty. Undefined: the queues fill the whole pool without a pause.
 */
function stopsAt(
  { fabric: { accounts } }: Network,
  at: Switch,
  ports: readonly number[],
  cls: number,
): Bytes | undefined {
  const { pool, policies } = at;
  const [first] = ports;
  const stops = (bytes: Bytes): boolean => {
    const charged = bytes + pool.private;
    for (const port of ports) accounts.chargeFootroom(at.node, (port << CLASS_BITS) | cls, charged);
    const threshold = at.threshold(first, cls);
    for (const port of ports) accounts.release(at.node, (port << CLASS_BITS) | cls, charged);
    return bytes >= (policies.headroom.stopsAt?.(first, threshold) ?? threshold);
  };
  let [low, high] = [0, Math.floor(pool.capacity / ports.length)];
  if (!stops(high)) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (stops(middle)) high = middle;
    else low = middle + 1;
  }
  return (low + pool.private) * ports.length;
}

/**
 * Finds mistakes in thresholds. Only the first switch of each group of equal switches is checked. `listens`: the
 * congestion control reads ECN marks.
 */
export function thresholdMistakes(
  network: Network,
  kinds: readonly (readonly Switch[])[],
  listens: boolean,
): ParamError[] {
  const { names } = network.fabric.wiring;
  return kinds.flatMap(([at]) => {
    const cls = lowest(at.lossless);
    const ports = Array.from({ length: at.ports }, (_, k) => at.base + k).filter(
      (port) => !(network.fabric.ownMemory?.[port] ?? 0),
    );
    if (cls < 0 || ports.length === 0) return [];
    const where = names[at.node];
    const found: ParamError[] = [];
    const alone = stopsAt(network, at, ports.slice(0, 1), cls);
    if (alone === undefined) {
      const expected = `a threshold of at most ${formatBytes(at.pool.capacity)}, which queues of ${where} share`;
      found.push(new ParamError("policies.buffer", expected, formatBytes(at.threshold(ports[0], cls))));
    }
    const { ecnMarker, marks } = at.policies;
    const marksAbove = marks === null || marks[at.node] !== 0 ? ecnMarker?.marksAbove : undefined;
    if (!listens || marksAbove === undefined) return found;
    const late = ports.reduce((most, port) => (marksAbove(port) > marksAbove(most) ? port : most));
    const begins = marksAbove(late);
    const begin = `${formatBytes(begins)} at ${portName(network, [late])}`;
    if (begins >= at.pool.memory) {
      const expected = `marking below the memory of ${where}, ${formatBytes(at.pool.memory)}`;
      found.push(new ParamError("policies.detection", expected, begin));
      return found;
    }
    // `late` is the egress port with the highest marking threshold. `inputs`: the ports by which packets to `late` may
    // arrive, one for each sender. PFC pauses the senders at a backlog that grows with their number, because the
    // thresholds of their ingress queues add up. So PFC may act before ECN if the senders are few. The loop finds
    // `senders`, the largest number of senders for which PFC acts first.
    const inputs = ports.filter((port) => port !== late);
    let senders = 0;
    while (senders < inputs.length && (stopsAt(network, at, inputs.slice(0, senders + 1), cls) ?? Infinity) < begins)
      senders++;
    if (senders < 2) return found;
    const stops = stopsAt(network, at, inputs.slice(0, senders), cls) ?? 0;
    const { name, number } = unitOf("bytes", [stops, begins]);
    const expected = `marking below ${number(stops)} ${name}, where PFC pauses ${senders} senders to one output of ${where}`;
    const got = `${number(begins)} ${name} at ${portName(network, [late])}`;
    const whom = senders === inputs.length ? "for any number of senders" : `if at most ${senders} send to one output`;
    found.push(new ParamError("policies.detection", expected, got, `PFC acts before ECN ${whom}.`));
    return found;
  });
}

/**
 * Finds switches that drop or trim packets of a lossy data class before ECN marks one. Only the first lossy data class,
 * and the first switch of each group of equal switches, are checked. The switch drops or
 * trims a packet if its queue exceeds a limit, which is highest in an empty switch. If ECN does not mark below the limit of an
 * empty switch, it never marks. A buffer policy that has another limit in `admits` may drop earlier, which this check does not find.
 */
export function lateMarks(
  network: Network,
  kinds: readonly (readonly Switch[])[],
  dataClasses: readonly number[],
): ParamError[] {
  const { ownMemory } = network.fabric;
  return kinds.flatMap(([at]) => {
    const { ecnMarker, marks, buffer } = at.policies;
    const marksAbove = marks === null || marks[at.node] !== 0 ? ecnMarker?.marksAbove : undefined;
    const cls = dataClasses.find((one) => (at.lossless & (1 << one)) === 0);
    if (marksAbove === undefined || cls === undefined) return [];
    const limit = (port: number): Bytes => Math.min(at.threshold(port, cls), at.pool.capacity);
    const ports = Array.from({ length: at.ports }, (_, k) => at.base + k);
    const late = ports.find((port) => (ownMemory?.[port] ?? 0) === 0 && marksAbove(port) >= limit(port));
    if (late === undefined) return [];
    const { name, number } = unitOf("bytes", [limit(late), marksAbove(late)]);
    const verb = buffer.trims === undefined ? "drops" : "trims";
    const expected = `marking below ${number(limit(late))} ${name}, where the switch ${verb} packets of class ${cls}`;
    const got = `${number(marksAbove(late))} ${name} at ${portName(network, [late])}`;
    return [new ParamError("policies.detection", expected, got, "No packet of that class gets an ECN mark.")];
  });
}

/** The lowest class in a bit mask. -1: the mask is empty. */
const lowest = (mask: number): number => (mask === 0 ? -1 : 31 - Math.clz32(mask & -mask));
