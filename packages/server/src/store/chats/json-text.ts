/**
 * Conditions on the text of a chat's body, because parsing JSON costs ten times as much. Parlour
 * writes the keys in a fixed order, and quotes inside strings are escaped. Only `attributes`
 * (WG-064), which a page sets, may contain other keys with equal names.
 */

/** Matches `"attributes":{…}`: strings and the text between them, never objects. */
const attributes = String.raw`"attributes":\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}`;
const withoutAttributes = (row: string): string =>
  `regexp_replace(${row}.body, '${attributes}', '')`;

/** SQL condition: the body of a chat row contains this key with this value, an expression. */
export const bodyContainsCondition = (row: string, text: string): string =>
  `(strpos(${row}.body, ${text}) > 0 and (strpos(${row}.body, '"attributes":{') = 0 or strpos(${withoutAttributes(row)}, ${text}) > 0))`;
