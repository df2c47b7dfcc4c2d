import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLink, splitLinks } from "./links.ts";

const links = (text: string) => splitLinks(text).filter((piece) => "href" in piece);

describe("links in messages", () => {
  it("[CH-065] http, https, mailto and tel become links, the sentence around them stays", () => {
    expect(splitLinks("See https://shop.example/o/7781. Or mail mailto:a@b.example!")).toEqual([
      { text: "See " },
      { text: "https://shop.example/o/7781", href: "https://shop.example/o/7781" },
      { text: ". Or mail " },
      { text: "mailto:a@b.example", href: "mailto:a@b.example" },
      { text: "!" },
    ]);
    expect(links("call tel:+442079460958")).toHaveLength(1);
  });
  it("[CH-065] [CORE-126] other schemes stay text", () => {
    for (const text of [
      "javascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
      "ftp://x.example",
    ])
      expect(links(text)).toEqual([]);
  });
  it("[CH-065] a look-alike host is shown in punycode", () => {
    expect(toLink("https://аpple.com/x")).toEqual({
      text: "https://xn--pple-43d.com/x",
      href: "https://xn--pple-43d.com/x",
    });
  });
  it("[CH-065] an address that hides its host behind a user name stays text", () => {
    expect(links("https://bank.example@evil.example/")).toEqual([]);
  });
  it("[CH-065] brackets around an address belong to the sentence, inside it to the address", () => {
    expect(links("(https://x.example/a)")[0]).toMatchObject({ text: "https://x.example/a" });
    expect(links("https://x.example/a_(b)")[0]).toMatchObject({ text: "https://x.example/a_(b)" });
  });
  it("[CH-065] brackets are balanced, and punctuation of Chinese and Japanese ends an address", () => {
    const text =
      "See (https://en.wikipedia.test/wiki/Foo_(bar)) now. https://x.test/日本語、次 「https://y.test/a」[https://z.test/[1]]";
    expect(links(text).map((link) => link.text)).toEqual([
      "https://en.wikipedia.test/wiki/Foo_(bar)",
      "https://x.test/日本語",
      "https://y.test/a",
      "https://z.test/[1]",
    ]);
  });
  it("[CH-065] whatever is written, the words of the pieces are those of the text and no link leaves the four schemes", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `See https://shop.example/${encodeURIComponent(s)}?q=${s}.`),
          fc.string().map((s) => `https://${s} x`),
        ),
        (text) => {
          for (const piece of splitLinks(text))
            if ("href" in piece) expect(piece.href).toMatch(/^(https?|mailto|tel):/);
          expect(
            links(text).length === 0
              ? splitLinks(text)
                  .map((piece) => piece.text)
                  .join("")
              : text,
          ).toBe(text);
        },
      ),
    );
  });
});

it("[CORE-126] a link of a visitor to a mailbox or telephone names one address or number, and no copies, texts or network codes", () => {
  const hrefOf = (raw: string): string | null => toLink(raw)?.href ?? null;
  expect(hrefOf("mailto:anna@shop.example?cc=all@shop.example&body=Pay")).toBe(
    "mailto:anna@shop.example",
  );
  expect(hrefOf("MAILTO:o'neil+x@shop.example")).toBe("mailto:o'neil%2Bx@shop.example");
  for (const raw of [
    "mailto:a@b.example,c@d.example",
    "mailto:a@b.example%0D%0ABcc:c@d.example",
    "mailto:a@b.example;c@d.example",
    "mailto:?to=a@b.example",
    "mailto:a",
    "tel:*21*0900123456#",
    "tel:+49,123",
    "tel:123;ext=4",
    "tel:",
    "tel:12+3",
  ])
    expect([raw, hrefOf(raw)]).toEqual([raw, null]);
  expect(hrefOf("tel:+49-(30)-90.18/20")).toBe("tel:+4930901820");
});
