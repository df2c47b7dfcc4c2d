/** Returns the beginning of a text on one line, without reading the rest of it. */
export const toPreview = (text: string): string =>
  text.slice(0, 1000).replace(/\s+/g, " ").slice(0, 200);
