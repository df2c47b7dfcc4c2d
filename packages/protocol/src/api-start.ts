import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "./entity.ts";
import { hoursParts } from "./hours.ts";

/** A site whose page loaded the script of a widget. */
export const SeenSite = Type.Object({
  /** Scheme, host and port. */
  origin: Type.String(),
  page_url: Nullable(Type.String()),
  page_title: Nullable(Type.String()),
  at: Time,
});
export type SeenSite = Static<typeof SeenSite>;

/** What an account has done so far to be ready for visitors (API-160). */
export const GetStarted = Type.Object({
  /** Any chat exists, also a closed one. */
  has_chats: Type.Boolean(),
  /** The widget that was seen last, else the oldest one. Null: there is none that is switched on. */
  widget: Nullable(
    Type.Object({
      channel_id: Id,
      public_id: Type.String(),
      /** Latest page of a site where the widget may start. */
      seen: Nullable(SeenSite),
      /** Latest page of a site that is missing in the list of sites (WG-006). */
      elsewhere: Nullable(SeenSite),
    }),
  ),
  /** Another operator: one who can sign in, else one who is invited. */
  colleague: Nullable(Type.Object({ operator_id: Id, name: Type.String(), email: Type.String(), has_accepted: Type.Boolean() })),
  /** Working hours, once they were saved. `timezone` null: always open. */
  hours: Nullable(Type.Object({ timezone: Nullable(hoursParts.timezone), week: hoursParts.week })),
  /** Absent for people who cannot see the installation. Null: no backup was written. */
  backup: Type.Optional(Nullable(Type.Object({ created_at: Time, bytes: Nullable(Type.Integer()) }))),
});
export type GetStarted = Static<typeof GetStarted>;
