/**
 * A long link with a drain that a test pauses and resumes, for flow control over a distance.
 *
 *   h0 --+                          +-- h2     all links 100G; h0 and h1 are backlogged towards h2
 *        n4 ====== long link ====== n5
 *   h1 --+                          +-- h3
 */
import * as bifrost from "../src/policies/link/bifrost.ts";
import * as bifrostx from "../src/policies/link/bifrostx.ts";
import type { LinkPolicy, LinkView } from "../src/contracts/link.ts";
import type { Watch } from "../src/policies/link/grants.ts";
import { pauseReceiver, type PauseTimer } from "../src/policies/link/pause-frame.ts";
import { checkValues, defaults, type Values } from "../src/base/params.ts";
import { policies } from "../src/policies/policies.ts";
import { stream } from "../src/base/random.ts";
import type { Wiring } from "../src/contracts/topology.ts";
import type { PlannedFlow } from "../src/contracts/traffic.ts";
import { gbps, us, type Bytes, type Ps } from "../src/base/units.ts";
import { flow } from "./lab-bench.ts";
import { FRAMES, tiny } from "./tiny-network.ts";

export const RATE = gbps(100);
/** DELAY is the one-way delay of the long link. A round trip has 20 slots. */
export const DELAY = us(20);
export const SLOT = us(2);
export const FRAME = 1000 + FRAMES.dataHeader;
/** Bytes of full frames, as a buffer counts them, that the link carries per ps. RT is R, the bytes of one slot. */
const PER_PS = (RATE / 8e12) * (FRAME / (FRAME + FRAMES.wireOverhead));
export const BDP: Bytes = PER_PS * 2 * DELAY;
export const RT: Bytes = PER_PS * SLOT;

const wired = (a: number, b: number, delay: Ps): Wiring["links"][number] => ({ a, b, rate: RATE, delay });
const wiring: Wiring = {
  names: ["h0", "h1", "h2", "h3", "n4", "n5"],
  isSwitch: [false, false, false, false, true, true],
  links: [wired(0, 4, us(0.1)), wired(1, 4, us(0.1)), wired(5, 2, us(0.1)), wired(5, 3, us(0.1)), wired(4, 5, DELAY)],
};
/** Numbers of ports: UP is n4's port to the long link, DOWN is n5's port to it, and DRAIN is n5's port to h2. */
export const UP = 6;
export const DOWN = 9;
export const DRAIN = 7;

export interface LongLink {
  /** `buffer` is the parameter H of the policy, and `beyond` the port's memory in addition to it. */
  readonly buffer: Bytes;
  readonly beyond?: Bytes;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly flows?: readonly PlannedFlow[];
  readonly policy?: "bifrost" | "bifrostx";
  /** Maximum extra delay of a packet on the long link. */
  readonly jitter?: Ps;
  readonly watch?: Watch;
  /** The pause timer of the peers. Default: the timer that Bifrost assumes. */
  readonly peersTimer?: PauseTimer;
}

/**
 * Runs `policy`, by default Bifrost, on the long link in both directions. `watch` is called in each slot of n5's port.
 */
export function longLink(link: LongLink) {
  const { buffer, beyond = 0, values = {}, flows, policy = "bifrost", jitter = 0, watch, peersTimer } = link;
  const drops = { count: 0 };
  const given = { slot: SLOT, buffer, ...values };
  const heard: Watch = (port, ...slot) => {
    if (port === DOWN) watch?.(port, ...slot);
  };
  const { network } = tiny(
    wiring,
    flows ?? [flow(0, 2, 1e9), flow(1, 2, 1e9)],
    {
      memory: () => 100e6,
      links: [
        { create: (view) => policies.link.pfc.create(defaults(policies.link.pfc.params), view) },
        {
          ports: [UP, DOWN],
          create: (view) =>
            policy === "bifrost"
              ? granting(checkValues(bifrost.params, given, ""), view, heard, peersTimer)
              : bifrostx.create(checkValues(bifrostx.params, given, ""), view, heard),
        },
      ],
      ...(jitter === 0 ? {} : { jitter: new Map([UP, DOWN].map((port) => [port, fibre(port, jitter)])) }),
      ownMemory: new Map([UP, DOWN].map((port) => [port, buffer + beyond])),
    },
    {
      onDrop: () => {
        drops.count++;
      },
    },
  );
  return { network, drops };
}

function granting(
  values: Values<typeof bifrost.params>,
  view: LinkView,
  watch: Watch,
  timer = values.timer,
): LinkPolicy {
  return { ...bifrost.create(values, view, watch), ...pauseReceiver(view, { reaction: values.reaction, timer }) };
}

function fibre(port: number, most: Ps): { most: Ps; draw: () => Ps } {
  const source = stream(1, "fibre", port);
  return { most, draw: () => source.int(most + 1) };
}

/**
 * Pauses and resumes the drain at random times up to `until`. `stopped` is the share of time for which it is paused.
 */
export function randomDrain(
  network: ReturnType<typeof longLink>["network"],
  seed: number,
  until: Ps,
  longest: Ps,
  stopped: number,
): void {
  const draw = stream(seed, "drain");
  for (let now = 0; now < until;) {
    if (draw.next() < stopped) network.fabric.stop(DRAIN, 1, 1 << 3);
    else network.fabric.start(DRAIN, 1, 1 << 3);
    now += Math.max(1, Math.round(draw.next() * longest));
    network.run(now);
  }
}
