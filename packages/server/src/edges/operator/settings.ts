import type { AuditAction } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { SettingsChangeResult } from "../../core/record/change.ts";
import type { Owed } from "../../delivery/index.ts";
import type { Call } from "./route.ts";
import type { Deps } from "./deps.ts";
import type { OutboundAddress } from "./outbound-address.ts";
import type { Tx } from "./stores/tx.ts";

export type SettingsDeps = Pick<Deps, "change" | "once" | "audit" | "clock">;
export interface Done<R> {
  readonly result: R;
  /** Objects that others must reload (`settings_changed`). */
  readonly changed: readonly { readonly kind: SettingsKind; readonly id: number | null }[];
  /** Objects to reload in other accounts, whose journal heads are locked. */
  readonly elsewhere?: SettingsChangeResult<unknown>["elsewhere"];
  /** Name of the changed object for the audit log. Never a secret. */
  readonly target: string;
  /** A URL that texts are sent to from now on (CORE-165), and the object that sends them. */
  readonly opened?: { readonly address: OutboundAddress; readonly by: string } | null;
}

/**
 * Runs a change of settings by a principal: one transaction, once per Idempotency-Key, with its
 * audit entry (R5, API-005).
 */
export function changeSettings<R>(
  deps: SettingsDeps,
  call: Pick<Call<unknown, unknown, unknown>, "principal" | "key" | "request">,
  action: AuditAction,
  run: (tx: Tx, now: number) => Promise<Done<R>>,
  /**
   * Account whose journal head is locked. Another account than the principal's for changes of
   * several accounts.
   */
  head: number = call.principal.accountId,
): Promise<R> {
  const { principal, key, request } = call;
  const now = deps.clock.now();
  return deps.change(head, async (tx) => {
    let owed: readonly Owed[] = [];
    const done = await deps.once(tx, now, principal.accountId, key, async () => {
      const { result, changed, elsewhere, target, opened } = await run(tx, now);
      const actor =
        principal.credential.kind === "key"
          ? { actorKind: "key" as const, actorId: principal.credential.id }
          : { actorKind: "operator" as const, actorId: principal.operatorId };
      const entry = {
        accountId: principal.accountId,
        at: now,
        ...actor,
        address: request.ip,
        requestId: request.id,
        result: "ok",
      } as const;
      await deps.audit(tx, { ...entry, action, target });
      if (opened) {
        await deps.audit(tx, { ...entry, action: "outbound_address.open", target: `${opened.by}: ${new URL(opened.address.url).origin}` });
        owed = opened.address.owed;
      }
      return { result, changed, elsewhere };
    });
    return { ...done, owed };
  });
}

/**
 * Runs an idempotent operation that cannot be part of a transaction (a request to an endpoint, a
 * command). The response is stored after the run. A crash in between leaves the result unknown, as
 * API-005 allows.
 */
export async function onceAround<R>(
  deps: Pick<Deps, "change" | "once" | "clock">,
  { principal: { accountId }, key }: Pick<Call<unknown, unknown, unknown>, "principal" | "key">,
  run: () => Promise<R>,
): Promise<R> {
  if (key === null) return run();
  const keyed = (ran: () => Promise<{ result: R; changed: [] }>): Promise<R> =>
    deps.change(accountId, (tx) => deps.once(tx, deps.clock.now(), accountId, key, ran));
  const isNew = new Error("this key is new");
  try {
    return await keyed(() => Promise.reject(isNew));
  } catch (error) {
    if (error !== isNew) throw error;
  }
  const result = await run();
  return keyed(() => Promise.resolve({ result, changed: [] }));
}

/**
 * CFG-025: throws if the provisioning file manages the row and the principal is a session. A key
 * may change it until the file is applied again.
 */
export function refuseManaged(call: Pick<Call<unknown, unknown, unknown>, "principal">, row: { readonly managed: boolean }): void {
  if (row.managed && call.principal.credential.kind === "session")
    refuse("managed_by_file", "The provisioning file manages this entry. Change it there.");
}

/** Returns the trimmed text. Throws if it is empty. */
export function filled(text: string, field: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? refuse("invalid_request", `${field} is empty.`, { field }) : trimmed;
}
/** Returns the trimmed text, null if it is empty, undefined if it is absent. */
export function optional(text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return text;
  return text.trim() === "" ? null : text.trim();
}
