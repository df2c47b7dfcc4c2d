import { describe, expect, it } from "vitest";
import { getKeyName, type KeyboardEventLike } from "./shortcuts.ts";

const key = (fields: Partial<KeyboardEventLike>): KeyboardEventLike => ({
  key: "",
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...fields,
});

describe("shortcuts", () => {
  it("[CORE-036] a Latin letter names itself, also with Shift and Ctrl or Command", () => {
    expect(getKeyName(key({ key: "j", code: "KeyJ" }))).toBe("j");
    expect(getKeyName(key({ key: "J", code: "KeyJ", shiftKey: true }))).toBe("shift+j");
    expect(getKeyName(key({ key: "k", code: "KeyK", ctrlKey: true }))).toBe("mod+k");
    expect(getKeyName(key({ key: "k", code: "KeyK", metaKey: true }))).toBe("mod+k");
  });
  it("[CORE-036] a Cyrillic layout is matched by the place of the key", () => {
    expect(getKeyName(key({ key: "о", code: "KeyJ" }))).toBe("j");
    expect(getKeyName(key({ key: "ъ", code: "BracketRight" }))).toBe("]");
    expect(getKeyName(key({ key: ",", code: "Slash", shiftKey: true }))).toBe("?");
  });
  it("[CORE-036] another Latin layout is matched by its letter, not by the place", () => {
    expect(getKeyName(key({ key: "a", code: "KeyQ" }))).toBe("a");
  });
  it("[CORE-036] Alt belongs to text and layouts", () => {
    expect(getKeyName(key({ key: "j", code: "KeyJ", altKey: true }))).toBeNull();
  });
  it("[CORE-036] ? is named by what it is, wherever it stands", () => {
    expect(getKeyName(key({ key: "?", code: "Digit7", shiftKey: true }))).toBe("?");
  });
});
