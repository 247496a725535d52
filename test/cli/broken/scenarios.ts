/**
 * Broken scenario files with xoff's message for each: the place, the expected value, the found value and the remedy.
 *
 * "..." in a message matches any text, such as the names of policies, because policies may be added.
 */
import { gzipSync } from "node:zlib";

/** The error in words, the file's content, and xoff's message without the file's name. */
export type Row = readonly [what: string, content: string | Uint8Array, message: string];

const good = `until: 1ms
topology: { kind: star, hosts: 4 }
traffic: [{ kind: incast, to: h0 }]
`;
const until = (text: string): string => good.replace("1ms", text);
const topology = (text: string): string => good.replace("{ kind: star, hosts: 4 }", text);
const star = (field: string): string => topology(`{ kind: star, ${field} }`);
const traffic = (text: string): string => good.replace("{ kind: incast, to: h0 }", text);
const incast = (field: string): string => traffic(`{ kind: incast, to: h0, ${field} }`);
const flow = (text: string): string => traffic(`{ kind: flows, list: [${text}] }`);
const also = (text: string): string => `${good}${text}\n`;
const listed = (nodes: string, links: string): string =>
  topology(`{ kind: file, nodes: [${nodes}], links: [${links}] }`).replace("to: h0", "to: a");
const three = '"a, host", "b, host", "s, switch"';
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const utf16 = (text: string): Uint8Array => Buffer.from(text, "utf16le");
const many = (count: number, line: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => line(k)).join("\n");

