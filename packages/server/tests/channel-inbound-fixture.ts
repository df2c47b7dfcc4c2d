import { createAddressReader } from "../src/http/client-address.ts";
import { hash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { testTimeoutMs } from "@parlour/testkit";
import type { FastifyInstance } from "fastify";
import type { ChannelChange } from "../src/store/settings/channels/channel.ts";
import { createMemoryBus, type Bus } from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import type { ChatEntity, Message, Visitor } from "../src/core/entity.ts";
import type { Command } from "../src/core/command.ts";
import {
  createChannelEdge,
  type ChannelAddress,
  type ChannelEdge,
  type CustomerTyping,
} from "../src/edges/channel/index.ts";
import { buildHttp, type HttpDeps } from "../src/http/index.ts";
import { openJournal, type Journal } from "../src/journal/index.ts";
import { createLimits, type LimitValues } from "../src/limits/index.ts";
import { createMetrics } from "../src/metrics/metrics.ts";
import { findLatestChat, findMessageToCustomer } from "../src/store/deliveries/channel-inbound.ts";
import { createAccount } from "../src/store/settings/account/account.ts";
import { createChannel, updateChannel } from "../src/store/settings/channels/channel-changes.ts";
import { createOperator } from "../src/store/settings/account/operator-changes.ts";
import { createDb, type Db, type Sql } from "../src/store/database/sql.ts";
import { takeDatabase } from "./reused-database.ts";
import { startSingleNodeCluster } from "./single-node-cluster.ts";

/**
 * The HTTP server with the channel edge, a real journal and PostgreSQL. Tests supply addresses,
 * presence and faults.
 */

export const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
export const publicId = "AbCdEf1234";
export const otherChannel = { random: "0th3r0th3r0th3r0th3r0th3", publicId: "OtHeR12345" };

interface LogLine {
  readonly fields: Record<string, unknown>;
  readonly message: string;
  readonly level: string;
}
interface ChannelResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly json: { result?: string; error?: { code: string; message: string } };
}

/** The state that a subscriber of the account's journal derives from the entries. */
interface JournalState {
  readonly chats: ChatEntity[];
  readonly messages: Message[];
  readonly visitors: Map<string, Visitor>;
  /** Messages of customers only, as `[customer, text]`. */
  customerTexts(): readonly (readonly [string, string])[];
  getVisitor(customer: string): Visitor;
  readRecipient(customer: string): Promise<string>;
}

export interface ChannelFixture {
  readonly base: string;
  readonly url: string;
  readonly account: number;
  readonly channelId: number;
  /** Three operators. The first two are assigned to the channel. */
  readonly operators: readonly number[];
  readonly app: FastifyInstance;
  readonly edge: ChannelEdge;
  readonly clock: ManualClock;
  readonly state: JournalState;
  readonly typingSignals: CustomerTyping[];
  readonly logLines: LogLine[];
  readonly onlineOperators: Set<number>;
  readonly commands: Command[];
  /** The addresses that `findChannel` returns. */
  channels: {
    get(publicId: string): ChannelAddress | undefined;
    set(publicId: string, address: ChannelAddress): unknown;
    delete(publicId: string): unknown;
  };
  changeChannel(change: ChannelChange): Promise<void>;
  /** Changes any settings of the account. */
  changeSettings(run: (tx: Sql) => Promise<unknown>): Promise<void>;
  /** Runs before each write of a command. It may wait or throw. */
  beforeWrite: (() => Promise<void>) | null;
  post(body: unknown, headers?: Record<string, string>): Promise<ChannelResponse>;
  request(path: string, init?: RequestInit): Promise<ChannelResponse>;
  sendText(text: string, customer?: unknown): Promise<ChannelResponse>;
  close(): Promise<void>;
}

/** One database and journal for all fixtures of a file. Each fixture has its own account. */
export interface SharedJournal {
  readonly clock: ManualClock;
  readonly db: Db;
  readonly journal: Journal;
  close(): Promise<void>;
}
export async function openSharedJournal(): Promise<SharedJournal> {
  const database = await takeDatabase();
  const { pools } = database;
  const clock = new ManualClock();
  const bus: Bus = createMemoryBus()();
  const journal = await openJournal({
    pools,
    bus,
    clock,
    secret: "test",
    onFault: (fault) => console.error(fault),
    plan: () => [],
  });
  return {
    clock,
    journal,
    db: createDb(pools.writer),
    async close() {
      await journal.close();
      await bus.close();
      await database.release();
    },
  };
}

