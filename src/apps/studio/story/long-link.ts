/**
 * The story of a long link with less memory than two bandwidth-delay products. It uses Bifrost's figure 7, with PFC on
 * two memory sizes for comparison.
 */
import { bytesText, rateText, shareText, timesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { Facts } from "./facts.ts";
import type { Step, Story } from "./story.ts";

export const longLink: Story = {
  id: "long-link",
  title: "A long link without 2 BDP of memory",
  about:
    "On a long link PFC needs memory for two bandwidth-delay products (BDP). With less, the next link becomes idle. Bifrost needs little more than one BDP.",
  figure: "bifrost/fig7",
  asks: { what: "stored", port: "dci1-dci0" },
  trials: [
    ["PFC, slots 80, reaction 60", "PFC"],
    ["PFC, slots 3, reaction 60", "PFC, half the memory"],
    ["Bifrost, slots 3, reaction 60", "Bifrost"],
  ],
  steps,
};

/** The two ends of the long link, and the link behind it. */
const [FAR, NEAR, BEHIND] = ["dci0-dci1", "dci1-dci0", "dci1-h1"];
/** The flow across the long link, and the flow that occupies the receiver's link for a while. */
const [LONG, BLOCKER] = [0, 1];

function steps([first, second, third]: readonly RunView[]): Step[] {
  const [pfc, small, bifrost] = [new Facts(first), new Facts(second), new Facts(third)];
  const { burst: stops, end } = pfc;
  const { rate, delay } = pfc.link(FAR);
  const bdp = (rate / 8) * ((2 * delay) / 1e9);
  const goes = stops + first.flows.fct[BLOCKER];
  const [sender, receiver] = [pfc.source(LONG), pfc.destination(LONG)];
  const blocker = pfc.source(BLOCKER);
  const firstPause = (facts: Facts) => facts.pause(facts.pauses(NEAR, stops)[0] ?? -1);
  const [deep, shallow, early] = [firstPause(pfc), firstPause(small), firstPause(bifrost)];
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
      paragraphs: [
        `The link between dci0 and dci1 has a one-way delay of ${timeText(delay)} and a rate of ${rateText(rate)}.`,
        `The bandwidth-delay product of a round trip is ${bytesText(bdp)}. That many bytes still arrive at dci1 after it has sent a PAUSE.`,
      ],
      holds: delay > 10 * pfc.link("h0-dci0").delay,
      look: { time: delay, shown: [0, stops], view: "fabric", link: FAR, port: NEAR },
    },
    {
      paragraphs: [
        `The long link carries ${pfc.flow(LONG)}, which has no end, at ${rateText(pfc.goodput(LONG, 2 * delay, stops))}.`,
        `No queue builds up: dci1 holds at most ${bytesText(pfc.most("ingress", NEAR, 0, stops))}.`,
      ],
      holds:
        pfc.goodput(LONG, 2 * delay, stops) > 0.9 * pfc.link(BEHIND).rate && pfc.most("ingress", NEAR, 0, stops) < FEW,
      look: { time: stops - delay, shown: [0, stops], view: "goodput", flow: LONG, port: NEAR },
    },
    {
      paragraphs: [
        `At ${timeText(stops)} the nearby host ${blocker} sends ${bytesText(first.flows.size[BLOCKER])} to the same receiver, in a class of higher priority.`,
        `Until ${timeText(goes)} the link of ${receiver} carries only these packets. Packets from the long link queue at dci1.`,
      ],
      holds: pfc.destination(BLOCKER) === receiver && pfc.goodput(LONG, stops + delay, goes - delay) === 0,
      look: { time: stops + delay / 4, shown: stop, view: "goodput", flow: BLOCKER, link: BEHIND, port: NEAR },
    },
    {
      paragraphs: [
        `PFC reacts to a long queue. At ${timeText(deep.start)}, ${timeText(deep.start - stops)} after ${blocker} began, dci1 holds ${bytesText(deep.stored)} and sends a PAUSE.`,
        `The frame needs ${timeText(delay)} to reach dci0.`,
      ],
      holds: deep.stored >= deep.threshold && deep.threshold >= 0.99 * bdp && deep.start > stops,
      look: { time: deep.start + delay / 2, shown: [stops * 0.95, full(pfc)], view: "fabric", link: FAR, port: NEAR },
    },
    {
      paragraphs: [
        `After the PAUSE, another bandwidth-delay product of packets arrives. The queue grows to ${bytesText(most(pfc))} at ${timeText(full(pfc))}.`,
        `That is ${timesText(most(pfc) / bdp)} the bandwidth-delay product, and dci1 needs all that memory.`,
      ],
      holds: most(pfc) > 1.9 * bdp && full(pfc) > deep.start + delay,
      look: { time: full(pfc), shown: [stops * 0.95, full(pfc) + delay], view: "occupancy", port: NEAR },
    },
    {
      paragraphs: [
        `An earlier PAUSE needs less memory. In the second column PFC sends it at ${timeText(shallow.start)}, with ${bytesText(shallow.stored)} queued, and the queue never exceeds ${bytesText(most(small))}.`,
        `No packet is lost, so half the memory seems to be enough.`,
      ],
      holds:
        shallow.start < deep.start &&
        most(small) < 0.6 * most(pfc) &&
        second.summary.counters.dropped_no_headroom === 0,
      look: { time: full(small), shown: [stops * 0.95, full(pfc) + delay], view: "occupancy", port: NEAR },
    },
    {
      paragraphs: [
        `But at ${timeText(goes)} the flow of ${blocker} ends. The queue at dci1 is empty before new packets arrive, a round trip after the resume.`,
        `The link of ${receiver} is idle for ${timeText(idle(small))}. With the larger memory it is ${idle(pfc) === 0 ? "never idle" : `idle for ${timeText(idle(pfc))}`}.`,
      ],
      holds: idle(small) > delay && idle(pfc) < delay / 4,
      look: { time: goes + 2.4 * delay, shown: resume, view: "rates", link: BEHIND, port: NEAR },
    },
    {
      paragraphs: [
        `Bifrost, in the third column, does not wait for a long queue. It notifies dci0 ${timeText(early.start - stops)} after ${blocker} began, with ${bytesText(Math.max(0, early.stored))} queued.`,
        `PFC with the larger memory sent its PAUSE ${timeText(deep.start - early.start)} later.`,
      ],
      holds: early.start > stops && early.start - stops < delay / 10 && deep.start - early.start > delay,
      look: { time: early.start, shown: stop, view: "occupancy", port: NEAR },
    },
    {
      paragraphs: [
        `In every time slot Bifrost grants dci0 only as many bytes as will fit into the memory of dci1.`,
        `Its queue stays below ${bytesText(most(bifrost) + 1)}. That is ${timesText(most(bifrost) / bdp)} the bandwidth-delay product, and ${shareText(most(bifrost) / most(pfc))} of the queue under PFC.`,
      ],
      holds: most(bifrost) < 0.6 * most(pfc) && most(bifrost) > 0.9 * bdp,
      look: { time: full(bifrost), shown: whole, view: "occupancy", port: NEAR },
    },
    {
      paragraphs: [
        `By the end ${sender} has transferred ${bytesText(sent(bifrost))} under Bifrost, and ${bytesText(sent(pfc))} under PFC with twice the memory.`,
        `PFC with half the memory transferred ${bytesText(sent(small))}, because the link of ${receiver} was idle for ${timeText(idle(small))}. Under Bifrost the link was ${idle(bifrost) === 0 ? "never idle" : `idle for ${timeText(idle(bifrost))}`}.`,
      ],
      holds: sent(bifrost) >= 0.999 * sent(pfc) && sent(small) < 0.9 * sent(pfc) && idle(bifrost) < delay / 4,
      look: { time: goes + 3 * delay, shown: whole, view: "goodput", flow: LONG, port: NEAR },
    },
  ];
}

/** Tolerance in bytes: a queue with less backlog counts as not built up. */
const FEW = 250_000;
