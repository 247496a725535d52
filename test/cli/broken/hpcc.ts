/**
 * Broken input files of HPCC's simulator, with xoff's message for each. Each row changes one file of a reference run.
 * HPCC's simulator accepts most of these files silently, and computes some result.
 */
import { gzipSync } from "node:zlib";
import { parityText } from "../../parity/files.ts";

/** Files of a reference run, by name without ".txt". */
export type Inputs = Readonly<Record<"config" | "topology" | "flow" | "trace", string | Uint8Array>>;

/** The error in words, the changed files, and xoff's message. */
export type Row = readonly [what: string, changed: Partial<Inputs>, message: string];

const read = (name: string): string => parityText(`cases/R1/${name}.txt`);
const config = read("config");
const topology = read("topology");
const flow = read("flow");

/** Three hosts on a switch, and two flows. */
export const good: Inputs = { config, topology, flow, trace: read("trace") };

function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`nothing matches ${String(from)}`);
  return changed;
}

/** The config with another value of a key, or without the key's line if `value` is absent. */
const key = (name: string, value?: string): Partial<Inputs> => ({
  config: replaced(config, new RegExp(`^${name} .*\n`, "m"), value === undefined ? "" : `${name} ${value}\n`),
});
const keys = (values: Readonly<Record<string, string>>): Partial<Inputs> => ({
  config: Object.entries(values).reduce(
    (text, [name, value]) => replaced(text, new RegExp(`^${name} .*$`, "m"), `${name} ${value}`),
    config,
  ),
});
/**
 * Replaces the first line of the topology, which has its counts. `link` changes the topology's second link, and `flows`
 * the flow file.
 */
const counts = (text: string): Partial<Inputs> => ({ topology: replaced(topology, "4 1 3", text) });
const link = (from: string, to: string): Partial<Inputs> => ({
  topology: replaced(topology, "1 3 100Gbps 1000ns 0.000000", replaced("1 3 100Gbps 1000ns 0.000000", from, to)),
});
const flows = (from: string, to: string): Partial<Inputs> => ({ flow: replaced(flow, from, to) });
const traced = (trace: string): Partial<Inputs> => ({ ...keys({ ENABLE_TRACE: "1" }), trace });
const utf16 = (text: string): Uint8Array => Buffer.from(`\u{feff}${text}`, "utf16le");

