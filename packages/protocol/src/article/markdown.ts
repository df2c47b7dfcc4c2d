import MarkdownIt, { type StateBlock, type Token } from "markdown-it";

/**
 * A part of an article. Nodes with `children` nest, the others are leaves. The items of a list
 * without empty lines contain their words directly, not in paragraphs. Nothing in a node is HTML.
 */
export type ArticleNode =
  | { readonly type: "text" | "inline_code"; readonly text: string }
  | { readonly type: "code"; readonly text: string; readonly language: string }
  | { readonly type: "break" | "rule" }
  | {
      readonly type: "picture";
      readonly src: string;
      readonly text: string;
      readonly line: number;
    }
  | ArticleParent;

export type ArticleParent =
  | {
      readonly type: "link";
      readonly href: string;
      /** The line of the Markdown that contains the link. The first one is 1. */
      readonly line: number;
      readonly children: ArticleNode[];
    }
  | ArticleHeading
  | {
      readonly type: "list";
      readonly isOrdered: boolean;
      readonly start: number;
      readonly children: ArticleNode[];
    }
  | {
      readonly type: "table_cell";
      readonly isHeader: boolean;
      readonly align: "start" | "center" | "end" | null;
      readonly children: ArticleNode[];
    }
  | {
      readonly type: "paragraph" | "quote" | "item" | "table" | "table_row" | SpanType;
      readonly children: ArticleNode[];
    };

type SpanType = "strong" | "emphasis" | "deleted";

export interface ArticleHeading {
  readonly type: "heading";
  /** 2 to 6: the title of the article is the only heading of level 1. */
  readonly level: number;
  /** Made of the words, so that a link to it stays valid. Contains no underscore. */
  readonly id: string;
  readonly children: ArticleNode[];
}

/** A link or picture of an article. */
export interface ArticleLink {
  readonly target: string;
  readonly line: number;
  readonly isPicture: boolean;
}

/** Quotes and lists below this depth become paragraphs, and marks below it are left out. */
const maxDepth = 40;
const linkSchemes = new Set(["http", "https", "mailto", "tel"]);

const parser = new MarkdownIt({ html: false, linkify: true });
parser.validateLink = isAllowedLink;
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
parser.block.ruler.before("table", "deep_text", readDeepText);

/**
 * Parses the Markdown of an article: CommonMark with tables, crossed-out text and bare addresses
 * (HELP-001). Raw HTML, and links and pictures with other schemes, stay text. The time is bounded
 * for 100,000 characters, and the result is at most about `maxDepth` levels deep.
 */
export function parseArticle(body: string): ArticleNode[] {
  const root: ArticleNode[] = [];
  const tree = new ArticleTree(root);
  for (const token of parser.parse(body, {})) tree.add(token);
  nameHeadings(root);
  return root;
}

/** Returns the words of an article, one line per block. */
export function articleText(nodes: readonly ArticleNode[]): string {
  return collectText(nodes)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}

/** Returns the targets of links and pictures in the order of the text. */
export function articleLinks(nodes: readonly ArticleNode[]): ArticleLink[] {
  return nodes.flatMap((node): ArticleLink[] => {
    if (node.type === "picture") return [{ target: node.src, line: node.line, isPicture: true }];
    if (!("children" in node)) return [];
    const inside = articleLinks(node.children);
    return node.type === "link"
      ? [{ target: node.href, line: node.line, isPicture: false }, ...inside]
      : inside;
  });
}

/** Returns the headings of an article, for its table of contents. */
export function articleHeadings(nodes: readonly ArticleNode[]): ArticleHeading[] {
  return nodes.flatMap((node): ArticleHeading[] => {
    if (node.type === "heading") return [node];
    return "children" in node ? articleHeadings(node.children) : [];
  });
}

function collectText(nodes: readonly ArticleNode[]): string {
  return nodes
    .map((node) => {
      if ("text" in node) return node.type === "code" ? `\n${node.text}\n` : node.text;
      if (!("children" in node)) return "\n";
      const text = collectText(node.children);
      if (isSpan(node)) return text;
      return node.type === "table_cell" ? `${text} ` : `\n${text}\n`;
    })
    .join("");
}

function isSpan(node: ArticleParent): boolean {
  return node.type === "link" || Object.values(spanTypes).some((type) => type === node.type);
}

const spanTypes: Readonly<Record<string, SpanType>> = {
  strong_open: "strong",
  em_open: "emphasis",
  s_open: "deleted",
};
const blockTypes: Readonly<Record<string, "quote" | "item" | "table" | "table_row">> = {
  blockquote_open: "quote",
  list_item_open: "item",
  table_open: "table",
  tr_open: "table_row",
};

/** Builds nodes from the tokens of the parser, which are a flat list of starts and ends. */
class ArticleTree {
  /** The lists of children that are open, outermost first. Some repeat the one before. */
  readonly #open: ArticleNode[][];
  #line = 1;

