/**
 * Computes a vector from the words of a text, the same in every run. Texts that share words, or
 * parts of words, have similar vectors. The length of the vector is 1.
 */
export function embedText(text: string, dimensions: number): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  const add = (term: string, weight: number): void => {
    const hash = hashTerm(term);
    vector[hash % dimensions]! += hash & 0x8000_0000 ? -weight : weight;
  };
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];
  for (const word of words) {
    add(word, 1);
    const marked = `<${word}>`;
    const trigrams = Math.max(1, marked.length - 2);
    for (let start = 0; start < trigrams; start += 1)
      add(marked.slice(start, start + 3), 1 / Math.sqrt(trigrams));
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => (length === 0 ? 1 / Math.sqrt(dimensions) : value / length));
}

/** FNV-1a with 32 bits. */
function hashTerm(term: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < term.length; at += 1)
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x0100_0193);
  return hash >>> 0;
}
