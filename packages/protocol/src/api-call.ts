import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { WorkingHours } from "./api-hours.ts";
import { Call, ChatChannel, Id, Nullable, Visitor } from "./entity.ts";

/** Calls and how they are made (API-041, API-060, CORE-100 – CORE-106). */

/** A call with whom it is about. */
export const CallSeen = Type.Object({ ...Call.properties, visitor: Visitor, channel: ChatChannel });
export type CallSeen = Static<typeof CallSeen>;
export const Calls = Page(CallSeen);

/** `waiting`: nobody has it yet; `running`: somebody has; `done`: ended or failed. */
export const CallsState = Type.Union([Type.Literal("waiting"), Type.Literal("running"), Type.Literal("done")]);
export type CallsState = Static<typeof CallsState>;
/** Newest first. `visitor`: the number of the visitor. */
export const CallsQuery = Type.Object(
  { state: Type.Optional(CallsState), chat: Type.Optional(IdText), visitor: Type.Optional(IdText), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);

/** The operator calls the visitor of a chat. `phone`: absent: the visitor's own. */
export const NewCall = Type.Object(
  { chat_id: Id, phone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) },
  { additionalProperties: false },
);

/** What an operator says of a call that came to nothing (CORE-102). */
export const operatorFailures = ["no_answer_client", "busy", "wrong_number", "cancelled"] as const;
export const FailCall = Type.Object(
  { reason: Type.Unsafe<(typeof operatorFailures)[number]>({ enum: [...operatorFailures] }) },
  { additionalProperties: false },
);

/**
 * A call is put off (CORE-107). `due_at`: RFC 3339, within the hours and 14 days. `reason`: the visitor was called and not reached; absent: he
 * wants another time.
 */
export const PostponedCall = Type.Object(
  {
    due_at: Type.String({ minLength: 20, maxLength: 35 }),
    reason: Type.Optional(Type.Union([Type.Literal("no_answer_client"), Type.Literal("busy")])),
  },
  { additionalProperties: false },
);
export type PostponedCall = Static<typeof PostponedCall>;
/** For the team alone (CORE-108); "" takes it away. */
export const CallNote = Type.Object({ text: Type.String({ maxLength: 4000 }) }, { additionalProperties: false });
export type CallNote = Static<typeof CallNote>;

const fields = {
  enabled: Type.Boolean(),
  /** CORE-104. `desk`: operators call with their own phones; `http`: the telephony server at `url` is asked. */
  driver: Type.Union([Type.Literal("desk"), Type.Literal("http")]),
  /** Of the telephony server; null: none. */
  url: Nullable(Type.String({ minLength: 1, maxLength: 2048 })),
  /** Replace the account's; null: they do not. */
  hours: Nullable(WorkingHours),
  /** What numbers begin with: `+49`; [] any. */
  prefixes: Type.Array(Type.String({ pattern: "^\\+[1-9][0-9]{0,6}$" }), { maxItems: 250, uniqueItems: true }),
  /** A call that nobody takes, and one whose customer is not reached, ends after so many seconds. */
  no_answer_agent_s: Type.Integer({ minimum: 10, maximum: 86_400 }),
  no_answer_client_s: Type.Integer({ minimum: 10, maximum: 86_400 }),
  /** Minutes left (CORE-105); null: as many as one likes. */
  balance_min: Nullable(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
};
/** API-041. `report_url`, `secret_hint`: of the driver `http`, once it has a server. `managed`: the provisioning file owns it (CFG-025). */
export const CallSettings = Type.Object({
  ...fields,
  open_now: Type.Boolean(),
  /** Where the telephony server reports to: whoever knows it may. */
  report_url: Nullable(Type.String()),
  secret_hint: Nullable(Type.String()),
  managed: Type.Boolean(),
});
export type CallSettings = Static<typeof CallSettings>;
export const CallSettingsPatch = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 });
export type CallSettingsPatch = Static<typeof CallSettingsPatch>;
/** `signing_secret`: when it was made by this request, once. */
export const CallSettingsChanged = Type.Object({ ...CallSettings.properties, signing_secret: Type.Optional(Type.String()) });
export type CallSettingsChanged = Static<typeof CallSettingsChanged>;
