import { compileText, type MessagePart } from "./compile.ts";
import { i18n } from "./index.ts";

/**
 * Test languages that are longer than English or run from right to left. They are not in any list
 * of languages. The key `parlour.pseudo` in the browser's storage enables one.
 */
export type PseudoLocale = "long" | "rtl";

/** Enables a pseudo-locale for all texts, including those of screens that are loaded later. */
export function enablePseudoLocale(kind: PseudoLocale): void {
  i18n.setMessagesCompiler((source) => toPseudoText(compileText(source), kind));
  if (kind === "rtl") document.documentElement.dir = "rtl";
}

/**
 * Converts a compiled text to a pseudo-locale. Placeholders stay unchanged. `long` adds accents and
 * brackets and doubles vowels (about 40 % longer). So a missing bracket shows that a text is cut
 * off, and missing accents show that a text is not in a catalogue. `rtl` reverses the direction and
 * keeps the width of English.
 */
export function toPseudoText(text: readonly MessagePart[], kind: PseudoLocale): MessagePart[] {
  if (kind === "long")
    return ["⟦", ...mapText(text, (segment) => [lengthenText(segment)], false), "⟧"];
  return [
    rightToLeft,
    ...mapText(text, (segment) => [segment], false).flatMap((part) =>
      typeof part === "string" ? [part] : [isolate, part, endIsolate],
    ),
    endOverride,
  ];
}

const rightToLeft = "\u202E";
const endOverride = "\u202C";
const isolate = "\u2068";
const endIsolate = "\u2069";

function mapText(
  parts: readonly MessagePart[],
  change: (segment: string) => MessagePart[],
  inPlural: boolean,
): MessagePart[] {
  return parts.flatMap((part): MessagePart[] => {
    if (typeof part === "string") return inPlural && part === "#" ? [part] : change(part);
    if (part.length === 1) return [part];
    const cases = Object.entries(part[2]).map(([name, text]) => [
      name,
      mapText(typeof text === "string" ? [text] : text, change, true),
    ]);
    return [[part[0], part[1], Object.fromEntries(cases) as Record<string, MessagePart[]>]];
  });
}

const accentedLetters = "ÅƁČĎĒƑĞĤĪĴĶĹṀŃŌƤɊŔŠŤŪṼŴẊÝŽåƀčďēƒğĥīĵķĺṁńōƥɋŕšťūṽŵẋýž";
const plainLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes a text longer with accented letters and doubled vowels. */
export function lengthenText(segment: string): string {
  return Array.from(segment, (letter) => {
    const accented = accentedLetters[plainLetters.indexOf(letter)] ?? letter;
    return /[aeiouy]/.test(letter) ? accented + accented : accented;
  }).join("");
}
