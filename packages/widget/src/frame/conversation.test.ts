import { expect, test } from "vitest";
import { paneOf } from "./pane.ts";
import { unreadOf } from "./model.ts";
import { face, FakeServer, manualClock, openVisitor, seeded, type Visitor } from "./fake-server.ts";
import { pageStore } from "./page-store.ts";
import { memoryStore } from "./store.ts";

const token = "t".repeat(43);
const started = () => {
  const clock = manualClock(seeded(1));
  const server = new FakeServer(clock);
  return { clock, server };
};
const events = ({ posted }: Visitor): readonly string[] => posted.flatMap((one) => (one.type === "event" ? [one.name] : []));
const texts = (visitor: Visitor): readonly string[] =>
  visitor
    .model()
    .messages.filter((one) => one.from !== "system")
    .map((one) => one.text);

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  "[WG-082] [WG-085] [WG-086] [CORE-044] [CORE-045] cuts, repeats and reloads lose nothing, double nothing, keep the order (seed %i)",
  (seed) => {
    const random = seeded(seed * 7919 + 1);
    const clock = manualClock(random);
    const server = new FakeServer(clock);
    const store = memoryStore();
    let visitor = openVisitor(clock, server, { store });
    const typed: string[] = [];
    for (let step = 0; step < 80; step++) {
      const dice = random();
      if (dice < 0.3) {
        typed.push(`v${step}`);
        expect(visitor.acts.say(`v${step}`)).toBe(true);
      } else if (dice < 0.5) server.operatorSays(`o${step}`);
      else if (dice < 0.62) server.cut();
      else if (dice < 0.68) server.isDown = !server.isDown;
      else if (dice < 0.74) {
        visitor.stop();
        server.cut();
        visitor = openVisitor(clock, server, { store, token });
      } else if (dice < 0.78 && server.messages.length > 0) {
        const message = server.messages[Math.floor(random() * server.messages.length)];
        if (message !== undefined) server.tell({ type: "message", message });
      }
      clock.advance(Math.floor(random() * 400));
    }
    server.isDown = false;
    clock.advance(120_000);
    expect(visitor.model().outbox).toEqual([]);
    expect(server.messages.filter((one) => one.from === "visitor").map((one) => one.text)).toEqual(typed);
    for (let page = 0; page < 5 && visitor.model().more; page++) {
      visitor.acts.older();
      clock.advance(100);
    }
    expect(texts(visitor)).toEqual(server.messages.map((one) => one.text));
  },
);

test("[WG-082] cut off for a minute while 20 messages go each way, a reload in the middle: all there, once, in order", () => {
  const { clock, server } = started();
  const store = memoryStore();
  let visitor = openVisitor(clock, server, { store });
  clock.advance(1_000);
  visitor.acts.say("first");
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  for (let n = 0; n < 20; n++) {
    visitor.acts.say(`v${n}`);
    server.operatorSays(`o${n}`);
    clock.advance(3_000);
    if (n === 10) {
      visitor.stop();
      visitor = openVisitor(clock, server, { store, token });
    }
  }
  expect(visitor.model().outbox.map((one) => one.text)).toEqual(Array.from({ length: 20 }, (_, n) => `v${n}`));
  expect(visitor.model().outage).not.toBe("none");
  server.isDown = false;
  clock.advance(40_000);
  expect(visitor.model().connection).toBe("live");
  expect(texts(visitor)).toEqual(server.messages.map((one) => one.text));
  expect(server.messages).toHaveLength(41);
});

