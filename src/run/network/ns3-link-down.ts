/**
 * LINK_DOWN of HPCC's ns-3 simulator: a link fails permanently at one time, and routes are recomputed
 * (docs/ns3-semantics.md, section 18).
 *
 * The two ports of the link drop their queued packets. The memory of these packets stays charged, so thresholds are
 * lower until the end of the run. Packets on the link are dropped when they arrive. Each host rebuilds its list of
 * queue pairs.
 */
import { ParamError } from "../../base/params.ts";
import type { Ps } from "../../base/units.ts";
import type { NicRule } from "../../contracts/nic.ts";
import type { Ns3Nic } from "../../fidelity/ns3/nic.ts";
import { QueuePairMap } from "../../fidelity/ns3/queue-pair-map.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Faulty } from "../../sim/model/faulty.ts";
import type { Network } from "../../sim/model/network.ts";
import { LINK_DOWN } from "../../sim/model/recorder.ts";
import type { RouteTable } from "./routes.ts";

/** The link between nodes `a` and `b` fails `us` microseconds after `FROM`. */
export interface LinkDown {
  readonly us: number;
  readonly a: number;
  readonly b: number;
}

const FROM: Ps = 2e12;

export const downAt = ({ us }: LinkDown): Ps => FROM + us * 1e6;

/**
 * Wraps `Ns3Nic`, the NIC of HPCC's ns-3 simulator. In addition, this class keeps the queue pairs of each port in the
 * order of that simulator.
 */
export class OrderedPairs {
  readonly rule: NicRule;
  /** Called for each flow that begins. */
  onStart: (flow: number) => void = () => undefined;
  private readonly nic: Ns3Nic;
  private readonly maps: readonly QueuePairMap[];

  /** `network` returns the network. The first call comes after its flows are created. */
  constructor(nic: Ns3Nic, ports: number, network: () => Network) {
    this.nic = nic;
    this.maps = Array.from({ length: ports }, () => new QueuePairMap());
    const mapOf = (flow: number): QueuePairMap => this.maps[network().flows.port[flow]];
    this.rule = {
      ...nic,
      onStart: (flow) => {
        this.onStart(flow);
        const { flows } = network();
        mapOf(flow).insert(flow, flows.destinationAddress(flow), flows.sourcePort(flow) * 65_536 + flows.cls[flow]);
        nic.onStart(flow);
      },
      onFinish: (flow) => {
        mapOf(flow).erase(flow);
        nic.onFinish(flow);
      },
    };
  }

  /** The unfinished queue pairs of a port. */
  of(port: number): readonly number[] {
    return this.maps[port].order;
  }

  /** Rebuilds a port's list of queue pairs. `look` is called each time a queue pair has been added. */
  redistribute(port: number, look: () => void): void {
    this.nic.redistribute(port, this.of(port), look);
  }
}

/**
 * Schedules the failure of the link. `before` is called immediately before the failure. The run throws `ParamError` if
 * a flow then has no path, because the simulator crashes in that case.
 */
export function scheduleLinkDown(
  network: Network,
  { down, routes, pairs, before }: { down: LinkDown; routes: RouteTable; pairs: OrderedPairs; before: () => void },
): void {
  const { fabric, flows, queue, timers } = network;
  const port = portBetween(fabric, down.a, down.b);
  if (port < 0) return;
  const queues = fabric.ports * 8;
  fabric.stillCharged = { ingress: new Float64Array(queues), egress: new Float64Array(queues) };
  fabric.faults = droppedOnArrival(fabric);

  const checkPath = (flow: number): void => {
    const { source, destination } = flows;
    if (routes.firstPort(source[flow], destination[flow]) >= 0) return;
    const expected = `a path from host ${source[flow]} to host ${destination[flow]} at ${queue.now / 1e12} s, when a flow needs one`;
    const hint = "Remove the flow, or take down another link, since the simulator crashes there.";
    throw new ParamError("LINK_DOWN", expected, `${down.us} ${down.a} ${down.b}`, hint);
  };
  const hosts = fabric.wiring.isSwitch.flatMap((isSwitch, node) =>
    isSwitch || fabric.portBase[node] === fabric.portBase[node + 1] ? [] : [fabric.portBase[node]],
  );
  const timer = timers.make(1, () => {
    before();
    for (const end of [port, fabric.peer[port]]) {
      fabric.portRecords.setDown(end, true);
      fabric.linkFrames.flush(end);
      fabric.stationAt(end).flush(end);
    }
    routes.compute();
    pairs.onStart = checkPath;
    for (const nicPort of hosts) {
      for (const flow of pairs.of(nicPort)) checkPath(flow);
      pairs.redistribute(nicPort, () => {
        fabric.kick(nicPort);
      });
    }
  });
  timer.arm(0, downAt(down));
}

/**
 * The port of node `a` on its last link to node `b` in the topology file. The simulator ignores earlier parallel links.
 * -1: no link.
 */
function portBetween({ node, peer, portBase }: Fabric, a: number, b: number): number {
  for (let port = portBase[a + 1] - 1; port >= portBase[a]; port--) if (node[peer[port]] === b) return port;
  return -1;
}

function droppedOnArrival(fabric: Fabric): Faulty {
  return {
    refuses: null,
    heeded: (_port, classes) => classes,
    sends: () => undefined,
    cut: () => undefined,
    eachHeld: () => undefined,
    takes(to, packet) {
      if (!fabric.isDown(to)) return false;
      fabric.tracer?.onDead?.(fabric.node[to], to, 0, packet, 0, true);
      fabric.drop(to, packet, LINK_DOWN);
      return true;
    },
  };
}
