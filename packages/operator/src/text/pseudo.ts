import { compileText, type Part } from "./compile.ts";
import { i18n } from "./index.ts";

/**
 * Languages that nobody speaks, to see the application in one that is longer than English, or runs the other way. They stand in no list; a
 * browser has one when `parlour.pseudo` in its storage names it.
 */
export type Pseudo = "long" | "rtl";

/** Words everything in it from now on, also what comes with a later screen. */
export function speakPseudo(kind: Pseudo): void {
  i18n.setMessagesCompiler((source) => pseudoOf(compileText(source), kind));
  if (kind === "rtl") document.documentElement.dir = "rtl";
}

/**
 * A compiled text in a pseudo-language. `long`: accents, vowels twice (about 40 % more), brackets around, so that a text which is cut
 * loses its bracket and one from no catalogue has no accent. `rtl`: the same letters from right to left, as wide as in English.
 * Values stay as they are.
 */
export function pseudoOf(text: readonly Part[], kind: Pseudo): Part[] {
  if (kind === "long") return ["⟦", ...each(text, (words) => [stretched(words)], false), "⟧"];
  return [
    rightToLeft,
    ...each(text, (words) => [words], false).flatMap((part) => (typeof part === "string" ? [part] : [isolate, part, endIsolate])),
    endOverride,
  ];
}

const rightToLeft = "\u202E";
const endOverride = "\u202C";
const isolate = "\u2068";
const endIsolate = "\u2069";

function each(parts: readonly Part[], change: (words: string) => Part[], inPlural: boolean): Part[] {
  return parts.flatMap((part): Part[] => {
    if (typeof part === "string") return inPlural && part === "#" ? [part] : change(part);
    if (part.length === 1) return [part];
    const cases = Object.entries(part[2]).map(([name, text]) => [name, each(typeof text === "string" ? [text] : text, change, true)]);
    return [[part[0], part[1], Object.fromEntries(cases) as Record<string, Part[]>]];
  });
}

const letters = "ÅƁČĎĒƑĞĤĪĴĶĹṀŃŌƤɊŔŠŤŪṼŴẊÝŽåƀčďēƒğĥīĵķĺṁńōƥɋŕšťūṽŵẋýž";
const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Words as the long pseudo-language has them. */
export function stretched(words: string): string {
  return Array.from(words, (letter) => {
    const accented = letters[plain.indexOf(letter)] ?? letter;
    return /[aeiouy]/.test(letter) ? accented + accented : accented;
  }).join("");
}
