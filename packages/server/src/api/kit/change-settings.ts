import { isDeepStrictEqual } from "node:util";
import type { AuditAction } from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { SettingsChangeResult } from "../../store/settings/account/settings-change.ts";
import type { PlannedDelivery } from "../../delivery/index.ts";
import type { RequestAuthor } from "./declare-route.ts";
import type { OutboundAddress } from "./outbound-address.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import { runOncePerKey } from "../../store/settings/account/idempotent-change.ts";
import type { RouteDeps } from "./route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

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
 * endpoint. The response is stored afterwards, together with what `record` writes. If the process
 * crashes in between, the result is unknown, which API-005 allows.
 */
export async function runIdempotent<R>(
  deps: ChangeSettingsDeps,
  { principal, key }: Omit<RequestAuthor, "request">,
  run: () => Promise<R>,
  record: (tx: Sql) => Promise<void> = () => Promise.resolve(),
): Promise<R> {
  if (key === null) return run();
  const runWithKey = (operation: (tx: Sql) => Promise<{ result: R; changed: [] }>): Promise<R> =>
    deps.change(principal.accountId, (tx) =>
      runOncePerKey(
        tx,
        { account: principal.accountId, secrets: deps.secrets, now: deps.clock.now() },
        key,
        () => operation(tx),
      ),
    );
  const isNew = new Error("this key is new");
  try {
    return await runWithKey(() => Promise.reject(isNew));
  } catch (error) {
    if (error !== isNew) throw error;
  }
  const result = await run();
  return runWithKey(async (tx) => {
    await record(tx);
    return { result, changed: [] };
  });
}

/** Throws for a session (CFG-025). A key may change the row until the file is applied. */
export function assertNotManagedByFile(
  context: { readonly principal: Principal },
  row: { readonly managed: boolean },
): void {
  if (row.managed && context.principal.credential.kind === "session")
    refuse("managed_by_file", "The provisioning file manages this entry. Change it there.");
}

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
