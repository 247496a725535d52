/** Collects samples of the counters of ports, in the order of time, and gives their change over the incident. */
import type { PortCounters } from "../theory/incident/counters.ts";

/** Counters with a value for each class. */
export type ClassCounter =
  "rxPfc" | "txPfc" | "rxPauseSeconds" | "rxPauseTransitions" | "rxClassDrops" | "queuePeak" | "storms";
/** Counters with one value. */
const PLAIN = ["txPackets", "rxErrors", "rxDrops", "txDrops", "flaps"] as const;
export type PlainCounter = (typeof PLAIN)[number];

/** The counters of one switch, by the name of the port as in the text. */
export interface SwitchCounters {
  /** The name of the switch in the text. Undefined if the text does not name it. */
  readonly node: string | undefined;
  readonly ports: ReadonlyMap<string, PortCounters>;
}

interface Series {
  readonly first: number;
  last: number;
  /** The largest sample after the first. If there is only one sample, that sample. */
  most: number;
  samples: number;
}

export class CounterSamples {
  private readonly ports = new Map<string, Map<string, Series>>();
  private readonly down = new Map<string, boolean>();

  add(port: string, counter: PlainCounter, value: number): void;
  add(port: string, counter: ClassCounter, value: number, cls: number): void;
  add(port: string, counter: PlainCounter | ClassCounter, value: number, cls = 0): void {
    const key = `${counter} ${cls}`;
    const of = this.ports.get(port) ?? new Map<string, Series>();
    this.ports.set(port, of);
    const series = of.get(key);
    if (series === undefined) of.set(key, { first: value, last: value, most: value, samples: 1 });
    else {
      series.last = value;
      series.most = series.samples === 1 ? value : Math.max(series.most, value);
      series.samples++;
    }
  }

  /** Sets the state of a port's link. Only the state at the latest sample counts. */
  setDown(port: string, isDown: boolean): void {
    if (!this.ports.has(port)) this.ports.set(port, new Map());
    this.down.set(port, isDown);
  }

  /**
   * Returns the counters of each port. A counter is its last sample minus its first. If the last sample is smaller,
   * the counter was cleared in between, and its last sample counts. A counter with one sample is that sample.
   *
   * SONiC never clears the counter of link failures (`flaps`). If it has one sample, its failures may have occurred before
   * the incident, so they are returned as `earlierFlaps`.
   *
   * A watermark is the largest of its samples without the first, because the first sample is the maximum before the
   * incident. If a switch's telemetry clears watermarks, later samples no longer include this earlier maximum.
   */
  result(): Map<string, PortCounters> {
    return new Map(
      Array.from(this.ports, ([port, of]) => {
        const counters: PortCounters = {};
        for (const [key, series] of of) {
          const [name, cls] = key.split(" ");
          const counter = name as PlainCounter | ClassCounter;
          const value = counter === "queuePeak" ? series.most : grown(series);
          if (counter === "flaps" && series.samples === 1) counters.earlierFlaps = value;
          else if (isPlain(counter)) counters[counter] = value;
          else (counters[counter] ??= new Array<number>(8).fill(0))[Number(cls)] = value;
        }
        const isDown = this.down.get(port);
        if (isDown !== undefined) counters.isDown = isDown;
        return [port, counters];
      }),
    );
  }
}

const grown = ({ first, last, samples }: Series): number => (samples === 1 || last < first ? last : last - first);

const isPlain = (counter: PlainCounter | ClassCounter): counter is PlainCounter =>
  (PLAIN as readonly string[]).includes(counter);
