import { Type, type Static } from "typebox";
import { Nullable } from "./scalar.ts";
import { PageSeen, widgetClientFrames } from "./widget-client-frame.ts";
import { WidgetSituation } from "./widget-entity.ts";

/**
 * Presence of a page whose visitor has not used the widget yet (WG-103): `POST {base}/presence` with one of these bodies as `text/plain`, so that
 * browsers send no preflight request. Like the frames of the socket they are no public interface, and fields are only added.
 */

const { widget_id, token, language, cookies } = widgetClientFrames.hello.properties;

/** Identifies one load of one page among those of the same visitor. */
const View = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

export const widgetPresenceRequests = {
  /** The page is open. `hidden`: its tab is in the background, so it asks less often. */
  present: Type.Object(
    {
      type: Type.Literal("present"),
      widget_id,
      token,
      view: View,
      page: PageSeen,
      language,
      cookies,
      hidden: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  /** The page is gone, or its window has a socket now. */
  left: Type.Object({ type: Type.Literal("left"), token, view: View }, { additionalProperties: false }),
};
export type PresentRequest = Static<typeof widgetPresenceRequests.present>;
export type LeftRequest = Static<typeof widgetPresenceRequests.left>;

export const WidgetPresence = Type.Object({
  /** Of a new visitor, to be kept; null: the given one is valid. */
  token: Nullable(Type.String()),
  number: Type.Integer({ minimum: 1 }),
  situation: WidgetSituation,
  /** No rules for this visitor (WG-054). */
  quiet: Type.Boolean(),
  /** The visitor has a chat, which only the window shows. */
  has_written: Type.Boolean(),
  /** An operator's invitation waits. Its text is sent to the window alone (WG-084). */
  invited: Type.Boolean(),
  /** Seconds until the page should ask again. */
  next_s: Type.Integer({ minimum: 1 }),
});
export type WidgetPresence = Static<typeof WidgetPresence>;