/** Files that are no scenario, or no YAML. */
export const noScenario: readonly Row[] = [
  ["nothing", "", "1:1: expected a scenario, got an empty file"],
  ["only comments", "# until: 1ms\n# topology\n", '1:1: expected fields such as "until: 1ms", got nothing'],
  ["a list", "- until: 1ms\n- seed: 1\n", '1:1: expected fields such as "until: 1ms", got a list'],
  [
    "prose",
    "Run an incast of 16 hosts, please.\n",
    '1:1: expected fields such as "until: 1ms", got "Run an incast of 16 hosts, please."',
  ],
  ["equals signs", "until = 1ms\nseed = 2\n", '1:1: expected fields such as "until: 1ms", got "until = 1ms seed = 2"'],
  [
    "XML",
    '<?xml version="1.0"?>\n<scenario until="1ms"/>\n',
    '1:1: expected fields such as "until: 1ms", got "<?xml version=\\"1.0\\"?> <scenario until=\\"1ms\\"/>"',
  ],
  ["TOML", '[topology]\nkind = "star"\n', '2:1: expected the end of the value, got "kind = \\"star\\""'],
  [
    "a config of HPCC's simulator",
    "ENABLE_QCN 1\nUSE_DYNAMIC_PFC_THRESHOLD 1\n",
    `1:1: expected fields such as "until: 1ms", got "ENABLE_QCN 1 USE_DYNAMIC_PFC_THRESHOLD 1". This is a config of HPCC's simulator: use xoff run --ns3.`,
  ],
  [
    "tabs",
    "until: 1ms\ntopology:\n\tkind: star\n",
    "3:1: expected spaces before a key, got a tab. Indent YAML with spaces.",
  ],
  [
    "two columns",
    "topology:\n  kind: star\n hosts: 4\n",
    '3:1: expected the fields of a map below each other, in one column, got "hosts: 4"',
  ],
  [
    "no blank after a colon",
    good.replace("until: ", "until:"),
    '1:1: expected a name, a colon, a blank and a value, got "until:1ms"',
  ],
  ["no comma", topology("{ kind: star hosts: 4 }"), '2:19: expected a comma between entries, got "star hosts: 4 }"'],
  [
    "no bracket",
    star("hosts: 4").replace(" }\n", "\n"),
    '3:1: expected } to close the {, got "traffic: [{ kind: incast, to: h0 }]"',
  ],
  ["a bracket too many", star("hosts: 4 }"), '2:36: expected the end of the value, got "}"'],
  [
    "a colon in text",
    also("about: victim: who pays"),
    '4:8: expected one value after a colon, got "victim: who pays". Put text that holds ": " in quotes.',
  ],
  [
    "a sign at the beginning of text",
    also("about: @home"),
    '4:8: expected a value, got "@home". Put text that begins with a sign such as @, % or ` in quotes.',
  ],
  [
    "backslashes in double quotes",
    topology('{ kind: file, path: "mix\\topology.txt" }').replace("\\t", "\\q"),
    '2:35: expected an escape such as \\n, got "\\\\qopology.txt\\" }". In single quotes a backslash is an ordinary character.',
  ],
  ["a key twice", also("until: 2ms"), '4:1: expected each key once, got a second "until"'],
  [
    "a tag",
    star("hosts: !!js/function 4"),
    "2:32: expected plain values, got a tag, which begins with !. Put text that begins with ! in quotes.",
  ],
  ["two documents", `${good}---\n${good}`, '4:1: expected one scenario in the file, got a second one after "---"'],
  ["cut off within a map", good.slice(0, 30), "2:20: expected } to close the {, got the end of the file"],
  [
    "cut off within a quotation",
    `${good}about: "Does a 16:1 inc`,
    '4:8: expected text that ends with a quotation mark too, got "\\"Does a 16:1 inc"',
  ],
  ["cut off between lines", good.slice(0, 46), "1:1: traffic: expected a list of traffic entries, got nothing"],
  [
    "JSON, cut off",
    '{ "until": "1ms", "traffic": [{ "kind": "inc',
    '1:41: expected text that ends with a quotation mark too, got "\\"inc"',
  ],
  ["a gzip", gzipSync(good), '1:1: expected text in UTF-8, got "\\u001f". Name a scenario file.'],
  ["NUL bytes", good.replace("star", "st\0ar"), '2:21: expected text in UTF-8, got "\\u0000". Name a scenario file.'],
  [
    "escapes of a terminal",
    also("about: \u001b[31mred"),
    '4:8: expected text in UTF-8, got "\\u001b". Name a scenario file.',
  ],
  [
    "UTF-16 with its mark",
    utf16(`\u{feff}${good}`),
    "1:1: expected text in UTF-8, got other bytes. It looks like UTF-16: save it as UTF-8.",
  ],
  [
    "UTF-16 without",
    utf16(good),
    '1:2: expected text in UTF-8, got "\\u0000". It looks like UTF-16: save it as UTF-8.',
  ],
  [
    "Windows-1252",
    latin1(also("about: Stra\u{df}e")),
    "4:12: expected text in UTF-8, got other bytes. Save the file as UTF-8.",
  ],
  [
    "lines of old Macs",
    good.replaceAll("\n", "\r"),
    '1:11: expected text in UTF-8, got "\\r". End lines with LF or CR LF.',
  ],
  [
    "a circle",
    "until: 1ms\ntopology: &t\n  kind: star\n  fail: *t\n",
    '4:9: expected values that do not contain themselves, got "*t" inside its own anchor',
  ],
  [
    "an alias before its anchor",
    "until: *time\nseed: &tiem 1\n",
    '1:8: expected an alias after its anchor, got "*time"',
  ],
  [
    "a billion laughs",
    `a0: &a0 ha\n${many(9, (k) => `a${k + 1}: &a${k + 1} [${`*a${k},`.repeat(9)}]`)}`,
    "1:1: expected aliases of at most 100000 values, got more",
  ],
  [
    "a merge of no map",
    also("switch: { <<: 5 }"),
    "4:15: expected a map after <<, or a list of maps, got something else",
  ],
  ["brackets without end", "[".repeat(100_000), "1:101: expected at most 100 brackets open at once, got one more"],
  [
    "indented without end",
    many(300, (k) => `${" ".repeat(k)}a:`),
    "201:1: expected at most 200 columns of indentation, got more",
  ],
  [
    "a name of 5 MB",
    `${"x".repeat(5e6)}: 1\n`,
    '1:1: expected a colon within 1024 characters after a name, got "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."',
  ],
  [
    "a million entries",
    `traffic: [${"5, ".repeat(1.1e6)}]\n`,
    "1:3000006: expected at most 1 million punctuation marks and line ends, got more",
  ],
];

