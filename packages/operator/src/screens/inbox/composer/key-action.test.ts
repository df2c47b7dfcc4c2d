import { expect, test } from "vitest";
import { getKeyAction } from "./key-action.ts";

const plain = { key: "Enter", altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

test("Enter sends, or Ctrl Enter when the operator chose so; Shift Enter is a new line", () => {
  expect(getKeyAction(plain, "enter", "text")).toBe("send");
  expect(getKeyAction({ ...plain, shiftKey: true }, "enter", "text")).toBeNull();
  expect(getKeyAction({ ...plain, altKey: true }, "enter", "text")).toBeNull();
  expect(getKeyAction(plain, "mod_enter", "text")).toBeNull();
  expect(getKeyAction({ ...plain, metaKey: true }, "mod_enter", "note")).toBe("send");
  expect(getKeyAction({ ...plain, key: "a" }, "enter", "text")).toBeNull();
});

test("Ctrl Shift Enter closes the chat behind a reply, never behind a note", () => {
  const keys = { ...plain, ctrlKey: true, shiftKey: true };
  expect(getKeyAction(keys, "enter", "text")).toBe("send_and_close");
  expect(getKeyAction(keys, "enter", "note")).toBeNull();
});
