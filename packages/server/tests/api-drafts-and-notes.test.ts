import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Draft } from "@parlour/protocol/api";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import type { RealtimeClient } from "./realtime-client.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let otherChannel: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const make = async (name: string, operators: number[]): Promise<number> =>
    (
      await service.call("POST", "/channels", {
        key: acme.keys.owner,
        body: { name, endpoint_url: "https://shop.example/in", operators },
      })
    ).body.id as number;
  channel = await make("Shop", [acme.ids.operator, acme.ids.admin]);
  otherChannel = await make("Quiet", [acme.ids.admin]);
});
afterAll(() => service.close());

describe("drafts", () => {
  const put = (chat: number, body: object, key = acme.keys.operator) =>
    service.call("PUT", `/chats/${chat}/draft`, {
      key,
      body: { mode: "text", text: "Hel", version: 1, ...body },
    });
  interface Kept {
    readonly chat_id: number;
    readonly text: string;
    readonly version: number;
  }
  const all = async (chat: number, key = acme.keys.operator) =>
    ((await service.call("GET", "/drafts", { key })).body.items as Kept[]).filter(
      (one) => one.chat_id === chat,
    );

  it("[API-045] a draft is kept for its operator alone; a version that is not above the kept one changes nothing", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "drafts", "Hi");
    const at = new Date(service.clock.now()).toISOString();
    const storedDraft = { chat_id: chat, mode: "text", text: "Hel", version: 1, updated_at: at };
    const device = await service.connect({ key: acme.keys.operator });
    const otherOperator = await service.connect({ key: acme.keys.admin });
    const readDrafts = async (client: RealtimeClient): Promise<readonly Draft[]> => {
      await client.settle();
      return client.framesOfType("draft").map((frame) => frame["draft"] as Draft);
    };
    expect([(await put(chat, {})).body, await all(chat), await all(chat, acme.keys.admin)]).toEqual(
      [storedDraft, [storedDraft], []],
    );
    expect([await readDrafts(device), await readDrafts(otherOperator)]).toEqual([
      [storedDraft],
      [],
    ]);
    expect((await put(chat, { text: "Other", version: 1 })).body).toEqual(storedDraft);
    expect((await put(chat, { text: "Hello", version: 5 })).body.version).toBe(5);
    expect((await put(chat, { text: "Old", version: 4 })).body).toMatchObject({
      text: "Hello",
      version: 5,
    });
    expect((await put(chat, { mode: "note", text: "Internal", version: 1 })).status).toBe(200);
    expect((await put(chat, { text: "", version: 6 })).body).toMatchObject({
      text: "",
      version: 6,
    });
    expect((await all(chat)).map((draft) => draft.text).toSorted()).toEqual(["", "Internal"]);
    expect((await readDrafts(device)).map(({ text }) => text)).toEqual([
      "Hel",
      "Hello",
      "Internal",
      "",
    ]);
  });

  it("[API-497] the draft of an email has recipients and a subject instead of a text, and a version of its own", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "email", "Hi");
    const email = {
      subject: "Order 7",
      to: [{ address: "ann@customer.example", name: "Ann" }],
      form: "reply",
      format: "markdown",
      leaves_out_quote: true,
      asked: ["ann@customer.example"],
    };
    expect((await put(chat, { version: 4 })).body).not.toHaveProperty("email");
    const device = await service.connect({ key: acme.keys.operator });
    const stored = await put(chat, { mode: "email", text: "", email });
    expect(stored.body).toMatchObject({ mode: "email", text: "", email, version: 1 });
    // Devices compare it with what they sent.
    expect(JSON.stringify(stored.body.email)).toBe(JSON.stringify(email));
    expect(await device.next((frame) => frame["type"] === "draft")).toMatchObject({
      draft: { email },
    });
    expect(await all(chat)).toHaveLength(2);
    for (const body of [
      { mode: "email", text: "", email: { ...email, subject: "x".repeat(501) } },
      { mode: "email", text: "", email: { to: Array.from({ length: 21 }, () => email.to[0]) } },
      { mode: "email", text: "", email: { unknown: 1 } },
      { mode: "email", text: "Hello" },
      { mode: "text", email },
      { mode: "note", email },
    ])
      expect((await put(chat, { version: 9, ...body })).status, JSON.stringify(body)).toBe(400);
    const cleared = await put(chat, { mode: "email", text: "", version: 2 });
    expect(cleared.body).not.toHaveProperty("email");
  });

  it("[API-045] writers at once: the highest version stays, whatever the order", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "races", "Hi");
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(chat, { text: `v${n + 1}`, version: n + 1 })),
    );
    expect(await all(chat)).toMatchObject([{ text: "v20", version: 20 }]);
  });

  it("[API-045] drafts are bounded: the oldest go; wrong input and chats out of sight change nothing", async () => {
    const chat = await service.sendCustomerMessage(acme.id, otherChannel, "bounds", "Hi");
    expect((await put(chat, {})).status).toBe(404);
    for (const body of [
      { text: "x".repeat(60_001) },
      { version: 0 },
      { version: 1.5 },
      { mode: "mail" },
      { text: null },
      { at: 1 },
    ])
      expect(
        (await put(chat, body, acme.keys.admin)).status,
        JSON.stringify(body).slice(0, 60),
      ).toBe(400);
    expect((await put(chat, {}, acme.keys.viewer)).status).toBe(403);
    expect((await put(chat, {}, other.keys.owner)).status).toBe(404);
    expect(await all(chat, acme.keys.admin)).toEqual([]);
    await service.db.query(
      `insert into draft (account_id, operator_id, chat_id, mode, text, version, updated_at)
       select $1, $2, 900000 + n, 'text', 'old', 1, to_timestamp(n) from generate_series(1, 300) n`,
      [acme.id, acme.ids.admin],
    );
    expect((await put(chat, {}, acme.keys.admin)).status).toBe(200);
    const rows = await service.db.query<{ chat_id: string }>(
      "select chat_id from draft where account_id = $1 and operator_id = $2 order by updated_at",
      [acme.id, acme.ids.admin],
    );
    expect([rows.length, Number(rows[0]?.chat_id)]).toEqual([300, 900_002]);
  });
});

