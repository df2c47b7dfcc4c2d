import { createLongTimeoutClock, waitForPoll } from "@parlour/testkit";
import pg from "pg";
import { createMemoryBus } from "../src/bus/index.ts";
import type { Bus } from "../src/bus/index.ts";
import { createSystemClock } from "../src/clock.ts";
import { assigned } from "../src/core/draft.ts";
import type { Message } from "../src/core/entity.ts";
import type { ChatData, NewEvent, NewMessage, VisitorData } from "../src/core/event.ts";
import { fail } from "../src/core/failure.ts";
import type { Command, CommandContext, CommandHandler } from "../src/core/command.ts";
import {
  createDeliveries,
  type Deliveries,
  type DeliveriesDeps,
} from "../src/delivery/report/index.ts";
import { openJournal } from "../src/journal/index.ts";
import type { Journal, JournalDeps } from "../src/journal/index.ts";
import { openPools } from "../src/store/database/pools.ts";
import type { Pools } from "../src/store/database/pools.ts";
import { takeDatabase } from "./reused-database.ts";

/**
 * A database with accounts, operators and channels, and nodes that use it. The command handlers
 * below are only sufficient to test the commit gateway.
 */
export interface JournalFixture {
  readonly url: string;
  readonly pools: Pools;
  openNode(
    more?: Partial<JournalDeps> & Pick<Partial<DeliveriesDeps>, "reports"> & { url?: string },
  ): Promise<TestNode>;
  /** Adds an account with `operators` operators and one channel. */
  addAccount(operators?: number): Promise<TestAccount>;
  /**
   * Ends the database sessions of all gateways, as a restart of the database does. Resolves when
   * they have new ones.
   */
  endGatewaySessions(): Promise<void>;
  drop(): Promise<void>;
}
/** The journal of a node with the commands on its deliveries. */
export type TestNode = Journal & Deliveries;
export interface TestAccount {
  readonly id: number;
  readonly channelId: number;
  readonly endpointId: number;
  readonly operatorIds: readonly number[];
}

/**
 * Opens the fixture on the shared database server or on `serverUrl`. A node with a separate `url`
 * has the default database timeouts, all others have longer ones.
 */
export async function openJournalFixture(serverUrl?: string): Promise<JournalFixture> {
  const database = await takeDatabase(serverUrl);
  const { pools } = database;
  const joinBus: () => Bus = createMemoryBus();
  const closers: (() => Promise<void>)[] = [];
  let accountCount = 0;
  return {
    url: database.url,
    pools,
    async openNode({ url, ...more } = {}) {
      const nodePools = url === undefined ? pools : openPools(url, { onError: () => undefined });
      const bus = more.bus ?? joinBus();
      const journal = await openJournal({
        pools: nodePools,
        bus,
        clock: createSystemClock(),
        ...(url === undefined ? { databaseClock: createLongTimeoutClock() } : {}),
        secret: "test",
        plan: () => [],
        onFault: () => undefined,
        ...more,
      });
      closers.unshift(async () => {
        await journal.close();
        await bus.close();
        if (nodePools !== pools) await nodePools.close();
      });
      const deliveries = createDeliveries({
        onFault: () => undefined,
        ...more,
        journal,
        pool: nodePools.writer,
        clock: more.clock ?? createSystemClock(),
      });
      return Object.assign(journal, deliveries);
    },
    async addAccount(operators = 1) {
      const name = `p${++accountCount}`;
      const insertRow = async (text: string, values: unknown[]): Promise<number> =>
        (await pools.writer.query<{ id: number }>(text, values)).rows[0]?.id ?? 0;
      const account = await insertRow("insert into account (name) values ($1) returning id", [
        name,
      ]);
      await pools.writer.query("insert into account_head (account_id) values ($1)", [account]);
      const operatorIds: number[] = [];
      for (let n = 0; n < operators; n++) {
        operatorIds.push(
          await insertRow(
            "insert into operator (account_id, name, email, role, chat_limit) values ($1, $2, $3, 'operator', 1) returning id",
            [account, `o${n}`, `${name}-${n}@example.org`],
          ),
        );
      }
      const endpoint = await insertRow(
        "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'channel', 'http://x', '', '') returning id",
        [account],
      );
      const channel = await insertRow(
        "insert into channel (account_id, kind, name, public_id, endpoint_id) values ($1, 'api', 'Shop', $2, $3) returning id",
        [account, name, endpoint],
      );
      return { id: account, channelId: channel, endpointId: endpoint, operatorIds: operatorIds };
    },
    async endGatewaySessions() {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const gateways =
        "from pg_stat_activity where application_name = 'parlour gateway' and datname = current_database()";
      const { rows } = await client.query<{ pid: number }>(
        `select pid, pg_terminate_backend(pid, 5000) ${gateways}`,
      );
      const ended = rows.map((row) => row.pid);
      for (let opened = 0; opened < ended.length; await waitForPoll())
        opened =
          (await client.query(`select ${gateways} and pid <> all($1::int[])`, [ended])).rowCount ??
          0;
      await client.end();
    },
    async drop() {
      for (const closer of closers) await closer();
      await database.release();
    },
  };
}

