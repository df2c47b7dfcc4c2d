import { expect, test } from "vitest";
import { filledText, fillVariables, type ReplyValues } from "./reply-text.ts";

const values: ReplyValues = {
  "visitor.name": "Anna {operator.name}",
  "visitor.email": "",
  "visitor.phone": "",
  "visitor.number": "412",
  "operator.name": "Ivan",
  "channel.name": "Shop",
  "department.name": "",
  "chat.id": "7",
  "page.url": "",
  "page.title": "",
};
const filled = (text: string): string => filledText(fillVariables(text, values));

test("[API-048] variables are filled once, with their fallback; what a visitor is called is never a variable", () => {
  expect(
    filled("Hello {visitor.name|there}, {operator.name} of {channel.name} here (chat {chat.id})"),
  ).toBe("Hello Anna {operator.name}, Ivan of Shop here (chat 7)");
  expect(filled("Mail {visitor.email|the address above}.")).toBe("Mail the address above.");
  expect(filled("Hello {visitor.email}, welcome")).toBe("Hello, welcome");
  expect(filled('{"a": 1} {x} {constructor.name}')).toBe('{"a": 1} {x} {constructor.name}');
  expect(fillVariables("Hi {visitor.phone}!", values)).toEqual([
    { text: "Hi ", kind: "text" },
    { text: "visitor.phone", kind: "missing" },
    { text: "!", kind: "text" },
  ]);
});

test("[API-048] line breaks of a value become spaces", () => {
  expect(filledText(fillVariables("{visitor.name}", { ...values, "visitor.name": "A\nB" }))).toBe(
    "A B",
  );
});
