import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { Chat } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RealtimeClient } from "./realtime-client.ts";
import {
  createHello,
  openWidgetFixture,
  type WidgetFixture,
  type TestWindow,
} from "./widget-fixture.ts";

/**
 * Sends the entries of tests/hostile-inputs.json for the script API (D) and the operator socket
 * (realtime) directly to the visitor socket. Anyone who knows its address can send any frame.
 */
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly input?: {
    readonly args?: readonly unknown[];
    readonly ws?: { readonly path: string; readonly origin?: string };
  };
}
const allEntries = JSON.parse(
  readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
) as readonly Entry[];
const findEntry = (id: string): Entry => {
  const found = allEntries.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the file`);
  return found;
};
const getArgument = (id: string): unknown => findEntry(id).input?.args?.[0];

let fixture: WidgetFixture;
/** An online operator. Without one, the server refuses every call request. */
let operator: RealtimeClient;
beforeAll(async () => {
  fixture = await openWidgetFixture();
  const { owner } = fixture.parlour;
  expect(
    (await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" })).status,
  ).toBe(200);
  expect(
    (await owner.call("PATCH", `channels/${fixture.widget.id}`, { widget: { calls: true } }))
      .status,
  ).toBe(200);
  operator = new RealtimeClient(`${fixture.parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  await operator.opened;
  operator.send({ type: "hello", after: null });
  await operator.next((frame) => frame["type"] === "live");
  expect((await owner.call("PUT", "me/presence", { status: "online" })).status).toBe(200);
});
afterAll(() => fixture.close());

/** Sends a frame from a window that has received its welcome. Returns the close code. */
async function getCloseCode(frame: object): Promise<number> {
  const win = await fixture.openWindow();
  win.send(frame);
  return (await win.closed).code;
}
const startChat = async (win: TestWindow): Promise<Chat> =>
  fixture.readChat((await win.sendMessage("first", "Hello")).chat_id);

const checks: Readonly<Record<string, () => Promise<void>>> = {
  async "H-203"() {
    const win = await fixture.openWindow();
    const fields = getArgument("H-203") as object[];
    win.send({ type: "custom_data", fields });
    expect((await startChat(win)).custom_data).toMatchObject(fields);
  },
  async "H-204"() {
    const win = await fixture.openWindow();
    win.send({ type: "custom_data", fields: getArgument("H-204") });
    expect((await startChat(win)).custom_data).toMatchObject([{ content: "x", link: null }]);
  },
  async "H-207"() {
    expect(
      await getCloseCode({
        type: "custom_data",
        fields: Array.from({ length: 51 }, (_, n) => ({ content: `c${n}` })),
      }),
    ).toBe(4003);
    expect(
      await getCloseCode({
        type: "custom_data",
        fields: Array.from({ length: 20_000 }, (_, n) => ({ content: `c${n}` })),
      }),
    ).toBe(1009);
  },
  async "H-208"() {
    expect(await getCloseCode({ type: "user_token", ref: "r", token: getArgument("H-208") })).toBe(
      4003,
    );
  },
  async "H-209"() {
    expect(await getCloseCode({ type: "user_token", ref: "r", token: "t".repeat(1_025) })).toBe(
      4003,
    );
    expect(await getCloseCode({ type: "user_token", ref: "r", token: "t".repeat(1_000_000) })).toBe(
      1009,
    );
  },
  async "H-210"() {
    const token = String(getArgument("H-210"));
    const victim = await fixture.openWindow();
    expect((await victim.request({ type: "user_token", ref: "v", token })).type).toBe("done");
    await victim.sendMessage("p", "Private");
    const win = await fixture.openWindow({ user_token: token });
    expect(await win.waitForWelcome()).toMatchObject({
      chat: null,
      messages: [],
      has_written: false,
    });
    expect((await win.request({ type: "user_token", ref: "u", token })).type).toBe("done");
    const own = (await win.waitForWelcome()).token;
    expect(
      await (await fixture.openWindow({ user_token: token, token: own })).waitForWelcome(),
    ).toMatchObject({
      chat: null,
      messages: [],
    });
  },
  async "H-211"() {
    const win = await fixture.openWindow();
    const { name, email, phone, description } = getArgument("H-211") as Readonly<
      Record<string, string>
    >;
    expect(
      await win.request({ type: "contacts", ref: "p", contacts: { phone }, by: "page" }),
    ).toMatchObject({
      type: "failed",
      field: "phone",
    });
    expect(
      (
        await win.request({
          type: "contacts",
          ref: "n",
          contacts: { name, email, description },
          by: "page",
        })
      ).type,
    ).toBe("done");
    const { visitor } = await startChat(win);
    expect(visitor.name?.value).toContain("<svg onload=alert(1)>");
    expect([visitor.email?.value, visitor.phone, visitor.description?.value]).toEqual([
      email,
      null,
      "<iframe>",
    ]);
  },
  async "H-213"() {
    const win = await fixture.openWindow();
    const answer = await win.request({
      type: "call",
      ref: "c",
      phone: String(getArgument("H-213")),
    });
    expect(answer).toMatchObject({ type: "failed", field: "phone" });
  },
  async "H-214"() {
    const win = await fixture.openWindow();
    for (let n = 0; n < 15; n++) {
      const answer = await win.request({
        type: "call",
        ref: `c${n}`,
        phone: String(getArgument("H-214")),
      });
      expect(answer.type, JSON.stringify(answer)).toBe(n === 0 ? "done" : "failed");
    }
    // Other visitors with the same telephone number cannot exceed the limit.
    for (let n = 0; n < 5; n++) {
      const otherWindow = await fixture.openWindow();
      await otherWindow.request({ type: "call", ref: "c", phone: String(getArgument("H-214")) });
    }
    const [{ n } = { n: "" }] = await fixture.parlour.sql<{ n: string }>(
      "select count(*) as n from record where kind = 'call'",
    );
    expect([1, 2, 3]).toContain(Number(n));
  },
  async "H-215"() {
    const win = await fixture.openWindow();
    const text = String(getArgument("H-215"));
    win.send({ type: "invited", text, department_id: 1, by: "script" });
    await win.settle();
    const { number } = await win.waitForWelcome();
    const online = (await fixture.parlour.owner.call("GET", "visitors/online")).body as {
      items: VisitorOnline[];
    };
    expect(online.items.find((one) => one.number === number)?.invitation).toMatchObject({
      text,
      by: "script",
    });
  },
  async "H-216"() {
    const win = await fixture.openWindow();
    win.send({
      type: "invited",
      text: "hi",
      department_id: findEntry("H-216").input?.args?.[1],
      by: "script",
    });
    expect((await startChat(win)).department).toBeNull();
  },
  async "H-218"() {
    const win = await fixture.openWindow();
    const { email, message } = getArgument("H-218") as Readonly<Record<string, string>>;
    expect(
      await win.request({ type: "offline", ref: "o", contacts: { email }, text: message }),
    ).toMatchObject({
      message: "Invalid email",
    });
  },
  async "H-219"() {
    const long = (length: number) => ({
      type: "offline",
      ref: "o",
      contacts: { email: "a@b.example" },
      text: "m".repeat(length),
    });
    expect(await (await fixture.openWindow()).request(long(4_001))).toMatchObject({
      message: "Message is too long",
    });
    expect(await getCloseCode(long(1_000_000))).toBe(1009);
  },
};
/**
 * Entries that can only harm a page or its visitor. The server receives them as valid frames.
 * tests/e2e/widget-hostile.test.ts covers them.
 */
