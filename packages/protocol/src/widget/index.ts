/**
 * The widget protocol (interface D): frames between a visitor's chat window and the server. Each
 * text frame of `GET /widget/socket` contains one JSON object. The protocol is not one of the
 * public interfaces, because window and server are delivered together. A page that was opened
 * before an update continues with its old window, so frames and fields may be added but not
 * removed. Host pages use the script API (WG-010 – WG-064). Sequence numbers (`seq`) are those of
 * CORE-040. They have gaps, because notes and system messages for operators are left out.
 */

export * from "./client-frame.ts";
export * from "./entity.ts";
export * from "./presence.ts";
export * from "./server-frame.ts";

/** No such widget, disabled, or not allowed on this site. Final. Others: API-105. */
export const rejectedCloseCode = 4004;

/** Too many new visitors of this address (`new_visitors_per_minute`). Try again later. */
export const retryLaterCloseCode = 4029;
