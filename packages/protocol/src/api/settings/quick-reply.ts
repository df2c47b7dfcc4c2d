import { Type, type Static } from "typebox";
import { Nullable, Time } from "../../entity/index.ts";
import { cannedReply } from "../../settings/kinds/canned-reply.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Quick replies (API-048). The API path is `/canned-replies`. */

/** Operators who can use a reply: one operator, those of a department, or all. */
export const ReplyScope = Type.Union([
  Type.Literal("own"),
  Type.Literal("department"),
  Type.Literal("account"),
]);
export type ReplyScope = Static<typeof ReplyScope>;

const schemas = createListSchemas(cannedReply, {
  uses: Type.Integer({ minimum: 0 }),
  updated_at: Time,
});
export const CannedReply = schemas.entity;
export type CannedReply = Static<typeof CannedReply>;
export const CannedReplies = schemas.page;
export const NewCannedReply = schemas.create;
export type NewCannedReply = Static<typeof NewCannedReply>;
export const CannedReplyPatch = schemas.patch;
export type CannedReplyPatch = Static<typeof CannedReplyPatch>;
export const CannedReplyFile = schemas.file;

export const ReplyFormat = Type.Union([Type.Literal("csv"), Type.Literal("json")]);
export type ReplyFormat = Static<typeof ReplyFormat>;
export const ExportQuery = Type.Object({ format: ReplyFormat }, { additionalProperties: false });
/** A quick reply in an exported JSON file. `department` is a name, or "". */
export const ExportedReply = Type.Object({
  scope: ReplyScope,
  department: Type.String(),
  folder: Type.String(),
  shortcut: Type.String(),
  language: Type.String(),
  text: Type.String(),
});
export type ExportedReply = Static<typeof ExportedReply>;
export const importErrors = [
  "file",
  "column",
  "cells",
  "form",
  "variable",
  "department",
  "repeated",
  "forbidden",
  "managed",
] as const;
export type ImportError = (typeof importErrors)[number];

/** Changes those with the same scope, shortcut and language, adds others, removes none. */
export const ImportReplies = Type.Object(
  {
    format: ReplyFormat,
    content: Type.String({ minLength: 1, maxLength: 200_000 }),
    /** Nothing is stored. The response contains the expected result with all errors. */
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ImportReplies = Static<typeof ImportReplies>;
export const ImportedReplies = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  /**
   * Errors of a dry run. `line` starts at 1. In a JSON file, it is the number of the entry.
   * `detail` is the name or line to which `code` refers.
   */
  faults: Type.Array(
    Type.Object({
      line: Type.Integer(),
      field: Nullable(Type.String()),
      code: Type.Unsafe<ImportError>({ enum: importErrors }),
      detail: Nullable(Type.String()),
      message: Type.String(),
    }),
  ),
});
export type ImportedReplies = Static<typeof ImportedReplies>;
