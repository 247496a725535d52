/** Paths of module files, as scenarios and policies name them. */

/** Whether a name is the path of a file rather than the name of a built-in module. */
export const isModulePath = (name: string): boolean =>
  /^\.{1,2}[/\\]|^\/|^[A-Za-z]:[/\\]/.test(name) || /\.(ts|mts|js|mjs)$/.test(name);

/**
 * Resolves `path` from the folder of `file`: "../x.ts" from "./mine/cc.ts" gives "./x.ts". An absolute path stays as it
 * is.
 */
export function besidePath(file: string, path: string): string {
  if (/^(?:[A-Za-z]:)?[/\\]/.test(path)) return path;
  const parts: string[] = [];
  for (const part of [...file.split(/[/\\]/).slice(0, -1), ...path.split(/[/\\]/)]) {
    if (part === ".") continue;
    if (part === ".." && !["..", "", undefined].includes(parts.at(-1))) parts.pop();
    else parts.push(part);
  }
  const joined = parts.join("/");
  return file.startsWith(".") && parts[0] !== ".." ? `./${joined}` : joined;
}
