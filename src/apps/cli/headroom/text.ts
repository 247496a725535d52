/** Writes the output of `xoff headroom`. */
import { formatBytes, formatCount, formatRate } from "../../../base/format.ts";
import { wrap } from "../../../base/wrap.ts";
import { MiB, PS_PER_METRE, type Bps, type Bytes, type Ps } from "../../../base/units.ts";
import { table } from "../../../report/table.ts";
import {
  dshHeadroom,
  hpccHeadroom,
  mlx5Headroom,
  standardHeadroom,
  type HeadroomTerms,
} from "../../../theory/headroom-terms.ts";
import { longestCable } from "../../../theory/longest-cable.ts";
import { listedQuanta, responseBytes } from "../../../theory/response.ts";
import {
  SPECTRUM_DELAYS,
  sonicAsics,
  sonicHeadroom,
  type SonicAsic,
  type SonicHeadroom,
} from "../../../theory/sonic-headroom.ts";
import { profileRow, type TabledAsic } from "../../../theory/sonic-lookup.ts";

export interface HeadroomOptions {
  readonly speed: Bps;
  /** One-way delay of the cable. */
  readonly cable: Ps;
  readonly mtu: Bytes;
  readonly asic: string;
  readonly lanes?: number;
  readonly losslessMtu?: Bytes;
  readonly smallPackets?: number;
  readonly gearbox?: number;
  readonly sharedHeadroom?: boolean;
  readonly ports: number;
  readonly classes: number;
  readonly buffer?: Bytes;
  /** Constants of a switch's data sheet, such as the size of a memory cell. They override the ASIC's constants. */
  readonly cell?: Bytes;
  readonly pipeline?: Bytes;
  readonly macPhy?: Bytes;
  readonly reaction?: Bytes;
  /** Print a row of NVIDIA's table instead of a computed headroom. */
  readonly table?: boolean;
  readonly json?: boolean;
}

/** Assumed memory of a switch if the memory of its ASIC is unknown. A scenario has the same default. */
const USUAL_BUFFER = MiB(16);

const PLAIN = { "802.1qbb": standardHeadroom, dsh: dshHeadroom, hpcc: hpccHeadroom, mlx5: mlx5Headroom } as const;

const WORDS: Readonly<Record<string, string>> = {
  dsh: "DSH, equation 1",
  hpcc: "HPCC's simulator",
  mlx5: "A ConnectX NIC under Linux (mlx5)",
  "data-sheet": "An ASIC with the constants of --cell and --pipeline, by SONiC's formula",
};

/** Names the ASIC, standard or simulator whose formula gives the headroom, for the first line of the output. */
function wordsOf({ asic, speed, reaction }: HeadroomOptions): string {
  const isListed = listedQuanta(speed) !== undefined || reaction !== undefined;
  const extrapolated =
    "802.3 has no limit at this speed: the limit of the next faster speed is used, or one in proportion above 800G";
  if (asic.startsWith("spectrum")) {
    const constant = `. SONiC has no limit at this speed and takes a constant. Add --reaction ${responseBytes(speed)}B for 802.3's limit of the next faster speed, or one in proportion above 800G`;
    return `Spectrum-${asic.slice(-1)}, by SONiC's formula${isListed ? "" : constant}`;
  }
  if (asic === "data-sheet") return `${WORDS[asic]}${isListed ? "" : `. ${extrapolated}`}`;
  if (asic !== "802.1qbb") return WORDS[asic];
  return isListed ? "802.1Qbb, with the limits of 802.3 at this speed" : `802.1Qbb. ${extrapolated}`;
}

/** The headroom of a port whose cable is `metres` long. */
function headroomAt(options: HeadroomOptions, metres: number): HeadroomTerms & Partial<SonicHeadroom> {
  const { speed: rate, mtu, asic, sharedHeadroom = false } = options;
  // Defaults of SONiC.
  const { losslessMtu = 1024, smallPackets = 100, gearbox = 0 } = options;
  const link = { rate, metres, mtu };
  if (asic in PLAIN) return PLAIN[asic as keyof typeof PLAIN](link);
  const lanes = options.lanes ?? usualLanes(rate, asic);
  const port = { ...link, lanes, losslessMtu, smallPackets, gearbox, sharedHeadroom };
  return sonicHeadroom(asicOf(options), port);
}

/**
 * The constants of the ASIC. Constants of a data sheet, given as options, override them. Without an ASIC, the command
 * requires the options for cell and pipeline.
 */
function asicOf({ asic, speed, cell, pipeline, macPhy, reaction }: HeadroomOptions): SonicAsic {
  // If 802.3 lists a limit of the reaction time at this speed, `wireTerms` uses this limit. Otherwise it uses `reaction`.
  // A reaction that the user gives overrides both.
  // For the Spectrum ASICs, `reaction` is SONiC's constant of 3.8 KiB. This constant is for slow links. It is too small at
  // a fast speed for which 802.3 lists no limit. So for any other ASIC, `reaction` is extrapolated from the limits that
  // 802.3 lists (`responseBytes`).
  const base = asics[asic] ?? { ...SPECTRUM_DELAYS, cell: 0, pipeline: 0, reaction: responseBytes(speed) };
  return {
    ...base,
    ...(cell === undefined ? {} : { cell }),
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(macPhy === undefined ? {} : { macPhy }),
    ...(reaction === undefined ? {} : { reaction, hasConstantReaction: true }),
  };
}

