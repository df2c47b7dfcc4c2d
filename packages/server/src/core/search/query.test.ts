import { expect, test } from "vitest";
import { toTsQuery, parseQuery, wordsToStem, applyStems } from "./query.ts";

test("[API-070] words, phrases, refused words and tokens are told apart", () => {
  expect(parseQuery('refund "looking into it" -spam from:"Ivan P" -tag:vip a@b.org')).toEqual({
    terms: [
      { words: ["refund"], isPrefix: true, isNegated: false },
      { words: ["looking", "into", "it"], isPrefix: false, isNegated: false },
      { words: ["spam"], isPrefix: true, isNegated: true },
      { words: ["a", "b", "org"], isPrefix: true, isNegated: false },
    ],
    tokens: [
      { name: "from", value: "Ivan P", isNegated: false, rawText: 'from:"Ivan P"' },
      { name: "tag", value: "vip", isNegated: true, rawText: "-tag:vip" },
    ],
  });
});

test("[API-070] what only looks like a token is words; a token without a value stays one", () => {
  expect(parseQuery("10:30 https://a.b Note:this").tokens).toEqual([]);
  expect(parseQuery("note:this").terms).toEqual([
    { words: ["note", "this"], isPrefix: true, isNegated: false },
  ]);
  expect(parseQuery("RATING:").tokens).toEqual([
    { name: "rating", value: "", isNegated: false, rawText: "RATING:" },
  ]);
  expect(parseQuery('- -- "" "!" "open').terms).toEqual([
    { words: ["open"], isPrefix: false, isNegated: false },
  ]);
});

test("[API-070] the index is asked for what is there, each word behind its scope", () => {
  const query = (text: string, marks: readonly string[] = []): string =>
    toTsQuery(parseQuery(text).terms, marks);
  expect(query("refu a")).toBe("'~refu':* & '~a'");
  expect(query('"looking into" -spam')).toBe("('~looking' <-> '~into') & !('~spam':*)");
  expect(query("spam", ["'~@v'"])).toBe("'~spam':* & '~@v'");
  expect(query(String.raw`o'neil \' ~x`)).toBe(String.raw`('~o' <-> '~neil':*) & '~x'`);
});

test("[API-070] a word alone is looked for by its stem, one in quotes or of a phrase is not", () => {
  const { terms } = parseQuery('orders заказы "заказы" a@orders it x');
  expect(wordsToStem(terms)).toEqual(["orders", "заказы"]);
  const stems = new Map([
    ["orders", "order"],
    ["заказы", "заказ"],
  ]);
  expect(applyStems(terms, stems).map(({ words }) => words.join(" "))).toEqual([
    "order",
    "заказ",
    "заказы",
    "a orders",
    "it",
    "x",
  ]);
});

test("[API-070] a stem that does not begin the word, or is very short, is not taken", () => {
  const { terms } = parseQuery("happy ties");
  expect(
    applyStems(
      terms,
      new Map([
        ["happy", "happi"],
        ["ties", "ti"],
      ]),
    ),
  ).toEqual(terms);
});
