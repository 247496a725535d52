/** The header of Bolt: the words of a packet, and the bits of its flags. */

/** Words: flags, bytes queued at the congested port, and its rate in Mbit/s. The last word is the time of sending in ns. */
export const WORDS = 4;
export const FLAGS = 0;
export const QUEUED = 1;
export const MBPS = 2;
export const SENT_NS = 3;

/** The sender may add a packet to its window. */
export const INC = 1;
/** A packet of the flow's last window, of its first window. */
export const LAST = 2;
export const FIRST = 4;
/** A switch has sent a notice about this packet. */
export const DEC = 8;
