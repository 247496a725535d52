/** What a skeleton heard and read, by name: how often each hook was called, and what it was told. */
export class Heard {
  private readonly calls = new Map<string, unknown[]>();

  note(hook: string, what: unknown = null): void {
    const list = this.calls.get(hook);
    if (list === undefined) this.calls.set(hook, [what]);
    else list.push(what);
  }

  times(hook: string): number {
    return this.calls.get(hook)?.length ?? 0;
  }

  /** What `hook` was told, in order. */
  of(hook: string): unknown[] {
    return this.calls.get(hook) ?? [];
  }
}
