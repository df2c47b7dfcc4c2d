/** Every shape of the service API. */
export * from "./api-account.ts";
export * from "./api-bot.ts";
export * from "./api-channel.ts";
export * from "./api-chat.ts";
export * from "./api-common.ts";
export * from "./api-delivery.ts";
export * from "./api-inspector.ts";
export * from "./api-department.ts";
export * from "./api-hours.ts";
export * from "./api-operator.ts";
export * from "./api-test.ts";
export * from "./api-visitor.ts";
export * from "./api-webhook.ts";
