import { expect, test } from "vitest";
import { createTestServer, testToken } from "../testing/chat-client.fixture.ts";
import { testWidgetSettings, openTestWindow } from "../testing/fake-server.fixture.ts";
import { selectDepartment, listDepartments, countUnread } from "./reducer.ts";
import { selectPane } from "./pane.ts";
import { createMemoryStorage } from "../storage/local-storage.ts";

test("[CORE-052] [WG-085] received at once, seen only in an open, visible window at its end; other tabs follow", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server, { state: "label" });
  const other = openTestWindow(clock, server, { state: "label", token: testToken });
  clock.advance(1_000);
  server.sendOperatorMessage("hello");
  clock.advance(1_000);
  const marks = () => server.receivedFrames.filter((one) => one.type === "marks");
  expect(marks()).toMatchObject([
    { received: 1, seen: 0 },
    { received: 1, seen: 0 },
  ]);
  expect([countUnread(visitor.model()), countUnread(other.model())]).toEqual([1, 1]);
  expect(visitor.playedSounds).toEqual([101]);
  visitor.setVisible(false);
  visitor.handlePageMessage({ type: "state", state: "chat", focus: true });
  clock.advance(1_000);
  expect(countUnread(visitor.model())).toBe(1);
  visitor.actions.setAtEnd(false);
  visitor.setVisible(true);
  clock.advance(1_000);
  expect(countUnread(visitor.model())).toBe(1);
  visitor.actions.setAtEnd(true);
  clock.advance(1_000);
  expect(countUnread(visitor.model())).toBe(0);
  expect(marks().at(-1)).toMatchObject({ received: 1, seen: 1 });
  if (server.chat !== null) server.tell({ type: "chat", chat: server.chat });
  clock.advance(1_000);
  expect(countUnread(other.model())).toBe(0);
  server.sendOperatorMessage("seen at once");
  clock.advance(1_000);
  expect(visitor.playedSounds).toEqual([101]);
});

test("[CORE-052] [WG-085] what was read stays read when the server speaks of the chat as it was before", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  server.sendOperatorMessage("hello");
  clock.advance(1_000);
  visitor.handlePageMessage({ type: "state", state: "chat/min", focus: true });
  expect(countUnread(visitor.model())).toBe(0);
  if (server.chat !== null) server.tell({ type: "chat", chat: { ...server.chat, read: 0 } });
  clock.advance(1_000);
  expect(countUnread(visitor.model())).toBe(0);
});

test("[WG-091] a sound for what no tab shows, and for none that was muted, in whichever tab", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const shown = openTestWindow(clock, server, { store });
  const behind = openTestWindow(clock, server, { store, token: testToken });
  // The browser of this window denies storage, so the window can learn about other tabs only from
  // the server.
  const blocked = openTestWindow(clock, server, { token: testToken });
  for (const one of [behind, blocked]) one.setVisible(false);
  clock.advance(1_000);
  const getPlayedSounds = () => [shown, behind, blocked].map((one) => one.playedSounds.splice(0));
  const say = (text: string): void => {
    server.sendOperatorMessage(text);
    clock.advance(160);
    if (server.chat !== null)
      server.tell({ type: "chat", chat: { ...server.chat, read: shown.model().read } });
    clock.advance(2_000);
  };
  say("seen in the first");
  expect(getPlayedSounds()).toEqual([[], [], []]);
  shown.handlePageMessage({ type: "state", state: "chat/min", focus: true });
  say("seen nowhere");
  // The sound plays in one of the two tabs that share storage, and in the third tab, which has no
  // storage.
  expect(getPlayedSounds()).toEqual([[102], [], [102]]);
  behind.actions.setMuted(true);
  say("muted in another tab");
  expect(getPlayedSounds()).toEqual([[], [], [103]]);
  behind.actions.setMuted(false);
  say("and no longer");
  expect(getPlayedSounds()).toEqual([[104], [], [104]]);
});

test("[CORE-047] typing is said at most once a second, with the text where the account asks for it, and taken back", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server, {
    face: { ...testWidgetSettings, typing_preview: true },
  });
  visitor.actions.sendMessage("start");
  clock.advance(1_000);
  for (let n = 1; n <= 30; n++) {
    visitor.actions.setDraft("x".repeat(n));
    clock.advance(100);
  }
  clock.advance(10_000);
  const typing = server.receivedFrames.filter((one) => one.type === "typing");
  expect(typing.length).toBeGreaterThanOrEqual(3);
  expect(typing.length).toBeLessThanOrEqual(6);
  expect(typing.at(-2)).toMatchObject({ typing: true, preview: "x".repeat(30) });
  expect(typing.at(-1)).toEqual({ type: "typing", typing: false });
  server.tell({ type: "typing", name: "Sofia", typing: true });
  clock.advance(100);
  expect(visitor.model().typing).toBe("Sofia");
  clock.advance(15_000);
  expect(visitor.model().typing).toBe(null);
});

