import type { SettingsKind } from "../../core/event.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { StoreContext } from "../../store/settings/kind-store.ts";
import {
  referencedKinds,
  type CreatedChannel,
  type ReferencedKind,
  type RowIds,
} from "../../settings/resource.ts";

/** One change that is made when the provisioning file is applied. */
export interface PlannedDifference {
  /** `+` creates, `~` changes, `-` removes. */
  readonly sign: "+" | "~" | "-";
  /** Changed resource, such as `operator bob@example.test`. */
  readonly subject: string;
  /** Changed fields, without secrets. Empty for `+` and `-`. */
  readonly detail: string;
}
export interface PlannedChange extends PlannedDifference {
  readonly kind: SettingsKind;
  /** Part of the file, for errors of settings that exist once. */
  readonly part?: string;
  /** Applies the change and returns the id of the row. */
  readonly run: (to: ApplyContext) => Promise<number | null>;
}
/** Context in which changes are applied. The changes add their results to it. */
export interface ApplyContext {
  readonly tx: Sql;
  account: number;
  readonly now: number;
  readonly secrets: {
    readonly seal: (text: string) => Buffer;
    readonly open: (sealed: Buffer) => string;
  };
  /** Operators by email, channels by public id, others by name, in lower case. */
  readonly ids: Readonly<Record<ReferencedKind, Map<string, number>>>;
  readonly created: CreatedSecrets;
  readonly otherAccounts: Set<number>;
  /** Names of the addresses of the installation (HELP-016). */
  readonly reservedHosts: readonly string[];
}
/** Values that are shown once after the file is applied. */
export interface CreatedSecrets {
  readonly channels: CreatedChannel[];
  /** Signing secrets that were generated for new bots and webhooks. */
  readonly secrets: { readonly subject: string; readonly secret: string }[];
  /** New operators without a password in the file, with the path of their link. */
  readonly invitations: {
    readonly email: string;
    readonly path: string;
    readonly expiresAt: number;
  }[];
}
/** Returns the ids of rows that the file names. Their references were checked before. */
export function createRowIds({ ids }: ApplyContext): RowIds {
  const find = (kind: ReferencedKind, name: string): number => {
    const id = ids[kind].get(toReferenceKey(kind, name));
    if (id === undefined) throw new Error(`no ${kind} ${name}`);
    return id;
  };
  return Object.fromEntries(
    referencedKinds.map((kind) => [kind, (name: string) => find(kind, name)]),
  ) as RowIds;
}
/** Returns the key of a named row in `ApplyContext`. */
export const toReferenceKey = (kind: ReferencedKind, name: string): string =>
  kind === "channel" ? name : name.toLowerCase();
/** What the stores need to write for the file. */
export const createStoreContext = ({ now, secrets }: ApplyContext): StoreContext => ({
  now,
  operatorId: null,
  seal: secrets.seal,
});
/** Returns whether entries of other resources name rows of this kind. */
export const isReferencedKind = (kind: string): kind is ReferencedKind =>
  (referencedKinds as readonly string[]).includes(kind);

/** Describes the keys of `next` that differ, such as `name "a" → "b"; enabled true → false`. */
export function describeChanges(
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(next)
    .filter(([name, value]) => JSON.stringify(before[name] ?? null) !== JSON.stringify(value))
    .map(
      ([name, value]) =>
        `${name} ${JSON.stringify(before[name] ?? null)} → ${JSON.stringify(value)}`,
    )
    .join("; ");
}

/** Joins the non-empty parts. Adds a note if the file did not manage the resource before. */
export function joinDetails(
  { managed }: { readonly managed: boolean },
  ...parts: readonly string[]
): string {
  return [...parts, managed ? "" : "managed by the file"].filter((part) => part !== "").join("; ");
}
