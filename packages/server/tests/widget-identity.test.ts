import { createHmac } from "node:crypto";
import type { Chat } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hello, openWidgetBed, type Win, type WidgetBed } from "./widget-bed.ts";

let bed: WidgetBed;
beforeAll(async () => {
  bed = await openWidgetBed();
});
afterAll(() => bed.close());

/** Advances the clock until the server closes the socket. Returns the close code. */
async function endOf(win: Win): Promise<number> {
  let code = 0;
  void win.closed.then((closed) => void (code = closed.code));
  await bed.until(async () => {
    await bed.parlour.clock.advance(500);
    return code !== 0;
  }, "the end of the window");
  return code;
}

test("[CORE-021] [WG-033] 100 first hellos at once: a visitor and a token each, numbers without gap", async () => {
  const wins = await Promise.all(Array.from({ length: 100 }, () => bed.window()));
  const welcomes = await Promise.all(wins.map((win) => win.welcomed()));
  const numbers = welcomes.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => (numbers[0] ?? 0) + i));
  expect(new Set(welcomes.map(({ token }) => token)).size).toBe(100);
  await Promise.all(wins.map((win) => win.end()));
});

test("[WG-084] a token opens its visitor on its widget alone; forgotten, another's or made up it opens a new one", async () => {
  const first = await bed.window();
  const { token, number } = await first.welcomed();
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  await first.say("a", "Mine");

  const again = await (await bed.window({ token })).welcomed();
  expect(again).toMatchObject({ token: null, number, has_written: true, messages: [{ text: "Mine" }] });
  const other = await bed.newWidget("Other");
  const elsewhere = await (await bed.window({ token, widget_id: other.public_id })).welcomed();
  expect(elsewhere.number).not.toBe(number);
  expect(elsewhere).toMatchObject({ chat: null, messages: [], has_written: false });
  // A token that is unknown to the widget is replaced, so clearing it there does not affect this
  // widget.
  expect(elsewhere.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(elsewhere.token).not.toBe(token);
  expect((await (await bed.window({ token: "x".repeat(43) })).welcomed()).number).not.toBe(number);

  // Only the hash of the token is stored.
  expect(await bed.parlour.sql("select from widget_token where position(convert_to($1, 'utf8') in hash) > 0", [token])).toEqual([]);
  expect(await bed.parlour.sql("select from journal where position($1 in body) > 0", [token])).toEqual([]);

  expect(await first.ask({ type: "forget", ref: "f" })).toMatchObject({ type: "done" });
  expect((await first.closed).code).toBe(1012);
  const after = await (await bed.window({ token })).welcomed();
  expect(after.number).not.toBe(number);
  expect(after.chat).toBeNull();
});

test("[WG-004] [WG-005] [WG-006] [WG-090] an unknown or switched-off widget and a site that is not listed: 4004; a listed one goes on", async () => {
  const listed = await bed.newWidget("Listed", { origins: ["https://*.shop.example"] });
  const open = await bed.window({ widget_id: listed.public_id, origin: "https://a.shop.example" });
  const refused = async (more: object): Promise<number> => {
    const win = await bed.socket();
    win.send(hello(bed.widget.public_id, more));
    return (await win.closed).code;
  };
  expect(await refused({ widget_id: "NoSuchOne1" })).toBe(4004);
  for (const origin of ["https://shop.example.evil", "http://a.shop.example", "https://shop.example", "https://.shop.example"])
    expect(await refused({ widget_id: listed.public_id, origin }), origin).toBe(4004);
  const frame = (): Promise<Response> => fetch(`${bed.parlour.url}/widget/frame/${listed.public_id}`);
  const script = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${bed.parlour.url}/widget/${listed.public_id}.js`, { headers });
  const policy = (await frame()).headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors https://*.shop.example ");
  // R7: the policy prevents the chat window from running text as code.
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect((await script()).headers.get("cache-control")).toBe("public, max-age=60");
  // A site that is not in the list works from the first load after it is added. Until then it gets
  // no body.
  const kept = async (site: string) => (await script({ referer: site })).headers.get("cache-control");
  expect(await kept("https://a.shop.example/")).toBe("public, max-age=60");
  expect(await kept("https://b.example/")).toBe("private, no-cache");
  const tag = (await script()).headers.get("etag") ?? "";
  expect((await script({ referer: "https://b.example/", "if-none-match": tag })).status).toBe(304);
  // Disabling the channel closes open windows.
  await bed.parlour.owner.call("PATCH", `channels/${listed.id}`, { enabled: false });
  expect(await endOf(open)).toBe(4004);
  expect(await refused({ widget_id: listed.public_id, origin: "https://a.shop.example" })).toBe(4004);
  expect((await frame()).status).toBe(404);
  expect([(await script()).status, await (await script()).text()]).toEqual([200, ""]);
});

test("[WG-084] pages of other origins may not open the socket of the window", async () => {
  const { origin } = new URL(bed.parlour.url);
  await expect(bed.socket({ headers: { origin: "https://evil.example" } })).rejects.toThrow("403");
  const base = ((await bed.parlour.call("GET", `/widget/${bed.widget.public_id}.js`)).text.match(/"base":"([^"]+)"/) ?? [])[1] ?? origin;
  const own = await bed.socket({ headers: { origin: new URL(base).origin } });
  await own.end();
});

test("[CORE-005] a suspended account's widget behaves as switched off", async () => {
  const made = await bed.parlour.owner.call("POST", "accounts", {
    name: "Second",
    owner: { name: "Bo", email: "bo@example.test", password: "correct horse battery staple" },
  });
  const { id: account, owners } = made.body as { id: number; owners: { id: number }[] };
  const origin = { origin: bed.parlour.url };
  const session = await bed.parlour.call(
    "POST",
    "sessions",
    { email: "bo@example.test", password: "correct horse battery staple" },
    origin,
  );
  const cookie = (session.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const theirs = await bed.parlour.call(
    "POST",
    "channels",
    { kind: "widget", name: "Theirs", operators: owners.map(({ id }) => id) },
    { ...origin, cookie },
  );
  expect(theirs.status, theirs.text).toBe(201);
  const { public_id: widgetId } = theirs.body as { public_id: string };
  const win = await bed.window({ widget_id: widgetId });
  expect((await win.welcomed()).number).toBe(1);
  expect((await bed.parlour.owner.call("PATCH", `accounts/${account}`, { suspended: true })).status).toBe(200);
  expect(await endOf(win)).toBe(4004);
  expect(await bed.parlour.call("GET", `/widget/${widgetId}.js`)).toMatchObject({ status: 200, text: "" });
});

test("[WG-047] a token that the site signed: one visitor on every device, contacts signed, never merged with an unsigned one", async () => {
  const widget = await bed.newWidget("Signing");
  const made = await bed.parlour.owner.call("POST", `channels/${widget.id}/identity-secret`, {});
  expect(made.status, made.text).toBeLessThan(300);
  const { identity_secret: secret } = made.body as { identity_secret: string };
  const now = bed.parlour.clock.now() / 1_000;
  const sign = (claims: object, with_ = secret, head: object = { alg: "HS256", typ: "JWT" }): string => {
    const text = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${text}.${createHmac("sha256", with_).update(text).digest("base64url")}`;
  };
  const of = { widget_id: widget.public_id };
  const good = { sub: "user-7", exp: now + 3_600, name: "Nadia Ross", email: "nadia@shop.example", phone: "no phone" };

  const plain = await bed.window(of);
  const { token, number } = await plain.welcomed();
  const signed = await bed.window({ ...of, token, user_token: sign(good) });
  const welcome = await signed.welcomed();
  expect(welcome).toMatchObject({ signed: true, token: null, contacts: { name: "Nadia Ross", email: "nadia@shop.example", phone: null } });
  expect(welcome.number).not.toBe(number);
  const said = await signed.say("s", "Signed");
  const chat = await bed.chat(said.chat_id);
  expect(chat.visitor.name).toMatchObject({ value: "Nadia Ross", source: "signed" });

  for (const aud of [of.widget_id, ["another", of.widget_id]])
    expect(await (await bed.window({ ...of, token, user_token: sign({ ...good, aud }) })).welcomed()).toMatchObject({ signed: true });
  // The same identity on another device. Without `user_token`, the token still belongs to the
  // unsigned visitor.
  const device = await (await bed.window({ ...of, user_token: sign({ ...good, exp: now + 86_400 }) })).welcomed();
  expect(device).toMatchObject({ signed: true, number: welcome.number, messages: [{ text: "Signed" }] });
  expect(await (await bed.window({ ...of, token })).welcomed()).toMatchObject({ signed: false, number, messages: [] });

  const none = { alg: "none" };
  for (const bad of [
    sign({ ...good, exp: now - 1 }),
    sign({ ...good, aud: "another" }),
    sign({ ...good, aud: [] }),
    sign({ ...good, exp: now + 100_000 }),
    sign({ exp: good.exp }),
    sign(good, "another secret"),
    sign(good, secret, none),
    `${sign(good, secret, none).split(".").slice(0, 2).join(".")}.`,
    "user-7",
  ]) {
    expect(await (await bed.window({ ...of, token, user_token: bad })).welcomed()).toMatchObject({ signed: false, number });
    expect(await plain.ask({ type: "user_token", ref: "bad", token: bad })).toMatchObject({ type: "failed", code: "invalid_token" });
  }
  // If the token is sent later, the window reconnects as another visitor.
  expect(await plain.ask({ type: "user_token", ref: "good", token: sign(good) })).toMatchObject({ type: "done" });
  expect((await plain.closed).code).toBe(1012);
});

