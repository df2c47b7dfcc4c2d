import type { AnswerSource } from "./ports.ts";

const markPattern = /[ \t]*\[(\d{1,2})\](?!\()/gu;

/** Splits an answer into its text without the numbers of sources, and these numbers. */
export const readNumbers = (
  answer: string,
): { readonly text: string; readonly numbers: ReadonlySet<number> } => ({
  text: answer.replace(markPattern, "").trim(),
  numbers: new Set([...answer.matchAll(markPattern)].map(([, number]) => Number(number))),
});

/** Splits an answer into its text without the numbers of sources, and the sources it names. */
export function readSources(
  answer: string,
  given: readonly AnswerSource[],
): { readonly text: string; readonly sources: readonly AnswerSource[] } {
  const { text, numbers } = readNumbers(answer);
  return { text, sources: given.filter(({ number }) => numbers.has(number)) };
}
