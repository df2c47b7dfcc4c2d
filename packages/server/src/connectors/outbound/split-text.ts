/** Formatting of a range of a text, in UTF-16 units as Telegram counts them. */
export interface TextEntity {
  readonly type: "bold" | "italic" | "text_link";
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly TextEntity[];
}

/**
 * Splits a text into parts of at most `max` UTF-16 units (TG-031). Splits at the last paragraph,
 * line or word of a part if that leaves at least half of it, and never within a character. White
 * space at a split is dropped. An entity that spans a split continues in the next part.
 */
export function splitText({ text, entities }: FormattedText, max: number): FormattedText[] {
  const parts: FormattedText[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.length - start <= max ? text.length : findSplit(text, start, max);
    const part = text.slice(start, end).trimEnd();
    if (part !== "")
      parts.push({ text: part, entities: cutEntities(entities, start, part.length) });
    start = end;
    while (start < text.length && parts.length > 0 && isSpace(text, start)) start += 1;
  }
  return parts;
}

function findSplit(text: string, start: number, max: number): number {
  const window = text.slice(start, start + max);
  for (const separator of ["\n\n", "\n", " "]) {
    const at = window.lastIndexOf(separator);
    if (at >= max / 2) return start + at;
  }
  const last = window.charCodeAt(max - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return start + max - (isHalf ? 1 : 0);
}
const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

function cutEntities(
  entities: readonly TextEntity[],
  start: number,
  length: number,
): readonly TextEntity[] {
  return entities.flatMap((entity) => {
    const offset = Math.max(entity.offset - start, 0);
    const end = Math.min(entity.offset + entity.length - start, length);
    return end > offset ? [{ ...entity, offset, length: end - offset }] : [];
  });
}
