import pg from "pg";
import type { Clock } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";
import { acquireNodeLock, registerNode } from "../../store/database/nodes.ts";
import { startConnectMs } from "../../store/database/connections.ts";
import { GrowingLimit } from "../../store/database/hosts/growing-limit.ts";
import { destroySocket } from "../../store/database/hosts/database-client.ts";
import type { CommitCall } from "./commit/commit-call.ts";
import {
  CommitOutcomeUnknownError,
  DatabaseUnavailableError,
} from "../../store/database/database-errors.ts";
import { PreparedCall } from "./commit/prepared-call.ts";
import type { GatewayTestHook } from "./decide-batch.ts";
import { useRole } from "../../store/database/roles/names.ts";

export interface GatewayConnectionDeps {
  readonly pools: { gateway(): Promise<pg.Client> };
  readonly clock: Clock;
  /** Called with the current epoch after each connect (journal.md 3), with the node's lock. */
  readonly onEpoch: (epoch: string) => void;
  readonly onFault: (error: unknown) => void;
  readonly probe?: GatewayTestHook | undefined;
}
/** Maximum wait in ms. Statements end after 1.5 s, so the connection is lost then (F05). */
const answerTimeoutMs = 1_800;
/** Time in ms from a lost call or connection until waiting commands are rejected (P17). */
export const unavailableAfterMs = 1_900;
/**
 * First limit in milliseconds for the setup queries of a new connection, including the end of the
 * old session. The first connection may take as long as the start of the server allows
 * (`startConnectMs`), later ones that long if they have exceeded the limit.
 */
const setUpTimeoutMs = 5_000;
/**
 * Commits if commits wait for a standby. A primary that another one has replaced still answers, but
 * its commits wait forever.
 */
const pingSql =
  "select case when current_setting('synchronous_standby_names') <> '' then pg_logical_emit_message(true, 'parlour', 'ping') end";
/** Thrown for a call that may be made only on an earlier session. Nothing was written. */
export class OtherSessionError extends Error {}
/** A process of PostgreSQL. */
interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}
interface DatabaseSession extends Backend {
  /** See `GatewayConnection.session`. */
  readonly number: number;
  readonly client: pg.Client;
}

/**
 * The only database connection of the gateway. It owns the node's row and lock, reconnects after a
 * loss, and looks up the outcome of lost calls.
 */
export class GatewayConnection {
  readonly #deps: GatewayConnectionDeps;
  readonly #setUpLimit = new GrowingLimit(setUpTimeoutMs, startConnectMs);
  #session: DatabaseSession | null = null;
  #connecting: Promise<void> | null = null;
  #node = 0;
  #sessions = 0;
  #batch = 0;
  #closed = false;
  /** Monotonic time in milliseconds at which the connection was lost. null while connected. */
  #downSince: number | null = null;
  /** A lost session that may still run a statement in the database, or null. */
  #lostSession: Backend | null = null;
  /** Resolves to the error of the call in progress, or to null. null if there is none. */
  #call: Promise<unknown> | null = null;

  constructor(deps: GatewayConnectionDeps) {
    this.#deps = deps;
  }
  /** Connects and registers the node. Rejects if the database does not respond. */
  async open(): Promise<void> {
    await this.#connect();
  }
  get node(): number {
    return this.#node;
  }
  /**
   * Number of the present database session, or of the last one if the connection was lost. After a
   * loss, the database may be an older copy, so nothing that was read before may be relied on.
   */
  get session(): number {
    return this.#sessions;
  }
  /** Returns the milliseconds since the connection was lost, or 0 while connected. */
  downForMs(): number {
    return this.#downSince === null ? 0 : this.#deps.clock.monotonic() - this.#downSince;
  }
  /** Whether the connection is open, and with it the lock of the node held. */
  get isConnected(): boolean {
    return this.#session !== null;
  }