test("[WG-082] [WG-084] where the frame may keep nothing, the page keeps it for the next window: unreadable, opened by the server's key, in order", async () => {
  const { clock, server } = started();
  let sealed: string | null = null;
  const opened = (given: typeof token | null = token) =>
    openVisitor(clock, server, { store: pageStore(sealed, (next) => (sealed = next)), token: given });
  const isLive = async (visitor: Visitor): Promise<void> => {
    clock.advance(1_000);
    await expect.poll(() => visitor.model().connection).toBe("live");
  };
  const first = opened(null);
  await isLive(first);
  first.acts.say("stored");
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  clock.advance(100);
  first.acts.say("one");
  first.acts.say("two");
  first.acts.write("half a");
  await expect.poll(() => sealed?.length).toBeGreaterThan(300);
  expect(atob(sealed ?? "")).not.toContain("one");
  first.stop();
  clock.advance(100);
  const second = opened();
  second.acts.say("three");
  expect(second.model()).toMatchObject({ outbox: [{ text: "three" }], draft: "" });
  server.isDown = false;
  clock.advance(30_000);
  await isLive(second);
  expect(second.model().draft).toBe("half a");
  clock.advance(1_000);
  expect(texts(second)).toEqual(["stored", "one", "two", "three"]);
  expect(server.messages.map((one) => one.text)).toEqual(["stored", "one", "two", "three"]);
  second.acts.write("");
  await expect.poll(() => sealed).toBe(null);
  // Of somebody else, or no longer whole: it opens nothing, and hurts nothing.
  sealed = btoa("x".repeat(80));
  await isLive(opened());
});

test("[WG-082] an answer that overtakes what was said before it does not hide that from the next connection", () => {
  const { clock, server } = started();
  const visitor = openVisitor(clock, server);
  clock.advance(1_000);
  visitor.acts.say("a");
  clock.advance(1_000);
  const { heard } = visitor.model();
  // The server has taken both, but the line broke after the answer alone.
  server.tell({
    type: "done",
    ref: "x",
    message: { ...(server.messages[0] as never as object), id: 300, seq: 9, client_id: "x" } as never,
  });
  clock.advance(100);
  expect(visitor.model().messages.at(-1)?.seq).toBe(9);
  expect(visitor.model().heard).toBe(heard);
});

test("[WG-082] a refused message stays with its text; Try again sends it, the ones behind it do not wait", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const visitor = openVisitor(clock, server, { store });
  clock.advance(1_000);
  const refused = new Set<string>();
  server.refuse = (ref) => {
    if (refused.size > 0 && !refused.has(ref)) return null;
    refused.add(ref);
    return { type: "failed", ref, code: "too_large", message: "no", field: null, retry_after_s: null };
  };
  visitor.acts.say("one");
  visitor.acts.say("two");
  clock.advance(1_000);
  expect(texts(visitor)).toEqual(["two"]);
  const [one] = visitor.model().outbox;
  expect(one).toMatchObject({ text: "one", failed: { code: "too_large" } });
  visitor.stop();
  const again = openVisitor(clock, server, { store, token });
  clock.advance(1_000);
  expect(again.model().outbox).toMatchObject([{ text: "one", failed: { code: "too_large" } }]);
  server.refuse = null;
  again.acts.again(one?.ref ?? "");
  clock.advance(1_000);
  expect(texts(again)).toEqual(["two", "one"]);
  expect(again.model().outbox).toEqual([]);
});

test("[WG-082] a limit is waited for in order; what waits for more than 30 minutes is not sent unasked", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const visitor = openVisitor(clock, server, { store });
  clock.advance(1_000);
  let isFull = true;
  server.refuse = (ref) => {
    const answer = isFull ? ({ type: "failed", ref, code: "rate_limited", message: "", field: null, retry_after_s: 3 } as const) : null;
    isFull = false;
    return answer;
  };
  visitor.acts.say("one");
  visitor.acts.say("two");
  clock.advance(2_000);
  expect(server.messages).toEqual([]);
  clock.advance(5_000);
  expect(texts(visitor)).toEqual(["one", "two"]);
  server.isDown = true;
  server.cut();
  visitor.acts.say("old");
  clock.advance(31 * 60_000);
  server.isDown = false;
  clock.advance(60_000);
  expect(visitor.model().outbox).toMatchObject([{ text: "old", failed: { code: "too_old" } }]);
  visitor.stop();
  expect(openVisitor(clock, server, { store, token }).model().outbox).toEqual([]);
});

