import { createHash } from "node:crypto";
import { listWords } from "@parlour/protocol/article/search";

/** Maximum number of characters of a passage. */
const maxPassageLength = 1_500;

/** Splits a text into passages, which end at blank lines where possible. */
function splitText(body: string): readonly string[] {
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

/** Returns the passages as the embedding model gets them. Equal paragraphs are one passage. */
export const listEmbeddedTexts = ({ title, body }: TitledText): readonly string[] => [
  ...new Set(splitText(body).map((part) => toEmbeddedText(title, part))),
];
interface TitledText {
  readonly title: string;
  readonly body: string;
}
/** The title says what a passage is about. */
const toEmbeddedText = (title: string, part: string): string => `${title}\n\n${part}`.trim();

/** Identifies an embedded text. */
export const hashText = (text: string): Buffer => createHash("sha256").update(text).digest();
const toHash = (text: string): string => hashText(text).toString("hex");

/** Returns the hashes of the passages of a text, in hexadecimal digits. */
export const listHashes = (text: TitledText): readonly string[] =>
  listEmbeddedTexts(text).map(toHash);

/**
 * Returns the passage of an article that fits a question best: it has the largest part of the words
 * of the question, plus its similarity. `similarities`: by the hash in hexadecimal digits, of those
 * that are known.
 */
export function selectPassage(
  { title, body, language }: TitledText & { readonly language: string },
  question: string,
  similarities: ReadonlyMap<string, number> = new Map(),
): string {
  const words = listWords(language, question);
  const rate = (part: string): number => {
    const partWords = new Set(listWords(language, part));
    const share = words.filter((word) => partWords.has(word)).length / Math.max(1, words.length);
    if (similarities.size === 0) return share;
    return share + (similarities.get(toHash(toEmbeddedText(title, part))) ?? 0);
  };
  const [best] = splitText(body)
    .map((part) => ({ part, points: rate(part) }))
    .sort((one, other) => other.points - one.points);
  return best?.part ?? "";
}