  constructor(root: ArticleNode[]) {
    this.#open = [root];
  }

  add(token: Token): void {
    if (token.map) this.#line = token.map[0] + 1;
    if (token.nesting < 0) this.#open.pop();
    else if (token.nesting > 0) this.#start(token);
    else if (token.type === "inline") for (const child of token.children ?? []) this.add(child);
    else this.#addLeaf(token);
  }

  get #children(): ArticleNode[] {
    return this.#open.at(-1) ?? [];
  }

  #start(token: Token): void {
    const isTooDeep = token.type in spanTypes && this.#open.length > 2 * maxDepth;
    const node = token.hidden || isTooDeep ? null : this.#toParent(token);
    if (node) this.#children.push(node);
    this.#open.push(node?.children ?? this.#children);
  }

  #toParent(token: Token): ArticleParent | null {
    const children: ArticleNode[] = [];
    const type = spanTypes[token.type] ?? blockTypes[token.type];
    if (type) return { type, children };
    switch (token.type) {
      case "paragraph_open":
        return { type: "paragraph", children };
      case "heading_open":
        return {
          type: "heading",
          level: Math.max(2, Number(token.tag.slice(1))),
          id: "",
          children,
        };
      case "bullet_list_open":
        return { type: "list", isOrdered: false, start: 1, children };
      case "ordered_list_open":
        return {
          type: "list",
          isOrdered: true,
          start: Number(token.attrGet("start") ?? 1),
          children,
        };
      case "th_open":
      case "td_open":
        return {
          type: "table_cell",
          isHeader: token.type === "th_open",
          align: cellAlignments[readAttribute(token, "style")] ?? null,
          children,
        };
      case "link_open":
        return { type: "link", href: readAttribute(token, "href"), line: this.#line, children };
      default:
        return null;
    }
  }

  #addLeaf(token: Token): void {
    switch (token.type) {
      case "softbreak":
      case "hardbreak":
        this.#line += 1;
        if (token.type === "softbreak") this.#addText(" ");
        else this.#children.push({ type: "break" });
        return;
      case "hr":
        this.#children.push({ type: "rule" });
        return;
      case "fence":
      case "code_block":
        this.#children.push({
          type: "code",
          text: token.content.replace(/\n$/, ""),
          language: token.info.trim().split(/\s/)[0] ?? "",
        });
        return;
      case "code_inline":
        this.#children.push({ type: "inline_code", text: token.content });
        return;
      case "image":
        this.#children.push(this.#toPicture(token));
        return;
      default:
        this.#addText(token.content);
    }
  }

  #addText(text: string): void {
    const last = this.#children.at(-1);
    const before = last?.type === "text" ? last.text : "";
    if (before) this.#children.pop();
    if (before + text) this.#children.push({ type: "text", text: before + text });
  }

  /** A picture that pages may not load, over http for example, becomes a link to it. */
  #toPicture(token: Token): ArticleNode {
    const src = readAttribute(token, "src");
    const line = this.#line;
    const alt: ArticleNode[] = [];
    const words = new ArticleTree(alt);
    for (const child of token.children ?? []) words.add(child);
    const text = articleText(alt);
    if ((readScheme(src) ?? "https") === "https") return { type: "picture", src, text, line };
    return { type: "link", href: src, line, children: [{ type: "text", text: text || src }] };
  }
}

const cellAlignments: Readonly<Record<string, "start" | "center" | "end">> = {
  "text-align:left": "start",
  "text-align:center": "center",
  "text-align:right": "end",
};

function readAttribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** The address is percent-encoded, so white space and controls cannot hide its scheme. */
function isAllowedLink(address: string): boolean {
  const scheme = readScheme(address);
  return scheme === null || linkSchemes.has(scheme);
}

function readScheme(address: string): string | null {
  return /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? null;
}

/** Takes the rest of a container that is too deep as one paragraph, so that no words are lost. */
function readDeepText(
  state: StateBlock,
  startLine: number,
  endLine: number,
  isLookahead: boolean,
): boolean {
  if (state.level < maxDepth || isLookahead) return false;
  const opening = state.push("paragraph_open", "p", 1);
  opening.map = [startLine, endLine];
  const words = state.push("inline", "", 0);
  words.content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  words.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = endLine;
  return true;
}

/** Gives each heading an id from its words. A repeated one gets a number. */
function nameHeadings(nodes: readonly ArticleNode[]): void {
  const numbers = new Map<string, number>();
  for (const heading of articleHeadings(nodes)) {
    const words = articleText(heading.children)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu);
    const name = words?.join("-") ?? "section";
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    Object.assign(heading, { id: number === 1 ? name : `${name}-${number}` });
  }
}
