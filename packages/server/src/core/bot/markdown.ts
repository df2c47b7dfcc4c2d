import type { MarkdownNode } from "../entity.ts";

/** Maximum length of a link in UTF-16 units. A longer link remains text. */
const maxUrlLength = 2048;
type TextNode = Extract<MarkdownNode, { type: "text" }>;

/** A mark that may begin a node. It becomes text if no closing mark follows. */
interface Opener {
  readonly type: "opener";
  readonly mark: string;
}
type Part = MarkdownNode | Opener;

/**
 * Parses the Markdown of bots into nodes (BOT-045): links to http, https and mailto, bold, italic
 * and backslash escapes. Each line break is a separate text. Everything else remains text. Emphasis
 * does not nest in emphasis of the same kind, so nodes are at most six deep, including texts. Runs
 * in linear time.
 */
export function parseMarkdown(source: string): readonly MarkdownNode[] {
  return new MarkdownParser(source.replaceAll("\r\n", "\n")).read();
}

class MarkdownParser {
  readonly #source: string;
  readonly #parts: Part[] = [];
  /** Indexes of open marks in `#parts`, oldest first. */
  readonly #openMarks: number[] = [];
  /** Index in `#parts` of the open emphasis of each mark. Each mark is open at most once. */
  readonly #emphasis = new Map<string, number>();
  /** A link starts only at a bracket from this index on, because links do not nest. */
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
   * ones. Longer runs remain text.
   */
  #marks(char: string): void {
    let length = 1;
    while (this.#source[this.#position + length] === char) length += 1;
    const before = this.#source[this.#position - 1] ?? " ";
    const after = this.#source[this.#position + length] ?? " ";
    // An underscore inside a word such as `snake_case` is not a mark.
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

  /** Returns the mark that a run of `remaining` characters closes: the innermost, or null. */
  #closableMark(char: string, remaining: number): string | null {
    const single = this.#emphasis.get(char);
    const double = remaining > 1 ? this.#emphasis.get(char + char) : undefined;
    // A run of two characters is one double mark, never two single marks.
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
    // The syntax of an image (`![…](…)`) remains text and is not rendered as a link.
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

  /**
   * Parses `(url)` at this index. Returns the URL and the index after it, or null if it is not an
   * allowed URL.
   */
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

  /** Replaces the opener at `from` and everything after it with one node. */
  #wrap(from: number, make: (nodes: readonly MarkdownNode[]) => MarkdownNode): void {
    this.#flush();
    this.#closeAfter(from);
    this.#parts.push(make(mergeParts(this.#parts.splice(from).slice(1))));
  }

  /** Discards all openers from this index on, so that they remain text. */
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
 * Returns the URL as browsers normalize it, so that the checked URL is the one that is opened.
 * Returns null if it is not allowed.
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
