/** Module code as `data:` URLs, which any thread can import. */
const DATA = "data:text/javascript;base64,";
const MODULE = new RegExp(`${DATA}[A-Za-z0-9+/=]+`, "g");

/** Returns a URL whose import runs `code` as a module. */
export function dataUrl(code: string): string {
  const letters = Array.from(new TextEncoder().encode(code), (byte) => String.fromCharCode(byte)).join("");
  return `${DATA}${btoa(letters)}`;
}

/**
 * Returns a URL of the same module as a separate instance for `mark`. Instances of different marks share no top-level state, neither of the
 * file nor of the files that it imports. Line numbers stay the same.
 */
export function apart(url: string, mark: number): string {
  const code = codeOf(url).replaceAll(MODULE, (helper) => apart(helper, mark));
  return dataUrl(`${code}// ${mark}\n`);
}

/**
 * For a thread that makes several runs. Call the returned function once for each run. It returns a function that finds
 * the run's own instance of a module, by URL. So runs share no top-level state. The first run uses the modules
 * themselves.
 */
export function ownInstances(): () => (url: string) => string {
  let runs = 0;
  return () => {
    const mark = runs++;
    return (url) => (mark === 0 ? url : apart(url, mark));
  };
}

const codeOf = (url: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(url.slice(DATA.length)), (letter) => letter.charCodeAt(0)));
