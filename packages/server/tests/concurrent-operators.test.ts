import { afterEach, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { leaveChat } from "../src/core/chat/participants/leave.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import {
  acceptTransfer,
  declineTransfer,
  transferChat,
} from "../src/core/chat/participants/transfer.ts";
import { Refusal, type Failure } from "../src/core/failure.ts";
import type { CommandHandler, WriteResult } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import { openJournalFixture, type JournalFixture, type TestAccount } from "./journal-fixture.ts";

/** Number of races. `LONG` runs 1,000. */
const raceCount = process.env["LONG"] === undefined ? 100 : 1_000;
const concurrentRaces = 10;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Returns a number below 1,000 that depends only on the race and on `n`. */
const drawNumber = (seed: number, n: number): number =>
  (Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ (n + 1), 0x85ebca6b) >>> 8) % 1_000;

interface RaceFixture {
  readonly database: JournalFixture;
  readonly testAccount: TestAccount;
  readonly nodes: readonly [Journal, Journal];
  /** Time in ms from the response of each write until both nodes have published it. */
  readonly publishTimes: number[];
}
async function openRaceFixture(): Promise<RaceFixture> {
  const database = await openJournalFixture();
  closers.push(() => database.drop());
  const testAccount = await database.addAccount(2 * concurrentRaces);
  const sql = database.pools.writer;
  await sql.query("update operator set chat_limit = 0");
  await sql.query(
    "insert into channel_operator (account_id, channel_id, operator_id) select $1, $2, unnest($3::bigint[])",
    [testAccount.id, testAccount.channelId, testAccount.operatorIds],
  );
  await sql.query("insert into department (account_id, name) values ($1, 'Sales')", [
    testAccount.id,
  ]);
  return {
    database,
    testAccount,
    nodes: [await database.openNode(), await database.openNode()],
    publishTimes: [],
  };
}

type Outcome = { readonly won: WriteResult } | { readonly lost: Failure };

/** Runs a command on a node. After a write, waits until both nodes publish it. */
async function runCommand(
  { testAccount, nodes, publishTimes }: RaceFixture,
  node: 0 | 1,
  chat: number,
  handler: CommandHandler,
  operator: number,
): Promise<Outcome> {
  try {
    const won = await nodes[node].write({
      account: testAccount.id,
      subject: { chat, operator },
      handler: handler,
    });
    const from = performance.now();
    await Promise.all(nodes.map((one) => waitForPublished(one, testAccount.id, won.position)));
    publishTimes.push(performance.now() - from);
    return { won };
  } catch (error) {
    if (error instanceof Refusal) return { lost: error.failure };
    throw error;
  }
}
function waitForPublished(journal: Journal, account: number, position: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = journal.subscribe((_, entries) => {
      if ((entries.at(-1)?.position ?? 0) >= position) finish();
    }, account);
    const finish = (): void => {
      stop();
      resolve();
    };
    if ((journal.published(account) ?? 0) >= position) finish();
  });
}

