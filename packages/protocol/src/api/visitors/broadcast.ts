import { Type, type Static } from "typebox";
import {
  optOutKinds,
  broadcastStates,
  exclusions,
  maxBroadcastName,
  recipientStates,
  stopPercents,
} from "../../broadcast.ts";
import { maxEmailLength, maxSubjectLength } from "../../email/address.ts";
import { Id, MessageTemplate, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { CursorText, IdText, Limit, Page } from "../common.ts";

/** Broadcasts: one message to the visitors of a segment (BC-001), and opt-outs (BC-030). */

/** `subject` and `text` for an email, `text` for Telegram, `template` for WhatsApp. */
const content = {
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: maxSubjectLength })),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: maxEmailLength })),
  template: Type.Optional(MessageTemplate),
};
export const NewBroadcast = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: maxBroadcastName }),
    segment_id: Id,
    channel_id: Id,
    ...content,
    stop_percent: Type.Optional(Type.Integer(stopPercents)),
  },
  { additionalProperties: false },
);
export type NewBroadcast = Static<typeof NewBroadcast>;

export const Broadcast = Type.Object({
  id: Id,
  name: Type.String(),
  /** The segment as it was when the broadcast was made. */
  segment: NamedRef,
  channel: NamedRef,
  operator: NamedRef,
  ...content,
  stop_percent: Type.Integer(stopPercents),
  state: Type.Enum([...broadcastStates]),
  /** Whether the broadcast paused itself because too many messages failed (BC-021). */
  stopped_by_failures: Type.Boolean(),
  /** Recipients, and those whose message was written or refused. */
  total: Type.Integer({ minimum: 0 }),
  processed: Type.Integer({ minimum: 0 }),
  created_at: Time,
  start_at: Nullable(Time),
  started_at: Nullable(Time),
  ended_at: Nullable(Time),
});
export type Broadcast = Static<typeof Broadcast>;
export const Broadcasts = Page(Broadcast);
export type Broadcasts = Static<typeof Broadcasts>;

const count = Type.Integer({ minimum: 0 });
const countsOf = <K extends string>(names: readonly K[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, count])) as Record<K, typeof count>);
/** Visitors who get no message, by reason. */
const leftOut = countsOf(exclusions);
export const BroadcastDetails = Type.Object({
  ...Broadcast.properties,
  counts: countsOf(recipientStates),
  left_out: leftOut,
});
export type BroadcastDetails = Static<typeof BroadcastDetails>;

export const BroadcastPreviewQuery = Type.Object(
  { visitor: Type.Optional(IdText) },
  { additionalProperties: false },
);
export type BroadcastPreviewQuery = Static<typeof BroadcastPreviewQuery>;
/** What a broadcast would send now, and to how many. */
export const BroadcastPreview = Type.Object({
  recipients: Type.Integer({ minimum: 0 }),
  left_out: leftOut,
  /** Whether all visitors of the segment were counted. */
  complete: Type.Boolean(),
  /** The message for this visitor. null: the segment has no recipient. */
  example: Nullable(
    Type.Object({
      visitor: Id,
      name: Type.String(),
      subject: Type.Optional(Type.String()),
      text: Type.String(),
    }),
  ),
});
export type BroadcastPreview = Static<typeof BroadcastPreview>;

export const BroadcastStart = Nullable(
  Type.Object({ at: Type.Optional(Time) }, { additionalProperties: false }),
);
export type BroadcastStart = Static<typeof BroadcastStart>;
export const BroadcastTest = Nullable(
  Type.Object({ visitor: Type.Optional(Id) }, { additionalProperties: false }),
);
export type BroadcastTest = Static<typeof BroadcastTest>;

export const BroadcastRecipientsQuery = Type.Object(
  { state: Type.Optional(Type.Enum([...recipientStates])), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export type BroadcastRecipientsQuery = Static<typeof BroadcastRecipientsQuery>;
export const BroadcastRecipient = Type.Object({
  visitor: Id,
  name: Type.String(),
  /** Email address, phone number or id at the service. null: there is none. */
  address: Nullable(Type.String()),
  state: Type.Enum([...recipientStates]),
  left_out: Nullable(Type.Enum([...exclusions])),
  chat_id: Nullable(Id),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  sent_at: Nullable(Time),
});
export type BroadcastRecipient = Static<typeof BroadcastRecipient>;
export const BroadcastRecipients = Page(BroadcastRecipient);
export type BroadcastRecipients = Static<typeof BroadcastRecipients>;

/** Whether a visitor gets broadcasts, by each kind of channel that reaches them (BC-030). */
export const OptOuts = Type.Object({
  items: Type.Array(
    Type.Object({
      kind: Type.Enum([...optOutKinds]),
      /** null: the visitor gets them. */
      opted_out: Nullable(
        Type.Object({ at: Time, source: Type.Enum(["link", "word", "operator"]) }),
      ),
    }),
  ),
});
export type OptOuts = Static<typeof OptOuts>;
export const OptOutChange = Type.Object(
  { kind: Type.Enum([...optOutKinds]), opted_out: Type.Boolean() },
  { additionalProperties: false },
);
export type OptOutChange = Static<typeof OptOutChange>;
