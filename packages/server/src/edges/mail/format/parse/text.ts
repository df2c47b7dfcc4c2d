import { toVisibleLine } from "../../../../core/text.ts";

/** Converts a header to display text on one line, of at most `maxLength` code points. */
export const toOneLine = (value: string, maxLength: number): string =>
  toVisibleLine(value.slice(0, maxLength * 8), maxLength);
