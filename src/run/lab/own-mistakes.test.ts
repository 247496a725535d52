/**
 * Tests errors in user code that must end the run without results, each with its message. The code defines policies,
 * topologies and kinds of traffic. Tests of line numbers need code in a file (`test/cli/own-policy.test.ts`).
 */
import { expect, test } from "vitest";
import { dataUrl } from "../../batch/loader/data-url.ts";
import { blamedOn } from "./policy-error.ts";
import { runSync } from "./scenario-input.ts";
import { ownModules } from "./own-modules.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

const scenario = `until: 20us
topology: { kind: star, hosts: 3, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
`;

/** The error message of a run. Its scenario refers at `setting` to the file bad.ts, which has this code. */
async function said(setting: string, code: string, more: readonly string[] = []): Promise<string> {
  const href = "file:///bad.ts";
  const url = dataUrl(`export const about = "x", params = {};\n${code}\n//# sourceURL=${href}\n`);
  const module = { name: "./bad.ts", url, sources: [{ path: href, text: code }] };
  const set = [setting, ...more];
  const own = await ownModules(scenario, [module], "a.yaml", set);
  try {
    runSync(scenario, { own, set });
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
}

const create = (...hooks: string[]): string =>
  `export const create = (p, view) => ({ onStart() {}, onAck() {},\n${hooks.join("\n")}\n});`;

test.each([
  [
    "throws what is no error",
    "onAck() { throw 'boom'; }",
    /^bad\.ts: expected a thrown Error, got "boom".*flow 0, h0 -> h1\)$/,
  ],
  ["throws nothing", "onAck() { throw undefined; }", /got undefined/],
  ["sets a text", "onAck(flow) { view.setRate(flow, '1e9'); }", /setRate: expected a rate .*, got "1e9"/],
  [
    "means a flow that there is not",
    "onAck() { view.setWindow(7, 1e4); }",
    /setWindow: expected the number of a flow, 0 to 0, got 7/,
  ],
  ["means half a flow", "onAck(flow) { view.holdUntil(0.5, 1); }", /holdUntil: expected the number of a flow/],
  [
    "arms a timer of nobody",
    "t: view.timer(() => {}), onAck() { this.t.arm(9, 1e9); }",
    /arm: expected a flow, port or queue from 0 to 0, got 9/,
  ],
  [
    "arms one for ever",
    "t: view.timer(() => {}), onAck(flow) { this.t.arm(flow, Infinity); }",
    /arm: expected a time from now on .*, got Infinity/,
  ],
  [
    "is async",
    "async onAck() { await 0; }",
    /create: expected onAck to do all it does before it returns, got an async function/,
  ],
  ["is a generator", "*onAck() {}", /got a generator/],
  ["names a hook that nobody calls", "onAkc() {}", /create: expected hooks that are called, .*, got onAkc/],
  ["misspells one", "notifes: () => true", /got notifes\. Did you mean "notifies"\?/],
])("a congestion control that %s", async (_what, hook, message) => {
  expect(await said("congestion=./bad.ts", create(hook))).toMatch(message);
});

test("a policy may have functions of its own, and be of a class", async () => {
  const kind = "class Mine { #n = 0; onStart() { this.count(); } onAck() {} count() { this.#n++; } }";
  expect(await said("congestion=./bad.ts", `${kind}\nexport const create = () => new Mine();`)).toBe("nothing");
});

test.each([
  [
    "delivers what is no number",
    "onData(flow) { view.deliver(flow, NaN); }",
    /deliver: expected whole bytes, 0 or more, got NaN/,
  ],
  [
    "delivers more than the flow has",
    "onData(flow, _packet, _seq, bytes) { view.deliver(flow, 2e6); }",
    /deliver: expected 1000000 bytes of the flow at most, got 2000000/,
  ],
  [
    "sends bytes that the flow does not have",
    "onData() { view.send(0, 1e6, 1, 3, 0); }",
    /send: expected whole bytes of the flow, 0 to 1000000/,
  ],
])("a transport that %s", async (_what, hook, message) => {
  const code = `export const role = "transport";
export const create = (p, view) => ({ onStart(flow) { view.send(flow, 0, 1000, 3, 0); }, ${hook} });`;
  const traffic = "traffic=[{kind: flows, list: [{from: h0, to: h1, size: 1MB}]}]";
  expect(await said("transport=./bad.ts", code, [traffic])).toMatch(message);
});

