import { expect, test } from "vitest";
import { createTestServer, getTexts, testToken } from "../testing/chat-client.fixture.ts";
import {
  FakeServer,
  createManualClock,
  openTestWindow,
  createRandom,
  type TestWindow,
} from "../testing/fake-server.fixture.ts";
import { openHostPageStorage } from "../storage/host-page-storage.ts";
import { createMemoryStorage } from "../storage/local-storage.ts";

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  "[WG-082] [WG-085] [WG-086] [WG-225] [CORE-044] [CORE-045] cuts, moves, repeats and reloads lose nothing, double nothing, keep the order (seed %i)",
  (seed) => {
    const random = createRandom(seed * 7919 + 1);
    const clock = createManualClock(random);
    const server = new FakeServer(clock);
    const store = createMemoryStorage();
    let visitor = openTestWindow(clock, server, { store });
    const typed: string[] = [];
    for (let step = 0; step < 80; step++) {
      const roll = random();
      if (roll < 0.3) {
        typed.push(`v${step}`);
        expect(visitor.actions.sendMessage(`v${step}`)).toBe(true);
      } else if (roll < 0.5) server.sendOperatorMessage(`o${step}`);
      else if (roll < 0.62) server.cut();
      else if (roll < 0.68) server.isDown = !server.isDown;
      else if (roll < 0.74) {
        visitor.stop();
        server.cut();
        visitor = openTestWindow(clock, server, { store, token: testToken });
      } else if (roll < 0.78) {
        const message =
          server.currentMessages()[Math.floor(random() * server.currentMessages().length)];
        if (message !== undefined) server.tell({ type: "message", message });
      } else if (roll < 0.8) server.closeChat();
      else if (roll < 0.9) server.tell({ type: "move", within_ms: 2_000 });
      clock.advance(Math.floor(random() * 400));
    }
    server.isDown = false;
    clock.advance(120_000);
    expect(visitor.model().outbox).toEqual([]);
    expect(server.messages.filter((one) => one.from === "visitor").map((one) => one.text)).toEqual(
      typed,
    );
    for (let page = 0; page < 5 && visitor.model().more; page++) {
      visitor.actions.loadEarlier();
      clock.advance(100);
    }
    const shown = server.currentMessages().filter((one) => one.from !== "system");
    expect(getTexts(visitor)).toEqual(shown.map((one) => one.text));
    expect(visitor.model().chat).toMatchObject({ id: server.chat?.id, state: server.chat?.state });
  },
);

test("[WG-225] [WG-082] a message without its response when the window moves is sent again and stored once, and the page never sees an outage", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  visitor.actions.sendMessage("first");
  clock.advance(1_000);
  server.tell({ type: "move", within_ms: 5_000 });
  // The frame arrives after 20 ms, and the second socket has its welcome 60 ms later. The server
  // gets the message before, and responds after.
  clock.advance(50);
  visitor.posted.length = 0;
  visitor.actions.sendMessage("on the way");
  server.sendOperatorMessage("from the operator");
  clock.advance(50);
  expect([server.connections, visitor.model().connection]).toEqual([2, "live"]);
  clock.advance(1_000);
  const sent = server.receivedFrames.filter((frame) => frame.type === "say");
  expect(sent.map(({ text }) => text)).toEqual(["first", "on the way", "on the way"]);
  expect(new Set(sent.map(({ ref }) => ref)).size).toBe(2);
  expect(visitor.model().outbox).toEqual([]);
  expect(getTexts(visitor)).toHaveLength(3);
  expect(new Set(getTexts(visitor))).toEqual(new Set(["first", "from the operator", "on the way"]));
  expect(visitor.posted.filter((one) => one.type === "facts" && !one.facts.connected)).toEqual([]);
  const events = visitor.posted.flatMap((one) => (one.type === "event" ? [one.name] : []));
  expect(events.filter((name) => name === "messageReceived")).toHaveLength(1);
});

