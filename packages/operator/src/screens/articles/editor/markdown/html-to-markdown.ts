import { fromHtml } from "hast-util-from-html";
import { defaultHandlers, toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown as writeMarkdown } from "mdast-util-to-markdown";

/**
 * Converts pasted HTML to Markdown. The HTML is parsed as text, and never becomes part of a page.
 * Pictures that are no addresses of the web are left out: their bytes would be in the text.
 */
export function toMarkdown(html: string): string {
  const tree = toMdast(fromHtml(html, { fragment: true }), {
    handlers: {
      img: (state, node) =>
        /^https?:/i.test(String(node.properties["src"]))
          ? defaultHandlers.img(state, node)
          : undefined,
    },
  });
  return writeMarkdown(tree, {
    extensions: [gfmToMarkdown()],
    bullet: "-",
    emphasis: "*",
    listItemIndent: "one",
    rule: "-",
  }).trim();
}