test("[WG-046] [WH-020] setUserToken is stored with the visitor, shown nowhere, and forgotten with him", async () => {
  const win = await bed.window({ user_token: "u_5f2c" });
  const { token } = await win.welcomed();
  const { chat_id: chatId } = await win.say("a", "Hello");
  const stored = (): Promise<readonly { token: string }[]> =>
    bed.parlour.sql<{ token: string }>("select u.token from user_token u join chat c on c.visitor_id = u.visitor_id where c.id = $1", [
      chatId,
    ]);
  expect(await stored()).toEqual([{ token: "u_5f2c" }]);
  expect(await win.ask({ type: "user_token", ref: "t", token: "with\u0007control" })).toMatchObject({ type: "failed" });
  expect(await win.ask({ type: "user_token", ref: "u", token: "412" })).toMatchObject({ type: "done" });
  expect(await stored()).toEqual([{ token: "412" }]);
  // Of tokens sent without a pause, the last one wins, even if it is the stored one.
  const said = ["u_1", "u_2", "412"].map((one, i) => win.ask({ type: "user_token", ref: `n${i}`, token: one }));
  expect(await Promise.all(said)).toMatchObject([{ type: "done" }, { type: "done" }, { type: "done" }]);
  expect(await stored()).toEqual([{ token: "412" }]);
  // The token stays stored until another one is sent.
  await bed.window({ token });
  expect(await stored()).toEqual([{ token: "412" }]);
  expect(JSON.stringify((await bed.parlour.owner.call("GET", `chats/${chatId}`)).body as Chat)).not.toContain("u_5f2c");
  expect(await bed.parlour.sql("select from journal where position('u_5f2c' in body) > 0")).toEqual([]);
  await win.ask({ type: "forget", ref: "f" });
  expect(await stored()).toEqual([]);
});
