/**
 * Samples queue lengths, port rates, goodputs and bytes in flight at regular intervals. A scenario requests these
 * series.
 *
 * Taking a sample is not an event. The caller runs the network up to the time of the next sample, takes the sample, and
 * continues. So series do not change a run. The first sample is taken at time `every`, and each next one `every` later.
 * The time after the last sample is not sampled.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { formatTime } from "../../base/format.ts";
import type { Network } from "../../sim/model/network.ts";
import { portOn } from "../../sim/model/numbering.ts";
import { ParamError } from "../../base/params.ts";
import type { Ps } from "../../base/units.ts";
import { InFlight } from "./in-flight.ts";
import { portNames } from "./port-tables.ts";
import { Samples } from "./samples.ts";
import type { Table, Tables } from "./tables.ts";

/** The port of `node` at one end of `link`. */
interface LinkEnd {
  readonly node: number;
  readonly link: number;
}

/** The series that a scenario requests. */
interface SeriesWanted {
  readonly every: Ps;
  /** The switch ports whose queues are sampled. */
  readonly queues: readonly LinkEnd[];
  /** The classes that are sampled at each port of `queues`. */
  readonly classes: readonly number[];
  readonly rates: readonly LinkEnd[];
  /** The numbers of the sampled flows. */
  readonly goodputs: readonly number[] | "all";
  readonly inFlight: readonly number[] | "all";
}

/** The maximum number of rows in one table. A row takes about 100 bytes of memory while the table is written. */
export const MAX_ROWS = 2_000_000;

/** The samples of one partition of the run: arrays of cells, row by row, as `Samples.taken` returns them. */
export interface SeriesTaken {
  readonly queues: Float64Array;
  readonly rates: Float64Array;
  readonly goodputs: Float64Array;
  readonly totals: Float64Array;
}

export class Series {
  /** The time of the next sample in ps. Infinity: no series is requested. */
  next: Ps;
  private readonly network: Network;
  private readonly wanted: SeriesWanted;
  private readonly queuePorts: readonly number[];
  private readonly ratePorts: readonly number[];
  private readonly flows: readonly number[] | undefined;
  private readonly queues = new Samples(6);
  private readonly rates = new Samples(1);
  private readonly goodputs = new Samples(1);
  /**
   * By sample: the payload bytes that the receivers of all flows got in order since the previous sample. Bytes are
   * stored instead of rates: a sum of whole numbers is exact in every order of the partitions.
   */
  private totals = new Samples(1);
  private totalReceived = 0;
  private readonly inFlight: InFlight | undefined;
  /** The bytes that each port had sent at the last sample. */
  private readonly sent: Float64Array;
  /** The bytes that the receiver of each flow had at the last sample. */
  private readonly received: Float64Array;

  /**
   * Throws `ParamError` for flow numbers that cannot exist. Also throws it if a run up to `until` would have more than
   * `MAX_ROWS` rows in one table.
   */
  constructor(network: Network, wanted: SeriesWanted, until: Ps) {
    const { every, queues, rates, goodputs, inFlight } = wanted;
    this.network = network;
    this.wanted = wanted;
    this.queuePorts = portsOf(network, queues);
    this.ratePorts = portsOf(network, rates);
    this.flows = goodputs === "all" ? undefined : goodputs;
    this.sent = new Float64Array(rates.length);
    this.received = new Float64Array(asks(goodputs) ? network.flows.capacity : 0);
    this.inFlight = asks(inFlight)
      ? new InFlight(network, inFlight === "all" ? undefined : inFlight, this.queuePorts)
      : undefined;
    this.next = queues.length + rates.length > 0 || asks(goodputs) || asks(inFlight) ? every : Infinity;
    checkFlows(network, "goodputs", goodputs);
    checkFlows(network, "inFlight", inFlight);
    checkRows(network, wanted, until);
  }

  /** Takes a sample. Call it at the time `next`. */
  sample(): void {
    this.sampleQueues();
    this.sampleRates();
    if (asks(this.wanted.goodputs)) {
      this.sampleGoodputs();
      this.sampleTotal();
    }
    this.inFlight?.sample();
    this.next = this.network.queue.now + this.wanted.every;
  }

