/** Every policy that the lab knows keeps the contract of its role. A new policy is tested by being named in `src/policies.ts`. */
import { keepsBufferContract } from "../src/buffer/contract.suite.ts";
import { keepsCongestionContract } from "../src/congestion/contract.suite.ts";
import { keepsDetectionContract } from "../src/detection/contract.suite.ts";
import { keepsHeadroomContract } from "../src/headroom/contract.suite.ts";
import { keepsLinkContract } from "../src/link/contract.suite.ts";
import { policies } from "../src/policies.ts";
import { keepsRecoveryContract } from "../src/recovery/contract.suite.ts";
import { keepsRoutingContract } from "../src/routing/contract.suite.ts";
import { keepsSchedulingContract } from "../src/scheduling/contract.suite.ts";

for (const [name, policy] of Object.entries(policies.buffer)) keepsBufferContract(name, policy);
for (const [name, policy] of Object.entries(policies.headroom)) keepsHeadroomContract(name, policy);
for (const [name, policy] of Object.entries(policies.link)) keepsLinkContract(name, policy);
for (const [name, policy] of Object.entries(policies.detection)) keepsDetectionContract(name, policy);
for (const [name, policy] of Object.entries(policies.congestion)) keepsCongestionContract(name, policy);
for (const [name, policy] of Object.entries(policies.recovery)) keepsRecoveryContract(name, policy);
for (const [name, policy] of Object.entries(policies.routing)) keepsRoutingContract(name, policy);
for (const [name, policy] of Object.entries(policies.scheduling)) keepsSchedulingContract(name, policy);