const pageOnlyIds =
  "H-201 H-202 H-205 H-206 H-212 H-217 H-220 H-221 H-222 H-223 H-224 H-225 H-226 H-227".split(" ");
test.each(Object.keys(checks))(
  "[%s] [WG-010] as a frame at the visitors' socket: nothing is done that a page may not",
  async (id) => {
    await checks[id]?.();
  },
);
test("[WG-010] every entry of interface D is said to the server, or harms the page alone", () => {
  const due = allEntries.filter((one) => one.interface === "D").map(({ id }) => id);
  expect([...Object.keys(checks), ...pageOnlyIds].toSorted()).toEqual(due.toSorted());
});

test("[API-100] the entries of the visitors' socket are those that are run here and in widget-hostile.test.ts", () => {
  const own = allEntries.filter(
    ({ interface: kind, input }) => kind === "realtime" && input?.ws?.path === "{WIDGET_WS}",
  );
  expect(own.map(({ id }) => id)).toEqual(["H-322", "H-323"]);
});

/** Returns the status of a handshake at the visitor socket. */
function requestHandshake(headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({
      host: "127.0.0.1",
      port: fixture.parlour.port,
      path: "/widget/socket",
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        ...headers,
      },
    });
    clientRequest.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    clientRequest.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    clientRequest.on("error", reject);
    clientRequest.end();
  });
}
test("[H-298] [H-300] [H-301] [WG-084] pages of other origins, of none and of one like ours do not open the visitors' socket", async () => {
  const own = new URL(
    (await fixture.parlour.owner.call("GET", `channels/${fixture.widget.id}`)).body.snippet.match(
      /src="([^"]+)"/,
    )[1] as string,
  ).origin;
  expect(await requestHandshake({ origin: own })).toBe(101);
  for (const id of ["H-298", "H-300", "H-301"]) {
    const origin = (findEntry(id).input?.ws?.origin ?? "").replace("{ORIGIN}", own);
    expect(await requestHandshake({ origin, cookie: "parlour=x" }), origin).toBe(403);
  }
});

test("[H-304] [H-307] [H-309] [H-323] at the visitors' socket: silence ends it, a place that never was is begun anew, nobody writes as another", async () => {
  const silent = await fixture.openSocket();
  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(11_000);
  expect((await silent.closed).code).toBe(4008);

  const win = await fixture.openWindow();
  const { chat_id: chatId } = await win.sendMessage("a", "Hello");
  const { token } = await win.waitForWelcome();
  const ahead = await fixture.openWindow({
    token,
    after: { chat_id: chatId, seq: Number.MAX_SAFE_INTEGER },
  });
  expect(await ahead.waitForWelcome()).toMatchObject({
    reset: true,
    messages: [{ text: "Hello" }],
  });
  const long = await fixture.openSocket();
  long.send(createHello(fixture.widget.public_id, { token: "e".repeat(60_000) }));
  expect((await long.closed).code).toBe(4003);

  // Routing adds a system message when it offers the chat.
  await fixture.parlour.settle();
  const before = await fixture.parlour.messages(chatId);
  ahead.send({
    type: "say",
    ref: "h-323",
    text: "x",
    author: { kind: "agent", id: 1, name: "Ann" },
  });
  expect((await ahead.closed).code).toBe(4003);
  expect(await fixture.parlour.messages(chatId)).toEqual(before);
});
