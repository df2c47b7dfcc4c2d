// @vitest-environment happy-dom
import { act, createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import {
  buildAddress,
  createChat,
  processEndEvents,
  type ParlourChatProps,
  type WebViewProps,
} from "./chat.ts";

/** The component with a web view, a device and a back button that are played. */

const address = "https://chat.example/chat/8FOctx379e";

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

function openScreen() {
  const opened: string[] = [];
  const handlers = new Set<() => boolean>();
  const views: WebViewProps[] = [];
  let loads = 0;
  const Chat = createChat({
    WebView: (props) => {
      views.push(props);
      const [load] = useState(() => (loads += 1));
      return createElement("i", null, load);
    },
    openUrl: async (url) => opened.push(url),
    onBack: (handler) => {
      handlers.add(handler);
      return { remove: () => handlers.delete(handler) };
    },
  });
  const root = createRoot(document.createElement("div"));
  const render = (props: Partial<ParlourChatProps>) =>
    act(() => root.render(createElement(Chat, { address, ...props })));
  return {
    opened,
    render,
    countLoads: () => loads,
    pressBack: () => [...handlers].some((handler) => handler()),
    getView: () => {
      const view = views.at(-1);
      if (view === undefined) throw new Error("no web view");
      return view;
    },
    close: () => act(() => root.unmount()),
  };
}

test("[WG-316] the web view shows the chat page with the signed parameters, encoded", () => {
  const screen = openScreen();
  screen.render({ userToken: "a.b+c", fields: "x&y", page: "/bowls?size=2" });
  expect(screen.getView().source.uri).toBe(
    `${address}?user_token=a.b%2Bc&fields=x%26y&page=%2Fbowls%3Fsize%3D2`,
  );
  expect(screen.getView()).toMatchObject({ domStorageEnabled: true });
  screen.render({ userToken: "" });
  expect(screen.getView().source.uri).toBe(address);
  expect(buildAddress(`${address}?lang=de`, { page: "/" })).toBe(`${address}?lang=de&page=%2F`);
  screen.close();
});

test("[WG-316] links to other sites, new windows, mail and phone open outside; other schemes do nothing", () => {
  const screen = openScreen();
  screen.render({});
  const { onShouldStartLoadWithRequest: mayLoad, onOpenWindow } = screen.getView();
  expect(mayLoad({ url: `${address}#x` })).toBe(true);
  expect(mayLoad({ url: "HTTPS://CHAT.example/files/1" })).toBe(true);
  expect(mayLoad({ url: "about:blank" })).toBe(true);
  expect(mayLoad({ url: "https://video.example/embed", isTopFrame: false })).toBe(true);
  const outside = [
    "https://shop.example/",
    "https://chat.example.evil.example/",
    "http://chat.example/",
    "mailto:a@shop.example",
    "tel:+491234",
  ];
  for (const url of outside) expect(mayLoad({ url })).toBe(false);
  onOpenWindow({ nativeEvent: { targetUrl: "https://chat.example/files/2" } });
  for (const url of ["javascript:alert(1)", "intent://x", "file:///etc/hosts"])
    expect(mayLoad({ url })).toBe(false);
  expect(screen.opened).toEqual([...outside, "https://chat.example/files/2"]);
  screen.close();
});

test("[WG-316] the back button closes the screen only while a handler exists; a page whose process ended loads again", () => {
  const screen = openScreen();
  screen.render({});
  expect(screen.pressBack()).toBe(false);
  let closed = 0;
  screen.render({ onClose: () => (closed += 1) });
  expect([screen.pressBack(), closed]).toEqual([true, 1]);
  expect(screen.countLoads()).toBe(1);
  for (const name of processEndEvents) act(screen.getView()[name] as () => void);
  expect(screen.countLoads()).toBe(3);
  screen.close();
  expect(screen.pressBack()).toBe(false);
});