  /** The samples of one partition, which are those of its own nodes. */
  get taken(): SeriesTaken {
    return {
      ...{ queues: this.queues.taken, rates: this.rates.taken },
      ...{ goodputs: this.goodputs.taken, totals: this.totals.taken },
    };
  }

  /** Merges the samples of all partitions. */
  put(parts: readonly SeriesTaken[]): void {
    const { classes } = this.wanted;
    // Rows of the same time are in the order in which the scenario lists ports and flows.
    const rank = (subjects: readonly number[]): ((subject: number) => number) => {
      const places = new Map(subjects.map((subject, place) => [subject, place]));
      return (subject) => places.get(subject) ?? 0;
    };
    const queues = this.queuePorts.flatMap((port) => classes.map((cls) => (port << CLASS_BITS) | cls));
    this.queues.put(
      parts.map((part) => part.queues),
      rank(queues),
    );
    this.rates.put(
      parts.map((part) => part.rates),
      rank(this.ratePorts),
    );
    this.goodputs.put(
      parts.map((part) => part.goodputs),
      this.flows === undefined ? (flow) => flow : rank(this.flows),
    );
    this.totals = summed(parts.map((part) => part.totals));
  }

  /** The requested tables. */
  tables(): Pick<Tables, "queues" | "rates" | "goodputs" | "totals" | "inflight" | "backlogs"> {
    const { queues, rates, goodputs } = this.wanted;
    return {
      ...(queues.length === 0 ? {} : { queues: this.queueTable() }),
      ...(rates.length === 0 ? {} : { rates: this.rateTable() }),
      ...(asks(goodputs) ? { goodputs: this.goodputTable(), totals: this.totalTable() } : {}),
      ...(this.inFlight === undefined ? {} : { inflight: this.inFlight.table() }),
      ...(this.inFlight === undefined || queues.length === 0 ? {} : { backlogs: this.inFlight.portTable() }),
    };
  }

  private sampleQueues(): void {
    const { fabric, switches, queue } = this.network;
    for (const port of this.queuePorts) {
      // A port with its own memory has no threshold, because its link policy alone decides about pauses.
      const isOwn = fabric.ownMemory !== null && fabric.ownMemory[port] > 0;
      const at = switches[fabric.node[port]];
      if (at === null || !fabric.owns(at.node)) continue;
      for (const cls of this.wanted.classes) {
        const lossless = (at.lossless & (1 << cls)) !== 0;
        const threshold = lossless ? at.threshold(port, cls) : NaN;
        const paused = (fabric.stopped(port) >> cls) & 1;
        const name = (port << CLASS_BITS) | cls;
        const { stopsAt, goesAt } = at.policies.headroom;
        const stops = isOwn ? NaN : (stopsAt?.(port, threshold) ?? threshold);
        const goes = isOwn ? NaN : (goesAt?.(port, threshold) ?? stops);
        this.queues.add(queue.now, name, at.backlog(name), at.held(name), threshold, paused, stops, goes);
      }
    }
  }

  private queueTable(): Table<"queues"> {
    const { rows, time_ns, of, values } = this.queues.columns();
    const name = portNames(this.network.fabric);
    return {
      rows,
      columns: {
        time_ns,
        node: of.text((queue) => name.node(queue >> CLASS_BITS)),
        port: of.int32((queue) => name.port(queue >> CLASS_BITS)),
        peer: of.text((queue) => name.peer(queue >> CLASS_BITS)),
        class: of.int32((queue) => queue & CLASS_MASK),
        egress_bytes: values[0],
        ingress_bytes: values[1],
        threshold_bytes: values[2],
        paused: Uint8Array.from(values[3]),
        xoff_bytes: values[4],
        xon_bytes: values[5],
      },
    };
  }

  private sampleRates(): void {
    const { fabric, queue } = this.network;
    this.ratePorts.forEach((port, k) => {
      if (!fabric.owns(fabric.node[port])) return;
      const sent = fabric.sentBytes(port);
      this.rates.add(queue.now, port, this.perSecond(sent - this.sent[k]));
      this.sent[k] = sent;
    });
  }

  private rateTable(): Table<"rates"> {
    const { rows, time_ns, of, values } = this.rates.columns();
    const name = portNames(this.network.fabric);
    return {
      rows,
      columns: {
        time_ns,
        node: of.text(name.node),
        port: of.int32(name.port),
        peer: of.text(name.peer),
        sent_bps: values[0],
      },
    };
  }

