/** Returns the calling codes of a text such as `+49, +43`, each once. */
export const parsePrefixes = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((prefix) => prefix !== "")),
];

/** Returns the first part of the text that is not a calling code, or null. */
export const findWrongPrefix = (text: string): string | null =>
  parsePrefixes(text).find((prefix) => !/^\+[1-9]\d{0,6}$/.test(prefix)) ?? null;
