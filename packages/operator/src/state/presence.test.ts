import type { Operator, Presence } from "@parlour/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api.ts";
import type { Live } from "./live.ts";
import { watchIdle } from "./presence.ts";

const me = { id: 7 } as Operator;
let status: Presence;
let chosen: Presence[];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  [status, chosen] = ["online", []];
  vi.spyOn(api, "setPresence").mockImplementation((next) => {
    chosen.push((status = next));
    return Promise.resolve(me);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Simulates another tab of the browser. `input` sends an input event to it. */
function tab(): { input: () => void; close: () => void } {
  const own = new EventTarget();
  vi.stubGlobal("window", own);
  const live = { get: () => ({ snapshot: { presence: new Map([[me.id, status]]) } }) } as unknown as Live;
  const end = watchIdle(live, me);
  const close = () => {
    vi.stubGlobal("window", own);
    end();
  };
  return { input: () => own.dispatchEvent(new Event("keydown")), close };
}

test("[CORE-011] input takes away back in whichever tab it comes, also after a reload; a choice of the person stays", () => {
  const [one, other] = [tab(), tab()];
  vi.advanceTimersByTime(16 * 60_000);
  expect(chosen).toEqual(["away"]);
  other.input();
  expect(chosen).toEqual(["away", "online"]);
  vi.advanceTimersByTime(16 * 60_000);
  for (const open of [one, other]) open.close();
  const reloaded = tab();
  reloaded.input();
  expect(chosen).toEqual(["away", "online", "away", "online"]);
  status = "away";
  vi.advanceTimersByTime(60_000);
  reloaded.input();
  expect(chosen).toHaveLength(4);
  reloaded.close();
});
