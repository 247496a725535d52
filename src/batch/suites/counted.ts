/** Wraps `view` to count what a policy reads of it: fields, array elements and function calls. */
export function counted<View extends object>(view: View): { readonly view: View; readonly reads: () => number } {
  let reads = 0;
  const watched = <T>(value: T): T => {
    if (typeof value === "function") {
      const call = value as unknown as (...args: unknown[]) => unknown;
      const count = (...args: unknown[]): unknown => {
        reads++;
        return call.apply(view, args);
      };
      return count as unknown as T;
    }
    if (!ArrayBuffer.isView(value)) return value;
    return new Proxy(value, {
      get: (target, field): unknown => {
        reads++;
        const found: unknown = Reflect.get(target, field);
        return typeof found === "function" ? (found.bind(target) as unknown) : found;
      },
    });
  };
  const proxy = new Proxy(view, {
    get: (target, field, self): unknown => {
      reads++;
      return watched(Reflect.get(target, field, self));
    },
  });
  return { view: proxy, reads: () => reads };
}
