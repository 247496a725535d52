/**
 * The bookkeeping of ports: which flows of the model use which port, and at which ports flows outside the model are active. Flows that share
 * a port, directly or through other flows, form a contention group (`reached`).
 */

const NONE: ReadonlySet<number> = new Set();

export class PortUse {
  /** By port: the flows of the flow-level model (`flow-model.ts`) whose data or ACKs use the port. */
  private readonly users: (Set<number> | undefined)[] = [];
  /** By port: the number of active flows that use the port and that the flow-level model does not contain. */
  private readonly strangers: Int32Array;
  /** The active flows that the flow-level model does not contain, each with the ports of its path. */
  private readonly strange = new Map<number, readonly number[]>();

  constructor(ports: number) {
    this.strangers = new Int32Array(ports);
  }

  /** The flows of the flow-level model that use the port. */
  of(port: number): ReadonlySet<number> {
    return this.users[port] ?? NONE;
  }

  add(flow: number, ports: readonly number[]): void {
    for (const port of ports) (this.users[port] ??= new Set()).add(flow);
  }

  remove(flow: number, ports: readonly number[]): void {
    for (const port of ports) this.users[port]?.delete(flow);
  }

  /** Notes a flow that the flow-level model does not contain. `takeStrangers` removes it when it is done. */
  addStranger(flow: number, ports: readonly number[]): void {
    for (const port of ports) this.strangers[port]++;
    this.strange.set(flow, ports);
  }

  /** Removes the flows that `addStranger` added and that have ended, and returns them. */
  takeStrangers(isDone: (flow: number) => boolean): readonly number[] {
    const done = [...this.strange.keys()].filter(isDone);
    for (const flow of done) {
      for (const port of this.strange.get(flow) ?? []) this.strangers[port]--;
      this.strange.delete(flow);
    }
    return done;
  }

  hasStranger(port: number): boolean {
    return this.strangers[port] > 0;
  }

  every(port: number, holds: (flow: number) => boolean): boolean {
    for (const user of this.of(port)) if (!holds(user)) return false;
    return true;
  }

  /**
   * Follows an effect, such as congestion, from the ports `from`. It passes from a port to the flows that use it, and
   * from a flow to the ports that `next` returns. If `next` returns undefined, the effect does not reach the flow.
   * Returns all flows and ports that the effect reaches.
   */
  reached(
    from: readonly number[],
    next: (flow: number, port: number) => readonly number[] | undefined,
  ): { readonly flows: ReadonlySet<number>; readonly ports: ReadonlySet<number> } {
    const flows = new Set<number>();
    // The loop also visits the ports that it adds.
    const ports = new Set(from);
    for (const port of ports)
      for (const user of this.of(port)) {
        const more = flows.has(user) ? undefined : next(user, port);
        if (more === undefined) continue;
        flows.add(user);
        for (const one of more) ports.add(one);
      }
    return { flows, ports };
  }
}