test.each([
  ["words", "[./bad.ts, int]", "view.words(1);", /got "int"/],
  ["words after those of int", "[int, ./bad.ts]", "view.words(1);", /got "\.\/bad\.ts"/],
  ["stamp", "[./bad.ts, int]", "hooks.stamp = () => {};", /got "int"/],
])("two detection policies that stamp, by %s, are refused with their place", async (_what, list, act, place) => {
  const code = `export const gives = [];\nexport const create = (p, view) => { const hooks = {}; ${act} return hooks; };`;
  const message = await said(`detection=${list}`, code, ["congestion=hpcc"]);
  expect(message).toMatch(/policies\.detection\[1\]: expected at most one policy that stamps packets/);
  expect(message).toMatch(place);
});

test("a detection policy asks for words once", async () => {
  const code = "export const create = (p, view) => { view.words(1); view.words(1); return {}; };";
  expect(await said("detection=./bad.ts", code)).toMatch(/words: expected one call in create/);
});

test("an error of a module without a file, as in a page, has the name and line of its code", () => {
  const error = new Error("boom");
  error.stack = "Error: boom\n    at Object.onAck (my-cc.ts:4:8)\n    at run (https://host/assets/worker-1.js:1:9)";
  const sources = [{ path: "my-cc.ts", text: "", href: "my-cc.ts" }];
  const module = {
    role: "congestion",
    name: "./my-cc.ts",
    file: "my-cc.ts",
    hash: "",
    sources,
  } as unknown as ModuleFile;
  expect((blamedOn(error, [module]) as Error).message).toBe("my-cc.ts:4: onAck: boom");
});

test("a create that is async", async () => {
  expect(await said("congestion=./bad.ts", "export async function create() { return {}; }")).toMatch(/got a promise/);
});

const jam = [
  "traffic=[{kind: incast, fanIn: 2, to: h0, size: 1MB}]",
  "switch={memory: 200KB}",
  "until=300us",
  "congestion=none",
];

test.each([
  ["link", "pause(port) { view.emit(99, 64, 0, 8, new Int32Array(8)); }", /emit: expected a port, 0 to 5, got 99/],
  [
    "link",
    "pause(port) { view.emit(port, 0.5, 0, 8, new Int32Array(8)); }",
    /emit: expected a frame size in whole bytes, above 0, got 0\.5/,
  ],
  ["link", "pause(port) { view.stop(port, 0, 256); }", /stop: expected a bit mask of classes, 0 to 255, got 256/],
  ["link", "pause() {}", /policies\.link: expected a policy that pauses senders in time.*/],
  [
    "headroom",
    "reserved: new Float64Array(1)",
    /create: expected reserved to be a Float64Array with the bytes of each of 4 nodes, got one of 1$/,
  ],
])("a policy of %s with %s", async (role, hook, message) => {
  const others = { link: "resume() {}, onFrame() {},", headroom: "place: () => 0, pauses: () => 0, resumes: () => 0," }[
    role
  ];
  const code = `export const create = (p, view) => ({ ${others ?? ""} ${hook} });`;
  expect(await said(`${role}=./bad.ts`, code, jam)).toMatch(message);
});

test.each([
  ["buffer", "admits", "threshold: () => 1e6,"],
  ["link", "maySend", "pause() {}, resume() {}, onFrame() {},"],
  ["congestion", "notifies", "onStart() {}, onAck() {},"],
])("a policy of %s whose hook %s returns 1 in place of true", async (role, hook, others) => {
  const code = `export const create = () => ({ ${others} ${hook}: () => 1 });`;
  const set = role === "congestion" ? [...jam.filter((one) => !one.startsWith("congestion")), "detection=red"] : jam;
  expect(await said(`${role}=./bad.ts`, code, set)).toMatch(new RegExp(`${hook}: expected true or false, got 1`));
});

