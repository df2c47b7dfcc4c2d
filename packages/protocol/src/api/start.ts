import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../entity/index.ts";
import { IdText } from "./common.ts";
import { hoursFields } from "../entity/hours.ts";

/** A site on which a page has loaded the script of a widget. */
export const DetectedSite = Type.Object({
  /** Scheme, host and port. */
  origin: Type.String(),
  page_url: Nullable(Type.String()),
  page_title: Nullable(Type.String()),
  at: Time,
});
export type DetectedSite = Static<typeof DetectedSite>;

export const GetStartedQuery = Type.Object(
  {
    /** A widget: `widget` of the response is this one. */
    channel: Type.Optional(IdText),
  },
  { additionalProperties: false },
);

/** Setup progress of an account (API-160). */
export const GetStarted = Type.Object({
  /** Whether the account has a chat, open or closed. */
  has_chats: Type.Boolean(),
  /** The enabled one that was loaded most recently, or the oldest. Null if there is none. */
  widget: Nullable(
    Type.Object({
      channel_id: Id,
      public_id: Type.String(),
      /** The site of the latest page on which the widget is allowed. Null if there is none. */
      seen: Nullable(DetectedSite),
      /** Site of the latest page that the list of allowed sites does not contain (WG-006). */
      elsewhere: Nullable(DetectedSite),
    }),
  ),
  /** Another operator who answers chats: one who can sign in, else one who is invited. */
  colleague: Nullable(
    Type.Object({
      operator_id: Id,
      name: Type.String(),
      email: Type.String(),
      has_accepted: Type.Boolean(),
      /** Whether they are on a channel, so that chats reach them (CORE-322). */
      has_channel: Type.Boolean(),
    }),
  ),
  /** Null until they are saved. If `timezone` is null, the account is always open. */
  hours: Nullable(
    Type.Object({ timezone: Nullable(hoursFields.timezone), week: hoursFields.week }),
  ),
  /** Absent without access to the installation. Null if there is none. */
  email: Type.Optional(
    Nullable(
      Type.Object({
        /** The sender of the emails: an address, or a name and an address. */
        from: Type.String(),
        /** Whether a test with these settings succeeded, or an email of the account was sent. */
        works: Type.Boolean(),
      }),
    ),
  ),
  /** The latest backup. Absent without access to the installation. Null if there is none. */
  backup: Type.Optional(
    Nullable(Type.Object({ created_at: Time, bytes: Nullable(Type.Integer()) })),
  ),
});
export type GetStarted = Static<typeof GetStarted>;
