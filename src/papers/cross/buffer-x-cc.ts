/** cross/buffer-x-cc: every buffer scheme under every sender. The papers did not combine them. */
import { pairsFigure } from "./pairs.ts";
import { bufferNames, gridOf, senderNames } from "./roles.ts";

export const bufferXCc = pairsFigure({
  id: "cross/buffer-x-cc",
  title: "Buffer schemes under every congestion control",
  asks: "SPFC and DSH were shown over DCQCN, TIMELY and PowerTCP. Under which senders do they still gain, and is there a sender that makes them needless?",
  grid: gridOf(bufferNames, senderNames, ["ECMP"]),
  compared: { names: bufferNames, of: ({ buffer }) => buffer, title: "buffer scheme", base: "DT" },
  papers: ["SPFC", "DSH", "SPFC over DSH"],
});
