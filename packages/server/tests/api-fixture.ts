import { randomBytes } from "node:crypto";
import * as auth from "../src/auth/index.ts";
import { ManualClock } from "../src/clock.ts";
import type { Presence, Role } from "../src/core/entity.ts";
import type { VisitorData } from "../src/core/event.ts";
import type { EndpointTestResult } from "../src/delivery/index.ts";
import type { WebhookTestOutcome } from "../src/api/deliveries/test-port.ts";
import type { Egress } from "../src/egress/index.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import { createServiceRoutes } from "../src/api/index.ts";
import { createMemoryBus } from "../src/bus/index.ts";
import { createRequestInspector, type Inspector } from "../src/inspect/index.ts";
import { createDeliveries } from "../src/delivery/report/index.ts";
import { openJournal, type Journal } from "../src/journal/index.ts";
import { startTagAndMentionProjection } from "../src/journal/subscribers/tags-and-mentions.ts";
import { buildHttp } from "../src/http/index.ts";
import { createLimits } from "../src/limits/index.ts";
import { createSecrets } from "../src/store/database/seal.ts";
import { createAccount } from "../src/store/settings/account/account.ts";
import { createApiKey } from "../src/store/settings/account/api-key.ts";
import { createOperator } from "../src/store/settings/account/operator-changes.ts";
import { createDb, type Db } from "../src/store/database/sql.ts";
import { createDeliveryPorts, createStubPorts } from "./api-ports.ts";
import { loadResponseContract } from "./response-contract.ts";
import { takeDatabase } from "./reused-database.ts";
import { startSingleNodeCluster } from "./single-node-cluster.ts";

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
/** The service API with a separate database and journal. Sends no deliveries. */
export interface ServiceApi {
  readonly origin: string;
  /** Every route of the server below /api/v1. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  readonly clock: ManualClock;
  readonly db: Db;
  /** Connects as the owner of the tables. */
  readonly databaseUrl: string;
  readonly presence: Map<number, Presence>;
  readonly endedSessions: { account: number; operatorId?: number; keyId?: number }[];
  readonly typingSignals: { chatId: number; typing: boolean }[];
  /** Read marks and drafts that were published to an operator's sockets. */
  readonly readMarks: { operatorId: number; chatId: number; seq: number }[];
  readonly savedDrafts: {
    operatorId: number;
    draft: { chat_id: number; text: string; version: number };
  }[];
  readonly journal: Journal;
  readonly inspector: Inspector;
  /**
   * Set by a test: whether the URL check reports a private address, and the result of the test
   * request.
   */
  endpoint: { private: boolean; test: EndpointTestResult };
  /** Test events that the edges were requested to send, and the results that they return. */
  readonly testEvents: { endpointId: number; event: string; sample: unknown }[];
  testEventResults: {
    result: EndpointTestResult;
    webhook: Pick<WebhookTestOutcome, "isOk" | "data" | "note">;
  };
  call(method: string, path: string, ask?: ApiRequest): Promise<ServiceResponse>;
  /** Sends a message as a customer of a channel. Returns the id of its chat. */
  sendCustomerMessage(
    account: number,
    channelId: number,
    key: string,
    text: string,
  ): Promise<number>;
  createAccount(name: string): Promise<TestAccount>;
  /** Resolves when the tag index and the list of mentions are up to date. */
  settleTagsAndMentions(): Promise<void>;
  close(): Promise<void>;
}
export interface TestAccount {
  readonly id: number;
  /** Key and id of one operator per role. */
  readonly keys: Readonly<Record<Role, string>>;
  readonly ids: Readonly<Record<Role, number>>;
}

const deliveredResult: EndpointTestResult = {
  outcome: "delivered",
  status: 200,
  durationMs: 3,
  error: null,
  request: null,
  reply: null,
};

/** Rejects every request. Tests with a complete server cover sign-in providers. */
export const noEgress: Pick<Egress, "open" | "post" | "check"> = {
  open: () => Promise.reject(new Error("no requests here")),
  post: () => Promise.reject(new Error("no requests here")),
  check: () => Promise.resolve({ ok: false, message: "No requests here." }),
};

