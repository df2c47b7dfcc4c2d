/** Words in a row that are repeated, and not said again by chance. */
const wordsInRow = 12;

/**
 * Returns whether a text repeats a secret one: 12 of its words in a row (AGENT-111). Words that one
 * of the public texts has in a row too are no secret.
 */
export function repeatsWords(
  text: string,
  secret: string,
  publicTexts: readonly string[],
): boolean {
  const rows = listRows(text);
  if (rows.length === 0) return false;
  const known = new Set(listRows(secret));
  const repeated = rows.filter((row) => known.has(row));
  if (repeated.length === 0) return false;
  const shared = new Set(publicTexts.flatMap(listRows));
  return repeated.some((row) => !shared.has(row));
}

/** Also splits languages that write without spaces. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

function listRows(text: string): readonly string[] {
  const words = [...segmenter.segment(text.normalize("NFKC").toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  return words.slice(wordsInRow - 1).map((_, n) => words.slice(n, n + wordsInRow).join(" "));
}
