import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "../common.ts";
import { Id, Nullable, Time } from "../../entity/index.ts";

/** The audit log (API-072). */

const Values = Nullable(Type.Record(Type.String(), Type.Unknown()));
/** Only values that differ, by path (`settings.routing.mode`). Secrets are `•••`. */
export const AuditChange = Type.Object({
  object: Type.String(),
  id: Nullable(Type.String()),
  name: Nullable(Type.String()),
  before: Values,
  after: Values,
});
export type AuditChange = Static<typeof AuditChange>;
export const AuditResult = Type.Union([Type.Literal("ok"), Type.Literal("refused")]);
/** `installation` selects entries that belong to no account. */
export const AuditScope = Type.Union([Type.Literal("account"), Type.Literal("installation")]);
export const AuditEntry = Type.Object({
  /** Number of the entry in its account: 1, 2, 3 and so on. */
  n: Type.Integer(),
  at: Time,
  actor: Type.Object({
    kind: Type.Union([
      Type.Literal("operator"),
      Type.Literal("key"),
      Type.Literal("file"),
      Type.Literal("anonymous"),
      /** Someone ran a command on the command line of the server. */
      Type.Literal("command"),
      Type.Literal("system"),
    ]),
    id: Nullable(Id),
    name: Nullable(Type.String()),
  }),
  action: Type.String(),
  target: Nullable(Type.String()),
  address: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
  result: AuditResult,
  changes: Type.Array(AuditChange),
  previous: Nullable(Type.String()),
  hash: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditLog = Page(AuditEntry);

/** RFC 3339 with a time zone. */
const TimeText = Type.String({ maxLength: 40 });
/** `installation`: entries without an account, only for the owner of the installation. */
const filter = {
  since: Type.Optional(TimeText),
  until: Type.Optional(TimeText),
  action: Type.Optional(Type.String({ maxLength: 100, pattern: "^[a-z0-9_.]+$" })),
  operator: Type.Optional(IdText),
  result: Type.Optional(AuditResult),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  scope: Type.Optional(AuditScope),
};
export const AuditQuery = Type.Object(
  { ...filter, limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;
export const AuditExportQuery = Type.Object(
  {
    ...filter,
    format: Type.Optional(
      Type.Union([Type.Literal("csv"), Type.Literal("xlsx"), Type.Literal("jsonl")]),
    ),
  },
  { additionalProperties: false },
);
export type AuditExportQuery = Static<typeof AuditExportQuery>;
export const AuditScopeQuery = Type.Object(
  { scope: filter.scope },
  { additionalProperties: false },
);

export const AuditActions = Type.Object({ items: Type.Array(Type.String()) });
/** Result of a check of the hash chain. Each hash must match its entry and the previous entry. */
export const AuditVerification = Type.Object({
  intact: Type.Boolean(),
  count: Type.Integer(),
  first: Nullable(Type.Integer()),
  last: Nullable(Type.Integer()),
  hash: Nullable(Type.String()),
  broken_at: Nullable(Type.Integer()),
});
export type AuditVerification = Static<typeof AuditVerification>;