/** Values that are no time, size, rate or number. */
export const values: readonly Row[] = [
  ["no unit", until("5"), "1:8: until: expected a time such as 2us, or done, got 5. Add the unit: 5ns, 5us, 5ms?"],
  [
    "an unknown unit",
    until("1msec"),
    '1:8: until: expected a time such as 2us, or done, got "1msec". Did you mean "1ms"?',
  ],
  [
    "a length for a time",
    until("1m"),
    '1:8: until: expected a time such as 2us, or done, got "1m". Only a delay may be a length; milliseconds are "ms".',
  ],
  [
    "a decimal comma",
    until("1,5ms"),
    '1:8: until: expected a time such as 2us, or done, got "1,5ms". Write a point for decimals and no thousands separator: 1.5, 1500.',
  ],
  [
    "digits in groups",
    until("1_000us"),
    '1:8: until: expected a time such as 2us, or done, got "1_000us". Write a point for decimals and no thousands separator: 1.5, 1500.',
  ],
  [
    "hexadecimal",
    until("0x10"),
    "1:8: until: expected a time such as 2us, or done, got 16. Add the unit: 16ns, 16us, 16ms?",
  ],
  ["infinity", until(".inf"), "1:8: until: expected a time such as 2us, or done, got Infinity"],
  ["no number", until(".nan"), "1:8: until: expected a time such as 2us, or done, got NaN"],
  [
    "beyond all numbers",
    until("1e999us"),
    '1:8: until: expected a time such as 2us, or done, got "1e999us". The maximum is 9007 s, which is 2.5 hours.',
  ],
  [
    "less than a picosecond",
    until("0.0001ps"),
    '1:8: until: expected a time such as 2us, or done, got "0.0001ps". It must be a whole number of picoseconds.',
  ],
  ["no time at all", until("0"), "1:8: until: expected a time of 1 ps or more, or done, got 0"],
  [
    "a negative time",
    until("-1ms"),
    '1:8: until: expected a time such as 2us, or done, got "-1ms". It cannot be negative.',
  ],
  ["a map for a time", until("{ ms: 1 }"), "1:8: until: expected a time such as 2us, or done, got a map"],
  ["nothing for a time", until(""), "1:8: until: expected a time such as 2us, or done, got nothing"],
  [
    "a rate in lower case",
    star("rate: 100gbps"),
    '2:31: topology.rate: expected a rate such as 100Gbps, got "100gbps". Did you mean "100Gbps"?',
  ],
  [
    "a rate of bytes",
    star("rate: 100GBps"),
    '2:31: topology.rate: expected a rate such as 100Gbps, got "100GBps". Rates are in bits per second: write "100Gbps", or eight times that for bytes.',
  ],
  ["a rate of zero", star("rate: 0Gbps"), '2:31: topology.rate: expected a rate from 1 Mbps to 10 Tbps, got "0Gbps"'],
  [
    "a negative rate",
    star("rate: -100Gbps"),
    '2:31: topology.rate: expected a rate such as 100Gbps, got "-100Gbps". It cannot be negative.',
  ],
  [
    "a rate without unit",
    star("rate: 100"),
    "2:31: topology.rate: expected a rate such as 100Gbps, got 100. Add the unit: 100Mbps, 100Gbps?",
  ],
  [
    "a rate by a slash",
    star("rate: 100Gb/s"),
    '2:31: topology.rate: expected a rate such as 100Gbps, got "100Gb/s". Did you mean "100Gbps"?',
  ],
  [
    "a delay without unit",
    star("delay: 1000"),
    "2:32: topology.delay: expected a delay such as 1us or 200m, got 1000. Add the unit: 1000ns, 1000us, 1000m?",
  ],
  [
    "a delay of feet",
    star("delay: 100ft"),
    '2:32: topology.delay: expected a delay such as 1us or 200m, got "100ft". Units are ps, ns, us, ms, s, m, km.',
  ],
  [
    "a negative size",
    incast("size: -64KB"),
    '3:41: traffic[0].size: expected a size such as 64KB, got "-64KB". It cannot be negative.',
  ],
  ["a size of zero", incast("size: 0"), "3:41: traffic[0].size: expected a size from 1 B to 1000 TB, got 0"],
  [
    "a size of K",
    incast("size: 64K"),
    '3:41: traffic[0].size: expected a size such as 64KB, got "64K". Write "64KB" for powers of 1000, "64KiB" for powers of 1024.',
  ],
  [
    "a size of bits",
    incast("size: 64Kbit"),
    '3:41: traffic[0].size: expected a size such as 64KB, got "64Kbit". Sizes are in bytes of 8 bits.',
  ],
  [
    "a size of half a byte",
    incast("size: 0.5B"),
    '3:41: traffic[0].size: expected a size such as 64KB, got "0.5B". It must be a whole number of bytes.',
  ],
  [
    "memory without unit",
    also("switch: { memory: 16 }"),
    "4:19: switch.memory: expected a size such as 64KB, got 16. Add the unit: 16B, 16KB, 16MB?",
  ],
  [
    "text for a count",
    star("hosts: four"),
    '2:32: topology.hosts: expected a whole number from 1 to 131072, got "four"',
  ],
  ["half a host", star("hosts: 2.5"), "2:32: topology.hosts: expected a whole number from 1 to 131072, got 2.5"],
  ["no host", star("hosts: 0"), "2:32: topology.hosts: expected a whole number from 1 to 131072, got 0"],
  [
    "a billion hosts",
    star("hosts: 1000000000"),
    "2:32: topology.hosts: expected a whole number from 1 to 131072, got 1000000000",
  ],
  [
    "a map for a count",
    star("hosts: { left: 2 }"),
    "2:32: topology.hosts: expected a whole number from 1 to 131072, got a map",
  ],
  ["a negative seed", also("seed: -1"), "4:7: seed: expected a whole number of 0 or more, got -1"],
  ["half a seed", also("seed: 1.5"), "4:7: seed: expected a whole number of 0 or more, got 1.5"],
  [
    "a seed beyond 53 bits",
    also("seed: 99999999999999999999"),
    "4:7: seed: expected a whole number of 0 or more, got 100000000000000000000. The maximum is 9007199254740991.",
  ],
  [
    "load as a percentage without its sign",
    traffic("{ kind: poisson, load: 80 }"),
    '3:34: traffic[0].load: expected a number from 0.0001 to 2, got 80. Did you mean "80%"?',
  ],
  [
    "no load",
    traffic("{ kind: poisson, load: 0 }"),
    "3:34: traffic[0].load: expected a number from 0.0001 to 2, got 0",
  ],
  [
    "a load of 300",
    traffic("{ kind: poisson, load: 300 }"),
    "3:34: traffic[0].load: expected a number from 0.0001 to 2, got 300",
  ],
  [
    "yes for true",
    also("policies: { congestion: { name: dcqcn, clampTarget: yes } }"),
    '4:53: policies.congestion.clampTarget: expected true or false, got "yes"',
  ],
  [
    "a number of 5 MB",
    also(`seed: ${"9".repeat(5e6)}`),
    "4:7: seed: expected a whole number of 0 or more, got Infinity",
  ],
  [
    "nothing for a count",
    star("hosts:"),
    "2:32: topology.hosts: expected a whole number from 1 to 131072, got nothing",
  ],
  ["a negative count", star("hosts: -4"), "2:32: topology.hosts: expected a whole number from 1 to 131072, got -4"],
  [
    "a time for a ratio",
    also("policies: { buffer: { name: dt, alpha: 2us } }"),
    '4:40: policies.buffer.alpha: expected a number, a fraction such as "1/16" or a percentage such as "25%", got "2us"',
  ],
  [
    "a window without unit",
    also("host: { window: 100 }"),
    "4:17: host.window: expected none, bdp, or a size such as 100KB, got 100. Add the unit: 100B, 100KB, 100MB?",
  ],
  ["a list for text", also("about: [1, 2]"), "4:8: about: expected text, got a list"],
  [
    "a failure without unit",
    star("hosts: 4, fail: [{ link: h1-sw0, at: 5 }]"),
    "2:62: topology.fail[0].at: expected a time such as 2us, got 5. Add the unit: 5ns, 5us, 5ms?",
  ],
  [
    "a row without unit",
    flow('"h0, h1, 64"'),
    '3:33: traffic[0].list[0].size: expected a size such as 64KB, got "h0, h1, 64". Add the unit: 64B, 64KB, 64MB?',
  ],
];

