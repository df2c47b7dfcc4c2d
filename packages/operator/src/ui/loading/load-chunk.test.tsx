import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchStyleSheets } from "../../state/browser/style-sheets.ts";
import { createManualClock } from "../../state/manual-clock.fixture.ts";
import { loadChunk } from "./load-chunk.ts";

let answers: (Response | Error)[] = [];
beforeEach(() => {
  vi.stubGlobal("fetch", () => {
    const answer = answers.shift() ?? new Error("not asked for");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const fetchError = new TypeError("Failed to fetch dynamically imported module");
/** Returns a function that rejects `times` times and then resolves with "part". */
function failing(times: number) {
  const part = vi.fn(() =>
    part.mock.calls.length <= times ? Promise.reject(fetchError) : Promise.resolve("part"),
  );
  return part;
}

test("[CORE-045] a part of the page is asked for while the server is out of reach, and comes when it is back", async () => {
  answers = [new Error("no line"), new Response(null, { status: 502 }), new Response(null)];
  const part = failing(3);
  const clock = createManualClock();
  const got = loadChunk(part, clock);
  await clock.advance(3_999);
  expect(part).toHaveBeenCalledTimes(2);
  await clock.advance(1);
  expect(await got).toBe("part");
  expect(part).toHaveBeenCalledTimes(4);
});

test("[CORE-045] a part that a server which answers does not have is an error", async () => {
  answers = [new Response(null)];
  const part = failing(9);
  await expect(loadChunk(part)).rejects.toBe(fetchError);
  expect(part).toHaveBeenCalledTimes(2);
});

test("[CORE-045] a style sheet that failed is requested again, before its part of the page is shown", async () => {
  answers = [new Response(null)];
  watchStyleSheets();
  const getLink = () => document.head.querySelector("link[rel=stylesheet]");
  const failed = document.createElement("link");
  failed.rel = "stylesheet";
  document.head.append(failed);
  const part = vi.fn(() => {
    if (part.mock.calls.length > 1) return Promise.resolve("part");
    failed.dispatchEvent(new Event("error"));
    return Promise.reject(fetchError);
  });
  const chunk = loadChunk(part);
  await expect.poll(() => failed.isConnected).toBe(false);
  expect(part).toHaveBeenCalledTimes(1);
  getLink()?.dispatchEvent(new Event("load"));
  expect(await chunk).toBe("part");
});
