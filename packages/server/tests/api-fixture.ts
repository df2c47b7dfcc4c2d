import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import type { ManualClock } from "../src/clock.ts";
import type { Presence, Role } from "../src/core/entity.ts";
import type { VisitorData } from "../src/core/event.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import type { Journal } from "../src/journal/index.ts";
import { createAccount } from "../src/store/settings/account/account.ts";
import { createOperator } from "../src/store/settings/account/operator-changes.ts";
import { createDb, type Db } from "../src/store/database/sql.ts";
import { RealtimeClient } from "./realtime-client.ts";
import { loadResponseContract, type ResponseContract } from "./response-contract.ts";
import { takeDatabase } from "./reused-database.ts";
import { createApiKey } from "./stored-api-key.ts";

export interface ServiceResponse {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}
export interface ApiRequest {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type SocketCredential = { readonly key: string } | { readonly cookie: string };
/**
 * The service API of a whole server whose deliveries are off, with accounts that have an operator
 * and a key per role.
 */
export interface ServiceApi {
  readonly origin: string;
  /** The URL that the server shows. */
  readonly publicUrl: string;
  /** Every route of the server below /api/v1. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  readonly clock: ManualClock;
  readonly db: Db;
  /** Connects as the owner of the tables. */
  readonly databaseUrl: string;
  readonly journal: Journal;
  /** Sends a request and compares the response with the published document. */
  call(method: string, path: string, ask?: ApiRequest): Promise<ServiceResponse>;
  /** Opens a socket of a key or a session. Resolves when it is live. */
  connect(credential: SocketCredential): Promise<RealtimeClient>;
  /**
   * Opens a socket of each operator and sets their status, until `endPresence`. The key is the one
   * from `createAccount`.
   */
  setPresence(...statuses: readonly (readonly [key: string, status: Presence])[]): Promise<void>;
  /**
   * Sets the operators of `setPresence` offline and closes their sockets. An open socket sets an
   * alarm each second, so a test that advances the clock by a day would take seconds.
   */
  endPresence(): Promise<void>;
  /** Sends a message as a customer of a channel. Returns the id of its chat. */
  sendCustomerMessage(
    account: number,
    channelId: number,
    key: string,
    text: string,
  ): Promise<number>;
  createAccount(name: string): Promise<TestAccount>;
  /** Resolves when all consumers of the journal have processed everything. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
export interface TestAccount {
  readonly id: number;
  /** Key and id of one operator per role. */
  readonly keys: Readonly<Record<Role, string>>;
  readonly ids: Readonly<Record<Role, number>>;
}

/**
 * Starts a server for tests of the service API. No name has an address. `consumers`: whether the
 * journal has its timers and projections, which cost a fifth of the CPU time.
 */
export async function startServiceApi({
  consumers = "off",
  logTo,
  env = {},
  nameServers,
}: Pick<TestParlourOptions, "logTo" | "env"> & {
  readonly consumers?: "on" | "off";
  readonly nameServers?: readonly string[];
} = {}): Promise<ServiceApi> {
  const database = await takeDatabase();
  const routes: { method: string; url: string }[] = [];
  let journal: Journal | null = null;
  const parlour = await startTestParlour({
    databaseUrl: database.url,
    setUp: false,
    env,
    ...(logTo === undefined ? {} : { logTo }),
    hooks: {
      ...(consumers === "off" ? { consumers } : {}),
      deliveries: "off",
      ...(nameServers === undefined ? {} : { nameServers }),
      resolve: (host) => Promise.reject(new Error(`${host} has no address`)),
      onJournal: (opened) => void (journal = opened),
      onRoute({ method, url }) {
        if (url.startsWith("/api/v1"))
          for (const singleMethod of [method].flat()) routes.push({ method: singleMethod, url });
      },
    },
  });
  if (journal === null) throw new Error("the server has no journal");
  const { write } = journal as Journal;
  const db = createDb(database.pools.writer);
  const call = createCaller(parlour);
  const connections = createConnections(parlour, call);
  return {
    origin: parlour.url,
    publicUrl: `http://localhost:${parlour.port}`,
    routes,
    clock: parlour.clock,
    db,
    databaseUrl: database.url,
    journal,
    call,
    ...connections,
    async sendCustomerMessage(account, channelId, key, text) {
      const result = await write({
        account,
        subject: { customer: { channelId, key } },
        handler: receiveCustomerMessage({
          channelId,
          customer: key,
          recipient: JSON.stringify(key),
          text,
        }),
      });
      return result.answer.chat_id;
    },
    createAccount: (name) => createTestAccount(db, parlour.clock, name),
    settle: () => parlour.settle(),
    async close() {
      connections.close();
      await parlour.close();
      await database.release();
    },
  };
}

/** Loaded once per worker, because it describes the whole service. */
let contract: Promise<ResponseContract> | null = null;

const createCaller =
  (parlour: Pick<TestParlour, "url">): ServiceApi["call"] =>
  async (method, path, { key, body, headers } = {}) => {
    const response = await fetch(
      `${parlour.url}${path.startsWith("/api/") ? path : `/api/v1${path}`}`,
      {
        method,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      },
    );
    const text = await response.text();
    // Downloads such as transcripts and tables are text.
    const type = response.headers.get("content-type");
    const isJson = (type ?? "").includes("json");
    const parsed = text === "" ? null : isJson ? (JSON.parse(text) as unknown) : text;
    if (type !== null) {
      const loaded = await (contract ??= loadResponseContract());
      loaded.check(method, response.url, { status: response.status, body: parsed, type });
    }
    return { status: response.status, body: parsed, headers: response.headers };
  };

function createConnections(
  { url, port }: Pick<TestParlour, "url" | "port">,
  call: ServiceApi["call"],
): Pick<ServiceApi, "connect" | "setPresence" | "endPresence"> & { close(): void } {
  const clients = new Set<RealtimeClient>();
  const present = new Map<string, RealtimeClient>();
  const connect: ServiceApi["connect"] = async (credential) => {
    const client = new RealtimeClient(`ws://127.0.0.1:${port}/api/v1/socket`, {
      headers:
        "key" in credential
          ? { authorization: `Bearer ${credential.key}` }
          : { cookie: credential.cookie, origin: url },
    });
    clients.add(client);
    await client.opened;
    client.send({ type: "hello", after: null });
    await client.next((frame) => frame["type"] === "live");
    return client;
  };
  const choose = (key: string, status: Presence): Promise<ServiceResponse> =>
    call("PUT", "/me/presence", { key, body: { status } });
  return {
    connect,
    async setPresence(...statuses) {
      for (const [key, status] of statuses) {
        if (!present.has(key)) present.set(key, await connect({ key }));
        await choose(key, status);
      }
    },
    async endPresence() {
      for (const [key, client] of present) {
        await choose(key, "offline");
        client.ws.terminate();
        clients.delete(client);
      }
      present.clear();
    },
    close() {
      for (const client of clients) client.ws.terminate();
    },
  };
}

async function createTestAccount(db: Db, clock: ManualClock, name: string): Promise<TestAccount> {
  const roles = ["owner", "admin", "developer", "operator", "viewer"] as const;
  const created = await createAccount(db, {
    name,
    owner: {
      name: "Ann",
      email: `owner@${name}.test`,
      passwordHash: null,
      instanceOwner: name === "acme",
    },
  });
  const ids = {} as Record<Role, number>;
  const keys = {} as Record<Role, string>;
  for (const role of roles) {
    const row = {
      name: role,
      email: `${role}@${name}.test`,
      role,
      chatLimit: 0,
      passwordHash: null,
      managed: false,
      now: clock.now(),
    };
    ids[role] =
      role === "owner"
        ? created.operatorId
        : ((await createOperator(db, created.accountId, row)) as number);
    keys[role] = `pk_${name}_${role}_${"0".repeat(24)}`;
    await createApiKey(
      db,
      created.accountId,
      {
        key: keys[role],
        name: role,
        operator_id: ids[role],
      },
      { managed: true, now: clock.now() },
    );
  }
  return { id: created.accountId, keys, ids };
}

/** Inserts a visitor as the journal stores it. Returns its id. */
export async function insertVisitor(
  db: Db,
  account: number,
  channel: number,
  number: number,
  more: Partial<VisitorData> = {},
): Promise<number> {
  const id = account * 100_000 + number;
  const body: VisitorData = {
    id,
    name: null,
    phone: null,
    email: null,
    description: null,
    photo: null,
    customer: String(number),
    created_at: "2026-01-05T09:00:00.000Z",
    ...more,
  };
  await db.query(
    "insert into visitor (account_id, number, id, source, customer, recipient, body) values ($1, $2, $3, $4, $5, $5, $6)",
    [account, number, id, channel, String(number), JSON.stringify(body)],
  );
  return id;
}
