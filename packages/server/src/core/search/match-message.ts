import type { Message } from "../entity.ts";
import { anyMark, isSearchable, listMarks, unindexedMark } from "./index-words.ts";
import { indexedText } from "./indexed-text.ts";
import { formatWord, type SearchTerm } from "./query.ts";
import { listWords } from "./tokenize.ts";
import { createWordTest, listSpellings } from "./word-parts.ts";

/** A condition on the marks of a message (`listMarks`): it must have one of them, or none. */
export interface MarkCondition {
  readonly marks: readonly string[];
  readonly isNegated: boolean;
}
/** What a found message must contain. */
export interface MessageQuery {
  readonly terms: readonly SearchTerm[];
  readonly marks: readonly MarkCondition[];
}

/**
 * Formats a tsquery for the blocks that may have matching messages. The index of a block has no
 * order of words and does not say which message has which word. So the query contains what must be
 * present, and `createMatcher` decides about each message.
 */
export function toBlockQuery({ terms, marks }: MessageQuery): string {
  const conditions = [
    ...terms
      .filter(({ isNegated }) => !isNegated)
      .flatMap(({ words, isPrefix }) =>
        words.map((word, n) => formatWord(word, isPrefix && n === words.length - 1)),
      ),
    ...marks
      .filter(({ isNegated }) => !isNegated)
      .map((condition) => `(${condition.marks.map((mark) => `'~${mark}'`).join(" | ")})`),
  ];
  const all = conditions.length === 0 ? `'~${anyMark}'` : conditions.join(" & ");
  return `((${all}) | '~${unindexedMark}')`;
}

/** Returns a function that decides whether a message of the journal, as stored, matches. */
export function createMatcher({ terms, marks }: MessageQuery): (body: string) => boolean {
  const tests = terms.map((term) => ({ isNegated: term.isNegated, contains: toTermTest(term) }));
  const mayMatch = createPlainTest(terms);
  return (body) => {
    if (!mayMatch(body)) return false;
    const message = JSON.parse(body) as Message;
    if (!isSearchable(message)) return false;
    const present = listMarks(message);
    if (marks.some((one) => one.marks.some((mark) => present.includes(mark)) === one.isNegated))
      return false;
    if (tests.length === 0) return true;
    const words = listWords(indexedText(message));
    return tests.every(({ isNegated, contains }) => contains(words) !== isNegated);
  };
}

/** Returns a test whether the words of a term follow each other in the words of a text. */
function toTermTest({ words, isPrefix }: SearchTerm): (text: readonly string[]) => boolean {
  const last = words.length - 1;
  const tests = words.map((word, n) => createWordTest(word, isPrefix && n === last));
  return (text) => {
    for (let from = 0; from + last < text.length; from++)
      if (tests.every((test, n) => test(text[from + n] ?? ""))) return true;
    return false;
  };
}

/**
 * A body in which each word of the text appears as it is: without letters that need more than lower
 * case, and texts that are composed of several.
 */
const plainBody = /^(?!.*"nodes":)[ -~а-яА-Я«»–—…]*$/;

/** Returns a fast test that is false only for bodies that cannot match. */
function createPlainTest(terms: readonly SearchTerm[]): (body: string) => boolean {
  const required = listRequired(terms);
  if (required.length === 0) return () => true;
  return (body) => {
    const lower = body.toLowerCase();
    return (
      required.every((forms) => forms.some((form) => lower.includes(form))) || !plainBody.test(body)
    );
  };
}

/** Returns the words that a found text contains, each in its spellings. */
const listRequired = (terms: readonly SearchTerm[]): readonly (readonly string[])[] =>
  terms
    .filter(({ isNegated }) => !isNegated)
    .flatMap(({ words, isPrefix }) =>
      words.map((word, n) => (isPrefix && n === words.length - 1 ? listSpellings(word) : [word])),
    );

/**
 * Returns the ASCII words that each found message contains as they are, if its stored body is
 * plain. PostgreSQL looks for them before it sends bodies (`mayContain`).
 */
export const listPlainWords = ({ terms }: MessageQuery): readonly string[] =>
  listRequired(terms).flatMap((forms) =>
    forms.length === 1 ? forms.filter((word) => /^[a-z0-9]+$/.test(word)) : [],
  );
