/**
 * Turns a module and its imported files into URLs that can be imported. Each `data:` URL holds a file's code without types and with
 * absolute imports. A `Home` finds the files and resolves "xoff/policy": on disk, or among texts in a web page.
 */
import { byValue, constantsOf, exportedConstants, type Exported } from "./constants.ts";
import { dataUrl } from "./data-url.ts";
import { edited, type Edit } from "./edits.ts";
import { checkExact } from "./exact-syntax.ts";
import { guarded } from "./guarded.ts";
import { exportsIn, importsIn } from "./imports.ts";
import { ModuleError } from "./module-error.ts";
import { stripTypes, type TypeRemover } from "./strip-types.ts";
import { placeAt, syntaxOf } from "./syntax.ts";

const TYPESCRIPT = /\.m?ts$/;

export interface Home {
  /** Returns the text of the file at a path. Throws `ModuleError`. */
  readonly text: (path: string) => string;
  /**
   * Returns the path of the file that `from` imports as `specifier`. `place` is the place of the import, for messages. Throws
   * `ModuleError`.
   */
  readonly resolve: (specifier: string, from: string, place: string) => string;
  /** Returns the URL of a public entry of the running xoff, such as "xoff/policy"; undefined if there is no entry of that name. */
  readonly entry: (specifier: string) => string | undefined;
  /**
   * Additions to code that runs inside a simulation: the guards against forbidden globals, and the known exports of
   * "xoff/policy". Undefined for all other code, such as the code of a figure, which may use clocks and random
   * numbers.
   */
  readonly run: { readonly guards: string; readonly policy: Exported } | undefined;
  /** Returns the type remover, which a graph without TypeScript does not load. */
  readonly typeRemover: () => TypeRemover;
  /** Returns a path as messages and stack traces show it. */
  readonly shown: (path: string) => string;
  readonly href: (path: string) => string;
}

/** The files of one module. Each file is read once. */
export class Graph {
  readonly root: string;
  /** The text of each file, by path. */
  readonly texts = new Map<string, string>();
  /** Names that the file `root` exports. */
  exports: readonly string[] = [];
  private readonly urls = new Map<string, string>();
  /** Numeric constants that each file exports, by path. */
  private readonly constants = new Map<string, Exported>();
  private readonly home: Home;

  constructor(root: string, home: Home) {
    this.root = root;
    this.home = home;
  }

  /**
   * Returns the URL of the file at `path`. `above` lists the files whose imports lead to this file. A file that is in
   * the list imports itself, directly or through other files, which is an error.
   */
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
    const code = TYPESCRIPT.test(path) ? stripTypes(text, name, this.home.typeRemover()) : text;
    const url = dataUrl(`${this.made(code, name, path, [...above, path])}\n//# sourceURL=${href(path)}\n`);
    this.urls.set(path, url);
    return url;
  }

  /**
   * Returns the code with each import replaced by its URL. Code that runs inside a simulation is also checked, and the names of its numeric
   * constants are replaced by their values (constants.ts).
   */
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

  /** Returns the URL of an imported module, and its exports as far as they are known before the module runs. */
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
