/**
 * A module and the files that it imports, made ready to be imported: of each comes a URL that holds its code (`data:`), with types left out and imports
 * made absolute. Where files are, and what "xoff/policy" is there, a `Home` says: a disk, or texts in a page.
 */
import { byValue, constantsOf, exportedConstants, type Exported } from "./constants.ts";
import { dataUrl } from "./data-url.ts";
import { edited, type Edit } from "./edits.ts";
import { checkExact } from "./exact-syntax.ts";
import { guarded } from "./guarded.ts";
import { exportsIn, importsIn } from "./imports.ts";
import { ModuleError } from "./module-error.ts";
import { stripTypes } from "./strip-types.ts";
import { placeAt, syntaxOf } from "./syntax.ts";

const TYPESCRIPT = /\.m?ts$/;

export interface Home {
  /** Text of the file at a path. Throws `ModuleError`. */
  readonly text: (path: string) => string;
  /** Path of the file that an import from `from` means. `place` is that of the import, for messages. Throws `ModuleError`. */
  readonly resolve: (specifier: string, from: string, place: string) => string;
  /** URL of a public entry of the xoff that runs, such as "xoff/policy"; undefined: there is none of that name. */
  readonly entry: (specifier: string) => string | undefined;
  /** What the code of a run is kept from, and what it is known to import; undefined: the code is no run's, and may know clocks and chance. */
  readonly run: { readonly guards: string; readonly policy: Exported } | undefined;
  /** A path in messages, and in stack traces. */
  readonly shown: (path: string) => string;
  readonly href: (path: string) => string;
}

/** The files of one module, each read once. */
export class Graph {
  readonly root: string;
  /** By path. */
  readonly texts = new Map<string, string>();
  /** Names that the module itself exports. */
  exports: readonly string[] = [];
  private readonly urls = new Map<string, string>();
  /** Numbers that files export, by path. */
  private readonly constants = new Map<string, Exported>();
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
      throw new ModuleError("imports without a cycle", circle, "Move the shared code into a third file.");
    }
    const { shown, href } = this.home;
    const text = this.home.text(path);
    this.texts.set(path, text);
    const name = shown(path);
    const code = TYPESCRIPT.test(path) ? stripTypes(text, name) : text;
    const url = dataUrl(`${this.made(code, name, path, [...above, path])}\n//# sourceURL=${href(path)}\n`);
    this.urls.set(path, url);
    return url;
  }

  /** The code with each import pointing to what it means; a run's checked, and with its constants by value. */
  private made(code: string, name: string, path: string, above: readonly string[]): string {
    const program = syntaxOf(code, name);
    if (path === this.root) this.exports = exportsIn(program);
    const imported = new Map<string, Exported | undefined>();
    const edits = importsIn(program).map(({ source, start, end }): Edit => {
      const place = placeAt(code, start, name);
      if (source === undefined)
        throw new ModuleError(
          "imports at the top of the file",
          `import() (${place})`,
          "The scenario's hash does not cover later imports: write import ... from.",
        );
      const [url, exported] = this.target(source, path, place, above);
      imported.set(source, exported);
      return { start, end, text: JSON.stringify(url) };
    });
    const { run } = this.home;
    if (run === undefined) return edited(code, edits);
    const constants = constantsOf(program, (specifier) => imported.get(specifier));
    this.constants.set(path, exportedConstants(program, constants));
    checkExact(program, constants, (at) => placeAt(code, at, name));
    return guarded(edited(code, [...edits, ...byValue(program, constants)]), run.guards);
  }

  /** URL of what an import means, and what is known of its exports. */
  private target(
    specifier: string,
    from: string,
    place: string,
    above: readonly string[],
  ): [url: string, exported: Exported | undefined] {
    if (/^\.{1,2}\//.test(specifier)) {
      const path = this.home.resolve(specifier, from, place);
      const url = this.url(path, above);
      return [url, this.constants.get(path)];
    }
    const own = this.home.entry(specifier);
    if (own !== undefined) return [own, specifier === "xoff/policy" ? this.home.run?.policy : undefined];
    throw new ModuleError(
      "imports of its own files (./name.ts) and of xoff",
      `"${specifier}" (${place})`,
      "The scenario's hash does not cover other packages: copy the code into a file of yours.",
    );
  }
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/, "");
