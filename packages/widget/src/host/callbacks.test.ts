import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handlerFunctions } from "./api-handlers.ts";
import { callbacks } from "./callbacks.ts";

let page: Record<string, unknown>;
let heard: string[];
/** Waits until callbacks have run, and the callbacks that those triggered. */
const turn = async (): Promise<void> => {
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
function withHandlers(prefixes: readonly string[]) {
  const made = callbacks(prefixes);
  const { on, off } = handlerFunctions(made);
  const change = (run: typeof on) => (name: string, handler: unknown) => run?.(name, handler) as { readonly result: string };
  return { ...made, on: change(on), off: change(off) };
}
beforeEach(() => {
  page = {};
  heard = [];
  vi.stubGlobal("window", page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("[WG-012] [WG-013] functions are looked up when it happens, run later and in order, and what they throw stays theirs", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { tell, on } = withHandlers(["widget"]);
  page["widget_onOpen"] = () => {
    throw new Error("of the page");
  };
  on("open", () => heard.push("handler"));
  page["widget_onClose"] = "no function";
  page["widget_onChangeState"] = (state: unknown) => heard.push(`state ${String(state)}`);
  tell("open", {});
  tell("close", {});
  tell("changeState", {}, "chat");
  page["widget_onIntroduction"] = () => Promise.reject(new Error("of the page"));
  tell("introduction", {});
  page["widget_onResizeCallback"] = (...args: unknown[]) => heard.push(`resize ${args.length}`);
  tell("resize", { width: 1, height: 2 });
  expect(heard).toEqual([]);
  await turn();
  expect(heard).toEqual(["handler", "state chat", "resize 0"]);
  expect(errors).toHaveBeenCalledOnce();

  // A page where reading the property throws.
  Object.defineProperty(page, "widget_onOpen", {
    configurable: true,
    get: () => {
      throw new Error("of the page");
    },
  });
  tell("open", {});
  await turn();
  expect(heard.slice(3)).toEqual(["handler"]);
  expect(errors).toHaveBeenCalledTimes(2);
  errors.mockRestore();
});

test("[WG-003] [WG-014] every name's function runs once, handlers after it, each with its detail", async () => {
  const { tell, on, off } = withHandlers(["widget", "other"]);
  const both = () => heard.push("both");
  Object.assign(page, {
    widget_onOpen: both,
    other_onOpen: both,
    widget_onClose: () => heard.push("one"),
    other_onClose: () => heard.push("two"),
  });
  const handler = (detail: object) => heard.push(JSON.stringify(detail));
  expect(on("open", handler)).toEqual({ result: "ok" });
  expect(on("close", handler)).toEqual({ result: "ok" });
  expect(on("nothing", handler)).toEqual({ result: "fail", reason: "Unknown event" });
  expect(off("toString", handler)).toEqual({ result: "fail", reason: "Unknown event" });
  expect(on("open", "text").result).toBe("fail");
  tell("open", { by: "api" });
  tell("close", { by: "visitor" });
  await turn();
  expect(heard).toEqual(["both", '{"by":"api"}', "one", "two", '{"by":"visitor"}']);
  expect(off("open", handler)).toEqual({ result: "ok" });
  tell("open", {});
  await turn();
  expect(heard.slice(5)).toEqual(["both"]);
});

test('[WG-014] on("load") after load is called at once, never inside the call', async () => {
  const { tell, on } = withHandlers(["widget"]);
  const handler = () => heard.push("load");
  on("load", handler);
  tell("load", {});
  await turn();
  expect(heard).toEqual(["load"]);
  on("load", handler);
  expect(heard).toEqual(["load"]);
  await turn();
  expect(heard).toEqual(["load", "load"]);
});

test("[WG-013] callbacks that answer each other are told that they go in circles", async () => {
  const { tell, isCircling } = callbacks(["widget"]);
  page["widget_onOpen"] = () => {
    heard.push("open");
    if (!isCircling()) tell("open", {});
  };
  tell("open", {});
  for (let at = 0; at < 40; at++) await turn();
  expect(heard.length).toBeLessThan(20);
  expect(isCircling()).toBe(false);
});
