import { expect, test } from "vitest";
import { splitMessageLinks } from "./split-links.ts";

const links = (text: string) => splitMessageLinks(text).filter((piece) => "href" in piece);

test("[CH-065] hosts that begin with www. and addresses of mailboxes are links as written", () => {
  expect(links("www.shop.test/path, WWW.shop.test. (foo.bar+x@exa-mple.test)")).toEqual([
    { text: "www.shop.test/path", href: "https://www.shop.test/path" },
    { text: "www.shop.test", href: "https://www.shop.test/" },
    { text: "foo.bar+x@exa-mple.test", href: "mailto:foo.bar%2Bx@exa-mple.test" },
  ]);
  expect(links("awww.shop.test @ann a@b ann@ @shop.test")).toEqual([]);
  expect(links("https://bank.example@evil.example/ javascript:alert(1)")).toEqual([]);
  expect(links("www.аpple.com")[0]?.text).toBe("www.xn--pple-43d.com");
});

test("[CH-065] brackets and punctuation of Chinese and Japanese end an address", () => {
  const text =
    "See (https://en.wikipedia.test/wiki/Foo_(bar)) now. https://x.test/日本語、次 www.shop.test/path foo.bar+x@exa-mple.test";
  expect(links(text).map((link) => link.text)).toEqual([
    "https://en.wikipedia.test/wiki/Foo_(bar)",
    "https://x.test/日本語",
    "www.shop.test/path",
    "foo.bar+x@exa-mple.test",
  ]);
});
