import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  applyConfig,
  ManualClock,
  createLog,
  parseConfig,
  parseConfigFile,
  startServer,
  createSystemClock,
  type Server,
  type TestHooks,
} from "@parlour/server";
import type { Channel, Chat, Message, Operator, Role } from "@parlour/protocol";
import pg from "pg";
import { freshDatabase, type FreshDatabase } from "./database.ts";
import { atMost, patientLink, patientPools } from "./patience.ts";

/** A whole server in this process: own database, real HTTP, and a manual or a system clock. */

export interface TestParlourOptions {
  /** `manual` (default): the time changes only with `clock.advance`. */
  readonly clock?: "manual" | "system";
  readonly env?: Readonly<Record<string, string>>;
  readonly hooks?: TestHooks;
  /** An existing database instead of a new one. It is not dropped. */
  readonly databaseUrl?: string;
  readonly secretKey?: Buffer;
  /** YAML of a provisioning file that is applied before the start. Its first owner is `owner`. */
  readonly file?: string;
  readonly logLevel?: "silent" | "error" | "info";
  /** Receives log lines as JSON. Nothing is printed then. */
  readonly logTo?: (line: string) => void;
}
/** A response of the API: status, parsed body, headers. */
export interface Answer<T = any> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
  readonly text: string;
}
export interface Caller {
  (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}
export interface TestOperator {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly key: string;
  readonly call: Caller;
}
export interface TestChannel {
  readonly id: number;
  readonly publicId: string;
  readonly randomString: string;
  readonly inboundUrl: string;
  readonly secret: string;
  readonly entity: Channel;
}

export interface TestParlour {
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** DATA_DIR with the files of messages. */
  readonly dataDir: string;
  /** The manual clock. Throws if the server uses the system clock. */
  readonly clock: ManualClock;
  readonly server: Server;
  /** The owner of the first account, with an API key. */
  readonly owner: TestOperator;
  /**
   * Calls without credentials. Paths that begin with `/` are used unchanged, others are below
   * /api/v1.
   */
  readonly call: Caller;
  /** Creates another operator of the first account, with an API key. */
  operator(role: Role, name?: string): Promise<TestOperator>;
  /** Creates a chat API channel. Its endpoint is added to the allowed private addresses. */
  channel(endpointUrl: string, more?: Readonly<Record<string, unknown>>): Promise<TestChannel>;
  /** Sends a customer's message on a channel. Returns the response of interface A. */
  say(
    channel: TestChannel,
    customer: string | number,
    text: string,
    more?: { readonly sender?: object; readonly headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Returns the running or latest chat of a customer. */
  chatOf(customer: string | number): Promise<Chat>;
  messages(chatId: number): Promise<readonly Message[]>;
  /** Waits until no work is running or due. */
  settle(): Promise<void>;
  /** Runs one SQL statement as the owner of the database, without account isolation. */
  sql<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** Stops the server and starts another one on the same database. */
  restart(hooks?: TestHooks): Promise<void>;
  close(): Promise<void>;
}

/**
 * With a manual clock, the machine's own time must not matter: the database may take as long as it
 * needs.
 */
const patient: TestHooks = { pools: patientPools, gatewayClock: patientLink() };
/** Maximum time for which a write that a test blocks on purpose also blocks the clock. */
const heldMs = 2_000;
/** Within this time, sockets of a test answer their pings. */
const pongMs = 100;

const password = "correct horse battery staple";

export async function startTestParlour(options: TestParlourOptions = {}): Promise<TestParlour> {
  const database: FreshDatabase | null = options.databaseUrl === undefined ? await freshDatabase() : null;
  const databaseUrl = options.databaseUrl ?? database?.url ?? "";
  const manual = options.clock === "system" ? null : new ManualClock();
  const clock = manual ?? createSystemClock();
  const secretKey = options.secretKey ?? createHash("sha256").update("testkit").digest();
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-data-"));
  const to = options.logTo;
  const log = createLog({ level: options.logLevel ?? (to ? "info" : "error"), format: "json", ...(to ? { out: { write: to } } : {}) });
  const config = parseConfig({ PORT: "0", HOST: "127.0.0.1", ...options.env });
  const start = (hooks?: TestHooks): Promise<Server> =>
    startServer(
      { databaseUrl, dataDir, config, secretKey, log, clock },
      { ...(manual === null ? {} : patient), ...(hooks ?? options.hooks) },
    );

  if (options.file !== undefined) {
    const wanted = parseConfigFile("parlour.yaml", options.file, options.env ?? {});
    await applyConfig(wanted, { url: databaseUrl, secretKey, clock, dryRun: false, prune: false, egressAllow: config.egressAllow });
  }
  let server = await start();
  manual?.settleBefore(async () => {
    await atMost(heldMs, server.settled());
    // A socket that does not answer on purpose is awaited only for this time.
    for (const end = performance.now() + pongMs; server.pendingPings() > 0 && performance.now() < end;) await turn();
  });
  const sqlPool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  sqlPool.on("error", () => undefined);
  sqlPool.on("connect", (client) => client.on("error", () => undefined));
  const base = (): string => `http://127.0.0.1:${server.port}`;
  const caller =
    (headers: Readonly<Record<string, string>> = {}): Caller =>
    async (method, path, body, more = {}) => {
      const target = `${base()}${path.startsWith("/") ? path : `/api/v1/${path}`}`;
      const raw = typeof body === "string" || body instanceof Uint8Array;
      const response = await fetch(target, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }), ...more },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parse(text) };
    };

