import { hash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { createTestDatabase, testTimeoutMs, longTimeoutPools, type TestDatabase } from "@parlour/testkit";
import type { FastifyInstance } from "fastify";
import type { ChannelChange } from "../src/core/record/channel.ts";
import { createMemoryBus, type Bus } from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import type { ChatEntity, Message, Visitor } from "../src/core/entity.ts";
import type { Command } from "../src/core/command.ts";
import { createChannelEdge, type ChannelAddress, type ChannelEdge, type CustomerTyping } from "../src/edges/channel/index.ts";
import { buildHttp, type HttpDeps } from "../src/http/index.ts";
import { openJournal, type Journal } from "../src/journal/index.ts";
import { createLimits, type LimitValues } from "../src/limits/index.ts";
import { createMetrics } from "../src/metrics.ts";
import { openPools, type Pools } from "../src/store/pools.ts";
import { findLatestChat } from "../src/store/queries/channel-inbound.ts";
import { createAccount } from "../src/store/settings/account.ts";
import { createChannel, updateChannel } from "../src/store/settings/channel.ts";
import { createOperator } from "../src/store/settings/operator.ts";
import { createDb, type Db, type Sql } from "../src/store/sql.ts";

/**
 * The HTTP server with the channel edge on the real journal and PostgreSQL. Tests supply addresses,
 * presence and faults.
 */

export const random = "k3yk3yk3yk3yk3yk3yk3yk3y";
export const publicId = "AbCdEf1234";
export const other = { random: "0th3r0th3r0th3r0th3r0th3", publicId: "OtHeR12345" };

export interface Line {
  readonly fields: Record<string, unknown>;
  readonly message: string;
  readonly level: string;
}
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly json: { result?: string; error?: { code: string; message: string } };
}

/** The state that a subscriber of the account's journal derives from the entries. */
export interface Store {
  readonly chats: ChatEntity[];
  readonly messages: Message[];
  readonly visitors: Map<string, Visitor>;
  /** Messages of customers only, as `[customer, text]`. */
  texts(): readonly (readonly [string, string])[];
  visitor(customer: string): Visitor;
  recipient(customer: string): Promise<string>;
}

