import { describe, expect, it } from "vitest";
import { createApi } from "./api.ts";
import { ApiError, parseRetryAfter } from "./api-error.ts";

const createRespondingApi = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  createApi({
    base: "https://x.example",
    fetch: () =>
      Promise.resolve(
        new Response(body === null ? null : JSON.stringify(body), { status, headers }),
      ),
  });
const catchError = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("API client", () => {
  it("[API-002] an error answer becomes a typed error with its code, field and request id", async () => {
    const api = createRespondingApi(400, {
      error: { code: "invalid", message: "name is empty", field: "name", request_id: "r1" },
    });
    expect(await catchError(api.me())).toMatchObject({
      name: "ApiError",
      code: "invalid",
      status: 400,
      field: "name",
      requestId: "r1",
    });
  });
  it("[API-002] 429 carries its wait, no answer at all is `network`", async () => {
    expect(
      await catchError(
        createRespondingApi(
          429,
          { error: { code: "rate_limited", message: "slow down" } },
          { "retry-after": "7" },
        ).me(),
      ),
    ).toMatchObject({ retryAfterMs: 7000 });
    const dead = createApi({ base: "", fetch: () => Promise.reject(new TypeError("failed")) });
    expect(await catchError(dead.me())).toMatchObject({ code: "network", status: 0 });
  });
  it("[API-380] a read carries the latest event that the page has, a change does not", async () => {
    const sent: (string | null)[] = [];
    let cursor: { epoch: string; position: number } | null = null;
    const api = createApi({
      base: "",
      cursor: () => cursor,
      fetch: (_url, init) => {
        sent.push(new Headers(init?.headers).get("parlour-cursor"));
        return Promise.resolve(new Response("{}"));
      },
    });
    await api.get("/search");
    cursor = { epoch: "e.00000001", position: 7 };
    await api.get("/search");
    await api.post("/chats/1/accept");
    expect(sent).toEqual([null, "e.00000001:7", null]);
  });
  it("[API-001] empty query fields are left out, ids and texts are escaped", async () => {
    let recorded = "";
    const api = createApi({
      base: "",
      fetch: (url) => {
        recorded = typeof url === "string" ? url : "";
        return Promise.resolve(new Response('{"items":[],"next_cursor":null}'));
      },
    });
    await api.chats({ view: "all", q: "a&b", limit: 5 });
    expect(recorded).toBe("/api/v1/chats?view=all&q=a%26b&limit=5");
  });
  it("[API-004] a list is read to its end, with what narrows it on every page", async () => {
    const recorded: string[] = [];
    const api = createApi({
      base: "",
      fetch: (url) => {
        recorded.push(typeof url === "string" ? url : "");
        const page =
          recorded.length === 1
            ? { items: [2], next_cursor: "on" }
            : { items: [1], next_cursor: null };
        return Promise.resolve(new Response(JSON.stringify(page)));
      },
    });
    expect(await api.list<number>("/calls", { query: { state: "waiting" } })).toEqual([2, 1]);
    expect(recorded).toEqual([
      "/api/v1/calls?state=waiting&limit=200",
      "/api/v1/calls?state=waiting&limit=200&cursor=on",
    ]);
  });
  it("[API-003] an answer 401 is told once to the application", async () => {
    let signedOutCalls = 0;
    const api = createApi({
      base: "",
      onSignedOut: () => {
        signedOutCalls += 1;
      },
      fetch: () => Promise.resolve(new Response("{}", { status: 401 })),
    });
    expect(await catchError(api.me())).toBeInstanceOf(ApiError);
    expect(signedOutCalls).toBe(1);
  });
  it("[API-002] an HTML error page of a proxy is an error, not an answer", async () => {
    const api = createApi({
      base: "",
      fetch: () => Promise.resolve(new Response("<html>", { status: 502 })),
    });
    expect(await catchError(api.me())).toMatchObject({ code: "http_502", status: 502 });
    const odd = createApi({
      base: "",
      fetch: () => Promise.resolve(new Response("<html>", { status: 200 })),
    });
    expect(await catchError(odd.me())).toMatchObject({ code: "bad_answer" });
  });
  it("[API-002] Retry-After may be seconds or a date", () => {
    expect(parseRetryAfter("3")).toBe(3000);
    expect(parseRetryAfter(new Date(10_000).toUTCString(), 4000)).toBe(6000);
    expect(parseRetryAfter("soon")).toBeNull();
  });
});