export async function startServiceApi(): Promise<ServiceApi> {
  const database = await takeDatabase();
  const { pools } = database;
  const db = createDb(pools.writer);
  const clock = new ManualClock();
  const limits = createLimits({ clock });
  const secrets = createSecrets(randomBytes(32));
  const presence = new Map<number, Presence>();
  const authentication = auth.createAuth({
    db,
    clock,
    limits,
    origins: () => [service.origin],
    publicUrl: () => service.origin,
    secure: false,
    secrets,
    egress: noEgress,
    announce: () => Promise.resolve(),
    log: { error: (fields) => console.error(fields) },
    cluster: {
      hasOtherNodes: () => false,
      publish: () => undefined,
      subscribe: () => () => undefined,
      requestAll: () => Promise.resolve({ results: [], isComplete: true, missing: [] }),
      onRequest: () => () => undefined,
    },
  });
  const bus = createMemoryBus()();
  const journal = await openJournal({
    pools,
    bus,
    clock,
    secret: "test",
    onFault: (fault) => console.error(fault),
    plan: (event, context) =>
      event.name === "message_created" && event.message.delivery && context.chat
        ? [
            {
              endpointId: context.config.channels.get(context.chat.channelId)?.endpointId ?? 0,
              orderKey: context.chat.id,
              deliveryId: event.message.delivery.id,
              event: event.message.kind,
            },
          ]
        : [],
  });
  const tagProjection = await startTagAndMentionProjection({
    journal,
    pool: pools.writer,
    clock,
    onFault: (fault) => console.error(fault),
  });
  // Permissions change with the settings, as in the composition root.
  journal.subscribe((account, entries) => {
    if (entries.some((entry) => entry.name === "settings_changed"))
      authentication.invalidate(account);
  });
  const app = buildHttp({
    clock,
    log: { info: () => undefined, warn: () => undefined, error: (fields) => console.error(fields) },
    publicUrl: "http://localhost",
    trustProxy: [],
    supportContact: () => null,
    bodyLimit: () => 256 * 1024,
    appDir: null,
    checks: () => Promise.resolve({}),
    metrics: {
      registry: { text: () => Promise.resolve(""), contentType: "text/plain" },
      token: null,
    },
  });
  const contract = await loadResponseContract();
  const routes: { method: string; url: string }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    if (url.startsWith("/api/v1"))
      for (const singleMethod of [method].flat()) routes.push({ method: singleMethod, url });
  });
  const service: ServiceApi & { origin: string } = {
    origin: "",
    routes,
    clock,
    db,
    databaseUrl: database.url,
    presence,
    endedSessions: [],
    typingSignals: [],
    savedDrafts: [],
    readMarks: [],
    journal,
    inspector: createRequestInspector({ clock, cluster: startSingleNodeCluster(clock) }),
    endpoint: { private: false, test: deliveredResult },
    testEvents: [],
    testEventResults: { result: deliveredResult, webhook: { isOk: true, data: null, note: null } },
    async call(method, path, { key, body, headers } = {}) {
      const response = await fetch(
        `${service.origin}${path.startsWith("/api/") ? path : `/api/v1${path}`}`,
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
      const isJson = (response.headers.get("content-type") ?? "").includes("json");
      const parsed = text === "" ? null : isJson ? (JSON.parse(text) as unknown) : text;
      const type = response.headers.get("content-type");
      if (type !== null)
        contract.check(method, response.url, { status: response.status, body: parsed, type });
      return { status: response.status, body: parsed, headers: response.headers };
    },
    async sendCustomerMessage(account, channelId, key, text) {
      const result = await journal.write({
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
    createAccount: (name) => createTestAccount(db, clock, name),
    settleTagsAndMentions: () => tagProjection.settle(),
    async close() {
      await app.close();
      await tagProjection.close();
      await journal.close();
      await bus.close();
      await database.release();
    },
  };
  const end: auth.Auth["end"] = (filter) => {
    service.endedSessions.push(filter);
    authentication.end(filter);
  };
  await app.register(
    createServiceRoutes({
      base: {
        auth: { ...authentication, end },
        clock,
        reader: pools.reader,
        replicaReader: () => pools.reader,
        sql: db,
        secrets,
        change: journal.change,
        write: journal.write,
        config: (account) => journal.config(account),
      },
      newEmails: { take: () => Promise.resolve(0) },
      addressCodes: { hash: () => Buffer.alloc(32), send: () => Promise.resolve() },
      urls: {
        publicUrl: () => "http://localhost",
        channelBase: () => "http://localhost/channel",
        widgetBase: () => "http://localhost/widget",
        botBase: () => "http://localhost/bot",
      },
      connectors: {
        prepare: (_kind, settings) => Promise.resolve(settings),
        signIns: {
          redirectUri: () => "http://localhost/settings/connectors/new",
          list: () => Promise.resolve([]),
          begin: () => Promise.reject(new Error("nobody signs in here")),
          finish: () => Promise.reject(new Error("nobody signs in here")),
        },
        findSettings: () =>
          Promise.resolve({
            source: null,
            provider: null,
            settings: {},
            hasReceiver: false,
            hasMailServer: false,
          }),
        testSettings: () => Promise.reject(new Error("no connector is tested here")),
        templates: () => Promise.resolve([]),
        test: () => Promise.reject(new Error("no connector is tested here")),
        acceptIgnored: () => Promise.reject(new Error("no email is ignored here")),
        mailAddresses: () => Promise.resolve({ from: null, isOwn: () => false }),
      },
      realtime: {
        presence: { of: (_account, id) => presence.get(id) ?? "offline", set: () => undefined },
        publishTyping: ({ chatId, typing }) => void service.typingSignals.push({ chatId, typing }),
        publishDraft: ({ operatorId, draft }) =>
          void service.savedDrafts.push({ operatorId, draft }),
        publishReadMark: ({ operatorId, chatId, seq }) =>
          void service.readMarks.push({ operatorId, chatId, seq }),
      },
      deliveries: createDeliveryPorts(
        service,
        createDeliveries({
          journal,
          pool: pools.writer,
          clock,
          onFault: (fault) => console.error(fault),
        }),
      ),
      outbound: {
        check: (url) =>
          Promise.resolve(
            service.endpoint.private ? { ok: false, message: `${url} is private` } : { ok: true },
          ),
        planMail: () => Promise.resolve([]),
      },
      exportSlots: limits.openSlots("search_exports", () => 2),
      ...createStubPorts(clock),
    }),
  );
  service.origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return service;
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
        scopes: ["*"],
        managed: true,
        expires_at: null,
      },
      { now: clock.now() },
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
