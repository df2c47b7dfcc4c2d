import { randomUUID } from "node:crypto";
import type { Clock } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";
import { StartError } from "../../embedded/start-error.ts";
import {
  acceptChanges,
  deleteChanges,
  endCapture,
  refuseChanges,
  startCapture,
} from "../../store/account-data/move/capture.ts";
import {
  asWriter,
  toSql,
  beginAsWriter,
  type Connection,
} from "../../store/account-data/move/connection.ts";
import {
  deleteMove,
  markMoved,
  readMove,
  readMovedTo,
  writeMove,
  type MoveRow,
} from "../../store/account-data/move/installation.ts";
import { deleteAccountRows } from "../../store/account-data/move/rows.ts";
import {
  dueTables,
  readMovedTables,
  type MovedTable,
} from "../../store/account-data/move/tables.ts";
import type { Cell } from "./cell.ts";
import { createFileCopier } from "./copy-files.ts";
import { assertCanMove, assertDifferent } from "./move-checks.ts";
import { copyEarlyTables, copyLastRows, copyRound, type Copying } from "./rounds.ts";
import { createReseal } from "./reseal.ts";

/** Steps of a move. A test ends the process in each of them. */
type MovePhase = "checked" | "capturing" | "copied" | "refusing" | "switching" | "switched";

export interface MoveDeps {
  readonly source: Cell;
  readonly target: Cell;
  readonly clock: Clock;
  /** Called in each step. Only tests set it. */
  readonly onPhase?: ((phase: MovePhase) => Promise<void> | void) | undefined;
}
export interface MoveResult {
  readonly account: { readonly id: number; readonly name: string };
  /** Journal position of the switch. */
  readonly position: number;
  readonly rows: number;
  readonly rounds: number;
  /** Time for which changes were refused, in ms. */
  readonly refusedMs: number;
  /** Time in which the tables were copied that are copied only in the switch, in ms. */
  readonly lateMs: number;
  readonly files: { readonly count: number; readonly bytes: number; readonly missing: number };
}

/** A round this short ends the copy. The switch takes a little longer. */
const shortRoundMs = 250;
const maxRounds = 50;
/** Attempts of the switch, if changes in progress take too long or it would refuse for too long. */
const maxSwitches = 10;
/** Time after which an attempt of the switch is given up, in ms. Its commit takes more time. */
const maxRefusedMs = 1_500;
/** SQLSTATE of a statement that was ended on request. */
const queryCanceled = "57014";

/**
 * Moves a running account to another installation (decision 0230). Copies its rows while it is in
 * use, then what changed, and at last refuses its changes for a moment, copies the rest, compares
 * both copies and activates the target. Before the switch, any failure removes the copy, and the
 * source continues. Returns null if an earlier command has done the switch. Throws StartError 1.
 */
export async function moveAccount(
  deps: MoveDeps,
  account: { readonly id: number; readonly name: string },
): Promise<MoveResult | null> {
  const connections = await openConnections(deps);
  try {
    await assertDifferent(connections.source, connections.target);
    await lockMove(connections.target, account.id);
    const tables = await readMovedTables(toSql(connections.source));
    const move = await settleEarlierMove(deps, connections, { account: account.id, tables });
    if (move?.state === "moved") return null;
    const { source, target } = deps;
    const files = createFileCopier(source.getStorage, target.storage, target.folder);
    const facts = await assertCanMove(deps, connections, { account, tables });
    const copying: Copying = {
      ...connections,
      account: account.id,
      id: randomUUID(),
      tables,
      facts,
      files,
      reseal: createReseal(source, target),
      storageKind: target.storage.kind,
      clock: deps.clock,
      notify: (tx) => target.notify(tx, account.id),
    };
    await deps.onPhase?.("checked");
    try {
      return { account, ...(await run(deps, copying)) };
    } catch (error) {
      await undo(deps, copying).catch(() => undefined);
      throw error;
    }
  } finally {
    await connections.source.end();
    await connections.target.end();
  }
}