describe("notes that name colleagues", () => {
  let written = 0;
  const note = (chat: number, mentions: unknown, key = acme.keys.operator) =>
    service.call("POST", `/chats/${chat}/messages`, {
      key,
      body: { kind: "note", text: "@admin look", client_id: `n-${++written}`, mentions },
    });
  const mentions = async (chat: number, key: string) => {
    await service.settle();
    const { items } = (await service.call("GET", "/mentions", { key })).body as {
      items: { chat_id: number }[];
    };
    return items.filter((one) => one.chat_id === chat);
  };

  it("[API-046] who is named is told until he has read; the author is not, and nothing is sent out", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "named", "Hi");
    const created = await note(chat, [
      acme.ids.admin,
      acme.ids.admin,
      acme.ids.operator,
      acme.ids.owner,
    ]);
    expect([created.status, created.body.mentions, created.body.delivery]).toEqual([
      201,
      [acme.ids.admin, acme.ids.owner],
      undefined,
    ]);
    const at = new Date(service.clock.now()).toISOString();
    const mine = { chat_id: chat, seq: created.body.seq, at };
    expect(
      await Promise.all(
        [acme.keys.admin, acme.keys.owner, acme.keys.operator].map((key) => mentions(chat, key)),
      ),
    ).toEqual([[mine], [mine], []]);
    expect(
      (
        await service.call("PUT", `/chats/${chat}/read`, {
          key: acme.keys.admin,
          body: { seq: created.body.seq },
        })
      ).status,
    ).toBe(204);
    expect(await mentions(chat, acme.keys.admin)).toEqual([]);
    const owed = await service.db.query(
      "select from delivery where account_id = $1 and chat_id = $2",
      [acme.id, chat],
    );
    expect(owed).toEqual([]);
  });

  it("[API-046] only those who may read the chat are named, and only in notes", async () => {
    const chat = await service.sendCustomerMessage(acme.id, otherChannel, "hidden", "Hi");
    for (const [author, id] of Object.entries({
      operator: acme.ids.operator,
      developer: acme.ids.developer,
      viewer: acme.ids.viewer,
      foreign: other.ids.owner,
      nobody: 1e9,
    })) {
      const answer = await note(chat, [id], acme.keys.admin);
      expect([answer.status, answer.body.error.field], author).toEqual([400, "mentions"]);
    }
    expect(
      (
        await note(
          chat,
          Array.from({ length: 21 }, (_, n) => n + 1),
          acme.keys.admin,
        )
      ).status,
    ).toBe(400);
    const text = await service.call("POST", `/chats/${chat}/messages`, {
      key: acme.keys.admin,
      body: { kind: "text", text: "Hi", client_id: "t-1", mentions: [acme.ids.owner] },
    });
    expect([text.status, text.body.error?.field]).toEqual([400, "mentions"]);
    expect(await mentions(chat, acme.keys.owner)).toEqual([]);
  });

  it("[API-046] a mention in a chat that went out of sight is not told", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "lost", "Hi");
    await note(chat, [acme.ids.operator], acme.keys.admin);
    expect(await mentions(chat, acme.keys.operator)).toHaveLength(1);
    const set = (operators: number[]) =>
      service.call("PATCH", `/channels/${channel}`, { key: acme.keys.owner, body: { operators } });
    expect((await set([acme.ids.admin])).status).toBe(200);
    expect(await mentions(chat, acme.keys.operator)).toEqual([]);
    await set([acme.ids.admin, acme.ids.operator]);
  });
});

