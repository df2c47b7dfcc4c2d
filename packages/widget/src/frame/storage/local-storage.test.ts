import { afterEach, expect, test, vi } from "vitest";
import { openLocalStorage } from "./local-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("[WG-082] [WG-084] a storage that is full: this window knows what was written last, not what fitted before", () => {
  const values = new Map<string, string>();
  let isFull = false;
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new Error("QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  const store = openLocalStorage("Lk29fQw7Za");
  store?.write("draft", "hal");
  isFull = true;
  store?.write("draft", "half a message");
  expect(store?.read("draft")).toBe("half a message");
  store?.write("draft", null);
  expect(store?.read("draft")).toBe(null);
});
