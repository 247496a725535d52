/**
 * Shadows the forbidden globals (`forbidden.ts`) in a module's code. The declarations are put on the first line, so that line numbers stay
 * the same. Only names that the code contains are shadowed, so code without forbidden names stays unchanged.
 */
import { exactNames, forbiddenNames } from "./forbidden.ts";

const has = (code: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);

/** True if the code itself declares `name`. xoff then adds no declaration, because a second one would be an error. */
const declares = (code: string, name: string): boolean =>
  new RegExp(`\\b(?:const|let|var|function|class|import)\\s[^;=()]*\\b${name}\\b`).test(code);

/** Matches a use of Math, except for the functions that are the same on all engines. */
const INEXACT_MATH = new RegExp(`\\bMath\\b(?!\\.(?:${exactNames.join("|")})\\b)`);

/**
 * Returns the code with its forbidden globals shadowed. `guards` is the URL of a module with the exports of
 * `forbidden.ts`.
 */
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
