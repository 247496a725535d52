/** acc/fig4: milder congestion, N = 10. */
import { atLeast, atMost, below, order } from "../../entry/experiment.ts";
import { blockedFlow, kb, us, type Blocked } from "./blocked-flow.ts";

const blocked = (row: Blocked): number => row.blocked;

export const fig4 = blockedFlow({
  id: "acc/fig4",
  title: "Head-of-line blocking at P3, N = 10: what stopping the congested flow is worth",
  asks: "As acc/fig3 with bursts of 10 hosts: can a stop of the congested flow spare the innocent one altogether?",
  bursts: 10,
  schemes: ["DCQCN", "ideal stop, then PC rate"],
  claims: (of, all) => [
    order(
      { id: "dcqcn-blocks", claim: "Under DCQCN F0 is blocked", paper: "blocked for a short time" },
      atLeast(of("DCQCN", blocked), 2, us),
      all,
    ),
    order(
      {
        id: "f0-above-f1",
        claim: "Under DCQCN more of F0 stands at P3 at most than of F1",
        paper: "the queue occupancy of F0 is even much larger than F1's",
      },
      below(
        { ...of("DCQCN", ({ mostF1 }) => mostF1), name: "F1" },
        { ...of("DCQCN", ({ most }) => most), name: "F0" },
        kb,
      ),
    ),
    order(
      {
        id: "blocking-vanishes",
        claim: "When F1 stops for long enough and goes on at PC rate, F0 is not blocked",
        paper: "HoL blocking can even be eliminated",
        note: "The limit case: P4 serves in order of arrival, so at C / (N + 1) F1 comes to hold there, after 0.5 ms, what each bursting host does, and these stand at X_OFF. From then until the bursts end it stops P3 again and again, a few microseconds each time.",
        tried:
          "Ports that serve in turn (service=ingress): not blocked at all. In order of arrival 76 to 126 us under every DCQCN and start of the bursts.",
      },
      atMost(of("ideal stop, then PC rate", blocked), 0, us),
    ),
  ],
});
