import { expect, test } from "vitest";
import { docPages, resolveDocLink } from "./doc-pages.ts";
import { parseMarkdown, type InlineContent, type MarkdownBlock } from "./markdown.ts";

const sources = import.meta.glob<string>("../../../../../docs/integrate/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pages = new Map(
  Object.entries(sources).map(([path, source]) => [path.replace(/^.*\//, ""), parseMarkdown(source)]),
);

const listLines = (block: MarkdownBlock): readonly InlineContent[] =>
  block.kind === "list"
    ? block.items
    : block.kind === "table"
      ? [block.head, ...block.rows].flat()
      : block.kind === "code"
        ? []
        : [block.line];
const listLinks = (blocks: readonly MarkdownBlock[]): readonly string[] =>
  blocks
    .flatMap(listLines)
    .flat()
    .flatMap((part) => (part.kind === "link" ? [part.to] : []));
const listHeadings = (file: string): readonly string[] =>
  (pages.get(file) ?? []).flatMap((block) => (block.kind === "heading" ? [block.id] : []));

test("every page of the developer docs is in the menu", () => {
  expect([...pages.keys()].toSorted()).toEqual(
    docPages
      .filter((page) => page !== "reference")
      .map((page) => `${page}.md`)
      .toSorted(),
  );
});

test("every link between pages leads to a page, and to a heading of it", () => {
  const dead: string[] = [];
  let count = 0;
  for (const [file, blocks] of pages)
    for (const to of listLinks(blocks)) {
      const link = resolveDocLink(to);
      // Files outside the folder are not part of the application.
      if (to.startsWith("../") || to.startsWith("samples/")) continue;
      count++;
      const heading = link?.kind === "page" ? link.heading : undefined;
      if (
        link === null ||
        (link.kind === "page" &&
          heading !== undefined &&
          !listHeadings(`${link.page}.md`).includes(heading))
      )
        dead.push(`${file}: ${to}`);
    }
  expect(count).toBeGreaterThan(50);
  expect(dead).toEqual([]);
});
