import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { docPages, resolveDocLink } from "./doc-pages.ts";
import { parseMarkdown, type InlineContent, type MarkdownBlock } from "./markdown.ts";

const folder = new URL("../../../../../docs/integrate/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
const parse = (file: string) => parseMarkdown(readFileSync(new URL(file, folder), "utf8"));

const listLines = (block: MarkdownBlock): readonly InlineContent[] =>
  block.kind === "list"
    ? block.items
    : block.kind === "table"
      ? [block.head, ...block.rows].flat()
      : block.kind === "code"
        ? []
        : [block.line];
const listLinks = (file: string): readonly string[] =>
  parse(file)
    .flatMap(listLines)
    .flat()
    .flatMap((part) => (part.kind === "link" ? [part.to] : []));
const listHeadings = (file: string): readonly string[] =>
  parse(file).flatMap((block) => (block.kind === "heading" ? [block.id] : []));

test("every page of the developer docs is in the menu", () => {
  expect(files.toSorted()).toEqual(
    docPages
      .filter((page) => page !== "reference")
      .map((page) => `${page}.md`)
      .toSorted(),
  );
});

test("every link between pages leads to a page, and to a heading of it", () => {
  const dead: string[] = [];
  let count = 0;
  for (const file of files)
    for (const to of listLinks(file)) {
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
