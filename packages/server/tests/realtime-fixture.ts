import { fail } from "../src/core/failure.ts";
import { createAddressReader } from "../src/http/client-address.ts";
import { Readable } from "node:stream";
import type { AddressInfo } from "node:net";
import {
  createAuth,
  hashToken,
  type Auth,
  type AuthDeps,
  type Principal,
  type ChatVisibilityInput,
} from "../src/auth/index.ts";
import { generateApiKey } from "../src/auth/secrets.ts";
import { createMemoryBus } from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import { startCluster } from "../src/cluster/index.ts";
import type { Role } from "../src/core/entity.ts";
import { eventRoutes } from "../src/api/events/events.ts";
import { profileRoutes, type ProfileDeps } from "../src/api/me/profile.ts";
import type { ProfileSource } from "../src/api/operators/serialize-operator.ts";
import { sessionRoutes } from "../src/api/sign-in/sessions.ts";
import { setupRoutes } from "../src/api/sign-in/setup.ts";
import { buildHttp } from "../src/http/index.ts";
import { parseJson } from "../src/http/body/json.ts";
import { createLimits, type Limits, type LimitValues } from "../src/limits/index.ts";
import { RealtimeClient } from "./realtime-client.ts";
import { openRealtime, type PublishedEntry, type Realtime } from "../src/realtime/index.ts";
import { loadAccountConfig } from "../src/store/settings/account/config.ts";
import { createSecrets } from "../src/store/database/seal.ts";
import { createAccount } from "../src/store/settings/account/account.ts";
import { createDb, type Db } from "../src/store/database/sql.ts";
import { takeDatabase } from "./reused-database.ts";

/**
 * Sign-in and sockets with an in-memory journal, a real database, a real HTTP server and a manual
 * clock.
 */

/**
 * An in-memory journal with the contract of journal/index.ts: positions ascend, each entry is
 * published once, and `read` returns all published entries.
 */
class FakeJournal {
  epoch = "e1";
  readonly #entries = new Map<number, PublishedEntry[]>();
  readonly #listeners = new Set<(account: number, entries: readonly PublishedEntry[]) => void>();
  readonly #resets = new Set<() => void>();
  readonly config: (account: number) => ReturnType<typeof loadAccountConfig>;
  /** Number of calls of `read`, for tests of flow control. */
  readCount = 0;
  configReadCount = 0;

