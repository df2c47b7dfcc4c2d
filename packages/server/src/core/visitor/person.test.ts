import { expect, test } from "vitest";
import type { Contact, Source } from "../entity.ts";
import { combineValues, decideMerge, maxVisitorsOfPerson, type MergeSide } from "./person.ts";

const createSide = (id: number, person: readonly number[] = [id], isErased = false): MergeSide => ({
  id,
  person,
  isErased,
});
const listIds = (count: number, from: number): number[] =>
  Array.from({ length: count }, (_, n) => from + n);

test("[CORE-291] two visitors are merged once; a chain of merges makes them one person already", () => {
  expect(decideMerge(createSide(1), createSide(2))).toBe("merged");
  expect(decideMerge(createSide(1, [1, 2]), createSide(2, [1, 2]))).toBe("already");
  expect(decideMerge(createSide(1, [1, 2, 3]), createSide(3, [1, 2, 3]))).toBe("already");
});
test("[CORE-293] a visitor whose erasure was ordered is not merged", () => {
  const failure = { failure: "not_available" };
  expect(decideMerge(createSide(1, [1], true), createSide(2))).toMatchObject(failure);
  expect(decideMerge(createSide(1), createSide(2, [2], true))).toMatchObject(failure);
});
test("[CORE-294] a person has at most 20 visitors", () => {
  expect(maxVisitorsOfPerson).toBe(20);
  const first = createSide(1, listIds(12, 1));
  expect(decideMerge(first, createSide(50, listIds(8, 50)))).toBe("merged");
  expect(decideMerge(first, createSide(50, listIds(9, 50)))).toMatchObject({ failure: "at_limit" });
});

test("[API-409] values of a person are combined: equal ones once, with the visitor who has them", () => {
  const contact = (value: string, source: Source = "channel"): Contact => ({
    value,
    source,
    at: "2026-01-05T08:00:00.000Z",
  });
  const none = { name: null, email: null, phone: null, description: null };
  const values = combineValues([
    { ...none, number: 4, name: contact("Anna"), email: contact("Anna@x.example", "page") },
    {
      ...none,
      number: 2,
      name: contact("Anna"),
      email: { ...contact("anna@x.example"), others: [contact("work@x.example", "visitor")] },
      phone: contact("ask for Anna"),
    },
  ]);
  expect(values.name).toEqual([{ ...contact("Anna"), visitor: 4 }]);
  expect(values.email).toEqual([
    { ...contact("Anna@x.example", "page"), visitor: 4 },
    { ...contact("work@x.example", "visitor"), visitor: 2 },
  ]);
  expect(values.phone).toEqual([{ ...contact("ask for Anna"), visitor: 2 }]);
  expect(values.description).toEqual([]);
});
