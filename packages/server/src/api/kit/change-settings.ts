import { isDeepStrictEqual } from "node:util";
import type { AuditAction } from "@parlour/protocol/api";
import type { IdempotencyKey } from "../../core/command.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { SettingsChangeResult } from "../../store/settings/account/settings-change.ts";
import type { PlannedDelivery } from "../../delivery/index.ts";
import type { FastifyRequest } from "fastify";
import type { OutboundAddress } from "./outbound-address.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import {
  releaseKey,
  runOncePerKey,
  storeAnswer,
  takeKey,
} from "../../store/settings/account/idempotent-change.ts";
import type { RouteDeps } from "./route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Who makes a request. */
export interface RequestAuthor {
  readonly principal: Principal;
  /** Idempotency key (API-005), or null if the request has none. */
  readonly key: IdempotencyKey | null;
  readonly request: FastifyRequest;
}
export interface ChangeSettingsDeps {
  readonly change: RouteDeps["change"];
  readonly secrets: RouteDeps["secrets"];
  readonly clock: RouteDeps["clock"];
}
export interface ChangeResult<R> {
  readonly result: R;
  /** Changed objects that every node must reload (`settings_changed`). */
  readonly changed: readonly { readonly kind: SettingsKind; readonly id: number | null }[];
  /** Changed objects of other accounts, whose journal heads are locked as well. */
  readonly elsewhere?: SettingsChangeResult<unknown>["elsewhere"];
  /** Name of the changed object for the audit log. Never a secret. */
  readonly target: string;
  /** A URL that receives texts after this change (CORE-165), and the object that sends them. */
  readonly opened?: OpenedAddress | null;
}
export interface OpenedAddress {
  readonly address: OutboundAddress;
  readonly by: string;
}

interface SettingsContext extends RequestAuthor {
  /** Account whose journal head is locked, if it is not that of the principal. */
  readonly head?: number;
}

/** Runs once per Idempotency-Key, in a transaction with its audit entry (R5, API-005). */
export function changeSettings<R>(
  deps: ChangeSettingsDeps,
  context: SettingsContext,
  action: AuditAction,
  run: (tx: Sql, now: number) => Promise<ChangeResult<R>>,
): Promise<R> {
  const { principal, key, request, head = principal.accountId } = context;
  const now = deps.clock.now();
  return deps.change(head, async (tx) => {
    let deliveries: readonly PlannedDelivery[] = [];
    const changeResult = await runOncePerKey(
      tx,
      { account: principal.accountId, secrets: deps.secrets, now },
      key,
      async () => {
        const { result, changed, elsewhere, target, opened } = await run(tx, now);
        const actor =
          principal.credential.kind === "key"
            ? { actorKind: "key" as const, actorId: principal.credential.id }
            : { actorKind: "operator" as const, actorId: principal.operatorId };
        const entry = {
          accountId: principal.accountId,
          at: now,
          ...actor,
          address: request.clientAddress,
          requestId: request.id,
          result: "ok",
        } as const;
        await insertAudit(tx, { ...entry, action, target });
        if (opened) {
          await insertAudit(tx, {
            ...entry,
            action: "outbound_address.open",
            target: `${opened.by}: ${opened.address.label}`,
          });
          deliveries = opened.address.deliveries;
        }
        return { result, changed, elsewhere };
      },
    );
    return { ...changeResult, deliveries };
  });
}

/**
 * Runs an idempotent operation that cannot be part of a transaction, such as a request to an
 * endpoint (API-005). The key is taken before, so that two nodes do not run it at the same time:
 * the second one gets `temporarily_unavailable`. The response is stored afterwards, together with
 * what `record` writes. If the process crashes in between, the result is unknown, and a repeat
 * after 10 minutes runs again.
 */
export async function runIdempotent<R>(
  deps: ChangeSettingsDeps,
  { principal, key }: Omit<RequestAuthor, "request">,
  run: () => Promise<R>,
  record: (tx: Sql) => Promise<void> = () => Promise.resolve(),
): Promise<R> {
  if (key === null) return run();
  const account = principal.accountId;
  const inTransaction = <T>(operation: (tx: Sql) => Promise<T>): Promise<T> =>
    deps.change(account, async (tx) => ({ result: await operation(tx), changed: [] }));
  const context = { account, secrets: deps.secrets, now: deps.clock.now() };
  const first = await inTransaction((tx) => takeKey<R>(tx, context, key));
  if (first !== null) return first.answer;
  const result = await run().catch(async (error: unknown) => {
    await inTransaction((tx) => releaseKey(tx, account, key));
    throw error;
  });
  await inTransaction(async (tx) => {
    await record(tx);
    await storeAnswer(tx, { ...context, now: deps.clock.now() }, key, result);
  });
  return result;
}

