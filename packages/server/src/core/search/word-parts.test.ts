import { expect, test } from "vitest";
import { createExcerpt } from "./excerpt.ts";
import { parseQuery, toTsQuery } from "./query.ts";
import { listWords } from "./tokenize.ts";
import { canBePart, listSpellings, listWordParts } from "./word-parts.ts";

const listParts = (text: string): readonly string[] => listWords(text).flatMap(listWordParts);

test("[API-485] words have parts by their script", () => {
  expect(listParts("주문취소")).toEqual(["문취소", "취소", "소"]);
  expect(listParts("والكتاب")).toEqual(["الكتاب", "لكتاب", "كتاب"]);
  expect(listParts("الطلب للطلب")).toEqual(["لطلب", "طلب", "لطلب", "طلب"]);
  // Only prefixes are removed, and a word remains.
  expect(listParts("كتاب وان مبلغ")).toEqual(["تاب"]);
  expect(listParts("Rückgabe")).toEqual([]);
  expect(listParts("Versandkosten")).toContain("kosten");
  expect(listParts("order заказы 在庫 12345678901 aaaaaaaa1")).toEqual([]);
  expect(listParts("x".repeat(41))).toEqual([]);
  expect(listParts("x".repeat(40))).toHaveLength(33);
});

test("[API-485] words that are too short are searched at the beginning only, and quoted words exactly", () => {
  expect(
    ["취", "취소", "طل", "طلب", "rück", "gabe", "kosten", "заказы", "12345"].map(canBePart),
  ).toEqual([false, true, false, true, false, false, true, false, false]);
  expect(toTsQuery(parseQuery('kosten gabe "kosten" -kosten').terms, [])).toBe(
    "('~kosten':* | '~^kosten':*) & '~gabe':* & '~kosten' & !(('~kosten':* | '~^kosten':*))",
  );
});

test("[API-485] German words are found in both spellings", () => {
  expect(["rueckgabe", "request", "fuel", "israelis"].map(listSpellings)).toEqual([
    ["rueckgabe", "ruckgabe"],
    ["request"],
    ["fuel"],
    ["israelis", "isralis"],
  ]);
});

test("[API-485] the word that has the part is marked", () => {
  const parts = createExcerpt(
    "Die Versandkosten. 주문취소 kosten",
    parseQuery("kosten 취소").terms,
  );
  expect(parts.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
    "Versandkosten",
    "주문취소",
    "kosten",
  ]);
});
