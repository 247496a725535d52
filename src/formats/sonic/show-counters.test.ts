import { expect, test } from "vitest";
import { shownCounters } from "./show-counters.ts";

const classes = (...values: number[]): number[] => values;

const PFC = (rx: string): string => `admin@leaf0:~$ show pfc counters
  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0  ${rx.padStart(6)}       4       0       0       0
Ethernet4     N/A     N/A     N/A     N/A     N/A     N/A     N/A     N/A

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0       7       0       0       0       0
`;

test("PFC frames by class, with thousands; a port without counters has none", () => {
  const [{ node, ports }] = shownCounters(PFC("1,200"), "x.txt");
  expect(node).toBe("leaf0");
  expect([...ports]).toEqual([
    ["Ethernet0", { rxPfc: classes(0, 0, 0, 1200, 4, 0, 0, 0), txPfc: classes(0, 0, 0, 7, 0, 0, 0, 0) }],
  ]);
});

test("two samples: the difference counts, or the last one if it was cleared between", () => {
  const rx = (first: string, last: string) =>
    shownCounters(PFC(first) + PFC(last), "x.txt")[0].ports.get("Ethernet0")?.rxPfc?.[3];
  expect(rx("1,200", "1,250")).toBe(50);
  expect(rx("1,200", "30")).toBe(30);
});

test("the history of later versions has us: 1,430,570 us are 1.43 s", () => {
  const [{ ports }] = shownCounters(
    `     Port    Priority    RX Pause Transitions    Total RX Pause Time US    Recent RX Pause Time US    Recent RX Pause Timestamp
---------  ----------  ----------------------  ------------------------  -------------------------  ---------------------------
Ethernet0        PFC3                       6                 1,430,570                    527,739   03/25/2025, 17:22:37.982800
`,
    "x.txt",
  );
  expect(ports.get("Ethernet0")?.rxPauseSeconds).toEqual(classes(0, 0, 0, 1.43057, 0, 0, 0, 0));
});

test("the history has a row for each class, and a blank line between ports", () => {
  const [{ ports }] = shownCounters(
    `     Port    Priority    RX Pause Transitions    Total RX Pause Time MS    Recent RX Pause Time MS    Recent RX Pause Timestamp
---------  ----------  ----------------------  ------------------------  -------------------------  ---------------------------
Ethernet0        PFC3                      12                    12,000                      1,200         01/10/2008, 21:20:00
Ethernet0        PFC4                       1                        20                         20         01/10/2008, 21:20:00

Ethernet4        PFC3                       2                         4                          2         01/10/2008, 21:20:00
`,
    "x.txt",
  );
  expect(ports.get("Ethernet0")).toEqual({
    rxPauseTransitions: classes(0, 0, 0, 12, 1, 0, 0, 0),
    rxPauseSeconds: classes(0, 0, 0, 12, 0.02, 0, 0, 0),
  });
  expect(ports.get("Ethernet4")?.rxPauseSeconds?.[3]).toBe(0.004);
});

test("watermarks, interface counters, flaps and the watchdog in one text", () => {
  const [{ ports }] = shownCounters(
    `Egress shared pool occupancy per unicast queue:
     Port     UC0    UC1    UC2      UC3    UC4    UC5    UC6    UC7
---------  ------  -----  -----  -------  -----  -----  -----  -----
Ethernet0  10,000      0      0  500,000      0      0      0      0

    IFACE    STATE    RX_OK        RX_BPS    RX_UTIL    RX_ERR    RX_DRP    RX_OVR    TX_OK        TX_BPS    TX_UTIL    TX_ERR    TX_DRP    TX_OVR
---------  -------  -------  ------------  ---------  --------  --------  --------  -------  ------------  ---------  --------  --------  --------
Ethernet0        D        8  2000.00 MB/s     64.00%        10     1,000       N/A       10  1500.00 MB/s     48.00%       N/A        3       N/A

Interface    Flap Count    Admin    Oper    Link Down TimeStamp(UTC)    Link Up TimeStamp(UTC)
-----------  ------------  -------  ------  --------------------------  ------------------------
Ethernet0    5             Up       Up      Sat Jan 17 00:04:42 2025    Sat Jan 18 00:08:42 2025
Ethernet4    Never         Up       Up      Never                       Never

      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP    TX LAST OK/DROP    RX LAST OK/DROP
-----------  -----------  -------------------------  ------------  ------------  -----------------  -----------------
Ethernet0:3      stormed                        3/2       100/300       100/300              0/200              0/200
`,
    "x.txt",
  );
  expect(ports.get("Ethernet0")).toEqual({
    queuePeak: classes(10e3, 0, 0, 500e3, 0, 0, 0, 0),
    ...{ rxErrors: 10, rxDrops: 1000, txPackets: 10, txDrops: 3, isDown: true, earlierFlaps: 5 },
    storms: classes(0, 0, 0, 3, 0, 0, 0, 0),
  });
  expect(ports.get("Ethernet4")).toEqual({ earlierFlaps: 0 });
});

