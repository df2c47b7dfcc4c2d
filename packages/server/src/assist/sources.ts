import type { AnswerSource } from "./ports.ts";

const markPattern = /[ \t]*\[(\d{1,2})\](?!\()/gu;

/** Splits an answer into its text without the numbers of sources, and the sources it names. */
export function readSources(
  answer: string,
  given: readonly AnswerSource[],
): { readonly text: string; readonly sources: readonly AnswerSource[] } {
  const numbers = new Set([...answer.matchAll(markPattern)].map(([, number]) => Number(number)));
  return {
    text: answer.replace(markPattern, "").trim(),
    sources: given.filter(({ number }) => numbers.has(number)),
  };
}
