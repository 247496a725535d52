/** Tests the input of `xoff incident` in the forms in which engineers collect it, such as two switches in a file. */
import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder, type Ended } from "./xoff.ts";

const at = new Folder();

beforeAll(() => {
  build();
  cpSync(fileURLToPath(new URL("../../examples/operators", import.meta.url)), at.path, { recursive: true });
});
afterAll(() => {
  at.remove();
});

/** The output of `show pfc counters`, with counts of class 3 by port. Most columns are left out: the reader needs PFC0. */
function counters(name: string, rx: Record<string, number>, tx: Record<string, number> = {}): string {
  const table = (way: string, of: Record<string, number>): string =>
    [`${way.padStart(14)}    PFC0    PFC3`, "--------------  ------  ------"]
      .concat(Object.entries(of).map(([port, value]) => `${port.padStart(14)}       0  ${String(value).padStart(6)}`))
      .join("\n");
  return `admin@${name}:~$ show pfc counters\nLast cached time was 2025-03-25T14:21:24.683784\n${table("Port Rx", rx)}\n\n${table("Port Tx", tx)}\n`;
}

const STORM = counters("leaf0", { Ethernet0: 1200 }, { Ethernet16: 600 });
const CONFIGS = ["--config", "leaf0.json", "spine0.json"];

function incident(...args: string[]): Ended & { readonly first: string } {
  const ended = at.run("incident", ...args);
  return { ...ended, first: /^1\. .*/m.exec(ended.stdout)?.[0] ?? "" };
}

test("two switches in one file: a prompt begins the counters of its switch", () => {
  at.write("all.txt", STORM + counters("spine0", { Ethernet0: 600 }, { Ethernet8: 40 }));
  const { stdout, stderr, first: origin } = incident("all.txt", ...CONFIGS);
  expect(stderr).toBe("");
  expect(origin).toMatch(/^1\. server0's NIC: slow receiver, explains 100%/);
  expect(stdout).toContain("1,840 PFC frames paused 2 switch ports and 1 host.");
});

test("aliases of ports, and a switch with its domain", () => {
  at.write("alias.txt", STORM.replaceAll("Ethernet0", "Ethernet1/1").replace("leaf0", "leaf0.dc1.example"));
  const config = readFileSync(at.at("leaf0.json"), "utf8");
  at.write("alias.json", config.replace(/("PORT": \{\s*"Ethernet0": \{)/, '$1 "alias": "Ethernet1/1",'));
  expect(incident("alias.txt", "--config", "alias.json", "spine0.json").first).toContain("server0's NIC");
});

test("two files with samples of one switch are refused, since their difference counts", () => {
  at.write("before.txt", STORM);
  at.write("after.txt", STORM.replace("1200", "1300"));
  expect(incident("before.txt", "after.txt", ...CONFIGS)).toMatchObject({
    code: 2,
    stderr:
      'error: after.txt: expected counters that are not in before.txt, found Ethernet0 of "leaf0" in both. Append the samples of a switch to one file, the earlier one first.\n',
  });
});

test("names of another source: the message names the switch, one of its ports and what to give", () => {
  at.write("etp.txt", STORM.replaceAll(/Ethernet(\d+)/g, "etp$1"));
  expect(incident("etp.txt", ...CONFIGS).stderr).toBe(
    'error: etp.txt: expected ports of the fabric, such as Ethernet0 of leaf0, found "etp0" of "leaf0". Give the --config or --fabric that has the names of ports in this file.\n',
  );
});

test("gNMI by telegraf and a NIC by node_exporter: the switch and the class are in labels and names", () => {
  at.write(
    "metrics.txt",
    `# TYPE counters_SAI_PORT_STAT_PFC_3_RX_PKTS untyped
counters_SAI_PORT_STAT_PFC_3_RX_PKTS{source="leaf0",name="Ethernet0"} 1200
counters_SAI_PORT_STAT_PFC_3_TX_PKTS{source="leaf0",name="Ethernet16"} 600
sonic_queue_shared_watermark_bytes_total{instance="leaf0:9101",device="Ethernet0",queue="3"} 500000
sonic_queue_shared_watermark_bytes_total{instance="leaf0:9101",device="Ethernet0",queue="12"} 7
node_ethtool_tx_prio3_pause{instance="server0:9100",device="eth2"} 1210
# EOF
`,
  );
  const { stdout, stderr, first: origin } = incident("metrics.txt", ...CONFIGS);
  expect(stderr).toBe("warning: no counters of spine0. An origin next to them may be missed.\n");
  expect(origin).toContain("server0's NIC");
  expect(stdout).toContain("server0 sent 1,210 PFC frames to its switch.");
  expect(stdout).toContain("The backlog of leaf0-server0 reached 500 KB.");
});

test("OpenMetrics without PFC frames: the message says which names are read", () => {
  at.write("node.txt", `# TYPE node_load1 gauge\nnode_load1 0.2\n# EOF\n`);
  expect(incident("node.txt", ...CONFIGS).stderr).toBe(
    "error: node.txt: expected counters of PFC by port, such as SAI_PORT_STAT_PFC_3_RX_PKTS, found none. Write SONiC's show pfc counters to a file instead.\n",
  );
});