export async function openChannelFixture(
  shared: SharedJournal,
  options: {
    limits?: LimitValues;
    http?: Partial<HttpDeps>;
    webhookBaseUrl?: string;
    support?: string;
  } = {},
): Promise<ChannelFixture> {
  const { clock, journal } = shared;
  const limits = createLimits({
    clock,
    ...(options.limits === undefined ? {} : { values: options.limits }),
  });
  const metrics = createMetrics();
  const logLines: LogLine[] = [];
  const logAt = (level: string) => (fields: object, message: string) =>
    void logLines.push({ fields: fields as Record<string, unknown>, message, level });
  const log = {
    debug: logAt("debug"),
    info: logAt("info"),
    warn: logAt("warn"),
    error: logAt("error"),
  };
  const supportContact = () => options.support ?? null;
  const { account, operators, channelIds } = await createTestAccount(shared);
  const [channelId = 0, otherId = 0] = channelIds;
  const state = followJournal(shared, account, channelId);
  const typingSignals: CustomerTyping[] = [];
  const onlineOperators = new Set<number>();
  const commands: Command[] = [];

  const app = buildHttp({
    clock,
    log,
    publicUrl: () => "http://localhost:3000",
    readClientAddress: createAddressReader([]),
    findings: () => [],
    supportContact,
    bodyLimit: () => 256 * 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics: { registry: metrics, token: null },
    ...options.http,
  });
  const edge = createChannelEdge({
    cluster: startSingleNodeCluster(clock),
    webhookBaseUrl: options.webhookBaseUrl ?? "http://localhost:3000/channel",
    limits,
    clock,
    log,
    metrics,
    supportContact,
    store: {
      findChannel: async (id) => fixture.channels.get(id) ?? null,
      findLatestChat: (id, channel, customer) => findLatestChat(shared.db, id, channel, customer),
      findMessageToCustomer: (id, customer, messageId) =>
        findMessageToCustomer(shared.db, id, customer, messageId),
    },
    config: (id) => journal.config(id),
    isOnline: (_account, id) => onlineOperators.has(id),
    onTyping: (signal) => void typingSignals.push(signal),
    write: async (command) => {
      commands.push(command);
      await fixture.beforeWrite?.();
      return journal.write(command);
    },
  });
  void app.register(edge.routes);
  const fixture: ChannelFixture = {
    base: "",
    url: "",
    account,
    channelId,
    operators,
    app,
    edge,
    clock,
    state,
    typingSignals,
    logLines,
    onlineOperators,
    commands,
    channels: new Map([
      [publicId, toChannelAddress(account, channelId, randomString)],
      [otherChannel.publicId, toChannelAddress(account, otherId, otherChannel.random)],
    ]),
    changeSettings: (run) =>
      journal.change(account, async (tx) => {
        await run(tx);
        return { result: undefined, changed: [{ kind: "account", id: null }] };
      }),
    changeChannel: (change) =>
      fixture.changeSettings((tx) =>
        updateChannel(tx, { account, id: channelId }, change, {
          now: clock.now(),
          seal: (text) => Buffer.from(text),
        }),
      ),
    beforeWrite: null,
    async request(path, init) {
      const reply = await fetch(path.startsWith("http") ? path : fixture.base + path, init);
      const body = await reply.text();
      return {
        status: reply.status,
        headers: reply.headers,
        body,
        json: body.startsWith("{") ? (JSON.parse(body) as ChannelResponse["json"]) : {},
      };
    },
    post: (body, headers = {}) =>
      fixture.request(fixture.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body:
          typeof body === "string" || body instanceof Uint8Array
            ? (body as string)
            : JSON.stringify(body),
      }),
    sendText: (text, customer = 7) =>
      fixture.post({ sender: { id: customer }, message: { type: "text", text } }),
    async close() {
      state.stop();
      edge.close();
      await app.close();
    },
  };
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  Object.assign(fixture, {
    base: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/channel/${randomString}/${publicId}`,
  });
  return fixture;
}

/** Creates an account with three operators and two channels. */
async function createTestAccount({
  db,
  journal,
  clock,
}: SharedJournal): Promise<{ account: number; operators: number[]; channelIds: number[] }> {
  const name = randomBytes(6).toString("hex");
  const created = await createAccount(db, {
    name,
    owner: { name: "Ann", email: `ann@${name}.test`, passwordHash: null, instanceOwner: false },
  });
  return journal.change(created.accountId, async (tx) => {
    const operators = [created.operatorId];
    for (const operatorName of ["bob", "cleo"]) {
      operators.push(
        Number(
          await createOperator(tx, created.accountId, {
            name: operatorName,
            email: `${operatorName}@${name}.test`,
            role: "operator",
            chatLimit: 0,
            passwordHash: null,
            managed: false,
            now: clock.now(),
          }),
        ),
      );
    }
    const channelIds: number[] = [];
    for (let i = 0; i < 2; i++) {
      channelIds.push(
        Number(
          await createChannel(
            tx,
            created.accountId,
            {
              kind: "api",
              name: "Mobile app",
              public_id: `${name}${i}`,
              enabled: true,
              endpoint_url: "http://127.0.0.1:9/chat",
              managed: false,
              operators: operators.slice(0, 2),
              random_string: name,
              secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
            },
            {
              now: clock.now(),
              operatorId: created.operatorId,
              seal: (text) => Buffer.from(text),
            },
          ),
        ),
      );
    }
    return {
      result: { account: created.accountId, operators, channelIds },
      changed: [{ kind: "account" as const, id: null }],
    };
  });
}

/** Maintains state as a subscriber does. Entries are published before their request is answered. */
function followJournal(
  { db, journal }: SharedJournal,
  account: number,
  channelId: number,
): JournalState & { stop(): void } {
  const chats: ChatEntity[] = [];
  const messages: Message[] = [];
  const visitors = new Map<string, Visitor>();
  const getCustomer = (message: Message): string =>
    chats.find((chat) => chat.id === message.chat_id)?.visitor.customer ?? "";
  const stop = journal.subscribe((_account, entries) => {
    for (const { frame } of entries) {
      const { data } = JSON.parse(frame) as {
        data: { message?: Message; chat?: ChatEntity; visitor?: Visitor };
      };
      if (data.message) messages.push(data.message);
      const visitor = data.visitor ?? data.chat?.visitor;
      if (visitor) visitors.set(visitor.customer ?? "", visitor);
      if (data.chat) {
        const { chat } = data;
        const index = chats.findIndex((existing) => existing.id === chat.id);
        if (index === -1) chats.push(chat);
        else chats[index] = chat;
      }
    }
  }, account);
  return {
    chats,
    messages,
    visitors,
    stop,
    customerTexts: () =>
      messages.filter((m) => m.author.kind === "visitor").map((m) => [getCustomer(m), m.text]),
    getVisitor(customer) {
      const visitor = visitors.get(customer);
      if (visitor === undefined) throw new Error(`customer ${customer} was never seen`);
      return visitor;
    },
    readRecipient: async (customer) =>
      (
        await db.query<{ recipient: string }>(
          "select recipient from visitor where account_id = $1 and source = $2 and customer = $3",
          [account, channelId, customer],
        )
      )[0]?.recipient ?? "",
  };
}

function toChannelAddress(account: number, channelId: number, text: string): ChannelAddress {
  return { account, channelId, secrets: [{ hash: hash("sha256", text, "buffer"), until: null }] };
}

/**
 * Writes bytes to a TCP socket. Returns the bytes received until the peer closed or `upTo` arrived.
 */
export function sendRawBytes(
  base: string,
  bytes: string | readonly string[],
  options: { upTo?: string; end?: boolean; delayMs?: number } = {},
): Promise<{ text: string; closed: boolean; ms: number }> {
  const { upTo, end = false, delayMs = 0 } = options;
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    let text = "";
    let finished = false;
    const finish = (closed: boolean): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed, ms: performance.now() - startedMs });
    };
    const timer = setTimeout(() => finish(false), testTimeoutMs);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (upTo !== undefined && text.includes(upTo)) finish(false);
    });
    socket.on("error", () => finish(true));
    socket.on("close", () => finish(true));
    const parts = typeof bytes === "string" ? [bytes] : [...bytes];
    const send = (): void => {
      const part = parts.shift();
      if (part === undefined || finished) {
        if (end) socket.end();
        return;
      }
      socket.write(part);
      if (delayMs > 0) setTimeout(send, delayMs);
      else send();
    };
    socket.on("connect", send);
  });
}