/** The Spectrum ASICs by name. */
const asics: Readonly<Record<string, SonicAsic | undefined>> = sonicAsics;

/** The fastest port of an ASIC, if it is known. */
export const maxRateOf = (asic: string): Bps | undefined => asics[asic]?.maxRate;

/**
 * The number of lanes of a port, if the user states none. Only 8 lanes change the headroom: SONiC's formula then doubles the pipeline and
 * adds an MTU. For `--asic data-sheet` the number is never 8, because the pipeline of the data sheet is used without doubling.
 */
const usualLanes = (rate: Bps, asic: string): number =>
  rate >= 8 * (asics[asic]?.laneRate ?? Infinity) ? 8 : rate >= 100e9 || rate === 40e9 ? 4 : 1;

/** The row for the port in NVIDIA's table pg_profile_lookup.ini. `asic` must be an ASIC with such a table. */
export function tableText({ speed, cable, asic, lanes = usualLanes(speed, asic) }: HeadroomOptions): string {
  const metres = cable / PS_PER_METRE;
  const { size, xon, xoff } = profileRow(asic as TabledAsic, speed, metres, lanes);
  return `# speed cable size xon xoff threshold\n${speed / 1e6} ${metres}m ${size} ${xon} ${xoff} 0\n`;
}

export function headroomText(options: HeadroomOptions, width: number): string {
  const { speed, cable, mtu, asic, ports, classes, sharedHeadroom = false } = options;
  const metres = cable / PS_PER_METRE;
  const buffer = options.buffer ?? asics[asic]?.memory ?? USUAL_BUFFER;
  const { terms, xoff, xon, size } = headroomAt(options, metres);
  const port = size * classes;
  const total = port * ports;
  const standard = standardHeadroom({ rate: speed, metres, mtu }).xoff;
  const longest = longestCable(buffer, (length) => {
    const at = headroomAt(options, length);
    // The size of SONiC's shared pool depends on the whole config, which is unknown here. The estimate is xon for each
    // class of each port, plus xoff for each class of one port.
    return sharedHeadroom && at.xon !== undefined
      ? at.xon * classes * ports + at.xoff * classes
      : at.size * classes * ports;
  });
  if (options.json === true) {
    const given = { speed_bps: speed, cable_m: metres, mtu_bytes: mtu, asic, ports, classes, buffer_bytes: buffer };
    const sizes = { xoff_bytes: xoff, ...(xon !== undefined && { xon_bytes: xon }), size_bytes: size };
    const sums = { port_bytes: port, switch_bytes: total, share: total / buffer };
    const rest = { longest_cable_m: longest ?? null, standard_bytes: standard };
    return `${JSON.stringify({ ...given, terms, ...sizes, ...sums, ...rest }, null, 2)}\n`;
  }
  const rows = terms.map(({ name, bytes, why }) => [name, formatCount(Math.round(bytes)), why]);
  const sums = [
    ["xoff", formatCount(xoff), "bytes that may arrive after the PAUSE decision: the sum of the terms"],
    ...(xon === undefined ? [] : [["xon", formatCount(xon), "bytes in the pipeline before a PAUSE is decided"]]),
    ["size", formatCount(size), `reserved for a class${sharedHeadroom ? ", xoff comes from the shared pool" : ""}`],
    ["a port", formatCount(port), `${classes} lossless ${classes === 1 ? "class" : "classes"}`],
    [
      "the switch",
      formatCount(total),
      `${ports} such ports: ${((100 * total) / buffer).toFixed(1)}% of ${formatBytes(buffer)}`,
    ],
  ];
  const all = [...rows, ...sums].map(([name, bytes, why]) => [name, bytes.padStart(11), why]);
  const lines = table(["term", "      bytes", "why"], all, 3).split("\n");
  const say = (text: string): string => wrap(text, width).join("\n");
  const fits =
    longest === undefined
      ? `With this number of ports and classes the headroom does not fit ${formatBytes(buffer)} at any length.`
      : `Longest cable for which it fits ${formatBytes(buffer)}: ${formatCount(longest)} ` +
        `m${sharedHeadroom ? ", sharing a pool of one port's xoff" : ""}.`;
  const assumed =
    options.buffer === undefined && asics[asic]?.memory === undefined
      ? ` The memory of the switch is assumed: set it with --buffer.`
      : "";
  const short =
    xoff >= standard
      ? ""
      : `802.1Qbb with the limits of 802.3 requires ${formatCount(standard)} B, ${formatCount(standard - xoff)} B more: with a peer that ` +
        "uses the whole permitted time, packets are lost.";
  return `${[
    say(
      `One lossless class of a port at ${formatRate(speed)}, ${formatCount(metres)} m of cable, MTU ${mtu} B. ${wordsOf(options)}.`,
    ),
    "",
    ...lines.slice(0, rows.length + 1),
    "",
    ...lines.slice(rows.length + 1),
    "",
    say(`${fits}${assumed} ${short}`),
  ].join("\n")}\n`;
}