export const configs: readonly Row[] = [
  [
    "nothing",
    { config: "" },
    "config.txt:1: expected lines of a key and a value such as CC_MODE 1, found the end of the file",
  ],
  [
    "only comments",
    { config: "# CC_MODE 1\n# HAS_WIN 1\n" },
    "config.txt:2: expected lines of a key and a value such as CC_MODE 1, found the end of the file",
  ],
  [
    "a scenario",
    { config: "until: 1ms\ntopology: { kind: star }\n" },
    'config.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found "until:". Separate a key and its value by a blank. xoff run without --ns3 runs a scenario.',
  ],
  [
    "equals signs",
    { config: config.replaceAll(" ", "=") },
    'config.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found "ENABLE_QCN=1". Separate a key and its value by a blank. xoff run without --ns3 runs a scenario.',
  ],
  [
    "UTF-16",
    { config: utf16(config) },
    'config.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found "��E\\u0000N\\u0000A\\u0000B\\u0000L\\u0000E...". It looks like UTF-16: save it as UTF-8.',
  ],
  [
    "a gzip",
    { config: gzipSync(config) },
    'config.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found "\\u001f�\\b\\u0000\\u0000\\u0000\\u0000\\u0000...". It is not a text file: check the name.',
  ],
  [
    "100 MB on a line",
    { config: "x".repeat(1e8) },
    'config.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...". Separate a key and its value by a blank. xoff run without --ns3 runs a scenario.',
  ],
  [
    "no topology file",
    key("TOPOLOGY_FILE"),
    "config.txt: expected TOPOLOGY_FILE, the file of nodes and links, found no such key. Add a line: TOPOLOGY_FILE ...",
  ],
  [
    "a topology file that is not there",
    key("TOPOLOGY_FILE", "fabric.txt"),
    'config.txt:6: expected TOPOLOGY_FILE to name a file, found "fabric.txt": no such file. Paths start from the current folder, ....',
  ],
  [
    "a topology file that is nearly there",
    key("TOPOLOGY_FILE", "toplogy.txt"),
    'config.txt:6: expected TOPOLOGY_FILE to name a file, found "toplogy.txt": no such file. Did you mean "topology.txt"? Paths start from the current folder, ....',
  ],
  [
    "a folder for a topology",
    key("TOPOLOGY_FILE", "."),
    'config.txt:6: expected TOPOLOGY_FILE to name a file, found ".": a folder. Paths start from the current folder, ....',
  ],
  [
    "the flow file for a topology",
    key("TOPOLOGY_FILE", "flow.txt"),
    'flow.txt:1: expected "nodes switches links", found 1 field in "2". Words are read one after the other, as in the simulator, up to flow.txt:2:5: expected a node from 0 to 1, found "3"',
  ],
  [
    "the topology for a flow file",
    key("FLOW_FILE", "topology.txt"),
    'topology.txt:1:3: expected a line with the number of flows alone, found "1"',
  ],
  [
    "a trace file that is not there",
    keys({ ENABLE_TRACE: "1", TRACE_FILE: "traced.txt" }),
    'config.txt:8: expected TRACE_FILE to name a file, found "traced.txt": no such file. Did you mean "trace.txt"? Paths start from the current folder, ....',
  ],
  [
    "cut off within a map",
    { config: config.slice(0, config.indexOf("KMAX_MAP") + 27) },
    "config.txt:52: expected a rate in bits per second for KMAX_MAP, found the end of the line",
  ],
  [
    "cut off before the thresholds",
    { config: config.slice(0, config.indexOf("KMAX_MAP")) },
    'topology.txt:3: expected a KMIN_MAP entry for 100Gbps, the rate of this switch port, found none. Add "100000000000" and its threshold in KB to a KMIN_MAP line in config.txt and increase its count, or set ENABLE_QCN 0; the simulator aborts with "must set kmin for each link speed".',
  ],
  [
    "congestion control by name",
    key("CC_MODE", "dcqcn"),
    'config.txt:15:9: expected a whole number for CC_MODE, found "dcqcn". 1 is DCQCN, 3 HPCC, 7 TIMELY, 8 DCTCP.',
  ],
  [
    "a base that HPCC-PINT cannot write",
    keys({ CC_MODE: "10", PINT_LOG_BASE: "1" }),
    "config.txt:41: expected PINT_LOG_BASE from 1.0002 to 262143, found 1. The simulator writes the power of the base in one or two bytes, and nothing for other bases.",
  ],
  [
    "HPCC without a window",
    key("CC_MODE", "3"),
    "config.txt:32: expected HAS_WIN 1 for CC_MODE 3, found 0. HPCC divides queues by the window, so the simulator would divide by zero.",
  ],
  [
    "a timer of zero",
    key("RP_TIMER", "0"),
    "config.txt:19: expected RP_TIMER of 1 or more for CC_MODE 1, found 0 us. A timer below 1 us fires forever at one instant, and the simulator would hang.",
  ],
  [
    "thresholds for fewer rates than counted",
    key("KMAX_MAP", "3 100000000000 1600 400000000000 6400"),
    "config.txt:52: expected a rate in bits per second for KMAX_MAP, found the end of the line",
  ],
  [
    "no threshold for a rate",
    key("KMAX_MAP", "1 400000000000 6400"),
    'topology.txt:3: expected a KMAX_MAP entry for 100Gbps, the rate of this switch port, found entries for 400Gbps. Add "100000000000" and its threshold in KB to KMAX_MAP (config.txt:52) and increase its count, or set ENABLE_QCN 0; the simulator aborts with "must set kmax for each link speed".',
  ],
  [
    "a rate with its unit among thresholds",
    key("KMAX_MAP", "1 100Gbps 1600"),
    'config.txt:52:12: expected a rate in bits per second of 1 or more for KMAX_MAP, found "100Gbps". Write the number of pairs, then for each a rate in bits per second and a value.',
  ],
  [
    "a negative threshold",
    key("KMIN_MAP", "1 100000000000 -400"),
    'config.txt:53:25: expected a whole number from 0 to 4294967 for KMIN_MAP, found "-400". It is in KB of 1000 bytes, without a unit.',
  ],
  [
    "a chance that is no number",
    key("PMAX_MAP", "1 100000000000 nan"),
    'config.txt:54:25: expected a number of 0 or more for PMAX_MAP, found "nan"',
  ],
  [
    "a payload of zero",
    key("PACKET_PAYLOAD_SIZE", "0"),
    'config.txt:4:21: expected a whole number from 1 to 65000 for PACKET_PAYLOAD_SIZE, found "0". It is in bytes, without a unit.',
  ],
  [
    "a payload with its unit",
    key("PACKET_PAYLOAD_SIZE", "1000B"),
    'config.txt:4:21: expected a whole number from 1 to 65000 for PACKET_PAYLOAD_SIZE, found "1000B". It is in bytes, without a unit.',
  ],
  [
    "a stop time with its unit",
    key("SIMULATOR_STOP_TIME", "4s"),
    'config.txt:13:21: expected a number of 0 or more for SIMULATOR_STOP_TIME, found "4s". It is in seconds, without a unit.',
  ],
  [
    "a stop time of infinity",
    key("SIMULATOR_STOP_TIME", "inf"),
    'config.txt:13:21: expected a number of 0 or more for SIMULATOR_STOP_TIME, found "inf". It is in seconds, without a unit.',
  ],
  [
    "a decimal comma",
    key("SIMULATOR_STOP_TIME", "0,1"),
    'config.txt:13:21: expected a number of 0 or more for SIMULATOR_STOP_TIME, found "0,1". It is in seconds, without a unit.',
  ],
  [
    "a rate in lower case",
    key("RATE_HAI", "200mbps"),
    'config.txt:23:10: expected a rate such as 50Mb/s for RATE_HAI, found "200mbps". Units are Gb/s, Mb/s, Kb/s and b/s. They follow the number without a blank, and the default is bit/s.',
  ],
  [
    "a least rate of zero",
    key("MIN_RATE", "0Mb/s"),
    "config.txt:24: expected MIN_RATE of 1b/s or more, found 0b/s. A flow with rate 0 would never send, and the simulator's default is 100Mb/s.",
  ],
  [
    "no buffer",
    key("BUFFER_SIZE", "0"),
    'config.txt:55:13: expected a whole number from 1 to 4095 for BUFFER_SIZE, found "0". It is in MiB, without a unit.',
  ],
  [
    "a buffer with its unit",
    key("BUFFER_SIZE", "32MB"),
    'config.txt:55:13: expected a whole number from 1 to 4095 for BUFFER_SIZE, found "32MB". It is in MiB, without a unit.',
  ],
  [
    "a negative buffer",
    key("BUFFER_SIZE", "-32"),
    'config.txt:55:13: expected a whole number from 1 to 4095 for BUFFER_SIZE, found "-32". It is in MiB, without a unit.',
  ],
  ["yes for 1", key("ENABLE_QCN", "yes"), 'config.txt:1:12: expected 0 or 1 for ENABLE_QCN, found "yes"'],
  [
    "a negative weight",
    key("EWMA_GAIN", "-0.1"),
    'config.txt:20:11: expected a number of 0 or more for EWMA_GAIN, found "-0.1"',
  ],
  ["a key without value", key("HAS_WIN", ""), "config.txt:32: expected 0 or 1 for HAS_WIN, found the end of the line"],
  [
    "a link down of a node that nobody has",
    key("LINK_DOWN", "10 0 50"),
    "config.txt:48: expected two nodes of topology.txt, found 0 and 50. The simulator reads beyond its list of nodes.",
  ],
  [
    "an output in a folder that is not there",
    key("FCT_OUTPUT_FILE", "out/fct.txt"),
    'config.txt:10: expected FCT_OUTPUT_FILE to name a writable file, found "out/fct.txt": there is no folder "out". Paths start from the current folder, ....',
  ],
  [
    "an output over an input",
    key("FCT_OUTPUT_FILE", "flow.txt"),
    'config.txt:10: expected FCT_OUTPUT_FILE to name a file that no other key names, found "flow.txt", an input file',
  ],
  [
    "two outputs in one file",
    key("PFC_OUTPUT_FILE", "fct.txt"),
    'config.txt:11: expected PFC_OUTPUT_FILE to name a file that no other key names, found "fct.txt", the file of FCT_OUTPUT_FILE',
  ],
];

