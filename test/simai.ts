/** A small input for SimAI: two servers with two GPUs and an NVSwitch each, and two ToR switches. */
export const SIMAI_CONFIG = `ENABLE_QCN 1
PACKET_PAYLOAD_SIZE 9000
FLOW_FILE /etc/astra-sim/simulation/flow1.txt
SIMULATOR_STOP_TIME 40000000000000.00
CC_MODE 1
RP_TIMER 900
EWMA_GAIN 0.00390625
RATE_AI 50Mb/s
RATE_HAI 100Mb/s
HAS_WIN 1
GLOBAL_T 0
LINK_DOWN 0 0 0
TRACE_NODE 0
KMAX_MAP 1 200000000000 1200
KMIN_MAP 1 200000000000 300
PMAX_MAP 1 200000000000 0.8
BUFFER_SIZE 32
BW_MON_FILE /etc/astra-sim/simulation/bw.txt
MON_START 0
QP_MON_INTERVAL 100
`;
/** The workload of SimAI's example/microAllReduce.txt, for all four GPUs. */
export const SIMAI_WORKLOAD = `HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 4 ep: 1 pp: 1 ga: 1 all_gpus: 4 checkpoints: 0 checkpoint_initiates: 0
1
embedding_layer     -1 556000  ALLREDUCE   400000      1       NONE 0        1      NONE   0      1 `;
export const SIMAI_TOPOLOGY = `8 2 2 2 10 H100
4 5 6 7
${[0, 1, 2, 3].map((gpu) => `${gpu} ${4 + (gpu >> 1)} 2880Gbps 0.000025ms 0\n${gpu} ${6 + (gpu & 1)} 200Gbps 0.0005ms 0\n`).join("")}6 7 200Gbps 0.0005ms 0
4 5 1Gbps 1ms 0
`;