  const setUp =
    server.setupLink === null
      ? await known(sqlPool)
      : await firstOwner(caller({ origin: options.env?.["PUBLIC_URL"] ?? base() }), server.setupLink);
  const owner = await withKey(sqlPool, setUp, caller);

  const parlour: TestParlour = {
    get url() {
      return base();
    },
    get port() {
      return server.port;
    },
    get server() {
      return server;
    },
    databaseUrl,
    dataDir,
    owner,
    call: caller(),
    get clock() {
      if (manual === null) throw new Error("this Parlour runs on the machine's clock");
      return manual;
    },
    async operator(role, name = role) {
      const email = `${name.toLowerCase().replace(/\W/g, "")}-${randomBytes(3).toString("hex")}@example.test`;
      const made = expect201(await owner.call("POST", "operators", { name, email, role, password })) as Operator & { operator?: Operator };
      return withKey(sqlPool, { id: made.operator?.id ?? made.id, email }, caller);
    },
    async channel(endpointUrl, more = {}) {
      const url = new URL(endpointUrl);
      await owner.call("POST", "instance/egress-allow", { add: [url.host.includes(":") ? url.host : `${url.host}:80`] });
      const made = expect201(
        await owner.call("POST", "channels", { kind: "api", name: "Shop", endpoint_url: endpointUrl, operators: [owner.id], ...more }),
      ) as Channel & { signing_secret: string };
      const [randomString = "", publicId = ""] = new URL(made.inbound_url ?? "").pathname.split("/").slice(-2);
      return {
        id: made.id,
        publicId,
        randomString,
        inboundUrl: `${base()}/channel/${randomString}/${publicId}`,
        secret: made.signing_secret,
        entity: made,
      };
    },
    say: (channel, customer, text, more = {}) =>
      caller(more.headers)("POST", `/channel/${channel.randomString}/${channel.publicId}`, {
        sender: { id: customer, ...more.sender },
        message: { type: "text", text },
      }),
    async chatOf(customer) {
      const rows = await parlour.sql<{ id: string }>(
        "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = $1 order by c.created_at desc, c.id limit 1",
        [String(customer)],
      );
      return (await owner.call("GET", `chats/${rows[0]?.id ?? 0}`)).body as Chat;
    },
    messages: async (chatId) => ((await owner.call("GET", `chats/${chatId}/messages?limit=200`)).body as { items: Message[] }).items,
    settle: () => server.idle(),
    sql: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await sqlPool.query<R>(text, [...values])).rows,
    async restart(hooks) {
      await server.close();
      server = await start(hooks);
    },
    async close() {
      await server.close();
      await sqlPool.end();
      rmSync(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
  return parlour;
}

async function firstOwner(call: Caller, link: string): Promise<{ id: number; email: string }> {
  const token = new URL(link).hash.slice(1);
  const email = "ann@example.test";
  const answer = expect201(await call("POST", "setup", { token, name: "Ann", email, password, account: "Acme" })) as { operator: Operator };
  return { id: answer.operator.id, email };
}
async function known(pool: pg.Pool): Promise<{ id: number; email: string }> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    "select id, email from operator where role = 'owner' order by id limit 1",
  );
  return { id: Number(rows[0]?.id), email: rows[0]?.email ?? "" };
}
/** Inserts an API key. Creating one over HTTP would require a session. */
async function withKey(
  pool: pg.Pool,
  who: { id: number; email: string },
  caller: (headers: Record<string, string>) => Caller,
): Promise<TestOperator> {
  const key = `pk_test_${randomBytes(16).toString("hex")}`;
  await pool.query(
    "insert into api_key (account_id, key_hash, hint, name, operator_id) select account_id, $2, right($3, 4), 'testkit', id from operator where id = $1",
    [who.id, createHash("sha256").update(key).digest(), key],
  );
  return { ...who, password, key, call: caller({ authorization: `Bearer ${key}` }) };
}
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
function expect201(answer: Answer): unknown {
  if (answer.status !== 201) throw new Error(`expected 201, got ${answer.status}: ${answer.text}`);
  return answer.body;
}
function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