test.each(["the visitor", "an operator"])(
  "[WG-086] [CORE-004] [CORE-045] chats follow each other in a window that stays, whichever has the higher number; %s begins",
  (starter) => {
    const { clock, server } = createTestServer();
    const visitor = openTestWindow(clock, server);
    clock.advance(1_000);
    visitor.actions.sendMessage("chat 1");
    clock.advance(1_000);
    const ids = new Set([server.chat?.id]);
    for (let n = 2; n <= 6; n++) {
      server.closeChat();
      // The response to the visitor's message arrives before the published frames of the previous
      // chat.
      if (starter === "the visitor") visitor.actions.sendMessage(`chat ${n}`);
      else server.sendOperatorMessage(`chat ${n}`);
      clock.advance(1_000);
      ids.add(server.chat?.id);
      expect(getTexts(visitor)).toEqual([`chat ${n}`]);
      expect(visitor.model()).toMatchObject({
        outbox: [],
        chat: { id: server.chat?.id, state: "open" },
      });
    }
    expect(ids.size).toBe(6);
  },
);

test("[WG-082] cut off for a minute while 20 messages go each way, a reload in the middle: all there, once, in order", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  let visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  visitor.actions.sendMessage("first");
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  for (let n = 0; n < 20; n++) {
    visitor.actions.sendMessage(`v${n}`);
    server.sendOperatorMessage(`o${n}`);
    clock.advance(3_000);
    if (n === 10) {
      visitor.stop();
      visitor = openTestWindow(clock, server, { store, token: testToken });
    }
  }
  expect(visitor.model().outbox.map((one) => one.text)).toEqual(
    Array.from({ length: 20 }, (_, n) => `v${n}`),
  );
  expect(visitor.model().outage).not.toBe("none");
  server.isDown = false;
  clock.advance(40_000);
  expect(visitor.model().connection).toBe("live");
  expect(getTexts(visitor)).toEqual(server.messages.map((one) => one.text));
  expect(server.messages).toHaveLength(41);
});

test("[WG-082] [WG-084] [WG-213] where the frame may keep nothing, the page keeps it for the next window: unreadable, opened by the server's key, in order", async () => {
  const { clock, server } = createTestServer();
  let sealed: string | null = null;
  const openWindow = (given: typeof testToken | null = testToken) =>
    openTestWindow(clock, server, {
      store: openHostPageStorage(sealed, (next) => (sealed = next)),
      token: given,
    });
  const isLive = async (visitor: TestWindow): Promise<void> => {
    clock.advance(1_000);
    await expect.poll(() => visitor.model().connection).toBe("live");
  };
  const first = openWindow(null);
  await isLive(first);
  first.actions.sendMessage("stored");
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  clock.advance(100);
  first.actions.sendMessage("one");
  first.actions.sendMessage("two");
  first.actions.setDraft("half a");
  await expect.poll(() => sealed?.length).toBeGreaterThan(300);
  expect(atob(sealed ?? "")).not.toContain("one");
  first.stop();
  clock.advance(100);
  const second = openWindow();
  second.actions.sendMessage("three");
  expect(second.model()).toMatchObject({ outbox: [{ text: "three" }], draft: "" });
  server.isDown = false;
  clock.advance(30_000);
  await isLive(second);
  expect(second.model().draft).toBe("half a");
  clock.advance(1_000);
  expect(getTexts(second)).toEqual(["stored", "one", "two", "three"]);
  expect(server.messages.map((one) => one.text)).toEqual(["stored", "one", "two", "three"]);
  second.actions.setDraft("");
  await expect.poll(() => sealed).toBe(null);
  // A text of another visitor, or a damaged text, cannot be decrypted. It must be ignored without
  // an error.
  sealed = btoa("x".repeat(80));
  await isLive(openWindow());
});

test("[WG-082] [WG-084] [WG-213] where the page keeps it, a new connection takes nothing from an open window, however old it is", async () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server, {
    store: openHostPageStorage(null, () => undefined),
  });
  const live = async (): Promise<void> => {
    clock.advance(60_000);
    await expect.poll(() => visitor.model().connection).toBe("live");
  };
  await live();
  server.isDown = true;
  server.cut();
  visitor.actions.sendMessage("old");
  visitor.actions.setDraft("half a");
  clock.advance(31 * 60_000);
  server.isDown = false;
  await live();
  expect(visitor.model()).toMatchObject({
    outbox: [{ text: "old", failed: { code: "too_old" } }],
    draft: "half a",
  });
  const [old] = visitor.model().outbox;
  visitor.actions.resend(old?.ref ?? "");
  clock.advance(1_000);
  expect(getTexts(visitor)).toEqual(["old"]);
});

