/**
 * Calls the hooks of probes. The network gets no listener for a hook that no probe has, so unused hooks cost no time.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Probe } from "../../contracts/probe.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import type { Bytes } from "../../base/units.ts";

type Hook = Exclude<keyof Probe, "every">;
type With<Name extends Hook> = Probe & Required<Pick<Probe, Name>>;

export class Listeners {
  private readonly received: readonly With<"onReceived">[];
  private readonly acked: readonly With<"onAcked">[];
  private readonly pause: readonly With<"onPause">[];
  private readonly resume: readonly With<"onResume">[];
  private readonly stopped: readonly With<"onStopped">[];
  private readonly started: readonly With<"onStarted">[];
  private readonly drop: readonly With<"onDrop">[];

  constructor(network: Network, probes: readonly Probe[]) {
    this.received = thatName(probes, "onReceived");
    this.acked = thatName(probes, "onAcked");
    this.pause = thatName(probes, "onPause");
    this.resume = thatName(probes, "onResume");
    this.stopped = thatName(probes, "onStopped");
    this.started = thatName(probes, "onStarted");
    this.drop = thatName(probes, "onDrop");
    hearHeadroom(network, thatName(probes, "onHeadroom"));
    if (packetHooks.some((hook) => thatName(probes, hook).length > 0))
      network.fabric.tracer = new PacketListeners(probes);
  }

  onReceived(flow: number): void {
    for (const probe of this.received) probe.onReceived(flow);
  }
  onAcked(flow: number): void {
    for (const probe of this.acked) probe.onAcked(flow);
  }
  onVerdict(port: number, cls: number, stops: boolean, backlog: Bytes, threshold: Bytes): void {
    if (stops) for (const probe of this.pause) probe.onPause(port, cls, backlog, threshold);
    else for (const probe of this.resume) probe.onResume(port, cls, backlog, threshold);
  }
  onStopped(port: number, classes: number): void {
    for (const probe of this.stopped) probe.onStopped(port, classes);
  }
  onStarted(port: number, classes: number): void {
    for (const probe of this.started) probe.onStarted(port, classes);
  }
  onDrop(port: number, packet: number, cause: number): void {
    for (const probe of this.drop) probe.onDrop(port, packet, cause);
  }
}

const packetHooks = ["onReceive", "onEnqueue", "onDequeue"] as const;

class PacketListeners implements Tracer {
  private readonly receive: readonly With<"onReceive">[];
  private readonly enqueue: readonly With<"onEnqueue">[];
  private readonly dequeue: readonly With<"onDequeue">[];

  constructor(probes: readonly Probe[]) {
    this.receive = thatName(probes, "onReceive");
    this.enqueue = thatName(probes, "onEnqueue");
    this.dequeue = thatName(probes, "onDequeue");
  }

  onReceive(_node: number, port: number, packet: number): void {
    for (const probe of this.receive) probe.onReceive(port, packet);
  }
  onEnqueue(_node: number, port: number, cls: number, packet: number, backlog: Bytes): void {
    for (const probe of this.enqueue) probe.onEnqueue(port, cls, packet, backlog);
  }
  onDequeue(_node: number, port: number, cls: number, packet: number, backlog: Bytes, mark: number): void {
    for (const probe of this.dequeue) probe.onDequeue(port, cls, packet, backlog, mark);
  }
}

const thatName = <Name extends Hook>(probes: readonly Probe[], hook: Name): With<Name>[] =>
  probes.filter((probe): probe is With<Name> => probe[hook] !== undefined);

/** Registers a listener for changes of headroom. It calls the earlier listener first, then the probes. */
function hearHeadroom({ fabric }: Network, probes: readonly With<"onHeadroom">[]): void {
  if (probes.length === 0) return;
  const { heard, portHeadroom } = fabric.accounts;
  const before = heard.headroom;
  heard.headroom = (queue) => {
    before?.(queue);
    const port = queue >> CLASS_BITS;
    for (const probe of probes) probe.onHeadroom(port, portHeadroom(port));
  };
}
