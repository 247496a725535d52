/**
 * Reads counters of a switch from the text that SONiC's `show` commands print. One text may have the output of several
 * commands, each once or several times. Unknown tables and all other lines are skipped.
 *
 * | command | counters |
 * |---|---|
 * | show pfc counters | PFC frames received and sent |
 * | show pfc counters --history | pauses and their time |
 * | show queue watermark unicast (or persistent-watermark) | maximum backlog |
 * | show interfaces counters | packets, errors, drops, state |
 * | show interfaces flap | failures of the link |
 * | show pfcwd stats | storms that the watchdog detected |
 *
 * Source: the expected outputs in the tests of sonic-utilities, such as tests/pfcstat_test.py and tests/portstat_test.py
 */
import type { PortCounters } from "../../theory/incident/counters.ts";
import { CounterSamples, type ClassCounter } from "../counter-samples.ts";
import { InputError } from "../hpcc/input-error.ts";

/** The counters of one switch, by the name of the port as in the text. */
export interface ShownCounters {
  /**
   * The name of the switch in the prompt of the shell, such as "admin@leaf0:~$". Undefined if the text has no prompt.
   */
  readonly node: string | undefined;
  readonly ports: ReadonlyMap<string, PortCounters>;
}

/** The shell's prompt, with the name of the switch. */
const PROMPT = /^\S*?@([\w.-]+):/m;
/** The line below the head of a table. */
const DASHES = /^\s*-+( +-+)+\s*$/;

interface ShownTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Reads the text of one switch, with one or more samples of each table. Throws `InputError` if it has no table of counters. */
export function shownCounters(text: string, file: string): ShownCounters {
  const lines = text.split(/\r?\n/);
  const samples = new CounterSamples();
  let known = 0;
  for (let line = 1; line < lines.length; line++) {
    if (!DASHES.test(lines[line])) continue;
    const { head, rows } = tableAt(lines, line);
    const add = readerOf(head, samples);
    if (add === undefined) continue;
    known++;
    for (const row of rows) add(row);
  }
  if (known === 0)
    throw new InputError(
      { file },
      "the output of SONiC's show pfc counters",
      "no such table",
      "Write it on the switch: show pfc counters > leaf0.txt.",
    );
  return { node: PROMPT.exec(text)?.[1], ports: samples.result() };
}

/** The table whose line of dashes is `line`. The dashes show where its columns are. */
function tableAt(lines: readonly string[], line: number): ShownTable {
  const spans = [...lines[line].matchAll(/-+/g)].map(({ index, 0: dashes }) => [index, index + dashes.length] as const);
  const cells = (text: string): string[] => spans.map(([from, to]) => text.slice(from, to).trim());
  const head = cells(lines[line - 1]);
  const rows: string[][] = [];
  for (let at = line + 1; at < lines.length; at++) {
    const row = cells(lines[at]);
    // A blank line ends a table. In the PFC history each port has a row for each class, and a blank line only
    // separates two ports.
    if (lines[at].trim() === "") {
      if (head[1] !== "Priority" || !/^PFC[0-7]$/.test(cells(lines[at + 1] ?? "")[1])) break;
    } else if (PROMPT.test(lines[at]) || DASHES.test(lines[at + 1] ?? "")) break;
    else rows.push(row);
  }
  return { head, rows };
}

type Add = (row: readonly string[]) => void;

/** Returns a function that adds a row of the table with these column heads. Undefined: the table has no counters. */
function readerOf(head: readonly string[], samples: CounterSamples): Add | undefined {
  const cell = (row: readonly string[], name: string): string | undefined => row[head.indexOf(name)];
  const perClass =
    (counter: ClassCounter): Add =>
    (row) =>
      row.slice(1, 9).forEach((text, cls) => {
        const value = numberOf(text);
        if (value !== undefined) samples.add(row[0], counter, value, cls);
      });
  if (head[0] === "Port Rx" && head[1] === "PFC0") return perClass("rxPfc");
  if (head[0] === "Port Tx" && head[1] === "PFC0") return perClass("txPfc");
  if (head[0] === "Port" && head[1] === "UC0") return perClass("queuePeak");
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
