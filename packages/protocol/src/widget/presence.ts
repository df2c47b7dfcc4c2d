import { Type, type Static } from "typebox";
import { Nullable } from "../entity/scalar.ts";
import { PageFrame, widgetClientFrames } from "./client-frame.ts";
import { WidgetAvailability } from "./entity.ts";

/**
 * Presence of a page whose visitor has not used the widget yet (WG-215). The page sends `POST
 * {base}/presence` with one of these bodies as `text/plain`, so that browsers send no preflight
 * request. This is not a public interface. Fields may be added but not removed, as in the frames of
 * the socket.
 */

const { widget_id, token, language, cookies } = widgetClientFrames.hello.properties;

/** Identifies one page load among all page loads of the same visitor. */
const PageViewId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

export const widgetPresenceRequests = {
  /** The page is open. A page with `hidden`, in a background tab, sends fewer requests. */
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
  /** The page was closed, or its chat window is now connected. */
  left: Type.Object(
    { type: Type.Literal("left"), token, view: PageViewId },
    { additionalProperties: false },
  ),
};
export type PresentRequest = Static<typeof widgetPresenceRequests.present>;
export type LeftRequest = Static<typeof widgetPresenceRequests.left>;

export const WidgetPresence = Type.Object({
  /** Token of a new visitor, which the page must store. Null if the given token is valid. */
  token: Nullable(Type.String()),
  number: Type.Integer({ minimum: 1 }),
  situation: WidgetAvailability,
  /** Whether rules are disabled for this visitor (WG-054). */
  quiet: Type.Boolean(),
  /** Whether the visitor has a chat. Only the chat window shows it. */
  has_written: Type.Boolean(),
  /** Whether an invitation is pending. Only the chat window gets its text (WG-084). */
  invited: Type.Boolean(),
  /** Seconds until the next request of the page. */
  next_s: Type.Integer({ minimum: 1 }),
});
export type WidgetPresence = Static<typeof WidgetPresence>;
