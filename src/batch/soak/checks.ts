/**
 * The checks that every run must pass. They read its results, and the network at its end. Conservation of bytes and the
 * accounts of each queue are not checked here: `sim/model/conservation-check.ts` checks them inside the run.
 */
import type { Results, Scenario, Table } from "../../run/lab/lab.ts";
import { runText } from "../../report/run-text.ts";
import type { Network } from "./run-modes.ts";

/** A failed check: the rule and the place. */
export interface Flaw {
  readonly rule: string;
  readonly where: string;
}

type Check = (results: Results, network: Network, scenario: Scenario) => Iterable<Flaw>;

/**
 * Tolerance for comparisons of times in ns, and of sums of samples. The run has times in picoseconds, and the results
 * have them in nanoseconds.
 */
const ROUNDING = 1e-6;
/**
 * Tolerance of link utilisation and of slowdown. The transmission time of a packet is rounded to whole picoseconds. The
 * smallest packet takes 1,680 ps at 400 Gbps, so rounding changes its time by less than this share.
 */
const TIMES = 1e-3;
const LARGEST_FRAME = 10_000;

const checks: readonly Check[] = [flows, sums, ports, pauses, memory, rates, inFlight, completion, alone, ending, text];

/** Returns the first check that a run fails, or undefined if the run passes all checks. */
export function flawOf(results: Results, network: Network, scenario: Scenario): Flaw | undefined {
  return checks.map((check) => [...check(results, network, scenario)][0]).find((flaw) => flaw !== undefined);
}

function* flows({ tables: { flows }, summary }: Results): Iterable<Flaw> {
  const { size_bytes, start_ns, fct_ns, fct_ack_ns, received_bytes, flow } = flows.columns;
  for (const k of flow) {
    const where = `flow ${k}: size ${size_bytes[k]} B, received ${received_bytes[k]} B, FCT ${fct_ns[k]} ns, ACK ${fct_ack_ns[k]} ns`;
    if (received_bytes[k] > size_bytes[k]) yield { rule: "a receiver gets at most the size of a flow", where };
    if ((received_bytes[k] === size_bytes[k]) === Number.isNaN(fct_ns[k]))
      yield { rule: "a flow has a completion time once all its bytes have arrived", where };
    if (fct_ns[k] < 0 || fct_ack_ns[k] < fct_ns[k]) yield { rule: "the last ACK comes after the last byte", where };
    if (!Number.isNaN(fct_ack_ns[k]) && Number.isNaN(fct_ns[k]))
      yield { rule: "the last ACK comes after the last byte", where };
    if (start_ns[k] + fct_ns[k] > summary.simulated_ns + ROUNDING) yield { rule: "a flow ends within the run", where };
  }
}

/** Checks numbers that the results state in two places, such as in a column and in a counter. Both must agree. */
function* sums({ tables: { flows, ports, pauses }, summary }: Results, { fabric }: Network): Iterable<Flaw> {
  const { counters } = summary;
  const sum = (cells: ArrayLike<number>): number => Array.from(cells).reduce((all, one) => all + one, 0);
  const dropped = Object.entries(counters).filter(([name]) => name.startsWith("dropped_"));
  const { columns } = flows;
  // The table ends with the last flow that has started. Rows of planned flows that have not started can precede it,
  // because a train (a series of flows) adds its flows behind all planned flows. The summary counts only flows that
  // have started.
  const began = columns.start_ns.filter((start) => start <= summary.simulated_ns).length;
  const pairs: readonly (readonly [string, number, number])[] = [
    ["repeated packets", sum(columns.repeated_packets), counters.repeated_packets],
    ["packets out of order", sum(columns.out_of_order_packets), counters.out_of_order_packets],
    ["NACKs", sum(columns.nacks), counters.nacks],
    ["PAUSEs by port", sum(ports.columns.pauses_sent), counters.pauses],
    ...pausesInRows(pauses, counters),
    ["flows by entry", sum(summary.traffic.map((entry) => entry.flows)), began],
    ["finite and endless flows", summary.flows.finite + summary.flows.endless, began],
    ["flows done", columns.fct_ns.filter((fct) => !Number.isNaN(fct)).length, summary.flows.finished],
    ["drops", sum(dropped.map(([, packets]) => packets)), sum(fabric.ledger.droppedPackets)],
  ];
  for (const [rule, one, other] of pairs)
    if (one !== other) yield { rule: `${rule} add up`, where: `${one} and ${other}` };
  for (const [name, value] of Object.entries(counters))
    if (!(value >= 0) || !Number.isInteger(value))
      yield { rule: "counters are whole numbers", where: `${name} ${value}` };
}

