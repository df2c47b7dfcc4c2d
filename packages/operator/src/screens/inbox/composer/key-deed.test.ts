import { expect, test } from "vitest";
import { deedOfKey } from "./key-deed.ts";

const plain = { key: "Enter", altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

test("Enter sends, or Ctrl Enter when the operator chose so; Shift Enter is a new line", () => {
  expect(deedOfKey(plain, "enter", "text")).toBe("send");
  expect(deedOfKey({ ...plain, shiftKey: true }, "enter", "text")).toBeNull();
  expect(deedOfKey({ ...plain, altKey: true }, "enter", "text")).toBeNull();
  expect(deedOfKey(plain, "mod_enter", "text")).toBeNull();
  expect(deedOfKey({ ...plain, metaKey: true }, "mod_enter", "note")).toBe("send");
  expect(deedOfKey({ ...plain, key: "a" }, "enter", "text")).toBeNull();
});

test("Ctrl Shift Enter closes the chat behind a reply, never behind a note", () => {
  const keys = { ...plain, ctrlKey: true, shiftKey: true };
  expect(deedOfKey(keys, "enter", "text")).toBe("send_and_close");
  expect(deedOfKey(keys, "enter", "note")).toBeNull();
});