/** Ends a move that did not reach its switch: removes the copy and the triggers. */
export async function cancelMove(deps: MoveDeps, account: number): Promise<MoveRow | null> {
  const connections = await openConnections(deps);
  try {
    await assertDifferent(connections.source, connections.target);
    await lockMove(connections.target, account);
    const tables = await readMovedTables(toSql(connections.source));
    return await settleEarlierMove(deps, connections, { account, tables });
  } finally {
    await connections.source.end();
    await connections.target.end();
  }
}

interface Connections {
  readonly source: Connection;
  /** Triggers and foreign keys are off on this connection. */
  readonly target: Connection;
}
async function openConnections({ source, target }: MoveDeps): Promise<Connections> {
  const sourceClient = await source.connect();
  const targetClient = await target.connect();
  try {
    await targetClient.query("set session_replication_role = replica");
  } catch {
    await sourceClient.end();
    await targetClient.end();
    throw new StartError(
      "the database user of the target may not set session_replication_role; use a superuser, or run there: grant set on parameter session_replication_role to USER",
      1,
    );
  }
  return { source: sourceClient, target: targetClient };
}
/** Two commands must not move the same account at the same time. */
async function lockMove(target: Connection, account: number): Promise<void> {
  const { rows } = await target.query<{ taken: boolean }>(
    "select pg_try_advisory_lock(7108, $1) as taken",
    [account],
  );
  if (rows[0]?.taken !== true)
    throw new StartError("another parlour move-account is moving this account", 1);
}

/**
 * Completes or removes what an earlier command left. Returns the state `moved` if its switch was
 * done, else null: the account is only at the source.
 */
async function settleEarlierMove(
  deps: MoveDeps,
  connections: Connections,
  { account, tables }: { readonly account: number; readonly tables: readonly MovedTable[] },
): Promise<MoveRow | null> {
  const atSource = await asWriter(connections.source, (tx) => readMove(tx, account));
  const atTarget = await asWriter(connections.target, (tx) => readMove(tx, account));
  if (atSource?.state === "moved") {
    const movedTo = await asWriter(connections.source, (tx) => readMovedTo(tx, account));
    if (movedTo?.public !== deps.target.addresses.public)
      throw new StartError(`the account has moved to ${movedTo?.public}`, 1);
    return atSource;
  }
  if (
    atSource?.state === "switching" &&
    atTarget?.state === "arrived" &&
    atTarget.id === atSource.id
  ) {
    await finishAtSource(connections.source, deps, account, atSource.id);
    return { id: atSource.id, state: "moved" };
  }
  if (atTarget?.state === "arriving" || atTarget?.state === "moved")
    await removeCopy(connections.target, tables, account);
  if (atSource !== null && atSource.state !== "arrived") {
    await asWriter(connections.source, (tx) => deleteMove(tx, account));
    await endCapture(connections.source, tables, account);
  }
  return null;
}

async function removeCopy(
  target: Connection,
  tables: readonly MovedTable[],
  account: number,
): Promise<void> {
  await endCapture(target, tables, account);
  await asWriter(target, async (tx) => {
    await tx.query("select set_config('app.moves', 'on', true)");
    await deleteAccountRows(tx, tables, account);
    await deleteMove(tx, account);
  });
}

async function run(deps: MoveDeps, copying: Copying): Promise<Omit<MoveResult, "account">> {
  const { source, target, account, id, tables, clock } = copying;
  await asWriter(target, (tx) => writeMove(tx, account, { id, state: "arriving" }));
  await asWriter(source, (tx) => writeMove(tx, account, { id, state: "copying" }));
  await startCapture(source, tables, account);
  await deps.onPhase?.("capturing");
  const copied = await copyEarlyTables(copying);
  let rounds = 0;
  for (let ms = Infinity; ms > shortRoundMs; rounds++) {
    if (rounds === maxRounds)
      throw new StartError(
        "the account changes faster than it can be copied; nothing was moved. Try again when it is less busy",
        1,
      );
    const startedAt = clock.monotonic();
    await copyRound(copying);
    ms = clock.monotonic() - startedAt;
  }
  await deps.onPhase?.("copied");
  const switched = await switchOver(deps, copying);
  // The triggers stay at the source. Their records are not needed any more.
  await deleteChanges(copying.source, copying.account);
  return { ...switched, rounds, rows: copied + switched.rows, files: copying.files.stats() };
}