function* ports(
  { tables: { ports, flows }, summary }: Results,
  { fabric, switches }: Network,
  { times }: Scenario,
): Iterable<Flaw> {
  const { node, peer, utilisation, sent_bytes, payload_bytes, paused_ns } = ports.columns;
  let fromHosts = 0;
  for (let k = 0; k < ports.rows; k++) {
    const where = `${node[k]} to ${peer[k]}: ${utilisation[k]} of the run, ${sent_bytes[k]} B sent, payload ${payload_bytes[k]} B, paused ${paused_ns[k]} ns`;
    // With `times: ns3`, the transmission time of a packet is rounded down to nanoseconds. A port then sends faster
    // than its link rate, so the utilisation may exceed 1.
    if (!(utilisation[k] <= 1 + TIMES) && times === undefined)
      yield { rule: "no port sends for longer than the run", where };
    if (payload_bytes[k] > sent_bytes[k]) yield { rule: "payload is part of the sent bytes", where };
    if (!(paused_ns[k] <= 8 * summary.simulated_ns + ROUNDING))
      yield { rule: "no class is paused for longer than the run", where };
    if (switches[fabric.node[k]] === null) fromHosts += payload_bytes[k];
  }
  const received = flows.columns.received_bytes.reduce((all, one) => all + one, 0);
  if (received > fromHosts)
    yield {
      rule: "receivers get at most the bytes that hosts sent",
      where: `${received} B received, ${fromHosts} B sent`,
    };
}

function* pauses({ tables: { pauses }, summary }: Results): Iterable<Flaw> {
  const { columns: c, rows } = pauses;
  const ends = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const [start, lasts, cause] = [c.start_ns[row], c.duration_ns[row], c.caused_by[row]];
    const where = `PAUSE ${row}, ${c.node[row]} port ${c.port[row]} class ${c.class[row]}, at ${start} ns for ${lasts} ns`;
    const key = `${c.node[row]} ${c.port[row]} ${c.scope[row]} ${c.scope[row] === "port" ? "" : c.class[row]} ${c.queue[row]}`;
    if (row > 0 && start < c.start_ns[row - 1]) yield { rule: "PAUSEs are in the order of their starts", where };
    if (!(start >= (ends.get(key) ?? 0) - ROUNDING)) yield { rule: "a paused queue is not paused again", where };
    ends.set(key, Number.isNaN(lasts) ? Infinity : start + lasts);
    if (lasts < 0 || start + lasts > summary.simulated_ns + ROUNDING)
      yield { rule: "a PAUSE ends within the run", where };
    if (!(c.occupancy_bytes[row] >= 0) && c.queue[row] < 0)
      yield { rule: "a queue that pauses its peer has an occupancy of 0 or more", where };
    if (cause < 0) continue;
    const isOfClass = c.scope[cause] === "port" || c.class[cause] === c.class[row];
    if (cause >= row || c.peer[cause] !== c.node[row] || !isOfClass)
      yield { rule: "a PAUSE is caused by an earlier one of the next hop", where: `${where}, by ${cause}` };
  }
}

/**
 * Compares the number of PAUSEs in the table with the counter `pauses`. This counter excludes PAUSEs of single
 * queues, but the table includes them. PAUSEs without a row (`pauses_unrecorded`) may belong to either kind. So if
 * the run may pause single queues and some PAUSEs have no row, nothing is compared.
 */
