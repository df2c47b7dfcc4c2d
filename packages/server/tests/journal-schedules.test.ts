import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Refusal } from "../src/core/failure.ts";
import type { Command, WriteResult } from "../src/core/command.ts";
import type { Journal, JournalEntry } from "../src/journal/index.ts";
import { accept, chatOf, close, faults, openGround, reply, say } from "./journal-kit.ts";
import type { Ground, Place } from "./journal-kit.ts";

/** 200 schedules in the long run, or the number in `JOURNAL_SCHEDULES`. */
const schedules = Number(process.env["JOURNAL_SCHEDULES"] ?? (process.env["LONG"] === undefined ? 30 : 200));

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

it(
  `[CORE-132] ${schedules} seeded schedules of two nodes keep numbers, winners, limits and order`,
  async () => {
    const nodes = [await ground.node(), await ground.node()] as const;
    for (let seed = 1; seed <= schedules; seed++) {
      const place = await ground.account(2);
      const seen = nodes.map((node) => follow(node, place.account));
      await Promise.all(nodes.map((node) => node.head(place.account)));
      await run(nodes, place, seed);
      const { rows } = await ground.pools.writer.query<{ position: number }>("select position from account_head where account_id = $1", [
        place.account,
      ]);
      const head = rows[0]?.position ?? 0;
      await Promise.all(nodes.map((node, n) => reached(node, place, seen[n], head)));
      for (const { positions } of seen) expect(positions, `seed ${seed}`).toEqual(Array.from({ length: head }, (_, n) => n + 1));
      for (const { stop } of seen) stop();
      const open = await ground.pools.writer.query(
        "select operator_id from participant where account_id = $1 and left_at is null group by operator_id having count(*) > 1",
        [place.account],
      );
      expect(open.rows, `seed ${seed}`).toEqual([]);
      if (seed % 50 === 0 || seed === schedules) expect(await faults(ground.pools), `up to seed ${seed}`).toEqual([]);
    }
  },
  240_000 + schedules * 100,
);

/** Runs waves of parallel commands on both nodes. The seed determines the commands. */
async function run(nodes: readonly [Journal, Journal], place: Place, seed: number): Promise<void> {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const chats: number[] = [];
  const winners = new Map<number, number>();
  const first = new Map<string, string>();
  for (let wave = 0; wave < 3; wave++) {
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const node = pick(nodes);
        const kind = chats.length === 0 ? 0 : Math.floor(next() * 6);
        const chat = pick(chats);
        const operator = pick(place.operators);
        const key = `k${Math.floor(next() * 4)}`;
        const customer = `c${Math.floor(next() * 3)}`;
        const result = await send(
          node,
          [
            () => say(place, customer, `w${wave}n${n}`),
            () => accept(place, chat, operator),
            () => close(place, chat),
            () => reply(place, chat, operator, "r", `client${n % 3}`),
            () => ({ ...say(place, customer, "keyed"), idempotency: { scope: "s", key, hash: createHash("sha256").update(key).digest() } }),
            () => say(place, customer, `x${wave}n${n}`),
          ][kind]?.() ?? say(place, customer, "else"),
        );
        if (result === null) return;
        if (kind === 0 || kind === 5) chats.push(chatOf(result.answer));
        if (kind === 1) {
          expect(winners.has(chat), `seed ${seed}: two accepted ${chat}`).toBe(false);
          winners.set(chat, operator);
        }
        if (kind === 4) {
          expect(first.get(key) ?? result.answer, `seed ${seed}: two answers for ${key}`).toBe(result.answer);
          first.set(key, result.answer);
        }
      }),
    );
  }
}

/** Returns null if the rules refuse the command. */
async function send(node: Journal, command: Command): Promise<WriteResult | null> {
  try {
    return await node.write(command);
  } catch (error) {
    if (
      error instanceof Refusal &&
      ["already_accepted", "chat_closed", "not_deliverable", "temporarily_unavailable"].includes(error.failure.failure)
    )
      return null;
    throw error;
  }
}

interface Seen {
  readonly positions: number[];
  readonly stop: () => void;
  onEntry: () => void;
}
function follow(node: Journal, account: number): Seen {
  const seen: Seen = {
    positions: [],
    onEntry: () => undefined,
    stop: node.subscribe((_, entries: readonly JournalEntry[]) => {
      seen.positions.push(...entries.map((entry) => entry.position));
      seen.onEntry();
    }, account),
  };
  return seen;
}
/** Waits until a node has published everything up to the head. */
function reached(node: Journal, place: Place, seen: Seen | undefined, head: number): Promise<void> {
  return new Promise((resolve) => {
    if (!seen) return;
    seen.onEntry = () => {
      if ((node.published(place.account) ?? 0) >= head) resolve();
    };
    seen.onEntry();
  });
}

/** Returns a generator of numbers from 0 to 1 that depend on the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
