import { expect, test } from "vitest";
import { parseQuery } from "./query.ts";
import { parseVisitorSearch, toVisitorLexemes } from "./visitor-lexemes.ts";

const parseSearch = (text: string) => parseVisitorSearch(text, parseQuery(text).terms);
const createContact = (value: string) => ({
  value,
  source: "channel" as const,
  at: "2026-01-05T08:00:00.000Z",
});
const anna = {
  name: createContact("Anna Kovács"),
  email: createContact("Anna.K@mail.example"),
  phone: createContact("+49 30 901820"),
  customer: "c-7",
};

test("[API-120] words keep their places, with a gap between values, and whole values are lexemes of their own", () => {
  expect(toVisitorLexemes({ ...anna, phone: null })).toBe(
    "'~anna':1 '~kovacs':2 '~anna':4 '~k':5 '~mail':6 '~example':7 '~c':9 '~7':10 '~=anna.k@mail.example' '~=c-7' '~&emailanna.k@mail.example'",
  );
  const words = toVisitorLexemes(anna, {
    customData: [{ title: "Order", content: "Z-7781, new" }],
    attributes: ["gold"],
  });
  for (const lexeme of [
    "'~=z-7781'",
    "'~order'",
    "'~gold'",
    "'~#4930901820'",
    "'~#30901820'",
    "'~%0281090394'",
  ])
    expect(words).toContain(lexeme);
});
test("[API-120] no value ends a lexeme", () => {
  const words = toVisitorLexemes({
    name: null,
    phone: null,
    email: createContact("o'neil\\@x.example"),
    customer: "a' | 'b",
  });
  expect(words.replaceAll(/'~[^'\\~]+'(:\d+)?( |$)/g, "")).toBe("");
});
test("[API-120] a last single letter begins a word, unless it is quoted", () => {
  expect(parseSearch("anna k").words).toBe("'~anna':* & '~k':*");
  expect(parseSearch('anna "k"').words).toBe("'~anna':* & '~k'");
  expect(parseSearch("k").words).toBe("'~k'");
});
test("[CORE-311] a phone number is searched in both of its notations", () => {
  const { words, exact } = parseVisitorSearch("+55 41 98799-1234", []);
  for (const digits of ["5541987991234", "554187991234"]) {
    expect(words).toContain(`'~#${digits}':*`);
    expect(exact).toContain(`'~%${Array.from(digits).toReversed().join("")}':*`);
  }
});

test("[API-120] a number is searched as words, as a phone and as a visitor or chat number", () => {
  expect(parseSearch("#1042")).toMatchObject({ number: 1042, exact: "'~=1042'" });
  expect(parseSearch("030/901820").words).toContain("'~%02810903':*");
  expect(parseSearch("-anna").words).toBeNull();
});
