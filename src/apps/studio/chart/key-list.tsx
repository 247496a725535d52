/** Explains the colours of a chart. */
import type { Key } from "./plot.ts";

export function KeyList({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <span class="legend">
      {keys.map(({ name, colour }) => (
        <span class="part" key={name}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" fill={colour} />
          </svg>
          {name}
        </span>
      ))}
    </span>
  );
}
