import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { Id, Nullable, NamedRef, Time } from "../../entity/index.ts";

/** Erasure of visitors (CORE-116). */

export const Erasure = Type.Object({
  id: Id,
  number: Id,
  by: Nullable(NamedRef),
  requested_at: Time,
  /** Time when the erasure was completed. Null while it is running. */
  done_at: Nullable(Time),
  /** Number of removed items by kind: `messages`, `files`, `visits` … */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Endpoints that received data of the visitor. Their owners must also erase the data. */
  received: Type.Array(
    Type.Object({
      endpoint_id: Id,
      kind: Type.String(),
      name: Nullable(Type.String()),
      url: Type.String(),
      count: Type.Integer(),
      first_at: Time,
      last_at: Time,
    }),
  ),
});
export type Erasure = Static<typeof Erasure>;
export const Erasures = Page(Erasure);

/** Retention in days. 0: without limit (CFG-031). */
const days = Type.Integer({ minimum: 0, maximum: 36_500 });
const kinds = {
  /**
   * Messages and files of closed chats. Their age is counted from the last activity of the chat.
   */
  chats_days: days,
  files_days: days,
  /** Visits of sites. */
  visits_days: days,
  /** IP addresses and user agents. */
  addresses_days: days,
  /** Requests and responses in the delivery log. */
  deliveries_days: days,
  audit_days: days,
  /**
   * The log of the server process. Parlour only writes the log to standard output. Other software
   * stores it.
   */
  log_days: days,
};
export const RetentionDays = Type.Object(kinds);
export type RetentionDays = Static<typeof RetentionDays>;
export const defaultRetention: RetentionDays = {
  chats_days: 0,
  files_days: 0,
  visits_days: 0,
  addresses_days: 90,
  deliveries_days: 30,
  audit_days: 400,
  log_days: 14,
};
/** Retention settings. `managed` lists the kinds that the provisioning file sets (CFG-025). */
export const Retention = Type.Object({
  days: RetentionDays,
  usual: RetentionDays,
  managed: Type.Array(Type.String()),
});
export type Retention = Static<typeof Retention>;
/** Changes of the retention settings. Null restores the default. */
export const RetentionPatch = Type.Partial(
  Type.Object(
    Object.fromEntries(Object.keys(kinds).map((kind) => [kind, Nullable(days)])) as Record<
      keyof typeof kinds,
      ReturnType<typeof Nullable<typeof days>>
    >,
  ),
  { additionalProperties: false, minProperties: 1 },
);
export type RetentionPatch = Static<typeof RetentionPatch>;
export const RetentionPreviewQuery = Type.Partial(Type.Object(kinds), {
  additionalProperties: false,
});
/** Number of items that retention would now remove from all accounts of the installation. */
export const RetentionPreview = Type.Object({
  items: Type.Array(
    Type.Object({
      kind: Type.String(),
      count: Type.Integer(),
      oldest_at: Nullable(Time),
      examples: Type.Array(Type.String()),
    }),
  ),
});
export type RetentionPreview = Static<typeof RetentionPreview>;

/** Amount of data that the account stores. */
export const StorageFigures = Type.Object({
  visitors: Type.Integer(),
  chats: Type.Integer(),
  messages: Type.Integer(),
  files: Type.Integer(),
  file_bytes: Type.Integer(),
  visits: Type.Integer(),
  oldest_at: Nullable(Time),
});
export type StorageFigures = Static<typeof StorageFigures>;

export const ExportReady = Type.Object({ ready: Type.Literal(true) });
