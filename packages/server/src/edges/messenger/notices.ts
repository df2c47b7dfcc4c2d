import { createConnectionNotices } from "../../core/channel/connection-notice.ts";

/** Sentences about the connection of a page or an Instagram account (CON-040, CON-041). */
export const getNotice = createConnectionNotices({
  unreachable: "Meta did not answer: {reason}",
  status: "Meta answered with status {status}.",
  refused: "Meta: {reason}",
  needs_https: "Meta needs a public address with https. Set PUBLIC_URL.",
  no_instagram: "The page of this token has no Instagram account. Connect one to the page.",
  wrong_address: "The app does not call {address}. Enter it in the app dashboard as callback URL.",
  missing_fields: "The webhook of the app is not subscribed to: {fields}.",
  sends_as: "Parlour can send as {name}.",
  receives: "Meta calls {address}.",
});
