import { expect, test } from "vitest";
import { createExcerpt } from "./excerpt.ts";
import { parseQuery } from "./query.ts";

const showExcerpt = (text: string, q: string): string =>
  createExcerpt(text, parseQuery(q).terms)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join("");

test("[API-070] marks stand where the words are, also inside of accents and phrases", () => {
  expect(showExcerpt("Where is my Order? My orders!", "order")).toBe(
    "Where is my [Order]? My [orders]!",
  );
  expect(showExcerpt("Мой заказ, ещё ёлка", "елк заказ")).toBe("Мой [заказ], ещё [ёлка]");
  expect(showExcerpt("We are looking into it, looking now", '"looking into"')).toBe(
    "We are [looking into] it, looking now",
  );
  expect(showExcerpt("mail anna@example.org now", "anna@example")).toBe(
    "mail [anna@example].org now",
  );
  expect(showExcerpt("<b>order</b>", "order -b")).toBe("<b>[order]</b>");
  expect(showExcerpt("在庫はありますか", "庫は")).toBe("在[庫は]ありますか");
});

test("[API-070] a long text is shown around its first mark, whole at the surrogates", () => {
  const long = `${"first words ".repeat(40)}needle ${"🙂".repeat(300)}`;
  const text = showExcerpt(long, "needle");
  expect(text).toMatch(/^…words .*\[needle\] .*…$/u);
  expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeLessThan(260);
  expect(showExcerpt("x".repeat(500), "nothing")).toBe(`${"x".repeat(240)}…`);
  expect(showExcerpt("", "a")).toBe("");
});

test("[API-070] the mark stands in the excerpt, at most 240 letters of the text and whole at both ends, wherever it is", () => {
  for (const lead of ["word ", "🙂", "a🙂"])
    for (let n = 0; n < 260; n++) {
      const text = `${lead.repeat(n).trimEnd()} needle ${"🙃".repeat((n * 7) % 300)}`;
      const piece = showExcerpt(text, "needle");
      const plain = piece.replace(/[[\]]/g, "").replace(/^…|…$/g, "");
      expect(piece, `${lead}${n}`).toContain("[needle]");
      expect(piece.isWellFormed(), `${lead}${n}`).toBe(true);
      expect(text.includes(plain), `${lead}${n}`).toBe(true);
      // An excerpt of a longer text has the full length, except if a word or surrogate pair would
      // be cut at its end.
      expect(plain.length, `${lead}${n}`).toBeLessThanOrEqual(240);
      expect(plain.length, `${lead}${n}`).toBeGreaterThanOrEqual(Math.min(text.length, 240) - 32);
    }
});

test("[API-070] what is looked for is marked whole or not at all", () => {
  const text = `needle ${"ab ".repeat(66)}needle${"x".repeat(40)} and more words behind it`;
  expect(showExcerpt(text, "needle")).toMatch(/^\[needle\] (ab )+needlex+…$/);
  expect(showExcerpt(text, "needle")).toHaveLength(240 + "[]…".length);
});

test("[API-070] white space of many lines becomes single spaces", () => {
  expect(showExcerpt("one\n\n  two\tthree", "two")).toBe("one [two] three");
});
