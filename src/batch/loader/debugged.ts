/** True if a debugger may be attached: `node inspect`, --inspect, --inspect-brk and editors open Node's inspector. */
import { url } from "node:inspector";

export const isDebugged = (): boolean => url() !== undefined;
