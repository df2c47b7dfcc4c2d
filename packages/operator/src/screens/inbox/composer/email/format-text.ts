/** A change of the text in the composer: what replaces a range, and what is then selected. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  /** Offsets in the inserted text. */
  readonly select: readonly [from: number, to: number];
}
export type TextFormat = "bold" | "italic" | "link" | "list";

const marks = { bold: "**", italic: "*" } as const;
/** The address that a new link begins with. */
const linkStart = "https://";

/** Returns how a format changes the selected text, or is removed from it (MAIL-141). */
export function formatText(
  text: string,
  [from, to]: readonly [number, number],
  format: TextFormat,
): TextChange {
  const selected = text.slice(from, to);
  if (format === "list") return formatList(text, from, to);
  if (format === "link") {
    const isAddress = /^https?:\/\/\S+$/iu.test(selected);
    const label = isAddress ? "" : selected;
    const inserted = `[${label}](${isAddress ? selected : linkStart})`;
    const end = inserted.length - 1;
    return { from, to, inserted, select: isAddress ? [1, 1] : [label.length + 3, end] };
  }
  const mark = marks[format];
  const isMarked =
    text.slice(0, from).endsWith(mark) &&
    text.slice(to).startsWith(mark) &&
    (format === "bold" || !text.slice(0, from).endsWith(marks.bold));
  if (isMarked)
    return {
      from: from - mark.length,
      to: to + mark.length,
      inserted: selected,
      select: [0, selected.length],
    };
  // Markdown ignores a mark next to a space, so the marks enclose the text without its spaces.
  const [, before = "", inner = "", after = ""] = /^(\s*)([^]*?)(\s*)$/u.exec(selected) ?? [];
  const start = before.length + mark.length;
  return {
    from,
    to,
    inserted: `${before}${mark}${inner}${mark}${after}`,
    select: [start, start + inner.length],
  };
}

/** Makes each line of the selection an item, or no item if all are. */
function formatList(text: string, selectedFrom: number, selectedTo: number): TextChange {
  const from = text.lastIndexOf("\n", selectedFrom - 1) + 1;
  const end = text.indexOf("\n", selectedTo);
  const to = end < 0 ? text.length : end;
  const lines = text.slice(from, to).split("\n");
  const isList = lines.every((line) => line.startsWith("- "));
  const inserted = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join("\n");
  return { from, to, inserted, select: [inserted.length, inserted.length] };
}