function* pausesInRows(
  { rows, columns }: Results["tables"]["pauses"],
  { pauses: counted, pauses_unrecorded: unrecorded, queue_pauses }: Results["summary"]["counters"],
): Iterable<readonly [string, number, number]> {
  const ofClasses = columns.queue.filter((queue) => queue < 0).length;
  if (queue_pauses === undefined) yield ["PAUSEs in rows", rows + unrecorded, counted];
  else if (unrecorded === 0) yield ["PAUSEs in rows", ofClasses, counted];
}

/**
 * Checks that the shared pool of a switch never exceeds its capacity. A headroom policy with the hook `spare` charges
 * headroom to the pool. The pool may then exceed its capacity by the bytes that the policy reserves as headroom.
 *
 * Checks also that the packets at all ports fit into the memory of the switch. Ports with their own memory do not count.
 */
function* memory(_: Results, { switches, fabric }: Network): Iterable<Flaw> {
  for (const at of switches) {
    if (at === null) continue;
    const { pool, policies } = at;
    const reserved = policies.headroom.reserved[at.node];
    const beyond = policies.headroom.spare === undefined ? 0 : reserved;
    const where = `${fabric.wiring.names[at.node]}: ${pool.peak} B of ${pool.capacity} B, headroom ${reserved} B, memory ${pool.memory} B`;
    if (pool.peak > pool.capacity + beyond) yield { rule: "the shared pool stores at most its capacity", where };
    if (pool.capacity + reserved > pool.memory) yield { rule: "shared pool and headroom fit into the memory", where };
    let held = 0;
    for (let port = at.base; port < at.base + at.ports; port++) {
      if ((fabric.ownMemory?.[port] ?? 0) === 0) held += fabric.accounts.portHeld(port);
    }
    if (held > pool.memory) yield { rule: "a switch stores at most its memory", where: `${where}, ${held} B held` };
  }
}

/**
 * Checks the samples of goodputs and rates. The samples of a flow must add up to at most the bytes that its receiver
 * got. No port may send above its link rate.
 */
function* rates({ tables }: Results, { fabric }: Network, { measure: { every }, times }: Scenario): Iterable<Flaw> {
  const { goodputs, rates, flows } = tables;
  const perSample = every / 8e12;
  const got = new Map<number, number>();
  goodputs?.columns.flow.forEach((flow, row) => {
    got.set(flow, (got.get(flow) ?? 0) + goodputs.columns.received_bps[row] * perSample);
  });
  for (const [flow, bytes] of got) {
    const received = flows.columns.received_bytes[flow];
    if (bytes > received * (1 + ROUNDING) + ROUNDING)
      yield {
        rule: "goodputs add up to at most the received bytes",
        where: `flow ${flow}: ${bytes} B of ${received} B`,
      };
  }
  if (times !== undefined) return; // Times rounded down to nanoseconds make links faster than their rate.
  const firstPort = new Map(fabric.wiring.names.map((name, number) => [name, fabric.portBase[number]]));
  for (let row = 0; row < (rates?.rows ?? 0); row++) {
    const { sent_bps, node, port } = (rates as Table<"rates">).columns;
    const rate = fabric.rate[(firstPort.get(node[row]) ?? 0) + port[row] - 1];
    // A sample counts the whole frame whose transmission begins in its interval. A sample may therefore exceed the link
    // rate by one frame.
    if (!(sent_bps[row] <= rate + LARGEST_FRAME / perSample))
      yield {
        rule: "no port sends faster than its rate",
        where: `${node[row]} port ${port[row]}: ${sent_bps[row]} of ${rate} bit/s`,
      };
  }
}

/**
 * Checks the bytes in flight of each flow. Runs with losses, retransmissions or reordering are left out. In all other
 * runs, each byte in flight is in a queue, on a wire or at the receiver. So the sum of these three is at least the
 * number of bytes in flight. The sum is greater if a sender has gone back N and the run ends before its first
 * retransmission. Such a sender no longer counts the bytes that it would retransmit.
 */
