import { afterEach, beforeEach, expect, test, vi } from "vitest";

let stored: Map<string, string>;
/** Sends a response to the oldest request of the page. */
let answerNext: (status: number, body: object) => void;

beforeEach(() => {
  stored = new Map();
  const waiting: ((response: Response) => void)[] = [];
  answerNext = (status, body) =>
    waiting.shift()?.(
      new Response(JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json" },
      }),
    );
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("navigator", { serviceWorker: undefined, language: "en", languages: ["en"] });
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => waiting.push(resolve)));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const operator = { id: 7, name: "Ada", email: "ada@example.org" };

test("[API-011] an answer that was on its way at sign-out leaves no name on the device", async () => {
  const { getCurrentOperator, isSignedOut, setCurrentOperator } = await import("./session.tsx");
  const loading = getCurrentOperator();
  setCurrentOperator(null);
  answerNext(200, operator);
  await loading;
  expect(stored.get("parlour.me")).toBeUndefined();
  expect(isSignedOut()).toBe(true);
});

test("[API-011] a refusal that was on its way at sign-in does not end the new session", async () => {
  const { getCurrentOperator, isSignedOut, setCurrentOperator } = await import("./session.tsx");
  const loading = getCurrentOperator();
  setCurrentOperator(operator as Parameters<typeof setCurrentOperator>[0]);
  answerNext(401, { error: { code: "unauthenticated", message: "Sign in." } });
  await loading;
  expect(JSON.parse(stored.get("parlour.me") ?? "null")).toEqual(operator);
  expect(isSignedOut()).toBe(false);
});