export const topologies: readonly Row[] = [
  ["nothing", { topology: "" }, 'topology.txt:1: expected "nodes switches links", found the end of the file'],
  [
    "commas",
    { topology: topology.replaceAll(" ", ",") },
    'topology.txt:1: expected "nodes switches links", found 1 field in "4,1,3". Separate fields by blanks.',
  ],
  [
    "a comment first",
    { topology: `# star\n${topology}` },
    'topology.txt:1: expected "nodes switches links", found 2 fields in "# star". The simulator has no comments before the last line that it reads.',
  ],
  [
    "UTF-16",
    { topology: utf16(topology) },
    'topology.txt:1:1: expected a number of nodes from 1 to 65536, found "��4\\u0000". It looks like UTF-16: save it as UTF-8.',
  ],
  [
    "a line of 100 MB",
    { topology: `4 1 3\n${"9".repeat(1e8)}` },
    'topology.txt:2:1: expected switch 1 of 1, an id from 0 to 3, found "9999999999999999999999999999999999999999...". Line 1 declares this number.',
  ],
  [
    "two counts",
    counts("4 1"),
    'topology.txt:1: expected "nodes switches links", found 2 fields in "4 1". Words are read one after the other, as in the simulator, up to topology.txt:3:5: expected a node from 0 to 3, found "100Gbps"',
  ],
  ["no node", counts("0 0 0"), 'topology.txt:1:1: expected a number of nodes from 1 to 65536, found "0"'],
  [
    "a billion nodes",
    counts("1000000000 1 3"),
    'topology.txt:1:1: expected a number of nodes from 1 to 65536, found "1000000000"',
  ],
  [
    "more switches than listed",
    counts("4 2 3"),
    'topology.txt:3:3: expected a new line after switch 2 of 2, found "3". Line 1 declares this number.',
  ],
  [
    "more links than listed",
    counts("4 1 4"),
    "topology.txt:5: expected link 4 of 4, found the end of the file. Line 1 declares this number, and the simulator would read beyond its list.",
  ],
  [
    "fewer links than listed, and a flow that needs the rest",
    counts("4 1 2"),
    "flow.txt:2: expected a path from host 0 to host 2, found none. Hosts do not forward packets: link their switches in topology.txt.",
  ],
  [
    "a switch that is no node",
    { topology: replaced(topology, "\n3\n", "\n9\n") },
    'topology.txt:2:1: expected switch 1 of 1, an id from 0 to 3, found "9". Line 1 declares this number.',
  ],
  [
    "cut off within a link",
    { topology: topology.slice(0, -14) },
    'topology.txt:5: expected "src dst rate delay error_rate", found 4 fields in "2 3 100Gbps 10"',
  ],
  [
    "a rate of zero",
    link("100Gbps", "0Gbps"),
    'topology.txt:4:5: expected a rate from 1bps to 9000000Gbps, found "0Gbps"',
  ],
  [
    "a rate in lower case",
    link("100Gbps", "100gbps"),
    'topology.txt:4:5: expected a rate such as 100Gbps, found "100gbps". Units are Gbps, Mbps, Kbps and bps; without a unit it is in bit/s.',
  ],
  [
    "a rate in two words",
    link("100Gbps", "100 Gbps"),
    'topology.txt:4: expected "src dst rate delay error_rate", found more than 5 fields in "1 3 100 Gbps 1000ns 0.000000". Write a number and its unit as one word, such as 100Gbps.',
  ],
  [
    "a negative rate",
    link("100Gbps", "-100Gbps"),
    'topology.txt:4:5: expected a rate such as 100Gbps, found "-100Gbps". A rate must be above zero.',
  ],
  [
    "a rate that has no thresholds",
    link("100Gbps", "40Gbps"),
    'topology.txt:4: expected a KMIN_MAP entry for 40Gbps, the rate of this switch port, found entries for 100Gbps, 400Gbps. Add "40000000000" and its threshold in KB to KMIN_MAP (config.txt:53) and increase its count, or set ENABLE_QCN 0; the simulator aborts with "must set kmin for each link speed".',
  ],
  [
    "a rate beyond all",
    link("100Gbps", "100000Gbps"),
    "topology.txt:4: expected a rate up to 1000Gbps, found 100000Gbps. Faster links are not modelled, because the arithmetic of windows is exact only up to this rate.",
  ],
  [
    "a delay without unit",
    link("1000ns", "1000"),
    "topology.txt:4: expected a delay up to 1s, found 1000000000000ns. Longer links are not modelled; a delay without a unit is in seconds.",
  ],
  [
    "a negative delay",
    link("1000ns", "-1us"),
    'topology.txt:4:13: expected a delay such as 1000ns, found "-1us". A delay must be zero or more.',
  ],
  [
    "a delay of minutes",
    link("1000ns", "100s"),
    "topology.txt:4: expected a delay up to 1s, found 100000000000ns. Longer links are not modelled; a delay without a unit is in seconds.",
  ],
  ["an error rate above 1", link("0.000000", "2"), 'topology.txt:4:20: expected an error rate from 0 to 1, found "2"'],
  [
    "no error rate",
    link(" 0.000000", ""),
    'topology.txt:4: expected "src dst rate delay error_rate", found 4 fields in "1 3 100Gbps 1000ns". Words are read one after the other, as in the simulator, up to topology.txt:5:1: expected an error rate from 0 to 1, found "2"',
  ],
  [
    "a link twice",
    link("1 3", "0 3"),
    "topology.txt:4: expected one link for host 0, found a second. Line 3 links this host, and --ns3 supports only one NIC for each host: use xoff import config.txt, which keeps them.",
  ],
  [
    "a link to itself",
    link("1 3", "3 3"),
    'topology.txt:4:3: expected a node other than 3, found "3". A link joins two nodes.',
  ],
  ["a link to nobody", link("1 3", "7 3"), 'topology.txt:4:1: expected a node from 0 to 3, found "7"'],
  [
    "a host without a link that a flow uses",
    { topology: "4 1 2\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n" },
    "flow.txt:2: expected a path from host 0 to host 2, found none. Hosts do not forward packets: link their switches in topology.txt.",
  ],
  [
    "a host with two links",
    {
      topology:
        "5 2 5\n3 4\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n3 4 100Gbps 1us 0\n0 4 100Gbps 1us 0\n",
    },
    "topology.txt:7: expected one link for host 0, found a second. Line 3 links this host, and --ns3 supports only one NIC for each host: use xoff import config.txt, which keeps them.",
  ],
  [
    "two islands",
    { topology: "5 2 3\n3 4\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 4 100Gbps 1us 0\n" },
    "flow.txt:2: expected a path from host 0 to host 2, found none. Hosts do not forward packets: link their switches in topology.txt.",
  ],
];

