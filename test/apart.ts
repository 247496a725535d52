/**
 * Runs policies with one instance for each node instead of one instance for the network, for a test of their contracts.
 * An instance gets only the information of its own node. If it reads state of another node, it finds empty columns. A
 * policy that reads no such state gives an equal run, to the last bit.
 *
 * The run is like that of a network with as many partitions as nodes. Some columns of the model belong to one end of a
 * flow, and some timers to one node. They are guarded: an access from another node is an error with their name.
 */
import { CLASS_BITS } from "../src/base/queue-number.ts";
import type { BufferView } from "../src/contracts/buffer.ts";
import type { CongestionView } from "../src/contracts/congestion.ts";
import type { DetectionView } from "../src/contracts/detection.ts";
import type { HeadroomView } from "../src/contracts/headroom.ts";
import type { LinkView } from "../src/contracts/link.ts";
import type { Network } from "../src/sim/model/network.ts";
import { policies, type Policies } from "../src/policies/policies.ts";
import type { RecoveryView } from "../src/contracts/recovery.ts";
import type { TransportView } from "../src/contracts/transport.ts";
import type { RoutingView } from "../src/contracts/routing.ts";
import type { PacketWords, Repeats, Timer } from "../src/base/view.ts";

type Hook = (...args: readonly number[]) => unknown;
type Policy = Readonly<Record<string, unknown>>;
type Make<View> = (view: View) => Policy;
type NodeOf = (subject: number, subjects: number) => number;
/**
 * Returns the node to which a call of `hook` belongs. `first` is the call's first argument, such as a port or a flow.
 */
type Whose = (hook: string, first: number) => number;

/** Joins the instances of all nodes to one policy. Each call goes to the instance of its node. */
function joined(of: readonly Policy[], whose: Whose): Policy {
  const hooks = Object.entries(of[0]).map(([name, value]) => {
    if (typeof value !== "function") return [name, value];
    const call: Hook = (...args) => (of[whose(name, args[0])][name] as Hook)(...args);
    return [name, call];
  });
  return Object.fromEntries(hooks) as Policy;
}

/**
 * The timers of all instances. The k-th timer that each instance makes is one timer of the model. Each of its subjects
 * belongs to one node, and only that node's instance may use it.
 */
class SharedTimers {
  private readonly timers: Timer[] = [];
  private readonly actions: ((subject: number) => void)[][] = [];

  /** The function with which instance `node` makes its timers. */
  maker(node: number, nodeOf: NodeOf, make: (subjects: number, action: (subject: number) => void) => Timer) {
    let made = 0;
    return (subjects: number, action: (subject: number) => void): Timer => {
      const k = made++;
      const actions = (this.actions[k] ??= []);
      actions[node] = action;
      const timer = (this.timers[k] ??= make(subjects, (subject) => {
        actions[nodeOf(subject, subjects)](subject);
      }));
      const own = (subject: number): number => {
        if (nodeOf(subject, subjects) === node) return subject;
        throw new Error(
          `node ${node} touched timer ${k} of subject ${subject}, which is node ${nodeOf(subject, subjects)}'s`,
        );
      };
      return {
        arm: (subject, at) => {
          timer.arm(own(subject), at);
        },
        cancel: (subject) => {
          timer.cancel(own(subject));
        },
        due: (subject) => timer.due(own(subject)),
        pending: (subject) => timer.pending(own(subject)),
      };
    };
  }
}

const changed = <View extends object>(view: View, changes: object): View =>
  Object.assign(Object.create(view) as View, changes);

/**
 * A column with an entry for each flow. `node` can access only the entries of flows for which it is the end in `ends`.
 */
