import type { MarkdownNode } from "../entity.ts";

/** Longest link of a bot's text, in UTF-16 units; a longer one stays text. */
const urlMax = 2048;
type Text = Extract<MarkdownNode, { type: "text" }>;

/** A mark that may yet begin something; a text when nothing ends it. */
interface Opener {
  readonly type: "opener";
  readonly mark: string;
}
type Part = MarkdownNode | Opener;

/**
 * The Markdown of bots as nodes (BOT-045): links to http, https and mailto, bold, italic, backslash escapes; line breaks are texts of
 * their own. Everything else stays as it is written. Emphasis of one kind does not nest in itself, so nodes are at most six deep, texts included;
 * the time is linear in the length.
 */
export function markdownNodes(source: string): readonly MarkdownNode[] {
  return new Reader(source.replaceAll("\r\n", "\n")).read();
}

class Reader {
  readonly #source: string;
  readonly #parts: Part[] = [];
  /** Places in #parts of what is open, oldest first. */
  readonly #open: number[] = [];
  /** Places of open emphasis by mark: at most one each. */
  readonly #emphasis = new Map<string, number>();
  /** Brackets before this place begin no link any more: links do not nest. */
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

  /** A run of one to three stars or underscores: ends what it can, then begins. Longer runs are text. */
  #marks(char: string): void {
    let length = 1;
    while (this.#source[this.#at + length] === char) length += 1;
    const before = this.#source[this.#at - 1] ?? " ";
    const after = this.#source[this.#at + length] ?? " ";
    // Underscores inside words are part of the word: snake_case.
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

  /** The mark that a run of `left` characters ends now: the inner one first. */
  #endable(char: string, left: number): string | null {
    const one = this.#emphasis.get(char);
    const two = left > 1 ? this.#emphasis.get(char + char) : undefined;
    // A run of two is a mark of its own, never two single ones.
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
    // An image is no link to its file either: it stays as it is written.
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

  /** `(url)` at this place: an address that may be a link, and where it ends. */
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

  /** Puts what stands after the opener at `from` into a node in its place. */
  #wrap(from: number, make: (nodes: readonly MarkdownNode[]) => MarkdownNode): void {
    this.#flush();
    this.#closeAfter(from);
    this.#parts.push(make(merged(this.#parts.splice(from).slice(1))));
  }

  /** Nothing that was opened at or after this place can be ended any more. */
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

/** Openers that nothing ended as text, and texts beside each other as one; a line break stays alone. */
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

/** The address in the form that browsers read, so that what is checked is what is opened; null: no link. */
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
