/**
 * LINK_DOWN in cases that no reference run shows. They cover crashes of the simulator and rates of new paths. They also cover memory that
 * stays charged, and traces.
 */
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/formats/hpcc/config.ts";
import { parseFlows } from "../../src/formats/hpcc/flows.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import { TRACE_EVENT } from "../../src/formats/hpcc/tr.ts";
import { runNs3, setUpNs3, type Ns3Input } from "../../src/run/lab/lab.ts";
import { fctText } from "../../src/report/hpcc-outputs.ts";
import { expected, load } from "./cases.ts";

/**
 * Two hosts, each at its own switch. A link of 100 Gbps connects the two switches, and a path of 40 Gbps over a third
 * switch.
 */
const TOPOLOGY = `5 3 5
2 3 4
0 2 100Gbps 1us 0
1 3 100Gbps 1us 0
2 3 100Gbps 1us 0
2 4 40Gbps 1us 0
4 3 40Gbps 1us 0
`;
const CONFIG = `CC_MODE 0
ENABLE_QCN 0
HAS_WIN 0
L2_ACK_INTERVAL 1
L2_CHUNK_SIZE 4000
SIMULATOR_STOP_TIME 2.01
BUFFER_SIZE 4
`;

function input(flows: string, down: string): Ns3Input {
  const { config } = parseConfig(`${CONFIG}LINK_DOWN ${down}\n`, "config.txt");
  const topology = parseTopology(TOPOLOGY, "topology.txt");
  return { config, topology, flows: parseFlows(flows, "flow.txt", topology) };
}

const sum = (bytes: Float64Array = new Float64Array()): number => bytes.reduce((all, one) => all + one, 0);

const standalone = (text: string): number[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => Number(line.split(" ").at(-1)));

test("a link that goes down after the last completion changes nothing", () => {
  const run = runNs3({ ...load("R1"), config: { ...load("R1").config, linkDown: { us: 50_000, a: 0, b: 3 } } });
  expect(fctText(run)).toBe(expected("R1", "fct.txt"));
});

test("two nodes without a link lose none", () => {
  const run = runNs3({ ...load("R1"), config: { ...load("R1").config, linkDown: { us: 10, a: 0, b: 1 } } });
  expect(fctText(run)).toBe(expected("R1", "fct.txt"));
});

test("a flow that ends later counts with the rate of its new path, and with the round trip of its old one", () => {
  const bytes = 100_000 + 100 * 48;
  const rtt = 2 * 3000 + 3 * 80;
  const run = runNs3(input("2\n0 1 3 100 100000 2\n0 1 3 100 100000 2.0001\n", "50 2 3"));
  expect(standalone(fctText(run))).toEqual([rtt + (bytes * 8) / 100, rtt + (bytes * 8) / 40]);
});

describe("packets queued at the ports of the link are dropped", () => {
  /** At 40 of 100 Gbps, a queue grows before the link to switch 4. Then this link fails. */
  const toSwitch4 = (): Ns3Input => {
    const { topology, ...others } = input("1\n0 1 3 100 300000 2\n", "15 2 4");
    return {
      ...others,
      topology: { ...topology, links: topology.links.filter((link) => link.a !== 2 || link.b !== 3) },
    };
  };

  test("without another path the simulator crashes, and xoff names the flow", () => {
    expect(() => runNs3(toSwitch4())).toThrow(
      'LINK_DOWN: expected a path from host 0 to host 1 at 2.000015 s, when a flow needs one, got "15 2 4". Remove the flow, or take down another link, since the simulator crashes there.',
    );
  });

  test("its bytes stay charged to memory, and the queue monitor counts them", () => {
    const { config, ...others } = load("R8_linkdown_dcqcn");
    const setup = setUpNs3(
      { ...others, config: { ...config, qlenMonStartNs: 2_000_300_100, qlenMonEndNs: 2_000_300_100 } },
      { queueDumpNs: 100 },
    );
    const { network, queues } = setup;
    network.run(2.00031e12);
    const { stillCharged, portBase, peer, node } = network.fabric;
    const left = sum(stillCharged?.egress);
    expect(left).toBeGreaterThan(0);
    expect(sum(stillCharged?.ingress)).toBe(left);
    const [dump] = queues?.take() ?? [];
    const down = [32, 36].map((at) => {
      for (let port = portBase[at]; ; port++)
        if (node[peer[port]] === 68 - at) return { node: at, port: port - portBase[at] + 1 };
    });
    const counts = down.map((end) => dump.ports.find((one) => one.node === end.node && one.port === end.port)?.counts);
    expect(counts.some((one) => (one?.length ?? 0) > 1)).toBe(true);
  });

  test("a trace of its ends shows each dropped packet: queued ones at that moment, the others on arrival", () => {
    const { trace, network } = runNs3(load("R8_linkdown_dcqcn"), { traced: [32, 36] });
    const times: number[] = [];
    trace?.take((chunk) => {
      for (let k = 0; k < chunk.count; k++) if (chunk.seen[k] >= TRACE_EVENT.drop) times.push(chunk.timeNs[k]);
    });
    const [cause] = [network.fabric.ledger.droppedPackets[3]];
    expect(times).toHaveLength(cause);
    expect(times.filter((time) => time === 2_000_300_000).length).toBeGreaterThan(0);
    expect(times.filter((time) => time > 2_000_300_000).length).toBeGreaterThan(0);
    expect(Math.max(...times)).toBeLessThanOrEqual(2_000_301_100);
  });
});
