import { createApi } from "@parlour/client";
import { afterEach, expect, test, vi } from "vitest";
import { createManualClock } from "../manual-clock.fixture.ts";
import { fetchWithTimeout } from "./reauthentication.ts";

const clock = createManualClock();
const api = createApi({ base: "", fetch: (input, init) => fetchWithTimeout(input, init, clock) });
/** Rejects when the signal aborts. */
const ended = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
  );

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["comes", (signal: AbortSignal | null | undefined) => ended(signal)],
  [
    "comes whole",
    (signal: AbortSignal | null | undefined) =>
      Promise.resolve({
        ok: true,
        status: 200,
        headers: new Headers(),
        text: () => ended(signal),
      } as unknown as Response),
  ],
])(
  "[CORE-044] a request whose answer never %s fails after 60 s as one without an answer",
  async (_, answer) => {
    vi.stubGlobal("fetch", (_input: string, init?: RequestInit) => answer(init?.signal));
    const request = api.sendMessage(1, { kind: "text", text: "mine", client_id: "c1" }).then(
      () => "answered",
      (error: { code: string; status: number }) => [error.code, error.status],
    );
    const settledOrWaiting = () => Promise.race([request, Promise.resolve("waits")]);
    await clock.advance(59_000);
    expect(await settledOrWaiting()).toBe("waits");
    await clock.advance(1_001);
    expect(await request).toEqual(["network", 0]);
  },
);

test("[API-002] a request that is given up by its screen ends at once and is no failure of the network", async () => {
  vi.stubGlobal("fetch", (_input: string, init?: RequestInit) => ended(init?.signal));
  const screen = new AbortController();
  const request = api.me(screen.signal);
  screen.abort();
  await expect(request).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});
