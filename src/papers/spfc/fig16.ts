/** spfc/fig16: FCT slowdown against load under TIMELY. */
import { againstLoad } from "./against-load.ts";

export const fig16 = againstLoad("spfc/fig16", "TIMELY", { SPFC: 176.8, DT: 261.3, ST: 289.3 });
