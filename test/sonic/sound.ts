/** A correct config_db.json of a switch, with the structure of SONiC's public templates. */
import { sonicAsics, sonicHeadroom } from "../../src/theory/sonic-headroom.ts";

type Rows = Record<string, Record<string, string | string[]>>;
export type Tables = Record<string, Rows>;

interface Sound {
  readonly name?: string;
  readonly ports?: number;
  /** The neighbour of each port: its node and its port. */
  readonly neighbours?: readonly (readonly [node: string, port: string])[];
}

export const portName = (k: number): string => `Ethernet${4 * k}`;

/** The config of a Spectrum-2 switch with ports at 100G and 40 m of cable. PFC is on for classes 3 and 4. */
export function sound({ name = "leaf0", ports = 8, neighbours }: Sound = {}): Tables {
  const names = Array.from({ length: ports }, (_, k) => portName(k));
  const of = <Value>(value: (port: string, k: number) => Value): Record<string, Value> =>
    Object.fromEntries(names.map((port, k) => [port, value(port, k)]));
  const { xon, xoff, size } = sonicHeadroom(sonicAsics.spectrum2, {
    ...{ rate: 100e9, metres: 40, mtu: 9100, lanes: 4, losslessMtu: 1024, smallPackets: 100, gearbox: 0 },
    sharedHeadroom: false,
  });
  const all = (value: (port: string, cls: number) => [string, Record<string, string>]): Rows =>
    Object.fromEntries(names.flatMap((port) => [3, 4].map((cls) => value(port, cls))));
  const classes = Array.from({ length: 8 }, (_, cls) => String(cls));
  return {
    DEVICE_METADATA: {
      localhost: {
        hostname: name,
        hwsku: "ACS-MSN3700",
        platform: "x86_64-mlnx_msn3700-r0",
        buffer_model: "traditional",
      },
    },
    PORT: of((_, k) => ({
      lanes: [0, 1, 2, 3].map((lane) => 4 * k + lane).join(),
      ...{ speed: "100000", mtu: "9100", admin_status: "up", fec: "rs" },
    })),
    DEVICE_NEIGHBOR: of((_, k) => {
      const [node, port] = neighbours?.[k] ?? [`${name}-server${k}`, "eth0"];
      return { name: node, port };
    }),
    CABLE_LENGTH: { AZURE: of(() => "40m") },
    BUFFER_POOL: {
      ingress_lossless_pool: { type: "ingress", mode: "dynamic", size: "20000000" },
      egress_lossless_pool: { type: "egress", mode: "dynamic", size: "34287552" },
    },
    BUFFER_PROFILE: {
      pg_lossless_100000_40m_profile: {
        ...{ pool: "ingress_lossless_pool", xon: String(xon), xoff: String(xoff), size: String(size) },
        ...{ dynamic_th: "0", xon_offset: "2048" },
      },
      egress_lossless_profile: { pool: "egress_lossless_pool", size: "0", dynamic_th: "7" },
    },
    BUFFER_PG: all((port, cls) => [`${port}|${cls}`, { profile: "pg_lossless_100000_40m_profile" }]),
    LOSSLESS_TRAFFIC_PATTERN: { AZURE: { mtu: "1024", small_packet_percentage: "100" } },
    DSCP_TO_TC_MAP: {
      AZURE: Object.fromEntries(
        Array.from({ length: 64 }, (_, dscp) => [
          String(dscp),
          dscp === 3 ? "3" : dscp === 4 ? "4" : dscp === 48 ? "6" : "1",
        ]),
      ),
    },
    TC_TO_PRIORITY_GROUP_MAP: { AZURE: Object.fromEntries(classes.map((cls) => [cls, /[34]/.test(cls) ? cls : "0"])) },
    TC_TO_QUEUE_MAP: { AZURE: Object.fromEntries(classes.map((cls) => [cls, cls])) },
    PORT_QOS_MAP: of(() => ({
      ...{ dscp_to_tc_map: "AZURE", tc_to_pg_map: "AZURE", tc_to_queue_map: "AZURE" },
      ...{ pfc_enable: "3,4", pfcwd_sw_enable: "3,4" },
    })),
    WRED_PROFILE: {
      AZURE_LOSSLESS: {
        ...{ ecn: "ecn_all", wred_green_enable: "true", wred_yellow_enable: "true", wred_red_enable: "true" },
        ...{ green_min_threshold: "1048576", green_max_threshold: "2097152", green_drop_probability: "5" },
        ...{ yellow_min_threshold: "1048576", yellow_max_threshold: "2097152", yellow_drop_probability: "5" },
        ...{ red_min_threshold: "1048576", red_max_threshold: "2097152", red_drop_probability: "5" },
      },
    },
    SCHEDULER: { "scheduler.0": { type: "DWRR", weight: "14" }, "scheduler.1": { type: "DWRR", weight: "15" } },
    QUEUE: {
      ...all((port, cls) => [`${port}|${cls}`, { scheduler: "scheduler.1", wred_profile: "AZURE_LOSSLESS" }]),
      ...Object.fromEntries(
        names.flatMap((port) => ["0", "1"].map((q) => [`${port}|${q}`, { scheduler: "scheduler.0" }])),
      ),
    },
    PFC_WD: {
      GLOBAL: { POLL_INTERVAL: "200" },
      ...of(() => ({ action: "drop", detection_time: "200", restoration_time: "200" })),
    },
    FEATURE: { bgp: { state: "enabled" } },
  };
}

export const textOf = (tables: Tables): string => `${JSON.stringify(tables, null, 4)}\n`;
