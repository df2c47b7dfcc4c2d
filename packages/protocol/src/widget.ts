/**
 * The widget's own wire (interface D): frames between a visitor's window and the server, one JSON object per text frame of
 * `GET /widget/socket`. Not one of the four public interfaces: window and server come together, but a page that was opened before an update
 * goes on with its window, so frames and fields are only added; what a page sees is the script API (WG-010 – WG-064). Numbers of messages (`seq`) are those of CORE-040, so a gap is no loss here: notes
 * and operators' lines are left out.
 */

export * from "./widget-client-frame.ts";
export * from "./widget-entity.ts";
export * from "./widget-presence.ts";
export * from "./widget-server-frame.ts";

/** A widget's socket is closed with it when there is no such widget, it is switched off or not for this site: no further tries. The rest: API-105. */
export const refusedCode = 4004;

/** It is closed with this one when too many new visitors come from this address (CFG-030 `new_visitors_per_minute`): it may try again later. */
export const laterCode = 4029;
