/** URLs that hold the code of a module. */
const DATA = "data:text/javascript;base64,";
const MODULE = new RegExp(`${DATA}[A-Za-z0-9+/=]+`, "g");

/** A URL that is imported as a module of that code. */
export function dataUrl(code: string): string {
  const letters = Array.from(new TextEncoder().encode(code), (byte) => String.fromCharCode(byte)).join("");
  return `${DATA}${btoa(letters)}`;
}

/**
 * The URL of the same module as another one, which shares nothing with that of any other `mark`: neither what is kept at the top of its file, nor at that of
 * a file that it imports. Lines stay what they are.
 */
export function apart(url: string, mark: number): string {
  const code = codeOf(url).replaceAll(MODULE, (helper) => apart(helper, mark));
  return dataUrl(`${code}// ${mark}\n`);
}

const codeOf = (url: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(url.slice(DATA.length)), (letter) => letter.charCodeAt(0)));
