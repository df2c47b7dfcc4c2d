import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MarkdownNode } from "../entity.ts";
import { parseMarkdown } from "./markdown.ts";

const textNode = (text: string): MarkdownNode => ({ type: "text", text });
const boldNode = (...nodes: MarkdownNode[]): MarkdownNode => ({ type: "bold", nodes });
const italicNode = (...nodes: MarkdownNode[]): MarkdownNode => ({ type: "italic", nodes });
const linkNode = (url: string, ...nodes: MarkdownNode[]): MarkdownNode => ({
  type: "link",
  url,
  nodes,
});

/** The variable LONG enables more cases and longer texts. */
const isLong = process.env["LONG"] !== undefined;
const length = isLong ? 400_000 : 120_000;

describe("markdown of bots", () => {
  it.each<[string, MarkdownNode[]]>([
    ["", []],
    ["plain", [textNode("plain")]],
    [
      "**bold** and __bold__",
      [boldNode(textNode("bold")), textNode(" and "), boldNode(textNode("bold"))],
    ],
    [
      "*italic* and _italic_",
      [italicNode(textNode("italic")), textNode(" and "), italicNode(textNode("italic"))],
    ],
    ["***both***", [boldNode(italicNode(textNode("both")))]],
    [
      "**bold *and italic* text**",
      [boldNode(textNode("bold "), italicNode(textNode("and italic")), textNode(" text"))],
    ],
    ["*italic **and bold***", [italicNode(textNode("italic "), boldNode(textNode("and bold")))]],
    ["_a **b** c_", [italicNode(textNode("a "), boldNode(textNode("b")), textNode(" c"))]],
    ["**a _b_ c**", [boldNode(textNode("a "), italicNode(textNode("b")), textNode(" c"))]],
    [
      "[shop](https://shop.example/a?b=1)",
      [linkNode("https://shop.example/a?b=1", textNode("shop"))],
    ],
    ["[mail](mailto:a@shop.example)", [linkNode("mailto:a@shop.example", textNode("mail"))]],
    [
      "[**b** c](HTTP://Shop.example)",
      [linkNode("http://shop.example/", boldNode(textNode("b")), textNode(" c"))],
    ],
    ["**[x](https://a.example)**", [boldNode(linkNode("https://a.example/", textNode("x")))]],
    ["[wiki](https://w.example/a_(b))", [linkNode("https://w.example/a_(b)", textNode("wiki"))]],
    [
      "one\ntwo\r\n\nthree",
      [
        textNode("one"),
        textNode("\n"),
        textNode("two"),
        textNode("\n"),
        textNode("\n"),
        textNode("three"),
      ],
    ],
    ["**a\nb**", [boldNode(textNode("a"), textNode("\n"), textNode("b"))]],
  ])("[BOT-045] %s", (source, nodes) => {
    expect(parseMarkdown(source)).toEqual(nodes);
  });
  it.each([
    ["\\*no\\* \\[x\\](y) \\\\", "*no* [x](y) \\"],
    ["\\a stays", "\\a stays"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["* item", "* item"],
    ["snake_case_name", "snake_case_name"],
    ["**open", "**open"],
    ["*open", "*open"],
    ["close**", "close**"],
    ["****", "****"],
    ["** **", "** **"],
    ["__init__file", "__init__file"],
    ["# heading", "# heading"],
    ["`code`", "`code`"],
    ["<b>x</b><script>alert(1)</script>", "<b>x</b><script>alert(1)</script>"],
    ["&lt;b&gt;", "&lt;b&gt;"],
    ["[x]", "[x]"],
    ["[x] (https://a.example)", "[x] (https://a.example)"],
    ["[x](https://a.example", "[x](https://a.example"],
    ["[x](https://a .example)", "[x](https://a .example)"],
    ["[x](/relative)", "[x](/relative)"],
    ["[x](javascript:alert(1))", "[x](javascript:alert(1))"],
    ["[x](JaVaScRiPt:alert)", "[x](JaVaScRiPt:alert)"],
    ["[x](java&#115;cript:alert)", "[x](java&#115;cript:alert)"],
    ["[x](java\tscript:alert)", "[x](java\tscript:alert)"],
    ["[x](https:evil.example)", "[x](https:evil.example)"],
    ["[x](data:text/html,y)", "[x](data:text/html,y)"],
    ["[x](https://a\u202e.example)", "[x](https://a\u202e.example)"],
    ["https://bare.example", "https://bare.example"],
  ])("[BOT-045] everything else is shown as it is written: %s", (source, text) => {
    expect(parseMarkdown(source)).toEqual([textNode(text)]);
  });
  it("[BOT-045] an image is no link; links do not nest", () => {
    expect(parseMarkdown("![alt](https://a.example/i.png)")).toEqual([
      textNode("![alt](https://a.example/i.png)"),
    ]);
    expect(parseMarkdown("\\![a](https://a.example/)")).toEqual([
      textNode("!"),
      linkNode("https://a.example/", textNode("a")),
    ]);
    expect(parseMarkdown("[a [b](https://b.example) c](https://c.example)")).toEqual([
      textNode("[a "),
      linkNode("https://b.example/", textNode("b")),
      textNode(" c](https://c.example)"),
    ]);
  });
  it("[BOT-045] what is opened is what the browser reads: the host after a backslash or @ is shown in the address", () => {
    expect(parseMarkdown("[x](https://evil.example\\@good.example)")).toEqual([
      linkNode("https://evil.example/@good.example", textNode("x")),
    ]);
  });

  const depth = (nodes: readonly MarkdownNode[]): number =>
    Math.max(0, ...nodes.map((node) => (node.type === "text" ? 1 : 1 + depth(node.nodes))));
  const links = (nodes: readonly MarkdownNode[]): string[] =>
    nodes.flatMap((node) =>
      node.type === "text"
        ? []
        : [...(node.type === "link" ? [node.url] : []), ...links(node.nodes)],
    );
  const shown = (nodes: readonly MarkdownNode[]): string =>
    nodes.map((node) => (node.type === "text" ? node.text : shown(node.nodes))).join("");
  const pieces = fc.array(
    fc.constantFrom(
      "*",
      "**",
      "_",
      "__",
      "[",
      "]",
      "](",
      "(",
      ")",
      "\\",
      "\n",
      " ",
      "a",
      "b",
      "https://x.example",
      "mailto:a@b",
      "javascript:x",
      "<i>",
    ),
    { maxLength: 60 },
  );
  it(
    "[BOT-045] any text: nodes are at most six deep, links are http, https or mailto, no text is invented",
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(
          fc.oneof(
            pieces.map((list) => list.join("")),
            fc.string({ unit: "binary", maxLength: 300 }),
          ),
          (source) => {
            const nodes = parseMarkdown(source);
            expect(depth(nodes)).toBeLessThanOrEqual(6);
            for (const url of links(nodes)) expect(url).toMatch(/^(https?:\/\/|mailto:)/);
            // The visible text must be the source without some of its marks, in the same order.
            let at = 0;
            for (const char of shown(nodes)) {
              at = source.indexOf(char, at) + char.length;
              if (at < char.length) throw new Error(`${JSON.stringify(char)} was invented`);
            }
            const plain = (text: string): string => text.replaceAll(/[^a-z<>]/g, "");
            if (links(nodes).length === 0) expect(plain(shown(nodes))).toBe(plain(source));
          },
        ),
        { numRuns: isLong ? 2_000 : 500, seed: 45 },
      );
    },
  );
  it.each([
    ["brackets", "["],
    ["closed brackets", "[]"],
    ["links without end", "[x](https://a.example/"],
    ["stars", "*"],
    ["star pairs", "* *a"],
    ["alternating marks", "*_"],
    ["emphasis", "*a* "],
    ["nested starts", "**a _b "],
    ["nested brackets in emphasis", "*[a* "],
    ["links", "[x](https://a.example)"],
    ["parentheses", "](("],
    ["backslashes", "\\"],
  ])("[BOT-045] hostile %s take time in proportion", (_, piece) => {
    const before = process.cpuUsage();
    parseMarkdown(piece.repeat(Math.ceil(length / piece.length)));
    // Linear time usually needs a hundredth of this limit. Quadratic time would exceed it many
    // times.
    expect(process.cpuUsage(before).user).toBeLessThan(6_000_000);
  });
});
