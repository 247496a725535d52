/** Input of HPCC's simulator for the benchmark: a leaf-spine with 100G links of 1 us, and a link from every leaf to every spine. */

/** Hosts have the node numbers from 0, followed by the leaves and the spines. */
export function topology(leaves, spines, perLeaf) {
  const hosts = leaves * perLeaf;
  const lines = [`${hosts + leaves + spines} ${leaves + spines} ${hosts + leaves * spines}`];
  lines.push(Array.from({ length: leaves + spines }, (_, s) => hosts + s).join(" "));
  const link = (a, b) => lines.push(`${a} ${b} 100Gbps 1000ns 0.000000`);
  for (let h = 0; h < hosts; h++) link(h, hosts + Math.floor(h / perLeaf));
  for (let leaf = 0; leaf < leaves; leaf++) {
    for (let spine = 0; spine < spines; spine++) link(hosts + leaf, hosts + leaves + spine);
  }
  return `${lines.join("\n")}\n`;
}

/** The settings of reference case R1, with a buffer of 16 MiB. */
export function config() {
  return `ENABLE_QCN 1
USE_DYNAMIC_PFC_THRESHOLD 1
PACKET_PAYLOAD_SIZE 1000
TOPOLOGY_FILE topology.txt
FLOW_FILE flow.txt
TRACE_FILE trace.txt
TRACE_OUTPUT_FILE mix.tr
FCT_OUTPUT_FILE fct.txt
PFC_OUTPUT_FILE pfc.txt
SIMULATOR_STOP_TIME 4
CC_MODE 1
ALPHA_RESUME_INTERVAL 1
RATE_DECREASE_INTERVAL 4
CLAMP_TARGET_RATE 0
RP_TIMER 300
EWMA_GAIN 0.00390625
FAST_RECOVERY_TIMES 1
RATE_AI 20Mb/s
RATE_HAI 200Mb/s
MIN_RATE 1000Mb/s
L2_CHUNK_SIZE 4000
L2_ACK_INTERVAL 1
HAS_WIN 0
RATE_BOUND 1
ACK_HIGH_PRIO 1
ENABLE_TRACE 0
KMAX_MAP 1 100000000000 1600
KMIN_MAP 1 100000000000 400
PMAX_MAP 1 100000000000 0.20
BUFFER_SIZE 16
QLEN_MON_FILE qlen.txt
QLEN_MON_START 0
QLEN_MON_END 0
`;
}
