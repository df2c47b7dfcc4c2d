import type { MarkdownNode } from "../../core/entity.ts";
import { html, withLineBreaks, type Html } from "../../http/answers/html.ts";

type Line = readonly MarkdownNode[];

/**
 * Renders the nodes of a formatted text (MAIL-140). Lines that begin with "- " are a list, all
 * other lines are paragraphs with line breaks. Every text is escaped.
 */
export function formattedHtml(nodes: readonly MarkdownNode[]): Html {
  const blocks = groupLines(splitLines(nodes)).map(({ isList, lines }) =>
    isList
      ? html`<ul>
          ${lines.map((line) => html`<li>${renderNodes(withoutListMark(line))}</li>`)}
        </ul>`
      : html`<p>
          ${lines.map((line, n) => html`${n === 0 ? "" : lineBreak}${renderNodes(line)}`)}
        </p>`,
  );
  return html`${blocks}`;
}

const lineBreak = html`<br />`;
const listMark = /^[-•] /u;

/** A line break between nodes is a text of its own. */
function splitLines(nodes: readonly MarkdownNode[]): readonly Line[] {
  const lines: MarkdownNode[][] = [[]];
  for (const node of nodes)
    if (node.type === "text" && node.text === "\n") lines.push([]);
    else lines.at(-1)?.push(node);
  return lines;
}

/** Groups consecutive lines of a list, and consecutive other lines. */
function groupLines(
  lines: readonly Line[],
): readonly { readonly isList: boolean; readonly lines: readonly Line[] }[] {
  const groups: { isList: boolean; lines: Line[] }[] = [];
  for (const line of lines) {
    const first = line[0];
    const isList = first?.type === "text" && listMark.test(first.text);
    const group = groups.at(-1);
    if (group?.isList === isList) group.lines.push(line);
    else groups.push({ isList, lines: [line] });
  }
  return groups;
}

function withoutListMark([first, ...rest]: Line): Line {
  return first?.type === "text"
    ? [{ type: "text", text: first.text.replace(listMark, "") }, ...rest]
    : rest;
}

const renderNodes = (nodes: readonly MarkdownNode[]): Html => html`${nodes.map(renderNode)}`;

function renderNode(node: MarkdownNode): Html {
  switch (node.type) {
    case "text":
      return withLineBreaks(node.text);
    case "bold":
      return html`<b>${renderNodes(node.nodes)}</b>`;
    case "italic":
      return html`<i>${renderNodes(node.nodes)}</i>`;
    case "link":
      // The parser accepts only http, https and mailto.
      return html`<a href="${node.url}">${renderNodes(node.nodes)}</a>`;
  }
}