function guarded(name: string, column: Float64Array, ends: Int32Array, node: number): Float64Array {
  const check = (property: string | symbol): void => {
    const flow = typeof property === "string" ? Number(property) : NaN;
    if (Number.isNaN(flow) || ends[flow] === node) return;
    throw new Error(`node ${node} touched ${name} of flow ${flow}, which is node ${ends[flow]}'s`);
  };
  return new Proxy(column, {
    get(target, property) {
      check(property);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    set(target, property, value) {
      check(property);
      return Reflect.set(target, property, value, target);
    },
  });
}

/**
 * Creates the separate instances. `network` is available only during the run, but `nodes` and the ports are known
 * before.
 */
export function apart(nodes: number, network: () => Network): Policies {
  const eachNode = <Made>(make: (node: number) => Made): Made[] =>
    Array.from({ length: nodes }, (_, node) => make(node));
  const portOf = (subject: number, subjects: number, ports: number): number => Math.floor(subject / (subjects / ports));
  const ends = (): { source: Int32Array; destination: Int32Array } => network().flows;

  /** For views that have only ports: the network maps a port to its node. */
  const byPort: Whose = (_, port) => network().fabric.node[port];

  const bufferOf =
    (make: Make<BufferView>) =>
    (view: BufferView): Policy => {
      const shared = new SharedTimers();
      const nodeOf: NodeOf = (subject, subjects) =>
        subjects === view.nodes ? subject : view.nodeOf[portOf(subject, subjects, view.ports)];
      const of = eachNode((node) =>
        make(changed(view, { timer: shared.maker(node, nodeOf, (n, act) => view.timer(n, act)) })),
      );
      return joined(of, (_, port) => view.nodeOf[port]);
    };

  const headroomOf =
    (make: Make<HeadroomView>) =>
    (view: HeadroomView): Policy => {
      const whose: Whose = (hook, first) => {
        if (hook === "spare") return first;
        return view.nodeOf[hook === "stopsAt" ? first : first >> CLASS_BITS];
      };
      return joined(
        eachNode(() => make(view)),
        whose,
      );
    };

  const linkOf =
    (make: Make<LinkView>) =>
    (view: LinkView): Policy => {
      const shared = new SharedTimers();
      const nodeOf: NodeOf = (subject, subjects) => view.node(portOf(subject, subjects, view.ports));
      const of = eachNode((node) =>
        make(
          changed(view, {
            acting: view.acting.filter((port) => view.node(port) === node),
            timer: shared.maker(node, nodeOf, (n, act) => view.timer(n, act)),
          }),
        ),
      );
      return joined(of, (_, port) => view.node(port));
    };

  const detectionOf =
    (make: Make<DetectionView>) =>
    (view: DetectionView): Policy => {
      // All instances write the same header fields, because a packet has them once.
      let words: PacketWords | undefined;
      const once = changed(view, { words: (width: number, clears?: boolean) => (words ??= view.words(width, clears)) });
      return joined(
        eachNode(() => make(once)),
        byPort,
      );
    };

  const routingOf =
    (make: Make<RoutingView>) =>
    (view: RoutingView): Policy => {
      let words: PacketWords | undefined;
      const once = changed(view, { words: (width: number) => (words ??= view.words(width)) });
      const atNode = new Set(["choose", "onProbe", "onNotice"]);
      const shared = new SharedTimers();
      const atFarLeaf: NodeOf = (flow) => view.leafOf[view.destination[flow]];
      const timersOf = (node: number) => {
        const maker = shared.maker(node, atFarLeaf, (_, act) => view.timer(act));
        return (act: (flow: number) => void) => maker(view.source.length, act);
      };
      return joined(
        eachNode((node) => make(changed(once, { timer: timersOf(node) }))),
        (hook, first) => {
          if (atNode.has(hook)) return first;
          return hook === "onFinish" ? view.leafOf[view.source[first]] : view.nodeOf[first];
        },
      );
    };

  const schedulingOf =
    (make: Make<never>) =>
    (view: never): Policy =>
      joined(
        eachNode(() => make(view)),
        byPort,
      );

  const atSource: NodeOf = (flow) => ends().source[flow];
  /** Hooks that are called at a flow's receiver. All other hooks are called at its sender. */
  const ofReceiver = new Set(["onData", "onForget", "notifies", "onAnswer"]);
  const byEnd: Whose = (hook, flow) => (ofReceiver.has(hook) ? ends().destination[flow] : ends().source[flow]);

  /**
   * The guarded columns and timers in the views of recovery and congestion policies. Only the flow's own sender can
   * access them.
   */
  const senders = (view: RecoveryView | CongestionView, shared: SharedTimers, node: number) => {
    const { source } = ends();
    const maker = shared.maker(node, atSource, (_, act) => view.timer(act));
    return {
      sndNxt: guarded("sndNxt", view.sndNxt, source, node),
      sndUna: guarded("sndUna", view.sndUna, source, node),
      timer: (act: (flow: number) => void) => maker(view.flows, act),
    };
  };

  const recoveryOf =
    (make: Make<RecoveryView>) =>
    (view: RecoveryView): Policy => {
      const shared = new SharedTimers();
      const { source, destination } = ends();
      const looks: Repeats["look"][] = [];
      const guardedRepeats = (node: number): Repeats => {
        const real = view.repeats();
        real.look = (flow) => looks[source[flow]]?.(flow);
        return {
          next: guarded("next", real.next, source, node),
          landed: guarded("landed", real.landed, source, node),
          reach: guarded("reach", real.reach, source, node),
          get look() {
            return looks[node];
          },
          set look(look) {
            looks[node] = look;
          },
        };
      };
      const of = eachNode((node) => {
        return make(
          changed(view, {
            ...senders(view, shared, node),
            received: guarded("received", view.received, destination, node),
            repeats: () => guardedRepeats(node),
          }),
        );
      });
      return joined(of, byEnd);
    };

  const congestionOf =
    (make: Make<CongestionView>) =>
    (view: CongestionView): Policy => {
      const shared = new SharedTimers();
      const { source } = ends();
      const of = eachNode((node) => {
        return make(
          changed(view, {
            ...senders(view, shared, node),
            rate: guarded("rate", view.rate, source, node),
            window: guarded("window", view.window, source, node),
          }),
        );
      });
      return joined(of, byEnd);
    };

  const transportOf =
    (make: Make<TransportView>) =>
    (view: TransportView): Policy => {
      const { node: nodeOfPort } = network().fabric;
      const atReceiver = new Set(["onData", "onTrimmed", "onRequest"]);
      const atPort = new Set(["onIdle", "onSent"]);
      const [ofSenders, ofReceivers, ofPorts] = [new SharedTimers(), new SharedTimers(), new SharedTimers()];
      const atDestination: NodeOf = (flow) => ends().destination[flow];
      let words: PacketWords | undefined;
      const of = eachNode((node) => {
        const timers = {
          senders: ofSenders.maker(node, atSource, (_, act) => view.senderTimer(act)),
          receivers: ofReceivers.maker(node, atDestination, (_, act) => view.receiverTimer(act)),
          ports: ofPorts.maker(
            node,
            (port) => nodeOfPort[port],
            (_, act) => view.portTimer(act),
          ),
        };
        return make(
          changed(view, {
            words: (width: number) => (words ??= view.words(width)),
            senderTimer: (act: (flow: number) => void) => timers.senders(view.flows, act),
            receiverTimer: (act: (flow: number) => void) => timers.receivers(view.flows, act),
            portTimer: (act: (port: number) => void) => timers.ports(view.ports, act),
            random: (port: number) => {
              if (nodeOfPort[port] !== node) throw new Error(`node ${node} drew a number of node ${nodeOfPort[port]}`);
              return view.random(port);
            },
          }),
        );
      });
      return joined(of, (hook, first) => {
        if (atPort.has(hook)) return nodeOfPort[first];
        return atReceiver.has(hook) ? ends().destination[first] : ends().source[first];
      });
    };

  const wraps = {
    transport: transportOf,
    buffer: bufferOf,
    headroom: headroomOf,
    link: linkOf,
    detection: detectionOf,
    routing: routingOf,
    scheduling: schedulingOf,
    recovery: recoveryOf,
    congestion: congestionOf,
  } as unknown as Readonly<Record<string, (make: Make<never>) => (view: never) => Policy>>;
  const modulesOf = (role: string): [string, { create: (values: never, view: never) => Policy }][] =>
    Object.entries((policies as unknown as Readonly<Record<string, object>>)[role] as never);
  const wrapped = (role: string): object =>
    Object.fromEntries(
      modulesOf(role).map(([name, module]) => [
        name,
        {
          ...module,
          create: (values: never, view: never) => wraps[role]((own) => module.create(values, own))(view),
        },
      ]),
    );
  return Object.fromEntries(Object.keys(policies).map((role) => [role, wrapped(role)])) as unknown as Policies;
}
