import { createHash } from "node:crypto";
import type { AccountConfig, Clock, CommandContext, WriteCommand } from "../../core/command.ts";
import { isDefiniteRefusal, isFailure } from "../../core/failure.ts";
import { isActionOfRole } from "../../core/operator/role.ts";
import { importVisitor } from "../../core/visitor/import/import-visitor.ts";
import {
  readRow,
  type ImportColumns,
  type ImportedVisitor,
} from "../../core/visitor/import/read-row.ts";
import type { Db } from "../../store/database/sql.ts";
import {
  findEarlierLines,
  findVisitorsByKey,
  saveImportRows,
  takeImportRows,
  type ImportRow,
  type RowOutcome,
} from "../../store/imports/import-row.ts";
import {
  cancelImport,
  claimImports,
  removeOldImports,
  takeImport,
  type ActiveImport,
} from "../../store/imports/visitor-import.ts";
import { startJobWorker, type JobWorker, type JobWorkerDeps } from "../job-worker.ts";

export interface ImportWorkerDeps extends JobWorkerDeps {
  readonly db: Db;
  readonly write: WriteCommand;
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly toSignedKey: ImportColumns["toSignedKey"];
}
export interface ImportWorker extends JobWorker {
  /** Deletes imports that ended, or were not started, 7 days ago (VI-004). */
  cleanUp(): Promise<void>;
}

/** Bounds what an import takes from the live traffic (VI-022). */
const visitorsPerSecond = 100;
const visitorsPerSlice = 20;
/** Rows of a plan are only read. */
const rowsPerPlanSlice = 500;
const retentionMs = 7 * 24 * 3_600_000;

/**
 * Starts the worker of a node (VI-022). A visitor and the key of the row are stored in one
 * transaction, so that a row whose outcome was not stored before a crash is processed again without
 * a second effect.
 */
export function startImportWorker(deps: ImportWorkerDeps): ImportWorker {
  const { clock, db, journal } = deps;
  const worker = startJobWorker(deps, {
    pauseMs: (1000 * visitorsPerSlice) / visitorsPerSecond,
    claim: (nodes) => claimImports(db, journal.node, nodes),
    async processNext() {
      const job = await takeImport(db, { node: journal.node, now: clock.now() });
      if (job !== null) await processSlice(deps, job);
      return job !== null;
    },
  });
  return { ...worker, cleanUp: () => removeOldImports(db, clock.now() - retentionMs) };
}

async function processSlice(deps: ImportWorkerDeps, job: ActiveImport): Promise<void> {
  const { db, clock } = deps;
  const config = await deps.config(job.account);
  const operator = config.operators.get(job.operatorId);
  const kind = config.channels.get(job.channelId)?.kind;
  if (operator === undefined || kind === undefined || !isActionOfRole(operator, "visitors.import"))
    return void (await cancelImport(db, job, clock.now()));
  const fields = (config.fields ?? []).filter(({ object }) => object === "visitor");
  const columns = { kind, targets: job.targets, fields, toSignedKey: deps.toSignedKey };
  const isPlan = job.state === "planning";
  const rows = await takeImportRows(db, job, isPlan ? rowsPerPlanSlice : visitorsPerSlice);
  const outcomes = isPlan
    ? await planRows(deps, job, config, { columns, rows })
    : await writeRows(deps, job, { columns, rows });
  await saveImportRows(db, job, outcomes, { taken: rows.length, now: clock.now() });
}

interface RowSlice {
  readonly columns: ImportColumns;
  readonly rows: readonly ImportRow[];
}

/** Decides what the rows would do, with the command handler that writes them. */
async function planRows(
  { db, clock }: ImportWorkerDeps,
  job: ActiveImport,
  config: AccountConfig,
  { columns, rows }: RowSlice,
): Promise<readonly RowOutcome[]> {
  const read = rows.map(({ n, line, cells }) => ({
    n,
    line,
    visitor: cells === null ? erased : readRow(columns, cells),
  }));
  const keys = read.flatMap(({ visitor }) => ("code" in visitor ? [] : [visitor.customer]));
  const lines = new Map(await findEarlierLines(db, job, keys));
  const stored = await findVisitorsByKey(db, job, keys);
  return read.map(({ n, line, visitor }): RowOutcome => {
    if ("code" in visitor) return { n, result: "refused", ...visitor };
    const { customer } = visitor;
    const first = lines.get(customer);
    if (first !== undefined)
      return {
        n,
        result: "refused",
        code: "repeated",
        column: columns.targets.indexOf("customer"),
        message: `Line ${first} has the same identity.`,
      };
    const decided = importVisitor(
      job.channelId,
      visitor,
    )({ ...emptyContext, config, now: clock.now(), visitor: stored.get(customer) ?? null });
    if (isFailure(decided))
      return { n, result: "refused", code: "channel_disabled", message: decided.message };
    const { result } = decided.answer as { readonly result: RowOutcome["result"] };
    if (result === "refused") return { n, ...blocked };
    lines.set(customer, line);
    return { n, result, customer };
  });
}
const emptyContext: Omit<CommandContext, "config" | "visitor" | "now"> = {
  currentChat: null,
  chat: null,
  calls: [],
  lastSeq: 0,
  openChats: null,
  ids: { chat: () => 0, visitor: () => 0, message: () => 0, delivery: () => 0 },
};
const erased = { code: "erased", column: null, message: "The visitor was erased." } as const;
const blocked = {
  result: "refused",
  code: "blocked",
  message: "The visitor is blocked.",
} as const;

/** Writes the visitors of the rows that the plan has not refused. */
async function writeRows(
  deps: ImportWorkerDeps,
  job: ActiveImport,
  { columns, rows }: RowSlice,
): Promise<readonly RowOutcome[]> {
  const planned = rows.filter(({ result }) => result !== "refused");
  return Promise.all(
    planned.map(async ({ n, cells }): Promise<RowOutcome> => {
      const visitor = cells === null ? erased : readRow(columns, cells);
      return "code" in visitor
        ? { n, result: "refused", ...visitor }
        : writeRow(deps, job, n, visitor);
    }),
  );
}

/** Writes a visitor, once for each row of an import. */
async function writeRow(
  { write }: ImportWorkerDeps,
  { account, id, channelId }: ActiveImport,
  n: number,
  visitor: ImportedVisitor,
): Promise<RowOutcome> {
  const { customer } = visitor;
  const hash = createHash("sha256").update(JSON.stringify(visitor)).digest();
  try {
    const { answer } = await write({
      account,
      subject: { customer: { channelId, key: customer } },
      handler: importVisitor(channelId, visitor),
      maxEvents: Math.max(8, 1 + Object.keys(visitor.fields).length),
      idempotency: { scope: `import:${id}`, key: String(n), hash },
    });
    return answer.result === "refused" ? { n, ...blocked } : { n, result: answer.result };
  } catch (error) {
    if (!isDefiniteRefusal(error)) throw error;
    const { message } = error.failure;
    return { n, result: "refused", code: "channel_disabled", message };
  }
}