test("[WG-086] a line that swallows what is said is given up after 10 s; pauses grow to 30 s, scattered; the network's return dials at once", () => {
  const { clock, server } = started();
  const visitor = openVisitor(clock, server);
  clock.advance(1_000);
  server.refuse = () => ({ type: "failed", ref: "nobody", code: "", message: "", field: null, retry_after_s: null });
  visitor.acts.say("lost");
  server.refuse = null;
  const { dials } = server;
  server.isDown = true;
  server.cut();
  clock.advance(10 * 60_000);
  const tries = server.dials - dials;
  expect(tries).toBeGreaterThan(20);
  expect(tries).toBeLessThan(60);
  expect(visitor.model()).toMatchObject({ connection: "offline", outage: "long" });
  server.isDown = false;
  visitor.network(true);
  clock.advance(200);
  expect(visitor.model()).toMatchObject({ connection: "live", outage: "none" });
  expect(texts(visitor)).toEqual(["lost"]);
});

test("[CORE-052] [WG-085] received at once, seen only in an open, visible window at its end; other tabs follow", () => {
  const { clock, server } = started();
  const visitor = openVisitor(clock, server, { state: "label" });
  const other = openVisitor(clock, server, { state: "label", token });
  clock.advance(1_000);
  server.operatorSays("hello");
  clock.advance(1_000);
  const marks = () => server.heard.filter((one) => one.type === "marks");
  expect(marks()).toMatchObject([
    { received: 1, seen: 0 },
    { received: 1, seen: 0 },
  ]);
  expect([unreadOf(visitor.model()), unreadOf(other.model())]).toEqual([1, 1]);
  expect(visitor.rang).toEqual([101]);
  visitor.seenBy(false);
  visitor.heard({ type: "state", state: "chat", focus: true });
  clock.advance(1_000);
  expect(unreadOf(visitor.model())).toBe(1);
  visitor.acts.atEnd(false);
  visitor.seenBy(true);
  clock.advance(1_000);
  expect(unreadOf(visitor.model())).toBe(1);
  visitor.acts.atEnd(true);
  clock.advance(1_000);
  expect(unreadOf(visitor.model())).toBe(0);
  expect(marks().at(-1)).toMatchObject({ received: 1, seen: 1 });
  if (server.chat !== null) server.tell({ type: "chat", chat: server.chat });
  clock.advance(1_000);
  expect(unreadOf(other.model())).toBe(0);
  server.operatorSays("seen at once");
  clock.advance(1_000);
  expect(visitor.rang).toEqual([101]);
});

test("[WG-091] a sound for what no tab shows, and for none that was muted, in whichever tab", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const shown = openVisitor(clock, server, { store });
  const behind = openVisitor(clock, server, { store, token });
  // Its browser keeps nothing for it: it hears of the others from the server alone.
  const blocked = openVisitor(clock, server, { token });
  for (const one of [behind, blocked]) one.seenBy(false);
  clock.advance(1_000);
  const rang = () => [shown, behind, blocked].map((one) => one.rang.splice(0));
  const say = (text: string): void => {
    server.operatorSays(text);
    clock.advance(160);
    if (server.chat !== null) server.tell({ type: "chat", chat: { ...server.chat, read: shown.model().read } });
    clock.advance(2_000);
  };
  say("seen in the first");
  expect(rang()).toEqual([[], [], []]);
  shown.heard({ type: "state", state: "chat/min", focus: true });
  say("seen nowhere");
  // One of two tabs with one storage; the third, to whom its browser gives none, cannot know.
  expect(rang()).toEqual([[102], [], [102]]);
  behind.acts.mute(true);
  say("muted in another tab");
  expect(rang()).toEqual([[], [], [103]]);
  behind.acts.mute(false);
  say("and no longer");
  expect(rang()).toEqual([[104], [], [104]]);
});

