import { describe, expect, test } from "vitest";
import {
  articleHeadings,
  articleLinks,
  articleText,
  parseArticle,
  type ArticleNode,
} from "./markdown.ts";

/** Writes nodes in short: `paragraph(words, strong(more))`. */
function outline(nodes: readonly ArticleNode[]): string {
  return nodes
    .map((node) => {
      if ("children" in node) return `${node.type}(${outline(node.children)})`;
      return "text" in node && node.type === "text" ? node.text : node.type;
    })
    .join(", ");
}

function depthOf(nodes: readonly ArticleNode[]): number {
  return Math.max(0, ...nodes.map((node) => ("children" in node ? 1 + depthOf(node.children) : 1)));
}

describe("Markdown of articles", () => {
  test("[HELP-001] blocks, marks, lists, tables and code become nodes", () => {
    expect(outline(parseArticle("One **two *three*** ~~four~~\nfive `six`\\\nseven"))).toBe(
      "paragraph(One , strong(two , emphasis(three)),  , deleted(four),  five , inline_code, break, seven)",
    );
    expect(outline(parseArticle("- a\n- b\n  1. c\n\n> d\n\n***"))).toBe(
      "list(item(a), item(b, list(item(c)))), quote(paragraph(d)), rule",
    );
    expect(parseArticle("3. a\n\n   b")).toMatchObject([
      { type: "list", isOrdered: true, start: 3 },
    ]);
    expect(outline(parseArticle("| a | b |\n|:-|-:|\n| c | *d* |"))).toBe(
      "table(table_row(table_cell(a), table_cell(b)), table_row(table_cell(c), table_cell(emphasis(d))))",
    );
    expect(parseArticle("```js title\na <b>\n\nc\n```")).toEqual([
      { type: "code", text: "a <b>\n\nc", language: "js" },
    ]);
    expect(parseArticle("![A *map*](/files/map.png)")).toMatchObject([
      { children: [{ type: "picture", src: "/files/map.png", text: "A map", line: 1 }] },
    ]);
  });

  test("[HELP-001] raw HTML and scripts are text", () => {
    const source = '<script>alert(1)</script>\n\nA <b onclick="x">word</b> <!-- no --> &lt;i&gt;';
    expect(outline(parseArticle(source))).toBe(
      'paragraph(<script>alert(1)</script>), paragraph(A <b onclick="x">word</b> <!-- no --> <i>)',
    );
  });

  test("[HELP-001] headings have unique ids of their words, and no level 1", () => {
    const nodes = parseArticle(
      "# Где заказ?\n\nGrüße\n---\n\n> ## Grüße\n\n###### !\n\n## إرجاع *الطلب*",
    );
    expect(articleHeadings(nodes).map(({ level, id }) => [level, id])).toEqual([
      [2, "где-заказ"],
      [2, "grüße"],
      [2, "grüße-2"],
      [6, "section"],
      [2, "إرجاع-الطلب"],
    ]);
  });

  test("[HELP-001] text from right to left keeps its characters", () => {
    const source = "مرحبا **بكم** في Parlour\u200f \u202eabc";
    expect(articleText(parseArticle(source))).toBe(source.replaceAll("**", ""));
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "data:image/png;base64,AA",
    "file:///etc/passwd",
    "ftp://example.com",
    "java&#115;cript:alert(1)",
  ])("[HELP-002] a link or picture to %s stays text", (address) => {
    for (const source of [
      `[a](${address})`,
      `![a](${address})`,
      `<${address}>`,
      `[a]\n\n[a]: ${address}`,
    ])
      expect(articleLinks(parseArticle(source)), source).toEqual([]);
  });

  test("[HELP-002] white space and controls cannot hide a scheme", () => {
    const source = "[a](<java\tscript:x>) [b](&#1;javascript:x) [c](java&Tab;script:x)";
    // No scheme contains a percent sign or `&`: these are relative addresses.
    expect(articleLinks(parseArticle(source)).map(({ target }) => target)).toEqual([
      "java%09script:x",
      "&#1;javascript:x",
      "java%09script:x",
    ]);
  });

  test("[HELP-002] links and pictures are listed with their lines", () => {
    const source =
      "[a](b?c#d)\nand https://e.example/f.\n\n- [g](mailto:h@i.example) ![j](http://k.example/l.png)\n\n" +
      "| [m](tel:+1) |\n|-|\n| ![n](https://o.example/p.png) |";
    expect(articleLinks(parseArticle(source))).toEqual([
      { target: "b?c#d", line: 1, isPicture: false },
      { target: "https://e.example/f", line: 2, isPicture: false },
      { target: "mailto:h@i.example", line: 4, isPicture: false },
      { target: "http://k.example/l.png", line: 4, isPicture: false },
      { target: "tel:+1", line: 6, isPicture: false },
      { target: "https://o.example/p.png", line: 8, isPicture: true },
    ]);
  });

  test("[HELP-001] the text of an article has a line per block", () => {
    const source =
      "## A\n\nb *c*\nd\n\n- e\n- f ![g](/h.png)\n\n| i | j |\n|-|-|\n| k | l |\n\n```\nm\n```";
    expect(articleText(parseArticle(source))).toBe("A\nb c d\ne\nf g\ni j\nk l\nm");
    expect(articleText([])).toBe("");
  });

  test.each([
    ["quotes", `${">".repeat(10_000)} deep`],
    ["lists", `${"- ".repeat(10_000)}deep`],
    ["quotes and lists", `${"> 1. ".repeat(10_000)}deep`],
    ["emphasis", `${"*a ".repeat(10_000)}deep${" a*".repeat(10_000)}`],
    ["strong", `${"**a ".repeat(10_000)}deep${" a**".repeat(10_000)}`],
    ["brackets", `${"[".repeat(10_000)}deep${"](b)".repeat(10_000)}`],
  ])("[HELP-003] 10,000 levels of %s are bounded and keep their words", (_, source) => {
    const nodes = parseArticle(source);
    expect(depthOf(nodes)).toBeLessThan(100);
    expect(articleText(nodes)).toContain("deep");
  });

  test("[HELP-003] hostile texts of 100,000 characters take bounded time", () => {
    const started = Date.now();
    const units = [
      "[",
      "![",
      "![[]()",
      "*a **a ",
      "**a*",
      "_*",
      "`` ` ",
      "<a ",
      "> ",
      "a|b\n-|-\n",
      "# a\n",
      "https://[",
    ];
    for (const unit of units)
      articleText(parseArticle(unit.repeat(Math.ceil(100_000 / unit.length)).slice(0, 100_000)));
    expect((Date.now() - started) / units.length).toBeLessThan(5_000);
  });
});
