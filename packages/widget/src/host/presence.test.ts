import type { WidgetPresence } from "@parlour/protocol/widget";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StartMessage } from "../bridge.ts";
import type { PageStorage } from "../loader/page-storage.ts";
import { createPagePresence } from "./presence.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens a page whose server responds with the given status. If it is null, the request fails. */
function openTestPage() {
  const page = {
    state: "visible" as DocumentVisibilityState,
    url: "https://shop.example/",
    isLoaded: false,
  };
  const stored: { token?: string; past?: false } = {};
  const sent: Readonly<Record<string, unknown>>[] = [];
  const events: string[] = [];
  let status: number | null = 200;
  let invited = false;
  const target = () => {
    const listeners = new Map<string, (() => void)[]>();
    return {
      addEventListener: (type: string, run: () => void) =>
        listeners.set(type, [...(listeners.get(type) ?? []), run]),
      tell: (type: string) => listeners.get(type)?.forEach((run) => run()),
    };
  };
  const [document, window] = [target(), target()];
  vi.stubGlobal(
    "document",
    Object.defineProperty(document, "visibilityState", { get: () => page.state }),
  );
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", {
    sendBeacon: (_url: string, body: string) =>
      sent.push(JSON.parse(body) as Record<string, unknown>),
  });
  vi.stubGlobal("fetch", (_url: string, { body }: { readonly body: string }) => {
    const requestBody = JSON.parse(body) as {
      readonly token: string | null;
      readonly hidden: boolean;
    };
    sent.push(requestBody);
    if (status === null) return Promise.reject(new TypeError("refused"));
    const answer: Partial<WidgetPresence> = {
      token: requestBody.token === null ? "made" : null,
      invited,
      next_s: requestBody.hidden ? 120 : 25,
    };
    return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(answer) });
  });
  const abortController = new AbortController();
  const presence = createPagePresence({
    store: {
      browser: { read: () => stored, save: (patch: object) => void Object.assign(stored, patch) },
    } as unknown as PageStorage,
    buildStart: () =>
      ({
        face: { id: "w1", base: "https://chat.example/widget" },
        token: stored.token ?? null,
        page: { url: page.url },
        language: "en",
      }) as StartMessage,
    layout: { load: () => void events.push("load"), isLoaded: () => page.isLoaded },
    onResponse: (answer) => void events.push(answer.invited ? "invited" : "answered"),
    onRejected: () => void events.push("refused"),
    signal: abortController.signal,
  });
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    presence,
    page,
    kept: stored,
    sent,
    heard: events,
    document,
    window,
    pass: advance,
    destroy: () => abortController.abort(),
    answer: (next: number | null) => (status = next),
    invite: () => (invited = true),
  };
}

test("[WG-103] [WG-215] a page asks at once, again when its time has come, at once for many changes, and says when it leaves", async () => {
  const { presence, page, kept, sent, heard, document, window, pass, invite } = openTestPage();
  presence.start();
  presence.start();
  await pass(0);
  expect([sent.map(({ token, hidden }) => [token, hidden]), kept, heard]).toEqual([
    [[null, false]],
    { token: "made", past: false },
    ["answered"],
  ]);
  await pass(24_900);
  expect(sent).toHaveLength(1);
  await pass(100);
  expect(sent[1]).toMatchObject({ type: "present", token: "made", view: sent[0]?.["view"] });
  for (const url of ["/a", "/b", "/c"]) {
    page.url = `https://shop.example${url}`;
    presence.requestSoon();
  }
  await pass(500);
  expect([sent.length, sent[2]?.["page"]]).toEqual([3, { url: "https://shop.example/c" }]);
  page.state = "hidden";
  document.tell("visibilitychange");
  await pass(500);
  expect([sent.length, sent[3]?.["hidden"]]).toEqual([4, true]);
  await pass(60_000);
  expect(sent).toHaveLength(4);
  invite();
  page.state = "visible";
  document.tell("visibilitychange");
  await pass(500);
  expect([sent.length, heard.at(-1)]).toEqual([5, "invited"]);
  window.tell("pagehide");
  expect(sent.at(-1)).toEqual({ type: "left", token: "made", view: sent[0]?.["view"] });
  await pass(60_000);
  expect(sent).toHaveLength(6);
  // The browser restores the page from its back-forward cache.
  document.tell("visibilitychange");
  await pass(500);
  expect(sent).toHaveLength(7);
  presence.stop();
  window.tell("pagehide");
  presence.requestSoon();
  await pass(200_000);
  expect(sent.slice(7)).toEqual([expect.objectContaining({ type: "left" })]);
});

test("[WG-103] a page that may not ask loads its window; one that was heard before asks later; a loaded window needs no request", async () => {
  const refused = openTestPage();
  refused.answer(null);
  refused.presence.start();
  await refused.pass(200_000);
  expect([refused.heard, refused.sent.length, refused.presence.isActive()]).toEqual([
    ["load"],
    1,
    false,
  ]);

  const gone = openTestPage();
  gone.answer(403);
  gone.presence.start();
  await gone.pass(0);
  expect(gone.heard).toEqual(["refused"]);

  const away = openTestPage();
  away.presence.start();
  await away.pass(0);
  away.answer(503);
  await away.pass(25_000);
  away.answer(null);
  await away.pass(30_000);
  away.answer(200);
  await away.pass(30_000);
  expect([away.heard, away.sent.length]).toEqual([["answered", "answered"], 4]);
  away.presence.stop();

  const loaded = openTestPage();
  loaded.page.isLoaded = true;
  loaded.presence.start();
  await loaded.pass(60_000);
  expect(loaded.sent).toEqual([]);
});

test("[WG-103] [WG-085] a page that stops, or has another visitor, while a request is under way leaves no seat behind", async () => {
  const stopped = openTestPage();
  stopped.presence.start();
  stopped.presence.stop();
  await stopped.pass(0);
  expect([stopped.sent.map(({ type, token }) => [type, token]), stopped.heard]).toEqual([
    [
      ["present", null],
      ["left", "made"],
    ],
    [],
  ]);

  const other = openTestPage();
  other.presence.start();
  await other.pass(0);
  other.kept.token = "of another tab";
  other.presence.requestSoon();
  await other.pass(500);
  expect(other.sent.slice(1).map(({ type, token }) => [type, token])).toEqual([
    ["left", "made"],
    ["present", "of another tab"],
  ]);
});

test("[WG-215] [WG-227] a page whose widget was destroyed while its script was loading reports nothing", async () => {
  const { presence, sent, destroy, pass } = openTestPage();
  destroy();
  presence.start();
  await pass(60_000);
  expect([sent, presence.isActive()]).toEqual([[], false]);
});