/** Unknown names and missing fields. */
export const names: readonly Row[] = [
  [
    "an unknown field",
    also("sead: 2"),
    '4:1: expected one of about, ..., measure, use, got "sead". Did you mean "seed"?',
  ],
  [
    "a field of another place",
    also("hosts: 4"),
    '4:1: expected one of about, ..., measure, use, got "hosts". Did you mean "host"?',
  ],
  [
    "no end of the run",
    good.replace("until: 1ms\n", ""),
    "1:1: until: expected a time such as 2us, or done, got nothing",
  ],
  [
    "no topology",
    good.replace(/topology.*\n/, ""),
    "1:1: topology: expected a map with the kind of a topology, got nothing",
  ],
  ["no traffic", traffic("").replace("[]", "[]"), "3:10: traffic: expected at least one entry, got an empty list"],
  [
    "an unknown topology",
    topology("{ kind: leafspine }"),
    '2:19: topology.kind: expected one of star, ..., file, got "leafspine". Did you mean "leaf-spine"?',
  ],
  [
    "a topology without kind",
    topology("{ hosts: 4 }"),
    "2:11: topology.kind: expected one of star, ..., file, got nothing",
  ],
  ["a name for a topology", topology("star"), '2:11: topology: expected a map with the kind of a topology, got "star"'],
  [
    "a parameter of another topology",
    star("leaves: 4"),
    '2:25: topology: expected one of kind, fail, slow, hosts, rate, delay, receivers, receiverDelay, got "leaves"',
  ],
  [
    "an unknown kind of traffic",
    traffic("{ kind: incats, to: h0 }"),
    '3:19: traffic[0].kind: expected one of flows, long-lived, bursts, incast, poisson, collective, trace, got "incats". Did you mean "incast"?',
  ],
  [
    "an unknown policy",
    also("policies: { buffer: td }"),
    '4:21: policies.buffer: expected one of st, dt, ..., got "td". Did you mean "dt"?',
  ],
  [
    "an unknown role",
    also("policies: { bufer: dt }"),
    '4:13: policies: expected one of buffer, headroom, link, detection, congestion, recovery, transport, routing, scheduling, got "bufer". Did you mean "buffer"?',
  ],
  [
    "an unknown parameter",
    also("policies: { buffer: { name: dt, aplha: 2 } }"),
    '4:33: policies.buffer: expected one of name, alpha, got "aplha". Did you mean "alpha"?',
  ],
  [
    "a list for a policy",
    also("policies: { buffer: [dt] }"),
    "4:21: policies.buffer: expected one of st, dt, ..., or a map with such a name, got a list",
  ],
  [
    "a detection twice",
    also("policies: { detection: [red, red] }"),
    "4:30: policies.detection[1]: expected each policy once, got a second red",
  ],
  [
    "an unknown distribution",
    traffic("{ kind: poisson, cdf: websearch-hppc }"),
    '3:33: traffic[0].cdf: expected one of ... names, got "websearch-hppc". Did you mean "websearch-hpcc"?',
  ],
  [
    "the beginning of three distributions",
    traffic("{ kind: poisson, cdf: websearch }"),
    '3:33: traffic[0].cdf: expected one of ... names, got "websearch". Names are websearch-hkust, websearch-hpcc, websearch-inet-tub.',
  ],
  [
    "an unknown host",
    traffic("{ kind: incast, to: h44 }"),
    '3:31: traffic[0].to: expected the name of a host, h0 to h3, got "h44"',
  ],
  [
    "a letter O for a zero",
    traffic("{ kind: incast, to: hO }"),
    '3:31: traffic[0].to: expected the name of a host, h0 to h3, got "hO". Did you mean "h0"?',
  ],
  [
    "a switch for a host",
    traffic("{ kind: incast, to: sw0 }"),
    '3:31: traffic[0].to: expected the name of a host, h0 to h3, got "sw0". It is a switch.',
  ],
  [
    "a range backwards",
    incast("from: h3..h1"),
    '3:41: traffic[0].from: expected a range of hosts such as h1..h29, got "h3..h1". A range joins two hosts of one series: h1..h29.',
  ],
  [
    "a range that is too long",
    incast("from: h1..h99"),
    '3:41: traffic[0].from: expected the name of a host, h0 to h3, got "h1..h99"',
  ],
  [
    "a range with a dash",
    incast("from: h1-h3"),
    '3:41: traffic[0].from: expected the name of a host, h0 to h3, got "h1-h3". Write a range as h1..h3.',
  ],
  [
    "an unknown link",
    star("hosts: 4, fail: [h1-sw1]"),
    '2:42: topology.fail[0].link: expected the name of a link, such as h3-sw0, got "h1-sw1". Did you mean "h1-sw0"?',
  ],
  [
    "an unknown switch to sample",
    also("measure: { queues: [sw1] }"),
    '4:21: measure.queues[0]: expected the name of a switch, or of its port such as sw0-h0, got "sw1". Did you mean "sw0"?',
  ],
  [
    "a topology file that is not there",
    topology("{ kind: file, path: fabric.txt }"),
    `2:31: topology.path: expected a readable file, got "fabric.txt": no such file. Looked for "fabric.txt": paths are relative to this file.`,
  ],
  [
    "a flow file that is not there",
    traffic("{ kind: flows, path: flow.txt }"),
    `3:32: traffic[0].path: expected a readable file, got "flow.txt": no such file. Looked for "flow.txt": paths are relative to this file.`,
  ],
  [
    "a path and a listing",
    topology("{ kind: file, path: fabric.txt, links: [] }"),
    "2:43: topology: expected either path or a listing, got both",
  ],
  ["class 9", incast("class: 9"), "3:42: traffic[0].class: expected a whole number from 0 to 7, got 9"],
  [
    "a name for a list of links",
    star("hosts: 4, fail: h1-sw0"),
    '2:41: topology.fail: expected a list of links, got "h1-sw0"',
  ],
  [
    "a name for a list of traffic",
    good.replace("[{ kind: incast, to: h0 }]", "incast"),
    '3:10: traffic: expected a list of traffic entries, got "incast"',
  ],
  ["no receiver", traffic("{ kind: bursts }"), "3:11: traffic[0].to: expected a host, got nothing"],
  ["no flows", traffic("{ kind: flows }"), "3:11: traffic[0].list: expected at least one flow, got an empty list"],
  [
    "a row that is no row",
    flow("5"),
    '3:33: traffic[0].list[0]: expected a map, or text such as "from, to, size", got 5',
  ],
  ["fields of a row as rows", flow("h0, h1, 1KB"), '3:33: traffic[0].list[0].to: expected a host, got "h0"'],
  [
    "an unknown field of a row",
    flow("{ from: h0, to: h1, sise: 1KB }"),
    '3:53: traffic[0].list[0]: expected one of from, to, size, start, class, got "sise". Did you mean "size"?',
  ],
  [
    "a policy without name",
    also("policies: { buffer: { alpha: 2 } }"),
    "4:21: policies.buffer.name: expected one of st, dt, ..., got nothing",
  ],
  [
    "an unknown policy among several",
    also("policies: { detection: [red, itn] }"),
    '4:30: policies.detection[1]: expected one of none, red, ..., got "itn". Did you mean "int"?',
  ],
  ["nothing for the policies", also("policies:"), "4:10: policies: expected a map: policies by role, got nothing"],
  [
    "an unknown window",
    also("host: { window: bpd }"),
    '4:17: host.window: expected none, bdp, or a size such as 100KB, got "bpd". Did you mean "bdp"?',
  ],
  [
    "an unknown choice",
    also("onDrop: stpo"),
    '4:9: onDrop: expected one of stop, count, got "stpo". Did you mean "stop"?',
  ],
  ["a list for what to measure", also("measure: [pauses]"), "4:10: measure: expected a map: ..., got a list"],
  [
    "a name that JavaScript knows",
    also("__proto__: { seed: 1 }"),
    '4:1: expected one of about, ..., measure, use, got "__proto__"',
  ],
];

