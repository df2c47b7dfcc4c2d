/**
 * Text comparisons that ignore case, as a regular expression. JavaScript and PostgreSQL give the
 * same answer for the same expression, while their functions for lower case differ by locale and
 * by version of Unicode.
 */

export type TextComparison =
  | "is"
  | "contains"
  | "starts"
  | "ends"
  /** As `is`, without regard to quotation marks, which a token of the search cannot contain. */
  | "is_named";

/**
 * Returns a regular expression that matches a text as the comparison says. It has only classes of
 * single characters, which both languages read alike.
 */
export function toTextPattern(comparison: TextComparison, text: string): string {
  if (comparison === "is_named")
    return `^"*${Array.from(text, (character) => `${toClass(character)}"*`).join("")}$`;
  const classes = Array.from(text, toClass).join("");
  const start = comparison === "is" || comparison === "starts" ? "^" : "";
  const end = comparison === "is" || comparison === "ends" ? "$" : "";
  return `${start}${classes}${end}`;
}

/** Returns a class with the character in both cases, if each is a single character. */
function toClass(character: string): string {
  const cases = [character, character.toLowerCase(), character.toUpperCase()].filter(
    (variant) => Array.from(variant).length === 1,
  );
  return `[${[...new Set(cases)].map((variant) => (special.has(variant) ? `\\${variant}` : variant)).join("")}]`;
}
const special: ReadonlySet<string> = new Set(["\\", "]", "[", "^", "-"]);
