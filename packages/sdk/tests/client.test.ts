import type { ServerResponse } from "node:http";
import { createManualTimers } from "@parlour/client/manual-timers";
import { expect, expectTypeOf, test } from "vitest";
import { ParlourError, type Parlour, type Schemas } from "../src/index.ts";
import { openParlour, type ParlourOptions } from "../src/service/parlour.ts";
import { sendJson, startServer } from "./test-server.ts";

/** The client of the service API against HTTP servers, on a clock that the tests advance. */
function openClient(url: string, options: Partial<ParlourOptions> = {}) {
  const timers = createManualTimers();
  const parlour = openParlour({ url, apiKey: "pk_1", ...options }, { timers, random: () => 0.5 });
  /** Advances the clock until a condition is met. */
  const advanceUntil = (isMet: () => boolean): Promise<void> =>
    expect
      .poll(
        async () => {
          await timers.advance(100);
          return isMet();
        },
        { interval: 2 },
      )
      .toBe(true);
  return { parlour, timers, advanceUntil };
}
const catchError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("[API-001] [API-003] [API-384] an operation is a method: its parameters fill path and query, and the key is sent", async () => {
  const server = await startServer((response) => sendJson(response, 200, { id: 5 }));
  const { parlour } = openClient(`${server.url}/`);
  expect(await parlour.getChat({ id: 5 })).toEqual({ id: 5 });
  await parlour.listChats({ q: "a b&c", limit: 20, tag: 7 });
  await parlour.getBotProvider({ id: "a.b" });
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/v1/chats/5",
    "GET /api/v1/chats?q=a+b%26c&limit=20&tag=7",
    "GET /api/v1/bot-providers/a.b",
  ]);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: "Bearer pk_1",
    accept: "application/json",
  });
  expect(server.requests[0]?.headers).not.toHaveProperty("idempotency-key");
});

test("[API-384] a missing part of the path is refused before a request", async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  const { parlour } = openClient(server.url);
  await expect(parlour.getChat({} as { id: number })).rejects.toThrow('"id" is missing');
  expect(server.requests).toEqual([]);
});

test("[API-005] a change has an Idempotency-Key, the same in every attempt and another in every call", async () => {
  const server = await startServer((response, _request, index) =>
    index === 0 ? response.destroy() : sendJson(response, 201, { id: 1 }),
  );
  const { parlour, advanceUntil } = openClient(server.url);
  const created = parlour.createTag({ body: { name: "VIP" } });
  await advanceUntil(() => server.requests.length === 2);
  expect(await created).toEqual({ id: 1 });
  await parlour.createTag({ body: { name: "VIP" } });
  await parlour.createTag({ body: { name: "VIP" } }, { idempotencyKey: "mine" });
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBe("mine");
  expect(server.requests[1]).toMatchObject({ method: "POST", body: '{"name":"VIP"}' });
});

test("[API-005] what takes no key is not repeated", async () => {
  const server = await startServer((response) => response.destroy());
  const { parlour } = openClient(server.url);
  const error = await catchError(
    parlour.signIn({ body: { email: "a@shop.example", password: "secret secret" } }),
  );
  expect(error).toMatchObject({ name: "ParlourError", status: 0, code: "network" });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers).not.toHaveProperty("idempotency-key");
});

test("[API-002] an error has status, code, message, field, request id and the delay of the response", async () => {
  const server = await startServer((response) =>
    sendJson(
      response,
      409,
      { error: { code: "state", message: "The chat is closed.", field: "id", request_id: "r1" } },
      { "retry-after": "7" },
    ),
  );
  const { parlour } = openClient(server.url);
  const error = await catchError(parlour.acceptChat({ id: 5 }));
  expect(error).toBeInstanceOf(ParlourError);
  expect(error).toMatchObject({
    status: 409,
    code: "state",
    message: "The chat is closed.",
    field: "id",
    requestId: "r1",
    retryAfterMs: 7_000,
  });
  expect(server.requests).toHaveLength(1);
});