/** Values that exclude each other. */
export const together: readonly Row[] = [
  [
    "weights of a class twice",
    also('policies: { scheduling: { name: dwrr, classes: ["3, 2KB", "3, 4KB"] } }'),
    '4:59: policies.scheduling.classes[1].class: expected each class once, got "3, 4KB". classes[0] has this class too: remove one.',
  ],
  [
    "a weight of the control class",
    also('policies: { scheduling: { name: dwrr, classes: ["3, 2KB", "0, 4KB"] } }'),
    "4:5...: policies.scheduling.classes[1].class: expected a class other than the control class, got ...0.... The scheduler always serves that class first.",
  ],
  [
    "two policies that set headroom aside",
    also("policies: { buffer: ingress-egress, headroom: sih }"),
    "4:47: policies.headroom: expected none, which buffer ingress-egress needs (x.yaml:4:21), got sih. Either remove the line x.yaml:4:37 (headroom then follows buffer), or set headroom: none, or choose another buffer policy.",
  ],
  [
    "no ingress limit",
    also("policies: { buffer: ingress-egress }\nswitch: { memory: 100KB }"),
    '5:19: switch.memory: expected more than 141.9 KB, which the buffer policy reserves for the 4 ports of sw0, got "100KB". Raise the memory, shorten the links, or set its headroom.',
  ],
  [
    "a train of which no flow can begin in the time that counts",
    good
      .replace("1ms", "done\nlimit: 1ms\ncount: { from: 10us, to: 20us }")
      .replace("incast, to: h0", "bursts, to: h0, size: 1MB, stop: 50us"),
    '1:8: until: expected a time, or flows with an end, got "done". No flow with an end begins within `count`: change it, or the traffic.',
  ],
  [
    "a fat-tree beyond the nodes there may be",
    topology("{ kind: fat-tree, k: 64, hostsPerEdge: 64 }"),
    "2:32: topology.k: expected at most 131072 nodes in all, got 64. 64^2 / 2 edge switches with 64 hosts each and 5/4 64^2 switches are 136192 nodes: reduce k or hostsPerEdge.",
  ],
  ["a single host", star("hosts: 1"), "2:32: topology.hosts: expected at least two hosts, receivers included, got 1"],
  [
    "more hosts than the whole may have",
    topology("{ kind: leaf-spine, leaves: 16384, hostsPerLeaf: 16384 }"),
    "2:11: topology.nodes: expected at most 131072 nodes in all, got 268435456",
  ],
  [
    "an odd fat-tree",
    topology("{ kind: fat-tree, k: 5 }"),
    "2:32: topology.k: expected an even number of ports, got 5. Set 4 or 6.",
  ],
  [
    "a host that failed links cut off",
    star("hosts: 4, fail: [h1-sw0]"),
    "3:11: traffic[0]: expected a path from h1 to h0, got nothing. h1 cannot reach h0: h1 has no link that works, since h1-sw0 failed.",
  ],
  [
    "half a fabric cut off",
    topology("{ kind: leaf-spine, leaves: 2, spines: 2, fail: [leaf1-spine0, leaf1-spine1] }"),
    "3:11: traffic[0]: expected a path from h4 to h0, got nothing. h4 cannot reach h0: every path needs a link that failed (leaf1-spine0 and leaf1-spine1).",
  ],
  [
    "a host without a link",
    listed(three, '"a, s"'),
    "3:11: traffic[0]: expected a path from b to a, got nothing. b cannot reach a: b has no link that works.",
  ],
  [
    "two islands",
    listed(`${three}, "t, switch"`, '"a, s", "b, t"'),
    "3:11: traffic[0]: expected a path from b to a, got nothing. b cannot reach a: no chain of links joins them.",
  ],
  [
    "hosts that only a host joins",
    listed('"a, host", "b, host", "c, host", "s, switch", "t, switch"', '"c, s", "c, t", "b, s", "a, t"'),
    "3:11: traffic[0]: expected a path from b to a, got nothing. b cannot reach a: the only paths lead through host c, and hosts do not forward.",
  ],
  [
    "a link twice",
    listed(three, '"a, s", "b, s", "s, a"'),
    '2:93: topology.links[2]: expected one link between two nodes, got "s, a". links[0] joins them already. Of several side by side: parallel: 2.',
  ],
  [
    "a link to itself",
    listed(three, '"a, s", "b, b"'),
    '2:85: topology.links[1].b: expected a node other than b, got "b, b". A link joins two nodes.',
  ],
  [
    "a link to nobody",
    listed(three, '"a, s", "c, s"'),
    '2:85: topology.links[1].a: expected the name of a node, got "c, s"',
  ],
  [
    "a node twice",
    listed('"a, host", "b, host", "a, switch"', '"a, b"'),
    '2:55: topology.nodes[2].name: expected a unique name, got "a, switch". Another node has this name.',
  ],
  [
    "no host among the nodes",
    listed('"a, switch", "b, switch"', '"a, b"'),
    "2:32: topology.nodes: expected at least two hosts, got 0",
  ],
  [
    "a flow to itself",
    flow("{ from: h1, to: h1, size: 1KB }"),
    '3:49: traffic[0].list[0].to: expected a host other than the sender, got "h1"',
  ],
  [
    "a sender that is the receiver",
    traffic("{ kind: long-lived, from: h1, to: h1 }"),
    '3:37: traffic[0].from: expected a host other than the receiver, got "h1"',
  ],
  [
    "a flow after the end",
    flow("{ from: h0, to: h1, size: 1KB, start: 2ms }"),
    '3:71: traffic[0].list[0].start: expected a time before the end of the run at 1 ms, got "2ms". The run would end before the first flow.',
  ],
  [
    "an end before the beginning",
    traffic("{ kind: bursts, to: h0, start: 500us, stop: 100us }"),
    '3:55: traffic[0].stop: expected a time after its start at 500 us, got "100us"',
  ],
  [
    "an incast of more than there are",
    incast("fanIn: 20"),
    "3:42: traffic[0].fanIn: expected at most 3, the number of senders, got 20",
  ],
  [
    "incasts without a time between",
    incast("count: 5"),
    "3:11: traffic[0].every: expected the time between two incasts, got nothing. It is required for a `count` above 1.",
  ],
  [
    "more flows than a run can hold",
    incast("every: 1ps"),
    '3:42: traffic[0].every: expected at most 3,000,000 flows, got "1ps". This asks for 3,000,000,000: shorten the run, or send less.',
  ],
  [
    "bursts of bytes",
    traffic("{ kind: bursts, to: h0, size: 1B }"),
    '3:41: traffic[0].size: expected at most 3,000,000 flows, got "1B". This asks for 37,500,003: shorten the run, or send less.',
  ],
  [
    "two entries that are too much together",
    traffic("{ kind: bursts, to: h0, size: 20B }, { kind: bursts, to: h0, size: 20B }"),
    "3:10: traffic: expected at most 3,000,000 flows, got 3750006. This asks for 3,750,006: shorten the run, or send less.",
  ],
  [
    "a row with a field too few",
    flow('"h0, h1"'),
    '3:33: traffic[0].list[0].size: expected a size such as 64KB, got "h0, h1"',
  ],
  [
    "a row with fields swapped",
    flow('"h0, 64KB, h1"'),
    '3:33: traffic[0].list[0].size: expected a size such as 64KB, got "h0, 64KB, h1"',
  ],
  [
    "a row with a field too many",
    flow('"h0, h1, 64KB, 0, 3, 7"'),
    '3:33: traffic[0].list[0]: expected at most 5 fields: from, to, size, start, class, got "h0, h1, 64KB, 0, 3, 7"',
  ],
  [
    "flows in the class of ACKs",
    incast("class: 0"),
    "3:42: traffic[0].class: expected a class other than the control class, got 0. The control class carries only ACKs and notifications, and is never paused.",
  ],
  [
    "a lossless class of ACKs",
    also("classes: { lossless: [3], control: 3 }"),
    "4:36: classes.control: expected a lossy class, got 3. The control class carries only ACKs and notifications, and is never paused.",
  ],
  [
    "a lossless class twice",
    also("classes: { lossless: [3, 3] }"),
    "4:26: classes.lossless[1]: expected each class once, got 3",
  ],
  [
    "headroom above the memory",
    star("hosts: 64, delay: 100us"),
    `1:1: switch.memory: expected more than 157.5 MB: 157.5 MB of headroom and 0 B of private segments for the 64 ports of sw0, got "16 MiB". Raise the memory, shorten the links, or set headroom's size.`,
  ],
  [
    "private segments above the memory",
    also("switch: { memory: 1MiB, private: 64KB }"),
    `4:19: switch.memory: expected more than 1.918 MB: 126.3 KB of headroom and 1.792 MB of private segments for the 4 ports of sw0, got "1MiB". Raise the memory, shorten the links, or set headroom's size.`,
  ],
  [
    "ECN that ends before it begins",
    also("policies: { detection: { name: red, kmin: 400KB, kmax: 100KB } }"),
    '4:43: policies.detection.kmin: expected at most kmax, 100 KB, got "400KB". Marking begins at kmin, and above kmax every packet is marked.',
  ],
  [
    "HPCC without a window",
    also("policies: { congestion: hpcc }\nhost: { window: none }"),
    "5:17: host.window: expected bdp or a size, which congestion hpcc needs (x.yaml:4:25), got none. Either remove the line x.yaml:5:9 (host.window then follows congestion), or set host.window: bdp, or choose another congestion policy.",
  ],
  [
    "HPCC without a window that shrinks",
    also("policies: { congestion: hpcc }\nhost: { scaleWindow: false }"),
    "5:22: host.scaleWindow: expected true, which congestion hpcc needs (x.yaml:4:25), got false. Either remove the line x.yaml:5:9 (host.scaleWindow then follows congestion), or set host.scaleWindow: true, or choose another congestion policy.",
  ],
  [
    "HPCC without stamps",
    also("policies: { detection: red, congestion: hpcc }"),
    "4:24: policies.detection: expected int, for the INT stamps that congestion hpcc needs (x.yaml:4:41), got red. Either remove the line x.yaml:4:13 (detection then follows congestion), or set detection: int, or choose another congestion policy.",
  ],
  [
    "DCQCN for UE marks, where nothing says which detection",
    also("policies: { congestion: { name: dcqcn, tcd: true } }"),
    "4:25: policies.congestion: expected detection tcd, for the UE marks that congestion dcqcn needs (x.yaml:4:25), got red, the default. Set detection: tcd, or choose other parameters of congestion dcqcn.",
  ],
  [
    "NewReno that hears of no loss",
    also("policies: { congestion: newreno, recovery: irn }"),
    "4:44: policies.recovery: expected tcp, for the losses that congestion newreno needs (x.yaml:4:25), got irn. Either remove the line x.yaml:4:34 (recovery then follows congestion), or set recovery: tcp, or choose another congestion policy.",
  ],
  [
    "a payload of 64 KB",
    also("packet: { payload: 64KB }"),
    '4:20: packet.payload: expected a size from 1 B to 9 KB, got "64KB"',
  ],
  [
    "a default class of ACKs",
    also("classes: { default: 0 }"),
    "4:21: classes.default: expected a class other than the control class, got 0. The control class carries only ACKs and notifications, and is never paused.",
  ],
  [
    "a receiver that sends",
    traffic("{ kind: bursts, from: h0, to: h0 }"),
    '3:33: traffic[0].from: expected a host other than the receiver, got "h0"',
  ],
];
