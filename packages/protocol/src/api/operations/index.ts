/** Schemas of the operation of an installation. */
export * from "./backup.ts";
export * from "./channel-email.ts";
export * from "./connection.ts";
export * from "./audit.ts";
export * from "./audit-action.ts";
export * from "./delivery.ts";
export * from "./endpoint-test.ts";
export * from "./health.ts";
export * from "./ignored-email.ts";
export * from "./inspector.ts";
export * from "./move-import.ts";
export * from "./oauth.ts";
export * from "./scheduled-report.ts";
export * from "../agents/index.ts";
