/** Formats a command line for messages, so that the user can type it or paste it into a shell. */

/** `words` in one line. A word that a shell would split or interpret is quoted. */
export const commandLine = (...words: readonly string[]): string => words.map(shellWord).join(" ");

function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
