/**
 * Computes the headroom of a port: the bytes that may still arrive after the decision to send a PAUSE frame. The size
 * comes from a profile, a given value or a rule. The rules are DSH's equation 1, the exact need of real frames, and
 * the rules of the command `xoff headroom`.
 *
 *   eta = 2 (C D + L) + 3840 B
 *   h*  = L + (2 (L + 20) + 84 + 2 C D + reaction) L / (L + 20)
 *
 * eta is DSH's equation 1, and h* the exact need. B means bytes. C and D are rate and delay of the link, and L is the largest
 * frame. The constant 84 is the size of a PFC frame on the wire, in bytes. `reaction` is the sender's reaction time in bytes at
 * line rate, for which eta has 3840 B.
 *
 * Paper  dsh, section II; 802.1Qbb; SONiC's buffer manager. docs/errata.md explains why eta and h* differ.
 */
import { defineParams, type Unread, type Values } from "../../base/params.ts";
import { PS_PER_METRE, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { HeadroomView } from "../../contracts/headroom.ts";
import { standardHeadroom } from "../../theory/headroom-terms.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import { sonicAsics, sonicHeadroom } from "../../theory/sonic-headroom.ts";

/** The distance between the threshold (X_OFF) and the occupancy at which the queue resumes (X_ON). */
export const resumeOffsetParam = {
  unit: "bytes",
  default: 3072,
  min: 0,
  max: 2 ** 40,
  source: "HPCC simulator",
  about: "How far below the threshold a queue must fall before its upstream resumes.",
} as const;

const spectrums = Object.keys(sonicAsics) as (keyof typeof sonicAsics)[];

/** Parameters that set the size of headroom. Every headroom policy with reserves has them. */
export const sizing = defineParams({
  size: {
    unit: "bytes",
    derived: "from each port's rate and delay, by `rule`",
    min: 0,
    max: 2 ** 40,
    source: "dsh, equation 1",
    about: "Headroom of each lossless queue.",
  },
  rule: {
    unit: "choice",
    default: "exact",
    choices: ["exact", "equation-1", "802.1qbb", ...spectrums],
    source: "docs/errata.md",
    about:
      "How headroom is sized: the exact need h*, DSH's equation 1, or the size that `xoff headroom` computes for the port. " +
      "The last follows 802.1Qbb, or SONiC for an ASIC.",
  },
  mtu: {
    unit: "bytes",
    derived: "the scenario's largest packet",
    min: 64,
    max: 9216,
    source: "SONiC: 9100 B",
    about: "Largest packet of any class on a port, for the rules of `xoff headroom`: a PAUSE frame may wait for one.",
  },
});

export function unreadSizing({ size, rule }: Values<typeof sizing>): Unread {
  if (size !== undefined) return { rule: "size overrides it", mtu: "size overrides it" };
  return rule === "exact" || rule === "equation-1" ? { mtu: `rule ${rule} does not use it` } : {};
}

const profileParams = defineParams({
  rate: { unit: "bps", default: 100e9, min: 1e6, max: 1e13, source: "SONiC", about: "Rate of the port." },
  delay: {
    unit: "delay",
    default: 0,
    min: 0,
    max: 1e12,
    source: "SONiC",
    about: "Length of its cable, or its one-way delay.",
  },
  size: { unit: "bytes", default: 0, min: 0, max: 2 ** 40, source: "SONiC", about: "Headroom of each lossless queue." },
});

/** A parameter with headroom sizes for each rate and cable, as in SONiC's buffer profiles. */
export const profileLists = {
  profiles: {
    about: "Headroom of all ports with one rate and cable, which overrides `size` and `rule`.",
    params: profileParams,
    required: ["rate", "delay", "size"],
  },
} as const;

/**
 * The values of `profileLists`. It is a type alias, because an interface is not assignable to a record of arbitrary
 * values.
 */
export type Profiles = {
  readonly profiles?: readonly { readonly rate: Bps; readonly delay: Ps; readonly size: Bytes }[];
};
type Sizing = Values<typeof sizing> & Profiles;

/**
 * The headroom of each port, in bytes: for one queue, or for a whole port if all its queues share it. A port with its
 * own memory gets none. `before` is the number of PFC frames for which the PAUSE frame may have to wait.
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

/** The size of an Ethernet header with its checksum (FCS). */
const ETHERNET: Bytes = 18;

/**
 * The headroom by `rule`, rounded up to whole bytes. `before` is the number of PFC frames for which the PAUSE frame may
 * have to wait. DSH's equation 1 has no term for such frames, so it ignores `before`.
 */
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
