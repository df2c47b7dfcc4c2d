import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { ApiResponse } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal } from "../src/core/failure.ts";
import type { Command, WriteCommand, WriteResult } from "../src/core/command.ts";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** Responses to providers. A test can delay writes of bots or make them fail. */
let fixture: BotFixture;
let chat: number;
let onWrite:
  | (<A>(command: Command<A>, write: () => Promise<WriteResult<A>>) => Promise<WriteResult<A>>)
  | null = null;
let customerCount = 0;
beforeAll(async () => {
  const aroundWrite =
    (write: WriteCommand): WriteCommand =>
    (command) =>
      onWrite === null ? write(command) : onWrite(command, () => write(command));
  fixture = await openBotFixture({ hooks: { wrapWrite: aroundWrite } });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  onWrite = null;
  // Refills the rate limits.
  await fixture.advanceClock(5_000, 1_000);
  ({ id: chat } = await fixture.startChat(`c${++customerCount}`));
});

const botMessage = (more: object = {}): object => ({
  event: "BOT_MESSAGE",
  id: "b-1",
  chat_id: String(chat),
  message: { type: "TEXT", text: "hi" },
  ...more,
});
const toError = (answer: ApiResponse): unknown => [
  answer.status,
  (answer.body as { error?: { code: string } }).error?.code,
];
const readWarning = (answer: ApiResponse): string | undefined =>
  (answer.body as { error?: { reason?: string } }).error?.reason;
const webhookPath = (): string => `/bot/webhooks/${fixture.bot.providerId}/${fixture.bot.token}`;
const readBotTexts = async (): Promise<readonly string[]> =>
  (await fixture.messages(chat)).filter((one) => one.author.kind === "bot").map((one) => one.text);

test("[BOT-010] [BOT-081] addresses of another form are nowhere, wrong credentials are nobody's", async () => {
  const at = (where: string, method = "POST") =>
    fixture.parlour.call(method, where, method === "POST" ? botMessage() : undefined);
  for (const where of [
    `/bot/webhooks/${fixture.bot.providerId}`,
    `/bot/webhooks/${fixture.bot.providerId}/`,
    `${webhookPath()}/extra`,
    `/bot/webhooks//${fixture.bot.token}`,
    `/bot/other/${fixture.bot.providerId}/${fixture.bot.token}`,
    `/bot/Webhooks/${fixture.bot.providerId}/${fixture.bot.token}`,
  ])
    expect([where, toError(await at(where))]).toEqual([where, [404, "not_found"]]);
  expect(toError(await at(`/bot/webhooks/nobody/${fixture.bot.token}`))).toEqual([
    401,
    "invalid_client",
  ]);
  expect(toError(await at(`/bot/webhooks/${fixture.bot.providerId}/wrong`))).toEqual([
    401,
    "invalid_client",
  ]);
  expect(
    toError(await at(`/bot/webhooks/${fixture.bot.providerId.toUpperCase()}/${fixture.bot.token}`)),
  ).toEqual([401, "invalid_client"]);
  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    const answer = await at(webhookPath(), method);
    expect([toError(answer), answer.headers.get("allow")]).toEqual([
      [405, "invalid_request"],
      "POST",
    ]);
  }
  expect((await fixture.parlour.call("POST", `${webhookPath()}/?x=1`, botMessage())).status).toBe(
    200,
  );
});

test("[BOT-003] [BOT-010] a token may hold any visible sign, percent-encoded in the path", async () => {
  const token = "a/b?c#d%e+f&g=h;i,j~k!l'm(n)o*p";
  const bot = await fixture.connectBot({ token, channels: [fixture.channel.id], enabled: false });
  expect(toError(await fixture.postEvent(botMessage(), { bot }))).toEqual([403, "access_denied"]);
  expect(
    toError(await fixture.postEvent(botMessage(), { bot: { ...bot, token: `${token}x` } })),
  ).toEqual([401, "invalid_client"]);
  await fixture.parlour.owner.call("DELETE", `bots/${bot.id}`);
  expect(toError(await fixture.postEvent(botMessage(), { bot }))).toEqual([401, "invalid_client"]);
});

