import type { ArticleNode, ArticleParent } from "@parlour/protocol/article/markdown";
import type { ReactNode } from "react";
import { toPictureUrl } from "../../../ui/pictures.ts";

/** Words that a version has added or removed. */
export interface ChangedWords {
  readonly type: "added" | "removed";
  readonly text: string;
}
/** A node whose words say what has changed. */
export type BodyNode = ArticleNode | ChangedWords;

/** Renders the text of an article as elements, as readers see it. */
export function ArticleBody({ nodes }: { nodes: readonly BodyNode[] }) {
  return nodes.map((node, index) => <Node key={index} node={node} />);
}

function Node({ node }: { node: BodyNode }): ReactNode {
  if ("children" in node) return <Parent node={node} />;
  switch (node.type) {
    case "text":
      return node.text;
    case "added":
      return <ins>{node.text}</ins>;
    case "removed":
      return <del>{node.text}</del>;
    case "inline_code":
      return <code>{node.text}</code>;
    case "code":
      return <pre className="code">{node.text}</pre>;
    case "picture": {
      const src = toPictureUrl(node.src, "photo");
      return src === null ? node.text : <img src={src} alt={node.text} loading="lazy" />;
    }
    case "rule":
      return <hr />;
    case "break":
      return <br />;
  }
}

const elements = {
  paragraph: "p",
  quote: "blockquote",
  item: "li",
  strong: "strong",
  emphasis: "em",
  deleted: "s",
  table_row: "tr",
} as const;

function Parent({ node }: { node: ArticleParent }): ReactNode {
  const children = <ArticleBody nodes={node.children} />;
  if (node.type === "link")
    return (
      <a href={node.href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  if (node.type === "heading") {
    const Heading = `h${node.level}` as "h2";
    return <Heading>{children}</Heading>;
  }
  if (node.type === "list")
    return node.isOrdered ? <ol start={node.start}>{children}</ol> : <ul>{children}</ul>;
  if (node.type === "table")
    return (
      <table>
        <tbody>{children}</tbody>
      </table>
    );
  if (node.type === "table_cell") {
    const Cell = node.isHeader ? "th" : "td";
    return <Cell data-align={node.align ?? undefined}>{children}</Cell>;
  }
  const Element = elements[node.type];
  return <Element>{children}</Element>;
}
