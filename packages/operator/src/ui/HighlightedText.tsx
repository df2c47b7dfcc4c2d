/** Shows a text. Highlights the words of the query where they occur at the beginning of a word. */
export function HighlightedText({ text, query }: { text: string; query: string }) {
  const terms = query.split(/\s+/).filter((word) => word !== "");
  if (terms.length === 0) return text;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(${terms.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})`,
    "giu",
  );
  return text.split(pattern).map((part, n) => (n % 2 === 1 ? <mark key={n}>{part}</mark> : part));
}
