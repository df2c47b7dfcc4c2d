import type { MarkdownNode } from "../entity.ts";

/** Maximum length of a link in UTF-16 units. A longer one remains text. */
const urlMax = 2048;
type Text = Extract<MarkdownNode, { type: "text" }>;

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
export function markdownNodes(source: string): readonly MarkdownNode[] {
  return new Reader(source.replaceAll("\r\n", "\n")).read();
}

class Reader {
  readonly #source: string;
  readonly #parts: Part[] = [];
  /** Indexes of open marks in #parts, oldest first. */
  readonly #open: number[] = [];
  /** Index of the open emphasis by mark; at most one each. */
  readonly #emphasis = new Map<string, number>();
  /** Brackets before this index start no link, because links do not nest. */
  #deadBefore = 0;
  #at = 0;
  #plain = "";

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly MarkdownNode[] {
    while (this.#at < this.#source.length) this.#step(this.#source[this.#at] ?? "");
    this.#flush();
    return merged(this.#parts);
  }

  #step(char: string): void {
    if (char === "\\") return this.#escape();
    if (char === "*" || char === "_") return this.#marks(char);
    if (char === "!" && this.#source[this.#at + 1] === "[") return this.#begin("![");
    if (char === "[") return this.#begin("[");
    if (char === "]") return this.#endLink();
    if (char === "\n") {
      this.#put({ type: "text", text: "\n" });
      this.#at += 1;
      return;
    }
    this.#plain += char;
    this.#at += 1;
  }

  #escape(): void {
    const next = this.#source[this.#at + 1] ?? "";
    const isEscape = /^[!-/:-@[-`{-~]$/.test(next);
    this.#plain += isEscape ? next : "\\";
    this.#at += isEscape ? 2 : 1;
  }

  /**
   * Handles a run of one to three stars or underscores: closes open marks first, then opens new
   * ones. Longer runs are text.
   */
  #marks(char: string): void {
    let length = 1;
    while (this.#source[this.#at + length] === char) length += 1;
    const before = this.#source[this.#at - 1] ?? " ";
    const after = this.#source[this.#at + length] ?? " ";
    // Underscores inside words belong to the word: snake_case.
    const ends = !isSpace(before) && (char === "*" || !isWord(after));
    const begins = !isSpace(after) && (char === "*" || !isWord(before));
    if (length > 3 || !(ends || begins)) return this.#text(char.repeat(length));
    let left = length;
    while (left > 0) {
      const mark = ends ? this.#endable(char, left) : null;
      if (mark === null) break;
      this.#endEmphasis(mark);
      left -= mark.length;
    }
    while (left > 0) {
      const mark = char.repeat(Math.min(left, 2));
      if (begins && !this.#emphasis.has(mark)) this.#begin(mark);
      else this.#text(mark);
      left -= mark.length;
    }
  }

  /** Returns the mark that a run of `remaining` characters closes, the inner one first. */
  #endable(char: string, left: number): string | null {
    const one = this.#emphasis.get(char);
    const two = left > 1 ? this.#emphasis.get(char + char) : undefined;
    // A run of two is one mark, never two single ones.
    if (one !== undefined && left !== 2 && (two === undefined || one > two)) return char;
    return two === undefined ? null : char + char;
  }

  #begin(mark: string): void {
    this.#flush();
    if (!mark.endsWith("[")) this.#emphasis.set(mark, this.#parts.length);
    this.#open.push(this.#parts.length);
    this.#parts.push({ type: "opener", mark });
    this.#at += mark.length;
  }

  #endEmphasis(mark: string): void {
    const from = this.#emphasis.get(mark) ?? 0;
    const isEmpty = this.#plain === "" && from === this.#parts.length - 1;
    if (isEmpty) {
      this.#closeAfter(from);
      return this.#text(mark);
    }
    this.#wrap(from, (nodes) => ({ type: mark.length === 2 ? "bold" : "italic", nodes }));
    this.#at += mark.length;
  }

  #endLink(): void {
    const from = this.#open.findLast((place) => isBracket(this.#parts[place]));
    // An image is not rendered as a link either; it remains text.
    const isLink = from !== undefined && from >= this.#deadBefore && markOf(this.#parts[from]) === "[";
    const link = isLink ? this.#urlAfter(this.#at + 1) : null;
    if (from === undefined || link === null) {
      if (from !== undefined) this.#closeAfter(from);
      return this.#text("]");
    }
    this.#wrap(from, (nodes) => ({ type: "link", url: link.url, nodes }));
    this.#deadBefore = this.#parts.length;
    this.#at = link.end;
  }

  /** Parses `(url)` at this index. Returns an allowed address and its end. */
  #urlAfter(place: number): { readonly url: string; readonly end: number } | null {
    if (this.#source[place] !== "(") return null;
    let depth = 0;
    let text = "";
    for (let at = place + 1; at < this.#source.length && text.length <= urlMax; at += 1) {
      const char = this.#source[at] ?? "";
      if (char === ")" && depth === 0) {
        const url = allowedUrl(text);
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
    this.#parts.push(make(merged(this.#parts.splice(from).slice(1))));
  }

  /** Closes all openers from this index on, so that they remain text. */
  #closeAfter(from: number): void {
    while ((this.#open.at(-1) ?? -1) >= from) {
      const part = this.#parts[this.#open.pop() ?? 0];
      if (part?.type === "opener") this.#emphasis.delete(part.mark);
    }
  }

  #text(text: string): void {
    this.#plain += text;
    this.#at += text.length;
  }
  #put(node: Text): void {
    this.#flush();
    this.#parts.push(node);
  }
  #flush(): void {
    if (this.#plain !== "") this.#parts.push({ type: "text", text: this.#plain });
    this.#plain = "";
  }
}

/** Turns unclosed openers into text and joins adjacent texts. A line break remains separate. */
function merged(parts: readonly Part[]): MarkdownNode[] {
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
function allowedUrl(text: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)[^\p{Cc}\p{Cf}\p{Z}]+$/iu.test(text) || !URL.canParse(text)) return null;
  return new URL(text).href;
}

function isBracket(part: Part | undefined): boolean {
  return markOf(part) === "[" || markOf(part) === "![";
}
function markOf(part: Part | undefined): string | null {
  return part?.type === "opener" ? part.mark : null;
}
function isSpace(char: string): boolean {
  return /^\s$/u.test(char);
}
function isWord(char: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(char);
}
