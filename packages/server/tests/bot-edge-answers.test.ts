import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { ApiResponse } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal } from "../src/core/failure.ts";
import type { Command, WriteResult } from "../src/core/command.ts";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Responses to providers. A test can delay writes of bots or make them fail. */
let bed: BotBed;
let chat: number;
let onWrite: ((command: Command, write: () => Promise<WriteResult>) => Promise<WriteResult>) | null = null;
let customers = 0;
beforeAll(async () => {
  const aroundWrite = (write: (command: Command) => Promise<WriteResult>) => (command: Command) =>
    onWrite === null ? write(command) : onWrite(command, () => write(command));
  bed = await openBotBed({ hooks: { wrapWrite: aroundWrite } });
});
afterAll(() => bed.close());
beforeEach(async () => {
  onWrite = null;
  // Refills the rate limits.
  await bed.pass(5_000, 1_000);
  ({ id: chat } = await bed.chat(`c${++customers}`));
});

const message = (more: object = {}): object => ({
  event: "BOT_MESSAGE",
  id: "b-1",
  chat_id: String(chat),
  message: { type: "TEXT", text: "hi" },
  ...more,
});
const error = (answer: ApiResponse): unknown => [answer.status, (answer.body as { error?: { code: string } }).error?.code];
const reason = (answer: ApiResponse): string | undefined => (answer.body as { error?: { reason?: string } }).error?.reason;
const path = (): string => `/bot/webhooks/${bed.bot.providerId}/${bed.bot.token}`;
const said = async (): Promise<readonly string[]> =>
  (await bed.messages(chat)).filter((one) => one.author.kind === "bot").map((one) => one.text);

test("[BOT-010] [BOT-081] addresses of another form are nowhere, wrong credentials are nobody's", async () => {
  const at = (where: string, method = "POST") => bed.parlour.call(method, where, method === "POST" ? message() : undefined);
  for (const where of [
    `/bot/webhooks/${bed.bot.providerId}`,
    `/bot/webhooks/${bed.bot.providerId}/`,
    `${path()}/extra`,
    `/bot/webhooks//${bed.bot.token}`,
    `/bot/other/${bed.bot.providerId}/${bed.bot.token}`,
    `/bot/Webhooks/${bed.bot.providerId}/${bed.bot.token}`,
  ])
    expect([where, error(await at(where))]).toEqual([where, [404, "not_found"]]);
  expect(error(await at(`/bot/webhooks/nobody/${bed.bot.token}`))).toEqual([401, "invalid_client"]);
  expect(error(await at(`/bot/webhooks/${bed.bot.providerId}/wrong`))).toEqual([401, "invalid_client"]);
  expect(error(await at(`/bot/webhooks/${bed.bot.providerId.toUpperCase()}/${bed.bot.token}`))).toEqual([401, "invalid_client"]);
  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    const answer = await at(path(), method);
    expect([error(answer), answer.headers.get("allow")]).toEqual([[405, "invalid_request"], "POST"]);
  }
  expect((await bed.parlour.call("POST", `${path()}/?x=1`, message())).status).toBe(200);
});

test("[BOT-003] [BOT-010] a token may hold any visible sign, percent-encoded in the path", async () => {
  const token = "a/b?c#d%e+f&g=h;i,j~k!l'm(n)o*p";
  const bot = await bed.connect({ token, channels: [bed.channel.id], enabled: false });
  expect(error(await bed.post(message(), { bot }))).toEqual([403, "access_denied"]);
  expect(error(await bed.post(message(), { bot: { ...bot, token: `${token}x` } }))).toEqual([401, "invalid_client"]);
  await bed.parlour.owner.call("DELETE", `bots/${bot.id}`);
  expect(error(await bed.post(message(), { bot }))).toEqual([401, "invalid_client"]);
});