test("[API-002] an error of a proxy without JSON has the code of its status and the id of its header", async () => {
  const server = await startServer((response) =>
    response.writeHead(404, { "x-request-id": "r2" }).end("<html>"),
  );
  const { parlour } = openClient(server.url);
  expect(await catchError(parlour.getProfile())).toMatchObject({
    status: 404,
    code: "http_404",
    requestId: "r2",
    retryAfterMs: null,
  });
});

test.each([429, 503])(
  "[API-002] %i is repeated when Retry-After has passed, and not before",
  async (status) => {
    const times: number[] = [];
    const server = await startServer((response, _request, index) => {
      times.push(client.timers.now());
      if (index === 0) sendJson(response, status, {}, { "retry-after": "3" });
      else sendJson(response, 200, { id: 1 });
    });
    const client = openClient(server.url);
    const profile = client.parlour.getProfile();
    await client.advanceUntil(() => server.requests.length === 2);
    expect(await profile).toEqual({ id: 1 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
  },
);

test("[API-002] repeats are bounded, and their delays grow", async () => {
  const times: number[] = [];
  const server = await startServer((response) => {
    times.push(client.timers.now());
    sendJson(response, 503, { error: { code: "temporarily_unavailable", message: "No." } });
  });
  const client = openClient(server.url, { maxRetries: 3 });
  const failure = catchError(client.parlour.getProfile());
  let isSettled = false;
  void failure.then(() => (isSettled = true));
  await client.advanceUntil(() => isSettled);
  expect(await failure).toMatchObject({ status: 503, code: "temporarily_unavailable" });
  expect(server.requests).toHaveLength(4);
  const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // 375, 750 and 1,500 ms, rounded up to the steps of the clock.
  expect(delays.map((ms) => ms >= 375)).toEqual([true, true, true]);
  expect(delays[1]).toBeGreaterThanOrEqual(750);
  expect(delays[2]).toBeGreaterThanOrEqual(1_500);
});

test("[API-002] a response that asks for more than a minute is an error at once", async () => {
  const server = await startServer((response) =>
    sendJson(response, 429, {}, { "retry-after": "61" }),
  );
  const { parlour } = openClient(server.url);
  expect(await catchError(parlour.getProfile())).toMatchObject({ retryAfterMs: 61_000 });
  expect(server.requests).toHaveLength(1);
});

test("[API-002] an attempt without a response ends after its time, and the signal ends the call with its reason", async () => {
  const server = await startServer(() => undefined);
  const { parlour, advanceUntil } = openClient(server.url, { timeoutMs: 5_000, maxRetries: 1 });
  const failure = catchError(parlour.getProfile());
  let isSettled = false;
  void failure.then(() => (isSettled = true));
  await advanceUntil(() => isSettled);
  expect(await failure).toMatchObject({ status: 0, code: "network" });
  expect(((await failure) as Error).message).toContain("within 5000 ms");
  expect(server.requests).toHaveLength(2);
  const abort = new AbortController();
  const aborted = catchError(parlour.getProfile({}, { signal: abort.signal }));
  await expect.poll(() => server.requests.length, { interval: 2 }).toBe(3);
  abort.abort(new Error("enough"));
  expect(await aborted).toEqual(new Error("enough"));
  expect(await catchError(parlour.getProfile({}, { signal: abort.signal }))).toEqual(
    new Error("enough"),
  );
});

test("[API-004] a list is one page as a promise, and all items as an async iterable", async () => {
  const pages = [
    { items: [{ id: 1 }, { id: 2 }], next_cursor: "c2" },
    { items: [], next_cursor: "c3" },
    { items: [{ id: 3 }], next_cursor: null },
  ];
  const server = await startServer((response, { path }) => {
    const cursor = new URL(path, "http://localhost").searchParams.get("cursor");
    sendJson(response, 200, pages[cursor === null ? 0 : Number(cursor.slice(1)) - 1]);
  });
  const { parlour } = openClient(server.url);
  expect(await parlour.listChats()).toEqual(pages[0]);
  expect(server.requests).toHaveLength(1);
  const ids: number[] = [];
  for await (const chat of parlour.listChats({ view: "all", limit: 2 })) ids.push(chat.id);
  expect(ids).toEqual([1, 2, 3]);
  expect(server.requests.slice(1).map(({ path }) => path)).toEqual([
    "/api/v1/chats?view=all&limit=2",
    "/api/v1/chats?view=all&limit=2&cursor=c2",
    "/api/v1/chats?view=all&limit=2&cursor=c3",
  ]);
});

test("[API-004] an error of a later page ends the iteration", async () => {
  const server = await startServer((response, _request, index) =>
    index === 0
      ? sendJson(response, 200, { items: [{ id: 1 }], next_cursor: "x" })
      : sendJson(response, 400, { error: { code: "invalid_request", message: "Bad." } }),
  );
  const { parlour } = openClient(server.url);
  const ids: number[] = [];
  const iterate = async (): Promise<void> => {
    for await (const tag of parlour.listTags()) ids.push(tag.id);
  };
  expect(await catchError(iterate())).toMatchObject({ status: 400 });
  expect(ids).toEqual([1]);
});

test("[API-071] [API-105] a form is sent as it is, 204 is undefined, and a file is the response", async () => {
  const server = await startServer((response, { method, path }) => {
    if (method === "DELETE") response.writeHead(204).end();
    else if (method !== "GET") sendJson(response, 201, { id: 9 });
    else response.writeHead(200, { "content-type": "application/zip" }).end(`PK ${path}`);
  });
  const { parlour } = openClient(server.url);
  const form = new FormData();
  form.set("file", new Blob(["abc"], { type: "text/plain" }), "a.txt");
  expect(await parlour.uploadFile({ body: form })).toEqual({ id: 9 });
  expect(server.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(server.requests[0]?.body).toContain('filename="a.txt"');
  await parlour.setPhoto({ body: form });
  expect(await parlour.deleteTag({ id: 1 })).toBeUndefined();
  const file = await parlour.exportAccount();
  expect(await file.text()).toBe("PK /api/v1/account/export");
});

test("[API-384] the types of calls come from the document", () => {
  expectTypeOf<Parlour["getChat"]>().parameter(0).toEqualTypeOf<{ id: string | number }>();
  expectTypeOf<Parlour["getChat"]>().returns.resolves.toEqualTypeOf<Schemas["Chat"]>();
});

const sendMoved = (response: ServerResponse, location: string): void =>
  sendJson(response, 410, { error: { code: "account_moved", message: "moved", location } });
test("[API-384] [CFG-153] after a move of the account, the client repeats the request at the new address and stays there", async () => {
  const target = await startServer((response) => sendJson(response, 200, { id: 1 }));
  const source = await startServer((response) => sendMoved(response, target.url));
  const moves: string[] = [];
  const { parlour } = openClient(source.url, { onMoved: (url) => void moves.push(url) });
  await Promise.all([
    parlour.createTag({ body: { name: "a" } }, { idempotencyKey: "one" }),
    parlour.getProfile(),
  ]);
  await parlour.getProfile();
  expect([source.requests.length, target.requests.length, moves]).toEqual([2, 3, [target.url]]);
  for (const { headers } of target.requests) expect(headers.authorization).toBe("Bearer pk_1");
  expect(target.requests.map(({ headers }) => headers["idempotency-key"])).toContain("one");
});

test("[API-384] [CFG-153] a move is not followed twice by one request, and never from HTTPS to HTTP", async () => {
  const source = await startServer((response) => sendMoved(response, source.url));
  const { parlour } = openClient(source.url);
  await expect(parlour.getProfile()).rejects.toMatchObject({ code: "account_moved", status: 410 });
  expect(source.requests).toHaveLength(2);
  const asked: string[] = [];
  const body = { error: { code: "account_moved", message: "", location: "http://new.example" } };
  const secure = openClient("https://old.example", {
    fetch: (url) => {
      asked.push(new Request(url).url);
      return Promise.resolve(Response.json(body, { status: 410 }));
    },
  });
  await expect(secure.parlour.getProfile()).rejects.toMatchObject({ code: "account_moved" });
  expect(asked).toEqual(["https://old.example/api/v1/me"]);
});
