import { createHmac } from "node:crypto";
import type { Chat } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createHello,
  openWidgetFixture,
  type TestWindow,
  type WidgetFixture,
} from "./widget-fixture.ts";

let fixture: WidgetFixture;
beforeAll(async () => {
  fixture = await openWidgetFixture();
});
afterAll(() => fixture.close());

/** Advances the clock until the server closes the socket. Returns the close code. */
async function waitForCloseCode(win: TestWindow): Promise<number> {
  let code = 0;
  void win.closed.then((closed) => void (code = closed.code));
  await fixture.waitUntil(async () => {
    await fixture.parlour.clock.advance(500);
    return code !== 0;
  }, "the end of the window");
  return code;
}

test("[CORE-021] [WG-033] 100 first hellos at once: a visitor and a token each, numbers without gap", async () => {
  const wins = await Promise.all(Array.from({ length: 100 }, () => fixture.openWindow()));
  const welcomes = await Promise.all(wins.map((win) => win.waitForWelcome()));
  const numbers = welcomes.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => (numbers[0] ?? 0) + i));
  expect(new Set(welcomes.map(({ token }) => token)).size).toBe(100);
  await Promise.all(wins.map((win) => win.close()));
});

test("[WG-084] a token opens its visitor on its widget alone; forgotten, another's or made up it opens a new one", async () => {
  const first = await fixture.openWindow();
  const { token, number } = await first.waitForWelcome();
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  await first.sendMessage("a", "Mine");

  const again = await (await fixture.openWindow({ token })).waitForWelcome();
  expect(again).toMatchObject({
    token: null,
    number,
    has_written: true,
    messages: [{ text: "Mine" }],
  });
  const other = await fixture.createWidget("Other");
  const elsewhere = await (
    await fixture.openWindow({ token, widget_id: other.public_id })
  ).waitForWelcome();
  expect(elsewhere.number).not.toBe(number);
  expect(elsewhere).toMatchObject({ chat: null, messages: [], has_written: false });
  // A token that is unknown to this widget is replaced. If this widget clears the token, the first
  // widget is not affected.
  expect(elsewhere.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(elsewhere.token).not.toBe(token);
  expect(
    (await (await fixture.openWindow({ token: "x".repeat(43) })).waitForWelcome()).number,
  ).not.toBe(number);

  // Only the hash of the token is stored.
  expect(
    await fixture.parlour.sql(
      "select from widget_token where position(convert_to($1, 'utf8') in hash) > 0",
      [token],
    ),
  ).toEqual([]);
  expect(
    await fixture.parlour.sql("select from journal where position($1 in body) > 0", [token]),
  ).toEqual([]);

  expect(await first.request({ type: "forget", ref: "f" })).toMatchObject({ type: "done" });
  expect((await first.closed).code).toBe(1012);
  const after = await (await fixture.openWindow({ token })).waitForWelcome();
  expect(after.number).not.toBe(number);
  expect(after.chat).toBeNull();
});

test("[WG-004] [WG-005] [WG-006] [WG-090] an unknown or switched-off widget and a site that is not listed: 4004; a listed one goes on", async () => {
  const listed = await fixture.createWidget("Listed", { origins: ["https://*.shop.example"] });
  const open = await fixture.openWindow({
    widget_id: listed.public_id,
    origin: "https://a.shop.example",
  });
  const refused = async (more: object): Promise<number> => {
    const win = await fixture.openSocket();
    win.send(createHello(fixture.widget.public_id, more));
    return (await win.closed).code;
  };
  expect(await refused({ widget_id: "NoSuchOne1" })).toBe(4004);
  for (const origin of [
    "https://shop.example.evil",
    "http://a.shop.example",
    "https://shop.example",
    "https://.shop.example",
  ])
    expect(await refused({ widget_id: listed.public_id, origin }), origin).toBe(4004);
  const frame = (): Promise<Response> =>
    fetch(`${fixture.parlour.url}/widget/frame/${listed.public_id}`);
  const script = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${fixture.parlour.url}/widget/${listed.public_id}.js`, { headers });
  const policy = (await frame()).headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors https://*.shop.example ");
  // R7: the policy prevents the chat window from running text as code.
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect((await script()).headers.get("cache-control")).toBe("public, max-age=60");
  // A site that is not listed works from the first load after it is added. Before that, the script
  // is not cached.
  const readCacheControl = async (site: string) =>
    (await script({ referer: site })).headers.get("cache-control");
  expect(await readCacheControl("https://a.shop.example/")).toBe("public, max-age=60");
  expect(await readCacheControl("https://b.example/")).toBe("private, no-cache");
  const tag = (await script()).headers.get("etag") ?? "";
  expect((await script({ referer: "https://b.example/", "if-none-match": tag })).status).toBe(304);
  // Disabling the channel closes open windows.
  await fixture.parlour.owner.call("PATCH", `channels/${listed.id}`, { enabled: false });
  expect(await waitForCloseCode(open)).toBe(4004);
  expect(await refused({ widget_id: listed.public_id, origin: "https://a.shop.example" })).toBe(
    4004,
  );
  expect((await frame()).status).toBe(404);
  expect([(await script()).status, await (await script()).text()]).toEqual([200, ""]);
});

test("[WG-084] pages of other origins may not open the socket of the window", async () => {
  const { origin } = new URL(fixture.parlour.url);
  await expect(fixture.openSocket({ headers: { origin: "https://evil.example" } })).rejects.toThrow(
    "403",
  );
  const base =
    ((await fixture.parlour.call("GET", `/widget/${fixture.widget.public_id}.js`)).text.match(
      /"base":"([^"]+)"/,
    ) ?? [])[1] ?? origin;
  const ownSocket = await fixture.openSocket({ headers: { origin: new URL(base).origin } });
  await ownSocket.close();
});

test("[CORE-005] a suspended account's widget behaves as switched off", async () => {
  const created = await fixture.parlour.owner.call("POST", "accounts", {
    name: "Second",
    owner: { name: "Bo", email: "bo@example.test", password: "correct horse battery staple" },
  });
  const { id: account, owners } = created.body as { id: number; owners: { id: number }[] };
  const origin = { origin: fixture.parlour.url };
  const session = await fixture.parlour.call(
    "POST",
    "sessions",
    { email: "bo@example.test", password: "correct horse battery staple" },
    origin,
  );
  const cookie = (session.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const theirs = await fixture.parlour.call(
    "POST",
    "channels",
    { kind: "widget", name: "Theirs", operators: owners.map(({ id }) => id) },
    { ...origin, cookie },
  );
  expect(theirs.status, theirs.text).toBe(201);
  const { public_id: widgetId } = theirs.body as { public_id: string };
  const win = await fixture.openWindow({ widget_id: widgetId });
  expect((await win.waitForWelcome()).number).toBe(1);
  expect(
    (await fixture.parlour.owner.call("PATCH", `accounts/${account}`, { suspended: true })).status,
  ).toBe(200);
  expect(await waitForCloseCode(win)).toBe(4004);
  expect(await fixture.parlour.call("GET", `/widget/${widgetId}.js`)).toMatchObject({
    status: 200,
    text: "",
  });
});

test("[WG-047] a token that the site signed: one visitor on every device, contacts signed, never merged with an unsigned one", async () => {
  const widget = await fixture.createWidget("Signing");
  const created = await fixture.parlour.owner.call(
    "POST",
    `channels/${widget.id}/identity-secret`,
    {},
  );
  expect(created.status, created.text).toBeLessThan(300);
  const { identity_secret: secret } = created.body as { identity_secret: string };
  const now = fixture.parlour.clock.now() / 1_000;
  const sign = (
    claims: object,
    with_ = secret,
    head: object = { alg: "HS256", typ: "JWT" },
  ): string => {
    const text = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${createHmac("sha256", with_).update(text).digest("base64url")}`;
  };
  const widgetOptions = { widget_id: widget.public_id };
  const validClaims = {
    sub: "user-7",
    exp: now + 3_600,
    name: "Nadia Ross",
    email: "nadia@shop.example",
    phone: "no phone",
  };

  const plain = await fixture.openWindow(widgetOptions);
  const { token, number } = await plain.waitForWelcome();
  const signed = await fixture.openWindow({
    ...widgetOptions,
    token,
    user_token: sign(validClaims),
  });
  const welcome = await signed.waitForWelcome();
  expect(welcome).toMatchObject({
    signed: true,
    token: null,
    contacts: { name: "Nadia Ross", email: "nadia@shop.example", phone: null },
  });
  expect(welcome.number).not.toBe(number);
  const said = await signed.sendMessage("s", "Signed");
  const chat = await fixture.readChat(said.chat_id);
  expect(chat.visitor.name).toMatchObject({ value: "Nadia Ross", source: "signed" });

  for (const aud of [widgetOptions.widget_id, ["another", widgetOptions.widget_id]])
    expect(
      await (
        await fixture.openWindow({
          ...widgetOptions,
          token,
          user_token: sign({ ...validClaims, aud }),
        })
      ).waitForWelcome(),
    ).toMatchObject({ signed: true });
  // The same identity on another device. Without `user_token`, the token still belongs to the
  // unsigned visitor.
  const device = await (
    await fixture.openWindow({
      ...widgetOptions,
      user_token: sign({ ...validClaims, exp: now + 86_400 }),
    })
  ).waitForWelcome();
  expect(device).toMatchObject({
    signed: true,
    number: welcome.number,
    messages: [{ text: "Signed" }],
  });
  expect(
    await (await fixture.openWindow({ ...widgetOptions, token })).waitForWelcome(),
  ).toMatchObject({
    signed: false,
    number,
    messages: [],
  });

  const none = { alg: "none" };
  for (const bad of [
    sign({ ...validClaims, exp: now - 1 }),
    sign({ ...validClaims, aud: "another" }),
    sign({ ...validClaims, aud: [] }),
    sign({ ...validClaims, exp: now + 100_000 }),
    sign({ exp: validClaims.exp }),
    sign(validClaims, "another secret"),
    sign(validClaims, secret, none),
    `${sign(validClaims, secret, none).split(".").slice(0, 2).join(".")}.`,
    "user-7",
  ]) {
    expect(
      await (
        await fixture.openWindow({ ...widgetOptions, token, user_token: bad })
      ).waitForWelcome(),
    ).toMatchObject({
      signed: false,
      number,
    });
    expect(await plain.request({ type: "user_token", ref: "bad", token: bad })).toMatchObject({
      type: "failed",
      code: "invalid_token",
    });
  }
  // If the token is sent later, the window reconnects as another visitor.
  expect(
    await plain.request({ type: "user_token", ref: "good", token: sign(validClaims) }),
  ).toMatchObject({ type: "done" });
  expect((await plain.closed).code).toBe(1012);
});

