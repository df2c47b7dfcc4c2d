import type { Chat, Visitor } from "@parlour/protocol";
import { expect, test } from "vitest";
import { lazyFormatPhone } from "../phone/phone-number.ts";
import { listVisitorContacts, getVisitorName } from "./visitor-name.ts";

const stored = (value: string) => ({
  value,
  source: "visitor" as const,
  at: "2026-11-23T08:00:00.000Z",
});
const visitor = { number: 412, name: null, email: null, phone: null } as Visitor;
const phone = stored("+4930901820");
const email = stored("mia@example.test");

test("[CH-045] a visitor without a name is named by the city of the visit, without a number", () => {
  const from = (city: string) =>
    getVisitorName({ visitor, session: { geoip: { city } } as Chat["session"] });
  expect([from("Leeds"), from(""), getVisitorName({ visitor })]).toEqual([
    "Visitor from Leeds",
    "Visitor",
    "Visitor",
  ]);
});

test("[CORE-149] a phone number is read in groups, beside a name and in place of one", async () => {
  lazyFormatPhone.load();
  await expect.poll(() => lazyFormatPhone.get()).not.toBeNull();
  expect(listVisitorContacts({ ...visitor, name: stored("Mia"), email, phone })).toEqual([
    "mia@example.test",
    "+49 30 901820",
  ]);
  expect(listVisitorContacts({ ...visitor, email, phone })).toEqual(["+49 30 901820"]);
  const named = { ...visitor, phone };
  expect([getVisitorName({ visitor: named }), listVisitorContacts(named)]).toEqual([
    "+49 30 901820",
    [],
  ]);
});