test("[WG-082] what is half written stays when something else is said: a file that arrived, a word of the page", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  visitor.actions.setDraft("half a");
  visitor.actions.sendMessage("", { upload: { id: 1, name: "a.png", size: 3 } });
  visitor.handlePageMessage({ type: "say", text: "of the page" });
  clock.advance(1_000);
  expect(server.messages.map((one) => one.text)).toEqual(["", "of the page"]);
  expect(visitor.model().draft).toBe("half a");
  expect(openTestWindow(clock, server, { store, token: testToken }).model().draft).toBe("half a");
  visitor.actions.sendMessage("half a");
  expect(visitor.model().draft).toBe("");
  expect(openTestWindow(clock, server, { store, token: testToken }).model().draft).toBe("");
});

test("[WG-082] a clock that is set back between two pages leaves what waits in the order in which it was written", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const setBack = { ...clock, now: () => clock.now() - 300_000 };
  server.isDown = true;
  const write = (text: string, at: typeof clock): void => {
    const visitor = openTestWindow(at, server, { store, token: testToken });
    visitor.actions.sendMessage(text);
    clock.advance(1_000);
    visitor.stop();
  };
  write("one", clock);
  write("two", setBack);
  write("three", setBack);
  server.isDown = false;
  openTestWindow(setBack, server, { store, token: testToken });
  clock.advance(10_000);
  expect(server.messages.map((one) => one.text)).toEqual(["one", "two", "three"]);
});

test("[WG-082] an answer that overtakes what was said before it does not hide that from the next connection", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  visitor.actions.sendMessage("a");
  clock.advance(1_000);
  const { receivedSeq } = visitor.model();
  // The server has stored both messages, but the connection broke after the response to the first
  // one.
  server.tell({
    type: "done",
    ref: "x",
    message: {
      ...(server.messages[0] as never as object),
      id: 300,
      seq: 9,
      client_id: "x",
    } as never,
  });
  clock.advance(100);
  expect(visitor.model().messages.at(-1)?.seq).toBe(9);
  expect(visitor.model().receivedSeq).toBe(receivedSeq);
});

test("[WG-082] a refused message stays with its text; Try again sends it, the ones behind it do not wait", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  const refused = new Set<string>();
  server.rejectWith = (ref) => {
    if (refused.size > 0 && !refused.has(ref)) return null;
    refused.add(ref);
    return {
      type: "failed",
      ref,
      code: "too_large",
      message: "no",
      field: null,
      retry_after_s: null,
    };
  };
  visitor.actions.sendMessage("one");
  visitor.actions.sendMessage("two");
  clock.advance(1_000);
  expect(getTexts(visitor)).toEqual(["two"]);
  const [one] = visitor.model().outbox;
  expect(one).toMatchObject({ text: "one", failed: { code: "too_large" } });
  visitor.stop();
  const again = openTestWindow(clock, server, { store, token: testToken });
  clock.advance(1_000);
  expect(again.model().outbox).toMatchObject([{ text: "one", failed: { code: "too_large" } }]);
  server.rejectWith = null;
  again.actions.resend(one?.ref ?? "");
  clock.advance(1_000);
  expect(getTexts(again)).toEqual(["two", "one"]);
  expect(again.model().outbox).toEqual([]);
});

