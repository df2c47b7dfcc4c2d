import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../entity/index.ts";
import { hoursFields } from "../entity/hours.ts";

/** A site whose page loaded the script of a widget. */
export const DetectedSite = Type.Object({
  /** Scheme, host and port. */
  origin: Type.String(),
  page_url: Nullable(Type.String()),
  page_title: Nullable(Type.String()),
  at: Time,
});
export type DetectedSite = Static<typeof DetectedSite>;

/** Setup progress of an account (API-160). */
export const GetStarted = Type.Object({
  /** A chat exists, possibly closed. */
  has_chats: Type.Boolean(),
  /**
   * The enabled widget seen last on a page, else the oldest one. null: no enabled widget exists.
   */
  widget: Nullable(
    Type.Object({
      channel_id: Id,
      public_id: Type.String(),
      /** The site of the latest page on which the widget may run. */
      seen: Nullable(DetectedSite),
      /** The site of the latest page that is missing in the list of allowed sites (WG-006). */
      elsewhere: Nullable(DetectedSite),
    }),
  ),
  /** Another operator: one who can sign in, else one who is invited. */
  colleague: Nullable(
    Type.Object({
      operator_id: Id,
      name: Type.String(),
      email: Type.String(),
      has_accepted: Type.Boolean(),
    }),
  ),
  /** Working hours after they were saved once. `timezone` null: always open. */
  hours: Nullable(
    Type.Object({ timezone: Nullable(hoursFields.timezone), week: hoursFields.week }),
  ),
  /** Absent without access to the installation. null: no backup exists. */
  backup: Type.Optional(
    Nullable(Type.Object({ created_at: Time, bytes: Nullable(Type.Integer()) })),
  ),
});
export type GetStarted = Static<typeof GetStarted>;
