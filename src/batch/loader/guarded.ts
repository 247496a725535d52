/**
 * Code with what it may not use shadowed (`forbidden.ts`). The shadows stand in front of it, on its first line, so that lines stay what they were;
 * and only those of names that it has, so that code that has none runs as it was written.
 */
import { exactNames, forbiddenNames } from "./forbidden.ts";

const has = (code: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);

/** Does the code call something of its own by that name? */
const declares = (code: string, name: string): boolean =>
  new RegExp(`\\b(?:const|let|var|function|class|import)\\s[^;=()]*\\b${name}\\b`).test(code);

/** Math but for a function of it that is the same everywhere: another, or Math as a whole. */
const INEXACT_MATH = new RegExp(`\\bMath\\b(?!\\.(?:${exactNames.join("|")})\\b)`);

/** `guards`: the URL of what `forbidden.ts` exports. */
export function guarded(code: string, guards: string): string {
  const names = forbiddenNames.filter((name) => has(code, name) && !declares(code, name));
  const usesMath = INEXACT_MATH.test(code) && !declares(code, "Math");
  if (names.length === 0 && !usesMath) return code;
  const shadows = [
    ...names.map((name) => `const ${name} = $forbidden(${JSON.stringify(name)});`),
    ...(usesMath ? ["const Math = $exactMath;"] : []),
  ];
  const imports = `import { forbidden as $forbidden, exactMath as $exactMath } from ${JSON.stringify(guards)};`;
  return `${imports} ${shadows.join(" ")} ${code}`;
}
