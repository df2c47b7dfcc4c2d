/** Schemas of the settings. */
export * from "./api-key.ts";
export * from "./block-list.ts";
export * from "./bot.ts";
export * from "./data.ts";
export * from "./department.ts";
export * from "./hours.ts";
export * from "./mail.ts";
export * from "./model/index.ts";
export * from "./quick-reply.ts";
export * from "./routing.ts";
export * from "./security.ts";
export * from "./tag.ts";
export * from "./trigger.ts";
export * from "./webhook.ts";
export * from "./shapes/index.ts";
