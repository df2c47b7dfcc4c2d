export * from "./assist.ts";
export * from "./action.ts";
export * from "./assist.ts";
export * from "./bulk.ts";
export * from "./reminder.ts";
export * from "./scheduled-message.ts";
export * from "./run-macro.ts";
