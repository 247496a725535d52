/** A command as somebody would type it, or paste it from what we print. */

/** `words` in one line; one that a shell would part or read otherwise is in quotes. */
export const commandLine = (...words: readonly string[]): string => words.map(shellWord).join(" ");

function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
