import type { Chat, Operator } from "@parlour/protocol";
import { expect, test } from "vitest";
import { listMentionable, searchMentionable, findMentions, findMentionRanges } from "./mentions.ts";

const operator = (id: number, name: string, more: Partial<Operator> = {}): Operator =>
  ({ id, name, role: "operator", active: true, presence: "offline", ...more }) as Operator;
const ivan = operator(2, "Ivan");
const ivanna = operator(3, "Ivan Orlov");
const olga = operator(4, "Olga Ivanova", { presence: "online" });

test("[API-046] a note may name those who see the chat and read it", () => {
  const chat = {
    channel: { id: 7 },
    assignee: { id: 5, name: "" },
    participants: [{ id: 5, name: "" }],
  } as unknown as Chat;
  const all = [
    operator(1, "Me"),
    ivan,
    operator(5, "Takes part"),
    operator(6, "Elsewhere"),
    operator(7, "Boss", { role: "admin" }),
    operator(8, "Dev", { role: "developer" }),
    operator(9, "Viewer", { role: "viewer" }),
    operator(10, "Gone", { role: "owner", active: false }),
  ];
  expect(listMentionable(chat, { id: 1 }, all, [1, 2]).map(({ id }) => id)).toEqual([2, 5, 7]);
});

test("[API-046] names are found by any of their words, those who are there first", () => {
  expect(searchMentionable([ivan, ivanna, olga], "iv", 9).map(({ id }) => id)).toEqual([2, 3, 4]);
  expect(searchMentionable([ivan, ivanna, olga], "", 2).map(({ id }) => id)).toEqual([4, 2]);
  expect(searchMentionable([ivan, ivanna, olga], "x", 9)).toEqual([]);
});

test("[API-046] whole names behind the sign are mentions, the longest wins; addresses are none", () => {
  const people = [ivan, ivanna, olga];
  expect(findMentions("@Ivan please", people)).toEqual([2]);
  expect(findMentions("@Ivan Orlov, @Olga Ivanova: look", people)).toEqual([3, 4]);
  expect(findMentions("mail ivan@Ivan.example, @Ivanka, @ Ivan", people)).toEqual([]);
  expect(findMentionRanges("a (@Ivan)", ["Ivan"])).toEqual([{ from: 3, to: 8 }]);
});
