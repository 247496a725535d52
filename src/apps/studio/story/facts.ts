/** Facts about a run for the stories. A missing value is NaN, and a missing row is -1. */
import { lastAt } from "../chart/plot.ts";
import type { RunView } from "../lab/messages.ts";
import { pausedTime, portNamed } from "../measure/ports.ts";

/** The quantities that are sampled for all ports. */
type Sampled = "egress" | "ingress" | "threshold" | "use";

export class Facts {
  readonly view: RunView;

  constructor(view: RunView) {
    this.view = view;
  }

  get end(): number {
    return this.view.summary.simulated_ns;
  }

  port(name: string): number {
    return portNamed(this.view.fabric, name) ?? -1;
  }

  /** Describes a flow, such as "flow 0 (h0 to r1)". */
  flow(flow: number): string {
    return `flow ${flow} (${this.source(flow)} to ${this.destination(flow)})`;
  }

  source(flow: number): string {
    return this.view.fabric.names[this.view.flows.source[flow]];
  }

  destination(flow: number): string {
    return this.view.fabric.names[this.view.flows.destination[flow]];
  }

  /** Start of the burst, in ns. It is the first flow start after time 0. */
  get burst(): number {
    return this.view.flows.start.find((start) => start > 0) ?? NaN;
  }

  /** The flows that start with the burst. */
  get burstFlows(): number[] {
    const { burst } = this;
    return Array.from(this.view.flows.start, (start, flow) => (start === burst ? flow : -1)).filter(
      (flow) => flow >= 0,
    );
  }

  /** Rows of the PAUSEs that `port` sent to its upstream port, in order of time. */
  pauses(port: string, from = 0): number[] {
    const { pauses } = this.view;
    const wanted = this.port(port);
    return Array.from(pauses.port, (one, row) => (one === wanted && pauses.start[row] >= from ? row : -1)).filter(
      (row) => row >= 0,
    );
  }

  pause(row: number): {
    readonly start: number;
    readonly end: number;
    readonly stored: number;
    readonly threshold: number;
    readonly stopped: string;
  } {
    const { pauses, fabric } = this.view;
    return {
      start: pauses.start[row],
      end: pauses.end[row],
      stored: pauses.occupancy[row],
      threshold: pauses.threshold[row],
      stopped: fabric.names[fabric.node[fabric.peer[pauses.port[row]]]],
    };
  }

  /** Total time in ns that `port` paused its upstream port. */
  stoppedFor(port: string): number {
    return pausedTime(this.view)[this.port(port)];
  }

  /** The value of the last sample of `what` at `port` that is at or before `time`. */
  at(what: Sampled, port: string, time: number): number {
    const { times, ports, [what]: values } = this.view.samples;
    return values[lastAt(times, time) * ports + this.port(port)];
  }

  /** The highest sample of `what` at `port` between two times. */
  most(what: Sampled, port: string, from = 0, to = Infinity): number {
    return this.between(what, port, from, to).reduce((most, value) => Math.max(most, value), 0);
  }

  mean(what: Sampled, port: string, from: number, to: number): number {
    return meanOf(this.between(what, port, from, to));
  }

  private between(what: Sampled, port: string, from: number, to: number): number[] {
    const { times, ports, [what]: values } = this.view.samples;
    const at = this.port(port);
    return Array.from(times, (time, k) => (time > from && time <= to ? values[k * ports + at] : NaN)).filter(
      (value) => !Number.isNaN(value),
    );
  }

  /** Goodput between two times, in bit/s. */
  goodput(flow: number, from: number, to: number): number {
    const { flows, times, bps } = this.view.goodputs;
    const column = flows.indexOf(flow);
    return meanOf(
      Array.from(times, (time, k) => (time > from && time <= to ? bps[k * flows.length + column] : NaN)).filter(
        (value) => !Number.isNaN(value),
      ),
    );
  }

  /**
   * Time in ns between `from` and `to` during which `port` was nearly idle: it sent at less than half of its rate. The
   * resolution is one sample.
   */
  idle(port: string, from: number, to: number): number {
    const { times } = this.view.samples;
    return this.between("use", port, from, to).filter((use) => use < 0.5).length * (times[1] - times[0]);
  }

  /** Rate in bit/s and one-way delay in ns of the link on which `port` sends. */
  link(port: string): { readonly rate: number; readonly delay: number } {
    const { rate, delay } = this.view.fabric;
    return { rate: rate[this.port(port)], delay: delay[this.port(port)] };
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
