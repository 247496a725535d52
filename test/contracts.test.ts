/** Every policy that the lab knows keeps the contract of its role. A new policy is tested by being named in `src/registry/policies.ts`. */
import { keepsBufferContract } from "../src/contracts/buffer.suite.ts";
import { keepsCongestionContract } from "../src/contracts/congestion.suite.ts";
import { keepsDetectionContract } from "../src/contracts/detection.suite.ts";
import { keepsHeadroomContract } from "../src/contracts/headroom.suite.ts";
import { keepsLinkContract } from "../src/contracts/link.suite.ts";
import { policies } from "../src/registry/policies.ts";
import { keepsRecoveryContract } from "../src/contracts/recovery.suite.ts";
import { keepsRoutingContract } from "../src/contracts/routing.suite.ts";
import { keepsSchedulingContract } from "../src/contracts/scheduling.suite.ts";

for (const [name, policy] of Object.entries(policies.buffer)) keepsBufferContract(name, policy);
for (const [name, policy] of Object.entries(policies.headroom)) keepsHeadroomContract(name, policy);
for (const [name, policy] of Object.entries(policies.link)) keepsLinkContract(name, policy);
for (const [name, policy] of Object.entries(policies.detection)) keepsDetectionContract(name, policy);
for (const [name, policy] of Object.entries(policies.congestion)) keepsCongestionContract(name, policy);
for (const [name, policy] of Object.entries(policies.recovery)) keepsRecoveryContract(name, policy);
for (const [name, policy] of Object.entries(policies.routing)) keepsRoutingContract(name, policy);
for (const [name, policy] of Object.entries(policies.scheduling)) keepsSchedulingContract(name, policy);