export interface Bed {
  readonly base: string;
  readonly url: string;
  readonly account: number;
  readonly channelId: number;
  /** Three operators. The first two are assigned to the channel. */
  readonly operators: readonly number[];
  readonly app: FastifyInstance;
  readonly edge: ChannelEdge;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly typing: CustomerTyping[];
  readonly lines: Line[];
  readonly online: Set<number>;
  readonly commands: Command[];
  /** The addresses that `findChannel` returns. */
  channels: {
    get(publicId: string): ChannelAddress | undefined;
    set(publicId: string, address: ChannelAddress): unknown;
    delete(publicId: string): unknown;
  };
  changeChannel(change: ChannelChange): Promise<void>;
  /** Changes any settings of the account. */
  change(run: (tx: Sql) => Promise<unknown>): Promise<void>;
  /** Runs before each write of a command. It may wait or throw. */
  beforeWrite: (() => Promise<void>) | null;
  post(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  ask(path: string, init?: RequestInit): Promise<Answer>;
  say(text: string, customer?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** One database and journal for all fixtures of a file. Each fixture has its own account. */
export interface Ground {
  readonly clock: ManualClock;
  readonly db: Db;
  readonly journal: Journal;
  close(): Promise<void>;
}
export async function openGround(): Promise<Ground> {
  const database: TestDatabase = await createTestDatabase();
  const pools: Pools = await openPools(database.url, longTimeoutPools);
  const clock = new ManualClock();
  const bus: Bus = createMemoryBus()();
  const journal = await openJournal({ pools, bus, clock, secret: "test", onFault: (fault) => console.error(fault), plan: () => [] });
  return {
    clock,
    journal,
    db: createDb(pools.writer),
    async close() {
      await journal.close();
      await bus.close();
      await pools.close();
      await database.drop();
    },
  };
}

export async function openBed(
  ground: Ground,
  options: { limits?: LimitValues; http?: Partial<HttpDeps>; webhookBaseUrl?: string; support?: string } = {},
): Promise<Bed> {
  const { clock, journal } = ground;
  const limits = createLimits({ clock, ...(options.limits === undefined ? {} : { values: options.limits }) });
  const metrics = createMetrics();
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ fields: fields as Record<string, unknown>, message, level });
  const log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const supportContact = () => options.support ?? null;
  const { account, operators, channelIds } = await settle(ground);
  const [channelId = 0, otherId = 0] = channelIds;
  const store = follow(ground, account, channelId);
  const typing: CustomerTyping[] = [];
  const online = new Set<number>();
  const commands: Command[] = [];

  const app = buildHttp({
    clock,
    log,
    publicUrl: "http://localhost:3000",
    trustProxy: [],
    supportContact,
    bodyLimit: () => 256 * 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics,
    metricsToken: null,
    ...options.http,
  });
  const edge = createChannelEdge({
    webhookBaseUrl: options.webhookBaseUrl ?? "http://localhost:3000/channel",
    limits,
    clock,
    log,
    metrics,
    supportContact,
    findChannel: async (id) => bed.channels.get(id) ?? null,
    config: (id) => journal.config(id),
    findLatestChat: (id, channel, customer) => findLatestChat(ground.db, id, channel, customer),
    isOnline: (_account, id) => online.has(id),
    onTyping: (signal) => void typing.push(signal),
    write: async (command) => {
      commands.push(command);
      await bed.beforeWrite?.();
      return journal.write(command);
    },
  });
  void app.register(edge.routes);
  const bed: Bed = {
    base: "",
    url: "",
    account,
    channelId,
    operators,
    app,
    edge,
    clock,
    store,
    typing,
    lines,
    online,
    commands,
    channels: new Map([
      [publicId, address(account, channelId, random)],
      [other.publicId, address(account, otherId, other.random)],
    ]),
    change: (run) =>
      journal.change(account, async (tx) => {
        await run(tx);
        return { result: undefined, changed: [{ kind: "account", id: null }] };
      }),
    changeChannel: (change) => bed.change((tx) => updateChannel(tx, account, channelId, change)),
    beforeWrite: null,
    async ask(path, init) {
      const reply = await fetch(path.startsWith("http") ? path : bed.base + path, init);
      const body = await reply.text();
      return { status: reply.status, headers: reply.headers, body, json: body.startsWith("{") ? (JSON.parse(body) as Answer["json"]) : {} };
    },
    post: (body, headers = {}) =>
      bed.ask(bed.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    say: (text, customer = 7) => bed.post({ sender: { id: customer }, message: { type: "text", text } }),
    async close() {
      store.stop();
      edge.close();
      await app.close();
    },
  };
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  Object.assign(bed, { base: `http://127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/channel/${random}/${publicId}` });
  return bed;
}

/** Creates an account with three operators and two channels. */
async function settle({ db, journal, clock }: Ground): Promise<{ account: number; operators: number[]; channelIds: number[] }> {
  const name = randomBytes(6).toString("hex");
  const made = await createAccount(db, {
    name,
    owner: { name: "Ann", email: `ann@${name}.test`, passwordHash: null, instanceOwner: false },
  });
  return journal.change(made.accountId, async (tx) => {
    const operators = [made.operatorId];
    for (const one of ["bob", "cleo"]) {
      operators.push(
        Number(
          await createOperator(tx, made.accountId, {
            name: one,
            email: `${one}@${name}.test`,
            phone: null,
            photo: null,
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
            made.accountId,
            {
              kind: "api",
              name: "Mobile app",
              publicId: `${name}${i}`,
              enabled: true,
              endpointUrl: "http://127.0.0.1:9/chat",
              chunked: false,
              appendPublicId: true,
              mediaAs: "media objects",
              botAvailable: false,
              managed: false,
              operators: operators.slice(0, 2),
              randomString: name,
              secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
              createdBy: made.operatorId,
              now: clock.now(),
            },
            (text) => Buffer.from(text),
          ),
        ),
      );
    }
    return { result: { account: made.accountId, operators, channelIds }, changed: [{ kind: "account" as const, id: null }] };
  });
}

/** Maintains state as a subscriber does. Entries are published before their request is answered. */
function follow({ db, journal }: Ground, account: number, channelId: number): Store & { stop(): void } {
  const chats: ChatEntity[] = [];
  const messages: Message[] = [];
  const visitors = new Map<string, Visitor>();
  const customerOf = (message: Message): string => chats.find((chat) => chat.id === message.chat_id)?.visitor.customer ?? "";
  const stop = journal.subscribe((_account, entries) => {
    for (const { frame } of entries) {
      const { data } = JSON.parse(frame) as { data: { message?: Message; chat?: ChatEntity; visitor?: Visitor } };
      if (data.message) messages.push(data.message);
      const visitor = data.visitor ?? data.chat?.visitor;
      if (visitor) visitors.set(visitor.customer ?? "", visitor);
      if (data.chat) {
        const { chat } = data;
        const known = chats.findIndex((one) => one.id === chat.id);
        if (known === -1) chats.push(chat);
        else chats[known] = chat;
      }
    }
  }, account);
  return {
    chats,
    messages,
    visitors,
    stop,
    texts: () => messages.filter((m) => m.author.kind === "visitor").map((m) => [customerOf(m), m.text]),
    visitor(customer) {
      const visitor = visitors.get(customer);
      if (visitor === undefined) throw new Error(`customer ${customer} was never seen`);
      return visitor;
    },
    recipient: async (customer) =>
      (
        await db.query<{ recipient: string }>("select recipient from visitor where account_id = $1 and source = $2 and customer = $3", [
          account,
          channelId,
          customer,
        ])
      )[0]?.recipient ?? "",
  };
}

function address(account: number, channelId: number, text: string): ChannelAddress {
  return { account, channelId, secrets: [{ hash: hash("sha256", text, "buffer"), until: null }] };
}

/**
 * Writes bytes to a TCP socket. Returns the bytes received until the peer closed or `upTo` arrived.
 */
export function raw(
  base: string,
  bytes: string | readonly string[],
  options: { upTo?: string; end?: boolean; delayMs?: number } = {},
): Promise<{ text: string; closed: boolean; ms: number }> {
  const { upTo, end = false, delayMs = 0 } = options;
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    let text = "";
    let finished = false;
    const finish = (closed: boolean): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed, ms: performance.now() - started });
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
