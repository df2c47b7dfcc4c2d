/** Shows a text and highlights the query's words where they begin a word. */
export function Marked({ text, words }: { text: string; words: string }) {
  const wanted = words.split(/\s+/).filter((word) => word !== "");
  if (wanted.length === 0) return text;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(${wanted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})`,
    "giu",
  );
  return text.split(pattern).map((part, n) => (n % 2 === 1 ? <mark key={n}>{part}</mark> : part));
}
