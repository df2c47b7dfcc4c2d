import type { Message } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createHello,
  openWidgetFixture,
  useWindows,
  type WidgetFixture,
} from "./widget-fixture.ts";

let fixture: WidgetFixture;
let owner: WidgetFixture["parlour"]["owner"];
beforeAll(async () => {
  fixture = await openWidgetFixture();
  ({ owner } = fixture.parlour);
});
afterAll(() => fixture.close());

const { nextRef, sendReply, startChat } = useWindows(() => fixture);

describe("marks, rating, end", () => {
  test(
    "[CORE-052] [API-224] received, then seen: one event each of the newest message, which speaks for those before it",
    { meta: { pin: "main path of the chat window" } },
    async () => {
      const { win, chatId } = await startChat();
      for (const text of ["one", "two", "three"]) await sendReply(chatId, text);
      await win.next("message", ({ message }) => message.text === "three");
      const [, one, two, three] = (await fixture.parlour.messages(chatId)).filter(
        ({ author }) => author.kind !== "system",
      );
      const updates = () =>
        fixture.parlour.sql<{ body: string }>(
          "select body from journal where chat_id = $1 and name = 'message_updated' order by position",
          [chatId],
        );
      win.send({ type: "marks", chat_id: chatId, received: three?.seq, seen: two?.seq });
      await fixture.waitUntil(async () => (await updates()).length === 2, "both marks");
      const read = async () =>
        (await fixture.parlour.messages(chatId)).filter(({ author }) => author.kind === "operator");
      expect(
        (await read()).map((one) => [one.received_at !== undefined, one.seen_at !== undefined]),
      ).toEqual([
        [true, true],
        [true, true],
        [true, false],
      ]);
      const at = (await fixture.readChat(chatId)).visitor_read;
      expect(at).toMatchObject({ received: three?.seq, seen: two?.seq });
      // Marks that are lower or equal change nothing.
      win.send({ type: "marks", chat_id: chatId, received: one?.seq, seen: one?.seq });
      win.send({ type: "marks", chat_id: chatId, received: three?.seq, seen: two?.seq });
      win.send({ type: "marks", chat_id: chatId, received: 9_999, seen: 9_999 });
      await fixture.waitUntil(async () => (await updates()).length > 2, "the last mark");
      expect((await updates()).length).toBe(3);
      expect(JSON.parse((await updates())[2]?.body ?? "{}")).toMatchObject({
        message: { id: three?.id, text: "three", seq: three?.seq },
      });
      expect((await fixture.readChat(chatId)).visitor_read).toMatchObject({
        received: three?.seq,
        seen: three?.seq,
      });
    },
  );

  test("[CORE-080] [API-047] [API-224] asked and rated, also after the end; a comment is not shown to developers", async () => {
    const { win, chatId } = await startChat();
    const developer = await fixture.parlour.operator("developer");
    expect((await owner.call("POST", `chats/${chatId}/ask-rating`, {})).status).toBe(200);
    expect((await win.next("chat", ({ chat }) => chat.rating_asked)).chat.rating).toBeNull();
    const rate = (rating: string, comment?: string) =>
      win.request({ type: "rate", ref: nextRef(), chat_id: chatId, rating, comment });
    expect(await rate("positive", "Quick help")).toMatchObject({ type: "done" });
    expect(await fixture.readChat(chatId)).toMatchObject({
      rating: "positive",
      rating_comment: "Quick help",
    });
    expect((await developer.call("GET", `chats/${chatId}`)).text).not.toContain("Quick help");
    expect((await owner.call("POST", `chats/${chatId}/ask-rating`, {})).status).toBe(409);
    expect(await win.request({ type: "close", ref: nextRef(), chat_id: chatId })).toMatchObject({
      type: "done",
    });
    expect(await fixture.readChat(chatId)).toMatchObject({
      state: "closed",
      close_reason: "visitor",
    });
    expect(await win.request({ type: "close", ref: nextRef(), chat_id: chatId })).toMatchObject({
      type: "failed",
      code: "chat_closed",
    });
    expect(await rate("negative")).toMatchObject({ type: "done" });
    expect((await win.next("chat", ({ chat }) => chat.rating === "negative")).chat.state).toBe(
      "closed",
    );
  });
});

