import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { maxMessageLength } from "../chat.ts";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { Optional, strictOptions, textField } from "./file-fields.ts";

/** Quick replies (API-048). The API path is `/canned-replies`. */

/** Operators who can use a reply: one operator, those of a department, or all. */
export const ReplyScope = Type.Union([
  Type.Literal("own"),
  Type.Literal("department"),
  Type.Literal("account"),
]);
export type ReplyScope = Static<typeof ReplyScope>;

export const CannedReply = Type.Object({
  id: Id,
  scope: ReplyScope,
  /** Id of the department. Null unless the scope is `department`. */
  department_id: Nullable(Id),
  /** Folder of the reply. "" means no folder. `Orders/Returns` is a folder inside a folder. */
  folder: Type.String(),
  shortcut: Type.String(),
  /** Language of the reply as a BCP 47 tag. "" means any language. */
  language: Type.String(),
  text: Type.String(),
  /** How often the requesting operator has used the reply. */
  uses: Type.Integer({ minimum: 0 }),
  created_at: Time,
  updated_at: Time,
  managed: Type.Boolean(),
});
export type CannedReply = Static<typeof CannedReply>;
export const CannedReplies = Page(CannedReply);

const settings = {
  scope: ReplyScope,
  department_id: Nullable(Id),
  folder: Type.String({ maxLength: 100 }),
  /**
   * Shortcut of the reply. It is unique among replies of the same scope and language, ignoring
   * case, and has no white space and no leading slash.
   */
  shortcut: Type.String({ minLength: 1, maxLength: 50, pattern: "^[^/\\s]\\S*$" }),
  language: Type.String({ maxLength: 35, pattern: "^$|^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" }),
  text: Type.String({ minLength: 1, maxLength: maxMessageLength }),
};
export const NewCannedReply = Type.Object(
  {
    scope: settings.scope,
    department_id: Type.Optional(settings.department_id),
    folder: Type.Optional(settings.folder),
    shortcut: settings.shortcut,
    language: Type.Optional(settings.language),
    text: settings.text,
  },
  { additionalProperties: false },
);
export type NewCannedReply = Static<typeof NewCannedReply>;
export const CannedReplyPatch = Type.Partial(Type.Object(settings), {
  additionalProperties: false,
  minProperties: 1,
});
export type CannedReplyPatch = Static<typeof CannedReplyPatch>;

/** A quick reply in the provisioning file (CFG-021). Personal ones are not in it. */
export const CannedReplyFile = Type.Object(
  {
    shortcut: Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: "^[^/\\s]\\S*$",
    }),
    text: Type.String({ minLength: 1, maxLength: 4000 }),
    folder: Optional(Type.String({ maxLength: 100 })),
    language: Optional(Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" })),
    department: Optional(textField(100)),
  },
  strictOptions,
);

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
/** Codes of all errors that an imported file can have. */
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

/**
 * Imports quick replies. Existing replies with the same scope, shortcut and language are changed.
 * Others are added, and none is removed.
 */
export const ImportReplies = Type.Object(
  {
    format: ReplyFormat,
    content: Type.String({ minLength: 1, maxLength: 200_000 }),
    /**
     * If true, nothing is stored, and the response contains the expected result with all errors.
     */
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