test("[WG-046] [WH-020] setUserToken is stored with the visitor, shown nowhere, and forgotten with him", async () => {
  const win = await fixture.openWindow({ user_token: "u_5f2c" });
  const { token } = await win.waitForWelcome();
  const { chat_id: chatId } = await win.sendMessage("a", "Hello");
  const stored = (): Promise<readonly { token: string }[]> =>
    fixture.parlour.sql<{ token: string }>(
      "select u.token from user_token u join chat c on c.visitor_id = u.visitor_id where c.id = $1",
      [chatId],
    );
  expect(await stored()).toEqual([{ token: "u_5f2c" }]);
  expect(
    await win.request({ type: "user_token", ref: "t", token: "with\u0007control" }),
  ).toMatchObject({ type: "failed" });
  expect(await win.request({ type: "user_token", ref: "u", token: "412" })).toMatchObject({
    type: "done",
  });
  expect(await stored()).toEqual([{ token: "412" }]);
  // If several tokens are sent without a pause, the last one is stored, even if it was stored
  // before.
  const said = ["u_1", "u_2", "412"].map((one, i) =>
    win.request({ type: "user_token", ref: `n${i}`, token: one }),
  );
  expect(await Promise.all(said)).toMatchObject([
    { type: "done" },
    { type: "done" },
    { type: "done" },
  ]);
  expect(await stored()).toEqual([{ token: "412" }]);
  // The token stays stored until another one is sent.
  await fixture.openWindow({ token });
  expect(await stored()).toEqual([{ token: "412" }]);
  expect(
    JSON.stringify((await fixture.parlour.owner.call("GET", `chats/${chatId}`)).body as Chat),
  ).not.toContain("u_5f2c");
  expect(
    await fixture.parlour.sql("select from journal where position('u_5f2c' in body) > 0"),
  ).toEqual([]);
  await win.request({ type: "forget", ref: "f" });
  expect(await stored()).toEqual([]);
});
