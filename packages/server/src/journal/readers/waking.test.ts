import { expect, it } from "vitest";
import type { Clock } from "../../core/command.ts";
import { startWaking } from "./waking.ts";

/**
 * Creates a pool whose query for the next due time can be paused, and a clock whose alarms fire
 * immediately.
 */
function bed() {
  const held: (() => void)[] = [];
  let looks = 0;
  let isHeld = false;
  const pool = {
    async query(text: string) {
      if (text.includes("min(due_at)")) {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        return { rows: [{ at: null }] };
      }
      looks += 1;
      return { rows: [] };
    },
  };
  const clock = {
    now: () => 1_000,
    alarm: (_at: number, fire: () => void) => {
      void Promise.resolve().then(fire);
      return () => undefined;
    },
  };
  return {
    deps: {
      pool: pool as never,
      clock: clock as unknown as Clock,
      journal: {
        write: () => Promise.reject(new Error("nothing is written")),
        config: () => Promise.reject(new Error("nothing is read")),
        subscribe: () => () => undefined,
      },
      here: { of: () => "offline" as const, offlineSince: () => 0, onChange: () => () => undefined },
      onFault: (error: unknown) => {
        throw error;
      },
    },
    hold: () => void (isHeld = true),
    /** Answers with the rows that existed when the query started. */
    letGo: () => {
      isHeld = false;
      for (const resolve of held.splice(0)) resolve();
    },
    looks: () => looks,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

it("[CORE-035] a row that falls due while the next time is being looked up is not slept over", async () => {
  const { deps, hold, letGo, looks, turn } = bed();
  const waking = await startWaking(deps);
  hold();
  waking.by(1_000);
  await turn();
  expect(looks()).toBe(1);
  // Written after the query for the next due time had started, and due already.
  waking.by(1_000);
  await turn();
  letGo();
  await waking.settle();
  expect(looks()).toBe(2);
  await waking.close();
});

it("[CORE-035] rows that fall due together are written together: each its own next look, or gone", async () => {
  const due = [
    { account_id: 1, chat_id: 11, stamp: 5 },
    { account_id: 2, chat_id: 21, stamp: 6 },
  ];
  const kept: unknown[][] = [];
  const { deps } = bed();
  const pool = {
    async query(text: string, values: unknown[] = []) {
      if (text.startsWith("select account_id")) return { rows: due.splice(0) };
      if (text.includes("set due_at")) kept.push(values);
      return { rows: text.includes("min(due_at)") ? [{ at: null }] : [] };
    },
  };
  const write = async ({ account }: { readonly account: number }) => ({
    answer: account === 1 ? '{"due":9000,"turn":null}' : '{"due":null,"turn":null}',
    replayed: false as const,
    position: 0,
  });
  const waking = await startWaking({ ...deps, pool: pool as never, journal: { ...deps.journal, write } });
  waking.by(1_000);
  await waking.settle();
  expect(kept).toEqual([
    [
      [1, 2],
      [11, 21],
      [5, 6],
      [9_000, null],
    ],
  ]);
  await waking.close();
});
