import { randomInt } from "node:crypto";
import { StartError } from "../../embedded/start-error.ts";
import { readFreeSpace } from "../../files/free-space.ts";
import { asWriter, type Connection } from "../../store/account-data/move/connection.ts";
import {
  findTakenValue,
  readInstallationFacts,
  readUniqueValues,
  type InstallationFacts,
} from "../../store/account-data/move/installation.ts";
import { countRows } from "../../store/account-data/move/rows.ts";
import type { MovedTable } from "../../store/account-data/move/tables.ts";
import { readMigrationNames } from "../../store/migration-steps.ts";
import type { Cell } from "./cell.ts";

/** Space in MiB that must remain free at the target. */
const reserveMib = 512;

/**
 * Throws StartError 1 if both connections are to the same database. A copy of an installation has
 * the same ids, so only a lock shows it.
 */
export async function assertDifferent(source: Connection, target: Connection): Promise<void> {
  const key = randomInt(2 ** 31);
  await source.query("select pg_advisory_lock(7109, $1)", [key]);
  const { rows } = await target.query<{ free: boolean }>(
    "select pg_try_advisory_lock(7109, $1) as free",
    [key],
  );
  if (rows[0]?.free !== true)
    throw new StartError("source and target are the same installation", 1);
}

/** Throws StartError 1 with the reason why the account cannot move. Nothing has changed then. */
export async function assertCanMove(
  cells: { readonly target: Cell },
  { source, target }: { readonly source: Connection; readonly target: Connection },
  {
    account,
    tables,
  }: {
    readonly account: { readonly id: number; readonly name: string };
    readonly tables: readonly MovedTable[];
  },
): Promise<{ readonly source: InstallationFacts; readonly target: InstallationFacts }> {
  const sourceFacts = await asWriter(source, readInstallationFacts);
  const targetFacts = await asWriter(target, readInstallationFacts);
  assertSameRelease(await readMigrationNames(source), await readMigrationNames(target));
  const unique = await asWriter(source, (tx) => readUniqueValues(tx, account.id));
  const taken = await asWriter(target, (tx) => findTakenValue(tx, account, unique));
  if (taken !== null)
    throw new StartError(
      `the target has ${taken} already; rename or remove one of them. Installations that exchange accounts need different numbers, see parlour cells --number`,
      1,
    );
  const counts = await asWriter(target, (tx) => countRows(tx, tables, account.id));
  const filled = [...counts].find(([, count]) => count > 0);
  if (filled !== undefined)
    throw new StartError(
      `the target has rows of account ${account.id} in ${filled[0]}, but no such account`,
      1,
    );
  await assertSpace(source, cells.target, account.id);
  return { source: sourceFacts, target: targetFacts };
}

function assertSameRelease(ofSource: readonly string[], ofTarget: readonly string[]): void {
  const missing = ofSource.filter((name) => !ofTarget.includes(name));
  const unknown = ofTarget.filter((name) => !ofSource.includes(name));
  if (missing.length > 0)
    throw new StartError(
      `the target is of an older release (${missing.at(-1)} is missing); upgrade it first`,
      1,
    );
  if (unknown.length > 0)
    throw new StartError(
      `the target is of a newer release (${unknown.at(-1)}); upgrade the source first`,
      1,
    );
}

async function assertSpace(source: Connection, cell: Cell, account: number): Promise<void> {
  if (cell.storage.kind !== "disk") return;
  const mib = await asWriter(source, async (tx) => {
    const [row] = await tx.query<{ mib: number }>(
      "select coalesce(ceil(sum(size + coalesce(thumb_size, 0)) / 1048576), 0)::float8 as mib from file where account_id = $1 and state = 'stored'",
      [account],
    );
    return row?.mib ?? 0;
  });
  const { isWritable, freeMib } = await readFreeSpace(cell.folder);
  if (!isWritable) throw new StartError(`${cell.folder}: cannot be written`, 1);
  if (freeMib < mib + reserveMib)
    throw new StartError(
      `${cell.folder}: the files of the account need ${mib} MiB and ${reserveMib} MiB must remain free, but only ${freeMib} MiB are free`,
      1,
    );
}
