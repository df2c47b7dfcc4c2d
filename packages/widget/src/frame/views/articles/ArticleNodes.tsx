import type { ArticleNode, ArticleParent } from "@parlour/protocol/article/markdown";
import type { ComponentChildren } from "preact";
import { ExternalLink } from "../links/ExternalLink.tsx";
import { parseAddress } from "../../media/picture-source.ts";
import { findLinkedArticle, type ArticleAddress } from "./article-requests.ts";

interface NodesProps {
  readonly nodes: readonly ArticleNode[];
  /** Address of the article, to which its links are relative. */
  readonly url: string;
  readonly open: (address: ArticleAddress) => void;
}

/** Renders the text of an article as elements. No markup is built from it. */
export const ArticleNodes = ({ nodes, ...rest }: NodesProps) => (
  <>
    {nodes.map((node, at) =>
      "children" in node ? (
        <Parent key={at} node={node} {...rest} />
      ) : (
        <Leaf key={at} node={node} url={rest.url} />
      ),
    )}
  </>
);

function Leaf({ node, url }: { readonly node: Exclude<ArticleNode, ArticleParent>; url: string }) {
  switch (node.type) {
    case "text":
      return <>{node.text}</>;
    case "inline_code":
      return <code>{node.text}</code>;
    case "code":
      return <pre>{node.text}</pre>;
    case "picture":
      return <img src={parseAddress(node.src, url)?.href} alt={node.text} loading="lazy" />;
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

function Parent({ node, ...rest }: { readonly node: ArticleParent } & Omit<NodesProps, "nodes">) {
  const children = <ArticleNodes nodes={node.children} {...rest} />;
  if (node.type === "link")
    return (
      <ArticleLink href={node.href} {...rest}>
        {children}
      </ArticleLink>
    );
  if (node.type === "heading") {
    // The title of the article has level 2 in the window.
    const Heading = `h${Math.min(6, node.level + 1)}` as "h3";
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
  if (node.type === "table_cell")
    return node.isHeader ? <th scope="col">{children}</th> : <td>{children}</td>;
  const Element = elements[node.type];
  return <Element>{children}</Element>;
}

/** A link to another article opens it in the window. */
function ArticleLink({
  href,
  url,
  open,
  children,
}: Omit<NodesProps, "nodes"> & { readonly href: string; readonly children: ComponentChildren }) {
  const address = findLinkedArticle(href, url);
  const target = parseAddress(href, url)?.href ?? url;
  if (address === null) return <ExternalLink href={target}>{children}</ExternalLink>;
  return (
    <a
      href={target}
      onClick={(event) => {
        event.preventDefault();
        open(address);
      }}
    >
      {children}
    </a>
  );
}
