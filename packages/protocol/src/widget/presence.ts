import { Type, type Static } from "typebox";
import { Nullable } from "../entity/scalar.ts";
import { PageFrame, widgetClientFrames } from "./client-frame.ts";
import { WidgetAvailability } from "./entity.ts";

/**
 * Presence of a page whose visitor has not used the widget yet (WG-215): `POST {base}/presence`
 * with one of these bodies as `text/plain`, so that browsers send no preflight request. Not a
 * public interface. Fields are only added, as for the frames of the socket.
 */

const { widget_id, token, language, cookies } = widgetClientFrames.hello.properties;

/** Identifies one load of a page among those of the same visitor. */
const PageViewId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

export const widgetPresenceRequests = {
  /** The page is open. `hidden`: its tab is in the background, so it sends fewer requests. */
  present: Type.Object(
    {
      type: Type.Literal("present"),
      widget_id,
      token,
      view: PageViewId,
      page: PageFrame,
      language,
      cookies,
      hidden: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  /** The page was closed, or its chat window has a socket now. */
  left: Type.Object(
    { type: Type.Literal("left"), token, view: PageViewId },
    { additionalProperties: false },
  ),
};
export type PresentRequest = Static<typeof widgetPresenceRequests.present>;
export type LeftRequest = Static<typeof widgetPresenceRequests.left>;

export const WidgetPresence = Type.Object({
  /** Token of a new visitor, to be stored. null: the given one is valid. */
  token: Nullable(Type.String()),
  number: Type.Integer({ minimum: 1 }),
  situation: WidgetAvailability,
  /** Rules do not run for this visitor (WG-054). */
  quiet: Type.Boolean(),
  /** The visitor has a chat, which only the chat window shows. */
  has_written: Type.Boolean(),
  /** An operator's invitation is pending. Its text is sent to the chat window only (WG-084). */
  invited: Type.Boolean(),
  /** Seconds until the next request of the page. */
  next_s: Type.Integer({ minimum: 1 }),
});
export type WidgetPresence = Static<typeof WidgetPresence>;