/** A bus that loses every message, so that nodes do not detect each other. */
export const silentBus: Bus = {
  announce: () => undefined,
  publish: () => undefined,
  subscribe: () => () => undefined,
  onHead: () => () => undefined,
  close: () => Promise.resolve(),
};

const toIsoTime = (ms: number): string => new Date(ms).toISOString();

export interface VisitorMessageAnswer {
  readonly chat: number;
  readonly visitor: { readonly number: number };
  readonly message: { readonly seq: number; readonly id: number };
}
/**
 * Builds the command of a visitor's message. The handler creates the visitor and the chat if they
 * do not exist.
 */
export function buildVisitorMessage(
  testAccount: TestAccount,
  customer: string,
  text: string,
  more: Partial<Omit<Command, "handler">> = {},
): Command<VisitorMessageAnswer> {
  return {
    account: testAccount.id,
    subject: { customer: { channelId: testAccount.channelId, key: customer } },
    handler: handleVisitorMessage(testAccount, customer, text),
    ...more,
  };
}
function handleVisitorMessage(
  testAccount: TestAccount,
  customer: string,
  text: string,
): CommandHandler<VisitorMessageAnswer> {
  return (context) => {
    const events: NewEvent[] = [];
    const visitor = context.visitor?.entity ?? createVisitor(context, customer);
    if (!context.visitor) events.push({ name: "visitor_created", visitor });
    const chat = context.currentChat?.entity ?? createChat(context, testAccount);
    if (!context.currentChat) events.push({ name: "chat_created", chat });
    const message = createMessage(
      context,
      chat.id,
      { kind: "visitor", id: visitor.id, name: customer },
      text,
    );
    events.push({ name: "message_created", message });
    return {
      events,
      answer: {
        chat: chat.id,
        visitor: { number: assigned.visitorNumber },
        message: { seq: assigned.seq, id: message.id },
      },
    };
  };
}
/** Builds the command of an operator's message in a chat. */
export function buildOperatorMessage(
  testAccount: TestAccount,
  chat: number,
  operator: number,
  text: string,
  client: string,
): Command<Message> {
  return {
    account: testAccount.id,
    subject: { chat },
    client: { authorKind: "operator", authorId: operator, id: client },
    handler: (context) => {
      if (!context.chat) return fail("not_found", "none");
      if (context.chat.entity.state === "closed") return fail("chat_closed", "closed");
      const message = {
        ...createMessage(context, chat, { kind: "operator", id: operator, name: "o" }, text),
        client_id: client,
      };
      return {
        events: [{ name: "message_created", message }],
        answer: { seq: assigned.seq, ...message },
      };
    },
  };
}
export function buildAccept(
  testAccount: TestAccount,
  chat: number,
  operator: number,
): Command<{ readonly seq: number; readonly id: number; readonly by: number }> {
  return {
    account: testAccount.id,
    subject: { chat, operator },
    handler: (context) => {
      const limits = context.config.operators.get(operator);
      if (!context.chat || !limits) return fail("not_found", "none");
      const { entity } = context.chat;
      if (entity.state === "closed") return fail("chat_closed", "closed");
      if (entity.assignee) return fail("already_accepted", "late", { by: entity.assignee });
      if ((context.openChats ?? 0) >= limits.chatLimit)
        return fail("not_deliverable", "at the limit");
      const assignee = { id: operator, name: limits.name };
      const next: ChatData = {
        ...entity,
        state: "open",
        assignee: assignee,
        participants: [assignee],
      };
      return {
        events: [{ name: "chat_accepted", chat: next, by: assignee }],
        answer: { seq: assigned.seq, id: chat, by: operator },
      };
    },
  };
}
export function buildClose(
  testAccount: TestAccount,
  chat: number,
): Command<{ readonly seq: number }> {
  return {
    account: testAccount.id,
    subject: { chat },
    handler: (context) => {
      if (!context.chat) return fail("not_found", "none");
      if (context.chat.entity.state === "closed") return fail("chat_closed", "closed");
      return {
        events: [
          {
            name: "chat_closed",
            chat: {
              ...context.chat.entity,
              state: "closed",
              closed_at: toIsoTime(context.now),
              close_reason: "operator",
            },
          },
        ],
        answer: { seq: assigned.seq },
      };
    },
  };
}