function* inFlight({ tables: { inflight, flows }, summary }: Results): Iterable<Flaw> {
  if (inflight === undefined) return;
  const { counters } = summary;
  const lost = Object.entries(counters).some(([name, packets]) => name.startsWith("dropped_") && packets > 0);
  if (lost || counters.repeated_packets > 0 || counters.out_of_order_packets > 0) return;
  const { inflight_bytes, queued_bytes, wire_bytes, delivered_bytes, flow, time_ns } = inflight.columns;
  for (let row = 0; row < inflight.rows; row++) {
    const there = queued_bytes[row] + wire_bytes[row] + delivered_bytes[row];
    if (there >= inflight_bytes[row]) continue;
    const what = `flow ${flow[row]} of ${flows.columns.size_bytes[flow[row]]} B at ${time_ns[row]} ns`;
    yield { rule: "in flight = queued + on wires + delivered", where: `${what}: ${inflight_bytes[row]} B, ${there} B` };
  }
}

/**
 * Checks that the size classes count each flow once. A class has completion times exactly if it has flows, and no time
 * is negative.
 */
function* completion({ summary }: Results): Iterable<Flaw> {
  const { classes } = summary.fct.by_size;
  const all = classes[classes.length - 1];
  const inClasses = classes.slice(0, -1).reduce((sum, { flows }) => sum + flows, 0);
  const where = `${all.flows} flows, ${inClasses} by size; ${all.unfinished} unfinished, ${summary.flows.finite} finite`;
  if (all.flows !== inClasses || all.flows > summary.flows.finite || all.unfinished > all.flows)
    yield { rule: "completion times count each flow once", where };
  for (const { sizes, flows, fct_ns, slowdown } of classes)
    for (const [name, value] of [...Object.entries(fct_ns), ...Object.entries(slowdown)])
      if ((value === null) !== (flows === 0) || (value ?? 0) < 0)
        yield { rule: "completion times exist and are not negative", where: `${sizes}, ${name}: ${value}` };
}

/**
 * Checks that no flow is faster than it would be alone. The check requires a single path between each pair of hosts,
 * and exact times instead of rounded ones.
 */
function* alone({ tables: { flows } }: Results, { fabric }: Network, { times }: Scenario): Iterable<Flaw> {
  const { names, links } = fabric.wiring;
  if (links.length !== names.length - 1 || times !== undefined) return;
  const { slowdown, flow, size_bytes } = flows.columns;
  for (const k of flow)
    if (slowdown[k] < 1 - TIMES)
      yield { rule: "no flow is faster than alone", where: `flow ${k} of ${size_bytes[k]} B: slowdown ${slowdown[k]}` };
}

function* ending({ summary, tables: { flows } }: Results): Iterable<Flaw> {
  const { ending, simulated_ns, until_ns, deadlock } = summary;
  if (simulated_ns > until_ns) yield { rule: "a run ends in time", where: `${simulated_ns} ns of ${until_ns} ns` };
  if (ending === "deadlock" && deadlock.length === 0) yield { rule: "a deadlock is named", where: ending };
  if (ending !== "all flows are done") return;
  const open = flows.columns.flow.find(
    (flow) => !Number.isNaN(flows.columns.size_bytes[flow]) && Number.isNaN(flows.columns.fct_ack_ns[flow]),
  );
  if (open !== undefined)
    yield { rule: "all flows are done if the ending says so", where: `flow ${open} is unfinished` };
}

/** Checks that the printed results contain no NaN, infinite or undefined number. */
function* text(results: Results): Iterable<Flaw> {
  const printed = runText(results);
  const line = printed.split("\n").find((one) => /\b(NaN|undefined|Infinity|null)\b|\[object/.test(one));
  if (line !== undefined) yield { rule: "the text of a run contains only numbers that exist", where: line.trim() };
}