test("names of ports need not end with a number; the next command follows without a blank line", () => {
  const [{ ports }] = shownCounters(
    `   Port Rx    PFC0    PFC1
----------  ------  ------
leaf0-disk       3       0
admin@leaf0:~$ show interfaces flap
 Interface    Flap Count
----------  ------------
leaf0-disk             2
`,
    "x.txt",
  );
  expect([...ports]).toEqual([["leaf0-disk", { rxPfc: classes(3, 0, 0, 0, 0, 0, 0, 0), earlierFlaps: 2 }]]);
});

const watermark = (peak: number): string => `Egress shared pool occupancy per all queues:
     Port    ALL3    ALL4    ALL12
---------  ------  ------  -------
Ethernet0  ${String(peak).padStart(6)}       5        9
`;

test("queues without a config have no column, and queues above 7 have no class", () => {
  const [{ ports }] = shownCounters(watermark(700), "x.txt");
  expect(ports.get("Ethernet0")).toEqual({ queuePeak: classes(0, 0, 0, 700, 5, 0, 0, 0) });
});

test("a watermark from before the incident does not count, also if the switch cleared it since", () => {
  const peak = (...samples: number[]): number | undefined =>
    shownCounters(samples.map(watermark).join("\n"), "x.txt")[0].ports.get("Ethernet0")?.queuePeak?.[3];
  expect(peak(9000, 400)).toBe(400);
  expect(peak(300, 700, 500)).toBe(700);
});

test("failures of a link: two samples give those of the incident, one sample has an unknown time", () => {
  const flaps = (...samples: string[]): unknown =>
    shownCounters(
      samples.map((of) => `Interface    Flap Count\n-----------  ------------\nEthernet0    ${of}\n`).join("\n"),
      "x.txt",
    )[0].ports.get("Ethernet0");
  expect(flaps("5", "7")).toEqual({ flaps: 2 });
  expect(flaps("5")).toEqual({ earlierFlaps: 5 });
});

test("dropped packets by priority group; other tables of priority groups have other titles", () => {
  const table = (title: string): string => `${title}
     Port    PG0    PG3
---------  -----  -----
Ethernet0      1    407
`;
  const [{ ports }] = shownCounters(table("Ingress PG dropped packets:") + table("Ingress headroom per PG:"), "x.txt");
  expect(ports.get("Ethernet0")).toEqual({ rxClassDrops: classes(1, 0, 0, 407, 0, 0, 0, 0) });
});

test("several switches in one text; the time of the cache is no row of a table", () => {
  const [leaf0, leaf1, ...others] = shownCounters(
    PFC("9").replace("\n", "\nLast cached time was 2025-03-25T14:21:24.683784\n") +
      "Last cached time was 2025-03-25T14:21:24.683784\n" +
      PFC("8").replace("leaf0", "leaf1"),
    "x.txt",
  );
  expect([leaf0.node, leaf1.node, others]).toEqual(["leaf0", "leaf1", []]);
  expect([leaf0, leaf1].map(({ ports }) => [...ports.keys()])).toEqual([["Ethernet0"], ["Ethernet0"]]);
  expect([leaf0, leaf1].map(({ ports }) => ports.get("Ethernet0")?.rxPfc?.[3])).toEqual([9, 8]);
});

test("a text without counters is refused with the command to write it", () => {
  expect(() => shownCounters("hello\n-----  ---\n", "x.txt")).toThrow(
    "x.txt: expected the output of SONiC's show pfc counters, found no such table. Write it on the switch: show pfc counters > leaf0.txt.",
  );
});
