import { parseArticle } from "@parlour/protocol/article/markdown";
import { expect, test } from "vitest";
import type { BodyNode } from "../preview/ArticleBody.tsx";
import { markChanges } from "./changed-nodes.ts";

/** Writes a marked text as words: {+added+}, [-removed-]. */
const write = (nodes: readonly BodyNode[]): string =>
  nodes
    .map((node) => {
      if ("children" in node) return `<${node.type}>${write(node.children)}`;
      if (node.type === "added") return `{+${node.text}+}`;
      if (node.type === "removed") return `[-${node.text}-]`;
      return "text" in node ? node.text : "";
    })
    .join("");
const compare = (before: string, after: string) => {
  const marked = markChanges(parseArticle(before), parseArticle(after));
  return marked && { text: write(marked.nodes), changes: marked.changes };
};

test("[ART-062] changed words are marked in the structure of the later text", () => {
  expect(compare("Up to 200 °C, **warm**.", "Up to 220 °C, **cold**.")).toEqual({
    text: "<paragraph>Up to [-200-]{+220+} °C, <strong>[-warm-]{+cold+}.",
    changes: 2,
  });
  expect(compare("same `code` text", "same `code` text")).toEqual({
    text: "<paragraph>same code text",
    changes: 0,
  });
});

test("[ART-062] added and removed blocks are marked whole", () => {
  expect(compare("One.\n\nTwo.", "One.\n\nNew one.\n\nTwo.")?.text).toContain("{+New one.+}");
  expect(compare("One.\n\nGone for good.\n\nTwo.", "One.\n\nTwo.")?.text).toContain("[-");
  expect(compare("One.\n\nThe end.", "One.")?.text).toContain("[-The end.-]");
  const table = "| a | b |\n|---|---|\n| 1 | 2 |";
  expect(compare(table, `${table}\n| 3 | 4 |`)?.text).toMatch(/\{\+3.*\{\+4/);
});
