import { expect, test } from "vitest";
import { getEvents, createTestServer, getTexts, testToken } from "./chat-client.fixture.ts";
import { openTestWindow } from "./fake-server.fixture.ts";
import { createMemoryStorage } from "../storage/local-storage.ts";

test("[WG-020] [WG-021] [WG-022] callbacks: the chat begins, is taken, is answered; each once, history never", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  const other = openTestWindow(clock, server, { token: testToken });
  clock.advance(1_000);
  visitor.actions.sendMessage("hi");
  clock.advance(500);
  server.addSystemMessage("accepted", "Sofia", "https://shop.example/sofia.png");
  server.addSystemMessage("joined", "Ivan");
  server.sendOperatorMessage("hello");
  visitor.actions.sendMessage("again");
  clock.advance(1_000);
  expect(getEvents(visitor)).toEqual([
    "clientStartChat",
    "messageSent",
    "accept",
    "messageReceived",
  ]);
  expect(visitor.posted).toContainEqual({
    type: "event",
    name: "accept",
    detail: { agent: { name: "Sofia", photo: "https://shop.example/sofia.png" } },
  });
  expect(getEvents(other)).toEqual(["accept", "messageReceived"]);
  visitor.stop();
  const reloaded = openTestWindow(clock, server, { store, token: testToken });
  clock.advance(1_000);
  expect(getEvents(reloaded)).toEqual([]);
});

test("[WG-020] who takes a chat is told once: of each chat, when two came while the line was down, and never of a chat that somebody had", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  const accepts = () =>
    visitor.posted.flatMap((one) =>
      one.type === "event" && one.name === "accept" ? [one.detail] : [],
    );
  const agent = (name: string) => ({ agent: { name, photo: "" } });
  clock.advance(1_000);
  visitor.actions.sendMessage("hi");
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  server.addSystemMessage("accepted", "Sofia");
  server.addSystemMessage("joined", "Ivan");
  server.isDown = false;
  clock.advance(40_000);
  expect(accepts()).toEqual([agent("Sofia")]);
  server.closeChat();
  clock.advance(1_000);
  visitor.actions.sendMessage("again");
  clock.advance(1_000);
  server.addSystemMessage("accepted", "Ivan");
  for (let n = 0; n < 60; n++) server.sendOperatorMessage(`n${n}`);
  clock.advance(1_000);
  expect(accepts()).toEqual([agent("Sofia"), agent("Ivan")]);
  visitor.stop();
  server.cut();
  const reloaded = openTestWindow(clock, server, { token: testToken });
  clock.advance(1_000);
  expect(reloaded.model().more).toBe(true);
  server.addSystemMessage("joined", "Sofia");
  clock.advance(1_000);
  expect(getEvents(reloaded)).toEqual([]);
});

test("[WG-020] [WG-021] a page that is left between storing and answer tells on the next one what the first message owed, once", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  visitor.actions.sendMessage("first");
  // The message is stored, but its response has not arrived yet.
  clock.advance(25);
  expect(server.messages).toHaveLength(1);
  visitor.stop();
  server.cut();
  expect(getEvents(visitor)).toEqual([]);
  const next = openTestWindow(clock, server, { store, token: testToken });
  clock.advance(1_000);
  expect(getEvents(next)).toEqual(["clientStartChat", "messageSent"]);
  next.actions.sendMessage("second");
  clock.advance(1_000);
  next.stop();
  const last = openTestWindow(clock, server, { store, token: testToken });
  clock.advance(1_000);
  expect(getTexts(last)).toEqual(["first", "second"]);
  expect([getEvents(next), getEvents(last)]).toEqual([["clientStartChat", "messageSent"], []]);
});

test("[WG-020] [WG-086] a call that ended while the line was down, or no page was open, is told as ended, with its reason, once", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const call = (id: number, status: "client_connected" | "end", reason: string | null = null) => {
    server.call = { id, phone: "+442079460018", status, reason };
    server.publish({ type: "call", call: server.call });
    clock.advance(1_000);
  };
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  call(7, "client_connected");
  server.isDown = true;
  server.cut();
  call(7, "end");
  server.isDown = false;
  clock.advance(5_000);
  expect(visitor.posted.filter((one) => one.type === "event")).toEqual([
    { type: "event", name: "callEnd", detail: { result: "ok" } },
  ]);
  expect(visitor.model().call?.status).toBe("end");
  call(8, "client_connected");
  visitor.stop();
  server.cut();
  call(8, "end", "not_connected");
  const next = openTestWindow(clock, server, { store, token: testToken });
  clock.advance(1_000);
  const ended = {
    type: "event",
    name: "callEnd",
    detail: { result: "fail", reason: "not_connected" },
  };
  expect(next.posted.filter((one) => one.type === "event")).toEqual([ended]);
  server.cut();
  clock.advance(5_000);
  next.stop();
  const last = openTestWindow(clock, server, { store, token: testToken });
  clock.advance(1_000);
  expect(next.posted.filter((one) => one.type === "event")).toEqual([ended]);
  expect(getEvents(last)).toEqual([]);
});

