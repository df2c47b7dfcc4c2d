/**
 * Interface C, event webhooks (docs/spec/webhook.md), as published for receivers: the bodies that
 * Parlour posts, and the replies that it uses. A field has the same type in all events
 * (WH-021). The server also accepts replies that do not match these schemas (WH-040, WH-048).
 */

export * from "./events.ts";
export * from "./parts.ts";
export * from "./reply.ts";