  /** Samples the flows that were active in the interval: begun before its end, and not complete at its start. */
  private sampleGoodputs(): void {
    const { flows, queue, fabric } = this.network;
    const began = queue.now - this.wanted.every;
    const among = this.flows?.length ?? flows.count;
    for (let k = 0; k < among; k++) {
      const flow = this.flows === undefined ? k : this.flows[k];
      if (flow >= flows.count || flows.start[flow] >= queue.now || flows.received[flow] <= began) continue;
      if (!fabric.owns(flows.destination[flow])) continue;
      const received = flows.rcvNxt[flow];
      this.goodputs.add(queue.now, flow, this.perSecond(received - this.received[flow]));
      this.received[flow] = received;
    }
  }

  private goodputTable(): Table<"goodputs"> {
    const { rows, time_ns, of, values } = this.goodputs.columns();
    return { rows, columns: { time_ns, flow: of.int32((flow) => flow), received_bps: values[0] } };
  }

  /**
   * Samples the payload that the receivers of all flows got. In a partition only the partition's own receivers count.
   *
   * The loop visits all flow numbers below `capacity`, not only those below `flows.count`. In a partition, each flow that
   * begins during the run has a number reserved for it. So unused numbers of later flows may precede a number in use.
   */
  private sampleTotal(): void {
    const { flows, queue } = this.network;
    let received = 0;
    for (let flow = 0; flow < flows.capacity; flow++) received += flows.rcvNxt[flow];
    this.totals.add(queue.now, 0, received - this.totalReceived);
    this.totalReceived = received;
  }

  private totalTable(): Table<"totals"> {
    const { rows, time_ns, values } = this.totals.columns();
    return { rows, columns: { time_ns, received_bps: values[0].map((bytes) => this.perSecond(bytes)) } };
  }

  /** Converts the bytes of one interval to bit/s. */
  private perSecond(bytes: number): number {
    return (bytes * 8e12) / this.wanted.every;
  }
}

/** Adds up the samples of all partitions, separately for each sampling time. */
function summed(parts: readonly Float64Array[]): Samples {
  const sums = new Map<Ps, number>();
  for (const cells of parts)
    for (let at = 0; at < cells.length; at += 3) sums.set(cells[at], (sums.get(cells[at]) ?? 0) + cells[at + 2]);
  const all = new Samples(1);
  for (const [time, sum] of [...sums].sort(([a], [b]) => a - b)) all.add(time, 0, sum);
  return all;
}

const asks = (flows: readonly number[] | "all"): boolean => flows === "all" || flows.length > 0;

function checkFlows({ flows }: Network, field: string, wanted: readonly number[] | "all"): void {
  if (wanted === "all") return;
  const last = flows.capacity - 1;
  wanted.forEach((flow, k) => {
    if (flow > last) throw new ParamError(`measure.${field}[${k}]`, `the number of a flow, 0 to ${last}`, flow);
  });
}

function checkRows({ flows }: Network, wanted: SeriesWanted, until: Ps): void {
  const { every, queues, classes, rates, goodputs, inFlight } = wanted;
  const samples = Math.floor(until / every);
  const check = (name: string, things: number, what: string): void => {
    const rows = samples * things;
    if (rows <= MAX_ROWS) return;
    const hint = `Measure less, or less often: ${formatTime(until)} / ${formatTime(every)} = ${samples} samples, x ${what}.`;
    throw new ParamError(`measure.${name}`, `at most ${MAX_ROWS} rows`, rows, hint);
  };
  check("queues", queues.length * classes.length, `${queues.length} ports, x classes: ${classes.join(", ")}`);
  check("rates", rates.length, `${rates.length} ports`);
  const count = (wanted: readonly number[] | "all"): number => (wanted === "all" ? flows.capacity : wanted.length);
  check("goodputs", count(goodputs), `${count(goodputs)} flows`);
  const places = Math.max(1, queues.length);
  check("inFlight", count(inFlight) * places, `${count(inFlight)} flows, x ${places} ports of queues`);
}

/** The network-wide port numbers of link ends. */
const portsOf = ({ fabric }: Network, ends: readonly LinkEnd[]): number[] => ends.map((end) => portOn(fabric, end));
