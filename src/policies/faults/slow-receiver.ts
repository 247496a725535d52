/**
 * Slow receiver: a NIC consumes data more slowly than its link delivers them, because of its bus or its host's memory.
 * So it pauses its switch.
 *
 * Arrived data wait in the NIC's memory. The NIC pauses a class at `xoff` bytes, by the link policy of its port, and
 * resumes it at `xon`. Memory above `xoff` is the NIC's headroom. Packets that find the memory full are lost. When the
 * fault ends, waiting data are consumed at the link's rate. With a credit-based link policy no PAUSE is necessary,
 * because the NIC does not return the credits of waiting data.
 */
import { formatBytes } from "../../base/format.ts";
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";

export const about = "a NIC consumes data slowly, and pauses its switch";
export const befalls = "hosts" as const;
export const places = { target: { about: 'Hosts whose NICs are slow: h5 or "h0..h3", a list, or all.' } };
export const stops = "consumes data slowly";
export const required = ["rate"];

export const params = defineParams({
  rate: {
    unit: "bps",
    default: 10e9,
    min: 1e6,
    max: 1e13,
    source: "required",
    about: "Rate at which the NIC consumes data, frames and headers included.",
  },
  memory: {
    unit: "bytes",
    default: 1 << 20,
    min: 1,
    max: 2 ** 40,
    source: "lab: of the order of a NIC's receive buffer",
    about: "Memory of the NIC for data that wait to be consumed.",
  },
  xoff: {
    unit: "bytes",
    derived: "half of the memory",
    min: 1,
    max: 2 ** 40,
    source: "lab",
    about: "Bytes of a class at which the NIC pauses it.",
  },
  xon: {
    unit: "bytes",
    derived: "half of xoff",
    min: 0,
    max: 2 ** 40,
    source: "lab",
    about: "Bytes of a class at or below which the NIC resumes it.",
  },
});

function thresholds({ memory, xoff, xon }: Values<typeof params>): { readonly xoff: Bytes; readonly xon: Bytes } {
  const stopsAt = xoff ?? Math.floor(memory / 2);
  return { xoff: stopsAt, xon: xon ?? Math.floor(stopsAt / 2) };
}

export function check(p: Values<typeof params>): void {
  const { xoff, xon } = thresholds(p);
  if (xoff > p.memory) throw new ParamError("xoff", `at most memory, ${formatBytes(p.memory)}`, formatBytes(xoff));
  if (xon >= xoff) throw new ParamError("xon", `less than xoff, ${formatBytes(xoff)}`, formatBytes(xon));
}

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const intake = { rate: p.rate, memory: p.memory, ...thresholds(p) };
  return {
    begin() {
      for (const port of view.ports) view.takeIn(port, intake);
    },
    end() {
      for (const port of view.ports) view.takeIn(port, null);
    },
  };
}
