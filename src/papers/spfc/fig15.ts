/** spfc/fig15: FCT slowdown against load under DCQCN. */
import { againstLoad } from "./against-load.ts";

export const fig15 = againstLoad("spfc/fig15", "DCQCN", { SPFC: 139.8, DT: 259.4, ST: 302.9 });
