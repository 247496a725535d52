/** The hooks through which the model applies the faults of a network. */
export interface Faulty {
  /** Called when `port` puts a packet on a link that may be cut or whose delay may change. */
  sends(port: number, packet: number): void;
  /**
   * Called when a packet arrives at a port. Returns true if the model must not process it: it was lost on the link, or
   * a slow NIC queues it.
   */
  takes(port: number, packet: number): boolean;
  /**
   * Returns true if a fault refuses memory to a packet of class `cls`. `inPort` is its ingress port, `out` its egress
   * port. Null: no fault of the scenario does that.
   */
  readonly refuses: ((inPort: number, cls: number, out: number) => boolean) | null;
  /** Returns those of `classes` for which `port` obeys PAUSE frames. The argument and the result are bit masks. */
  heeded(port: number, classes: number): number;
  /** Called when the link of `port` fails in both directions. */
  cut(port: number): void;
  /** Calls `visit` with each packet that waits in a slow NIC. */
  eachHeld(visit: (packet: number) => void): void;
}
