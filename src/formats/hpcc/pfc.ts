/**
 * Writes `pfc.txt`: one line for each received PFC frame, with the port that it pauses or resumes.
 *
 *   time_ns node node_type port type
 *   3580 5 0 1 1                       at 3580 ns, port 1 of host 5 is paused
 *
 * The class is not printed.
 *
 * Defined in docs/ns3-semantics.md, section 17
 */

/** Type of the node in a line. */
export const NODE_TYPE = { host: 0, switch: 1 } as const;
export type NodeType = (typeof NODE_TYPE)[keyof typeof NODE_TYPE];

/** Whether the frame pauses or resumes. */
export const PFC_TYPE = { resume: 0, pause: 1 } as const;
export type PfcType = (typeof PFC_TYPE)[keyof typeof PFC_TYPE];

/** Returns the line of one frame with its newline. Ports count from 1; the time is in whole nanoseconds. */
export function pfcLine(timeNs: number, node: number, nodeType: NodeType, port: number, type: PfcType): string {
  return `${timeNs} ${node} ${nodeType} ${port} ${type}\n`;
}
