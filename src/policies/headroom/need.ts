/**
 * What a port must be able to take after a PAUSE was decided: as its profile says, by DSH's equation 1, by what real frames need, or by the
 * terms of `xoff headroom` for its speed, cable and MTU.
 *
 *   eta = 2 (C D + L) + 3840 B
 *   h*  = L + (2 (L + 20) + 84 + 2 C D + reaction) * L / (L + 20)
 *
 * Paper  dsh, section II; docs/errata.md says why the two differ; 802.1Qbb; SONiC's buffer manager
 */
import { defineParams, type Values } from "../../base/params.ts";
import { PS_PER_METRE, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { HeadroomView } from "../../contracts/headroom.ts";
import { standardHeadroom } from "../../theory/headroom-terms.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import { sonicAsics, sonicHeadroom } from "../../theory/sonic-headroom.ts";

/** How far the threshold and the point to go on lie apart. */
export const resumeOffsetParam = {
  unit: "bytes",
  default: 3072,
  min: 0,
  max: 2 ** 40,
  source: "HPCC simulator",
  about: "How far below the threshold a queue must fall before its upstream may go again.",
} as const;

/** How headroom is sized, as parameters that every headroom policy offers. */
export const sizing = defineParams({
  size: {
    unit: "bytes",
    derived: "by `rule`, from each port's rate and delay",
    min: 0,
    max: 2 ** 40,
    source: "dsh, equation 1",
    about: "Headroom of each lossless queue.",
  },
  rule: {
    unit: "choice",
    default: "exact",
    choices: ["exact", "equation-1", "802.1qbb", "spectrum1", "spectrum2", "spectrum3"],
    source: "docs/errata.md",
    about:
      "How headroom is sized: the exact need h*, DSH's equation 1, or what xoff headroom says for a port of this speed, cable and MTU, by 802.1Qbb or " +
      "as SONiC reckons it for an ASIC.",
  },
  mtu: {
    unit: "bytes",
    derived: "the scenario's largest packet",
    min: 64,
    max: 9216,
    source: "SONiC: 9100 B",
    about: "Largest packet that ports take, of any class, for the rules of xoff headroom: a PAUSE may wait for one.",
  },
});

const profileParams = defineParams({
  rate: { unit: "bps", default: 100e9, min: 1e6, max: 1e13, source: "SONiC", about: "Rate of a port." },
  delay: { unit: "delay", default: 0, min: 0, max: 1e12, source: "SONiC", about: "Its cable, or its delay one way." },
  size: { unit: "bytes", default: 0, min: 0, max: 2 ** 40, source: "SONiC", about: "Headroom of each lossless queue." },
});

/** Sizes by rate and cable, as SONiC keeps its profiles. */
export const profileLists = {
  profiles: {
    about: "Headroom of ports of one rate and cable, before `size` and `rule`.",
    params: profileParams,
    required: ["rate", "delay", "size"],
  },
} as const;

/** Values of `profileLists`. A type rather than an interface, so that it may stand for a record of any values. */
export type Profiles = {
  readonly profiles?: readonly { readonly rate: Bps; readonly delay: Ps; readonly size: Bytes }[];
};
type Sizing = Values<typeof sizing> & Profiles;

/**
 * Headroom by port, for one queue, or for one port whose queues share the wire. A port with memory of its own gets none. `before` PFC frames
 * may wait for the wire ahead of the one that counts.
 */
export function headroomByPort(p: Sizing, view: HeadroomView, before = 0): Float64Array {
  const { profiles = [], size } = p;
  const need = (port: number): Bytes => {
    const [rate, delay] = [view.rate(port), view.delay(port)];
    const profile = profiles.find((one) => one.rate === rate && one.delay === delay);
    return profile?.size ?? size ?? headroomNeed(p, view, port, before);
  };
  return Float64Array.from({ length: view.ports }, (_, port) => (view.ownMemory(port) > 0 ? 0 : need(port)));
}

/** Ethernet's header and FCS. */
const ETHERNET: Bytes = 18;

/** Rounded up. Equation 1 knows of no frame that waits ahead. */
function headroomNeed({ rule, mtu }: Sizing, view: HeadroomView, port: number, before: number): Bytes {
  const { maxFrame: frame, wireOverhead } = view;
  const [rate, delay, reaction] = [view.rate(port), view.delay(port), view.reaction(port)];
  const packet = frame - ETHERNET;
  const link = { rate, metres: delay / PS_PER_METRE, mtu: Math.max(mtu ?? 0, packet) };
  switch (rule) {
    case "exact":
      return exactHeadroom({ frame, wireOverhead, pfcWire: (1 + before) * view.pauseFrame, rate, delay, reaction });
    case "equation-1":
      return Math.ceil((2 * rate * delay) / 8e12 + 2 * frame + 3840);
    case "802.1qbb":
      return Math.ceil(standardHeadroom(link).xoff) + before * view.pauseFrame;
    default: {
      const port = { ...link, lanes: 4, losslessMtu: packet, smallPackets: 100, gearbox: 0, sharedHeadroom: false };
      return sonicHeadroom(sonicAsics[rule], port).xoff + before * view.pauseFrame;
    }
  }
}
