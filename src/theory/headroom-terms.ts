/**
 * Headroom as a sum of terms, each with its bytes and its reason. There is a function for each rule: of a standard, a paper, a simulator or
 * a NIC. `sonic-headroom.ts` has SONiC's rule.
 *
 * All sizes are for one priority of one port, in bytes of its buffer.
 */
import { PS_PER_METRE, type Bps, type Bytes } from "../base/units.ts";
import { interfaceBytes, listedQuanta, responseBytes, responseQuanta } from "./response.ts";
import { REACTION_10G } from "./headroom.ts";

/** A port and its link. */
export interface PortLink {
  readonly rate: Bps;
  /** The length of the cable, in metres. */
  readonly metres: number;
  /** The MTU of the port: the largest packet of any class, without Ethernet's header and FCS. */
  readonly mtu: Bytes;
}

/** A term of the headroom, and its reason. */
export interface Term {
  readonly name: string;
  readonly bytes: Bytes;
  readonly why: string;
}

/** The headroom of one priority of a port, by one of the rules below. */
export interface HeadroomTerms {
  readonly terms: readonly Term[];
  /** The bytes that may arrive after the decision to pause: the sum of the terms, rounded up as the rule requires. */
  readonly xoff: Bytes;
  /**
   * The bytes that a port must reserve for one priority. They equal the field `xoff`, except under SONiC's
   * rule (`sonic-headroom.ts`). That rule adds the bytes `xon`, which it keeps below the pause threshold. On ports with 8
   * lanes it also adds one MTU. If ports share a headroom pool, the rule reserves `xon` only.
   */
  readonly size: Bytes;
}

/** Ethernet's header and FCS, and a VLAN tag, in bytes. */
const ETHERNET: Bytes = 22;
/** Preamble and gap between two frames, in bytes. */
const WIRE: Bytes = 20;
/** The bytes of a PFC frame on the wire. */
const PFC: Bytes = 84;
const S_PER_METRE = PS_PER_METRE / 1e12;

/** The bytes on a cable in both directions together. */
const onCable = ({ rate, metres }: PortLink): Bytes => (2 * metres * S_PER_METRE * rate) / 8;

const sum = (terms: readonly Term[]): Bytes => terms.reduce((total, { bytes }) => total + bytes, 0);

/**
 * The headroom by 802.1Qbb, with the limits of 802.3 at the port's speed. The rule assumes that the buffer stores all bytes of the wire. So
 * the result is never less than `exactHeadroom` with the same reaction time.
 */
export function standardHeadroom(link: PortLink): HeadroomTerms {
  const { rate, mtu } = link;
  const frame = mtu + ETHERNET;
  const isListed = listedQuanta(rate) !== undefined;
  const limit = `the peer's limit${isListed ? " by 802.3" : ", extrapolated as 802.3 has none"}`;
  const terms: Term[] = [
    { name: "trigger", bytes: frame, why: "the frame whose arrival passes the threshold" },
    { name: "frame ahead", bytes: frame + WIRE, why: "the PAUSE waits for a frame that has just begun" },
    { name: "PFC frame", bytes: PFC, why: "64 B, preamble and gap" },
    { name: "cable", bytes: Math.ceil(onCable(link)), why: "there and back, 5 ns a metre" },
    { name: "interface", bytes: interfaceBytes(rate), why: "the maximum for MAC, PCS, FEC and PHY of this port" },
    {
      name: "reaction",
      bytes: responseBytes(rate),
      why: `${responseQuanta(rate)} quanta of 512 bits: ${limit}, its MAC, FEC and PHY in it`,
    },
    { name: "frame begun", bytes: frame + WIRE, why: "the peer finishes the frame that it has begun" },
  ];
  const xoff = sum(terms);
  return { terms, xoff, size: xoff };
}

/** DSH, equation 1. */
export function dshHeadroom(link: PortLink): HeadroomTerms {
  const terms: Term[] = [
    { name: "frames", bytes: 2 * link.mtu, why: "one that the PAUSE waits for, one that the peer has begun: 2 L_MTU" },
    { name: "cable", bytes: onCable(link), why: "there and back: 2 C D" },
    { name: "reaction", bytes: REACTION_10G, why: "60 quanta at every speed, as DSH assumes" },
  ];
  const xoff = Math.ceil(sum(terms));
  return { terms, xoff, size: xoff };
}

/** The headroom in HPCC's simulator: three times the bytes on the link in one direction. */
export function hpccHeadroom({ rate, metres }: PortLink): HeadroomTerms {
  const bytes = Math.floor((rate * metres * S_PER_METRE * 3) / 8);
  const terms = [{ name: "cable", bytes, why: "three times what the link holds one way; no frame, no reaction" }];
  return { terms, xoff: bytes, size: bytes };
}

/** The headroom in the Linux driver of ConnectX NICs (mlx5): an empirical formula in metres and Gbps. */
export function mlx5Headroom({ rate, metres, mtu }: PortLink): HeadroomTerms {
  const gbps = rate / 1e9;
  const terms: Term[] = [
    { name: "port", bytes: 301 * gbps, why: "301 B for each Gbps: reaction and interfaces" },
    { name: "cable", bytes: 2.16 * metres * gbps, why: "2.16 B for each metre and Gbps" },
    { name: "frames", bytes: 2.72 * mtu, why: "2.72 MTU" },
  ];
  const xoff = Math.ceil(sum(terms));
  return { terms, xoff, size: xoff };
}