test("[WG-081] [WG-080] [WG-083] what fills the window", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server, {
    face: {
      ...testWidgetSettings,
      contacts: {
        when: "before",
        name: "optional",
        email: "required",
        phone: "off",
        description: "off",
      },
    },
  });
  clock.advance(1_000);
  const situation = visitor.model().situation;
  if (situation === null) throw new Error("no situation");
  const pane = (): string => selectPane(visitor.model());
  expect(pane()).toBe("contacts");
  visitor.actions.setDraft("half a que");
  server.tell({ type: "situation", situation: { ...situation, mode: "offline" } });
  clock.advance(100);
  expect(pane()).toBe("offline");
  expect(visitor.model().draft).toBe("half a que");
  server.tell({ type: "situation", situation: { ...situation, mode: "offline", bot: true } });
  clock.advance(100);
  visitor.actions.skipContacts();
  expect(pane()).toBe("chat");
  visitor.actions.sendMessage("hi");
  clock.advance(500);
  server.tell({ type: "situation", situation: { ...situation, mode: "offline" } });
  clock.advance(100);
  expect(pane()).toBe("chat");
  if (server.chat !== null)
    server.tell({
      type: "chat",
      chat: { ...server.chat, state: "closed", closed_at: new Date(clock.now()).toISOString() },
    });
  clock.advance(100);
  expect(pane()).toBe("ended");
  server.tell({ type: "situation", situation });
  clock.advance(100);
  visitor.actions.startNewChat();
  expect(pane()).toBe("chat");
  visitor.handlePageMessage({ type: "state", state: "chat/call", focus: true });
  expect(pane()).toBe("call");
});

test("[WG-060] [WG-083] an invitation behind an ended chat is shown in its place, by whomever", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  const end = (): void => {
    visitor.actions.sendMessage("hi");
    clock.advance(500);
    const { chat } = server;
    if (chat !== null)
      server.tell({
        type: "chat",
        chat: { ...chat, state: "closed", closed_at: new Date(clock.now()).toISOString() },
      });
    clock.advance(500);
  };
  end();
  expect(selectPane(visitor.model())).toBe("ended");
  visitor.handlePageMessage({
    type: "invite",
    text: "May I help you?",
    department_id: null,
    by: "script",
  });
  expect([
    selectPane(visitor.model()),
    visitor.model().isFresh,
    visitor.model().invitation?.text,
  ]).toEqual(["chat", true, "May I help you?"]);
  const other = openTestWindow(clock, server, { token: testToken });
  clock.advance(1_000);
  if (server.chat !== null)
    server.tell({ type: "chat", chat: { ...server.chat, state: "closed" } });
  clock.advance(500);
  expect(selectPane(other.model())).toBe("ended");
  server.tell({
    type: "invitation",
    invitation: { text: "And I?", department_id: null, agent: null, at: clock.now() },
  });
  clock.advance(500);
  expect([selectPane(other.model()), other.model().invitation?.text]).toEqual(["chat", "And I?"]);
});

test("[WG-098] [WG-214] nothing goes around a consent that is asked for before the chat: no skip, no message of the page, no known contacts", async () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server, {
    face: {
      ...testWidgetSettings,
      texts: { de: { consent: "Ich stimme zu." } },
      contacts: { when: "before", name: "off", email: "off", phone: "off", description: "off" },
    },
  });
  clock.advance(1_000);
  const pane = (): string => selectPane(visitor.model());
  expect(pane()).toBe("contacts");
  visitor.actions.skipContacts();
  expect(pane()).toBe("contacts");
  visitor.handlePageMessage({ type: "say", text: "from the page" });
  clock.advance(1_000);
  expect([pane(), visitor.model().outbox.length, server.chat]).toEqual(["contacts", 1, null]);
  void visitor.actions.submit(({ submitContacts }) => submitContacts({}, "Ich stimme zu."));
  await expect
    .poll(() => {
      clock.advance(1_000);
      return visitor.model().messages.length;
    })
    .toBeGreaterThan(0);
  expect([
    pane(),
    visitor.model().outbox.length,
    visitor.model().messages.map(({ text }) => text),
  ]).toEqual(["chat", 0, expect.arrayContaining(["from the page"])]);
});

test("[CORE-155] an operator's invitation asks for no department and preselects none; one of the page does as before", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  const departments = [
    { id: 3, name: "Orders", online: false },
    { id: 4, name: "Sales", online: true },
  ];
  const situation = { ...visitor.model().situation!, departments };
  server.tell({ type: "situation", situation });
  clock.advance(500);
  expect([listDepartments(visitor.model()).length, selectDepartment(visitor.model())]).toEqual([
    2, 4,
  ]);
  visitor.handlePageMessage({
    type: "invite",
    text: "May I help you?",
    department_id: 3,
    by: "script",
  });
  expect([listDepartments(visitor.model()).length, selectDepartment(visitor.model())]).toEqual([
    2, 3,
  ]);
  server.tell({
    type: "invitation",
    invitation: { text: "And I?", department_id: null, agent: null, at: clock.now() },
  });
  clock.advance(500);
  expect([listDepartments(visitor.model()).length, selectDepartment(visitor.model())]).toEqual([
    0,
    null,
  ]);
});

test("[WG-266] a form before the chat that asks for a field of chats is shown again before the next chat", async () => {
  const { clock, server } = createTestServer();
  const order = { object: "chat", key: "order", kind: "number", name: "Order", help: "" } as const;
  const visitor = openTestWindow(clock, server, {
    face: {
      ...testWidgetSettings,
      contacts: { ...testWidgetSettings.contacts, when: "before" },
      contact_fields: ["order"],
      fields: [{ ...order, names: {}, helps: {}, options: [], required: true }],
    },
  });
  clock.advance(1_000);
  const pane = (): string => selectPane(visitor.model());
  expect(pane()).toBe("contacts");
  void visitor.actions.submit(({ submitContacts }) => submitContacts({}, null, { order: 7 }));
  await expect
    .poll(() => {
      clock.advance(1_000);
      return pane();
    })
    .toBe("chat");
  visitor.actions.startNewChat();
  expect(pane()).toBe("contacts");
});
