import { signal } from "@preact/signals";

/**
 * Name of the ingress port that the user selected for the chart of an ingress queue. If it is undefined, the chart
 * shows the first port of the PAUSE raster, or else of the egress queues.
 */
export const selectedPort = signal<string | undefined>(undefined);
