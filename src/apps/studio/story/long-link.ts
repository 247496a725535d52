/**
 * The story of a long link with less memory than two bandwidth-delay products. It uses Bifrost's figure 7, with PFC on two memory sizes for
 * comparison.
 */
import { bytesText, rateText, shareText, timesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { Facts } from "./facts.ts";
import type { Step, Story } from "./story.ts";

export const longLink: Story = {
  id: "long-link",
  title: "A long link without 2 BDP of memory",
  about:
    "Over a long link PFC needs memory for two bandwidth-delay products, or the link behind it stands idle. Bifrost needs little more than one.",
  figure: "bifrost/fig7",
  trials: [
    ["PFC, slots 80, reaction 60", "PFC"],
    ["PFC, slots 3, reaction 60", "PFC, half the memory"],
    ["Bifrost, slots 3, reaction 60", "Bifrost"],
  ],
  tell,
};

/** The two ends of the long link, and the link behind it. */
const [FAR, NEAR, BEHIND] = ["dci0-dci1", "dci1-dci0", "dci1-h1"];
/** The flow across the long link, and the flow that occupies the receiver's link for a while. */
const [LONG, BLOCKER] = [0, 1];

function tell([first, second, third]: readonly RunView[]): Step[] {
  const [pfc, small, bifrost] = [new Facts(first), new Facts(second), new Facts(third)];
  const { burst: stops, end } = pfc;
  const { rate, delay } = pfc.link(FAR);
  const bdp = (rate / 8) * ((2 * delay) / 1e9);
  const goes = stops + first.flows.fct[BLOCKER];
  const [sender, receiver] = [pfc.source(LONG), pfc.destination(LONG)];
  const blocker = pfc.source(BLOCKER);
  const saidStop = (facts: Facts) => facts.pause(facts.pauses(NEAR, stops)[0] ?? -1);
  const [deep, shallow, early] = [saidStop(pfc), saidStop(small), saidStop(bifrost)];
  const most = (facts: Facts): number => facts.most("ingress", NEAR);
  /** Time at which the ingress queue has its highest occupancy. */
  const full = (facts: Facts): number => {
    const { times } = facts.view.samples;
    return times.find((time) => facts.at("ingress", NEAR, time) >= most(facts)) ?? NaN;
  };
  const sent = (facts: Facts): number => facts.view.flows.received[LONG];
  const idle = (facts: Facts): number => facts.idle(BEHIND, goes, end);
  const [whole, stop, resume] = [
    [stops * 0.9, end],
    [stops * 0.95, stops + 3 * delay],
    [goes * 0.98, goes + 4 * delay],
  ] as const;

  return [
    {
      say: [
        `The link between dci0 and dci1 takes ${timeText(delay)} from end to end, at ${rateText(rate)}.`,
        `A round trip holds ${bytesText(bdp)}, a bandwidth-delay product: so much is on its way before anything said at one end is heard at the other and shows.`,
      ],
      holds: delay > 10 * pfc.link("h0-dci0").delay,
      look: { time: delay, shown: [0, stops], view: "fabric", link: FAR, port: NEAR },
    },
    {
      say: [
        `Flow ${pfc.flow(LONG)}, crosses it without an end, at ${rateText(pfc.goodput(LONG, 2 * delay, stops))}.`,
        `Nothing has to wait on the way: at most ${bytesText(pfc.most("ingress", NEAR, 0, stops))} at dci1.`,
      ],
      holds:
        pfc.goodput(LONG, 2 * delay, stops) > 0.9 * pfc.link(BEHIND).rate && pfc.most("ingress", NEAR, 0, stops) < FEW,
      look: { time: stops - delay, shown: [0, stops], view: "goodput", flow: LONG, port: NEAR },
    },
    {
      say: [
        `At ${timeText(stops)} ${blocker}, which is near, sends ${bytesText(first.flows.size[BLOCKER])} to the same ${receiver}, in a class that goes first.`,
        `Until ${timeText(goes)} the link of ${receiver} carries nothing else, and what comes over the long link has to wait at dci1.`,
      ],
      holds: pfc.destination(BLOCKER) === receiver && pfc.goodput(LONG, stops + delay, goes - delay) === 0,
      look: { time: stops + delay / 4, shown: stop, view: "goodput", flow: BLOCKER, link: BEHIND, port: NEAR },
    },
    {
      say: [
        `PFC waits until there is too much: at ${timeText(deep.start)}, ${timeText(deep.start - stops)} after the link behind was taken, dci1 stores ${bytesText(deep.stored)}, and says stop.`,
        `The frame leaves for dci0, and has ${timeText(delay)} to go.`,
      ],
      holds: deep.stored >= deep.threshold && deep.threshold >= 0.99 * bdp && deep.start > stops,
      look: { time: deep.start + delay / 2, shown: [stops * 0.95, full(pfc)], view: "fabric", link: FAR, port: NEAR },
    },
    {
      say: [
        `When it is heard, as much again is already on the link: the queue grows to ${bytesText(most(pfc))}, at ${timeText(full(pfc))}.`,
        `That is ${timesText(most(pfc) / bdp)} the bandwidth-delay product, and all that memory has to be there.`,
      ],
      holds: most(pfc) > 1.9 * bdp && full(pfc) > deep.start + delay,
      look: { time: full(pfc), shown: [stops * 0.95, full(pfc) + delay], view: "occupancy", port: NEAR },
    },
    {
      say: [
        `Said earlier, it needs less: beside it PFC says stop at ${timeText(shallow.start)}, with ${bytesText(shallow.stored)} stored, and its queue never has more than ${bytesText(most(small))}.`,
        `No packet is lost by that, so far it looks like a bargain.`,
      ],
      holds:
        shallow.start < deep.start &&
        most(small) < 0.6 * most(pfc) &&
        second.summary.counters.dropped_no_headroom === 0,
      look: { time: full(small), shown: [stops * 0.95, full(pfc) + delay], view: "occupancy", port: NEAR },
    },
    {
      say: [
        `But at ${timeText(goes)} ${blocker} is done, and what dci1 stores is sent on before the first new byte can come, a round trip after dci1 says go.`,
        `The link of ${receiver} stands idle for ${timeText(idle(small))}; with the larger memory it was ${idle(pfc) === 0 ? "never idle" : `idle for ${timeText(idle(pfc))}`}.`,
      ],
      holds: idle(small) > delay && idle(pfc) < delay / 4,
      look: { time: goes + 2.4 * delay, shown: resume, view: "rates", link: BEHIND, port: NEAR },
    },
    {
      say: [
        `Bifrost, the third, does not wait for a queue: ${timeText(early.start - stops)} after the link behind was taken it tells dci0, with ${bytesText(Math.max(0, early.stored))} stored.`,
        `PFC with the larger memory said so ${timeText(deep.start - early.start)} later.`,
      ],
      holds: early.start > stops && early.start - stops < delay / 10 && deep.start - early.start > delay,
      look: { time: early.start, shown: stop, view: "occupancy", port: NEAR },
    },
    {
      say: [
        `And it says for each stretch of time how much may still be sent, so that as much comes as fits.`,
        `Its queue stays below ${bytesText(most(bifrost) + 1)}, ${timesText(most(bifrost) / bdp)} the bandwidth-delay product, and ${shareText(most(bifrost) / most(pfc))} of what PFC's took.`,
      ],
      holds: most(bifrost) < 0.6 * most(pfc) && most(bifrost) > 0.9 * bdp,
      look: { time: full(bifrost), shown: whole, view: "occupancy", port: NEAR },
    },
    {
      say: [
        `By the end ${sender} has brought ${bytesText(sent(bifrost))} across under Bifrost, and ${bytesText(sent(pfc))} under PFC with twice the memory.`,
        `PFC with half of it brought ${bytesText(sent(small))}: the link of ${receiver} was idle for ${timeText(idle(small))} there, and ${idle(bifrost) === 0 ? "never" : `for ${timeText(idle(bifrost))}`} under Bifrost.`,
      ],
      holds: sent(bifrost) >= 0.999 * sent(pfc) && sent(small) < 0.9 * sent(pfc) && idle(bifrost) < delay / 4,
      look: { time: goes + 3 * delay, shown: whole, view: "goodput", flow: LONG, port: NEAR },
    },
  ];
}

/** Tolerance in bytes: about a hundred packets. */
const FEW = 250_000;
