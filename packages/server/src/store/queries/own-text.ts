/**
 * Conditions on the body of a chat without reading it as JSON, which costs ten times as much. The text is ours, with its keys in this order, and quotes inside
 * of strings are escaped; only what a page says of its visitor (`attributes`, WG-064) has keys of others, which may be called like ours.
 */

/** `"attributes":{…}`: strings, and what stands between them; their values are no objects. */
const attributes = String.raw`"attributes":\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}`;
const withoutAttributes = (row: string): string => `regexp_replace(${row}.body, '${attributes}', '')`;

/** Condition on a row of chat: its body holds this key with this value. `text`: an expression of SQL. */
export const says = (row: string, text: string): string =>
  `(strpos(${row}.body, ${text}) > 0 and (strpos(${row}.body, '"attributes":{') = 0 or strpos(${withoutAttributes(row)}, ${text}) > 0))`;
