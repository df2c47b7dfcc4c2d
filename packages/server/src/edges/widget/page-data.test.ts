import { expect, test } from "vitest";
import { sanitizePageAttributes, sanitizePageData } from "./page-data.ts";

test("[WG-043] [WG-044] [WG-064] fields of a page: what is empty is left out, what is long is cut, only four schemes are links", () => {
  const links = [
    "https://a.example/",
    "mailto:a@b.example",
    "tel:+4930",
    "javascript:alert(1)",
    "data:text/html,x",
    "/relative",
    " ",
  ];
  expect(
    sanitizePageData(links.map((link) => ({ content: "x", link }))).map(({ link }) => link),
  ).toEqual([...links.slice(0, 3), null, null, null, null]);
  expect(
    sanitizePageData([{}, { link: "https://a.example/" }, { title: "" }, { key: "K" }]),
  ).toEqual([{ title: null, key: "K", content: "", link: null }]);
  expect(sanitizePageData(Array.from({ length: 60 }, () => ({ content: "x" })))).toHaveLength(50);
  const [long] = sanitizePageData([
    {
      title: "t".repeat(101),
      key: "k".repeat(101),
      content: "😀".repeat(1_001),
      link: `https://a.example/${"x".repeat(2_048)}`,
    },
  ]);
  expect([
    long?.title?.length,
    long?.key?.length,
    Array.from(long?.content ?? "").length,
    long?.link,
  ]).toEqual([100, 100, 1_000, null]);
  expect(sanitizePageData([{ content: "a\u0000\uD800" }])[0]?.content).toBe("a\uFFFD\uFFFD");
  expect(sanitizePageAttributes({ plan: "gold\u0000", seats: 3, trial: false })).toEqual({
    plan: "gold\uFFFD",
    seats: 3,
    trial: false,
  });
});
