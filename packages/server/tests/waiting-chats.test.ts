import { isLongRun, waitForPoll } from "@parlour/testkit";
import { afterEach, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { leaveChat } from "../src/core/chat/participants/leave.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import { sendOperatorMessage } from "../src/core/chat/message/send-message.ts";
import { acceptTransfer, transferChat } from "../src/core/chat/participants/transfer.ts";
import type { Presence } from "../src/core/entity.ts";
import { Refusal } from "../src/core/failure.ts";
import type { CommandHandler } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import { startChatActivityProjection } from "../src/journal/subscribers/chat-activity.ts";
import type { DurableConsumer } from "../src/journal/subscribers/durable-consumer.ts";
import type { PresenceView } from "../src/core/operator/presence-view.ts";
import { startChatTimers } from "../src/timers/chat-timers.ts";
import { openJournalFixture, type JournalFixture, type TestAccount } from "./journal-fixture.ts";

/** Number of random actions per routing mode. `LONG` runs more. */
const actionsPerMode = process.env["LONG"] === undefined ? 60 : 120;

/**
 * Tests waiting chats with consumers, timers and commands on a real database.
 * no-abandoned-chat.test.ts tests the same in memory with more steps.
 */
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Presence of operators, shared by two nodes. */
class SharedPresence implements PresenceView {
  readonly #clock: ManualClock;
  readonly #status = new Map<number, Presence>();
  readonly #offlineAt = new Map<number, number>();
  readonly #listeners = new Set<Parameters<PresenceView["onChange"]>[0]>();
  #startedAt: number;
  constructor(clock: ManualClock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }
  isComplete(): boolean {
    return true;
  }
  of(_: number, operator: number): Presence {
    return this.#status.get(operator) ?? "offline";
  }
  offlineSince(_: number, operator: number): number {
    return this.#offlineAt.get(operator) ?? this.#startedAt;
  }
  onChange(listener: Parameters<PresenceView["onChange"]>[0]): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  set(account: number, operator: number, status: Presence): void {
    if (this.of(account, operator) === status) return;
    this.#status.set(operator, status);
    if (status === "offline") this.#offlineAt.set(operator, this.#clock.now());
    for (const listener of this.#listeners) listener(account, operator, status);
  }
  /** Clears all presence without notifying listeners, as happens when a process ends. */
  clear(): void {
    this.#status.clear();
    this.#offlineAt.clear();
    this.#startedAt = this.#clock.now();
  }
}

interface WaitingFixture {
  readonly database: JournalFixture;
  readonly testAccount: TestAccount;
  readonly clock: ManualClock;
  readonly sharedPresence: SharedPresence;
  readonly journals: readonly Journal[];
  readonly consumers: DurableConsumer[];
  /** Makes the statements of the consumers fail. */
  isDatabaseAway: boolean;
  /**
   * Whether a statement failed because of `isDatabaseAway` or a clock step. The consumer retries
   * after a second.
   */
  hasFailed: boolean;
  startConsumers(): Promise<void>;
  stopConsumers(): Promise<void>;
  settle(): Promise<void>;
}
async function openWaitingFixture(settings: object, nodes: number): Promise<WaitingFixture> {
  const database = await openJournalFixture();
  closers.push(() => database.drop());
  const clock = new ManualClock();
  const testAccount = await database.addAccount(3);
  const sql = database.pools.writer;
  await sql.query(
    "update operator set chat_limit = case when id = $1 then 3 else 0 end, role = case when id = $2 then 'owner' else 'operator' end",
    [testAccount.operatorIds[0], testAccount.operatorIds[2]],
  );
  await sql.query(
    "insert into channel_operator (account_id, channel_id, operator_id) select $1, $2, unnest($3::bigint[])",
    [testAccount.id, testAccount.channelId, testAccount.operatorIds],
  );
  await sql.query("insert into department (account_id, name) values ($1, 'Sales')", [
    testAccount.id,
  ]);
  await sql.query("update account set settings = jsonb_build_object('routing', $1::jsonb)", [
    JSON.stringify(settings),
  ]);
  const journals = await Promise.all(
    Array.from({ length: nodes }, () =>
      database.openNode({ clock, databaseClock: createSystemClock() }),
    ),
  );
  const fixture: WaitingFixture = {
    database,
    testAccount,
    clock,
    sharedPresence: new SharedPresence(clock),
    journals,
    consumers: [],
    isDatabaseAway: false,
    hasFailed: false,
    async startConsumers() {
      for (const journal of journals) {
        const query = (...args: [string, unknown[]]) =>
          fixture.isDatabaseAway ? Promise.reject(new Error("away")) : sql.query(...args);
        const deps = {
          journal,
          pool: { query: query as typeof sql.query },
          clock,
          onFault: () => void (fixture.hasFailed = true),
        };
        const timers = await startChatTimers({ ...deps, presence: fixture.sharedPresence });
        fixture.consumers.push(
          await startChatActivityProjection({
            ...deps,
            onUnanswered: (chats) => timers.noteUnanswered(chats),
          }),
          timers,
        );
      }
    },
    async stopConsumers() {
      for (const reader of fixture.consumers.splice(0)) await reader.close();
    },
    async settle() {
      do {
        const isAgain = fixture.hasFailed;
        fixture.hasFailed = false;
        if (isAgain) await clock.advance(1_100);
        // Each consumer processes entries of the other node only after its own node has published
        // them.
        for (let n = 0; n < nodes; n += 1) {
          for (const journal of journals) await waitForPublished(fixture, journal);
          for (const reader of fixture.consumers) await reader.settle();
        }
      } while (fixture.hasFailed && !fixture.isDatabaseAway);
    },
  };
  await fixture.startConsumers();
  closers.push(() => fixture.stopConsumers());
  return fixture;
}

async function waitForPublished(
  { database, testAccount }: WaitingFixture,
  journal: Journal,
): Promise<void> {
  const { rows } = await database.pools.writer.query<{ position: number }>(
    "select max(position) as position from journal where account_id = $1",
    [testAccount.id],
  );
  const head = rows[0]?.position ?? 0;
  await journal.head(testAccount.id, head);
  while ((journal.published(testAccount.id) ?? head) < head) await waitForPoll();
}

const sendMessage = async (
  { testAccount }: WaitingFixture,
  journal: Journal,
  customer: string,
): Promise<number> => {
  const written = await journal.write({
    account: testAccount.id,
    subject: { customer: { channelId: testAccount.channelId, key: customer } },
    handler: receiveCustomerMessage({
      channelId: testAccount.channelId,
      customer,
      recipient: "1",
      text: "Hello",
    }),
  });
  return written.answer.chat_id;
};
const runCommand = async (
  { testAccount }: WaitingFixture,
  journal: Journal,
  chat: number,
  handler: CommandHandler,
  operator: number,
): Promise<void> => {
  await journal
    .write({ account: testAccount.id, subject: { chat, operator }, handler: handler })
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
};

interface ChatRow {
  readonly id: number;
  readonly state: string;
  readonly assignee: number | null;
  readonly due: number | null;
  readonly codes: readonly string[];
  readonly unanswered: boolean;
  readonly people: readonly { readonly id: number; readonly at: number }[];
}
const readChats = async ({ database, testAccount }: WaitingFixture): Promise<readonly ChatRow[]> =>
  (
    await database.pools.writer.query<ChatRow>(
      `select c.id, c.state, c.assignee, (extract(epoch from t.due_at) * 1000)::float8 as due,
        array(select j.body::jsonb #>> '{line,code}' from journal j where j.account_id = c.account_id and j.chat_id = c.id
          and j.seq is not null and j.author_kind = 'system' order by j.seq) as codes, a.visitor_seq > a.answer_seq as unanswered,
        coalesce((select json_agg(json_build_object('id', p.operator_id, 'at', extract(epoch from p.joined_at) * 1000)) from participant p
          where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null), '[]') as people
      from chat c join chat_activity a on a.account_id = c.account_id and a.chat_id = c.id left join chat_timer t on t.account_id = c.account_id and t.chat_id = c.id where c.account_id = $1 order by c.created_at, c.id`,
      [testAccount.id],
    )
  ).rows;

const createDice = (seed: number) => {
  let n = 0;
  return (below: number): number =>
    (Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ ((n += 1) + 1), 0x85ebca6b) >>> 8) % below;
};

// no-abandoned-chat.test.ts tries all modes on the rules alone in every run.
it.each(
  isLongRun
    ? ["all", "round_robin", "least_busy", "last_operator"]
    : ["round_robin", "last_operator"],
)(
  "[CORE-031] [CORE-033] [CORE-035] mode %s on a database, with outages, restarts and two nodes: every chat has an owner or a row that comes",
  async (mode) => {
    const fixture = await openWaitingFixture({ mode, graceMs: 60_000 }, 2);
    const { testAccount, sharedPresence, clock, journals } = fixture;
    const roll = createDice(mode.length);
    const chats: number[] = [];
    const { rows } = await fixture.database.pools.writer.query<{ id: number }>(
      "select id from department",
    );
    const actions: readonly ((journal: Journal, chat: number, operator: number) => unknown)[] = [
      async (journal) => chats.push(await sendMessage(fixture, journal, `c${roll(8)}`)),
      async (journal) => chats.push(await sendMessage(fixture, journal, `c${roll(8)}`)),
      (journal, chat, operator) =>
        runCommand(fixture, journal, chat, acceptChat({ operatorId: operator }), operator),
      (journal, chat, operator) =>
        runCommand(
          fixture,
          journal,
          chat,
          sendOperatorMessage({ operatorId: operator, kind: "text", text: "Hi" }),
          operator,
        ),
      (journal, chat, operator) =>
        runCommand(
          fixture,
          journal,
          chat,
          leaveChat({ operatorId: operator, cause: "left" }),
          operator,
        ),
      (journal, chat, operator) =>
        runCommand(
          fixture,
          journal,
          chat,
          closeChat({ operatorId: operator, reason: null }),
          operator,
        ),
      async (journal, chat, operator) => {
        const target = testAccount.operatorIds[roll(3)] ?? 0;
        const presence = (id: number): Presence => sharedPresence.of(testAccount.id, id);
        await runCommand(
          fixture,
          journal,
          chat,
          transferChat({
            operatorId: operator,
            to: { operatorId: target },
            comment: null,
            presence,
          }),
          operator,
        );
        if (roll(2) === 0)
          await runCommand(fixture, journal, chat, acceptTransfer({ operatorId: target }), target);
      },
      (journal, chat, operator) => {
        const to = { departmentId: rows[0]?.id ?? 0 };
        return runCommand(
          fixture,
          journal,
          chat,
          transferChat({ operatorId: operator, to, comment: null, presence: () => "online" }),
          operator,
        );
      },
      (_, __, operator) => sharedPresence.set(testAccount.id, operator, "online"),
      (_, __, operator) => sharedPresence.set(testAccount.id, operator, "online"),
      (_, __, operator) =>
        sharedPresence.set(
          testAccount.id,
          operator,
          (["away", "offline"] as const)[roll(2)] ?? "away",
        ),
      async (journal, chat, operator) => {
        sharedPresence.set(testAccount.id, operator, "online");
        await runCommand(fixture, journal, chat, acceptChat({ operatorId: operator }), operator);
        await fixture.settle();
        sharedPresence.set(testAccount.id, operator, "offline");
      },
      () => clock.advance(31_000),
      () => clock.advance(65_000),
      () => clock.advance(65_000),
      () => clock.advance(1_900_000),
      async () => {
        fixture.isDatabaseAway = true;
        await clock.advance(40_000);
        await fixture.settle();
        fixture.isDatabaseAway = false;
        fixture.hasFailed = true;
      },
      async () => {
        await fixture.stopConsumers();
        sharedPresence.clear();
        await clock.advance(90_000);
        await fixture.startConsumers();
      },
    ];
    const isAbandoned = (chat: ChatRow): boolean =>
      chat.unanswered &&
      chat.people.every(
        ({ id, at }) =>
          sharedPresence.of(0, id) === "offline" &&
          Math.max(at, sharedPresence.offlineSince(0, id)) + 60_000 <= clock.now(),
      );
    for (let n = 0; n < actionsPerMode; n += 1) {
      const journal = journals[roll(2)] ?? fixture.journals[0];
      if (journal)
        await actions[roll(actions.length)]?.(
          journal,
          chats[roll(Math.max(chats.length, 1))] ?? 0,
          testAccount.operatorIds[roll(3)] ?? 0,
        );
      await fixture.settle();
      const wrong = (await readChats(fixture)).filter((chat) => {
        // A consumer that was late may leave a timer row. The next check removes it.
        if (chat.state === "closed") return false;
        if (chat.due === null || chat.due <= clock.now()) return true;
        if (chat.state === "waiting") return chat.due > clock.now() + 1_800_000;
        return chat.assignee === null || isAbandoned(chat);
      });
      expect(wrong, `step ${n} at ${clock.now()}`).toEqual([]);
    }
    expect((await readChats(fixture)).length).toBeGreaterThan(actionsPerMode / 24);
  },
  240_000,
);

it("[CORE-033] [CORE-035] two nodes make each offer once, and take each step once", async () => {
  const fixture = await openWaitingFixture({ remindMs: 60_000, inactivityMs: 0 }, 2);
  const { testAccount, sharedPresence, clock, journals } = fixture;
  sharedPresence.set(testAccount.id, testAccount.operatorIds[1] ?? 0, "online");
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => sendMessage(fixture, journals[n % 2] as Journal, `c${n}`)),
  );
  await fixture.settle();
  await clock.advance(60_000);
  await Promise.all(fixture.consumers.map((reader) => reader.settle()));
  sharedPresence.set(testAccount.id, testAccount.operatorIds[2] ?? 0, "online");
  await Promise.all(fixture.consumers.map((reader) => reader.settle()));
  await fixture.settle();
  for (const chat of await readChats(fixture))
    expect(chat.codes).toEqual(["offered", "ladder_remind", "ladder_department"]);
});

it("[CORE-031] who takes a chat without ever being online has the grace from then", async () => {
  const fixture = await openWaitingFixture({ graceMs: 60_000 }, 1);
  const journal = fixture.journals[0] as Journal;
  const operator = fixture.testAccount.operatorIds[1] ?? 0;
  await fixture.settle();
  await fixture.clock.advance(3_600_000);
  const chat = await sendMessage(fixture, journal, "c1");
  const from = fixture.clock.now();
  await runCommand(fixture, journal, chat, acceptChat({ operatorId: operator }), operator);
  // `settle` advances the clock slightly if an operation is retried.
  await fixture.settle();
  await fixture.clock.advance(from + 50_000 - fixture.clock.now());
  await fixture.settle();
  expect((await readChats(fixture))[0]).toMatchObject({ state: "open" });
  await fixture.clock.advance(from + 60_000 - fixture.clock.now());
  await fixture.settle();
  expect((await readChats(fixture))[0]).toMatchObject({
    state: "waiting",
    codes: ["accepted", "owner_gone"],
  });
});
