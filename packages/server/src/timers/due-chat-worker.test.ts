import { expect, it } from "vitest";
import type { Clock } from "../core/command.ts";
import { startDueChatWorker } from "./due-chat-worker.ts";

/**
 * Creates a pool whose query for the next due time can be paused, and a clock whose alarms fire
 * immediately.
 */
function createFixture() {
  const pendingReads: (() => void)[] = [];
  let rounds = 0;
  let isPaused = false;
  const pool = {
    async query(text: string) {
      if (text.includes("min(due_at)")) {
        if (isPaused) await new Promise<void>((resolve) => pendingReads.push(resolve));
        return { rows: [{ at: null }] };
      }
      rounds += 1;
      return { rows: [] };
    },
  };
  const clock = {
    now: () => 1_000,
    scheduleAt: (_at: number, fire: () => void) => {
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
      presence: {
        of: () => "offline" as const,
        isComplete: () => true,
        offlineSince: () => 0,
        onChange: () => () => undefined,
      },
      onFault: (error: unknown) => {
        throw error;
      },
    },
    hold: () => void (isPaused = true),
    /** Completes the paused queries with the rows that existed when they started. */
    letGo: () => {
      isPaused = false;
      for (const resolve of pendingReads.splice(0)) resolve();
    },
    looks: () => rounds,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

it("[CORE-035] a row that falls due while the next time is being looked up is not slept over", async () => {
  const { deps, hold, letGo, looks, turn } = createFixture();
  const worker = await startDueChatWorker(deps);
  hold();
  worker.scheduleBy(1_000);
  await turn();
  expect(looks()).toBe(1);
  // This row was written after the query for the next due time had started, and it is already due.
  worker.scheduleBy(1_000);
  await turn();
  letGo();
  await worker.settle();
  expect(looks()).toBe(2);
  await worker.close();
});

it("[CORE-035] rows that fall due together are written together: each its own next look, or gone", async () => {
  const due = [
    { account: 1, chat: 11, stamp: 5 },
    { account: 2, chat: 21, stamp: 6 },
  ];
  const saved: unknown[][] = [];
  const { deps } = createFixture();
  const pool = {
    async query(text: string, values: unknown[] = []) {
      if (text.startsWith("select account_id")) return { rows: due.splice(0) };
      if (text.includes("set due_at")) saved.push(values);
      return { rows: text.includes("min(due_at)") ? [{ at: null }] : [] };
    },
  };
  const write = async ({ account }: { readonly account: number }) => ({
    answer: { due: account === 1 ? 9_000 : null, turn: null } as never,
    replayed: false as const,
    position: 0,
  });
  const worker = await startDueChatWorker({
    ...deps,
    pool: pool as never,
    journal: { ...deps.journal, write },
  });
  worker.scheduleBy(1_000);
  await worker.settle();
  expect(saved).toEqual([
    [
      [1, 2],
      [11, 21],
      [5, 6],
      [9_000, null],
    ],
  ]);
  await worker.close();
});
