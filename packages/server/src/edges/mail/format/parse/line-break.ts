/** Node of the document that html-to-text passes to its formats. Its types do not list all. */
export interface HtmlNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly parent: HtmlNode | null;
  readonly prev: HtmlNode | null;
  readonly next: HtmlNode | null;
}
const isEmpty = ({ type, data = "" }: HtmlNode): boolean =>
  type === "comment" || (type === "text" && data.trim() === "");
const blockNames: ReadonlySet<string> = new Set(
  "div p td th li blockquote body center section article pre dd dt h1 h2 h3 h4 h5 h6".split(" "),
);

/** Returns whether a line break ends a block that has other content. It is invisible then. */
export function endsBlock(lineBreak: HtmlNode): boolean {
  const skip = (node: HtmlNode | null, direction: "prev" | "next"): HtmlNode | null => {
    let found = node;
    while (found !== null && isEmpty(found)) found = found[direction];
    return found;
  };
  let hasContent = false;
  for (let node = lineBreak; ; node = node.parent) {
    if (skip(node.next, "next") !== null) return false;
    hasContent ||= skip(node.prev, "prev") !== null;
    if (node.parent === null || blockNames.has(node.parent.name ?? "")) return hasContent;
  }
}