export const flowFiles: readonly Row[] = [
  ["nothing", { flow: "" }, "flow.txt:1: expected the number of flows, found the end of the file"],
  ["a count in words", flows("2\n", "two\n"), 'flow.txt:1:1: expected the number of flows, found "two"'],
  [
    "a gzip",
    { flow: gzipSync(flow) },
    'flow.txt:1:1: expected the number of flows, found "\\u001f�\\b\\u0000\\u0000\\u0000\\u0000\\u0000...". It is not a text file: check the name.',
  ],
  [
    "100 MB on a line",
    { flow: `2\n${"0 ".repeat(5e7)}` },
    'flow.txt:2: expected "src dst pg dport size start", found more than 6 fields in "0 0 0 0 0 0 0". Words are read one after the other, as in the simulator, up to flow.txt:2:3: expected a host other than 0, found "0"',
  ],
  [
    "commas",
    { flow: flow.replaceAll(" ", ",") },
    'flow.txt:2: expected "src dst pg dport size start", found 1 field in "0,2,3,100,10000000,0.000000000". Separate fields by blanks.',
  ],
  ["to a switch", flows("0 2 3", "0 3 3"), 'flow.txt:2:3: expected a host, found "3". Node 3 is a switch.'],
  [
    "to itself",
    flows("0 2 3", "2 2 3"),
    'flow.txt:2:3: expected a host other than 2, found "2". A flow goes from one host to another.',
  ],
  ["to nobody", flows("0 2 3", "0 9 3"), 'flow.txt:2:3: expected a host from 0 to 3, found "9"'],
  ["priority group 9", flows("0 2 3", "0 2 9"), 'flow.txt:2:5: expected a priority group from 0 to 7, found "9"'],
  [
    "negative bytes",
    flows("10000000", "-1"),
    'flow.txt:2:11: expected a size from 0 to 4294967295, in bytes without a unit, found "-1"',
  ],
  [
    "more than 32 bits of bytes",
    flows("10000000", "99999999999"),
    'flow.txt:2:11: expected a size from 0 to 4294967295, in bytes without a unit, found "99999999999". The simulator stores sizes in 32 bits: split a larger flow.',
  ],
  [
    "bytes with their unit",
    flows("10000000", "10MB"),
    'flow.txt:2:11: expected a size from 0 to 4294967295, in bytes without a unit, found "10MB"',
  ],
  [
    "a negative start",
    flows("0.000000000", "-1"),
    'flow.txt:2:20: expected a start from 0 to 9000 seconds, found "-1"',
  ],
  [
    "a start that is no number",
    flows("0.000000000", "nan"),
    'flow.txt:2:20: expected a start from 0 to 9000 seconds, found "nan"',
  ],
  [
    "starts out of order",
    flows("0.000000000\n1 2", "0.5\n1 2"),
    'flow.txt:3:20: expected a start not before 500000000 ns, that of the flow above, found "0.000000000". Sort the lines by their last column.',
  ],
  [
    "a field too few",
    flows("0 2 3 100 ", "0 2 3 "),
    'flow.txt:2: expected "src dst pg dport size start", found 5 fields in "0 2 3 10000000 0.000000000". Words are read one after the other, as in the simulator, up to flow.txt:2:16: expected a size from 0 to 4294967295, in bytes without a unit, found "0.000000000"',
  ],
  [
    "a field too many",
    flows("0 2 3 100 ", "0 2 3 100 100 "),
    'flow.txt:2: expected "src dst pg dport size start", found more than 6 fields in "0 2 3 100 100 10000000 0.000000000". Words are read one after the other, as in the simulator, up to flow.txt:2:15: expected a start from 0 to 9000 seconds, found "10000000"',
  ],
  [
    "cut off",
    { flow: flow.slice(0, 20) },
    'flow.txt:2: expected "src dst pg dport size start", found 5 fields in "0 2 3 100 10000000"',
  ],
];

