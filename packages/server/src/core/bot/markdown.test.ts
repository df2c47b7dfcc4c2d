import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MarkdownNode } from "../entity.ts";
import { markdownNodes } from "./markdown.ts";

const t = (text: string): MarkdownNode => ({ type: "text", text });
const b = (...nodes: MarkdownNode[]): MarkdownNode => ({ type: "bold", nodes });
const i = (...nodes: MarkdownNode[]): MarkdownNode => ({ type: "italic", nodes });
const a = (url: string, ...nodes: MarkdownNode[]): MarkdownNode => ({ type: "link", url, nodes });

/** More cases and longer texts if LONG is set. */
const isLong = process.env["LONG"] !== undefined;
const length = isLong ? 400_000 : 120_000;

describe("markdown of bots", () => {
  it.each<[string, MarkdownNode[]]>([
    ["", []],
    ["plain", [t("plain")]],
    ["**bold** and __bold__", [b(t("bold")), t(" and "), b(t("bold"))]],
    ["*italic* and _italic_", [i(t("italic")), t(" and "), i(t("italic"))]],
    ["***both***", [b(i(t("both")))]],
    ["**bold *and italic* text**", [b(t("bold "), i(t("and italic")), t(" text"))]],
    ["*italic **and bold***", [i(t("italic "), b(t("and bold")))]],
    ["_a **b** c_", [i(t("a "), b(t("b")), t(" c"))]],
    ["**a _b_ c**", [b(t("a "), i(t("b")), t(" c"))]],
    ["[shop](https://shop.example/a?b=1)", [a("https://shop.example/a?b=1", t("shop"))]],
    ["[mail](mailto:a@shop.example)", [a("mailto:a@shop.example", t("mail"))]],
    ["[**b** c](HTTP://Shop.example)", [a("http://shop.example/", b(t("b")), t(" c"))]],
    ["**[x](https://a.example)**", [b(a("https://a.example/", t("x")))]],
    ["[wiki](https://w.example/a_(b))", [a("https://w.example/a_(b)", t("wiki"))]],
    ["one\ntwo\r\n\nthree", [t("one"), t("\n"), t("two"), t("\n"), t("\n"), t("three")]],
    ["**a\nb**", [b(t("a"), t("\n"), t("b"))]],
  ])("[BOT-045] %s", (source, nodes) => {
    expect(markdownNodes(source)).toEqual(nodes);
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
    expect(markdownNodes(source)).toEqual([t(text)]);
  });
  it("[BOT-045] an image is no link; links do not nest", () => {
    expect(markdownNodes("![alt](https://a.example/i.png)")).toEqual([t("![alt](https://a.example/i.png)")]);
    expect(markdownNodes("\\![a](https://a.example/)")).toEqual([t("!"), a("https://a.example/", t("a"))]);
    expect(markdownNodes("[a [b](https://b.example) c](https://c.example)")).toEqual([
      t("[a "),
      a("https://b.example/", t("b")),
      t(" c](https://c.example)"),
    ]);
  });
  it("[BOT-045] what is opened is what the browser reads: the host after a backslash or @ is shown in the address", () => {
    expect(markdownNodes("[x](https://evil.example\\@good.example)")).toEqual([a("https://evil.example/@good.example", t("x"))]);
  });

  const depth = (nodes: readonly MarkdownNode[]): number =>
    Math.max(0, ...nodes.map((node) => (node.type === "text" ? 1 : 1 + depth(node.nodes))));
  const links = (nodes: readonly MarkdownNode[]): string[] =>
    nodes.flatMap((node) => (node.type === "text" ? [] : [...(node.type === "link" ? [node.url] : []), ...links(node.nodes)]));
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
  it("[BOT-045] any text: nodes are at most six deep, links are http, https or mailto, no text is invented", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((list) => list.join("")),
          fc.string({ unit: "binary", maxLength: 300 }),
        ),
        (source) => {
          const nodes = markdownNodes(source);
          expect(depth(nodes)).toBeLessThanOrEqual(6);
          for (const url of links(nodes)) expect(url).toMatch(/^(https?:\/\/|mailto:)/);
          // The visible text is the source without some of its marks, in order.
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
  });
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
    const from = performance.now();
    markdownNodes(piece.repeat(Math.ceil(length / piece.length)));
    // Usually a hundredth of that, on a busy machine a tenth. Quadratic time would be many times
    // more.
    expect(performance.now() - from).toBeLessThan(6_000);
  });
});
