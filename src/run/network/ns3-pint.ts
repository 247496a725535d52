/**
 * Builds HPCC-PINT for a network that reproduces HPCC's ns-3 simulator. The switches get a detection policy and the
 * senders a congestion policy. Both policies share one state.
 */
import { CRand } from "../../fidelity/ns3/c-rand.ts";
import { PintCode } from "../../fidelity/ns3/pint-code.ts";
import { createPintRate } from "../../fidelity/ns3/pint-rate.ts";
import { createPintStamp, type LastSent } from "../../fidelity/ns3/pint-stamp.ts";
import type { HpccConfig } from "../../formats/hpcc/config.ts";
import { invariant } from "../../base/invariant.ts";
import { NOW } from "../../sim/engine/clock.ts";
import type { Network } from "../../sim/model/network.ts";
import { HOPS, SIZE } from "../../sim/model/packet-record.ts";
import type { NetworkSpec } from "./assemble.ts";

/** The C library's generator uses seed 1 if the program does not call `srand`. */
const SEED = 1;

export interface PintParts {
  readonly detection: NetworkSpec["detection"][0];
  readonly congestion: NetworkSpec["congestion"];
  /** Call this before the run begins. `rttNs`: the longest base RTT in ns, over all pairs of hosts. */
  begin(rttNs: number): void;
}

export function pintParts(config: HpccConfig, ports: number, network: () => Network): PintParts {
  const code = new PintCode(config.pintLogBase);
  const rand = new CRand(SEED);
  const last: LastSent = { at: new Float64Array(ports), size: new Float64Array(ports) };
  let longest = 0;
  return {
    detection: (view) => createPintStamp({ code, rand, last, longestRttNs: () => longest }, view),
    congestion: (view) =>
      createPintRate(
        {
          ...{ code, rand, power: () => powerOnAck(network()), probability: config.pintProb, target: config.uTarget },
          ...{ maxStage: config.miThresh, increase: config.rateAi, minRate: config.minRate },
        },
        view,
      ),
    begin: (rttNs) => {
      longest = rttNs;
      noteSent(network(), last);
    },
  };
}

/**
 * The exponent that the current ACK carries. It encodes the utilisation of the path (`PintCode`). It is 0 if the data
 * packet passed no switch.
 */
function powerOnAck({ fabric, hosts }: Network): number {
  const { stamps, packets } = fabric;
  invariant(stamps !== null, "switches stamp packets under HPCC-PINT");
  return packets.words[(hosts.current << 4) | HOPS] === 0 ? 0 : stamps.at[hosts.current];
}

/** Records time and size of the last packet or frame that each port sent. */
function noteSent({ fabric, queue }: Network, last: LastSent): void {
  const { transmit } = fabric;
  const { words } = fabric.packets;
  fabric.transmit = (port, packet, more) => {
    last.at[port] = queue.clock[NOW];
    last.size[port] = words[(packet << 4) | SIZE];
    transmit(port, packet, more);
  };
}