export const traceLists: readonly Row[] = [
  ["nothing", traced(""), "trace.txt:1: expected the number of traced nodes, found the end of the file"],
  [
    "fewer nodes than counted",
    traced("3\n0 1\n"),
    "trace.txt:2: expected node 3 of 3, found the end of the file. Line 1 declares this number.",
  ],
  ["a node twice", traced("2\n0 0\n"), 'trace.txt:2:3: expected node 2 of 2, found "0". It is listed twice.'],
  ["all", traced("all\n"), 'trace.txt:1:1: expected the number of traced nodes, found "all"'],
  [
    "a negative node",
    traced("1\n-1\n"),
    'trace.txt:2:1: expected node 1 of 1, found "-1". Line 1 declares this number.',
  ],
];

/** Packet traces: the error in words, the file, and the message. */
export const traces: readonly (readonly [what: string, content: string | Uint8Array, message: string])[] = [
  [
    "nothing",
    "",
    "mix.tr: expected a header of 1 to 16777216 ports, found 0 bytes. Name a .tr file of a run with ENABLE_TRACE 1.",
  ],
  [
    "two bytes",
    "\u0001\0",
    "mix.tr: expected a header of 1 to 16777216 ports, found 2 bytes. Name a .tr file of a run with ENABLE_TRACE 1.",
  ],
  [
    "zeros",
    new Uint8Array(100),
    "mix.tr: expected a header of 1 to 16777216 ports, found 0 ports. Name a .tr file of a run with ENABLE_TRACE 1.",
  ],
  [
    "a text",
    flow,
    "mix.tr: expected a header of 5940211758 bytes for 540019250 ports, found 64 bytes. Name a .tr file of a run with ENABLE_TRACE 1.",
  ],
  [
    "a gzip",
    gzipSync(flow),
    "mix.tr: expected a header of 6158941 bytes for 559903 ports, found 43 bytes. Name a .tr file of a run with ENABLE_TRACE 1.",
  ],
  [
    "a header without ports",
    `\u0001\0\0\0${"no ports at all".repeat(4)}`,
    "mix.tr: expected ports with a rate up to 10Tbps, found 8386019661387559000bps. Name a .tr file of a run with ENABLE_TRACE 1.",
  ],
];
