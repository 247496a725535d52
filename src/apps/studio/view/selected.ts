import { signal } from "@preact/signals";

/** Name of the ingress port that the user selected. Undefined means the port that paused its upstream most. */
export const selectedPort = signal<string | undefined>(undefined);