test("[BOT-081] wrong tokens are answered 429 once an address has guessed too often; right ones are unaffected", async () => {
  const guess = () => bed.parlour.call("POST", `/bot/webhooks/${bed.bot.providerId}/wrong`, message());
  const answers = await Promise.all(Array.from({ length: 130 }, guess));
  const refused = answers.filter((one) => one.status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect((await bed.post(message())).status).toBe(200);
});

test("[BOT-036] without authorization the other address is refused, with WWW-Authenticate", async () => {
  for (const headers of [{}, { authorization: "Bearer abc" }]) {
    const answer = await bed.post(message(), { door: "providers", headers });
    expect([error(answer), answer.headers.get("www-authenticate")]).toEqual([[401, "unauthorized_client"], "Bearer"]);
  }
});

test("[BOT-082] several sets of credentials", async () => {
  const both = { authorization: "Bearer abc" };
  expect(error(await bed.parlour.call("POST", `${path()}?access_token=abc`, message(), both))).toEqual([400, "invalid_request"]);
  expect(error(await bed.post(message({ access_token: "abc" }), { headers: both }))).toEqual([400, "invalid_request"]);
  const twice = await new Promise<string>((resolve) => {
    const socket = connect(bed.parlour.port, "127.0.0.1");
    const body = JSON.stringify(message());
    socket.end(
      `POST ${path()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let text = "";
    socket.on("data", (data) => (text += String(data))).on("close", () => resolve(text));
  });
  expect(twice).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
  expect(await said()).toEqual([]);
});

test("[BOT-081] [BOT-083] a switched-off connection, provider or account is denied, whatever the body", async () => {
  const switched = async (off: () => Promise<unknown>, on: () => Promise<unknown>): Promise<unknown> => {
    await off();
    const answer = await bed.post("{not json", { headers: { "content-type": "text/plain" } });
    await on();
    return error(answer);
  };
  const { owner } = bed.parlour;
  const enable = (enabled: boolean) => () => owner.call("PATCH", `bots/${bed.bot.id}`, { enabled });
  const provide = (state: string) => () => owner.call("PATCH", `bot-providers/${bed.bot.providerId}`, { state });
  expect(await switched(enable(false), enable(true))).toEqual([403, "access_denied"]);
  expect(await switched(provide("suspended"), provide("active"))).toEqual([403, "access_denied"]);
  expect(error(await bed.post("{not json"))).toEqual([400, "invalid_request"]);
});

test("[BOT-013] content types, sizes and encodings", async () => {
  const typed = (type: string | undefined, body: string | Uint8Array = JSON.stringify(message())) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        `${bed.parlour.url}${path()}`,
        { method: "POST", headers: { "content-length": Buffer.byteLength(body), ...(type === undefined ? {} : { "content-type": type }) } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on("error", reject).end(body);
    });
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "application/vnd.bot+json",
    "Application/JSON;charset=iso-8859-1",
    undefined,
  ])
    expect([type, await typed(type)]).toEqual([type, 200]);
  for (const type of ["text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])
    expect([type, await typed(type)]).toEqual([type, 415]);
  expect(await typed("application/json", JSON.stringify(message({ pad: "x".repeat(260 * 1024) })))).toBe(413);
  const latin = Buffer.from(JSON.stringify(message({ message: { type: "TEXT", text: "Größe" } })), "latin1");
  expect(await typed("application/json", latin)).toBe(200);
  expect((await said()).at(-1)).toBe("Größe");
  for (const body of ["", "{", "[]", '{"event":"BOT_MESSAGE","event":"INVITE_AGENT"}', '{"event":"BOT_MESSAGE"}'])
    expect([body, error(await bed.post(body))]).toEqual([body, [400, "invalid_request"]]);
});

test("[BOT-083] a chat of nobody, of another connection and of no bot are all unknown", async () => {
  const other = await bed.connect({ token: "another-connection-entirely", channels: [bed.channel.id] });
  const { id: theirs } = await bed.chat("theirs");
  const answers = [
    await bed.post(message({ chat_id: "999999999" })),
    await bed.post(message({ chat_id: String(theirs) })),
    await bed.post(message(), { bot: other }),
    await bed.post({ event: "INVITE_AGENT", chat_id: String(theirs) }),
  ];
  expect(new Set(answers.map((one) => one.text)).size).toBe(1);
  expect([error(answers[0] as ApiResponse), reason(answers[0] as ApiResponse)]).toEqual([[400, "invalid_request"], "chat_not_found"]);
  await bed.parlour.owner.call("DELETE", `bots/${other.id}`);
});

test("[BOT-025] the chat is found by the client; another client_id is ignored with a warning", async () => {
  const { visitor } = await bed.read(chat);
  expect((await bed.post(message({ chat_id: undefined, client_id: visitor.id }))).status).toBe(200);
  expect((await bed.post(message({ client_id: "5" }))).status).toBe(200);
  expect(await said()).toEqual(["hi", "hi"]);
  expect(reason(await bed.post(message({ chat_id: undefined, client_id: "5" })))).toBe("chat_not_found");
});

test("[BOT-084] events per chat and per connection are limited", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => bed.post(message())));
  const refused = answers.filter((one) => one.status === 429);
  expect(refused).toHaveLength(10);
  expect([error(refused[0] as ApiResponse), Number(refused[0]?.headers.get("retry-after"))]).toEqual([[429, "too_many_requests"], 1]);
  expect(await said()).toHaveLength(20);
  const flood = await Promise.all(Array.from({ length: 250 }, () => bed.post("{")));
  expect(flood.filter((one) => one.status === 429).length).toBeGreaterThanOrEqual(70);
});

test("[BOT-081] storage that is away: 503 with Retry-After; a bug: 500", async () => {
  onWrite = () => Promise.reject(new Refusal({ failure: "temporarily_unavailable", message: "away", retryAfterMs: 1_000 }));
  const away = await bed.post(message());
  expect([error(away), away.headers.get("retry-after")]).toEqual([[503, "temporarily_unavailable"], "5"]);
  onWrite = () => Promise.reject(new Error("a bug that this test put in"));
  const bug = await bed.post(message({ id: "b-2" }));
  expect(error(bug)).toEqual([500, "server_error"]);
  expect(bug.text).not.toContain("put in");
});

test("[BOT-081] [BOT-088] [BOT-085] an answer comes within 2.9 s; the repeat gets the first result and no second message", async () => {
  const go = held();
  const first = bed.post(message());
  await go.reached;
  const [answer] = await Promise.all([first, bed.pass(2_900, 1_000)]);
  expect(error(answer)).toEqual([504, "gateway_timeout"]);
  const repeat = bed.post(message());
  go.release();
  expect((await repeat).status).toBe(200);
  expect(await said()).toEqual(["hi"]);
  // The key has expired, so the same bytes are a new message.
  expect((await bed.post(message())).status).toBe(200);
  expect(await said()).toEqual(["hi", "hi"]);
});

test("[BOT-085] a repeat after 503 is done again, once, also when the first had been written after all", async () => {
  onWrite = async (_command, write) => {
    await write();
    throw new Refusal({ failure: "temporarily_unavailable", message: "who knows", retryAfterMs: 1_000 });
  };
  expect((await bed.post(message())).status).toBe(503);
  onWrite = null;
  expect((await bed.post(message())).status).toBe(200);
  expect(await said()).toEqual(["hi"]);
});

test("[BOT-085] the same bytes at another connection are no repeat, and use nothing up of what its own may still ask", async () => {
  const other = await bed.connect({ token: "some-other-connection-here", channels: [bed.channel.id] });
  onWrite = async (_command, write) => {
    await write();
    throw new Refusal({ failure: "temporarily_unavailable", message: "who knows", retryAfterMs: 1_000 });
  };
  expect((await bed.post(message())).status).toBe(503);
  onWrite = null;
  expect(reason(await bed.post(message(), { bot: other }))).toBe("chat_not_found");
  expect((await bed.post(message())).status).toBe(200);
  expect(await said()).toEqual(["hi"]);
  await bed.parlour.owner.call("DELETE", `bots/${other.id}`);
});

test("[BOT-085] a repeat after the connection closed before the answer waits for the first", async () => {
  const go = held();
  const gone = new AbortController();
  const body = JSON.stringify(message());
  const lost = fetch(`${bed.parlour.url}${path()}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    signal: gone.signal,
  });
  lost.catch(() => undefined);
  await go.reached;
  gone.abort();
  await expect(lost).rejects.toThrow();
  await bed.parlour.clock.advance(100);
  const repeat = bed.post(body);
  await bed.parlour.clock.advance(100);
  go.release();
  expect((await repeat).status).toBe(200);
  expect(await said()).toEqual(["hi"]);
});

test("[BOT-085] another id, another body, or 30 s later: a message of its own", async () => {
  const answers: number[] = [];
  for (const [round, body, later] of [
    [1, message({ round: 1, id: "b-2" }), 0],
    [2, message({ round: 2, message: { type: "TEXT", text: "other" } }), 0],
    [3, message({ round: 3 }), 31_000],
  ] as const) {
    onWrite = async (_command, write) => {
      await write();
      throw new Refusal({ failure: "temporarily_unavailable", message: "who knows", retryAfterMs: 1_000 });
    };
    expect((await bed.post(message({ round }))).status).toBe(503);
    onWrite = null;
    await bed.pass(later, 1_000);
    answers.push((await bed.post(body)).status);
  }
  expect(answers).toEqual([200, 200, 200]);
  expect(await said()).toEqual(["hi", "hi", "hi", "other", "hi", "hi"]);
});

test("[BOT-085] constant ids are fine: the same event again is another message", async () => {
  for (let n = 0; n < 3; n++) expect((await bed.post(message())).status).toBe(200);
  expect(await said()).toEqual(["hi", "hi", "hi"]);
});

test("[BOT-085] an Idempotency-Key has one effect; with another body it is refused", async () => {
  const headers = { "idempotency-key": `k-${chat}` };
  const first = await bed.post(message(), { headers });
  const again = await bed.post(message(), { headers });
  expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
  expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([200, '{"result":"ok"}', "true"]);
  expect(error(await bed.post(message({ id: "b-9" }), { headers }))).toEqual([400, "invalid_request"]);
  expect(error(await bed.post(message(), { headers: { "idempotency-key": "with space" } }))).toEqual([400, "invalid_request"]);
  expect(await said()).toEqual(["hi"]);
});

/** Delays the next write of a bot until `release` is called. Later writes pass. */
function held(): { readonly reached: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  let arrive = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  onWrite = async (_command, write) => {
    onWrite = null;
    arrive();
    await gate;
    return write();
  };
  return { reached, release };
}
