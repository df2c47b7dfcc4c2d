import { createHash } from "node:crypto";
import pg from "pg";
import { fail, Refusal, refuse } from "../../core/failure.ts";

/** Reads for the API, with a role that row-level security restricts (journal.md 5). */
export interface Reader {
  /**
   * Returns the rows of `text` that belong to `account`. A query is cancelled after 5 s. Throws
   * Refusal `temporarily_unavailable` in that case, and if the database is unavailable.
   */
  rows<T>(
    account: number,
    text: string,
    values?: readonly unknown[],
    plan?: PlanMode,
  ): Promise<readonly T[]>;
  /** Returns the first row of `text` that belongs to `account`, or null if there is none. */
  one<T>(
    account: number,
    text: string,
    values?: readonly unknown[],
    plan?: PlanMode,
  ): Promise<T | null>;
}
/**
 * How a query is planned. `fresh`: PostgreSQL may plan every call. `kept`: planned once per
 * connection and by indexes only, for queries whose text allows one good plan (`lookupJoin`).
 * Planning a page of chats takes as long as running the query. A plan that was made for an empty
 * table would otherwise keep scanning the whole table.
 */
type PlanMode = "fresh" | "kept";

export function createReader(pool: pg.Pool): Reader {
  const rows = async <T>(
    account: number,
    text: string,
    values: readonly unknown[] = [],
    plan: PlanMode = "fresh",
  ): Promise<readonly T[]> => {
    const client = await pool
      .connect()
      .catch((error: Error) =>
        refuse(
          "temporarily_unavailable",
          `The database is not responding (${error.message}). Try again shortly.`,
          { retryAfterMs: 1_000 },
        ),
      );
    try {
      const result = await runScoped(client, { account, text, values, plan });
      client.release();
      return result as readonly T[];
    } catch (error) {
      releaseAfterError(client, error);
      throw isOutage(error)
        ? new Refusal(
            fail(
              "temporarily_unavailable",
              "The database is not responding in time. Try again shortly.",
              { retryAfterMs: 1_000 },
            ),
          )
        : error;
    }
  };
  return {
    rows,
    one: async <T>(
      account: number,
      text: string,
      values: readonly unknown[] = [],
      plan: PlanMode = "fresh",
    ) => (await rows<T>(account, text, values, plan))[0] ?? null,
  };
}

/**
 * Releases the client of a failed query. After an error of severity ERROR, the connection is
 * usable. Any other error may have left it in an undefined state, so it is closed.
 */
export function releaseAfterError(client: pg.PoolClient, error: unknown): void {
  client.release(isConnectionUsable(error) ? undefined : (error as Error));
}
/** Returns whether the error ended only its query. */
export const isConnectionUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === "ERROR";

/** Returns whether a failure is expected: a timeout, a lost connection, no resources. */
function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|55|57|58)|^25P04$/.test(error.code ?? "");
  return (
    error instanceof Error &&
    (/^Connection terminated|^Query read timeout/.test(error.message) ||
      /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code)))
  );
}

/**
 * Returns whether a newer release added a column to a table that the query reads with `*` (F25).
 * Nothing was read in this case, so the query can be parsed and run again.
 */
function isPlanInvalidated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.routine === "RevalidateCachedQuery"
  );
}

/** A query of one account. */
export interface ScopedStatement {
  readonly account: number;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly plan: PlanMode;
  /** Limit in ms after which the connection counts as broken. The default is that of the pool. */
  readonly timeoutMs?: number;
}

/** Returns the rows of a query of one account. */
export async function runScoped(
  client: pg.PoolClient,
  statement: ScopedStatement,
): Promise<readonly unknown[]> {
  const attempt = (): Promise<readonly unknown[]> => runOnce(client, statement);
  return attempt().catch((error: unknown) =>
    isPlanInvalidated(error) ? attempt() : Promise.reject(error as Error),
  );
}

function runOnce(client: pg.PoolClient, statement: ScopedStatement): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(statement, (error, result) =>
      error ? reject(error) : resolve(result?.rows ?? []),
    );
    client.query(query as unknown as pg.Submittable);
  });
}

