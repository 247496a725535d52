/** cross/buffer-x-cc: every buffer scheme under every sender. The papers did not combine them. */
import { pairsFigure } from "./pairs.ts";
import { bufferNames, gridOf, senderNames } from "./roles.ts";

export const bufferXCc = pairsFigure({
  id: "cross/buffer-x-cc",
  title: "Buffer schemes under every congestion control",
  asks: "The papers of SPFC and DSH use DCQCN, TIMELY and PowerTCP. Under which senders do they still improve completion times, and under which have they no effect?",
  grid: gridOf(bufferNames, senderNames, ["ECMP"]),
  compared: { names: bufferNames, of: ({ buffer }) => buffer, title: "buffer scheme", base: "DT" },
  papers: ["SPFC", "DSH", "SPFC over DSH"],
});
