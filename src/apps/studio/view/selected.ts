import { signal } from "@preact/signals";

/**
 * Name of the ingress port that the user selected. By default, it is the port that paused its upstream port for the
 * longest time.
 */
export const selectedPort = signal<string | undefined>(undefined);
