import type { Clock } from "../../core/command.ts";
import { StartError } from "../../embedded/start-error.ts";
import { takeChanges } from "../../store/account-data/move/capture.ts";
import { raiseSequences, readHighestIds } from "../../store/account-data/move/cell-number.ts";
import { asWriter, toSql, type Connection } from "../../store/account-data/move/connection.ts";
import {
  activateAccount,
  insertSharedRows,
  readHead,
  readSharedRows,
  writeMove,
  type InstallationFacts,
} from "../../store/account-data/move/installation.ts";
import {
  countRows,
  deleteByKeys,
  insertLines,
  readByKeys,
  readDueLanes,
  readPages,
  readTables,
  writeDueLanes,
  type RowKey,
} from "../../store/account-data/move/rows.ts";
import type { MovedTable } from "../../store/account-data/move/tables.ts";
import type { Sql } from "../../store/database/sql.ts";
import { recordSettingsChanges } from "../../store/provisioning/writers.ts";
import type { FileCopier, MovedFile } from "./copy-files.ts";
import type { Reseal } from "./reseal.ts";
import { useRole } from "../../store/database/roles/names.ts";

/** A move in progress. */
export interface Copying {
  readonly source: Connection;
  readonly target: Connection;
  readonly account: number;
  /** Number of the move. */
  readonly id: string;
  readonly tables: readonly MovedTable[];
  readonly facts: { readonly source: InstallationFacts; readonly target: InstallationFacts };
  readonly files: FileCopier;
  readonly reseal: Reseal | null;
  /** Where the target stores files. */
  readonly storageKind: "disk" | "s3";
  readonly clock: Clock;
  readonly notify: (tx: Sql) => Promise<void>;
}

/** Copies the rows of the early tables while the account is in use. Returns their number. */
export async function copyEarlyTables(copying: Copying): Promise<number> {
  const { source, target, account, tables } = copying;
  let rows = 0;
  await source.query(useRole("writer", "session"));
  try {
    for (const table of tables.filter(({ isEarly }) => isEarly))
      for await (const lines of readPages(toSql(source), table, account)) {
        await copyFilesOf(copying, table, lines);
        await asWriter(target, (tx) => insertLines(tx, table, convert(copying, table, lines)));
        rows += lines.length;
      }
  } finally {
    await source.query("reset role");
  }
  return rows;
}

/** Copies what changed since the last round. */
export async function copyRound(copying: Copying): Promise<void> {
  const changes = await readChanges(copying, false);
  await asWriter(copying.target, (tx) => writeChanges(copying, tx, changes));
}

/**
 * Copies the last changes and the late tables in the open transaction of the target, compares both
 * sides and activates the account. Changes at the source are refused meanwhile.
 */
export async function copyLastRows(
  copying: Copying,
): Promise<{ readonly position: number; readonly rows: number; readonly lateMs: number }> {
  const { source, target, account, tables, facts, clock } = copying;
  const tx = toSql(target);
  await writeChanges(copying, tx, await readChanges(copying, true));
  await writeDueLanes(tx, account, await asWriter(source, (from) => readDueLanes(from, account)));
  const lateStart = clock.monotonic();
  const read = await asWriter(source, async (from) => {
    return {
      lateRows: await readTables(
        from,
        tables.filter(({ isEarly }) => !isEarly),
        account,
      ),
      shared: await readSharedRows(from, account),
      counts: await countRows(from, tables, account),
      position: await readHead(from, account),
    };
  });
  let rows = 0;
  await insertSharedRows(tx, read.shared);
  for (const [table, lines] of read.lateRows) {
    await insertLines(tx, table, convert(copying, table, lines));
    rows += lines.length;
  }
  const lateMs = Math.round(clock.monotonic() - lateStart);
  await assertSame(copying, tx, read);
  const hasSameCell = facts.source.cell === facts.target.cell;
  await activateAccount(tx, {
    account,
    epoch: facts.source.epoch,
    position: read.position,
    counters: hasSameCell ? facts.source.counters : null,
  });
  const highest = await readHighestIds(tx, tables, account);
  await recordSettingsChanges(tx, account, [{ kind: "account", id: account }], clock.now());
  await writeMove(tx, account, { id: copying.id, state: "arrived" });
  await copying.notify(tx);
  await target.query("set local role none");
  await raiseSequences(tx, highest, facts.target.cell);
  return { position: read.position, rows, lateMs };
}

