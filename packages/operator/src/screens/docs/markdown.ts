/**
 * Parses the subset of Markdown that docs/integrate uses into data. The screen renders elements
 * from this data, so no HTML is built from text.
 */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };
export type InlineContent = readonly Inline[];
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly line: InlineContent; readonly id: string }
  | { readonly kind: "paragraph"; readonly line: InlineContent }
  | { readonly kind: "list"; readonly isNumbered: boolean; readonly items: readonly InlineContent[] }
  | { readonly kind: "table"; readonly head: readonly InlineContent[]; readonly rows: readonly (readonly InlineContent[])[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string };

/** Parses a page. Omits comments. Unknown syntax becomes a paragraph. */
export function parseMarkdown(source: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lines = source.split("\n").filter((line) => !/^<!--.*-->$/.test(line));
  let at = 0;
  const takeLines = (fits: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? "")) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    const item = /^(?:- |(\d+)\. )/.exec(line);
    if (line.trim() === "") at += 1;
    else if (heading) {
      at += 1;
      const text = heading[2] ?? "";
      blocks.push({ kind: "heading", level: (heading[1]?.length ?? 1) as 1 | 2 | 3, line: parseLine(text), id: slugify(text) });
    } else if (line.startsWith("```")) {
      at += 1;
      const code = takeLines((one) => !one.startsWith("```"));
      at += 1;
      blocks.push({ kind: "code", language: line.slice(3).trim(), text: code.join("\n") });
    } else if (line.startsWith("|")) {
      const [head = "", , ...rows] = takeLines((one) => one.startsWith("|"));
      blocks.push({ kind: "table", head: parseCells(head), rows: rows.map(parseCells) });
    } else if (item) {
      const items = takeLines((one) => /^(?:- |\d+\. )/.test(one));
      blocks.push({ kind: "list", isNumbered: item[1] !== undefined, items: items.map((one) => parseLine(one.replace(/^(?:- |\d+\. )/, ""))) });
    } else {
      const text = takeLines((one) => one.trim() !== "" && !/^(?:#{1,3} |```|\||- |\d+\. )/.test(one));
      blocks.push({ kind: "paragraph", line: parseLine(text.join(" ")) });
    }
  }
  return blocks;
}

const parseCells = (row: string): InlineContent[] =>
  row
    .slice(1, row.trimEnd().endsWith("|") ? row.trimEnd().length - 1 : undefined)
    .split(/(?<!\\)\|/)
    .map((cell) => parseLine(cell.trim().replaceAll("\\|", "|")));

/** Parses code in backquotes, links and bold text. Everything else is plain text. */
function parseLine(text: string): InlineContent {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(/`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g)) {
    if (found.index > end) parts.push({ kind: "text", text: text.slice(end, found.index) });
    const [all, code, label, to, strong] = found;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else parts.push({ kind: "link", text: label ?? "", to: to ?? "" });
    end = found.index + all.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Returns the text of a line without markup. */
export const lineText = (line: InlineContent): string => line.map((part) => part.text).join("");

const slugify = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^-|-$/g, "");
