import type { Operator, Presence } from "@parlour/protocol";
import type { PresenceChoice } from "@parlour/protocol/api/people/session";
import type { PresenceEntry } from "@parlour/protocol/socket";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api/api.ts";
import { createManualClock, type ManualClock } from "../manual-clock.fixture.ts";
import type { LiveClient } from "./live-client.ts";
import { watchIdle } from "./presence.ts";

const me = { id: 7 } as Operator;
let status: Presence;
let entry: PresenceEntry;
let chosen: PresenceChoice[];
let clock: ManualClock;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  clock = createManualClock(1_800_000_000_000);
  [status, chosen] = ["online", []];
  entry = { operator_id: me.id, status };
  vi.spyOn(api, "setPresence").mockImplementation((next) => {
    chosen.push(next);
    status = next.status ?? "online";
    return Promise.resolve(me);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Simulates another tab of the browser. `input` simulates user input in that tab. */
function tab(): { input: () => void; close: () => void } {
  const target = new EventTarget();
  vi.stubGlobal("window", target);
  const live = {
    get: () => ({
      snapshot: {
        presence: new Map([[me.id, status]]),
        presenceEntries: new Map([[me.id, entry]]),
      },
    }),
  } as unknown as LiveClient;
  const end = watchIdle(live, me, clock);
  const close = () => {
    vi.stubGlobal("window", target);
    end();
  };
  return { input: () => target.dispatchEvent(new Event("keydown")), close };
}

test("[CORE-011] input takes away back in whichever tab it comes, also after a reload; a choice of the person stays", async () => {
  const [firstTab, other] = [tab(), tab()];
  await clock.advance(16 * 60_000);
  const [away, online] = [{ status: "away" }, { status: "online" }];
  expect(chosen).toEqual([away]);
  other.input();
  expect(chosen).toEqual([away, online]);
  await clock.advance(16 * 60_000);
  for (const open of [firstTab, other]) open.close();
  const reloaded = tab();
  reloaded.input();
  expect(chosen).toEqual([away, online, away, online]);
  status = "away";
  await clock.advance(60_000);
  reloaded.input();
  expect(chosen).toHaveLength(4);
  reloaded.close();
});

test("[STATUS-005] [CORE-011] input takes a status back that the automatic away has replaced", async () => {
  const custom = { status_id: 4, status_until: null, status_comment: "Only email" };
  entry = { operator_id: me.id, status, ...custom };
  const open = tab();
  await clock.advance(16 * 60_000);
  open.input();
  expect(chosen).toEqual([{ status: "away" }, custom]);
  open.close();
});
