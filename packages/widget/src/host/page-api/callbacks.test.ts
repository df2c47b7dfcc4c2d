import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHandlerFunctions } from "./api.ts";
import { createCallbacks } from "./callbacks.ts";

let page: Record<string, unknown>;
let calls: string[];
/** Waits until callbacks have run, including those that other callbacks triggered. */
const runCallbacks = async (): Promise<void> => {
  for (let at = 0; at < 3; at++)
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
};
function createWithHandlers(prefixes: readonly string[]) {
  const callbacks = createCallbacks(prefixes);
  const { on, off } = createHandlerFunctions(callbacks);
  const change = (run: typeof on) => (name: string, handler: unknown) =>
    run?.(name, handler) as { readonly result: string };
  return { ...callbacks, on: change(on), off: change(off) };
}
beforeEach(() => {
  page = {};
  calls = [];
  vi.stubGlobal("window", page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("[WG-012] [WG-013] functions are looked up when it happens, run later and in order, and what they throw stays theirs", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { emit, on } = createWithHandlers(["widget"]);
  page["widget_onOpen"] = () => {
    throw new Error("of the page");
  };
  on("open", () => calls.push("handler"));
  page["widget_onClose"] = "no function";
  page["widget_onChangeState"] = (state: unknown) => calls.push(`state ${String(state)}`);
  emit("open", {});
  emit("close", {});
  emit("changeState", {}, "chat");
  page["widget_onIntroduction"] = () => Promise.reject(new Error("of the page"));
  emit("introduction", {});
  page["widget_onResizeCallback"] = (...args: unknown[]) => calls.push(`resize ${args.length}`);
  emit("resize", { width: 1, height: 2 });
  expect(calls).toEqual([]);
  await runCallbacks();
  expect(calls).toEqual(["handler", "state chat", "resize 0"]);
  expect(errors).toHaveBeenCalledOnce();

  // Simulates a page on which reading the property throws.
  Object.defineProperty(page, "widget_onOpen", {
    configurable: true,
    get: () => {
      throw new Error("of the page");
    },
  });
  emit("open", {});
  await runCallbacks();
  expect(calls.slice(3)).toEqual(["handler"]);
  expect(errors).toHaveBeenCalledTimes(2);
  errors.mockRestore();
});

test("[WG-003] [WG-014] every name's function runs once, handlers after it, each with its detail", async () => {
  const { emit, on, off } = createWithHandlers(["widget", "other"]);
  const both = () => calls.push("both");
  Object.assign(page, {
    widget_onOpen: both,
    other_onOpen: both,
    widget_onClose: () => calls.push("one"),
    other_onClose: () => calls.push("two"),
  });
  const handler = (detail: object) => calls.push(JSON.stringify(detail));
  expect(on("open", handler)).toEqual({ result: "ok" });
  expect(on("close", handler)).toEqual({ result: "ok" });
  expect(on("nothing", handler)).toEqual({ result: "fail", reason: "Unknown event" });
  expect(off("toString", handler)).toEqual({ result: "fail", reason: "Unknown event" });
  expect(on("open", "text").result).toBe("fail");
  emit("open", { by: "api" });
  emit("close", { by: "visitor" });
  await runCallbacks();
  expect(calls).toEqual(["both", '{"by":"api"}', "one", "two", '{"by":"visitor"}']);
  expect(off("open", handler)).toEqual({ result: "ok" });
  emit("open", {});
  await runCallbacks();
  expect(calls.slice(5)).toEqual(["both"]);
});

test('[WG-014] on("load") after load is called at once, never inside the call', async () => {
  const { emit, on } = createWithHandlers(["widget"]);
  const handler = () => calls.push("load");
  on("load", handler);
  emit("load", {});
  await runCallbacks();
  expect(calls).toEqual(["load"]);
  on("load", handler);
  expect(calls).toEqual(["load"]);
  await runCallbacks();
  expect(calls).toEqual(["load", "load"]);
});

test("[WG-013] callbacks that answer each other are told that they go in circles", async () => {
  const { emit, isLooping } = createCallbacks(["widget"]);
  page["widget_onOpen"] = () => {
    calls.push("open");
    if (!isLooping()) emit("open", {});
  };
  emit("open", {});
  for (let at = 0; at < 40; at++) await runCallbacks();
  expect(calls.length).toBeLessThan(20);
  expect(isLooping()).toBe(false);
});
