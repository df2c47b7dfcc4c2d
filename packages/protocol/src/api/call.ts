import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./common.ts";
import { WorkingHours } from "./settings/hours.ts";
import { createSingleSchemas } from "./settings/shapes/list-schemas.ts";
import { maxCallNoteLength } from "./writing-limits.ts";
import { Call, ChatChannel, Id, Nullable, Visitor } from "../entity/index.ts";
import { calls } from "../settings/kinds/account/calls.ts";

/** Calls and call settings (API-041, API-060, CORE-100 – CORE-106). */

export const CallWithVisitor = Type.Object({
  ...Call.properties,
  visitor: Visitor,
  channel: ChatChannel,
});
export type CallWithVisitor = Static<typeof CallWithVisitor>;
export const Calls = Page(CallWithVisitor);

/** `waiting`: not accepted. `running`: accepted. `done`: ended or failed. */
export const CallListState = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("running"),
  Type.Literal("done"),
]);
export type CallListState = Static<typeof CallListState>;
/** Filters of the list of calls. `visitor` is a number of a visitor, with their whole person. */
export const CallsQuery = Type.Object(
  {
    state: Type.Optional(CallListState),
    chat: Type.Optional(IdText),
    visitor: Type.Optional(IdText),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);

/** A call from an operator to the visitor of a chat, by default to the visitor's number. */
export const NewCall = Type.Object(
  { chat_id: Id, phone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) },
  { additionalProperties: false },
);

/** Reasons that an operator can give for a failed call (CORE-102). */
export const operatorFailures = ["no_answer_client", "busy", "wrong_number", "cancelled"] as const;
export const FailCall = Type.Object(
  { reason: Type.Unsafe<(typeof operatorFailures)[number]>({ enum: [...operatorFailures] }) },
  { additionalProperties: false },
);

/**
 * Postpones a call (CORE-107). `due_at`: RFC 3339, within the working hours and the next 14 days.
 * `reason`: why the visitor was not reached. If absent, the visitor asked for another time.
 */
export const PostponedCall = Type.Object(
  {
    due_at: Type.String({ minLength: 20, maxLength: 35 }),
    reason: Type.Optional(Type.Union([Type.Literal("no_answer_client"), Type.Literal("busy")])),
  },
  { additionalProperties: false },
);
export type PostponedCall = Static<typeof PostponedCall>;
/** A note that only operators can read (CORE-108). "" removes the note. */
export const CallNote = Type.Object(
  { text: Type.String({ maxLength: maxCallNoteLength }) },
  { additionalProperties: false },
);
export type CallNote = Static<typeof CallNote>;

/** Who places calls. */
export const CallDriver = Type.Unsafe<"desk" | "http">({
  type: "string",
  enum: [...calls.fields.driver.values],
});
const prefixes = Type.Array(Type.String({ pattern: "^\\+[1-9][0-9]{0,6}$" }), {
  maxItems: 250,
  uniqueItems: true,
});
const schemas = createSingleSchemas(
  calls,
  {
    open_now: Type.Boolean(),
    /** Anyone who has this URL can report, as there are no other credentials. */
    report_url: Nullable(Type.String()),
    secret_hint: Nullable(Type.String()),
  },
  {
    hours: { answer: WorkingHours, sent: WorkingHours },
    prefixes: { answer: prefixes, sent: prefixes },
  },
);
/** API-041. `report_url` and `secret_hint`: only of the driver `http` with a server. */
export const CallSettings = schemas.entity;
export type CallSettings = Static<typeof CallSettings>;
export const CallSettingsPatch = schemas.patch;
export type CallSettingsPatch = Static<typeof CallSettingsPatch>;
/** `signing_secret` is returned once, by the request that created the secret. */
export const CallSettingsChanged = schemas.changed;
export type CallSettingsChanged = Static<typeof CallSettingsChanged>;
export const CallsFile = schemas.file;
