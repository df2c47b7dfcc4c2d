/**
 * The widget protocol (interface D): frames between a visitor's chat window and the server, one
 * JSON object per text frame of `GET /widget/socket`. Not one of the four public interfaces,
 * because window and server are delivered together. A page opened before an update continues with
 * its old window, so frames and fields are only added. Host pages use the script API (WG-010 –
 * WG-064). Message numbers (`seq`) are those of CORE-040 and have gaps, because notes and system
 * messages for operators are left out.
 */

export * from "./client-frame.ts";
export * from "./entity.ts";
export * from "./presence.ts";
export * from "./server-frame.ts";

/**
 * Close code if the widget does not exist, is disabled, or is not allowed on this site. No further
 * attempts. Other codes: API-105.
 */
export const rejectedCloseCode = 4004;

/**
 * Close code if too many new visitors come from this address (CFG-030 `new_visitors_per_minute`).
 * The window may try again later.
 */
export const retryLaterCloseCode = 4029;
