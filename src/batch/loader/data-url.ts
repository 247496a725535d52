/** Module code as `data:` URLs, which any thread can import. */
const DATA = "data:text/javascript;base64,";
const MODULE = new RegExp(`${DATA}[A-Za-z0-9+/=]+`, "g");

/** Returns a URL whose import runs `code` as a module. */
export function dataUrl(code: string): string {
  const letters = Array.from(new TextEncoder().encode(code), (byte) => String.fromCharCode(byte)).join("");
  return `${DATA}${btoa(letters)}`;
}

/**
 * Returns a URL that imports the module at `url` as a separate instance, one for each `mark`. Two instances share no
 * top-level state, because each also gets its own instances of the files that the module imports. Line numbers stay
 * the same.
 */
export function apart(url: string, mark: number): string {
  const code = codeOf(url).replaceAll(MODULE, (helper) => apart(helper, mark));
  return dataUrl(`${code}// ${mark}\n`);
}

/**
 * Gives each run of a thread its own instances of modules, so that runs share no top-level state. Call the returned
 * function once for each run. It returns a function that maps a module's URL to the URL of the run's own instance.
 * The first run uses the URLs unchanged.
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
