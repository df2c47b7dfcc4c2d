import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  applyProvisioningFile,
  ManualClock,
  createLog,
  ignoredKeyChannel,
  parseConfig,
  parseProvisioningFile,
  startServer,
  createSystemClock,
  type Server,
  type TestHooks,
} from "@parlour/server";
import type { Channel, Chat, Message, Operator, Role } from "@parlour/protocol";
import type pg from "pg";
import {
  createSetUpDatabase,
  createTestDatabase,
  openTestPool,
  type TestDatabase,
} from "./database.ts";
import { createLongTimeoutClock, createWait, longTimeoutPools } from "./timeouts.ts";

// A change that ignores its Idempotency-Key fails every test that makes it (API-005).
ignoredKeyChannel.subscribe((route) => {
  throw new Error(`${String(route)} ignores its Idempotency-Key; use \`key\`, or set \`once\``);
});

/**
 * Options of a complete server in this process. It has its own database, real HTTP, and a manual or
 * a system clock.
 */

export interface TestParlourOptions {
  /** Clock of the server. With `manual` (default), time advances only through `clock.advance`. */
  readonly clock?: "manual" | "system";
  readonly env?: Readonly<Record<string, string>>;
  readonly hooks?: TestHooks;
  /** An existing database instead of a new one. It is not dropped. */
  readonly databaseUrl?: string;
  /** The files of another node, instead of a new folder. It is not removed. */
  readonly dataDir?: string;
  readonly secretKey?: Buffer;
  /** `false`: the installation has no account and no `owner`. The tests create theirs. */
  readonly setUp?: false;
  /** YAML of a provisioning file that is applied before the start. Its first owner is `owner`. */
  readonly file?: string;
  readonly logLevel?: "silent" | "error" | "info";
  /** Receives log lines as JSON. If set, nothing is printed. */
  readonly logTo?: (line: string) => void;
}
/** A response of the API: status, parsed body, headers. */
export interface ApiResponse<T = any> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
  readonly text: string;
}
export interface ApiCaller {
  (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiResponse>;
}
export interface TestOperator {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly key: string;
  readonly call: ApiCaller;
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
  /** DATA_DIR of the server. It contains the files of messages. */
  readonly dataDir: string;
  /** The manual clock. Throws if the server uses the system clock. */
  readonly clock: ManualClock;
  readonly server: Server;
  /** The owner of the first account, with an API key. */
  readonly owner: TestOperator;
  /**
   * Sends requests without credentials. Paths that begin with `/` are used unchanged, others are
   * below /api/v1.
   */
  readonly call: ApiCaller;
  /** Creates another operator of the first account, with an API key. */
  operator(role: Role, name?: string): Promise<TestOperator>;
  /** Creates a chat API channel. Its endpoint is added to the allowed private addresses. */
  channel(endpointUrl: string, extras?: Readonly<Record<string, unknown>>): Promise<TestChannel>;
  /** Sends a customer's message to a channel. Returns the response of interface A. */
  sendCustomerMessage(
    channel: TestChannel,
    customer: string | number,
    text: string,
    extras?: { readonly sender?: object; readonly headers?: Record<string, string> },
  ): Promise<ApiResponse>;
  /** Returns the customer's open chat, or else their latest one. */
  findChat(customer: string | number): Promise<Chat>;
  messages(chatId: number): Promise<readonly Message[]>;
  /** Waits until no task is running and no timer is due. */
  settle(): Promise<void>;
  /** Runs one SQL statement as the owner of the database, without account isolation. */
  sql<R extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly R[]>;
  /** Stops the server and starts another one with the same database. */
  restart(hooks?: TestHooks): Promise<void>;
  close(): Promise<void>;
}

/**
 * Timeouts let the database take as long as it needs, because a machine under load is slow. Tests
 * of these timeouts use the system clock, and open the database that they take away.
 */
const longTimeoutHooks: TestHooks = {
  pools: longTimeoutPools,
  gatewayClock: createLongTimeoutClock(),
};
/**
 * With a manual clock, pools are small, because a start uses all connections of a pool at once, and
 * each costs 3.5 ms of CPU and plans all statements again.
 */
const manualClockHooks: TestHooks = {
  ...longTimeoutHooks,
  pools: { ...longTimeoutPools, writers: 2, readers: 2 },
};
/**
 * Lowest cost that argon2id allows. With the usual cost, the password hashes of setup, new
 * operators and sign-ins take a tenth of a run's CPU time. provisioning.test.ts checks the usual
 * cost.
 */
const lowHashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/**
 * If a test blocks writes or responses on purpose, the clock waits this long for them before the
 * first alarm, milliseconds.
 */
const maxWriteMs = 2_000;
const maxDeliveryMs = 1_000;
/** While they stay blocked, the clock waits this long before each alarm, milliseconds. */
const blockedWriteWaitMs = 20;
const blockedDeliveryWaitMs = 5;
/** Time within which the sockets of a test respond to pings, milliseconds. */
const pongTimeoutMs = 100;

const password = "correct horse battery staple";

export async function startTestParlour(options: TestParlourOptions = {}): Promise<TestParlour> {
  const database = options.databaseUrl === undefined ? await createDatabase(options) : null;
  const databaseUrl = options.databaseUrl ?? database?.url ?? "";
  const manualClock = options.clock === "system" ? null : new ManualClock();
  const clock = manualClock ?? createSystemClock();
  const secretKey = options.secretKey ?? createHash("sha256").update("testkit").digest();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "parlour-data-"));
  const logTarget = options.logTo;
  const log = createLog({
    level: options.logLevel ?? (logTarget ? "info" : "error"),
    format: "json",
    ...(logTarget ? { out: { write: logTarget } } : {}),
  });
  const config = parseConfig({ PORT: "0", HOST: "127.0.0.1", ...options.env });
  const systemClockHooks = database === null ? {} : longTimeoutHooks;
  const defaultHooks = manualClock === null ? systemClockHooks : manualClockHooks;
  const nested: Error[] = [];
  const start = (hooks?: TestHooks): Promise<Server> =>
    startServer(
      { databaseUrl, dataDir, config, secretKey, log, clock },
      {
        hashCost: lowHashCost,
        onNested(error) {
          nested.push(error);
          throw error;
        },
        ...defaultHooks,
        ...(hooks ?? options.hooks),
      },
    );

  if (options.file !== undefined) {
    const fileConfig = parseProvisioningFile("parlour.yaml", options.file, options.env ?? {});
    await applyProvisioningFile(fileConfig, {
      url: databaseUrl,
      secretKey,
      clock,
      dryRun: false,
      prune: false,
      egressAllow: config.egressAllow,
      reservedHosts: [],
    });
  }
  let server = await start();
  const waitForWrites = createWait(maxWriteMs, blockedWriteWaitMs);
  const waitForDeliveries = createWait(maxDeliveryMs, blockedDeliveryWaitMs);
  manualClock?.settleBefore(async () => {
    await waitForWrites(server.settled());
    await waitForDeliveries(server.deliveriesSettled());
    // Wait only this long, because a test may use a socket that does not respond on purpose.
    for (
      const end = performance.now() + pongTimeoutMs;
      server.pendingPings() > 0 && performance.now() < end;
    )
      await waitForTurn();
  });
  const sqlPool = openTestPool(databaseUrl, { max: 2 });
  const baseUrl = (): string => `http://127.0.0.1:${server.port}`;
  const createCaller =
    (headers: Readonly<Record<string, string>> = {}): ApiCaller =>
    async (method, path, body, extras = {}) => {
      const target = `${baseUrl()}${path.startsWith("/") ? path : `/api/v1/${path}`}`;
      const isRaw = typeof body === "string" || body instanceof Uint8Array;
      const response = await fetch(target, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...extras,
        },
        ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parseBody(text) };
    };

  const findOrCreateOwner = (): Promise<{ id: number; email: string }> =>
    server.setupLink === null
      ? findOwner(sqlPool)
      : completeSetup(
          createCaller({ origin: options.env?.["PUBLIC_URL"] ?? baseUrl() }),
          server.setupLink,
        );
  const owner =
    options.setUp === false
      ? null
      : await createApiKey(sqlPool, await findOrCreateOwner(), createCaller);

  const parlour: TestParlour = {
    get url() {
      return baseUrl();
    },
    get port() {
      return server.port;
    },
    get server() {
      return server;
    },
    get owner() {
      if (owner === null) throw new Error("this Parlour was not set up");
      return owner;
    },
    databaseUrl,
    dataDir,
    call: createCaller(),
    get clock() {
      if (manualClock === null) throw new Error("this Parlour runs on the machine's clock");
      return manualClock;
    },
    async operator(role, name = role) {
      const email = `${name.toLowerCase().replace(/\W/g, "")}-${randomBytes(3).toString("hex")}@example.test`;
      const created = expect201(
        await parlour.owner.call("POST", "operators", { name, email, role, password }),
      ) as Operator & {
        operator?: Operator;
      };
      return createApiKey(sqlPool, { id: created.operator?.id ?? created.id, email }, createCaller);
    },
    async channel(endpointUrl, extras = {}) {
      const url = new URL(endpointUrl);
      await parlour.owner.call("POST", "instance/egress-allow", {
        add: [url.host.includes(":") ? url.host : `${url.host}:80`],
      });
      const created = expect201(
        await parlour.owner.call("POST", "channels", {
          kind: "api",
          name: "Shop",
          endpoint_url: endpointUrl,
          operators: [parlour.owner.id],
          ...extras,
        }),
      ) as Channel & { signing_secret: string };
      const [randomString = "", publicId = ""] = new URL(created.inbound_url ?? "").pathname
        .split("/")
        .slice(-2);
      return {
        id: created.id,
        publicId,
        randomString,
        inboundUrl: `${baseUrl()}/channel/${randomString}/${publicId}`,
        secret: created.signing_secret,
        entity: created,
      };
    },
    sendCustomerMessage: (channel, customer, text, extras = {}) =>
      createCaller(extras.headers)("POST", `/channel/${channel.randomString}/${channel.publicId}`, {
        sender: { id: customer, ...extras.sender },
        message: { type: "text", text },
      }),
    async findChat(customer) {
      const rows = await parlour.sql<{ id: string }>(
        "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = $1 order by c.created_at desc, c.id limit 1",
        [String(customer)],
      );
      return (await parlour.owner.call("GET", `chats/${rows[0]?.id ?? 0}`)).body as Chat;
    },
    messages: async (chatId) =>
      (
        (await parlour.owner.call("GET", `chats/${chatId}/messages?limit=200`)).body as {
          items: Message[];
        }
      ).items,
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
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      await database?.drop();
      // A background task may have caught the error that was thrown at its place.
      if (nested.length > 0) throw nested[0];
    },
  };
  return parlour;
}

