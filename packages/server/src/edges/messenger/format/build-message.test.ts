import { expect, test } from "vitest";
import { instagram, messenger } from "../products.ts";
import { buildParts, buildReaction } from "./build-message.ts";
import { findAcceptedFile } from "./files.ts";

const buttons = (...labels: readonly string[]) => labels.map((text, n) => ({ id: `b${n}`, text }));

test("[ME-020] a long text becomes several, and on Instagram by bytes", () => {
  const count = (product: typeof messenger, text: string) =>
    buildParts(product, { text }, null).map((part) => part.kind === "text" && part.text.length);
  expect(count(messenger, "x".repeat(2_000))).toEqual([1_900, 100]);
  expect(count(instagram, "x".repeat(1_000))).toEqual([1_000]);
  expect(count(instagram, "ж".repeat(1_000))).toEqual([333, 333, 333, 1]);
});
test("[ME-022] up to 13 buttons are quick replies, and long labels are numbered in the text", () => {
  const short = { text: "", title: "Which?", buttons: buttons("Red", "Blue") };
  expect(buildParts(messenger, short, null)).toEqual([
    { kind: "text", text: "Which?", labels: ["Red", "Blue"] },
  ]);
  const long = { text: "", title: "Which?", buttons: buttons("A label with many characters", "B") };
  expect(buildParts(messenger, long, null)).toEqual([
    {
      kind: "text",
      text: "Which?\n1. A label with many characters\n2. B",
      labels: ["1. A label with man…", "2. B"],
    },
  ]);
  const many = {
    text: "",
    title: "T",
    buttons: buttons(...Array.from({ length: 14 }, (_, n) => `B${n}`)),
  };
  expect(buildParts(messenger, many, null)).toMatchObject([{ labels: [] }]);
});
test("[ME-021] a file and its comment are two requests, and a place is a text", () => {
  expect(buildParts(messenger, { text: "Look" }, "image")).toEqual([
    { kind: "file", type: "image" },
    { kind: "text", text: "Look", labels: [] },
  ]);
  expect(buildParts(messenger, { text: "" }, "file")).toHaveLength(1);
});
test.each([
  [messenger, "image/png", 8, "image"],
  [messenger, "image/png", 9, "file"],
  [messenger, "audio/mpeg", 25, "audio"],
  [messenger, "text/csv", 25, "file"],
  [messenger, "text/csv", 26, null],
  [instagram, "image/png", 9, null],
  [instagram, "audio/mpeg", 1, null],
  [instagram, "application/pdf", 25, "file"],
  [instagram, "text/csv", 1, null],
])("[ME-021] $name takes %s of %i MiB as %s", (product, type, mib, attachment) => {
  const file = { type, size: mib * 2 ** 20 };
  expect(findAcceptedFile(product, file)?.attachment ?? null).toBe(attachment);
});
test("[ME-028] Instagram has one reaction", () => {
  const reaction = { by: "team" as const, emoji: "🎉" };
  const build = (product: typeof messenger) => buildReaction(product, reaction as never, "m_1");
  expect(build(messenger)).toMatchObject({ action: { payload: { reaction: "🎉" } } });
  expect(build(instagram)).toMatchObject({ action: { payload: { reaction: "love" } } });
});