describe("situation", () => {
  test("[WG-031] [CORE-092] mode follows presence, hours and settings within 2 s", async () => {
    const { RealtimeClient: Client } = await import("./realtime-client.ts");
    const win = await fixture.openWindow();
    expect((await win.waitForWelcome()).situation).toMatchObject({
      mode: "offline",
      operators_online: false,
      working_hours: true,
    });
    const operator = new Client(`${fixture.parlour.url.replace("http", "ws")}/api/v1/socket`, {
      headers: { authorization: `Bearer ${owner.key}` },
    });
    await operator.opened;
    operator.send({ type: "hello", after: null });
    await operator.next((frame) => frame["type"] === "live");
    await owner.call("PUT", "me/presence", { status: "online" });
    await fixture.parlour.clock.advance(2_000);
    await win.next("situation", ({ situation }) => situation.mode === "online");
    // Monday 2026-01-05, shortly after 09:00 UTC.
    const now = new Date(fixture.parlour.clock.now());
    const closesAt = new Date(Math.ceil((now.getTime() + 60_000) / 60_000) * 60_000);
    const day =
      (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[now.getUTCDay()] ?? "mon";
    const week = { [day]: [`00:00-${closesAt.toISOString().slice(11, 16)}`] };
    const set = await owner.call("PATCH", "working-hours", { timezone: "UTC", week });
    expect(set.status, set.text).toBe(200);
    const from = win.frames.length;
    await fixture.parlour.clock.advance(closesAt.getTime() - fixture.parlour.clock.now());
    await fixture.waitUntil(async () => {
      await fixture.parlour.clock.advance(500);
      return win.frames
        .slice(from)
        .some((frame) => frame.type === "situation" && frame.situation.mode === "offline");
    }, "the end of the hours");
    const { situation } = await win.next(
      "situation",
      (frame) => frame.situation.mode === "offline",
      from,
    );
    expect(situation).toMatchObject({ working_hours: false, operators_online: true });
    expect(Date.parse(situation.opens_at ?? "")).toBeGreaterThan(closesAt.getTime());
    operator.ws.terminate();
  });
});

describe("the header of the window", () => {
  test("[WG-113] [WG-114] it shows who is available, unless the widget hides them, and the usual time to an answer, read again after ten minutes", async () => {
    const widget = await fixture.createWidget("Header");
    const fact = (chat: number, answerMs: number) =>
      fixture.parlour.sql(
        `insert into chat_fact (account_id, chat_id, kind, channel_id, begun_at, in_hours, answer_ms, missed, by_bot, commented, chat_version, last_seq)
         select account_id, $1, 'visitor', id, $2, true, $3, false, false, false, 1, 1 from channel where id = $4`,
        [chat, new Date(fixture.parlour.clock.now() - 60_000), answerMs, widget.id],
      );
    for (let chat = 1; chat <= 20; chat++) await fact(-chat, 200_000);
    const win = await fixture.openWindow({ widget_id: widget.public_id });
    const { team } = (await win.waitForWelcome()).situation;
    expect(team).toMatchObject({ agents: [{ name: "Ann" }], bot: null, reply_min: 5 });
    // More windows cause no further reads of the reply time.
    for (let chat = 21; chat <= 45; chat++) await fact(-chat, 50_000);
    const other = await fixture.openWindow({ widget_id: widget.public_id });
    expect((await other.waitForWelcome()).situation.team?.reply_min).toBe(5);
    await fixture.parlour.clock.advance(11 * 60_000);
    await win.next("situation", ({ situation }) => situation.team?.reply_min === 1);
    expect(
      (await owner.call("PATCH", `channels/${widget.id}`, { widget: { show_operators: false } }))
        .status,
    ).toBe(200);
    await fixture.parlour.clock.advance(1_000);
    const { situation } = await win.next(
      "situation",
      (frame) => frame.situation.team?.agents.length === 0,
    );
    expect(situation.team).toMatchObject({ agents: [], reply_min: 1 });
  });

  test("[WG-112] the logo has an address of its own, where nothing in it can run", async () => {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 12h16"/></svg>`;
    const widget = await fixture.createWidget("Logo", {
      logo: `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`,
    });
    const script = await (
      await fetch(`${fixture.parlour.url}/widget/${widget.public_id}.js`)
    ).text();
    const [, path = ""] = /"logo":"[^"]*?(\/widget\/logo\/[^"]+)"/.exec(script) ?? [];
    expect(path).toMatch(new RegExp(`^/widget/logo/${widget.public_id}\\?v=[\\w-]{16}$`));
    expect(script).not.toContain("base64");
    const logo = await fetch(fixture.parlour.url + path);
    expect(await logo.text()).toBe(text);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(
      (await fetch(`${fixture.parlour.url}/widget/logo/${fixture.widget.public_id}`)).status,
    ).toBe(404);
    expect((await owner.call("PATCH", `channels/${widget.id}`, { enabled: false })).status).toBe(
      200,
    );
    expect((await fetch(fixture.parlour.url + path)).status).toBe(404);
  });
});

test("[API-041] where the account shows it, who waits knows his place, and hears when he moves up", async () => {
  expect((await owner.call("PATCH", "routing", { queue: true })).status).toBe(200);
  const rest = async (): Promise<void> => {
    await fixture.parlour.clock.advance(1_500);
    await fixture.parlour.settle();
  };
  const first = await startChat();
  await rest();
  const second = await startChat();
  await rest();
  const queuePlace = (await fixture.readChat(second.chatId)).queue?.place ?? 0;
  expect(queuePlace).toBeGreaterThan(1);
  expect((await owner.call("POST", `chats/${first.chatId}/accept`, {})).status).toBe(200);
  await rest();
  await second.win.next("chat", ({ chat }) => chat.queue?.place === queuePlace - 1);
  await owner.call("PATCH", "routing", { queue: false });
});

test("[PROM-012] the window learns of a promise, of a late one, and that it was taken back", async () => {
  const { chatId, win } = await startChat();
  const { clock } = fixture.parlour;
  const promise = async (ms: number): Promise<string> => {
    const until = new Date(clock.now() + ms).toISOString();
    expect((await owner.call("PUT", `chats/${chatId}/promise`, { until })).status).toBe(200);
    return until;
  };
  const until = await promise(3_600_000);
  const { chat } = await win.next("chat", (frame) => frame.chat.promise !== undefined);
  expect(chat.promise).toEqual({ until, late: false });
  await owner.call("DELETE", `chats/${chatId}/promise`);
  await win.next("chat", (frame) => frame.chat.promise === undefined);
  await promise(60_000);
  clock.set(clock.now() + 61_000);
  await fixture.parlour.settle();
  await win.next("chat", (frame) => frame.chat.promise?.late === true);
  await owner.call("POST", `chats/${chatId}/messages`, {
    kind: "text",
    text: "Sorry",
    client_id: "late",
  });
  await win.next("chat", (frame) => frame.chat.promise === undefined);
});

describe("the blocked", () => {
  test("[CORE-070] [CORE-071] by address, range, country and token: Saved, stored marked, nothing starts, nothing is learnt", async () => {
    const entry = async (kind: string, value: string): Promise<number> => {
      const created = await owner.call("POST", "blacklist", { kind, value });
      expect(created.status, created.text).toBe(201);
      return (created.body as { id: number }).id;
    };
    const ip = await entry("ip", "192.0.2.1");
    await entry("range", "198.51.100.0/24");
    await entry("user_token", "bad-customer");
    for (const more of [
      { options: { headers: { "x-forwarded-for": "192.0.2.1" } } },
      { options: { headers: { "x-forwarded-for": "198.51.100.9" } } },
      { user_token: "bad-customer" },
    ]) {
      const win = await fixture.openWindow(more);
      expect((await win.waitForWelcome()).quiet).toBe(true);
      win.send({ type: "custom_data", fields: [{ content: "x" }] });
      expect(
        await win.request({
          type: "contacts",
          ref: nextRef(),
          contacts: { name: "Spam" },
          by: "visitor",
        }),
      ).toMatchObject({
        type: "done",
      });
      const sentMessage = await win.sendMessage("s1", "Buy now");
      expect(await win.sendMessage("s2", "Buy now!")).toMatchObject({
        chat_id: sentMessage.chat_id,
        from: "visitor",
      });
      expect(await win.sendMessage("s1", "Buy now")).toEqual(sentMessage);
      const chat = await fixture.readChat(sentMessage.chat_id);
      expect(chat).toMatchObject({
        state: "closed",
        blacklisted: true,
        custom_data: [],
        visitor: { name: null },
      });
      expect(
        (await fixture.parlour.messages(sentMessage.chat_id)).map(({ blacklisted }) => blacklisted),
      ).toEqual([true, true]);
      expect(JSON.stringify(win.frames)).not.toMatch(/block|blacklist|"closed"/);
    }
    await owner.call("DELETE", `blacklist/${ip}`);
    const free = await fixture.openWindow({
      options: { headers: { "x-forwarded-for": "192.0.2.1" } },
    });
    expect(
      (await fixture.readChat((await free.sendMessage(nextRef(), "Hello")).chat_id)).state,
    ).toBe("waiting");
  });
});

describe("files and pictures", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const post = (
    token: string,
    more: Record<string, string> = {},
    bytes = png,
  ): Promise<Response> => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)]), "shot.png");
    return fetch(`${fixture.parlour.url}/widget/uploads`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${token}`, ...more },
    });
  };

  test("[WG-087] [CORE-060] an upload with the visitor's token goes with his message, also with the one that begins the chat; nobody else's", async () => {
    const win = await fixture.openWindow();
    const { token } = await win.waitForWelcome();
    const answered = await post(token ?? "");
    expect(answered.status, await answered.clone().text()).toBe(201);
    const { id, url } = (await answered.json()) as { id: number; url: string };
    const other = await fixture.openWindow();
    expect(
      await other.request({ type: "say", ref: nextRef(), text: "", upload_id: id }),
    ).toMatchObject({
      type: "failed",
      field: "upload_id",
    });
    const once = nextRef();
    const sentMessage = await win.sendMessage(once, "", { upload_id: id });
    expect(sentMessage).toMatchObject({
      kind: "media",
      media: { type: "photo", file: url, width: 1 },
    });
    expect(await win.sendMessage(once, "", { upload_id: id })).toEqual(sentMessage);
    expect(
      (await fixture.parlour.messages(sentMessage.chat_id)).filter(
        ({ author }) => author.kind === "visitor",
      ),
    ).toHaveLength(1);
    expect(
      await fixture.parlour.sql("select from file where id = $1 and chat_id = $2", [
        id,
        sentMessage.chat_id,
      ]),
    ).toHaveLength(1);
    expect((await post("x".repeat(43))).status).toBe(401);
    expect((await post("")).status).toBe(401);
    expect((await post(token ?? "", { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(token ?? "", {}, Buffer.from("<svg onload=alert(1)>"))).status).toBe(415);
  });

  test("[CFG-030] so many uploads in a minute; none where the widget takes no files", async () => {
    const { token } = await (await fixture.openWindow()).waitForWelcome();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await post(token ?? "")).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    const without = await fixture.createWidget("No files", { files: false });
    const { token: other } = await (
      await fixture.openWindow({ widget_id: without.public_id })
    ).waitForWelcome();
    expect((await post(other ?? "")).status).toBe(403);
  });

  test("[CORE-063] the window's pictures come through us, and only those of its own messages", async () => {
    const { token, chatId } = await startChat();
    const fetchMedia = async (
      url: string,
      seq: number,
      with_ = token,
      chat = chatId,
    ): Promise<number> => {
      const query = new URLSearchParams({ url, chat: String(chat), seq: String(seq) });
      const response = await fetch(`${fixture.parlour.url}/widget/media?${query.toString()}`, {
        headers: { authorization: `Bearer ${with_}` },
      });
      await response.arrayBuffer();
      return response.status;
    };
    const form = new FormData();
    form.append("file", new Blob([png]), "a.png");
    const created = await fetch(`${fixture.parlour.url}/api/v1/uploads`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${owner.key}` },
    });
    const { id, url } = (await created.json()) as { id: number; url: string };
    const sent = await owner.call("POST", `chats/${chatId}/messages`, {
      kind: "file",
      upload_id: id,
      client_id: nextRef(),
    });
    const { seq } = sent.body as Message;
    expect(await fetchMedia(url, seq)).toBe(200);
    expect(await fetchMedia(url, 1)).toBe(404);
    expect(await fetchMedia("http://127.0.0.1:1/internal", seq)).toBe(404);
    expect(await fetchMedia(url, seq, "x".repeat(43))).toBe(401);
    expect(await fetchMedia(url, seq, token, chatId + 1)).toBe(404);
    const { token: otherToken } = await startChat();
    expect(await fetchMedia(url, seq, otherToken)).toBe(404);
  });
});

test("[WG-226] a ping of a window is answered with pong", async () => {
  const window = await fixture.openWindow();
  window.send({ type: "ping" });
  await window.settle();
  expect(window.framesOfType("pong")).toEqual([{ type: "pong" }]);
});

test("[CORE-042] hello without a word for 10 s, and a second hello, end the socket", async () => {
  const silent = await fixture.openSocket();
  await fixture.parlour.clock.advance(11_000);
  expect((await silent.closed).code).toBe(4008);
  const twice = await fixture.openWindow();
  twice.send(createHello(fixture.widget.public_id));
  expect((await twice.closed).code).toBe(4003);
});
