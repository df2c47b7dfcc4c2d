import type { ArticleNode, ArticleParent } from "@parlour/protocol/article/markdown";
import { html, type Html } from "../../http/answers/html.ts";

/** Renders the nodes of an article. `tableLabel`: name of a table that can be scrolled. */
export function renderProse(nodes: readonly ArticleNode[], tableLabel: string): Html {
  const [first, ...rest] = nodes;
  if (first?.type !== "paragraph") return html`${renderNodes(nodes, tableLabel)}`;
  return html`<p class="lead">${renderNodes(first.children, tableLabel)}</p>
    ${renderNodes(rest, tableLabel)}`;
}

const renderNodes = (nodes: readonly ArticleNode[], tableLabel: string): readonly Html[] =>
  nodes.map((node) => renderNode(node, tableLabel));

function renderNode(node: ArticleNode, tableLabel: string): Html {
  if ("children" in node)
    return renderParent(node, renderNodes(node.children, tableLabel), tableLabel);
  switch (node.type) {
    case "text":
      return html`${node.text}`;
    case "inline_code":
      return html`<code>${node.text}</code>`;
    case "code":
      return html`<pre tabindex="0"><code>${node.text}</code></pre>`;
    case "break":
      return html`<br />`;
    case "rule":
      return html`<hr />`;
    case "picture":
      return html`<img src="${node.src}" alt="${node.text}" loading="lazy" />`;
  }
}

function renderParent(node: ArticleParent, inside: readonly Html[], tableLabel: string): Html {
  const render = parents[node.type] as (
    node: ArticleParent,
    inside: readonly Html[],
    tableLabel: string,
  ) => Html;
  return render(node, inside, tableLabel);
}

/** How each kind of parent is written. A new one does not compile without a row. */
const parents: {
  readonly [T in ArticleParent["type"]]: (
    node: Extract<ArticleParent, { type: T }>,
    inside: readonly Html[],
    tableLabel: string,
  ) => Html;
} = {
  heading: ({ level, id }, inside) => renderHeading(level, id, inside),
  link: ({ href }, inside) =>
    html`<a href="${href}" ${/^https?:/i.test(href) ? html` rel="noopener"` : ""}>${inside}</a>`,
  list: ({ isOrdered, start }, inside) => {
    if (!isOrdered)
      return html`<ul>
        ${inside}
      </ul>`;
    return start === 1
      ? html`<ol>
          ${inside}
        </ol>`
      : html`<ol start="${start}">
          ${inside}
        </ol>`;
  },
  table: (_node, inside, tableLabel) =>
    html`<div class="scroll" tabindex="0" role="region" aria-label="${tableLabel}">
      <table>
        <thead>
          ${inside.slice(0, 1)}
        </thead>
        <tbody>
          ${inside.slice(1)}
        </tbody>
      </table>
    </div>`,
  table_cell: ({ align, isHeader }, inside) => {
    const side = align === "center" || align === "end" ? html` class="${align}"` : "";
    return isHeader
      ? html`<th scope="col" ${side}>${inside}</th>`
      : html`<td${side}>${inside}</td>`;
  },
  paragraph: (_node, inside) => html`<p>${inside}</p>`,
  quote: (_node, inside) => html`<blockquote>${inside}</blockquote>`,
  item: (_node, inside) => html`<li>${inside}</li>`,
  table_row: (_node, inside) =>
    html`<tr>
      ${inside}
    </tr>`,
  strong: (_node, inside) => html`<strong>${inside}</strong>`,
  emphasis: (_node, inside) => html`<em>${inside}</em>`,
  deleted: (_node, inside) => html`<del>${inside}</del>`,
};

function renderHeading(level: number, id: string, inside: readonly Html[]): Html {
  if (level === 2) return html`<h2 id="${id}">${inside}</h2>`;
  if (level === 3) return html`<h3 id="${id}">${inside}</h3>`;
  if (level === 4) return html`<h4 id="${id}">${inside}</h4>`;
  return level === 5 ? html`<h5 id="${id}">${inside}</h5>` : html`<h6 id="${id}">${inside}</h6>`;
}
