import { expect, test } from "vitest";
import { listWords, normalizeWord, tokenize } from "./tokenize.ts";

test("[API-070] words are letters and digits in a row, in small letters and without accents", () => {
  expect(listWords("Where is my ORDER #7781-A? Café")).toEqual([
    "where",
    "is",
    "my",
    "order",
    "7781",
    "a",
    "cafe",
  ]);
  expect(listWords("Ёлка и йод, ЗАКАЗ №5")).toEqual(["елка", "и", "йод", "заказ", "5"]);
  expect(listWords("anna@example.org https://a.b/c?d=1")).toEqual([
    "anna",
    "example",
    "org",
    "https",
    "a",
    "b",
    "c",
    "d",
    "1",
  ]);
  expect(listWords("  …!? 🙂 ")).toEqual([]);
  // The heart sign becomes an emoji only with a variation selector.
  expect(listWords("thanks ❤️ bye")).toEqual(["thanks", "bye"]);
});

test("[API-070] a text of usual letters has the same words as beside a letter with an accent", () => {
  for (const text of ["Size 42_b, isn't it? 7,5~", "«ЙОД»—Да… ok", "x".repeat(70), "a\nB", "-"])
    expect(listWords(text)).toEqual(listWords(`${text} é`).slice(0, -1));
});

test("[API-070] scripts without spaces give a word per letter", () => {
  expect(listWords("在庫abc")).toEqual(["在", "庫", "abc"]);
  expect(listWords("สวัสดี")).toEqual(["ส", "วั", "ส", "ดี"]);
});

test("[API-070] a word knows where it stands, also beside letters of two units", () => {
  expect(tokenize("𝔸 ё́x")).toEqual([
    { word: "a", at: 0, length: 2 },
    { word: "еx", at: 3, length: 3 },
  ]);
});

test("[API-070] folding twice changes nothing, and no folded word holds a sign of the query language", () => {
  for (const text of [
    "İstanbul",
    "ﬁne",
    "½",
    "Ǆ",
    "ß",
    "e\u0301",
    "й",
    "и\u0306",
    "ᾳ",
    "한글",
    "אֹ",
    "١٢",
    "ŉ",
    "𐐀",
    "\u0345a",
    "a".repeat(200),
    "ﷺ",
  ]) {
    expect(tokenize(text).map(({ word }) => word)).toEqual(listWords(text));
    for (const word of listWords(text)) {
      expect(normalizeWord(word)).toBe(word);
      expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
    }
  }
});
