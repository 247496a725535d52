/**
 * Tests that a congestion policy may make every call of its view in every hook. A host sends two flows, so a call can
 * at once permit a packet of the other flow.
 */
import { expect, test } from "vitest";
import { dataUrl } from "../../batch/loader/data-url.ts";
import { runSync } from "./scenario-input.ts";
import { ownModules } from "./own-modules.ts";

const scenario = `until: done
limit: 20ms
topology: { kind: star, hosts: 3, rate: 10Gbps }
classes: { lossless: [1, 2], control: 0, default: 1 }
traffic:
  - kind: flows
    list: [{ from: h0, to: h2, size: 60KB }, { from: h0, to: h2, size: 60KB }, { from: h1, to: h2, size: 60KB }]
policies: { detection: { name: red, kmin: 5KB, kmax: 5KB } }
`;

const calls = [
  "view.setClass(flow, 1 + (n++ & 1))",
  "view.setWindow(flow, 4000 + (n++ & 7) * 1000)",
  "view.holdUntil(flow, view.now + (n++ & 3) * 100_000)",
  "view.setRate(flow, 1e9 * (1 + (n++ & 7)))",
  "view.changeRate(flow, 1e9 * (1 + (n++ & 7)))",
  // The flow of another host, which only policies with `whole` may set.
  "view.setWindow((flow + 1) % 3, 4000 + (n++ & 7) * 1000)",
];
const cases = [
  ...calls.map((call) => ["onSend(flow)", call]),
  ...["onStart(flow)", "onAck(flow)", "notifies: () => true, onCnp(flow)"].map((hook) => [hook, calls.join("; ")]),
];

test.each(cases)("%s { %s }", async (hook, call) => {
  const code = `export const about = "x", params = {};
export const create = (p, view) => {
  let n = 0;
  return { whole: true, onStart() {}, onAck() {}, ${hook} { ${call}; } };
};`;
  const url = dataUrl(`${code}\n//# sourceURL=file:///mine.ts\n`);
  const module = { name: "./mine.ts", url, sources: [{ path: "file:///mine.ts", text: code }] };
  const set = ["congestion=./mine.ts"];
  const { summary } = runSync(scenario, { own: await ownModules(scenario, [module], "a.yaml", set), set });
  expect(summary.ending).toBe("all flows are done");
});
