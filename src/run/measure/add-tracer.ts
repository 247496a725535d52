/** Adds a tracer to a network that may already have one, such as the tracer of a scenario's probes. */
import type { Network } from "../../sim/model/network.ts";
import type { Tracer } from "../../sim/model/recorder.ts";

/** Adds `tracer` to the network. Call it before the run begins. */
export function addTracer({ fabric }: Network, tracer: Tracer): void {
  const first = fabric.tracer;
  if (first === null) {
    fabric.tracer = tracer;
    return;
  }
  fabric.tracer = {
    onReceive(node, port, packet) {
      first.onReceive(node, port, packet);
      tracer.onReceive(node, port, packet);
    },
    onEnqueue(node, port, queue, packet, backlog) {
      first.onEnqueue(node, port, queue, packet, backlog);
      tracer.onEnqueue(node, port, queue, packet, backlog);
    },
    onDequeue(node, port, queue, packet, backlog, mark) {
      first.onDequeue(node, port, queue, packet, backlog, mark);
      tracer.onDequeue(node, port, queue, packet, backlog, mark);
    },
    onDead(node, port, queue, packet, backlog, arrived) {
      first.onDead?.(node, port, queue, packet, backlog, arrived);
      tracer.onDead?.(node, port, queue, packet, backlog, arrived);
    },
  };
}