function createVisitor(context: CommandContext, customer: string): VisitorData {
  return {
    id: context.ids.visitor(),
    name: null,
    phone: null,
    email: null,
    description: null,
    photo: null,
    customer,
    created_at: toIsoTime(context.now),
  };
}
function createChat(context: CommandContext, testAccount: TestAccount): ChatData {
  return {
    id: context.ids.chat(),
    state: "waiting",
    channel: { id: testAccount.channelId, kind: "api", name: "Shop" },
    assignee: null,
    participants: [],
    department: null,
    page: null,
    session: null,
    custom_data: [],
    crm: { link: null, assign: false, assigned: false },
    bot: null,
    accepted_at: null,
    continues: null,
    created_at: toIsoTime(context.now),
    closed_at: null,
    close_reason: null,
    rating: null,
    wait: { since: toIsoTime(context.now) },
  };
}
function createMessage(
  context: CommandContext,
  chat: number,
  author: NewMessage["author"],
  text: string,
): NewMessage {
  return {
    id: context.ids.message(),
    chat_id: chat,
    author,
    kind: "text",
    text,
    created_at: toIsoTime(context.now),
  };
}

/** Returns the chat id from the answer of a visitor's message. */
export function getChatId({ chat }: VisitorMessageAnswer): number {
  return chat;
}

/** Checks the invariants of the database. Returns one line per violation. */
export async function findInconsistencies(pools: Pools): Promise<readonly string[]> {
  const { rows } = await pools.writer.query<{ fault: string }>(`
    select 'account ' || account_id || ': rows ' || count(*) || ', last position ' || max(position) as fault
      from journal group by account_id having count(*) <> max(position)
    union all
    select 'visitors of ' || h.account_id || ': ' || h.visitors || ' and ' || count(v.*) from account_head h left join visitor v on v.account_id = h.account_id
      group by h.account_id, h.visitors having h.visitors <> count(v.*) or h.visitors <> coalesce(max(v.number), 0)
    union all
    select 'chat ' || chat_id || ': messages ' || count(*) || ', last seq ' || max(seq) from journal where seq is not null
      group by account_id, chat_id having count(*) <> max(seq)
    union all
    select 'entry ' || j.position || ' of a chat that does not exist' from journal j where j.chat_id is not null
      and not exists (select from chat c where c.account_id = j.account_id and c.id = j.chat_id)
    union all
    select 'two running chats of visitor ' || visitor_id from chat where state <> 'closed' group by account_id, source, visitor_id having count(*) > 1
    union all
    select 'order of chat ' || a.chat_id from journal a join journal b on a.account_id = b.account_id and a.chat_id = b.chat_id and a.seq < b.seq and a.position > b.position`);
  return rows.map((row) => row.fault);
}