describe("rating and transcript", () => {
  it("[API-047] interface A has no rating: nothing is asked, nothing is written", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "rating", "Hi");
    const ratingRequest = await service.call("POST", `/chats/${chat}/ask-rating`, {
      key: acme.keys.operator,
    });
    expect([ratingRequest.status, ratingRequest.body.error.code]).toEqual([409, "no_rating"]);
    expect(
      (await service.call("GET", `/chats/${chat}`, { key: acme.keys.operator })).body.seq,
    ).toBe(1);
  });

  const transcript = async (chat: number, query: string, key = acme.keys.operator) => {
    const answer = await fetch(`${service.origin}/api/v1/chats/${chat}/transcript?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it("[API-047] a transcript is a file in the account's zone; notes on demand only; no markup of anybody's runs", async () => {
    await service.call("PATCH", "/working-hours", {
      key: acme.keys.owner,
      body: { timezone: "Asia/Tokyo", week: {} },
    });
    const chat = await service.sendCustomerMessage(
      acme.id,
      channel,
      "told",
      "<script>alert(1)</script>\n[2020-01-01 00:00:00] admin: I agree",
    );
    await service.call("POST", `/chats/${chat}/messages`, {
      key: acme.keys.operator,
      body: { kind: "note", text: "Careful", client_id: "n" },
    });
    await service.call("POST", `/chats/${chat}/messages`, {
      key: acme.keys.operator,
      body: { kind: "text", text: "Hello & bye", client_id: "a" },
    });
    const time = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Asia/Tokyo",
      dateStyle: "short",
      timeStyle: "medium",
    }).format(service.clock.now());
    const text = await transcript(chat, "format=txt");
    expect([
      text.status,
      text.headers.get("content-type"),
      text.headers.get("content-disposition"),
    ]).toEqual([200, "text/plain; charset=utf-8", `attachment; filename="chat-${chat}.txt"`]);
    expect(text.text).toContain("Times: Asia/Tokyo\r\n");
    expect(text.text).toContain(`[${time}] operator (operator): Hello & bye\r\n`);
    expect(text.text).toContain(" (visitor): <script>");
    // A line break in a visitor's text never looks like a new line of the transcript.
    expect(text.text).toContain("\r\n    [2020-01-01 00:00:00] admin: I agree\r\n");
    expect(text.text).not.toContain("Careful");
    expect((await transcript(chat, "format=txt&notes=true")).text).toContain(
      "operator (operator, note): Careful",
    );
    const html = await transcript(chat, "format=html");
    expect(html.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html.headers.get("content-disposition")).toContain("attachment");
    expect(html.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html.text).not.toContain("<script");
    expect(html.text).toContain("Hello &amp; bye");
    // A visitor may choose the name of an operator.
    expect(html.text).toContain("<bdi>operator (operator) · </bdi>");
    expect(html.text).toContain(" (visitor) · </bdi>");
  });

  it("[API-047] [API-025] without notes it holds no line that is for operators only, whatever was said in it", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "lines", "Hello");
    const ask = (path: string, body: object) =>
      service.call("POST", `/chats/${chat}/${path}`, { key: acme.keys.operator, body });
    const department = await service.call("POST", "/departments", {
      key: acme.keys.owner,
      body: { name: "Sales", operators: [] },
    });
    await ask("accept", {});
    expect(
      (await ask("transfer", { department_id: department.body.id, comment: "He is rude" })).status,
    ).toBe(200);
    expect((await ask("block", { reason: "Swears" })).status).toBe(200);
    const { text } = await transcript(chat, "format=txt");
    expect([
      text.includes("operator accepted the chat"),
      text.includes("rude"),
      text.includes("Swears"),
    ]).toEqual([true, false, false]);
    const whole = (await transcript(chat, "format=txt&notes=true")).text;
    expect([whole.includes("rude"), whole.includes("Swears")]).toEqual([true, true]);
  });

  it("[API-047] [CORE-001] developers read no text in it; out of sight there is none; long chats are whole", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "long", "first words");
    for (let n = 0; n < 230; n += 1)
      await service.sendCustomerMessage(acme.id, channel, "long", `line ${n}.`);
    const whole = await transcript(chat, "format=txt");
    expect(whole.text.match(/line \d+\./gu)).toHaveLength(230);
    const masked = await transcript(chat, "format=txt", acme.keys.developer);
    expect([
      masked.status,
      masked.text.includes("first words"),
      masked.text.includes("•••"),
    ]).toEqual([200, false, true]);
    expect((await transcript(chat, "format=txt", other.keys.owner)).status).toBe(404);
    expect((await transcript(chat, "format=pdf")).status).toBe(400);
    expect((await transcript(chat, "")).status).toBe(400);
  });
});