test("[WG-080] [WG-082] a form that is sent before there is a line goes with it, the page hears of it once", async () => {
  const { clock, server } = createTestServer();
  server.isDown = true;
  const visitor = openTestWindow(clock, server);
  const answer = visitor.actions.submit(({ submitContacts }) =>
    submitContacts({ email: "anna@example.com" }, null),
  );
  clock.advance(5_000);
  server.isDown = false;
  await expect
    .poll(() => {
      clock.advance(30_000);
      return visitor.model().contactsDone;
    })
    .toBe(true);
  expect(await answer).toBe(null);
  expect(visitor.posted.find((one) => one.type === "event")).toMatchObject({
    name: "introduction",
    detail: { email: "anna@example.com" },
  });
});

test("[WG-061] a call of the page's script, which was told ok, is asked for also when the line has just gone; the page hears of it once", async () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  clock.advance(100);
  visitor.handlePageMessage({ type: "call", phone: "+442079460018" });
  // The form immediately reports that there is no connection. The visitor must submit it again.
  expect(
    await visitor.actions.submit(({ requestCall }) => requestCall("+442079460018", null)),
  ).toMatchObject({ code: "connection" });
  clock.advance(1_000);
  server.isDown = false;
  clock.advance(30_000);
  await expect.poll(() => getEvents(visitor)).toEqual(["callStart"]);
  expect(server.receivedFrames.filter(({ type }) => type === "call")).toMatchObject([
    { phone: "+442079460018" },
  ]);
});

test("[WG-064] [WG-084] clearHistory leaves nothing of the visitor in the window", () => {
  const { clock, server } = createTestServer();
  const store = createMemoryStorage();
  const visitor = openTestWindow(clock, server, { store });
  clock.advance(1_000);
  visitor.actions.sendMessage("secret");
  clock.advance(1_000);
  visitor.actions.setDraft("more");
  visitor.handlePageMessage({ type: "forget" });
  expect(visitor.model()).toMatchObject({ messages: [], draft: "", number: null, chat: null });
  expect(store.keys()).toEqual([]);
  expect(visitor.posted.filter((one) => one.type === "token").at(-1)).toEqual({
    type: "token",
    token: null,
  });
});

test("[WG-064] [WG-032] clearHistory: what the server has not answered is neither the next visitor's nor waited for", async () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  clock.advance(1_000);
  server.isDown = true;
  server.cut();
  clock.advance(100);
  visitor.handlePageMessage({ type: "contacts", contacts: { name: "Anna" } });
  const answers: unknown[] = [];
  void visitor.actions
    .submit((requests) =>
      requests.submitOfflineMessage({ email: "anna@example.com" }, "hello", null),
    )
    .then((answer) => answers.push(answer));
  visitor.handlePageMessage({ type: "forget" });
  await expect.poll(() => answers).toMatchObject([{ code: "forgotten" }]);
  server.isDown = false;
  clock.advance(40_000);
  expect(visitor.model()).toMatchObject({ connection: "live", contacts: { name: null } });
  expect(
    server.receivedFrames.filter((one) => one.type === "contacts" || one.type === "offline"),
  ).toEqual([]);
});

test("[WG-064] [WG-086] a page that goes on while its window is being welcomed is told then; one that stays is not told again", () => {
  const { clock, server } = createTestServer();
  const visitor = openTestWindow(clock, server);
  // The hello frame has been sent, but has not arrived yet.
  clock.advance(30);
  const next = { type: "page", url: "https://shop.example/next", title: "Next" } as const;
  visitor.handlePageMessage(next);
  clock.advance(1_000);
  server.cut();
  clock.advance(5_000);
  expect(visitor.model().connection).toBe("live");
  expect(server.receivedFrames.filter((one) => one.type === "page")).toEqual([next]);
  expect(
    server.receivedFrames.filter((one) => one.type === "hello").map((one) => one.page.title),
  ).toEqual(["Shop", "Next"]);
});