interface Switched {
  readonly position: number;
  readonly rows: number;
  readonly refusedMs: number;
  readonly lateMs: number;
}
async function switchOver(deps: MoveDeps, copying: Copying): Promise<Switched> {
  const { source, account, clock } = copying;
  for (let attempt = 1; attempt <= maxSwitches; attempt++) {
    const limit = await openTimeLimit(deps, copying);
    try {
      const startedAt = clock.monotonic();
      limit.start();
      if (await refuseChanges(source, account)) {
        try {
          await deps.onPhase?.("refusing");
          const switched = await trySwitch(deps, copying, { startedAt, limit });
          if (switched !== null) return switched;
        } finally {
          await acceptChanges(source, account);
        }
      }
    } finally {
      await limit.close();
    }
    await pause(clock, 1_000);
    await copyRound(copying);
  }
  throw new StartError(
    `the last rows could not be copied within ${maxRefusedMs / 1_000} s, after ${maxSwitches} attempts; nothing was moved. Try again when the account is less busy`,
    1,
  );
}

/** Ends the statements of an attempt that takes too long. */
interface TimeLimit {
  start(): void;
  /** Ends the limit. Returns whether it was reached. */
  stop(): boolean;
  close(): Promise<void>;
}
/** Its connections are opened before changes are refused. */
async function openTimeLimit({ source, target }: MoveDeps, copying: Copying): Promise<TimeLimit> {
  const connections = [await source.connect(), await target.connect()];
  const pids = await Promise.all([readProcessId(copying.source), readProcessId(copying.target)]);
  let isReached = false;
  let cancelTimer = (): void => undefined;
  return {
    start() {
      cancelTimer = copying.clock.scheduleAt(copying.clock.now() + maxRefusedMs, () => {
        isReached = true;
        for (const [n, connection] of connections.entries())
          void connection.query("select pg_cancel_backend($1)", [pids[n]]).catch(() => undefined);
      });
    },
    stop() {
      cancelTimer();
      return isReached;
    },
    async close() {
      cancelTimer();
      for (const connection of connections) await connection.end();
    },
  };
}
async function readProcessId(client: Connection): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

/** Returns null if the attempt took too long. The source then continues. */
async function trySwitch(
  deps: MoveDeps,
  copying: Copying,
  { startedAt, limit }: { readonly startedAt: number; readonly limit: TimeLimit },
): Promise<Switched | null> {
  const { source, target, account, id, clock } = copying;
  await beginAsWriter(target);
  try {
    const last = await copyLastRows(copying);
    if (limit.stop()) {
      await target.query("rollback");
      return null;
    }
    await asWriter(source, (tx) => writeMove(tx, account, { id, state: "switching" }));
    await deps.onPhase?.("switching");
    await target.query("commit");
    await deps.onPhase?.("switched");
    await finishAtSource(source, deps, account, id);
    return { ...last, refusedMs: Math.round(clock.monotonic() - startedAt) };
  } catch (error) {
    await target.query("rollback").catch(() => undefined);
    if (limit.stop() && (error as { code?: string }).code === queryCanceled) return null;
    throw error;
  }
}

async function finishAtSource(
  client: Connection,
  { source, target }: MoveDeps,
  account: number,
  id: string,
): Promise<void> {
  await asWriter(client, async (tx) => {
    await markMoved(tx, account, id, { addresses: target.addresses, due: dueTables });
    await source.notify(tx, account);
  });
}

/**
 * Removes the copy after a failure, unless the target may have the account already. The next
 * command then decides by what the target has.
 */
async function undo(deps: MoveDeps, copying: Copying): Promise<void> {
  const { account, tables } = copying;
  const connections = await openConnections(deps);
  try {
    await copying.target.end();
    await lockMove(connections.target, account);
    const move = await settleEarlierMove(deps, connections, { account, tables });
    if (move === null) await copying.files.removeAll();
  } finally {
    await connections.source.end();
    await connections.target.end();
  }
}
