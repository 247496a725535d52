/**
 * Parses `config.txt`, the settings of the simulator, key by key.
 *
 *   CC_MODE 1
 *   KMAX_MAP 2 100000000000 1600 400000000000 6400
 *
 * The simulator skips unknown words, and an unreadable number becomes zero. Here an unreadable value is an error and an unknown key causes
 * a warning. Paths are returned as written; the simulator resolves them from its working directory.
 *
 * Two rules differ from the simulator: values are on the line of their key, and `#` begins a comment.
 *
 * Defined in docs/ns3-semantics.md, section 17
 */
import type { Bps } from "../../base/units.ts";
import { defaults, keys, PINT, Values, type HpccConfig } from "./config-keys.ts";
import { didYouMean } from "./did-you-mean.ts";
import { quote } from "./input-error.ts";
import { Scanner, type Token } from "./scanner.ts";

export { PINT, type HpccConfig } from "./config-keys.ts";

export interface ParsedConfig {
  readonly config: HpccConfig;
  /** The line of each key; the last one if the key occurs several times. */
  readonly lines: ReadonlyMap<string, number>;
  readonly warnings: string[];
}

/**
 * Parses the config in `text`; `file` is its name in messages. The values of the keys `more`, which belong to related simulators, are
 * skipped.
 *
 * Throws `InputError` for a value that is missing or unreadable, and for a file without any known key. Warnings are sentences that begin
 * with file and line.
 */
export function parseConfig(text: string, file: string, more: readonly string[] = []): ParsedConfig {
  const config = { ...defaults };
  const known = new Map(keys);
  for (const key of more) known.set(key, (_config, values) => values.rest());
  const { lines, warnings } = readKeys(text, file, known, config);
  if (![1, 3, 7, 8, PINT].includes(config.ccMode)) {
    const line = lines.get("CC_MODE") ?? 1;
    warnings.push(`${file}:${line}: CC_MODE ${config.ccMode} means no congestion control: flows keep their line rate.`);
  }
  return { config, lines, warnings: [...warnings, ...slowRates(config, file, lines)] };
}

const RATES = { RATE_AI: "rateAi", RATE_HAI: "rateHai", MIN_RATE: "minRate", DCTCP_RATE_AI: "dctcpRateAi" } as const;
/** Rates above 0 and below this value cause a warning, because the file probably lacks the unit. */
const SLOW: Bps = 10_000;

function slowRates(config: HpccConfig, file: string, lines: ReadonlyMap<string, number>): string[] {
  return Object.entries(RATES).flatMap(([key, field]) => {
    const line = lines.get(key);
    if (line === undefined || config[field] === 0 || config[field] >= SLOW) return [];
    return [
      `${file}:${line}: ${key} is ${config[field]} bit/s: a rate without a unit counts bit/s, as in the simulator.`,
    ];
  });
}

/**
 * Reads the keys of `text` into `config`, each by its entry in `keys`. Returns warnings and the line of each key, the last one if it occurs
 * several times. `#` begins a comment. `comments` is true if the original simulator also treats `#` as a comment. If `comments` is false,
 * a key in a comment causes a warning, because the original simulator would read the key. Throws `InputError` as `parseConfig` does.
 */
export function readKeys<Config>(
  text: string,
  file: string,
  keys: ReadonlyMap<string, (config: Config, values: Values) => void>,
  config: Config,
  { comments = false }: { readonly comments?: boolean } = {},
): Pick<ParsedConfig, "lines" | "warnings"> {
  const scanner = new Scanner(text, file);
  const lineOf = new Map<string, number>();
  const names = [...keys.keys()];
  const repeated = new Remarks(file, names, "set more than once; the last value applies");
  const commented = new Remarks(file, names, "the simulator has no comments and would read these");
  const unknown = new Remarks(file, names, "ignored, as the simulator does");
  let firstUnknown: Token | undefined;
  let lastUnknown = 0;

  for (let token = scanner.take(); token !== undefined; token = scanner.take()) {
    const readValues = keys.get(token.text);
    if (readValues !== undefined) {
      if (lineOf.has(token.text)) repeated.add(token.line, token.text);
      lineOf.set(token.text, token.line);
      readValues(config, new Values(scanner, token.text));
    } else if (token.text.startsWith("#")) {
      for (let word = scanner.takeOnLine(); word !== undefined; word = scanner.takeOnLine()) {
        if (keys.has(word.text) && !comments) commented.add(word.line, word.text);
      }
    } else if (token.line !== lastUnknown) {
      unknown.add(token.line, token.text);
      firstUnknown ??= token;
      lastUnknown = token.line; // The following words on the line are the values of the unknown key.
    }
  }

  if (lineOf.size === 0) {
    const hint = "Separate a key and its value by a blank. xoff run without --ns3 runs a scenario.";
    const expected = "lines of a key and a value such as CC_MODE 1";
    throw scanner.error(firstUnknown, expected, firstUnknown === undefined ? undefined : hint);
  }
  return { lines: lineOf, warnings: [unknown, repeated, commented].flatMap((remarks) => remarks.warning()) };
}

/** Collects words of a config that cause one common warning. The warning names the first ten words and the number of the others. */
class Remarks {
  readonly #file: string;
  /** Known keys. A warning about a misspelled key suggests the nearest of them. */
  readonly #keys: readonly string[];
  readonly #about: string;
  readonly #named: { line: number; text: string }[] = [];
  #more = 0;

  constructor(file: string, keys: readonly string[], about: string) {
    this.#file = file;
    this.#keys = keys;
    this.#about = about;
  }

  add(line: number, text: string): void {
    if (this.#named.length < 10) this.#named.push({ line, text });
    else this.#more++;
  }

  /** Returns at most one warning, such as `config.txt:3: ignored, as the simulator does: "KMAXMAP" (line 3; did you mean KMAX_MAP?).` */
  warning(): string[] {
    const [first] = this.#named;
    if (first === undefined) return [];
    const named = this.#named.map(({ line, text }) => {
      const meant = this.#keys.includes(text) ? undefined : didYouMean(text, this.#keys);
      return `${quote(text)} (line ${line}${meant === undefined ? "" : `; did you mean ${meant}?`})`;
    });
    if (this.#more > 0) named.push(`and ${this.#more} more`);
    return [`${this.#file}:${first.line}: ${this.#about}: ${named.join(", ")}.`];
  }
}
