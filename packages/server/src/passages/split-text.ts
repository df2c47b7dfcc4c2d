import { listWords } from "@parlour/protocol/article/search";

/** Maximum number of characters of a passage. */
const maxPassageLength = 1_500;

/**
 * Returns the part of an article that has the most words of a question. Parts end at blank lines,
 * where possible.
 */
export function selectPassage(body: string, question: string, language: string): string {
  const words = listWords(language, question);
  const count = (part: string): number => {
    const partWords = new Set(listWords(language, part));
    return words.filter((word) => partWords.has(word)).length;
  };
  const [best] = splitBody(body)
    .map((part) => ({ part, count: count(part) }))
    .sort((one, other) => other.count - one.count);
  return best?.part ?? "";
}

function splitBody(body: string): readonly string[] {
  const parts: string[] = [];
  let current = "";
  for (const block of body.split(/\n\s*\n/u)) {
    if (current !== "" && current.length + block.length > maxPassageLength) {
      parts.push(current);
      current = "";
    }
    current = current === "" ? block : `${current}\n\n${block}`;
    for (; current.length > maxPassageLength; current = current.slice(maxPassageLength))
      parts.push(current.slice(0, maxPassageLength));
  }
  return [...parts, current].filter((part) => part.trim() !== "");
}
