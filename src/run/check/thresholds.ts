/**
 * Thresholds against each other and against the memory: how much waits at an output when PFC stops those who send to it, and from how much
 * on ECN marks.
 *
 * What waits at an output came in by ingress queues, one for each sender. The fewer there are, the less they hold together when each
 * reaches its threshold. One alone is no overload, so a warning is about two or more.
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
 * What lossless queues of some ports hold, in the pool and their private segments, when they fill evenly and alone and stop their upstreams;
 * undefined: they take all of the pool and do not.
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

/** `listens`: does congestion control hear the marks of detection? Of switches that are alike the first speaks for all. */
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
      const expected = `a threshold within the ${formatBytes(at.pool.capacity)} that queues of ${where} share`;
      found.push(new ParamError("policies.buffer", expected, formatBytes(at.threshold(ports[0], cls))));
    }
    const { marker, marks } = at.policies;
    const marksAbove = marks === null || marks[at.node] !== 0 ? marker?.marksAbove : undefined;
    if (!listens || marksAbove === undefined) return found;
    const late = ports.reduce((most, port) => (marksAbove(port) > marksAbove(most) ? port : most));
    const begins = marksAbove(late);
    const begin = `${formatBytes(begins)} at ${portName(network, [late])}`;
    if (begins >= at.pool.memory) {
      const expected = `marks below the memory of ${where}, ${formatBytes(at.pool.memory)}`;
      found.push(new ParamError("policies.detection", expected, begin));
      return found;
    }
    // Of so many senders to one output.
    const inputs = ports.filter((port) => port !== late);
    let senders = 0;
    while (senders < inputs.length && (stopsAt(network, at, inputs.slice(0, senders + 1), cls) ?? Infinity) < begins)
      senders++;
    if (senders < 2) return found;
    const stops = stopsAt(network, at, inputs.slice(0, senders), cls) ?? 0;
    const { name, number } = unitOf("bytes", [stops, begins]);
    const expected = `marks from less than ${number(stops)} ${name} on, where PFC stops ${senders} senders to one output of ${where}, not from ${number(begins)} ${name}`;
    const whom = senders === inputs.length ? "however many send" : `where no more than ${senders} send to one output`;
    found.push(new ParamError("policies.detection", expected, begin, `PFC acts before ECN ${whom}.`));
    return found;
  });
}

/** Lowest class of a mask; -1: it is empty. */
const lowest = (mask: number): number => (mask === 0 ? -1 : 31 - Math.clz32(mask & -mask));
