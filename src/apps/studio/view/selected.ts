/** What somebody chose to look at. */
import { signal } from "@preact/signals";

/** Ingress port by name; undefined: the one that paused most. */
export const selectedPort = signal<string | undefined>(undefined);