test("a congestion policy whose hook isAtRest returns 1 in place of true, with fast-forward", async () => {
  const code =
    "export const steady = true; export const create = () => ({ onStart() {}, onAck() {}, isAtRest: () => 1 });";
  const traffic = "traffic=[{ kind: flows, list: [{ from: h0, to: h1, size: 20MB }] }]";
  const set = [traffic, "fastForward=true", "until=done", "limit=50ms"];
  expect(await said("congestion=./bad.ts", code, set)).toMatch(/isAtRest: expected true or false, got 1/);
});

const star = `{ names: ["h0", "h1", "s"], isSwitch: [false, false, true], links: [
  { a: 0, b: 2, rate: 1e10, delay: 1e6 }, { a: 1, b: 2, rate: 1e10, delay: 1e6 }] }`;

test.each([
  ["undefined", "undefined", "a wiring with names, isSwitch and links, got nothing"],
  ["isSwitch: [false, false, true]", "isSwitch: [false]", "isSwitch to say it of each of 3 names, got 1 values"],
  [
    "isSwitch: [false, false, true]",
    "isSwitch: [true, false, false]",
    'hosts to have the lowest numbers, got host "s" after switch "h0"',
  ],
  ['"h1"', '"h0"', 'each node to have a unique name, got a second "h0"'],
  ["a: 0", "a: 7", "links[0].a to be a node, 0 to 2, got 7"],
  ["b: 2", "b: 0", "links[0].b to be a node other than a, got 0"],
  ["rate: 1e10", 'rate: "10Gbps"', 'links[0].rate to be above 0, bit/s, got "10Gbps"'],
  ["delay: 1e6", "delay: 0.5", "links[0].delay to be whole picoseconds, 0 or more, got 0.5"],
  ["delay: 1e6", "delay: 1e6, failsAt: NaN", "links[0].failsAt to be a time of whole picoseconds, got NaN"],
  ["delay: 1e6", "delay: 1e6, bitErrorRate: 2", "links[0].bitErrorRate to be a share, 0 to 1, got 2"],
])("a wiring with %s as %s is told of; without it runs", async (from, to, message) => {
  const made = from === "undefined" ? to : star.replace(from, to);
  const ran = await said("topology={kind: ./bad.ts}", `export const create = () => (${made});`);
  expect(ran).toBe(`bad.ts: create: expected ${message}`);
  if (from === '"h1"')
    expect(await said("topology={kind: ./bad.ts}", `export const create = () => (${star});`)).toBe("nothing");
});

const flow = "{ source: 0, destination: 1, bytes: 1000, start: 0, cls: p.cls }";

test.each([
  ["source: 0", "source: 3", "flows[0].source to be the number of a host, got 3"],
  ["destination: 1", "destination: 0", "flows[0].destination to be a host that is not the source, got 0"],
  ["bytes: 1000", "bytes: 0.5", "flows[0].bytes to be a whole number, 1 or more, or Infinity, got 0.5"],
  ["start: 0", "start: -1", "flows[0].start to be a time of whole picoseconds, 0 or more, got -1"],
  ["cls: p.cls", "cls: 9", "flows[0].cls to be the class that it was given, 3, got 9"],
])("a plan with %s as %s is told of; without it runs", async (from, to, message) => {
  const planned = (one: string): string => `export const create = (p) => ({ flows: [${one}], trains: [] });`;
  expect(await said("traffic=[{kind: ./bad.ts}]", planned(flow.replace(from, to)))).toBe(
    `bad.ts: create: expected ${message}`,
  );
  if (from === "source: 0") expect(await said("traffic=[{kind: ./bad.ts}]", planned(flow))).toBe("nothing");
});

test("what is no plan", async () => {
  const made = (plan: string) => said("traffic=[{kind: ./bad.ts}]", `export const create = () => (${plan});`);
  expect(await made("{ flows: [] }")).toMatch(
    /expected a plan: \{ flows: \[\.\.\.\], trains: \[\.\.\.\] \}, got an object with flows$/,
  );
  expect(await made("{ flows: [], trains: [3] }")).toMatch(
    /expected trains\[0\]\.source to be the number of a host, got nothing$/,
  );
});