test("[WG-020] [WG-021] [WG-022] callbacks: the chat begins, is taken, is answered; each once, history never", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const visitor = openVisitor(clock, server, { store });
  const other = openVisitor(clock, server, { token });
  clock.advance(1_000);
  visitor.acts.say("hi");
  clock.advance(500);
  server.line("accepted", "Sofia");
  server.line("joined", "Ivan");
  server.operatorSays("hello");
  visitor.acts.say("again");
  clock.advance(1_000);
  expect(events(visitor)).toEqual(["clientStartChat", "messageSent", "accept", "messageReceived"]);
  expect(visitor.posted).toContainEqual({ type: "event", name: "accept", detail: { agent: { name: "Sofia", photo: "" } } });
  expect(events(other)).toEqual(["accept", "messageReceived"]);
  visitor.stop();
  const reloaded = openVisitor(clock, server, { store, token });
  clock.advance(1_000);
  expect(events(reloaded)).toEqual([]);
});

test("[WG-020] [WG-021] a page that is left between storing and answer tells on the next one what the first message owed, once", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const visitor = openVisitor(clock, server, { store });
  clock.advance(1_000);
  visitor.acts.say("first");
  // Stored, and the answer is on its way.
  clock.advance(25);
  expect(server.messages).toHaveLength(1);
  visitor.stop();
  server.cut();
  expect(events(visitor)).toEqual([]);
  const next = openVisitor(clock, server, { store, token });
  clock.advance(1_000);
  expect(events(next)).toEqual(["clientStartChat", "messageSent"]);
  next.acts.say("second");
  clock.advance(1_000);
  next.stop();
  const last = openVisitor(clock, server, { store, token });
  clock.advance(1_000);
  expect(texts(last)).toEqual(["first", "second"]);
  expect([events(next), events(last)]).toEqual([["clientStartChat", "messageSent"], []]);
});

test("[WG-020] [WG-086] a call that ended while the line was down, or no page was open, is told as ended, with its reason, once", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const call = (id: number, status: "client_connected" | "end", reason: string | null = null) => {
    server.call = { id, phone: "+442079460018", status, reason };
    server.publish({ type: "call", call: server.call });
    clock.advance(1_000);
  };
  const visitor = openVisitor(clock, server, { store });
  clock.advance(1_000);
  call(7, "client_connected");
  server.isDown = true;
  server.cut();
  call(7, "end");
  server.isDown = false;
  clock.advance(5_000);
  expect(visitor.posted.filter((one) => one.type === "event")).toEqual([{ type: "event", name: "callEnd", detail: { result: "ok" } }]);
  expect(visitor.model().call?.status).toBe("end");
  call(8, "client_connected");
  visitor.stop();
  server.cut();
  call(8, "end", "not_connected");
  const next = openVisitor(clock, server, { store, token });
  clock.advance(1_000);
  const told = { type: "event", name: "callEnd", detail: { result: "fail", reason: "not_connected" } };
  expect(next.posted.filter((one) => one.type === "event")).toEqual([told]);
  server.cut();
  clock.advance(5_000);
  next.stop();
  const last = openVisitor(clock, server, { store, token });
  clock.advance(1_000);
  expect(next.posted.filter((one) => one.type === "event")).toEqual([told]);
  expect(events(last)).toEqual([]);
});

