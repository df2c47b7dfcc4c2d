import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { Id, Nullable, NamedRef, Time } from "../../entity/index.ts";
import { retention } from "../../settings/kinds/retention.ts";
import { createFieldSchemas, listProperties } from "./shapes/list-schemas.ts";

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

const schemas = createFieldSchemas(retention.fields, {}, { showsDefaults: true });
const days = listProperties(schemas.answer);
export const RetentionDays = schemas.answer;
export type RetentionDays = Static<typeof RetentionDays>;
export const RetentionFile = schemas.file;
export const defaultRetention = Object.fromEntries(
  Object.entries(retention.fields).map(([name, field]) => [name, field.default]),
) as RetentionDays;
/** Retention settings. `managed` lists the kinds that the provisioning file sets (CFG-025). */
export const Retention = Type.Object({
  days: RetentionDays,
  usual: RetentionDays,
  managed: Type.Array(Type.String()),
});
export type Retention = Static<typeof Retention>;
/** Changes of the retention settings. Null restores the default. */
export const RetentionPatch = Type.Unsafe<{ [N in keyof RetentionDays]?: number | null }>(
  Type.Partial(
    Type.Object(
      Object.fromEntries(Object.entries(days).map(([name, schema]) => [name, Nullable(schema)])),
    ),
    { additionalProperties: false, minProperties: 1 },
  ),
);
export type RetentionPatch = Static<typeof RetentionPatch>;
export const RetentionPreviewQuery = Type.Unsafe<Partial<RetentionDays>>(
  Type.Partial(Type.Object(days), { additionalProperties: false }),
);
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