  constructor(config: (account: number) => ReturnType<typeof loadAccountConfig>) {
    this.config = (account) => {
      this.configReadCount++;
      return config(account);
    };
  }
  head(account: number): Promise<{ epoch: string; position: number }> {
    return Promise.resolve({ epoch: this.epoch, position: this.#entriesOf(account).length });
  }
  read(account: number, after: number, limit: number): Promise<readonly PublishedEntry[]> {
    this.readCount++;
    return Promise.resolve(this.#entriesOf(account).slice(after, after + limit));
  }
  subscribe(listener: (account: number, entries: readonly PublishedEntry[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  onMove(): () => void {
    return () => undefined;
  }
  translateCursor = (_account: number, cursor: { epoch: string; position: number }) =>
    Promise.resolve(cursor);
  onReset(listener: () => void): () => void {
    this.#resets.add(listener);
    return () => void this.#resets.delete(listener);
  }
  /** Starts a new epoch, as after a restored backup. */
  startEpoch(epoch: string): void {
    this.epoch = epoch;
    this.#entries.clear();
    for (const listener of this.#resets) listener();
  }
  /** Publishes one batch; returns the position of its last entry. */
  publish(account: number, ...events: readonly FakeEvent[]): number {
    const entries = this.#entriesOf(account);
    const batch = events.map((event, i) => toPublishedEntry(event, entries.length + 1 + i));
    entries.push(...batch);
    for (const listener of this.#listeners) listener(account, batch);
    return entries.length;
  }
  #entriesOf(account: number): PublishedEntry[] {
    let entries = this.#entries.get(account);
    if (!entries) this.#entries.set(account, (entries = []));
    return entries;
  }
}
export interface FakeEvent {
  readonly name: string;
  readonly channelId?: number;
  readonly chatId?: number;
  readonly data: object;
}
function toPublishedEntry(event: FakeEvent, position: number): PublishedEntry {
  const frame = JSON.stringify({
    type: "event",
    position,
    at: "2026-01-05T09:00:00.000Z",
    name: event.name,
    ...(event.chatId === undefined ? {} : { chat_id: event.chatId }),
    data: event.data,
  });
  return {
    position,
    name: event.name,
    channelId: event.channelId ?? null,
    chatId: event.chatId ?? null,
    frame,
  };
}
export function createMessageEvent(
  channelId: number,
  chatId: number,
  seq: number,
  text = `text ${seq}`,
): FakeEvent {
  return {
    name: "message_created",
    channelId,
    chatId,
    data: {
      message: {
        seq,
        id: seq,
        chat_id: chatId,
        author: { kind: "visitor", id: 7, name: "Vic" },
        kind: "text",
        text,
        created_at: "2026-01-05T09:00:00.000Z",
      },
    },
  };
}
export function createChatEvent(
  channelId: number,
  chatId: number,
  operatorIds: readonly number[] = [],
): FakeEvent {
  const participants = operatorIds.map((id) => ({ id, name: `operator ${id}` }));
  return {
    name: "chat_updated",
    channelId,
    chatId,
    data: {
      chat: {
        id: chatId,
        channel: { id: channelId, kind: "api", name: "C" },
        assignee: participants[0] ?? null,
        participants,
      },
    },
  };
}
export function createSettingsEvent(kind: string, id: number | null = null): FakeEvent {
  return { name: "settings_changed", data: { kind, id } };
}

export interface RealtimeOperator {
  readonly account: number;
  readonly id: number;
  readonly key: string;
  readonly keyId: number;
  readonly email: string;
}
export const password = "correct horse battery staple";

export interface RealtimeFixture {
  readonly base: string;
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly auth: Auth;
  /**
   * Creates sign-in on the same database with empty caches, as on another node or after a restart.
   */
  createOtherAuth(): Auth;
  readonly realtime: Realtime;
  readonly limits: Limits;
  readonly journal: FakeJournal;
  readonly clock: ManualClock;
  readonly db: Db;
  /** Results of `findChat` by chat id. */
  readonly chats: Map<number, ChatVisibilityInput>;
  readonly chatReads: number[];
  readonly readMarks: { operatorId: number; chatId: number; seq: number }[];
  readonly logEntries: { fields: object; message: string }[];
  createAccount(name: string): Promise<RealtimeOperator>;
  addOperator(account: number, role: Role): Promise<RealtimeOperator>;
  addChannel(account: number, operators: readonly number[]): Promise<number>;
  signIn(person: RealtimeOperator): Promise<string>;
  request(
    method: string,
    path: string,
    options?: { key?: string; cookie?: string; headers?: Record<string, string>; body?: unknown },
  ): Promise<Response>;
  connect(options: ConnectOptions): Promise<RealtimeClient>;
  close(): Promise<void>;
}
interface ConnectOptions {
  readonly key?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly after?: { epoch: string; position: number } | null;
  readonly hello?: boolean;
}

interface RealtimeFixtureOptions {
  limits?: LimitValues;
  announce?: (account: number, operatorId: number) => Promise<void>;
  publicUrl?: string;
  maxSockets?: number;
  hasOtherNodes?: boolean;
}

/** Hash of the shared password. Computing it takes longer than creating the rest of an account. */
let passwordHash: string | null = null;

/** Opens the fixture on an in-memory journal to which tests publish. */
export async function openRealtimeFixture(
  options: RealtimeFixtureOptions = {},
): Promise<RealtimeFixture> {
  const database = await takeDatabase();
  const { pools } = database;
  const db = createDb(pools.writer);
  const clock = new ManualClock();
  const limits = createLimits({ clock, values: options.limits ?? {} });
  const logEntries: { fields: object; message: string }[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: object, text: string) => void logEntries.push({ fields, message: text }),
    error: (fields: object, text: string) => void logEntries.push({ fields, message: text }),
  };
  const journal = new FakeJournal((account) => loadAccountConfig(pools.writer, account));
  const chats = new Map<number, ChatVisibilityInput>();
  const chatReads: number[] = [];
  const readMarks: { operatorId: number; chatId: number; seq: number }[] = [];
  const secrets = createSecrets(Buffer.alloc(32, 7));
  let port = 0;
  let realtime: Realtime | null = null;
  const cluster = startCluster({
    bus: createMemoryBus()(),
    clock,
    node: 1,
    onFault: (error) => log.error({ err: error }, "cluster"),
  });
  if (options.hasOtherNodes === true) cluster.setOtherNodes([2]);
  const authDeps: AuthDeps = {
    cluster,
    db,
    clock,
    limits,
    publicUrl: () => options.publicUrl ?? `http://localhost:${port}`,
    secrets,
    egress: {
      open: () => Promise.reject(new Error("no requests here")),
      post: () => Promise.reject(new Error("no requests here")),
      check: () => Promise.resolve({ ok: false, message: "No requests here." }),
    },
    openedAddresses: {
      note: (opened) => fail("wrong_address", `opened at ${opened}`),
      mayTake: () => false,
      onTaken: () => Promise.resolve(),
    },
    origins: () =>
      options.publicUrl === undefined
        ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
        : [options.publicUrl],
    announce: options.announce ?? (() => Promise.resolve()),
    log,
  };
  const auth = createAuth(authDeps);
  realtime = openRealtime({
    journal,
    auth,
    clock,
    limits,
    log,
    parseJson: parseJson,
    findChat: (_account, chatId) => {
      chatReads.push(chatId);
      return Promise.resolve(chats.get(chatId) ?? null);
    },
    markRead: (principal: Principal, chatId, seq) => {
      readMarks.push({ operatorId: principal.operatorId, chatId, seq });
      return Promise.resolve();
    },
    ...(options.maxSockets === undefined ? {} : { maxSockets: options.maxSockets }),
    cluster,
  });
  const { publicUrl = "http://localhost:3000" } = options;
  const app = buildHttp({
    clock,
    log,
    publicUrl: () => publicUrl,
    readClientAddress: createAddressReader([]),
    findings: () => [],
    supportContact: () => null,
    bodyLimit: () => 256 * 1024,
    appDir: null,
    checks: () => Promise.resolve({}),
    metrics: {
      registry: { text: () => Promise.resolve(""), contentType: "text/plain" },
      token: null,
    },
  });
  const { presence } = realtime;
  const settings: Omit<ProfileDeps, keyof ProfileSource> = {
    clock,
    async change(account, run) {
      const { result, changed } = await db.transaction(run);
      for (const { kind, id } of changed) journal.publish(account, createSettingsEvent(kind, id));
      return result;
    },
    secrets,
    reader: pools.reader,
    config: (account) => loadAccountConfig(pools.writer, account),
  };
  const urls: ProfileSource["urls"] = {
    publicUrl: () => publicUrl,
    channelBase: () => `${publicUrl}/channel`,
    widgetBase: () => `${publicUrl}/widget`,
    botBase: () => `${publicUrl}/bot`,
    help: () => publicUrl,
  };
  const profiles = { auth, presence, urls };
  for (const routes of [
    setupRoutes(profiles),
    sessionRoutes({ ...profiles, mail: { isAvailable: () => false } }),
    profileRoutes({ ...profiles, ...settings }),
  ]) {
    await app.register(routes, { prefix: "/api/v1" });
  }
  const { feeds } = realtime;
  await app.register(
    (routes, _options, done) => {
      eventRoutes(routes, { auth, feeds });
      done();
    },
    { prefix: "/api/v1" },
  );
  // A session can have more open than sockets: a download, a request without a response, and a
  // request body that is still being sent.
  await app.register(
    (routes, _options, done) => {
      const onRequest = auth.guard("webhooks.read");
      routes.get("/download", { onRequest }, (_request, reply) =>
        reply.send(Readable.from(streamEndlessly(), { objectMode: false })),
      );
      routes.get("/silent", { onRequest }, () => new Promise(() => undefined));
      routes.post("/slow", { onRequest }, () => ({}));
      done();
    },
    { prefix: "/api/v1" },
  );
  realtime.attach(app.server);
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
  const origin = `http://127.0.0.1:${port}`;
  const clients = new Set<RealtimeClient>();
  // Time advances only after each socket that reads has answered its ping.
  clock.settleBefore(async () => {
    const reading = [...clients].filter(({ ws }) => ws.readyState === ws.OPEN && !ws.isPaused);
    await Promise.all(reading.map((client) => Promise.race([client.settle(), client.closed])));
  });
  let emailCount = 0;

  const createOperatorKey = async (
    account: number,
    id: number,
    email: string,
  ): Promise<RealtimeOperator> => {
    const key = generateApiKey();
    const rows = await db.query<{ id: number }>(
      "insert into api_key (account_id, key_hash, hint, name, operator_id) values ($1, $2, $3, 'test', $4) returning id::float8 as id",
      [account, hashToken(key), key.slice(-4), id],
    );
    return { account, id, key, keyId: rows[0]?.id ?? 0, email };
  };
  const hash = async (): Promise<string> => (passwordHash ??= await auth.passwords.hash(password));
  const fixture: RealtimeFixture = {
    base: `${origin}/api/v1`,
    origin,
    host: `127.0.0.1:${port}`,
    port,
    auth,
    createOtherAuth: () => createAuth(authDeps),
    realtime,
    limits,
    journal,
    clock,
    db,
    chats,
    chatReads,
    readMarks,
    logEntries,
    async createAccount(name) {
      const email = `owner${++emailCount}@example.test`;
      const created = await createAccount(db, {
        name,
        owner: {
          name: "Owner",
          email,
          passwordHash: await hash(),
          instanceOwner: emailCount === 1,
        },
      });
      return createOperatorKey(created.accountId, created.operatorId, email);
    },
    async addOperator(account, role) {
      const email = `${role}${++emailCount}@example.test`;
      const rows = await db.query<{ id: number }>(
        "insert into operator (account_id, name, email, role, password_hash) values ($1, $2, $3, $4, $5) returning id::float8 as id",
        [account, `${role} ${emailCount}`, email, role, await hash()],
      );
      return createOperatorKey(account, rows[0]?.id ?? 0, email);
    },
    async addChannel(account, operators) {
      const endpoint = await db.query<{ id: number }>(
        "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'channel', 'http://127.0.0.1:1/', '\\x00', '0000') returning id::float8 as id",
        [account],
      );
      const rows = await db.query<{ id: number }>(
        "insert into channel (account_id, kind, name, public_id, endpoint_id) values ($1, 'api', 'C', $2, $3) returning id::float8 as id",
        [account, `Pub${++emailCount}xxxx`, endpoint[0]?.id],
      );
      const id = rows[0]?.id ?? 0;
      for (const operator of operators)
        await db.query(
          "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
          [account, id, operator],
        );
      journal.publish(account, createSettingsEvent("channel", id));
      return id;
    },
    async signIn(operator) {
      const answer = await fixture.request("POST", "/sessions", {
        body: { email: operator.email, password },
      });
      if (answer.status !== 200)
        throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
      return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    },
    request(method, path, { key, cookie, headers = {}, body } = {}) {
      return fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(cookie === undefined ? {} : { cookie, origin }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    async connect({ key, cookie, headers = {}, after = null, hello = true }) {
      const allHeaders = {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === undefined ? {} : { cookie, origin }),
        ...headers,
      };
      const client = new RealtimeClient(`ws://127.0.0.1:${port}/api/v1/socket`, {
        headers: allHeaders,
      });
      clients.add(client);
      await client.opened;
      if (hello) {
        client.send({ type: "hello", after });
        await client.next((frame) => frame["type"] === "live");
      }
      return client;
    },
    async close() {
      for (const client of clients) client.ws.terminate();
      await realtime.close();
      await app.close();
      await database.release();
    },
  };
  return fixture;
}

/** Streams a download that never ends. */
async function* streamEndlessly(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(64 * 1024, "x");
  await new Promise(() => undefined);
}
