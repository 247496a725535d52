/**
 * Reads counters of switches from the text that SONiC's `show` commands print. One text may have the output of several
 * commands, each once or several times, at one or more switches. Unknown tables and all other lines are skipped.
 *
 * | command | counters |
 * |---|---|
 * | show pfc counters | PFC frames received and sent |
 * | show pfc counters --history | pauses and their time |
 * | show queue watermark unicast or all (or persistent-watermark) | maximum backlog |
 * | show priority-group drop counters | packets of a class dropped on arrival |
 * | show interfaces counters | packets, errors, drops, state |
 * | show interfaces flap | failures of the link |
 * | show pfcwd stats | storms that the watchdog detected |
 *
 * Source: the expected outputs in the tests of sonic-utilities, such as tests/pfcstat_test.py, tests/portstat_test.py and
 * tests/pgdropstat_test.py
 */
import { CounterSamples, type ClassCounter, type SwitchCounters } from "../counter-samples.ts";
import { InputError } from "../hpcc/input-error.ts";

/** The shell's prompt, with the name of the switch. */
const PROMPT = /^\S*?@([\w.-]+):/;
/** The line below the head of a table. */
const DASHES = /^\s*-+( +-+)+\s*$/;

interface ShownTable {
  /** The line above the head. SONiC writes the title of some tables there. */
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads the counters of each switch in the text, with one or more samples of each table. A prompt of the shell begins the
 * output of its switch. Throws `InputError` if the text has no table of counters.
 */
export function shownCounters(text: string, file: string): SwitchCounters[] {
  const lines = text.split(/\r?\n/);
  // Tables above the first prompt belong to the switch of this prompt.
  let node = lines.map(promptOf).find((name) => name !== undefined);
  const switches = new Map<string | undefined, CounterSamples>();
  for (let line = 0; line < lines.length; line++) {
    node = promptOf(lines[line]) ?? node;
    if (line === 0 || !DASHES.test(lines[line])) continue;
    const samples = switches.get(node) ?? new CounterSamples();
    const table = tableAt(lines, line);
    const add = readerOf(table, samples);
    if (add === undefined) continue;
    switches.set(node, samples);
    for (const row of table.rows) add(row);
  }
  const read = Array.from(switches, ([name, samples]) => ({ node: name, ports: samples.result() }));
  if (read.every(({ ports }) => ports.size === 0))
    throw new InputError(
      { file },
      "the output of SONiC's show pfc counters",
      "no such table",
      "Write it on the switch: show pfc counters > leaf0.txt.",
    );
  return read;
}

const promptOf = (line: string): string | undefined => PROMPT.exec(line)?.[1];

/** The table whose line of dashes is `line`. The dashes show where its columns are. */
function tableAt(lines: readonly string[], line: number): ShownTable {
  const spans = [...lines[line].matchAll(/-+/g)].map(({ index, 0: dashes }) => [index, index + dashes.length] as const);
  const cells = (text: string): string[] => spans.map(([from, to]) => text.slice(from, to).trim());
  // Text between the columns usually belongs to the title of the next table, such as "Last cached time was ...". But a row
  // also has text there if a user edited a name in the row, which shifts its columns. Such a row has exactly one word for
  // each column, and its second word is a count.
  const rowOf = (text: string): string[] | undefined => {
    if (spans.every(([, to], k) => text.slice(to, spans[k + 1]?.[0] ?? to).trim() === "")) return cells(text);
    const words = text.trim().split(/\s+/);
    return words.length === spans.length && /^([\d,]+|N\/A)$/.test(words[1]) ? words : undefined;
  };
  const head = cells(lines[line - 1]);
  const rows: string[][] = [];
  for (let at = line + 1; at < lines.length; at++) {
    const row = rowOf(lines[at]);
    // A blank line ends a table. In the PFC history each port has a row for each class, and a blank line only
    // separates two ports.
    if (lines[at].trim() === "") {
      if (head[1] !== "Priority" || !/^PFC[0-7]$/.test(cells(lines[at + 1] ?? "")[1])) break;
    } else if (PROMPT.test(lines[at]) || DASHES.test(lines[at + 1] ?? "") || row === undefined) break;
    else rows.push(row);
  }
  return { title: lines[line - 2] ?? "", head, rows };
}

type Add = (row: readonly string[]) => void;

/** Returns a function that adds a row of the table. Undefined: the table has no counters. */
function readerOf({ title, head }: ShownTable, samples: CounterSamples): Add | undefined {
  const cell = (row: readonly string[], name: string): string | undefined => row[head.indexOf(name)];
  // The number in a column's head is the class. SONiC leaves out the queues without a config, and may list more than 8.
  const perClass =
    (counter: ClassCounter): Add =>
    (row) =>
      row.forEach((text, column) => {
        const cls = Number(/^[A-Z]+([0-7])$/.exec(head[column])?.[1]);
        const value = numberOf(text);
        if (!Number.isNaN(cls) && value !== undefined) samples.add(row[0], counter, value, cls);
      });
  if (head[0] === "Port Rx" && head[1] === "PFC0") return perClass("rxPfc");
  if (head[0] === "Port Tx" && head[1] === "PFC0") return perClass("txPfc");
  if (head[0] === "Port" && /^(UC|ALL)\d+$/.test(head[1])) return perClass("queuePeak");
  if (head[0] === "Port" && /^PG\d+$/.test(head[1]) && title.startsWith("Ingress PG dropped packets"))
    return perClass("rxClassDrops");
  if (head[0] === "Port" && head.includes("RX Pause Transitions"))
    return (row) => {
      const cls = /^PFC([0-7])$/.exec(cell(row, "Priority") ?? "")?.[1];
      const transitions = numberOf(cell(row, "RX Pause Transitions"));
      // SONiC printed ms at first, and prints us now.
      const ms = numberOf(cell(row, "Total RX Pause Time MS"));
      const us = numberOf(cell(row, "Total RX Pause Time US"));
      const seconds = us === undefined ? (ms === undefined ? undefined : ms / 1000) : us / 1e6;
      if (cls === undefined) return;
      if (transitions !== undefined) samples.add(row[0], "rxPauseTransitions", transitions, Number(cls));
      if (seconds !== undefined) samples.add(row[0], "rxPauseSeconds", seconds, Number(cls));
    };
  if (head[0] === "IFACE" && head.includes("RX_DRP"))
    return (row) => {
      for (const [name, counter] of OF_INTERFACES) {
        const value = numberOf(cell(row, name));
        if (value !== undefined) samples.add(row[0], counter, value);
      }
      const state = cell(row, "STATE");
      if (state === "U" || state === "D") samples.setDown(row[0], state === "D");
    };
  if (head[0] === "Interface" && head.includes("Flap Count"))
    return (row) => {
      const text = cell(row, "Flap Count");
      const flaps = text === "Never" ? 0 : numberOf(text);
      if (flaps !== undefined) samples.add(row[0], "flaps", flaps);
    };
  if (head[0] === "QUEUE" && head.includes("STORM DETECTED/RESTORED"))
    return (row) => {
      const [, port, cls] = /^(.+):([0-7])$/.exec(row[0]) ?? [];
      const detected = numberOf(cell(row, "STORM DETECTED/RESTORED")?.split("/")[0]);
      if (port !== undefined && detected !== undefined) samples.add(port, "storms", detected, Number(cls));
    };
  return undefined;
}

const OF_INTERFACES = [
  ["TX_OK", "txPackets"],
  ["RX_ERR", "rxErrors"],
  ["RX_DRP", "rxDrops"],
  ["TX_DRP", "txDrops"],
] as const;

/** The value of a cell such as "1,200", which is 1200. Undefined for "N/A" and other text. */
function numberOf(cell: string | undefined): number | undefined {
  const text = (cell ?? "").replaceAll(",", "");
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
