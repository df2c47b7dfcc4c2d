import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./common.ts";
import { WorkingHours } from "./settings/hours.ts";
import { maxCallNoteLength } from "./writing-limits.ts";
import { Call, ChatChannel, Id, Nullable, Visitor } from "../entity/index.ts";

/** Calls and call settings (API-041, API-060, CORE-100 – CORE-106). */

/** A call with its visitor and channel. */
export const CallWithVisitor = Type.Object({
  ...Call.properties,
  visitor: Visitor,
  channel: ChatChannel,
});
export type CallWithVisitor = Static<typeof CallWithVisitor>;
export const Calls = Page(CallWithVisitor);

/**
 * State filter of calls. `waiting`: no operator has accepted the call. `running`: an operator has
 * accepted it. `done`: it ended or failed.
 */
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

/**
 * `desk`: operators call with their own phones. `http`: Parlour sends the call to the telephony
 * server at `url` (CORE-104).
 */
export const CallDriver = Type.Union([Type.Literal("desk"), Type.Literal("http")]);
const fields = {
  enabled: Type.Boolean(),
  driver: CallDriver,
  /** URL of the telephony server. null: none. */
  url: Nullable(Type.String({ minLength: 1, maxLength: 2048 })),
  /**
   * Working hours for calls. They replace those of the account. If null, the working hours of the
   * account apply.
   */
  hours: Nullable(WorkingHours),
  /** Permitted prefixes of phone numbers, such as `+49`. An empty list permits all numbers. */
  prefixes: Type.Array(Type.String({ pattern: "^\\+[1-9][0-9]{0,6}$" }), {
    maxItems: 250,
    uniqueItems: true,
  }),
  /** Seconds after which a call ends if no operator accepts it, or the customer does not. */
  no_answer_agent_s: Type.Integer({ minimum: 10, maximum: 86_400 }),
  no_answer_client_s: Type.Integer({ minimum: 10, maximum: 86_400 }),
  /** Remaining minutes (CORE-105). null: unlimited. */
  balance_min: Nullable(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
};
/**
 * Call settings (API-041). `report_url` and `secret_hint` exist if the driver is `http` and has a
 * server. `managed` is true if the provisioning file sets the call settings (CFG-025).
 */
export const CallSettings = Type.Object({
  ...fields,
  open_now: Type.Boolean(),
  /**
   * The URL to which the telephony server reports. Anyone who has this URL can report, as there are
   * no other credentials.
   */
  report_url: Nullable(Type.String()),
  secret_hint: Nullable(Type.String()),
  managed: Type.Boolean(),
});
export type CallSettings = Static<typeof CallSettings>;
export const CallSettingsPatch = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
});
export type CallSettingsPatch = Static<typeof CallSettingsPatch>;
/**
 * The changed settings. `signing_secret` is returned once, by the request that created the secret.
 */
export const CallSettingsChanged = Type.Object({
  ...CallSettings.properties,
  signing_secret: Type.Optional(Type.String()),
});
export type CallSettingsChanged = Static<typeof CallSettingsChanged>;
