import { afterEach, expect, test, vi } from "vitest";
import { bridgeHello, type StartMessage, type MessageToWindow } from "../../bridge.ts";
import { openIframe } from "./iframe.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens a page with an iframe in which the chat window can start any number of times. */
function openTestIframe(ready: () => Promise<void> | null = () => null) {
  let sent: MessageToWindow[] = [];
  let onMessage: ((event: object) => void) | undefined;
  const contentWindow = { postMessage: () => undefined };
  vi.stubGlobal("document", { createElement: () => ({ contentWindow, src: "" }) });
  vi.stubGlobal("window", {
    addEventListener: (_type: string, run: typeof onMessage) => (onMessage = run),
    removeEventListener: () => undefined,
  });
  vi.stubGlobal(
    "MessageChannel",
    class {
      readonly port1 = {
        postMessage: (message: MessageToWindow) => sent.push(message),
        close: () => undefined,
      };
      readonly port2 = {};
    },
  );
  const frame = openIframe({
    face: { frame: "https://chat.example/widget/frame/Lk29fQw7Za", name: "Shop", voice: false },
    start: () => ({ type: "start" }) as StartMessage,
    onMessage: () => undefined,
    ready,
    canFocus: () => false,
    onBlocked: () => undefined,
  });
  return {
    frame,
    /** Starts the chat window and returns the messages after its start message. */
    begin: (): readonly MessageToWindow[] => {
      sent = [];
      onMessage?.({ source: contentWindow, origin: "https://chat.example", data: bridgeHello });
      return sent.slice(1);
    },
    heard: () => sent.splice(0),
  };
}
const data = (content: string): MessageToWindow => ({ type: "custom_data", fields: [{ content }] });
const eraseMessage: MessageToWindow = { type: "forget" };

test("[WG-064] [WG-041] data of the page: what was said before clearHistory is no window's any more, what was said after it is the next visitor's", () => {
  const { frame, begin, heard } = openTestIframe();
  frame.load();
  frame.post(data("Anna's basket"));
  frame.post(eraseMessage);
  frame.post(data("a guest's"));
  expect(begin()).toEqual([eraseMessage, data("a guest's")]);
  // By now, another tab has a different visitor.
  expect(begin()).toEqual([data("a guest's")]);
  heard();
  frame.post(data("Boris's"));
  frame.post(eraseMessage);
  expect(heard()).toEqual([data("Boris's"), eraseMessage]);
  expect(begin()).toEqual([]);
  frame.remove();
});

test("[WG-010] what waits for a window is bounded and takes no focus that is the page's by then", () => {
  const { frame, begin } = openTestIframe();
  frame.load();
  const state: MessageToWindow = { type: "state", state: "chat", focus: true };
  expect(
    Array.from({ length: 101 }, () => frame.post(state)).filter((isTaken) => isTaken),
  ).toHaveLength(100);
  const sent = begin();
  expect([sent.length, sent[0]]).toEqual([100, { ...state, focus: false }]);
  expect(begin()).toEqual([]);
  frame.remove();
});

test("[WG-103] a window that nobody asked for is not loaded and is told only what lasts: its first message says the rest", () => {
  const { frame, begin } = openTestIframe();
  expect(frame.post({ type: "page", url: "https://shop.example/a", title: "A" })).toBe(true);
  frame.post(data("a basket"));
  frame.restart();
  frame.onReinserted();
  expect([frame.isLoaded(), frame.element.src]).toEqual([false, ""]);
  frame.load();
  expect(frame.isLoaded()).toBe(true);
  expect(begin()).toEqual([data("a basket")]);
  frame.remove();
});

test("[WG-103] [WG-084] a window that begins while the page asks the server waits for the answer, so that both have one visitor", async () => {
  let answer = (): void => undefined;
  const asking = new Promise<void>((resolve) => (answer = resolve));
  const { frame, begin, heard } = openTestIframe(() => asking);
  frame.load();
  expect(frame.post({ type: "forget" })).toBe(true);
  expect([begin(), heard()]).toEqual([[], []]);
  answer();
  await asking;
  expect(heard()).toEqual([{ type: "start" }, { type: "forget" }]);
  frame.remove();
});
