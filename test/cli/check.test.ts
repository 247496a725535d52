/** Tests the command `xoff check`: scenarios with and without a possible deadlock, and errors of scenarios. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder } from "./xoff.ts";

let at: Folder;
/** A setting with which a few long flows in a short run do not overload the network. */
const slow = ["--set", "traffic.0.load=0.1"];
const fail = ["--set", "topology.fail=[leaf3-spine0, leaf0-spine1]"];

beforeAll(() => {
  build();
  at = new Folder();
  at.write(
    "fabric.yaml",
    `until: 1ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 16, delay: 2us }
traffic: [{ kind: poisson, cdf: fb-hadoop-hpcc, load: 0.5 }]
`,
  );
});
afterAll(() => {
  at.remove();
});

test("a fabric without warnings: its memory, the offered load of links, the cost of a run, and that it cannot deadlock", () => {
  const { code, stdout, stderr } = at.run("check", "fabric.yaml", ...slow, "--strict");
  expect([code, stderr]).toEqual([0, ""]);
  const paragraphs = stdout.split("\n\n");
  const [cost] = paragraphs.splice(4, 1); // the estimated time depends on the machine
  expect(paragraphs.join("\n\n")).toBe(`fabric.yaml: no mistake found. 64 hosts, 6 switches.

memory of a switch, MB  ports  shared  headroom  private  in all
leaf0 and 3 like it        18   15.77      1.01        0   16.78
spine0 and 1 like it        4   16.55    0.2245        0   16.78

headroom of a lossless queue, KB  switch ports   kept  may follow a PAUSE
100 Gbps, 2 us                              80  56.11               56.11

Offered load while traffic arrives, headers included: 0.75 leaf0 to spine0, 0.75
leaf0 to spine1, 0.75 leaf1 to spine0. Paths share it evenly. Flows without an
end are left out.

No circle of queues in lossless class 3: its routes cannot deadlock. All
shortest paths between all hosts count, even between hosts without traffic in
this scenario.
`);
  expect(cost.replaceAll("\n", " ")).toMatch(
    /^A run takes about [\d.]+ (ms|s|min) in one thread on this machine: about 400,000 packet-hops, 88 MB of memory\.$/,
  );
});

test("--json has the cost of a run", () => {
  const { run } = JSON.parse(at.run("check", "fabric.yaml", ...slow, "--json").stdout) as {
    run: Record<string, number>;
  };
  expect(Object.keys(run)).toEqual(["packet_hops", "ends_ps", "memory_bytes", "seconds", "threads"]);
  expect(run["packet_hops"]).toBeCloseTo(4e5, -4);
  expect(Object.values(run).every((value) => value > 0)).toBe(true);
});

test("unread lines of a file are warnings of check, --strict and --json; sweep plan reports them once", () => {
  at.write("links.txt", "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n0 1 100Gbps 1us 0\n");
  at.write(
    "links.yaml",
    "until: 100us\ntopology: { kind: file, path: links.txt }\ntraffic: [{ kind: long-lived, from: h0, to: h1 }]\n",
  );
  const message = "links.txt:5: not read, as in the simulator: line 1 counts 2 links.";
  const { code, stdout, stderr } = at.run("check", "links.yaml");
  expect([code, stderr]).toEqual([0, `warning: ${message}\n`]);
  expect(stdout).toContain("no mistake found, 1 warning.");
  expect(at.run("check", "links.yaml", "--strict").code).toBe(2);
  const told = JSON.parse(at.run("check", "links.yaml", "--json").stdout) as { warnings: object[] };
  expect(told.warnings).toEqual([{ about: "file", path: "", message }]);
  const plan = at.run("sweep", "plan", "links.yaml", "--vary", "buffer=st,dt", "--out", "links");
  expect(plan.stderr.match(/^warning: /gm)).toHaveLength(1);
});