  /**
   * Writes a batch. Rejects with DatabaseUnavailableError, OtherSessionError,
   * CommitOutcomeUnknownError or the error of the database.
   */
  commit<Result>(batch: CommitCall<Result>): Promise<Result> {
    return this.#runAlone(() => this.#commit(batch));
  }
  async #commit<Result>(batch: CommitCall<Result>): Promise<Result> {
    const session = this.#session ?? (await this.#getSession());
    if ((batch.session ?? session.number) !== session.number) throw new OtherSessionError();
    const { client } = session;
    const number = ++this.#batch;
    const since = this.#deps.clock.monotonic();
    try {
      const call = new PreparedCall(batch.name, batch.text, batch.values(this.#node, number));
      client.query(call);
      const answer = this.#awaitAnswer(client, call.answer);
      this.#deps.probe?.("batch_sent");
      return batch.parseResult(await answer);
    } catch (error) {
      // A database error means that the batch was rolled back. A timeout or connection error leaves
      // the outcome unknown.
      if (error instanceof pg.DatabaseError) throw error;
      this.#handleLoss(client, since);
      throw new CommitOutcomeUnknownError(number, error);
    }
  }

  query<R>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
    return this.#runAlone(() => this.#query<R>(name, text, values));
  }
  async #query<R>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
    const { client } = this.#session ?? (await this.#getSession());
    const since = this.#deps.clock.monotonic();
    try {
      const result = await this.#awaitAnswer(
        client,
        client.query({ name, text, values: [...values] }),
      );
      return result.rows as R[];
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error;
      this.#handleLoss(client, since);
      throw new DatabaseUnavailableError(error);
    }
  }

  /**
   * Resolves if the database accepts writes on this connection. The success of the call in progress
   * shows it, too. An error of the database does not: behind a commit that waits for a standby,
   * others fail after the limit for locks. Rejects with DatabaseUnavailableError.
   */
  async ping(): Promise<void> {
    if (this.#call !== null) {
      const error = await this.#call;
      if (error === null) return;
      if (!(error instanceof pg.DatabaseError)) throw new DatabaseUnavailableError(error);
    }
    await this.query("ping", pingSql, []);
  }

  /** Limits a wait for another connection. Rejects with DatabaseUnavailableError. */
  withTimeout<R>(work: Promise<R>): Promise<R> {
    return this.#limitTime(work, answerTimeoutMs, () => new DatabaseUnavailableError());
  }

  /** Returns the result of a lost call, or null if it was not written or not found in 2 s. */
  async findOutcome<Result>(batch: CommitCall<Result>, number: number): Promise<Result | null> {
    const query = batch.createOutcomeLookup(this.#node, number);
    try {
      return query.parseResult(
        await this.query<Record<string, unknown>>(query.name, query.text, query.values),
      );
    } catch (error) {
      this.#deps.onFault(error);
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connecting?.catch(this.#deps.onFault);
    const session = this.#session;
    this.#session = null;
    await session?.client.end();
  }

  /** Starts a call when the one before has ended, because a client runs one statement at a time. */
  #runAlone<R>(call: () => Promise<R>): Promise<R> {
    if (this.#call !== null) return this.#call.then(() => this.#runAlone(call));
    const running = call();
    const end = (error: unknown): unknown => {
      this.#call = null;
      return error;
    };
    this.#call = running.then(() => end(null), end);
    return running;
  }
  async #getSession(): Promise<DatabaseSession> {
    if (this.#closed) throw new DatabaseUnavailableError();
    await this.#limitTime(
      this.#connect(),
      unavailableAfterMs - this.downForMs(),
      () => new DatabaseUnavailableError(),
    );
    if (!this.#session) throw new DatabaseUnavailableError();
    return this.#session;
  }
  /** Connects, and retries in the background. Only one attempt runs at a time. */
  #connect(): Promise<void> {
    this.#connecting ??= this.#connectWithRetry().finally(() => (this.#connecting = null));
    return this.#connecting;
  }
  async #connectWithRetry(): Promise<void> {
    for (let n = 0; ; n++) {
      try {
        this.#session = await this.#openSession();
        this.#downSince = null;
        return;
      } catch (error) {
        // The first connect at the start of the server fails immediately. Later losses are retried
        // until the database is available again.
        if (this.#node === 0 || this.#closed) throw error;
        this.#deps.onFault(error);
        await pause(this.#deps.clock, Math.min(50 * 2 ** n, 1_000));
        if (this.#closed) throw new DatabaseUnavailableError(error);
      }
    }
  }

  async #openSession(): Promise<DatabaseSession> {
    const client = await this.#deps.pools.gateway();
    try {
      return await this.#setUpLimit.run((ms) =>
        this.#limitTime(this.#setUp(client), this.#node === 0 ? startConnectMs : ms, () => {
          destroySocket(client);
          return new DatabaseUnavailableError(new Error(`no answer within ${Math.round(ms)} ms`));
        }),
      );
    } catch (error) {
      await client.end().catch(this.#deps.onFault);
      throw error;
    }
  }
  async #setUp(client: pg.Client): Promise<DatabaseSession> {
    // PostgreSQL shows the start time of a session, and allows ending the session, only to the user
    // that owns it and not to the role.
    await client.query("set role none");
    const backends = await client.query<{ pid: number; started_at: string }>(
      "select pid, backend_start::text as started_at from pg_stat_get_activity(pg_backend_pid())",
    );
    const [backend] = backends.rows;
    if (!backend) throw new Error("the session does not see itself");
    const own = { pid: backend.pid, startedAt: backend.started_at };
    await this.#terminateLostBackend(client, own);
    await client.query(useRole("writer", "session"));
    if (this.#node === 0) this.#node = await registerNode(client);
    else await acquireNodeLock(client, this.#node);
    const { rows } = await client.query<{ epoch: string }>(
      "select epoch || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as epoch from instance",
    );
    const [row] = rows;
    if (!row) throw new Error("no epoch");
    client.on("end", () => this.#handleLoss(client, this.#deps.clock.monotonic()));
    this.#deps.onEpoch(row.epoch);
    return { number: ++this.#sessions, client, ...own };
  }

  /**
   * Ends the session of the lost connection in the database and waits until it has ended. After
   * that, the outcome of its call is final. An active statement gets up to 0.5 s to finish, because
   * it may still commit. A commit that waits for a synchronous standby is not ended: its entries
   * would become visible to all nodes, although another primary may not have them.
   */
  async #terminateLostBackend(client: pg.Client, own: Backend): Promise<void> {
    const lost = this.#lostSession;
    if (!lost) return;
    for (let n = 0; n < 10; n++) {
      const { rowCount } = await client.query(
        "select pg_sleep(0.05) from pg_stat_activity where pid = $1 and backend_start::text = $2 and state = 'active'",
        [lost.pid, lost.startedAt],
      );
      if (rowCount === 0) break;
    }
    const { rows } = await client.query<{ ended: boolean }>(
      "select case when wait_event = 'SyncRep' then false else pg_terminate_backend(pid, 1000) end as ended from pg_stat_activity where pid = $1 and backend_start::text = $2",
      [lost.pid, lost.startedAt],
    );
    if (rows[0]?.ended === false) {
      // Another host may be the primary, so the next attempt asks all of them.
      destroySocket(client);
      throw new DatabaseUnavailableError(new Error("a commit waits for a standby"));
    }
    // What the lost session committed may be visible before a synchronous standby has it. This
    // commit waits until the standby has everything before it, so that nothing is acknowledged that
    // a failover would lose. If the wait is too long, the next attempt waits for this session.
    this.#lostSession = own;
    await client.query("select pg_logical_emit_message(true, 'parlour', 'reconnected')");
    this.#lostSession = null;
  }

  /** Starts to reconnect. `since`: monotonic time of the last sign of the database. */
  #handleLoss(client: pg.Client, since: number): void {
    if (this.#session?.client !== client) return;
    this.#lostSession = this.#session;
    this.#session = null;
    if (this.#closed) return;
    this.#downSince ??= since;
    destroySocket(client);
    this.#connect().catch(this.#deps.onFault);
  }

  #awaitAnswer<R>(client: pg.Client, answer: Promise<R>): Promise<R> {
    return this.#limitTime(answer, answerTimeoutMs, () => {
      destroySocket(client);
      return new Error(`no answer within ${answerTimeoutMs} ms`);
    });
  }
  #limitTime<R>(work: Promise<R>, ms: number, createTimeoutError: () => Error): Promise<R> {
    const { clock } = this.#deps;
    return new Promise<R>((resolve, reject) => {
      let isOver = false;
      // If this process was suspended (F12), the response may be unread in the socket. It is read
      // in one event-loop turn before the timeout applies.
      const onTimeout = (): void =>
        void setImmediate(() => (isOver ? undefined : reject(createTimeoutError())));
      const cancel = clock.scheduleAt(clock.now() + Math.max(ms, 0), onTimeout);
      const end = (): void => {
        isOver = true;
        cancel();
      };
      work.then(
        (result) => {
          end();
          resolve(result);
        },
        (error: unknown) => {
          end();
          reject(error as Error);
        },
      );
    });
  }
}
