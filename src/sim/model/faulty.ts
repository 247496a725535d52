/** What a network that has faults asks of them. */
export interface Faulty {
  /** `port` puts a packet on a link that may be cut, or on which light may take another time. */
  sends(port: number, packet: number): void;
  /** Does a packet that lands at a port go no further: lost on its way, or held? */
  takes(port: number, packet: number): boolean;
  /** Is a packet refused its memory, by the port it came in by, its class and the port it is to leave by? null: none ever is. */
  readonly refuses: ((inPort: number, cls: number, out: number) => boolean) | null;
  /** Of the classes that its peer stops, those of which `port` heeds it; bit masks. */
  heeded(port: number, classes: number): number;
  /** The link that `port` belongs to dies, both ways. */
  cut(port: number): void;
  /** Calls `visit` with each packet that a fault holds. */
  eachHeld(visit: (packet: number) => void): void;
}