test("sweep plan prints the total cost of its runs", () => {
  const args = ["fabric.yaml", ...slow, "--vary", "buffer=dt,st", "--seeds", "5", "--out", "s"];
  const { code, stderr } = at.runWhole("sweep", "plan", ...args);
  expect(code).toBe(0);
  // Ten runs of some 400,000 packet-hops. The number of runs in parallel depends on the machine.
  expect(stderr).toMatch(
    /^s: 2 points x 5 seeds, 10 runs\.\n10 runs take about [\d.]+ (ms|s|min), .*, on this machine: about (3\.[5-9]|4|4\.[0-5]) million packet-hops, .* of memory\.\n/,
  );
});

test.each([
  [
    "no headroom",
    ["headroom.size=0"],
    /^warning: --set headroom\.size=0: policies\.headroom\.size: expected 56\.11 KB or more .* at leaf0's port to h0 and 79 like it \(100 Gbps, 2 us\), got 0\n$/,
  ],
  [
    "headroom by equation 1, which short links need more than",
    ["headroom.rule=equation-1", "topology.delay=0s"],
    /expected \d\.\d+ KB or more for each lossless queue/,
  ],
  [
    "nobody to stop senders",
    ["link=none"],
    /^warning: --set link=none: policies\.link: expected a policy that pauses senders of lossless classes, got "none"\n$/,
  ],
  [
    "PAUSEs that run out",
    ["link.repeat=packet"],
    /policies\.link\.repeat: expected timer, to lose no packet, got "packet"/,
  ],
  [
    "ECN above XOFF",
    ["buffer={name: st, xoff: 100KB}", "congestion=dcqcn"],
    /policies\.detection: expected marking below .* KB, where PFC pauses 3 senders to one output of leaf0, got "400 KB at leaf0's port to /,
  ],
  [
    "ECN above the memory",
    ["detection={name: red, kmin: 20MB, kmax: 30MB}", "congestion=dcqcn"],
    /policies\.detection: expected marking below the memory of leaf0, 16 MiB/,
  ],
  [
    "XOFF above the memory",
    ["buffer={name: st, xoff: 20MB}"],
    /policies\.buffer: expected a threshold of at most 15\.77 MB, which queues of leaf0 share/,
  ],
  [
    "too much traffic",
    ["topology.uplinkRate=25Gbps"],
    /traffic: expected a load of at most 1 on each link, got 3\.\d.* Offered load over the run is 3\.[\d.]+ from leaf0 to spine0/,
  ],
  [
    "a circle",
    ["topology.fail=[leaf3-spine0, leaf0-spine1]"],
    /topology: expected routes without a circle of waiting queues, got "2 circles"\. leaf1 to spine0 -> /,
  ],
])("%s: a warning, which --strict makes an error", (_, settings, message) => {
  const { code, stderr } = at.run(
    "check",
    "fabric.yaml",
    ...slow,
    ...settings.flatMap((one) => ["--set", one]),
    "--strict",
  );
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test("an unchanged starter is overloaded on purpose and gives no warning; a changed one does", () => {
  at.run("new", "v.yaml", "--from", "victim");
  expect(at.run("check", "v.yaml")).toMatchObject({ code: 0, stderr: "" });
  expect(at.run("check", "v.yaml", "--set", "seed=2").stderr).toMatch(/^warning: .*Offered load/);
});

test("with onDrop: count, too little headroom is in the table, but no warning", () => {
  const { stderr, stdout } = at.run(
    "check",
    "fabric.yaml",
    ...slow,
    "--set",
    "headroom.size=1KB",
    "--set",
    "onDrop=count",
  );
  expect(stderr).toBe("");
  expect(stdout).toMatch(/\n100 Gbps, 2 us +80 +1 +56\.11\n/);
});

test("a drop that ends the run is an error of the scenario, with its place: never exit code 70", () => {
  at.write(
    "lossy.yaml",
    `until: 100us
topology: { kind: star, hosts: 8 }
switch: { memory: 100KB }
traffic: [{ kind: incast, to: h0, size: 1MB }]
policies: { headroom: { name: sih, size: 0 } }
`,
  );
  const { code, stdout, stderr } = at.run("run", "lossy.yaml", "--out", "lossy");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(
    /^error: lossy\.yaml:5:42: policies\.headroom\.size: expected 31\.58 KB or more .* At [\d.]+ us sw0 lost a packet from h\d, of a lossless class; with onDrop: count the run continues\.\n$/,
  );
  expect(at.run("compare", "lossy.yaml", "--seeds", "2").code).toBe(2);
  expect(at.run("run", "lossy.yaml", "--set", "headroom=none", "--set", "link=none").code).toBe(2);
  expect(at.names()).not.toContain("lossy");
});

test("several errors have one line each", () => {
  at.write(
    "wrong.yaml",
    "until: 1\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: incast, to: h9 }, { kind: incast, load: x }]\n",
  );
  for (const command of ["check", "run"]) {
    const { code, stderr } = at.run(command, "wrong.yaml");
    expect(code).toBe(2);
    expect(stderr.split("\n").map((line) => line.slice(0, 25))).toEqual([
      "error: wrong.yaml:1:8: un",
      "error: wrong.yaml:3:59: t",
      "error: wrong.yaml:3:31: t",
      "",
    ]);
  }
});

test("a fabric that can deadlock: each circle in words, in lines of 80 characters; with --json as lists; it is no error", () => {
  const { code, stdout } = at.run("check", "fabric.yaml", ...fail);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /where 2 circles of queues can wait\s+for each other when full:\n\n {2}1\. leaf1 to spine0 -> /,
  );
  expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  const { scenario, lossless, cycles } = JSON.parse(at.run("check", "fabric.yaml", ...fail, "--json").stdout) as {
    scenario: string;
    lossless: number[];
    cycles: string[][];
  };
  expect([scenario, lossless]).toEqual(["fabric", [3]]);
  expect(cycles[1]).toEqual(["leaf1 to spine1", "spine1 to leaf2", "leaf2 to spine0", "spine0 to leaf1"]);
});

test("without a lossless class no port is paused", () => {
  const { stdout } = at.run("check", "fabric.yaml", ...fail, "--set", "classes.lossless=[]");
  expect(stdout).toContain("no deadlock is possible");
  expect(
    JSON.parse(at.run("check", "fabric.yaml", ...fail, "--set", "classes.lossless=[]", "--json").stdout),
  ).toMatchObject({ cycles: [] });
});

test.each([
  [["fabric.yaml", "--set", "buffer=td"], /^error: --set buffer=td: .* Did you mean "dt"\?\n$/],
  [["fabric.yaml", "--set", "switch.memory=1KB"], /^error: .*expected more than .* for the 18 ports of leaf0/],
  [
    ["fabrik.yaml"],
    /^error: fabrik\.yaml: expected a scenario file, found no such file\. Did you mean "fabric\.yaml"\?\n$/,
  ],
])("%s: an error, exit code 2", (args, message) => {
  const { code, stdout, stderr } = at.run("check", ...args);
  expect(stderr).toMatch(message);
  expect([code, stdout]).toEqual([2, ""]);
});

test("errors found when the network is built: memory, the control class used for data, an unknown flow", () => {
  at.write(
    "many.yaml",
    `until: 1ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2 }
switch: { memory: 20KB }
policies:
  scheduling: { name: dwrr, classes: [{ class: 0, quantum: 2KB }] }
  congestion: { name: scripted, flows: [{ flow: 99, at: 1us }] }
traffic: [{ kind: incast, to: h0, size: 64KB }]
`,
  );
  const { code, stderr } = at.run("check", "many.yaml");
  expect(code).toBe(2);
  const places = stderr.match(/many\.yaml:\d+:\d+: [^:]+/g);
  expect(places?.map((one) => one.replace(/.*: /, ""))).toEqual([
    "policies.scheduling.classes[0].class",
    "policies.congestion.flows[0].flow",
    "switch.memory",
  ]);
});