test("[CORE-047] typing is said at most once a second, with the text where the account asks for it, and taken back", () => {
  const { clock, server } = started();
  const visitor = openVisitor(clock, server, { face: { ...face, typing_preview: true } });
  visitor.acts.say("start");
  clock.advance(1_000);
  for (let n = 1; n <= 30; n++) {
    visitor.acts.write("x".repeat(n));
    clock.advance(100);
  }
  clock.advance(10_000);
  const typing = server.heard.filter((one) => one.type === "typing");
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
  const { clock, server } = started();
  const visitor = openVisitor(clock, server, {
    face: { ...face, contacts: { when: "before", name: "optional", email: "required", phone: "off", description: "off" } },
  });
  clock.advance(1_000);
  const situation = visitor.model().situation;
  if (situation === null) throw new Error("no situation");
  const pane = (): string => paneOf(visitor.model());
  expect(pane()).toBe("contacts");
  visitor.acts.write("half a que");
  server.tell({ type: "situation", situation: { ...situation, mode: "offline" } });
  clock.advance(100);
  expect(pane()).toBe("offline");
  expect(visitor.model().draft).toBe("half a que");
  server.tell({ type: "situation", situation: { ...situation, mode: "offline", bot: true } });
  clock.advance(100);
  visitor.acts.skipContacts();
  expect(pane()).toBe("chat");
  visitor.acts.say("hi");
  clock.advance(500);
  server.tell({ type: "situation", situation: { ...situation, mode: "offline" } });
  clock.advance(100);
  expect(pane()).toBe("chat");
  if (server.chat !== null)
    server.tell({ type: "chat", chat: { ...server.chat, state: "closed", closed_at: new Date(clock.now()).toISOString() } });
  clock.advance(100);
  expect(pane()).toBe("ended");
  server.tell({ type: "situation", situation });
  clock.advance(100);
  visitor.acts.beginAnew();
  expect(pane()).toBe("chat");
  visitor.heard({ type: "state", state: "chat/call", focus: true });
  expect(pane()).toBe("call");
});

test("[WG-060] [WG-083] an invitation behind an ended chat is shown in its place, by whomever", () => {
  const { clock, server } = started();
  const visitor = openVisitor(clock, server);
  clock.advance(1_000);
  const end = (): void => {
    visitor.acts.say("hi");
    clock.advance(500);
    const { chat } = server;
    if (chat !== null) server.tell({ type: "chat", chat: { ...chat, state: "closed", closed_at: new Date(clock.now()).toISOString() } });
    clock.advance(500);
  };
  end();
  expect(paneOf(visitor.model())).toBe("ended");
  visitor.heard({ type: "invite", text: "May I help you?", department_id: null, by: "script" });
  expect([paneOf(visitor.model()), visitor.model().isFresh, visitor.model().invitation?.text]).toEqual(["chat", true, "May I help you?"]);
  const other = openVisitor(clock, server, { token });
  clock.advance(1_000);
  if (server.chat !== null) server.tell({ type: "chat", chat: { ...server.chat, state: "closed" } });
  clock.advance(500);
  expect(paneOf(other.model())).toBe("ended");
  server.tell({ type: "invitation", invitation: { text: "And I?", department_id: null, agent: null, at: clock.now() } });
  clock.advance(500);
  expect([paneOf(other.model()), other.model().invitation?.text]).toEqual(["chat", "And I?"]);
});

test("[WG-080] [WG-082] a form that is sent before there is a line goes with it, the page hears of it once", async () => {
  const { clock, server } = started();
  server.isDown = true;
  const visitor = openVisitor(clock, server);
  const answer = visitor.acts.contacts({ email: "anna@example.com" }, null);
  clock.advance(5_000);
  server.isDown = false;
  clock.advance(30_000);
  expect(await answer).toBe(null);
  expect(visitor.posted.find((one) => one.type === "event")).toMatchObject({ name: "introduction", detail: { email: "anna@example.com" } });
  expect(visitor.model().contactsDone).toBe(true);
});

test("[WG-064] [WG-084] clearHistory leaves nothing of the visitor in the window", () => {
  const { clock, server } = started();
  const store = memoryStore();
  const visitor = openVisitor(clock, server, { store });
  clock.advance(1_000);
  visitor.acts.say("secret");
  clock.advance(1_000);
  visitor.acts.write("more");
  visitor.heard({ type: "forget" });
  expect(visitor.model()).toMatchObject({ messages: [], draft: "", number: null, chat: null });
  expect(store.keys()).toEqual([]);
  expect(visitor.posted.filter((one) => one.type === "token").at(-1)).toEqual({ type: "token", token: null });
});
