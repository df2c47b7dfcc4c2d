import { expect, test } from "vitest";
import type { Contact, Source } from "../entity.ts";
import { findSharedContacts, toContactKeys, type ContactKind } from "./contact-keys.ts";

const isEqual = (kind: ContactKind, first: string, second: string): boolean => {
  const keys = toContactKeys(kind, second);
  return toContactKeys(kind, first).some((key) => keys.includes(key));
};
const contact = (value: string, source: Source = "channel"): Contact => ({
  value,
  source,
  at: "2026-01-05T08:00:00.000Z",
});

test.each([
  ["Anna.K@Mail.example", " anna.k@mail.example "],
  ["GRÜSSE@müller.example", "grüsse@mu\u0308ller.example"],
])("[CORE-290] %s and %s are one address", (first, second) => {
  expect(isEqual("email", first, second)).toBe(true);
});
test.each([
  ["Cyrillic а", "anna@mail.example", "\u0430nna@mail.example"],
  ["Kelvin sign", "kate@mail.example", "\u212Aate@mail.example"],
  ["dotted capital I", "i\u0307na@mail.example", "\u0130na@mail.example"],
  ["full-width letters", "anna@mail.example", "\uFF41nna@mail.example"],
  ["zero-width space", "anna@mail.example", "anna\u200B@mail.example"],
  ["another domain behind an @", "anna@mail.example", "anna@mail.example@evil.example"],
  ["a part after +", "anna@mail.example", "anna+shop@mail.example"],
  ["dots", "anna@mail.example", "an.na@mail.example"],
  ["text beside the address", "anna@mail.example", "Anna <anna@mail.example>"],
  ["no address", "anna", "anna"],
])("[CORE-290] addresses that differ by %s are different", (_, first, second) => {
  expect(isEqual("email", first, second)).toBe(false);
});
test.each([
  ["+49 30 901820", "0049 (0)30/90-18-20"],
  ["4930901820", "+49 30 901820"],
  ["030 901820", "(030) 90 18 20"],
  ["8 912 345-67-89", "+7 (912) 345-67-89"],
])("[CORE-290] %s and %s are one phone number", (first, second) => {
  expect(isEqual("phone", first, second)).toBe(true);
});
test.each([
  ["Brazil", "+55 41 98799-1234", "554187991234"],
  ["Mexico", "+52 1 55 1234 5678", "+52 55 1234 5678"],
  ["Argentina", "0054 9 11 2345-6789", "+54 11 2345 6789"],
])("[CORE-311] two notations of a number of %s are one phone number", (_, first, second) => {
  expect(isEqual("phone", first, second)).toBe(true);
});
test.each([
  ["a landline of Brazil", "+55 11 94000-1234", "+55 11 4000-1234"],
  ["a country of one notation", "+49 1 55 1234 5678", "+49 55 1234 5678"],
])("[CORE-311] %s has no second notation", (_, first, second) => {
  expect(isEqual("phone", first, second)).toBe(false);
});
test.each([
  ["an unknown country", "030 901820", "+49 30 901820"],
  ["the country, which looks like a trunk prefix", "030 901820", "+30 901820"],
  ["a digit of another alphabet", "+49 30 90182\uFF10", "+49 30 90182"],
  ["text beside it", "+49 30 901820 ext. 7", "+49 30 9018207"],
  ["the end", "+49 30 901820", "+49 30 9018201"],
  ["Japan instead of 8 within Russia", "+81 312 345 678", "+71312345678"],
  ["too few digits", "110", "110"],
])("[CORE-290] phone numbers that differ by %s are different", (_, first, second) => {
  expect(isEqual("phone", first, second)).toBe(false);
});

test("[CORE-290] values of all sources are compared, each shared value once, with both sources", () => {
  const visitor = {
    email: { ...contact("a@x.example", "operator"), others: [contact("b@x.example", "visitor")] },
    phone: contact("+49 30 901820", "page"),
  };
  const other = {
    email: { ...contact("c@x.example"), others: [contact("B@X.example", "page")] },
    phone: { ...contact("4930901820", "signed"), others: [contact("004930901820", "page")] },
  };
  expect(findSharedContacts(visitor, other)).toEqual([
    { kind: "email", value: "b@x.example", source: "visitor", otherSource: "page" },
    { kind: "phone", value: "+49 30 901820", source: "page", otherSource: "signed" },
  ]);
  expect(findSharedContacts(visitor, { email: null, phone: null })).toEqual([]);
});
