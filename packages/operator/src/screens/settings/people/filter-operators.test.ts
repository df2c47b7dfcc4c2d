import { expect, test } from "vitest";
import { createOperatorEntry } from "../../../../tests/entities.ts";
import {
  emptyFilter,
  filterOperators,
  isEmptyFilter,
  parseFilter,
  toSearchParams,
} from "./filter-operators.ts";

const invitedUntil = "2026-12-01T10:00:00.000Z";
const operators = [
  createOperatorEntry({ id: 1, name: "Olga Pavlova", email: "olga@acme.example", role: "owner" }),
  createOperatorEntry({ id: 2, name: "Nina", email: "n.pavlova@acme.example", departments: [5] }),
  createOperatorEntry({
    id: 3,
    name: "Priya",
    email: "priya@acme.example",
    invite_expires_at: invitedUntil,
  }),
  createOperatorEntry({
    id: 4,
    name: "Gone",
    email: "gone@acme.example",
    active: false,
    departments: [5],
  }),
  createOperatorEntry({
    id: 5,
    name: "Never came",
    email: "never@acme.example",
    active: false,
    invite_expires_at: invitedUntil,
  }),
  createOperatorEntry({ id: 6, name: "Ivan", custom_role_id: 7 }),
];

test("[API-041] the list of people is filtered by words of name and email, role, department and state", () => {
  const find = (filter: object): readonly number[] =>
    filterOperators(operators, { ...emptyFilter, ...filter }).map(({ id }) => id);
  expect(find({})).toEqual([1, 2, 3, 4, 5, 6]);
  expect(find({ q: " PAVLOVA " })).toEqual([1, 2]);
  expect(find({ q: "pavlova nina" })).toEqual([2]);
  expect(find({ role: "owner" })).toEqual([1]);
  expect(find({ role: 7 })).toEqual([6]);
  expect(find({ role: "operator" })).not.toContain(6);
  expect(find({ department: 5 })).toEqual([2, 4]);
  expect(find({ department: 5, state: "off" })).toEqual([4]);
  expect(find({ state: "off" })).toEqual([4, 5]);
  expect(find({ state: "invited" })).toEqual([3]);
  expect(find({ q: "nobody" })).toEqual([]);
});

test("[API-041] the filter of people is in the URL, which may contain anything", () => {
  const filter = { q: "nina", role: "operator", department: 5, state: "off" } as const;
  expect(parseFilter(toSearchParams(filter))).toEqual(filter);
  expect(toSearchParams(emptyFilter)).toEqual({});
  expect(parseFilter({ q: 7, role: "boss", department: "5", state: "lost" })).toEqual({
    ...emptyFilter,
    q: "7",
  });
  expect(isEmptyFilter({ ...emptyFilter, q: " " })).toBe(true);
  expect(isEmptyFilter({ ...emptyFilter, state: "off" })).toBe(false);
});