it(`[CORE-034] [API-024] [API-025] ${raceCount} races of two operators in one chat, on two nodes: one winner each, told within 1 s`, async () => {
  const fixture = await openRaceFixture();
  const { testAccount, nodes, publishTimes } = fixture;
  const { rows } = await fixture.database.pools.writer.query<{ id: number }>(
    "select id from department",
  );
  const department = rows[0]?.id ?? 0;
  const winCounts = new Map<string, number>();
  for (let first = 0; first < raceCount; first += concurrentRaces) {
    const startedRaces = Array.from({ length: concurrentRaces }, (_, n) =>
      race(first + n, testAccount.operatorIds[2 * n] ?? 0, testAccount.operatorIds[2 * n + 1] ?? 0),
    );
    for (const outcome of await Promise.all(startedRaces))
      for (const one of outcome) winCounts.set(one, (winCounts.get(one) ?? 0) + 1);
  }
  expect(publishTimes.length).toBeGreaterThan(2 * raceCount);
  // The median shows whether nodes receive notices or poll. Other load affects only the maximum.
  const times = publishTimes.toSorted((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(1_000);
  expect(times.at(-1)).toBeLessThan(10_000);
  for (const name of ["accept", "take", "refuse", "close", "leave", "department"])
    expect(winCounts.get(name) ?? 0, name).toBeGreaterThan(raceCount / 100);

  /** Runs one race. Returns the names of the commands that succeeded, in any order. */
  async function race(
    seed: number,
    firstOperator: number,
    secondOperator: number,
  ): Promise<readonly string[]> {
    const node = (n: number): 0 | 1 => (drawNumber(seed, n) % 2 === 0 ? 0 : 1);
    const created = await nodes[node(0)].write({
      account: testAccount.id,
      subject: { customer: { channelId: testAccount.channelId, key: `c${seed}` } },
      handler: receiveCustomerMessage({
        channelId: testAccount.channelId,
        customer: `c${seed}`,
        recipient: "1",
        text: "Hello",
      }),
    });
    const chat = created.answer.chat_id;

    const order =
      drawNumber(seed, 1) % 2 === 0
        ? [firstOperator, secondOperator]
        : [secondOperator, firstOperator];
    const accepts = await Promise.all(
      order.map((operator, n) =>
        runCommand(fixture, node(2 + n), chat, acceptChat({ operatorId: operator }), operator),
      ),
    );
    expect(
      accepts.filter((outcome) => "won" in outcome),
      `race ${seed}: accepts`,
    ).toHaveLength(1);
    const winner = order[accepts.findIndex((outcome) => "won" in outcome)] ?? 0;
    const loser = winner === firstOperator ? secondOperator : firstOperator;
    expect(
      accepts.find((outcome) => "lost" in outcome),
      `race ${seed}`,
    ).toMatchObject({ lost: { failure: "already_accepted", by: { id: winner } } });

    const transfer = (to: { operatorId: number } | { departmentId: number }): CommandHandler =>
      transferChat({ operatorId: winner, to, comment: null, presence: () => "online" });
    // If a transfer is open, the race is about its end, otherwise about the next transfer.
    const offered = drawNumber(seed, 6) % 4 !== 0;
    if (offered)
      expect(
        await runCommand(fixture, node(4), chat, transfer({ operatorId: loser }), winner),
        `race ${seed}: transfer`,
      ).toHaveProperty("won");
    const candidates: readonly (readonly [string, number, CommandHandler])[] = [
      ["take", loser, acceptTransfer({ operatorId: loser })],
      ["take", loser, acceptTransfer({ operatorId: loser })],
      ["refuse", loser, declineTransfer({ operatorId: loser, reason: "Busy" })],
      ["close", winner, closeChat({ operatorId: winner, reason: null })],
      ["close", loser, closeChat({ operatorId: loser, reason: null })],
      ["leave", winner, leaveChat({ operatorId: winner, cause: "left" })],
      ["department", winner, transfer({ departmentId: department })],
      ["again", winner, transfer({ operatorId: loser })],
    ];
    const chosenCandidates = candidates
      .map((candidate, n) => ({ act: candidate, at: drawNumber(seed + 7_000, n) }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, 2 + (seed % 4))
      .map(({ act: candidate }) => candidate);
    const outcomes = await Promise.all(
      chosenCandidates.map(async ([name, operatorId, handler], n) => ({
        name,
        ...(await runCommand(fixture, node(10 + n), chat, handler, operatorId)),
      })),
    );
    const won = outcomes.flatMap((outcome) => ("won" in outcome ? [outcome.name] : []));
    const count = (name: string): number => won.filter((outcome) => outcome === name).length;
    // After a decline, another transfer may start and end. A repeat of the take changes nothing.
    const takes = Math.min(count("take"), 1 + count("again"));
    expect(takes + count("refuse"), `race ${seed}: ${won.join(" ")}`).toBeLessThanOrEqual(
      Number(offered) + count("again"),
    );
    expect(count("close"), `race ${seed}`).toBe(
      chosenCandidates.some(([name]) => name === "close") ? 1 : 0,
    );
    const allowed = [
      "no_transfer",
      "chat_closed",
      "not_open",
      "forbidden",
      "transfer_open",
      "invalid_request",
    ];
    for (const outcome of outcomes)
      if ("lost" in outcome)
        expect(allowed, `race ${seed}: ${outcome.name}`).toContain(outcome.lost.failure);
    await checkEnd(seed, chat, won);
    return ["accept", ...won];
  }

  /** Checks that the chat is in the state that the winning commands produce. */
  async function checkEnd(seed: number, chat: number, won: readonly string[]): Promise<void> {
    const found = await fixture.database.pools.writer.query<{
      state: string;
      body: string;
      people: number;
    }>(
      `select c.state, c.body, (select count(*)::int from participant p where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null) as people
      from chat c where c.account_id = $1 and c.id = $2`,
      [testAccount.id, chat],
    );
    const row = found.rows[0];
    const entity = JSON.parse(row?.body ?? "null") as {
      assignee: unknown;
      participants: unknown[];
      transfer?: unknown;
    };
    const context = `race ${seed}: ${won.join(" ")}`;
    if (won.includes("close"))
      expect([row?.state, row?.people, entity.transfer ?? null], context).toEqual([
        "closed",
        0,
        null,
      ]);
    else if (row?.state === "waiting")
      expect([entity.assignee, entity.participants, entity.transfer ?? null], context).toEqual([
        null,
        [],
        null,
      ]);
    else expect([row?.state, row?.people], context).toEqual(["open", entity.participants.length]);
  }
});
