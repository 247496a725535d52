/** The questions of the model to the faults of a network. */
export interface Faulty {
  /** `port` puts a packet on a link that may be cut, or whose delay may change. */
  sends(port: number, packet: number): void;
  /** True if a packet that arrives at a port goes no further: it was lost on the link, or the NIC queues it. */
  takes(port: number, packet: number): boolean;
  /** True if a packet gets no memory, by its ingress port, its class and its egress port. Null: no fault refuses packets. */
  readonly refuses: ((inPort: number, cls: number, out: number) => boolean) | null;
  /** The classes among `classes` for which `port` obeys a PAUSE of its peer. Both are bit masks. */
  heeded(port: number, classes: number): number;
  /** The link of `port` fails in both directions. */
  cut(port: number): void;
  /** Calls `visit` with each packet that a slow NIC queues. */
  eachHeld(visit: (packet: number) => void): void;
}