/** The parts of the connection and query of pg that its types omit. */
interface PgConnection {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name?: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
}
type QueryCallback = (error: Error | null, result?: { rows: unknown[] }) => void;
interface QueryParts {
  text: string;
  values: unknown[];
  submit(connection: PgConnection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: PgConnection): void;
  handleError(error: Error, connection: PgConnection): void;
}
const BaseQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  done: QueryCallback,
) => QueryParts;
const { prepareValue } = (
  pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } }
).utils;

/**
 * Names of statements that are parsed on each connection. false: the statement is unusable after an
 * error, so it is closed and parsed again.
 */
const parsedStatements = new WeakMap<PgConnection, Map<string, boolean>>();
/** Statements that set the account and the planner options, by plan mode. */
const scopeStatements: Readonly<
  Record<PlanMode, { readonly name: string; readonly text: string }>
> = {
  fresh: { name: "scope", text: "select set_config('app.account', $1, true)" },
  kept: {
    name: "scope_kept",
    text: "select set_config('app.account', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)",
  },
};

/**
 * Sets the account and runs one query, both before a single Sync. This takes one round trip and one
 * implicit transaction, with which the setting ends. pg expects one Parse per query in its list of
 * statements, so this class keeps a list of its own.
 */
class ScopedQuery extends BaseQuery {
  readonly #account: number;
  readonly #statement: string;
  readonly #scope: { readonly name: string; readonly text: string };
  #scoped = false;
  /** Read by pg when the query is sent. */
  readonly query_timeout: number | undefined;

  constructor(statement: ScopedStatement, done: QueryCallback) {
    const { account, text, values, plan } = statement;
    // Values are converted before anything is sent. If a conversion fails, no incomplete protocol
    // message has been sent.
    super(text, values.map(prepareValue), done);
    this.#account = account;
    this.#statement = statementNameFor(text);
    this.#scope = scopeStatements[plan];
    this.query_timeout = statement.timeoutMs;
  }
  override submit(connection: PgConnection): Error | null {
    connection.stream.cork();
    try {
      prepare(connection, this.#scope.name, this.#scope.text);
      connection.bind({ portal: "", statement: this.#scope.name, values: [String(this.#account)] });
      connection.execute({ portal: "", rows: 0 });
      prepare(connection, this.#statement, this.text);
      connection.bind({ portal: "", statement: this.#statement, values: this.values });
      connection.describe({ type: "P", name: "" });
      connection.execute({ portal: "", rows: 0 });
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }
  override handleDataRow(message: unknown): void {
    if (this.#scoped) super.handleDataRow(message);
  }
  override handleCommandComplete(message: unknown, connection: PgConnection): void {
    if (this.#scoped) super.handleCommandComplete(message, connection);
    else this.#scoped = true;
  }
  override handleError(error: Error, connection: PgConnection): void {
    const names = parsedStatements.get(connection);
    if (names?.has(this.#scope.name) && !this.#scoped) names.set(this.#scope.name, false);
    if (names?.has(this.#statement)) names.set(this.#statement, false);
    super.handleError(error, connection);
  }
}

function prepare(connection: PgConnection, name: string, text: string): void {
  let names = parsedStatements.get(connection);
  if (!names) parsedStatements.set(connection, (names = new Map()));
  if (name !== "" && names.get(name) === true) return;
  if (names.get(name) === false) connection.close({ type: "S", name });
  connection.parse({ name, text });
  if (name !== "") names.set(name, true);
}

/**
 * Statement names by query text. The texts are constants in the code, so each is prepared once per
 * connection. Above the limit, a query runs without a name.
 */
const statementNames = new Map<string, string>();
const maxPreparedStatements = 500;
function statementNameFor(text: string): string {
  const cached = statementNames.get(text);
  if (cached !== undefined) return cached;
  if (statementNames.size >= maxPreparedStatements) return "";
  const name = `r${createHash("sha1").update(text).digest("hex").slice(0, 20)}`;
  statementNames.set(text, name);
  return name;
}
