import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Refusal } from "../src/core/failure.ts";
import type { Command, WriteResult } from "../src/core/command.ts";
import type { Journal, JournalEntry } from "../src/journal/index.ts";
import {
  buildAccept,
  getChatId,
  type VisitorMessageAnswer,
  buildClose,
  findInconsistencies,
  openJournalFixture,
  buildOperatorMessage,
  buildVisitorMessage,
} from "./journal-fixture.ts";
import type { JournalFixture, TestAccount } from "./journal-fixture.ts";

/** Number of schedules: 200 in the long run, or `JOURNAL_SCHEDULES`. */
const scheduleCount = Number(
  process.env["JOURNAL_SCHEDULES"] ?? (process.env["LONG"] === undefined ? 30 : 200),
);

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

it(
  `[CORE-132] ${scheduleCount} seeded schedules of two nodes keep numbers, winners, limits and order`,
  async () => {
    const nodes = [await fixture.openNode(), await fixture.openNode()] as const;
    for (let seed = 1; seed <= scheduleCount; seed++) {
      const testAccount = await fixture.addAccount(2);
      const published = nodes.map((node) => followJournal(node, testAccount.id));
      await Promise.all(nodes.map((node) => node.head(testAccount.id)));
      await runWaves(nodes, testAccount, seed);
      const { rows } = await fixture.pools.writer.query<{ position: number }>(
        "select max(position) as position from journal where account_id = $1",
        [testAccount.id],
      );
      const head = rows[0]?.position ?? 0;
      await Promise.all(nodes.map((node, n) => waitForHead(node, testAccount, published[n], head)));
      for (const { positions } of published)
        expect(positions, `seed ${seed}`).toEqual(Array.from({ length: head }, (_, n) => n + 1));
      for (const { stop } of published) stop();
      const open = await fixture.pools.writer.query(
        "select operator_id from participant where account_id = $1 and left_at is null group by operator_id having count(*) > 1",
        [testAccount.id],
      );
      expect(open.rows, `seed ${seed}`).toEqual([]);
      if (seed % 50 === 0 || seed === scheduleCount)
        expect(await findInconsistencies(fixture.pools), `up to seed ${seed}`).toEqual([]);
    }
  },
  240_000 + scheduleCount * 100,
);

/** Runs waves of parallel commands on both nodes. The seed determines the commands. */
async function runWaves(
  nodes: readonly [Journal, Journal],
  testAccount: TestAccount,
  seed: number,
): Promise<void> {
  const next = createRandom(seed);
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
        const operator = pick(testAccount.operatorIds);
        const key = `k${Math.floor(next() * 4)}`;
        const customer = `c${Math.floor(next() * 3)}`;
        const result = await writeCommand(
          node,
          [
            () => buildVisitorMessage(testAccount, customer, `w${wave}n${n}`),
            () => buildAccept(testAccount, chat, operator),
            () => buildClose(testAccount, chat),
            () => buildOperatorMessage(testAccount, chat, operator, "r", `client${n % 3}`),
            () => ({
              ...buildVisitorMessage(testAccount, customer, "keyed"),
              idempotency: { scope: "s", key, hash: createHash("sha256").update(key).digest() },
            }),
            () => buildVisitorMessage(testAccount, customer, `x${wave}n${n}`),
          ][kind]?.() ?? buildVisitorMessage(testAccount, customer, "else"),
        );
        if (result === null) return;
        if (kind === 0 || kind === 5) chats.push(getChatId(result.answer as VisitorMessageAnswer));
        if (kind === 1) {
          expect(winners.has(chat), `seed ${seed}: two accepted ${chat}`).toBe(false);
          winners.set(chat, operator);
        }
        if (kind === 4) {
          const answer = JSON.stringify(result.answer);
          expect(first.get(key) ?? answer, `seed ${seed}: two answers for ${key}`).toBe(answer);
          first.set(key, answer);
        }
      }),
    );
  }
}

/** Returns null if the rules refuse the command. */
async function writeCommand(node: Journal, command: Command): Promise<WriteResult | null> {
  try {
    return await node.write(command);
  } catch (error) {
    if (
      error instanceof Refusal &&
      ["already_accepted", "chat_closed", "not_deliverable", "temporarily_unavailable"].includes(
        error.failure.failure,
      )
    )
      return null;
    throw error;
  }
}

interface PublishedEntries {
  readonly positions: number[];
  readonly stop: () => void;
  onEntry: () => void;
}
function followJournal(node: Journal, account: number): PublishedEntries {
  const published: PublishedEntries = {
    positions: [],
    onEntry: () => undefined,
    stop: node.subscribe((_, entries: readonly JournalEntry[]) => {
      published.positions.push(...entries.map((entry) => entry.position));
      published.onEntry();
    }, account),
  };
  return published;
}
/** Waits until a node has published everything up to the head. */
function waitForHead(
  node: Journal,
  testAccount: TestAccount,
  published: PublishedEntries | undefined,
  head: number,
): Promise<void> {
  return new Promise((resolve) => {
    if (!published) return;
    published.onEntry = () => {
      if ((node.published(testAccount.id) ?? 0) >= head) resolve();
    };
    published.onEntry();
  });
}

/** Returns a generator of numbers from 0 to 1 that depends on the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
