import type { MarkdownNode } from "../entity.ts";

/** Maximum length of a link in UTF-16 units. A longer one remains text. */
const maxUrlLength = 2048;
type TextNode = Extract<MarkdownNode, { type: "text" }>;

/** A mark that may begin a node. It becomes text if no mark closes it. */
interface Opener {
  readonly type: "opener";
  readonly mark: string;
}
type Part = MarkdownNode | Opener;

/**
 * Parses the Markdown of bots into nodes (BOT-045): links to http, https and mailto, bold, italic
 * and backslash escapes. Line breaks are separate texts; everything else remains text. Emphasis of
 * one kind does not nest in itself, so nodes are at most six deep, including texts. Runs in linear
 * time.
 */
export function parseMarkdown(source: string): readonly MarkdownNode[] {
  return new MarkdownParser(source.replaceAll("\r\n", "\n")).read();
}

class MarkdownParser {
  readonly #source: string;
  readonly #parts: Part[] = [];
  /** Indexes of open marks in #parts, oldest first. */
  readonly #openMarks: number[] = [];
  /** Index of the open emphasis by mark; at most one each. */
  readonly #emphasis = new Map<string, number>();
  /** Brackets before this index start no link, because links do not nest. */
  #linksFrom = 0;
  #position = 0;
  #pendingText = "";

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly MarkdownNode[] {
    while (this.#position < this.#source.length) this.#step(this.#source[this.#position] ?? "");
    this.#flush();
    return mergeParts(this.#parts);
  }

  #step(char: string): void {
    if (char === "\\") return this.#escape();
    if (char === "*" || char === "_") return this.#marks(char);
    if (char === "!" && this.#source[this.#position + 1] === "[") return this.#begin("![");
    if (char === "[") return this.#begin("[");
    if (char === "]") return this.#endLink();
    if (char === "\n") {
      this.#addNode({ type: "text", text: "\n" });
      this.#position += 1;
      return;
    }
    this.#pendingText += char;
    this.#position += 1;
  }

  #escape(): void {
    const next = this.#source[this.#position + 1] ?? "";
    const isEscape = /^[!-/:-@[-`{-~]$/.test(next);
    this.#pendingText += isEscape ? next : "\\";
    this.#position += isEscape ? 2 : 1;
  }

  /**
   * Handles a run of one to three stars or underscores: closes open marks first, then opens new
   * ones. Longer runs are text.
   */
  #marks(char: string): void {
    let length = 1;
    while (this.#source[this.#position + length] === char) length += 1;
    const before = this.#source[this.#position - 1] ?? " ";
    const after = this.#source[this.#position + length] ?? " ";
    // Underscores inside words belong to the word: snake_case.
    const ends = !isWhitespace(before) && (char === "*" || !isWordCharacter(after));
    const begins = !isWhitespace(after) && (char === "*" || !isWordCharacter(before));
    if (length > 3 || !(ends || begins)) return this.#text(char.repeat(length));
    let remaining = length;
    while (remaining > 0) {
      const mark = ends ? this.#closableMark(char, remaining) : null;
      if (mark === null) break;
      this.#endEmphasis(mark);
      remaining -= mark.length;
    }
    while (remaining > 0) {
      const mark = char.repeat(Math.min(remaining, 2));
      if (begins && !this.#emphasis.has(mark)) this.#begin(mark);
      else this.#text(mark);
      remaining -= mark.length;
    }
  }

  /** Returns the mark that a run of `remaining` characters closes, the inner one first. */
  #closableMark(char: string, remaining: number): string | null {
    const single = this.#emphasis.get(char);
    const double = remaining > 1 ? this.#emphasis.get(char + char) : undefined;
    // A run of two is one mark, never two single ones.
    if (single !== undefined && remaining !== 2 && (double === undefined || single > double))
      return char;
    return double === undefined ? null : char + char;
  }

  #begin(mark: string): void {
    this.#flush();
    if (!mark.endsWith("[")) this.#emphasis.set(mark, this.#parts.length);
    this.#openMarks.push(this.#parts.length);
    this.#parts.push({ type: "opener", mark });
    this.#position += mark.length;
  }

  #endEmphasis(mark: string): void {
    const from = this.#emphasis.get(mark) ?? 0;
    const isEmpty = this.#pendingText === "" && from === this.#parts.length - 1;
    if (isEmpty) {
      this.#closeAfter(from);
      return this.#text(mark);
    }
    this.#wrap(from, (nodes) => ({ type: mark.length === 2 ? "bold" : "italic", nodes }));
    this.#position += mark.length;
  }

  #endLink(): void {
    const from = this.#openMarks.findLast((index) => isBracket(this.#parts[index]));
    // An image is not rendered as a link either; it remains text.
    const isLink =
      from !== undefined && from >= this.#linksFrom && getMark(this.#parts[from]) === "[";
    const link = isLink ? this.#urlAfter(this.#position + 1) : null;
    if (from === undefined || link === null) {
      if (from !== undefined) this.#closeAfter(from);
      return this.#text("]");
    }
    this.#wrap(from, (nodes) => ({ type: "link", url: link.url, nodes }));
    this.#linksFrom = this.#parts.length;
    this.#position = link.end;
  }

  /** Parses `(url)` at this index. Returns an allowed address and its end. */
  #urlAfter(index: number): { readonly url: string; readonly end: number } | null {
    if (this.#source[index] !== "(") return null;
    let depth = 0;
    let text = "";
    for (let at = index + 1; at < this.#source.length && text.length <= maxUrlLength; at += 1) {
      const char = this.#source[at] ?? "";
      if (char === ")" && depth === 0) {
        const url = parseAllowedUrl(text);
        return url === null ? null : { url, end: at + 1 };
      }
      if (char <= " " || char === "<" || char === ">") return null;
      if (char === "(") depth += 1;
      if (char === ")") depth -= 1;
      text += char;
    }
    return null;
  }

  /** Replaces the opener at `from` and everything after it by one node. */
  #wrap(from: number, make: (nodes: readonly MarkdownNode[]) => MarkdownNode): void {
    this.#flush();
    this.#closeAfter(from);
    this.#parts.push(make(mergeParts(this.#parts.splice(from).slice(1))));
  }

  /** Closes all openers from this index on, so that they remain text. */
  #closeAfter(from: number): void {
    while ((this.#openMarks.at(-1) ?? -1) >= from) {
      const part = this.#parts[this.#openMarks.pop() ?? 0];
      if (part?.type === "opener") this.#emphasis.delete(part.mark);
    }
  }

  #text(text: string): void {
    this.#pendingText += text;
    this.#position += text.length;
  }
  #addNode(node: TextNode): void {
    this.#flush();
    this.#parts.push(node);
  }
  #flush(): void {
    if (this.#pendingText !== "") this.#parts.push({ type: "text", text: this.#pendingText });
    this.#pendingText = "";
  }
}

/** Turns unclosed openers into text and joins adjacent texts. A line break remains separate. */
function mergeParts(parts: readonly Part[]): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  const texts: string[] = [];
  const flush = (): void => {
    if (texts.length > 0) nodes.push({ type: "text", text: texts.splice(0).join("") });
  };
  for (const part of parts) {
    if (part.type === "opener") texts.push(part.mark);
    else if (part.type === "text" && part.text !== "\n") texts.push(part.text);
    else {
      flush();
      nodes.push(part);
    }
  }
  flush();
  return nodes;
}

/**
 * Returns the address as browsers normalize it, so that the checked address is the opened one;
 * null: not allowed.
 */
function parseAllowedUrl(text: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)[^\p{Cc}\p{Cf}\p{Z}]+$/iu.test(text) || !URL.canParse(text))
    return null;
  return new URL(text).href;
}

function isBracket(part: Part | undefined): boolean {
  return getMark(part) === "[" || getMark(part) === "![";
}
function getMark(part: Part | undefined): string | null {
  return part?.type === "opener" ? part.mark : null;
}
function isWhitespace(char: string): boolean {
  return /^\s$/u.test(char);
}
function isWordCharacter(char: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(char);
}
