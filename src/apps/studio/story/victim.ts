/** The story of how PFC makes a victim. It uses SPFC's figure 4 under dynamic thresholds and under SPFC. */
import { bytesText, countText, rateText, timesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { Facts } from "./facts.ts";
import type { Step, Story } from "./story.ts";

export const victim: Story = {
  id: "victim",
  title: "How PFC makes a victim",
  about:
    "A burst to one host stops a flow to another: under a threshold that is the same for all, and not under SPFC's.",
  figure: "spfc/fig4",
  until: "4ms",
  trials: [
    ["DT 2, bursts 24", "DT 2"],
    ["SPFC, bursts 24", "SPFC"],
  ],
  tell,
};

/** Ports of the switch, named by the host at their other end. */
const [VICTIM, RECEIVER, CONGESTED] = ["sw0-h0", "sw0-r1", "sw0-r2"];
/** The flow that never uses the congested port, and the other flow of the same host. */
const [INNOCENT, OTHER] = [0, 1];
/** Tolerance in bytes: one or two packets. */
const FEW = 5000;

function tell([first, second]: readonly RunView[]): Step[] {
  const [dt, spfc] = [new Facts(first), new Facts(second)];
  const { burst, burstFlows, end } = dt;
  const senders = new Set(burstFlows.map((flow) => dt.source(flow)));
  const receiver = dt.destination(INNOCENT);
  const [host, congested] = [dt.source(INNOCENT), dt.destination(OTHER)];
  const began = dt.pause(0);
  const [row = -1, ...others] = dt.pauses(VICTIM);
  const hit = dt.pause(row);
  /** Time at which the last of the burst's hosts is paused for the first time. */
  const all = Math.max(...[...senders].map((name) => dt.pause(dt.pauses(`sw0-${name}`)[0] ?? -1).start));
  const before = dt.goodput(INNOCENT, burst / 10, burst);
  const after = dt.goodput(INNOCENT, hit.start, end);
  const stopped = dt.stoppedFor(VICTIM);
  const late = (hit.start + end) / 2;
  const [victimT, normalT] = [VICTIM, `sw0-${began.stopped}`].map((port) => spfc.at("threshold", port, late));
  const burstStopped = (facts: Facts): number =>
    [...senders].reduce((sum, name) => sum + facts.stoppedFor(`sw0-${name}`), 0) / senders.size;
  const [calm, busy] = [
    [0, burst * 2],
    [burst, burst + (hit.start - burst) * 2],
  ] as const;

  return [
    {
      say: [
        `${countText(first.summary.hosts)} hosts hang on one switch, and ${host} has two flows without an end: ${dt.flow(INNOCENT)}, and ${dt.flow(OTHER)}.`,
        `They share the link of ${host}: until ${timeText(burst)} they get ${rateText(before)} and ${rateText(dt.goodput(OTHER, burst / 10, burst))}.`,
      ],
      holds: dt.source(OTHER) === host && receiver !== congested && before > 0.4 * dt.link("h0-sw0").rate,
      look: { time: burst / 2, shown: calm, view: "fabric", flow: INNOCENT, port: VICTIM },
    },
    {
      say: [
        `At ${timeText(burst)} ${countText(senders.size)} other hosts begin to send to ${congested}, ${bytesText(first.flows.size[burstFlows[0]])} after ${bytesText(first.flows.size[burstFlows[0]])}.`,
        `Their links carry ${timesText(senders.size)} what that of ${congested} does, so what is too much has to wait in the switch.`,
      ],
      holds: senders.size > 1 && !senders.has(host) && burstFlows.every((flow) => dt.destination(flow) === congested),
      look: { time: burst + (began.start - burst) / 2, shown: busy, view: "fabric", link: "sw0-r2", port: VICTIM },
    },
    {
      say: [
        `By ${timeText(began.start)} ${bytesText(began.stored)} lie there that came from ${began.stopped}; ${bytesText(dt.at("egress", CONGESTED, began.start))} in all wait for ${congested}.`,
        `The threshold falls as memory fills, and has come down to ${bytesText(began.threshold)}: ${began.stopped} is told to stop.`,
      ],
      holds: began.stored >= began.threshold && senders.has(began.stopped),
      look: {
        time: began.start,
        shown: busy,
        view: "occupancy",
        port: `sw0-${began.stopped}`,
        link: `${began.stopped}-sw0`,
      },
    },
    {
      say: [
        `${timeText(all - began.start)} later all ${countText(senders.size)} of them are stopped.`,
        `That is what PFC is for: they send to ${congested}, and there the congestion is.`,
      ],
      holds: all >= began.start && all < hit.start,
      look: { time: all, shown: busy, view: "raster", port: `sw0-${began.stopped}` },
    },
    {
      say: [
        `But at ${timeText(hit.start)} the switch stops ${host}, too, ${timeText(hit.start - burst)} after the burst began.`,
        `It stores ${bytesText(hit.stored)} that came from ${host}, and by now a queue may have no more than ${bytesText(Math.max(0, hit.threshold))}.`,
      ],
      holds: hit.stopped === host && hit.stored >= hit.threshold,
      look: { time: hit.start, shown: busy, view: "occupancy", port: VICTIM, link: "h0-sw0" },
    },
    {
      say: [
        `A PAUSE stops a class of a link, whoever's bytes it carries, and flow ${dt.flow(INNOCENT)}, is behind it with the rest.`,
        `${bytesText(dt.most("egress", RECEIVER))} is the most that ever waited for ${receiver}: this flow met no congestion at all, it is a victim.`,
      ],
      holds: dt.most("egress", RECEIVER) < FEW && hit.end > hit.start,
      look: {
        time: (hit.start + hit.end) / 2,
        shown: [burst, hit.end],
        view: "fabric",
        flow: INNOCENT,
        link: "h0-sw0",
        port: VICTIM,
      },
    },
    {
      say: [
        `From then to the end of the run it gets ${rateText(after)}, where it had ${rateText(before)}.`,
        `The link to ${receiver} was idle for ${timeText(dt.idle(RECEIVER, hit.start, end))} of these ${timeText(end - hit.start)}.`,
      ],
      holds: after < before / 2 && dt.idle(RECEIVER, hit.start, end) > (end - hit.start) / 2,
      look: { time: late, view: "goodput", flow: INNOCENT, port: VICTIM },
    },
    {
      say: [
        `It is stopped ${countText(others.length + 1)} times, for ${timeText(stopped)} of ${timeText(end)}.`,
        `Whenever it is let go, memory is nearly full, and the little that it sends is too much again.`,
      ],
      holds: others.length > 0 && stopped > end / 2 && others.every((one) => dt.pause(one).threshold < hit.stored),
      look: { time: hit.end, view: "raster", port: VICTIM, link: "h0-sw0" },
    },
    {
      say: [
        `Beside it the same traffic runs under SPFC, which looks for ports whose bytes leave as fast as they come, and lets these fill what is free.`,
        `At ${timeText(late)} the port of ${host} may store ${bytesText(victimT)}, that of ${began.stopped} ${bytesText(normalT)}.`,
      ],
      holds: victimT > normalT && spfc.at("ingress", VICTIM, late) < victimT,
      look: { time: late, view: "occupancy", port: VICTIM },
    },
    {
      say: [
        `There ${host} is stopped ${spfc.pauses(VICTIM).length === 0 ? "not once" : `${countText(spfc.pauses(VICTIM).length)} times`}, and flow ${INNOCENT} gets ${rateText(spfc.goodput(INNOCENT, hit.start, end))} instead of ${rateText(after)}.`,
        `The burst's hosts stand still for ${timeText(burstStopped(spfc))} each there and for ${timeText(burstStopped(dt))} here, so nobody has paid for it.`,
      ],
      holds:
        spfc.pauses(VICTIM).length === 0 &&
        spfc.goodput(INNOCENT, hit.start, end) > 2 * after &&
        Math.abs(burstStopped(spfc) / burstStopped(dt) - 1) < 0.01,
      look: { time: late, view: "goodput", flow: INNOCENT, port: VICTIM },
    },
  ];
}
