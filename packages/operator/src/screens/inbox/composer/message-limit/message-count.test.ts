import type { Attachment } from "@parlour/client";
import { expect, test } from "vitest";
import { countMessages } from "./message-count.ts";

const file = (state: Attachment["state"]): Attachment => ({ state }) as Attachment;
const reply = { mode: "text", channel: "api", files: [] } as const;

test("[CH-074] [CON-002] a reply longer than its channel takes goes in several messages; a text belongs to the last file", () => {
  expect(countMessages(" Hello ", reply)).toMatchObject({
    length: 5,
    limit: 1_000,
    parts: ["Hello"],
    count: 1,
    isCounted: true,
  });
  expect(countMessages("x".repeat(9_000), { ...reply, channel: "mail" })).toMatchObject({
    count: 1,
    limit: 50_000,
    isCounted: false,
  });
  const long = "word ".repeat(250);
  expect(countMessages(long, reply).count).toBe(2);
  expect(countMessages(long, { ...reply, files: [file("stored"), file("sending")] }).count).toBe(3);
  expect(countMessages(" ", { ...reply, files: [file("stored"), file("waiting")] })).toMatchObject({
    count: 2,
    isEmpty: false,
  });
});

test("what cannot go is nothing to send", () => {
  expect(countMessages(" \n", reply)).toMatchObject({
    isEmpty: true,
    count: 0,
    hasText: false,
    isCounted: false,
  });
  expect(countMessages("", { ...reply, files: [file("refused"), file("lost")] })).toMatchObject({
    isEmpty: true,
    count: 0,
  });
});

test("[CORE-046] a note is never cut: over 4000 characters it is too long, and counted when it comes near", () => {
  const note = { ...reply, mode: "note" } as const;
  expect(countMessages("x".repeat(4_000), note)).toMatchObject({
    isTooLong: false,
    count: 1,
    isCounted: true,
  });
  expect(countMessages("x".repeat(4_001), note)).toMatchObject({ isTooLong: true, count: 1 });
  expect(countMessages("x".repeat(3_200), note).isCounted).toBe(false);
  expect(countMessages("x".repeat(1_001), { ...reply, channel: "widget" })).toMatchObject({
    count: 1,
    limit: 4_000,
    isCounted: false,
  });
});
