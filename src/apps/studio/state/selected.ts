import { signal } from "@preact/signals";

/**
 * Name of the ingress port that the user selected for the chart of an ingress queue. If it is undefined, the chart
 * shows the first port in the chart of PAUSEs. If that chart is empty, it shows the first port in the chart of egress
 * queues.
 */
export const selectedPort = signal<string | undefined>(undefined);