test("[WG-082] a limit is waited for in order; what waits for more than 30 minutes is not sent unasked", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  let isFull = true;
  server.rejectWith = (ref) => {
    const answer = isFull
      ? ({
          type: "failed",
          ref,
          code: "rate_limited",
          message: "",
          field: null,
          retry_after_s: 3,
        } as const)
      : null;
    isFull = false;
    return answer;
  };
  visitor.actions.sendMessage("one");
  visitor.actions.sendMessage("two");
  clock.advance(2_000);
  expect(server.messages).toEqual([]);
  clock.advance(5_000);
  expect(getTexts(visitor)).toEqual(["one", "two"]);
  server.isDown = true;
  server.cut();
  visitor.actions.sendMessage("old");
  clock.advance(31 * 60_000);
  server.isDown = false;
  clock.advance(60_000);
  expect(visitor.model().outbox).toMatchObject([{ text: "old", failed: { code: "too_old" } }]);
  visitor.stop();
  expect(openTestWindow(clock, server, { store, token: testToken }).model().outbox).toEqual([]);
});

test("[WG-086] a line that swallows what is said is given up after 10 s; pauses grow to 30 s, scattered; the network's return dials at once", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  server.rejectWith = () => ({
    type: "failed",
    ref: "nobody",
    code: "",
    message: "",
    field: null,
    retry_after_s: null,
  });
  visitor.actions.sendMessage("lost");
  server.rejectWith = null;
  const { connections: dials } = server;
  server.isDown = true;
  server.cut();
  clock.advance(10 * 60_000);
  const tries = server.connections - dials;
  expect(tries).toBeGreaterThan(20);
  expect(tries).toBeLessThan(60);
  expect(visitor.model()).toMatchObject({ connection: "offline", outage: "long" });
  server.isDown = false;
  visitor.setOnline(true);
  clock.advance(200);
  expect(visitor.model()).toMatchObject({ connection: "live", outage: "none" });
  expect(getTexts(visitor)).toEqual(["lost"]);
});

test("[WG-226] a connection that died unnoticed is replaced after 38 s, or 8 s after the window is looked at; one that works is kept", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  visitor.actions.sendMessage("hello");
  clock.advance(1_000);
  visitor.setVisible(false);
  server.die();
  server.sendOperatorMessage("here I am");
  clock.advance(30_000);
  expect(getTexts(visitor)).toEqual(["hello"]);
  clock.advance(10_000);
  expect(getTexts(visitor)).toEqual(["hello", "here I am"]);
  server.die();
  server.sendOperatorMessage("still here");
  visitor.setVisible(true);
  clock.advance(10_000);
  expect(getTexts(visitor)).toEqual(["hello", "here I am", "still here"]);
  const { connections } = server;
  visitor.setVisible(false);
  visitor.setVisible(true);
  clock.advance(120_000);
  expect(server.connections).toBe(connections);
});

test("[WG-283] [WG-082] a quote waits with its message over a reload, is sent once, and belongs to the visitor's next words or file", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  visitor.actions.sendMessage("hi");
  server.sendOperatorMessage("10 EUR");
  clock.advance(1_000);
  const [, answer] = visitor.model().messages;
  const quotes = { chat_id: answer!.chat_id, seq: answer!.seq };
  server.isDown = true;
  server.cut();
  clock.advance(100);
  visitor.actions.setQuote(quotes);
  // A message of the page does not take the quote.
  visitor.handlePageMessage({ type: "say", text: "from the page" });
  expect(visitor.model().quotes).toEqual(quotes);
  visitor.actions.sendMessage("too much");
  visitor.actions.sendMessage("really");
  expect(visitor.model().quotes).toBeUndefined();
  visitor.stop();
  server.isDown = false;
  const next = openTestWindow(clock, server, { store, token: testToken });
  expect(next.model().outbox.map((one) => [one.text, one.quotes])).toEqual([
    ["from the page", undefined],
    ["too much", quotes],
    ["really", undefined],
  ]);
  clock.advance(5_000);
  next.actions.setQuote(quotes);
  next.actions.sendMessage("", { upload: { id: 7, name: "a.png", size: 1 } });
  clock.advance(1_000);
  expect(
    server.receivedFrames.flatMap((frame) =>
      frame.type === "say" ? [[frame.text, frame.quotes]] : [],
    ),
  ).toEqual([
    ["hi", undefined],
    ["from the page", undefined],
    ["too much", quotes],
    ["really", undefined],
    ["", quotes],
  ]);
});
