import type { Message } from "../entity.ts";
import { hasFile, indexedText } from "./indexed-text.ts";
import { listWords } from "./tokenize.ts";
import { listWordParts } from "./word-parts.ts";

/** Mark of every block of the index with messages, for searches that only exclude. */
export const anyMark = "@";
/** Mark of a block whose messages must be read, because the index lacks their words. */
export const unindexedMark = "@+";

/** Number of blocks of a slice, and of slices of a scope (`search_scope`). */
export const blocksPerSlice = 256;
export const slicesPerScope = 64;
/**
 * Returns the mark of all blocks of a slice. With it a search reads few of the blocks that have a
 * frequent word.
 */
export const toSliceMark = (block: number): string =>
  `#${Math.floor(block / blocksPerSlice) % slicesPerScope}`;

/**
 * Upper estimate of the bytes of the lexemes of a block in the index. PostgreSQL refuses a tsvector
 * of 1 MiB, and would stop the index with it (API-496).
 */
const maxBlockLength = 1_000_000;
/** Length of a scope with numbers of 13 digits, and bytes of a character in UTF-8. */
const maxScopeLength = 28;
const maxCharacterBytes = 3;

/**
 * Returns the marks of a message: `@v`, `@o`, `@o7`, `@b` or `@b3` for its author, `@f` for a file.
 */
export function listMarks(message: Message): readonly string[] {
  const { author } = message;
  const kind = author.kind === "visitor" ? "@v" : author.kind === "operator" ? "@o" : "@b";
  return [
    kind,
    ...(author.kind === "visitor" ? [] : [`${kind}${author.id ?? ""}`]),
    ...(hasFile(message) ? ["@f"] : []),
  ];
}

/** Returns whether a search can find the message. */
export const isSearchable = ({ author, erased }: Message): boolean =>
  author.kind !== "system" && erased !== true;

/**
 * Builds the text of a block of messages: their marks, their words, and the parts inside of words
 * (API-485) behind `^`, each with a space before it. The index adds scope and slice. A block with
 * too many words has the mark {@link unindexedMark} instead.
 */
export function buildBlockWords(messages: readonly Message[]): string {
  const lexemes = new Set<string>([anyMark]);
  let length = 0;
  const add = (lexeme: string): void => {
    lexemes.add(lexeme);
    length += lexeme.length * maxCharacterBytes + maxScopeLength;
  };
  for (const message of messages) {
    if (!isSearchable(message)) continue;
    for (const mark of listMarks(message)) lexemes.add(mark);
    for (const word of listWords(indexedText(message))) {
      if (lexemes.has(word)) continue;
      add(word);
      for (const part of listWordParts(word)) add(`^${part}`);
      if (length > maxBlockLength) return ` ${unindexedMark}`;
    }
  }
  return ` ${[...lexemes].join(" ")}`;
}