interface Changes {
  readonly keys: ReadonlyMap<string, readonly RowKey[]>;
  readonly lines: ReadonlyMap<string, readonly string[]>;
}
/** Takes the recorded changes and reads their rows as of one moment. */
function readChanges({ source, account, tables }: Copying, isLast: boolean): Promise<Changes> {
  return asWriter(
    source,
    async (tx) => {
      const keys = await takeChanges(tx, account, isLast);
      const lines = new Map<string, readonly string[]>();
      for (const table of tables) {
        const changed = keys.get(table.name);
        if (changed !== undefined)
          lines.set(table.name, await readByKeys(tx, table, account, changed));
      }
      return { keys, lines };
    },
    "isolation level repeatable read",
  );
}
async function writeChanges(copying: Copying, tx: Sql, { keys, lines }: Changes): Promise<void> {
  const { tables, account } = copying;
  for (const table of tables) {
    const changed = keys.get(table.name);
    if (changed === undefined) continue;
    const rows = lines.get(table.name) ?? [];
    await copyFilesOf(copying, table, rows);
    await deleteByKeys(tx, table, account, changed);
    await insertLines(tx, table, convert(copying, table, rows));
  }
}

/** Converts rows for the target. */
function convert(
  { reseal, storageKind }: Copying,
  table: MovedTable,
  lines: readonly string[],
): readonly string[] {
  const change = table.columns.has("node") ? freeWork : conversions[table.name];
  return lines.map((line) => {
    const sealed = reseal === null ? line : reseal(table.name, line);
    return change === undefined
      ? sealed
      : JSON.stringify(change(JSON.parse(sealed) as Record<string, unknown>, storageKind));
  });
}
type Row = Record<string, unknown>;
/** The nodes of the target have other numbers. Each takes over the work of a node that is none. */
const freeWork = (row: Row): Row => ({ ...row, node: row["node"] === null ? null : 0 });
const conversions: Readonly<Record<string, (row: Row, storage: "disk" | "s3") => Row>> = {
  file: (row, storage) => ({ ...row, storage }),
  lane: (row) => ({ ...row, due_at: null, lease_node: null, lease_until: null }),
};

async function copyFilesOf(
  { files }: Copying,
  { name }: MovedTable,
  lines: readonly string[],
): Promise<void> {
  if (name === "file") await files.copy(lines.map((line) => JSON.parse(line) as MovedFile));
}

/** Tables from which the target removes expired rows, or to which it adds, at its own times. */
const uncomparedTables = new Set([
  "delivery_content",
  "file",
  "idempotency",
  "ignored_email",
  "taken_id",
]);

async function assertSame(
  { account, tables }: Copying,
  tx: Sql,
  read: { readonly counts: ReadonlyMap<string, number>; readonly position: number },
): Promise<void> {
  const counts = await countRows(tx, tables, account);
  const different = tables
    .filter(({ name }) => !uncomparedTables.has(name) && counts.get(name) !== read.counts.get(name))
    .map(({ name }) => `${name} (${counts.get(name)} of ${read.counts.get(name)} rows)`);
  const position = await readHead(tx, account);
  if (position !== read.position)
    different.push(`journal (position ${position} of ${read.position})`);
  if (different.length > 0)
    throw new StartError(
      `the copy differs from the account: ${different.join(", ")}; nothing was moved`,
      1,
    );
}