test("[BOT-081] wrong tokens are answered 429 once an address has guessed too often; right ones are unaffected", async () => {
  const guess = () =>
    fixture.parlour.call("POST", `/bot/webhooks/${fixture.bot.providerId}/wrong`, botMessage());
  const answers = await Promise.all(Array.from({ length: 130 }, guess));
  const refused = answers.filter((one) => one.status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect((await fixture.postEvent(botMessage())).status).toBe(200);
});

test("[BOT-036] without authorization the other address is refused, with WWW-Authenticate", async () => {
  for (const headers of [{}, { authorization: "Bearer abc" }]) {
    const answer = await fixture.postEvent(botMessage(), { segment: "providers", headers });
    expect([toError(answer), answer.headers.get("www-authenticate")]).toEqual([
      [401, "unauthorized_client"],
      "Bearer",
    ]);
  }
});

test("[BOT-082] several sets of credentials", async () => {
  const both = { authorization: "Bearer abc" };
  expect(
    toError(
      await fixture.parlour.call("POST", `${webhookPath()}?access_token=abc`, botMessage(), both),
    ),
  ).toEqual([400, "invalid_request"]);
  expect(
    toError(await fixture.postEvent(botMessage({ access_token: "abc" }), { headers: both })),
  ).toEqual([400, "invalid_request"]);
  const twice = await new Promise<string>((resolve) => {
    const socket = connect(fixture.parlour.port, "127.0.0.1");
    const body = JSON.stringify(botMessage());
    socket.end(
      `POST ${webhookPath()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let text = "";
    socket.on("data", (data) => (text += String(data))).on("close", () => resolve(text));
  });
  expect(twice).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
  expect(await readBotTexts()).toEqual([]);
});

test("[BOT-081] [BOT-083] a switched-off connection, provider or account is denied, whatever the body", async () => {
  const switched = async (
    off: () => Promise<unknown>,
    on: () => Promise<unknown>,
  ): Promise<unknown> => {
    await off();
    const answer = await fixture.postEvent("{not json", {
      headers: { "content-type": "text/plain" },
    });
    await on();
    return toError(answer);
  };
  const { owner } = fixture.parlour;
  const enable = (enabled: boolean) => () =>
    owner.call("PATCH", `bots/${fixture.bot.id}`, { enabled });
  const provide = (state: string) => () =>
    owner.call("PATCH", `bot-providers/${fixture.bot.providerId}`, { state });
  expect(await switched(enable(false), enable(true))).toEqual([403, "access_denied"]);
  expect(await switched(provide("suspended"), provide("active"))).toEqual([403, "access_denied"]);
  expect(toError(await fixture.postEvent("{not json"))).toEqual([400, "invalid_request"]);
});

test("[BOT-013] content types, sizes and encodings", async () => {
  const typed = (
    type: string | undefined,
    body: string | Uint8Array = JSON.stringify(botMessage()),
  ) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        `${fixture.parlour.url}${webhookPath()}`,
        {
          method: "POST",
          headers: {
            "content-length": Buffer.byteLength(body),
            ...(type === undefined ? {} : { "content-type": type }),
          },
        },
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
  for (const type of [
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
  ])
    expect([type, await typed(type)]).toEqual([type, 415]);
  expect(
    await typed("application/json", JSON.stringify(botMessage({ pad: "x".repeat(260 * 1024) }))),
  ).toBe(413);
  const latin = Buffer.from(
    JSON.stringify(botMessage({ message: { type: "TEXT", text: "Größe" } })),
    "latin1",
  );
  expect(await typed("application/json", latin)).toBe(200);
  expect((await readBotTexts()).at(-1)).toBe("Größe");
  for (const body of [
    "",
    "{",
    "[]",
    '{"event":"BOT_MESSAGE","event":"INVITE_AGENT"}',
    '{"event":"BOT_MESSAGE"}',
  ])
    expect([body, toError(await fixture.postEvent(body))]).toEqual([
      body,
      [400, "invalid_request"],
    ]);
});

test("[BOT-083] a chat of nobody, of another connection and of no bot are all unknown", async () => {
  const other = await fixture.connectBot({
    token: "another-connection-entirely",
    channels: [fixture.channel.id],
  });
  const { id: otherChat } = await fixture.startChat("theirs");
  const answers = [
    await fixture.postEvent(botMessage({ chat_id: "999999999" })),
    await fixture.postEvent(botMessage({ chat_id: String(otherChat) })),
    await fixture.postEvent(botMessage(), { bot: other }),
    await fixture.postEvent({ event: "INVITE_AGENT", chat_id: String(otherChat) }),
  ];
  expect(new Set(answers.map((one) => one.text)).size).toBe(1);
  expect([toError(answers[0] as ApiResponse), readWarning(answers[0] as ApiResponse)]).toEqual([
    [400, "invalid_request"],
    "chat_not_found",
  ]);
  await fixture.parlour.owner.call("DELETE", `bots/${other.id}`);
});

test("[BOT-025] the chat is found by the client; another client_id is ignored with a warning", async () => {
  const { visitor } = await fixture.readChat(chat);
  expect(
    (await fixture.postEvent(botMessage({ chat_id: undefined, client_id: visitor.id }))).status,
  ).toBe(200);
  expect((await fixture.postEvent(botMessage({ client_id: "5" }))).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi", "hi"]);
  expect(
    readWarning(await fixture.postEvent(botMessage({ chat_id: undefined, client_id: "5" }))),
  ).toBe("chat_not_found");
});

test("[BOT-084] events per chat and per connection are limited", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => fixture.postEvent(botMessage({ id: `b-${n}` }))),
  );
  const refused = answers.filter((one) => one.status === 429);
  expect(refused).toHaveLength(10);
  expect([
    toError(refused[0] as ApiResponse),
    Number(refused[0]?.headers.get("retry-after")),
  ]).toEqual([[429, "too_many_requests"], 1]);
  expect(await readBotTexts()).toHaveLength(20);
  const flood = await Promise.all(Array.from({ length: 250 }, () => fixture.postEvent("{")));
  expect(flood.filter((one) => one.status === 429).length).toBeGreaterThanOrEqual(70);
});

test("[BOT-081] storage that is away: 503 with Retry-After; a bug: 500", async () => {
  onWrite = () =>
    Promise.reject(
      new Refusal({ failure: "temporarily_unavailable", message: "away", retryAfterMs: 1_000 }),
    );
  const away = await fixture.postEvent(botMessage());
  expect([toError(away), away.headers.get("retry-after")]).toEqual([
    [503, "temporarily_unavailable"],
    "5",
  ]);
  onWrite = () => Promise.reject(new Error("a bug that this test put in"));
  const bug = await fixture.postEvent(botMessage({ id: "b-2" }));
  expect(toError(bug)).toEqual([500, "server_error"]);
  expect(bug.text).not.toContain("put in");
});

test("[BOT-081] [BOT-088] [BOT-085] an answer comes within 2.9 s; the repeat gets the first result and no second message", async () => {
  const go = delayNextWrite();
  const first = fixture.postEvent(botMessage());
  await go.reached;
  const [answer] = await Promise.all([first, fixture.advanceClock(2_900, 1_000)]);
  expect(toError(answer)).toEqual([504, "gateway_timeout"]);
  const repeat = fixture.postEvent(botMessage());
  go.release();
  expect((await repeat).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi"]);
  // The key has expired, so the same bytes are a new message.
  expect((await fixture.postEvent(botMessage())).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi", "hi"]);
});

test("[BOT-085] a repeat after 503 is done again, once, also when the first had been written after all", async () => {
  onWrite = async (_command, write) => {
    await write();
    throw new Refusal({
      failure: "temporarily_unavailable",
      message: "who knows",
      retryAfterMs: 1_000,
    });
  };
  expect((await fixture.postEvent(botMessage())).status).toBe(503);
  onWrite = null;
  expect((await fixture.postEvent(botMessage())).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi"]);
});

test("[BOT-085] the same bytes at another connection are no repeat, and use nothing up of what its own may still ask", async () => {
  const other = await fixture.connectBot({
    token: "some-other-connection-here",
    channels: [fixture.channel.id],
  });
  onWrite = async (_command, write) => {
    await write();
    throw new Refusal({
      failure: "temporarily_unavailable",
      message: "who knows",
      retryAfterMs: 1_000,
    });
  };
  expect((await fixture.postEvent(botMessage())).status).toBe(503);
  onWrite = null;
  expect(readWarning(await fixture.postEvent(botMessage(), { bot: other }))).toBe("chat_not_found");
  expect((await fixture.postEvent(botMessage())).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi"]);
  await fixture.parlour.owner.call("DELETE", `bots/${other.id}`);
});

test("[BOT-085] a repeat after the connection closed before the answer waits for the first", async () => {
  const go = delayNextWrite();
  const abortController = new AbortController();
  const body = JSON.stringify(botMessage());
  const abortedRequest = fetch(`${fixture.parlour.url}${webhookPath()}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    signal: abortController.signal,
  });
  abortedRequest.catch(() => undefined);
  await go.reached;
  abortController.abort();
  await expect(abortedRequest).rejects.toThrow();
  await fixture.parlour.clock.advance(100);
  const repeat = fixture.postEvent(body);
  await fixture.parlour.clock.advance(100);
  go.release();
  expect((await repeat).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi"]);
});

test("[BOT-085] [BOT-095] a repeat finds a message whose node ended before it answered", async () => {
  onWrite = async (_command, write) => {
    await write();
    throw new Error("the process ends here");
  };
  expect((await fixture.postEvent(botMessage())).status).toBe(500);
  onWrite = null;
  // A new process knows only what was committed.
  await fixture.parlour.restart();
  expect((await fixture.postEvent(botMessage())).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi"]);
  expect((await fixture.postEvent(botMessage())).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi", "hi"]);
});

test("[BOT-085] another id, another body, or 30 s later: a message of its own", async () => {
  const answers: number[] = [];
  for (const [round, body, later] of [
    [1, botMessage({ round: 1, id: "b-2" }), 0],
    [2, botMessage({ round: 2, message: { type: "TEXT", text: "other" } }), 0],
    [3, botMessage({ round: 3 }), 31_000],
  ] as const) {
    onWrite = async (_command, write) => {
      await write();
      throw new Refusal({
        failure: "temporarily_unavailable",
        message: "who knows",
        retryAfterMs: 1_000,
      });
    };
    expect((await fixture.postEvent(botMessage({ round }))).status).toBe(503);
    onWrite = null;
    await fixture.advanceClock(later, 1_000);
    answers.push((await fixture.postEvent(body)).status);
  }
  expect(answers).toEqual([200, 200, 200]);
  expect(await readBotTexts()).toEqual(["hi", "hi", "hi", "other", "hi", "hi"]);
});

test("[BOT-085] constant ids are fine: the same event again is another message", async () => {
  for (let n = 0; n < 3; n++) expect((await fixture.postEvent(botMessage())).status).toBe(200);
  expect(await readBotTexts()).toEqual(["hi", "hi", "hi"]);
});

test("[BOT-085] an Idempotency-Key has one effect; with another body it is refused", async () => {
  const headers = { "idempotency-key": `k-${chat}` };
  const first = await fixture.postEvent(botMessage(), { headers });
  const again = await fixture.postEvent(botMessage(), { headers });
  expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
  expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([
    200,
    '{"result":"ok"}',
    "true",
  ]);
  expect(toError(await fixture.postEvent(botMessage({ id: "b-9" }), { headers }))).toEqual([
    400,
    "invalid_request",
  ]);
  expect(
    toError(
      await fixture.postEvent(botMessage(), { headers: { "idempotency-key": "with space" } }),
    ),
  ).toEqual([400, "invalid_request"]);
  expect(await readBotTexts()).toEqual(["hi"]);
});

/** Delays the next write of a bot until `release` is called. Later writes pass. */
function delayNextWrite(): { readonly reached: Promise<void>; readonly release: () => void } {
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
