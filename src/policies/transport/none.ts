/** No separate transport policy: the policies for congestion control and recovery exchange the packets of each flow. */
import { defineParams } from "../../base/params.ts";
import type { TransportPolicy } from "../../contracts/transport.ts";

export const about = "congestion control and recovery exchange the packets of a flow";

export const params = defineParams({});

/** True: with this choice the role `transport` has no policy instance. */
export const absent = true;

export const create = (): TransportPolicy => ({ onStart: () => undefined, onData: () => undefined });
