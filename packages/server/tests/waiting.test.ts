import { waitForPoll } from "@parlour/testkit";
import { afterEach, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { leaveChat } from "../src/core/chat/leave.ts";
import { receiveCustomerMessage } from "../src/core/chat/receive-message.ts";
import { sendOperatorMessage } from "../src/core/chat/send-message.ts";
import { acceptTransfer, transferChat } from "../src/core/chat/transfer.ts";
import type { Presence } from "../src/core/entity.ts";
import { Refusal } from "../src/core/failure.ts";
import type { CommandHandler } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import { startChatActivityProjection } from "../src/journal/readers/chat-activity.ts";
import type { DurableConsumer } from "../src/journal/readers/durable-consumer.ts";
import type { PresenceView } from "../src/journal/readers/presence-view.ts";
import { startChatTimers } from "../src/journal/readers/chat-timers.ts";
import { openGround, type Ground, type Place } from "./journal-kit.ts";

/** Number of random actions per routing mode. `LONG` runs more. */
const actsOfMode = process.env["LONG"] === undefined ? 60 : 120;

/**
 * Waiting chats with consumers, timers and commands on a real database. no-abandoned-chat.test.ts tests
 * the same in memory with more steps.
 */
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Presence of operators, shared by two nodes. */
class People implements PresenceView {
  readonly #clock: ManualClock;
  readonly #status = new Map<number, Presence>();
  readonly #wentAt = new Map<number, number>();
  readonly #listeners = new Set<Parameters<PresenceView["onChange"]>[0]>();
  #startedAt: number;
  constructor(clock: ManualClock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }
  of(_: number, operator: number): Presence {
    return this.#status.get(operator) ?? "offline";
  }
  offlineSince(_: number, operator: number): number {
    return this.#wentAt.get(operator) ?? this.#startedAt;
  }
  onChange(listener: Parameters<PresenceView["onChange"]>[0]): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  set(account: number, operator: number, status: Presence): void {
    if (this.of(account, operator) === status) return;
    this.#status.set(operator, status);
    if (status === "offline") this.#wentAt.set(operator, this.#clock.now());
    for (const listener of this.#listeners) listener(account, operator, status);
  }
  /** Clears all presence without notifying listeners, as the end of a process does. */
  forget(): void {
    this.#status.clear();
    this.#wentAt.clear();
    this.#startedAt = this.#clock.now();
  }
}

interface Shop {
  readonly ground: Ground;
  readonly place: Place;
  readonly clock: ManualClock;
  readonly people: People;
  readonly journals: readonly Journal[];
  readonly readers: DurableConsumer[];
  /** Makes the statements of the consumers fail. */
  away: boolean;
  /**
   * A statement failed because of `isDatabaseAway` or a clock step. The consumer retries after a
   * second.
   */
  hasFailed: boolean;
  begin(): Promise<void>;
  end(): Promise<void>;
  settle(): Promise<void>;
}
async function openShop(settings: object, nodes: number): Promise<Shop> {
  const ground = await openGround();
  closers.push(() => ground.drop());
  const clock = new ManualClock();
  const place = await ground.account(3);
  const sql = ground.pools.writer;
  await sql.query(
    "update operator set chat_limit = case when id = $1 then 3 else 0 end, role = case when id = $2 then 'owner' else 'operator' end",
    [place.operators[0], place.operators[2]],
  );
  await sql.query("insert into channel_operator (account_id, channel_id, operator_id) select $1, $2, unnest($3::bigint[])", [
    place.account,
    place.channel,
    place.operators,
  ]);
  await sql.query("insert into department (account_id, name) values ($1, 'Sales')", [place.account]);
  await sql.query("update account set settings = jsonb_build_object('routing', $1::jsonb)", [JSON.stringify(settings)]);
  const journals = await Promise.all(Array.from({ length: nodes }, () => ground.node({ clock, databaseClock: createSystemClock() })));
  const shop: Shop = {
    ground,
    place,
    clock,
    people: new People(clock),
    journals,
    readers: [],
    away: false,
    hasFailed: false,
    async begin() {
      for (const journal of journals) {
        const query = (...args: [string, unknown[]]) => (shop.away ? Promise.reject(new Error("away")) : sql.query(...args));
        const deps = { journal, pool: { query: query as typeof sql.query }, clock, onFault: () => void (shop.hasFailed = true) };
        const timers = await startChatTimers({ ...deps, presence: shop.people });
        shop.readers.push(await startChatActivityProjection({ ...deps, onUnanswered: (chats) => timers.noteUnanswered(chats) }), timers);
      }
    },
    async end() {
      for (const reader of shop.readers.splice(0)) await reader.close();
    },
    async settle() {
      do {
        const isAgain = shop.hasFailed;
        shop.hasFailed = false;
        if (isAgain) await clock.advance(1_100);
        // Each consumer sees entries of the other node only after its own node publishes them.
        for (let n = 0; n < nodes; n += 1) {
          for (const journal of journals) await published(shop, journal);
          for (const reader of shop.readers) await reader.settle();
        }
      } while (shop.hasFailed && !shop.away);
    },
  };
  await shop.begin();
  closers.push(() => shop.end());
  return shop;
}

async function published({ ground, place }: Shop, journal: Journal): Promise<void> {
  const { rows } = await ground.pools.writer.query<{ position: number }>("select position from account_head where account_id = $1", [
    place.account,
  ]);
  const head = rows[0]?.position ?? 0;
  await journal.head(place.account, head);
  while ((journal.published(place.account) ?? head) < head) await waitForPoll();
}

const say = async ({ place }: Shop, journal: Journal, customer: string): Promise<number> => {
  const written = await journal.write({
    account: place.account,
    subject: { customer: { channelId: place.channel, key: customer } },
    handler: receiveCustomerMessage({ channelId: place.channel, customer, recipient: "1", text: "Hello" }),
  });
  return (JSON.parse(written.answer) as { chat_id: number }).chat_id;
};
const act = async ({ place }: Shop, journal: Journal, chat: number, verb: CommandHandler, operator: number): Promise<void> => {
  await journal.write({ account: place.account, subject: { chat, operator }, handler: verb }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
};

interface Row {
  readonly id: number;
  readonly state: string;
  readonly assignee: number | null;
  readonly due: number | null;
  readonly codes: readonly string[];
  readonly unanswered: boolean;
  readonly people: readonly { readonly id: number; readonly at: number }[];
}
const chatsOf = async ({ ground, place }: Shop): Promise<readonly Row[]> =>
  (
    await ground.pools.writer.query<Row>(
      `select c.id, c.state, c.assignee, (extract(epoch from t.due_at) * 1000)::float8 as due,
        array(select j.body::jsonb #>> '{line,code}' from journal j where j.account_id = c.account_id and j.chat_id = c.id
          and j.seq is not null and j.author_kind = 'system' order by j.seq) as codes, a.visitor_seq > a.answer_seq as unanswered,
        coalesce((select json_agg(json_build_object('id', p.operator_id, 'at', extract(epoch from p.joined_at) * 1000)) from participant p
          where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null), '[]') as people
      from chat c join chat_activity a on a.account_id = c.account_id and a.chat_id = c.id left join chat_timer t on t.account_id = c.account_id and t.chat_id = c.id where c.account_id = $1 order by c.created_at, c.id`,
      [place.account],
    )
  ).rows;

const dice = (seed: number) => {
  let n = 0;
  return (below: number): number => (Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ ((n += 1) + 1), 0x85ebca6b) >>> 8) % below;
};

it.each(["all", "round_robin", "least_busy", "last_operator"])(
  "[CORE-031] [CORE-033] [CORE-035] mode %s on a database, with outages, restarts and two nodes: every chat has an owner or a row that comes",
  async (mode) => {
    const shop = await openShop({ mode, graceMs: 60_000 }, 2);
    const { place, people, clock, journals } = shop;
    const roll = dice(mode.length);
    const chats: number[] = [];
    const { rows } = await shop.ground.pools.writer.query<{ id: number }>("select id from department");
    const acts: readonly ((journal: Journal, chat: number, operator: number) => unknown)[] = [
      async (journal) => chats.push(await say(shop, journal, `c${roll(8)}`)),
      async (journal) => chats.push(await say(shop, journal, `c${roll(8)}`)),
      (journal, chat, operator) => act(shop, journal, chat, acceptChat({ operatorId: operator }), operator),
      (journal, chat, operator) =>
        act(shop, journal, chat, sendOperatorMessage({ operatorId: operator, kind: "text", text: "Hi" }), operator),
      (journal, chat, operator) => act(shop, journal, chat, leaveChat({ operatorId: operator, cause: "left" }), operator),
      (journal, chat, operator) => act(shop, journal, chat, closeChat({ operatorId: operator, reason: null }), operator),
      async (journal, chat, operator) => {
        const target = place.operators[roll(3)] ?? 0;
        const presence = (id: number): Presence => people.of(place.account, id);
        await act(
          shop,
          journal,
          chat,
          transferChat({ operatorId: operator, to: { operatorId: target }, comment: null, presence }),
          operator,
        );
        if (roll(2) === 0) await act(shop, journal, chat, acceptTransfer({ operatorId: target }), target);
      },
      (journal, chat, operator) => {
        const to = { departmentId: rows[0]?.id ?? 0 };
        return act(shop, journal, chat, transferChat({ operatorId: operator, to, comment: null, presence: () => "online" }), operator);
      },
      (_, __, operator) => people.set(place.account, operator, "online"),
      (_, __, operator) => people.set(place.account, operator, "online"),
      (_, __, operator) => people.set(place.account, operator, (["away", "offline"] as const)[roll(2)] ?? "away"),
      async (journal, chat, operator) => {
        people.set(place.account, operator, "online");
        await act(shop, journal, chat, acceptChat({ operatorId: operator }), operator);
        await shop.settle();
        people.set(place.account, operator, "offline");
      },
      () => clock.advance(31_000),
      () => clock.advance(65_000),
      () => clock.advance(65_000),
      () => clock.advance(1_900_000),
      async () => {
        shop.away = true;
        await clock.advance(40_000);
        await shop.settle();
        shop.away = false;
        shop.hasFailed = true;
      },
      async () => {
        await shop.end();
        people.forget();
        await clock.advance(90_000);
        await shop.begin();
      },
    ];
    const isAbandoned = (chat: Row): boolean =>
      chat.unanswered &&
      chat.people.every(({ id, at }) => people.of(0, id) === "offline" && Math.max(at, people.offlineSince(0, id)) + 60_000 <= clock.now());
    for (let n = 0; n < actsOfMode; n += 1) {
      const journal = journals[roll(2)] ?? shop.journals[0];
      if (journal) await acts[roll(acts.length)]?.(journal, chats[roll(Math.max(chats.length, 1))] ?? 0, place.operators[roll(3)] ?? 0);
      await shop.settle();
      const wrong = (await chatsOf(shop)).filter((chat) => {
        // A consumer that was behind may leave a timer row. The next check removes it.
        if (chat.state === "closed") return false;
        if (chat.due === null || chat.due <= clock.now()) return true;
        if (chat.state === "waiting") return chat.due > clock.now() + 1_800_000;
        return chat.assignee === null || isAbandoned(chat);
      });
      expect(wrong, `step ${n} at ${clock.now()}`).toEqual([]);
    }
    expect((await chatsOf(shop)).length).toBeGreaterThan(actsOfMode / 24);
  },
  240_000,
);

it("[CORE-033] [CORE-035] two nodes make each offer once, and take each step once", async () => {
  const shop = await openShop({ remindMs: 60_000, inactivityMs: 0 }, 2);
  const { place, people, clock, journals } = shop;
  people.set(place.account, place.operators[1] ?? 0, "online");
  await Promise.all(Array.from({ length: 12 }, (_, n) => say(shop, journals[n % 2] as Journal, `c${n}`)));
  await shop.settle();
  await clock.advance(60_000);
  await Promise.all(shop.readers.map((reader) => reader.settle()));
  people.set(place.account, place.operators[2] ?? 0, "online");
  await Promise.all(shop.readers.map((reader) => reader.settle()));
  await shop.settle();
  for (const chat of await chatsOf(shop)) expect(chat.codes).toEqual(["offered", "ladder_remind", "ladder_department"]);
});

it("[CORE-031] who takes a chat without ever being online has the grace from then", async () => {
  const shop = await openShop({ graceMs: 60_000 }, 1);
  const journal = shop.journals[0] as Journal;
  const operator = shop.place.operators[1] ?? 0;
  await shop.settle();
  await shop.clock.advance(3_600_000);
  const chat = await say(shop, journal, "c1");
  const from = shop.clock.now();
  await act(shop, journal, chat, acceptChat({ operatorId: operator }), operator);
  // `settle` advances the clock a little if something is retried.
  await shop.settle();
  await shop.clock.advance(from + 50_000 - shop.clock.now());
  await shop.settle();
  expect((await chatsOf(shop))[0]).toMatchObject({ state: "open" });
  await shop.clock.advance(from + 60_000 - shop.clock.now());
  await shop.settle();
  expect((await chatsOf(shop))[0]).toMatchObject({ state: "waiting", codes: ["accepted", "owner_gone"] });
});
