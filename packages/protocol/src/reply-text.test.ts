import { expect, test } from "vitest";
import { filledText, fillVariables, formatFields, type ReplyValues } from "./reply-text.ts";

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

test("[FLD-022] values of fields are texts; a missing one has its fallback, or is empty", () => {
  const fields = formatFields("visitor", {
    plan: { value: "pro", source: "api", at: "2026-11-20T09:00:00.000Z" },
    seats: { value: 12.5, source: "api", at: "2026-11-20T09:00:00.000Z" },
    vip: { value: true, source: "api", at: "2026-11-20T09:00:00.000Z" },
    colours: { value: ["red", "green"], source: "api", at: "2026-11-20T09:00:00.000Z" },
  });
  const text =
    "{visitor.plan|free}, {visitor.seats}, {visitor.vip}, {visitor.colours}, {chat.order_2|none}, {chat.order_2}.";
  expect(filledText(fillVariables(text, { ...values, ...fields }))).toBe(
    "pro, 12.5, yes, red, green, none,.",
  );
});
