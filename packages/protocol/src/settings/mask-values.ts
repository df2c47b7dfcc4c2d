import { findPatternMatches, type TextRange } from "../rules/pattern-search.ts";
import type { model } from "./kinds/account/model.ts";
import type { Values } from "./values.ts";

export type MaskSettings = Values<(typeof model.fields.mask)["fields"]>;
type MaskKind = MaskSettings["kinds"][number];

/** A value in a text, with the name of its placeholder. */
export interface FoundValue extends TextRange {
  readonly label: string;
}
/** Maximum number of characters that own patterns compare in one text. */
const maxPatternSteps = 2_000_000;

/**
 * Returns the values that the mask replaces, in order and without overlaps. Kinds win in the
 * order of `finders`, and over own patterns. Returns null if an own pattern needs too much time.
 */
export function findValues(
  { kinds, patterns }: MaskSettings,
  names: readonly string[],
  text: string,
): readonly FoundValue[] | null {
  const found: FoundValue[] = [];
  const add = (label: string, ranges: readonly TextRange[]): void => {
    for (const { start, end } of ranges)
      if (!found.some((other) => start < other.end && other.start < end))
        found.push({ label, start, end });
  };
  for (const [kind, find] of finders) if (kinds.includes(kind)) add(kind.toUpperCase(), find(text));
  if (kinds.includes("name")) add("NAME", findNames(names, text));
  for (const { name, pattern } of patterns) {
    const matches = findPatternMatches(pattern, text, maxPatternSteps);
    if (matches === null) return null;
    add(name.toUpperCase().replaceAll(" ", "_"), matches);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

const findAll = (pattern: RegExp, text: string): readonly TextRange[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
  }));

/** Each repetition in the expressions is bounded, so they take linear time. */
const finders: readonly (readonly [MaskKind, (text: string) => readonly TextRange[]])[] = [
  [
    "email",
    (text) =>
      findAll(/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, text),
  ],
  ["iban", findIbans],
  [
    "card",
    (text) =>
      findAll(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, text).filter(({ start, end }) =>
        hasLuhnDigit(text.slice(start, end)),
      ),
  ],
  [
    "phone",
    (text) =>
      findAll(
        /(?<![\p{L}\p{N}])(?:\+|00)?\(?\d(?:[ ./()-]{0,2}\d){6,14}(?![ ./()-]{0,2}\d)/gu,
        text,
      ).filter(({ start, end }) => isPhoneNumber(text.slice(start, end))),
  ],
];

/** The words behind a number can look like a part of it, so its end is searched. */
function findIbans(text: string): readonly TextRange[] {
  return findAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/gi, text).flatMap(({ start, end }) => {
    for (let last = end; last > start; last--)
      if (!/[a-z0-9]/i.test(text.charAt(last)) && isIban(text.slice(start, last).trimEnd()))
        return [{ start, end: start + text.slice(start, last).trimEnd().length }];
    return [];
  });
}

/** ISO 13616: letters count from 10, and the remainder by 97 is 1. */
function isIban(text: string): boolean {
  const iban = text.replaceAll(" ", "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** ISO 7812: every second digit from the end counts twice. */
function hasLuhnDigit(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ""), Number).toReversed();
  const sum = digits.reduce((total, digit, n) => {
    const doubled = n % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A short number without a prefix is rather an order or a date. */
function isPhoneNumber(text: string): boolean {
  if (/^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})/.test(text)) return false;
  const digits = text.replaceAll(/\D/g, "");
  return digits.length <= 15 && (/^(?:\+|\(?0)/.test(text) || digits.length >= 9);
}

/** Finds whole names, and their words of at least three letters. */
function findNames(names: readonly string[], text: string): readonly TextRange[] {
  const words = names.flatMap((name) => name.split(/\s+/u)).filter((word) => word.length >= 3);
  return [...names, ...words]
    .filter((name) => name.trim() !== "")
    .toSorted((a, b) => b.length - a.length)
    .flatMap((name) =>
      findAll(
        new RegExp(
          `(?<![\\p{L}\\p{N}])${name.trim().replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")}(?![\\p{L}\\p{N}])`,
          "gu",
        ),
        text,
      ),
    );
}
