/**
 * A module and the files that it imports, made ready to be imported: of each comes a URL that holds its code (`data:`), with types left out and imports
 * made absolute. Where files are, and what "xoff/policy" is there, a `Home` says: a disk, or texts in a page.
 */
import { init, parse } from "es-module-lexer";
import { dataUrl } from "./data-url.ts";
import { guarded } from "./guarded.ts";
import { ModuleError } from "./module-error.ts";
import { stripTypes } from "./strip-types.ts";

const TYPESCRIPT = /\.m?ts$/;

export interface Home {
  /** Text of the file at a path. Throws `ModuleError`. */
  readonly text: (path: string) => string;
  /** Path of the file that an import from `from` means. `place` is that of the import, for messages. Throws `ModuleError`. */
  readonly resolve: (specifier: string, from: string, place: string) => string;
  /** URL of a public entry of the xoff that runs, such as "xoff/policy"; undefined: there is none of that name. */
  readonly entry: (specifier: string) => string | undefined;
  /** URL of what `forbidden.ts` exports; undefined: the code may know clocks and chance. */
  readonly guards: string | undefined;
  /** A path in messages, and in stack traces. */
  readonly shown: (path: string) => string;
  readonly href: (path: string) => string;
}

/** To be awaited before the first graph is made. */
export const ready = init;

/** The files of one module, each read once. */
export class Graph {
  readonly root: string;
  /** By path. */
  readonly texts = new Map<string, string>();
  /** Names that the module itself exports. */
  exports: readonly string[] = [];
  private readonly urls = new Map<string, string>();
  private readonly home: Home;

  constructor(root: string, home: Home) {
    this.root = root;
    this.home = home;
  }

  /** `above` are the files that import it, one through the other. */
  url(path = this.root, above: readonly string[] = []): string {
    const known = this.urls.get(path);
    if (known !== undefined) return known;
    if (above.includes(path)) {
      const circle = [...above.slice(above.indexOf(path)), path].map(baseName).join(" -> ");
      throw new ModuleError("imports without a circle", circle, "Put what both need into a third file.");
    }
    const { guards, shown, href } = this.home;
    const text = this.home.text(path);
    this.texts.set(path, text);
    const code = TYPESCRIPT.test(path) ? stripTypes(text, shown(path)) : text;
    const linked = this.linked(code, path, [...above, path]);
    const url = dataUrl(`${guards === undefined ? linked : guarded(linked, guards)}\n//# sourceURL=${href(path)}\n`);
    this.urls.set(path, url);
    return url;
  }

  /** The code with each import pointing to what it means. */
  private linked(code: string, path: string, above: readonly string[]): string {
    const name = this.home.shown(path);
    const [imports, exports] = parsed(code, name);
    if (path === this.root) this.exports = exports.flatMap((one) => ("name" in one ? [one.name ?? ""] : []));
    let linked = "";
    let done = 0;
    for (const one of imports) {
      if (one.type === "import-meta") continue;
      const place = `${name}:${code.slice(0, one.importStart).split("\n").length}`;
      if (one.type === "dynamic")
        throw new ModuleError(
          "imports at the top of the file",
          `import() (${place})`,
          "What is imported later is not covered by the scenario's hash.",
        );
      linked += code.slice(done, one.start) + this.target(one.specifier, path, place, above);
      done = one.end;
    }
    return linked + code.slice(done);
  }

  private target(specifier: string, from: string, place: string, above: readonly string[]): string {
    if (/^\.{1,2}\//.test(specifier)) return this.url(this.home.resolve(specifier, from, place), above);
    const own = this.home.entry(specifier);
    if (own !== undefined) return own;
    throw new ModuleError(
      "imports of files of its own (./name.ts) and of xoff",
      `"${specifier}" (${place})`,
      "What other packages do is not covered by the scenario's hash, and may differ from machine to machine.",
    );
  }
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/, "");

function parsed(code: string, name: string): ReturnType<typeof parse> {
  try {
    return parse(code);
  } catch (error) {
    const at = (error as { readonly idx?: number }).idx ?? 0;
    const line = code.slice(0, at).split("\n").length;
    throw new ModuleError("an ES module", `what is none (${name}:${line})`);
  }
}