/**
 * Creates a database, set up if the options do not concern the setup. Setting up each one takes a
 * seventh of the CPU time of a start.
 */
function createDatabase(options: TestParlourOptions): Promise<TestDatabase> {
  const { hooks, file, setUp, secretKey } = options;
  const isUsual = [hooks, file, setUp, secretKey].every((option) => option === undefined);
  return isUsual && options.clock !== "system"
    ? createSetUpDatabase(setUpInstallation)
    : createTestDatabase();
}
/** Creates the first account as the tests expect it. */
async function setUpInstallation(databaseUrl: string): Promise<void> {
  const parlour = await startTestParlour({ databaseUrl, setUp: false });
  const call: ApiCaller = (method, path, body) =>
    parlour.call(method, path, body, { origin: parlour.url });
  try {
    await completeSetup(call, parlour.server.setupLink ?? "");
    await parlour.settle();
  } finally {
    await parlour.close();
  }
}

async function completeSetup(
  call: ApiCaller,
  link: string,
): Promise<{ id: number; email: string }> {
  const token = new URL(link).hash.slice(1);
  const email = "ann@example.test";
  const answer = expect201(
    await call("POST", "setup", { token, name: "Ann", email, password, account: "Acme" }),
  ) as { operator: Operator };
  return { id: answer.operator.id, email };
}
async function findOwner(pool: pg.Pool): Promise<{ id: number; email: string }> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    "select id, email from operator where role = 'owner' order by id limit 1",
  );
  return { id: Number(rows[0]?.id), email: rows[0]?.email ?? "" };
}
/** Inserts an API key into the database, because creating one over HTTP would require a session. */
async function createApiKey(
  pool: pg.Pool,
  account: { id: number; email: string },
  caller: (headers: Record<string, string>) => ApiCaller,
): Promise<TestOperator> {
  const key = `pk_test_${randomBytes(16).toString("hex")}`;
  await pool.query(
    "insert into api_key (account_id, key_hash, hint, name, operator_id) select account_id, $2, right($3, 4), 'testkit', id from operator where id = $1",
    [account.id, createHash("sha256").update(key).digest(), key],
  );
  return { ...account, password, key, call: caller({ authorization: `Bearer ${key}` }) };
}
function waitForTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
function expect201(answer: ApiResponse): unknown {
  if (answer.status !== 201) throw new Error(`expected 201, got ${answer.status}: ${answer.text}`);
  return answer.body;
}
function parseBody(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