/** The last request of this node with each key that is in progress. */
const turns = new Map<string, Promise<unknown>>();

/** Runs requests with the same key one after the other, so that a repeat finds the first answer. */
export async function runInTurn<R>(
  { accountId }: Principal,
  key: IdempotencyKey | null,
  run: () => Promise<R>,
): Promise<R> {
  if (key === null) return run();
  const name = JSON.stringify([accountId, key.scope, key.key]);
  const before = turns.get(name) ?? Promise.resolve();
  const running = before.then(run, run);
  const ended = running.catch(() => undefined);
  turns.set(name, ended);
  try {
    return await running;
  } finally {
    if (turns.get(name) === ended) turns.delete(name);
  }
}

/**
 * Stores a row once per Idempotency-Key, in one transaction with the key (API-005). `prepare` reads
 * and checks what takes long before it, unless the key was used.
 */
export async function storeOnce<N, R>(
  deps: ChangeSettingsDeps,
  { principal, key }: Omit<RequestAuthor, "request">,
  prepare: () => Promise<N>,
  store: (tx: Sql, prepared: N) => Promise<R>,
): Promise<R> {
  const account = principal.accountId;
  const runWithKey = (run: (tx: Sql) => Promise<R>): Promise<R> =>
    deps.change(account, (tx) =>
      runOncePerKey(
        tx,
        { account, secrets: deps.secrets, now: deps.clock.now() },
        key,
        async () => ({
          result: await run(tx),
          changed: [],
        }),
      ),
    );
  const isNew = new Error("this key is new");
  if (key !== null)
    try {
      return await runWithKey(() => Promise.reject(isNew));
    } catch (error) {
      if (error !== isNew) throw error;
    }
  const prepared = await prepare();
  return runWithKey((tx) => store(tx, prepared));
}

/**
 * Throws if the provisioning file manages a row (CFG-025), by every way to it: the next application
 * would revert the change silently. A program can ask for that with `until_applied=true` (API-291).
 */
export function assertNotManagedByFile(
  { principal, request }: Omit<RequestAuthor, "key">,
  row: { readonly managed: boolean },
): void {
  if (!row.managed || mayChangeManaged(principal, request)) return;
  const message = "The provisioning file manages this entry. Change it there.";
  refuse(
    "managed_by_file",
    principal.credential.kind === "session"
      ? message
      : `${message} With until_applied=true, a program can change it until the file is applied again.`,
  );
}

/** Returns whether a program asked to change managed rows until the next application. */
export const mayChangeManaged = ({ credential }: Principal, { query }: FastifyRequest): boolean =>
  credential.kind !== "session" &&
  (query as { readonly until_applied?: string } | null)?.until_applied === "true";

/** What a change needs that takes too long for its transaction, such as a request to an address. */
interface Preparation<Row, Prepared> {
  /** Reads what is prepared from, and what the change is compared with. */
  readonly read: (sql: Sql) => Promise<Row>;
  readonly prepare: (row: Row) => Promise<Prepared>;
}
/** Maximum number of preparations. Of several parallel changes of a row, one always succeeds. */
const maxPreparations = 20;

/**
 * Prepares a change outside of its transaction. `change` runs the transaction, and calls
 * `readLocked` with it once the row is locked. If the row then differs from the one that was
 * prepared from, the transaction is rolled back, and everything runs again (CORE-466).
 */
export async function changePrepared<Row, Prepared, R>(
  sql: Sql,
  { read, prepare }: Preparation<Row, Prepared>,
  change: (prepared: Prepared, readLocked: (tx: Sql) => Promise<Row>) => Promise<R>,
): Promise<R> {
  for (let attempt = 0; attempt < maxPreparations; attempt++) {
    const before = await read(sql);
    const prepared = await prepare(before);
    const outdated = new Error("the row was changed while its change was prepared");
    const readLocked = async (tx: Sql): Promise<Row> => {
      const row = await read(tx);
      if (!isDeepStrictEqual(row, before)) throw outdated;
      return row;
    };
    try {
      return await change(prepared, readLocked);
    } catch (error) {
      if (error !== outdated) throw error;
    }
  }
  return refuse(
    "temporarily_unavailable",
    "Others change the same settings all the time. Nothing was saved. Try again shortly.",
    { retryAfterMs: 1_000 },
  );
}
